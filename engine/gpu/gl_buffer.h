// An owned OpenGL buffer. The context in which it was created must be current wherever it is used or
// destroyed.
#pragma once

#include <fmt/format.h>
#include <glad/gl.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/core/result.h"

namespace mannequin {

class GlBuffer {
 public:
  GlBuffer() = default;
  GlBuffer(GlBuffer&& other) noexcept
      : id_(std::exchange(other.id_, 0u)), bytes_(std::exchange(other.bytes_, std::size_t{0})) {}
  GlBuffer& operator=(GlBuffer&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~GlBuffer() {
    if (id_ != 0) glDeleteBuffers(1, &id_);
  }

  // Immutable storage. data may be null; flags: GL_DYNAMIC_STORAGE_BIT to write it later, ...
  // `purpose` names it in messages. Fails (device) if memory runs out.
  static Result<GlBuffer> create(std::size_t bytes, const void* data, GLbitfield flags,
                                 std::string_view purpose) {
    // Clears pending errors, which must not be mistaken for ours.
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) continue;
    GlBuffer buffer;
    buffer.bytes_ = bytes == 0 ? 4 : bytes;  // OpenGL does not allow empty storage
    glCreateBuffers(1, &buffer.id_);
    glNamedBufferStorage(buffer.id_, static_cast<GLsizeiptr>(buffer.bytes_), bytes == 0 ? nullptr : data,
                         flags);
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
      return fail(
          ErrorCode::device, "OpenGL",
          fmt::format("The device has no memory for {} ({:.1f} MB; OpenGL error {:#x}). Use fewer avatars or "
                      "meshes at once, or the cpu backend.",
                      purpose, static_cast<double>(bytes) / 1e6, error));
    return buffer;
  }

  GLuint id() const { return id_; }
  std::size_t bytes() const { return bytes_; }
  explicit operator bool() const { return id_ != 0; }

 private:
  GLuint id_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace mannequin
