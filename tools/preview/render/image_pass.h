// One triangle that covers an image: for passes over every pixel.
#pragma once

#include "engine/gpu/gl_buffer.h"
#include "engine/gpu/gl_object.h"

namespace mannequin::preview {

class ImageTriangle {
 public:
  static Result<ImageTriangle> create() {
    const float corners[] = {-1.0f, -1.0f, 3.0f, -1.0f, -1.0f, 3.0f};
    auto buffer = GlBuffer::create(sizeof corners, corners, 0, "a triangle");
    if (!buffer) return error_of(buffer);
    ImageTriangle made;
    made.corners_ = std::move(*buffer);
    made.array_ = GlVertexArray::create();
    glVertexArrayVertexBuffer(made.array_.id(), 0, made.corners_.id(), 0, 2 * sizeof(float));
    glVertexArrayAttribFormat(made.array_.id(), 0, 2, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(made.array_.id(), 0, 0);
    glEnableVertexArrayAttrib(made.array_.id(), 0);
    return made;
  }
  void draw() const {
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

 private:
  ImageTriangle() = default;
  GlBuffer corners_;
  GlVertexArray array_;
};

}  // namespace mannequin::preview
