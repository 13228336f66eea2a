// What drawing needs of a worn mesh beside the skinned vertices: triangles, colours, openness.
#pragma once

#include <vector>

#include "engine/gpu/gl_buffer.h"
#include "engine/gpu/gl_object.h"
#include "engine/mesh/mesh.h"

namespace mannequin::preview {

struct DrawFace {
  GLsizei index_count = 0;
  std::size_t index_offset = 0;  // bytes
  Vec3f color{0.8f};             // of the file; linear
};

class MeshDrawable {
 public:
  // srgb_colors: how the colours of its materials are meant.
  static Result<MeshDrawable> create(const Mesh& mesh, bool srgb_colors);

  // Where the skinned vertices are: position and normal, three floats each.
  void set_vertices(GLuint buffer, GLintptr offset, GLsizei stride);

  GLuint vertex_array() const { return vertex_array_.id(); }
  GLuint vertices() const { return vertices_; }
  std::uint32_t vertex_count() const { return vertex_count_; }
  // Openness: 0..1 per vertex, how much of its surroundings a vertex sees. One is drawn, one is being worked
  // out.
  GLuint openness_in_work() const { return openness_[1].id(); }
  void show_openness();  // exchanges the two

  void bind() const { glBindVertexArray(vertex_array_.id()); }
  void draw(const DrawFace& face) const {
    glDrawElements(GL_TRIANGLES, face.index_count, GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(face.index_offset));
  }
  void draw_all() const { glDrawElements(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr); }
  const std::vector<DrawFace>& faces() const { return faces_; }

 private:
  MeshDrawable() = default;
  GlVertexArray vertex_array_;
  GlBuffer indices_;
  GlBuffer openness_[2];
  GLuint vertices_ = 0;
  GLsizei index_count_ = 0;
  std::uint32_t vertex_count_ = 0;
  std::vector<DrawFace> faces_;
};

}  // namespace mannequin::preview
