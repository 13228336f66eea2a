// Saves the OpenGL bindings used by compute shaders and restores them, so that a host's drawing is not
// disturbed.
#pragma once

#include <glad/gl.h>

#include <array>

namespace mannequin {

// Where the engine's compute shaders have their data: a uniform block, and up to four buffers.
inline constexpr GLuint kGlUniformBinding = 0, kGlFirstBuffer = 1, kGlLastBuffer = 4;

class GlComputeState {
 public:
  GlComputeState() {
    glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
    glGetIntegerv(GL_UNIFORM_BUFFER_BINDING, &uniform_);
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &storage_);
    for (Binding& b : bindings_) {
      glGetIntegeri_v(b.storage ? GL_SHADER_STORAGE_BUFFER_BINDING : GL_UNIFORM_BUFFER_BINDING, b.index,
                      &b.buffer);
      glGetInteger64i_v(b.storage ? GL_SHADER_STORAGE_BUFFER_START : GL_UNIFORM_BUFFER_START, b.index,
                        &b.start);
      glGetInteger64i_v(b.storage ? GL_SHADER_STORAGE_BUFFER_SIZE : GL_UNIFORM_BUFFER_SIZE, b.index, &b.size);
    }
  }
  ~GlComputeState() {
    for (const Binding& b : bindings_) {
      const GLenum target = b.storage ? GL_SHADER_STORAGE_BUFFER : GL_UNIFORM_BUFFER;
      // A size of 0 means a whole buffer, or none.
      if (b.size == 0)
        glBindBufferBase(target, b.index, static_cast<GLuint>(b.buffer));
      else
        glBindBufferRange(target, b.index, static_cast<GLuint>(b.buffer), b.start, b.size);
    }
    glBindBuffer(GL_UNIFORM_BUFFER, static_cast<GLuint>(uniform_));
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(storage_));
    glUseProgram(static_cast<GLuint>(program_));
  }
  GlComputeState(const GlComputeState&) = delete;
  GlComputeState& operator=(const GlComputeState&) = delete;

 private:
  struct Binding {
    bool storage;
    GLuint index;
    GLint buffer = 0;
    GLint64 start = 0, size = 0;
  };
  GLint program_ = 0, uniform_ = 0, storage_ = 0;
  std::array<Binding, 5> bindings_{{{false, kGlUniformBinding},
                                    {true, kGlFirstBuffer},
                                    {true, kGlFirstBuffer + 1},
                                    {true, kGlFirstBuffer + 2},
                                    {true, kGlLastBuffer}}};
};

}  // namespace mannequin
