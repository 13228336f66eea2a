// How much of its surroundings each vertex sees: the avatar is looked at from many directions, and what a
// direction sees is lit by it. Worked out in steps, so that dragging a slider need not wait for it.
#pragma once

#include <optional>
#include <span>

#include "engine/gpu/gl_program.h"
#include "shaders/preview_layout.h"
#include "tools/preview/render/camera.h"
#include "tools/preview/render/mesh_drawable.h"
#include "tools/preview/render/uniforms.h"

namespace mannequin::preview {

class Openness {
 public:
  // Where OpenGL computes nothing, every vertex counts as seeing all of its surroundings.
  static Result<Openness> create();

  void restart() { next_ = gather_ ? 0 : kDirections; }
  bool finished() const { return next_ >= kDirections; }

  // Works on `directions` more; after the last one the result is shown. The meshes and their vertices must be
  // the same from restart() to the end. bounds: in the avatar's own frame.
  void step(std::span<MeshDrawable* const> meshes, const Bounds& bounds, int directions);

  static constexpr int kDirections = 96;

 private:
  explicit Openness(UniformBlock<layout::PreviewPass> pass) : pass_(std::move(pass)) {}
  void look_from(const Vec3& direction, std::span<MeshDrawable* const> meshes, const Bounds& bounds,
                 bool first);

  UniformBlock<layout::PreviewPass> pass_;
  GlProgram depth_;
  std::optional<GlProgram> gather_;
  GlTexture map_;
  GlFramebuffer to_map_;
  int next_ = kDirections;
};

}  // namespace mannequin::preview
