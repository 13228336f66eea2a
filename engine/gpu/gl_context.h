// An OpenGL 4.5 context: our own without a window, or a host's current one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace mannequin {

// A host's function loader, such as SDL_GL_GetProcAddress or eglGetProcAddress.
using GlFunction = void (*)();
using GlLoader = GlFunction (*)(const char* name);

// Loads the functions of the current context on this thread, such as a host's. Needed once per
// process and driver. Fails (no_device) if there is no current context or it is older than 4.5.
Result<void> load_gl(GlLoader loader);

// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5" of the current context.
std::string gl_device_name();

// Whether the current context renders on the CPU: its timers are unreliable.
bool gl_is_software();

// The total memory of the current context's device in bytes; nullopt if the driver does not report it.
std::optional<std::uint64_t> gl_memory_bytes();

// Collects the driver's messages about errors and slow paths in the current context (KHR_debug) during its
// lifetime, excluding mere notifications. Destroy it with the same context current.
class GlDebugLog {
 public:
  GlDebugLog();
  ~GlDebugLog();
  GlDebugLog(const GlDebugLog&) = delete;
  GlDebugLog& operator=(const GlDebugLog&) = delete;

  // The messages since creation or the last clear(), in order; clear() discards them.
  const std::vector<std::string>& messages() const { return messages_; }
  void clear() { messages_.clear(); }

 private:
  std::vector<std::string> messages_;
};

// An owned context without window or display server; current on one thread at a time.
class GlContext {
 public:
  // Creates it, makes it current and loads the functions. Fails (no_device) without EGL or OpenGL 4.5.
  static Result<GlContext> create_headless();

  GlContext(GlContext&&) noexcept;
  GlContext& operator=(GlContext&&) noexcept;
  ~GlContext();

  // On the calling thread. Fails (device) while it is current on another one.
  Result<void> make_current();
  // Releases it, so that another thread can make it current.
  void release_current();

 private:
  struct Handles;
  explicit GlContext(std::unique_ptr<Handles> handles);
  std::unique_ptr<Handles> handles_;
};

}  // namespace mannequin
