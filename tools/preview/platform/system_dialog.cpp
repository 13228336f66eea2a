// What is the same on every system.
#include "tools/preview/platform/system_dialog.h"

#include <SDL_events.h>

#include <utility>

namespace mannequin::preview {

std::optional<SystemDialog::Answer> SystemDialog::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!answered_) return std::nullopt;
    answered_ = false;
  }
  thread_.join();
  return std::exchange(answer_, {});
}

// From the thread; the window is woken for it.
void SystemDialog::answer(Answer answer) {
  {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
    answered_ = true;
  }
  SDL_Event event{};
  event.type = SDL_USEREVENT;
  SDL_PushEvent(&event);
}

}  // namespace mannequin::preview
