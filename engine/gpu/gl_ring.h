// Persistently mapped buffers between host and device: a ring for per-frame uploads, and one for
// readback.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "engine/core/result.h"
#include "engine/gpu/gl_buffer.h"

namespace mannequin {

// Three segments in turn, so that the host fills one while the device still reads earlier ones. Each is a
// mapped buffer and a device-local copy; shaders use the copy, since they read it many times.
class GlRing {
 public:
  GlRing() = default;
  GlRing(GlRing&&) = delete;
  ~GlRing();

  // The next segment, once the device is done with it; grows as needed. Fails (device) if memory runs out.
  Result<std::span<std::byte>> next(std::size_t bytes, std::string_view purpose);
  // Makes the device copy the written data; returns the buffer that shaders read.
  GLuint send();
  // Call after the last use of the buffer from send().
  void used();

 private:
  struct Segment {
    GlBuffer staging, device;
    std::byte* mapped = nullptr;
    std::size_t bytes = 0;  // in this turn
    GLsync fence = nullptr;
  };
  std::array<Segment, 3> segments_;
  std::size_t current_ = 0;
};

// For reading device-local memory without making the driver move the buffer itself to host memory, as some
// do.
class GlReadBuffer {
 public:
  // Waits for the device. Fails (device) if memory runs out or the device is lost.
  Status read(GLuint from, std::size_t offset, std::span<std::byte> out);

 private:
  GlBuffer buffer_;
  const std::byte* mapped_ = nullptr;
};

}  // namespace mannequin
