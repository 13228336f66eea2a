// Work on a detached thread: the future of std::async()
// waits when destroyed, but a window may close earlier.
#pragma once

#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace mannequin::document {

// The work must own, or share, everything it uses. If no thread can be started, or `in_background` is false,
// it is done when this returns.
template <typename T, typename Work>
std::future<T> run_in_background(Work work, bool in_background) {
  const auto task = std::make_shared<std::packaged_task<T()>>(std::move(work));
  std::future<T> result = task->get_future();
  bool began = false;
  if (in_background) {
    try {
      std::thread([task] { (*task)(); }).detach();
      began = true;
    } catch (const std::system_error&) {
      // The system allows no more threads.
    }
  }
  if (!began) (*task)();
  return result;
}

}  // namespace mannequin::document
