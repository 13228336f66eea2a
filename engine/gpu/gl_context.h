// An OpenGL 4.5 context: our own without a window, or a host's that is current already.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace mannequin {

// How a host finds functions by name, as SDL_GL_GetProcAddress and eglGetProcAddress do.
using GlFunction = void (*)();
using GlLoader = GlFunction (*)(const char* name);

// Loads the functions of the context that is current on this thread, a host's for instance. Needed once per
// process and driver. Fails (no_device) when there is no current context or it is older than 4.5.
Status load_gl(GlLoader loader);

// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5" of the current context.
std::string gl_device_name();

// Whether the current context draws on the processor: its clocks are not to be trusted.
bool gl_is_software();

// All the memory that the device of the current context has, bytes; empty where the driver does not say.
std::optional<std::uint64_t> gl_memory_bytes();

// Collects what the driver of the current context has to say about faults and slow paths (KHR_debug) while it
// lives; notices about how things went well are left out. Destroy it with the same context current.
class GlDebugLog {
 public:
  GlDebugLog();
  ~GlDebugLog();
  GlDebugLog(const GlDebugLog&) = delete;
  GlDebugLog& operator=(const GlDebugLog&) = delete;

  // What was said since the beginning or the last clear(), in order; clear() forgets it.
  const std::vector<std::string>& messages() const { return messages_; }
  void clear() { messages_.clear(); }

 private:
  std::vector<std::string> messages_;
};

// A context of our own without window or display server. Owns it; current on one thread at a time.
class GlContext {
 public:
  // Creates it, makes it current and loads the functions. Fails (no_device) without EGL or OpenGL 4.5.
  static Result<GlContext> create_headless();

  GlContext(GlContext&&) noexcept;
  GlContext& operator=(GlContext&&) noexcept;
  ~GlContext();

  // On the calling thread. Fails (device) while it is current on another one.
  Status make_current();
  // So that another thread may have it.
  void release_current();

 private:
  struct Handles;
  explicit GlContext(std::unique_ptr<Handles> handles);
  std::unique_ptr<Handles> handles_;
};

}  // namespace mannequin
