// Draws meshes in colours that carry data, lit only slightly
// so that the colours can be read; and edges over them.
#pragma once

#include <span>

#include "engine/gpu/gl_program.h"
#include "shaders/preview_layout.h"
#include "tools/preview/render/mesh_drawable.h"
#include "tools/preview/render/shading.h"
#include "tools/preview/render/uniforms.h"

namespace mannequin::preview {

class PaintPass {
 public:
  static Result<PaintPass> create();

  // Set the frame's block first. Not for Kind::studio. Of what `each` sets for a mesh only the opacity
  // counts.
  void draw(std::span<MeshDrawable* const> meshes, const Shading& shading, bool coarse,
            const UniformBlock<layout::PreviewDraw>& each, GivingUp& giving_up) const;
  // Call after drawing the meshes themselves. color: linear.
  void draw_wires(std::span<MeshDrawable* const> meshes, const Vec4f& color) const;

 private:
  explicit PaintPass(UniformBlock<layout::PreviewPaint> block) : block_(std::move(block)) {}

  UniformBlock<layout::PreviewPaint> block_;
  GlProgram paint_, wire_;
};

}  // namespace mannequin::preview
