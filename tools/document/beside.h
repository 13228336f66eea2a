// Work on a thread of its own that nobody waits for: what std::async() gives waits when it is destroyed, and
// a window can close before.
#pragma once

#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace mannequin::document {

// The work must own, or share, all it uses. Where no thread can be had, or `beside` is false, it is done when
// this returns.
template <typename T, typename Work>
std::future<T> run_task(Work work, bool beside) {
  const auto task = std::make_shared<std::packaged_task<T()>>(std::move(work));
  std::future<T> result = task->get_future();
  bool began = false;
  if (beside) {
    try {
      std::thread([task] { (*task)(); }).detach();
      began = true;
    } catch (const std::system_error&) {
      // As many threads as the system allows are running.
    }
  }
  if (!began) (*task)();
  return result;
}

}  // namespace mannequin::document
