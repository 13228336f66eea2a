// How much of its surroundings and of the key light each vertex sees: the avatar is looked at from many
// directions, and what a direction sees is lit by it. Worked out in steps, so that dragging a slider need not
// wait for it.
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
  // Where OpenGL computes nothing, every vertex counts as seeing all of its surroundings.
  static Result<AmbientOcclusion> create();

  void restart() { next_ = gather_ ? 0 : kEnd; }
  bool finished() const { return next_ == kEnd; }

  // Works on one more direction; after the last one the result is shown. The meshes and their vertices must
  // be the same from restart() to the end. bounds: in the avatar's own frame; key: unit, towards the light.
  void step(std::span<MeshDrawable* const> meshes, const Bounds& bounds, const Vec3& key);

 private:
  explicit AmbientOcclusion(UniformBlock<layout::PreviewPass> pass) : pass_(std::move(pass)) {}
  void look_from(const Vec3& direction, std::span<MeshDrawable* const> meshes, const Bounds& bounds);

  static constexpr int kSky = 96, kEnd = kSky + 1;  // directions; the last is the key light's

  UniformBlock<layout::PreviewPass> pass_;
  GlProgram depth_;
  std::optional<GlProgram> gather_;
  GlTexture map_;
  GlFramebuffer to_map_;
  int next_ = kEnd;
};

}  // namespace mannequin::preview
