#include "tools/preview/render/paint_pass.h"

namespace mannequin::preview {

Result<PaintPass> PaintPass::create() {
  auto block = UniformBlock<layout::PreviewPaint>::create(layout::kPaintBinding);
  if (!block) return error_of(block);
  PaintPass made(std::move(*block));
  auto paint = GlProgram::create({"preview_paint.vert", "preview_paint.frag"});
  if (!paint) return error_of(paint);
  auto wire = GlProgram::create({"preview_paint.vert", "preview_wire.frag"});
  if (!wire) return error_of(wire);
  made.paint_ = std::move(*paint);
  made.wire_ = std::move(*wire);
  return made;
}

void PaintPass::draw(std::span<MeshDrawable* const> meshes, const Shading& shading, bool coarse,
                     const UniformBlock<layout::PreviewDraw>& each, GivingUp& giving_up) const {
  layout::PreviewPaint block{};
  for (std::size_t i = 0; i < shading.ramp->stops.size(); ++i)
    block.stops[i] = Vec4f(shading.ramp->stop(i), 1.0f);
  block.range = {static_cast<float>(shading.low), static_cast<float>(shading.high),
                 static_cast<float>(shading.lines_every), 0.0f};
  block.kind = shading.kind == Shading::Kind::ramp     ? layout::kPaintRamp
               : shading.kind == Shading::Kind::colors ? layout::kPaintColors
                                                       : layout::kPaintNormals;
  glUseProgram(paint_.id());
  block_.set(block);
  for (const MeshDrawable* mesh : meshes) {
    if (giving_up.given_up()) return;
    mesh->bind();
    each.set({.color = {}, .settings = {0.0f, mesh->opacity(), 0.0f, 0.0f}});
    mesh->draw_all(coarse, giving_up);
  }
}

void PaintPass::draw_wires(std::span<MeshDrawable* const> meshes, const Vec4f& color) const {
  layout::PreviewPaint block{};
  block.wire = color;
  glUseProgram(wire_.id());
  block_.set(block);
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  glEnable(GL_POLYGON_OFFSET_LINE);
  glPolygonOffset(-1.0f, -1.0f);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  for (const MeshDrawable* mesh : meshes) {
    mesh->bind();
    mesh->draw_all();
  }
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_POLYGON_OFFSET_LINE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

}  // namespace mannequin::preview
