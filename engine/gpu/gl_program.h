// An owned OpenGL program built from embedded shaders.
#pragma once

#include <glad/gl.h>

#include <initializer_list>
#include <string_view>
#include <utility>

#include "engine/core/result.h"

namespace mannequin {

class GlProgram {
 public:
  GlProgram() = default;
  GlProgram(GlProgram&& other) noexcept : id_(std::exchange(other.id_, 0u)) {}
  GlProgram& operator=(GlProgram&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~GlProgram() {
    if (id_ != 0) glDeleteProgram(id_);
  }

  // Compiles and links files of shaders/ by name: {"skin.comp"}, {"preview_body.vert", "preview_body.frag"}.
  // The file name extension determines the stage. Fails (device) with the driver's messages.
  static Result<GlProgram> create(std::initializer_list<std::string_view> file_names);

  GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;
};

}  // namespace mannequin
