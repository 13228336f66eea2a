// Uniform blocks that change for each draw.
#pragma once

#include <glad/gl.h>

#include "engine/gpu/gl_buffer.h"

namespace mannequin::preview {

// A block of one type at one binding; each set() takes effect for the draws after it.
template <typename Block>
class UniformBlock {
 public:
  static Result<UniformBlock> create(GLuint binding) {
    auto buffer = GlBuffer::create(sizeof(Block), nullptr, GL_DYNAMIC_STORAGE_BIT, "settings of a draw");
    if (!buffer) return error_of(buffer);
    UniformBlock made;
    made.buffer_ = std::move(*buffer);
    made.binding_ = binding;
    return made;
  }
  void set(const Block& block) const {
    glNamedBufferSubData(buffer_.id(), 0, sizeof block, &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, binding_, buffer_.id());
  }

 private:
  UniformBlock() = default;
  GlBuffer buffer_;
  GLuint binding_ = 0;
};

}  // namespace mannequin::preview
