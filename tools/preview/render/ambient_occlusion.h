// How much of its surroundings and of the key light each vertex sees:
// renders the avatar from many directions, and lights what is visible from
// each. Works incrementally, so that dragging a slider need not wait.
#pragma once

#include <optional>
#include <span>

#include "engine/gpu/gl_program.h"
#include "shaders/preview_layout.h"
#include "tools/document/camera.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/render/mesh_drawable.h"
#include "tools/preview/render/uniforms.h"

namespace mannequin::preview {

class AmbientOcclusion {
 public:
  // If OpenGL has no compute shaders, every vertex counts as fully visible.
  static Result<AmbientOcclusion> create();

  void restart() { next_ = gather_ ? 0 : sky_ + 1; }
  bool finished() const { return next_ > sky_; }

  // Processes one more direction; after the last one, shows the result. The meshes and their vertices must
  // stay the same from restart() to the end. bounds: in the avatar's frame; key: unit, towards the light.
  void step(std::span<MeshDrawable* const> meshes, const Bounds& bounds, const Vec3& key);

 private:
  explicit AmbientOcclusion(UniformBlock<layout::PreviewPass> pass) : pass_(std::move(pass)) {}
  void look_from(const Vec3& direction, std::span<MeshDrawable* const> meshes, const Bounds& bounds);

  UniformBlock<layout::PreviewPass> pass_;
  GlProgram depth_;
  std::optional<GlProgram> gather_;
  GlTexture map_;
  GlFramebuffer to_map_;
  int sky_ = 0;  // directions; one more is the key light's
  int next_ = 1;
};

}  // namespace mannequin::preview
