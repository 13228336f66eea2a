// OpenGL without a window that anybody sees.
#pragma once

#include <memory>

namespace mannequin {

// A context of the core profile that tells what it objects to, on a hidden window: Windows gives none without
// a window. It is destroyed on the thread that made it.
class HiddenGl {
 public:
  // Current on this thread. Null: there is no driver of this version.
  static std::unique_ptr<HiddenGl> create(int major, int minor);
  ~HiddenGl();
  HiddenGl(const HiddenGl&) = delete;
  HiddenGl& operator=(const HiddenGl&) = delete;

  bool make_current();
  void release_current();

  using Function = void (*)();
  // Of the current context.
  static Function function(const char* name);

 private:
  HiddenGl() = default;

  struct Handles;
  std::unique_ptr<Handles> handles_;
};

}  // namespace mannequin
