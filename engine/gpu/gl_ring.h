// Buffers between host and device that stay mapped: a ring for what is sent every frame, and one for reading
// back.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "engine/core/result.h"
#include "engine/gpu/gl_buffer.h"

namespace mannequin {

// Three segments in turn, so that the host fills one while the device still works on the ones before. Each is
// a mapped buffer and a copy in the device's own memory, which is what shaders read: they do so many times.
class GlRing {
 public:
  GlRing() = default;
  GlRing(GlRing&&) = delete;
  ~GlRing();

  // The next segment, once the device is done with it; grows as needed. Fails (device) when memory runs out.
  Result<std::span<std::byte>> next(std::size_t bytes, std::string_view purpose);
  // Has the device copy what was written; gives the buffer that shaders read.
  GLuint send();
  // After the last use of what send() gave.
  void used();

 private:
  struct Segment {
    GlBuffer staging, device;
    std::byte* mapped = nullptr;
    std::size_t bytes = 0;  // of this turn
    GLsync fence = nullptr;
  };
  std::array<Segment, 3> segments_;
  std::size_t current_ = 0;
};

// For copying out of the device's own memory without moving the buffer itself to the host, which drivers like
// to do.
class GlReadBuffer {
 public:
  // Waits for the device. Fails (device) when memory runs out or the device is lost.
  Status read(GLuint from, std::size_t offset, std::span<std::byte> out);

 private:
  GlBuffer buffer_;
  const std::byte* mapped_ = nullptr;
};

}  // namespace mannequin
