#include "tools/preview/render/shadows.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace mannequin::preview {
namespace {

constexpr int kKeySize = 2048, kSharpSize = 512, kSoftSize = 256;
constexpr double kSelfShadowSoftness = 0.011;             // metres
constexpr double kFloorSharp = 0.009, kFloorSoft = 0.07;  // blur of the floor's shadow, metres

GlTexture depth_texture(int size) {
  GlTexture texture = GlTexture::create();
  glTextureStorage2D(texture.id(), 1, GL_DEPTH_COMPONENT24, size, size);
  glTextureParameteri(texture.id(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(texture.id(), GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTextureParameteri(texture.id(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(texture.id(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

// Black outside: no shadow beyond the edge.
GlTexture shadow_texture(int size) {
  GlTexture texture = GlTexture::create();
  glTextureStorage2D(texture.id(), 1, GL_RGBA16F, size, size);
  glTextureParameteri(texture.id(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(texture.id(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  glTextureParameteri(texture.id(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
  return texture;
}

GlFramebuffer target_of(const GlTexture& texture, GLenum attachment) {
  GlFramebuffer framebuffer = GlFramebuffer::create();
  glNamedFramebufferTexture(framebuffer.id(), attachment, texture.id(), 0);
  if (attachment == GL_DEPTH_ATTACHMENT) glNamedFramebufferDrawBuffer(framebuffer.id(), GL_NONE);
  return framebuffer;
}

Vec3 corner_of(const Bounds& bounds, int corner) {
  return {corner & 1 ? bounds.high.x : bounds.low.x, corner & 2 ? bounds.high.y : bounds.low.y,
          corner & 4 ? bounds.high.z : bounds.low.z};
}

void draw_all(std::span<const MeshDrawable* const> meshes, GivingUp& giving_up) {
  for (const MeshDrawable* mesh : meshes) {
    if (giving_up.given_up()) return;
    mesh->bind();
    mesh->draw_all(false, giving_up);
  }
}

}  // namespace

Result<Shadows> Shadows::create() {
  auto pass = UniformBlock<layout::PreviewPass>::create(layout::kDrawBinding);
  if (!pass) return error_of(pass);
  auto triangle = ImageTriangle::create();
  if (!triangle) return error_of(triangle);
  Shadows made(std::move(*pass), std::move(*triangle));
  auto depth = GlProgram::create({"preview_depth.vert", "preview_depth.frag"});
  if (!depth) return error_of(depth);
  auto floor = GlProgram::create({"preview_floor_shadow.vert", "preview_floor_shadow.frag"});
  if (!floor) return error_of(floor);
  auto blur = GlProgram::create({"preview_image.vert", "preview_blur.frag"});
  if (!blur) return error_of(blur);
  made.depth_ = std::move(*depth);
  made.floor_shadow_ = std::move(*floor);
  made.blur_ = std::move(*blur);
  made.key_depth_ = depth_texture(kKeySize);
  made.to_key_depth_ = target_of(made.key_depth_, GL_DEPTH_ATTACHMENT);
  for (auto [texture, target, size] : {std::tuple{&made.floor_raw_, &made.to_raw_, kSharpSize},
                                       {&made.floor_sharp_, &made.to_sharp_, kSharpSize},
                                       {&made.scratch_sharp_, &made.to_scratch_sharp_, kSharpSize},
                                       {&made.floor_soft_, &made.to_soft_, kSoftSize},
                                       {&made.scratch_soft_, &made.to_scratch_soft_, kSoftSize}}) {
    *texture = shadow_texture(size);
    *target = target_of(*texture, GL_COLOR_ATTACHMENT0);
  }
  return made;
}

void Shadows::update(std::span<const MeshDrawable* const> meshes, const Bounds& around, double lift,
                     const Vec3& key, GivingUp& giving_up) {
  // A damaged mesh may reach to infinity, where a shadow of all would be over everything.
  constexpr double kReach = 50.0;
  Bounds bounds = around;
  for (Vec3* end : {&bounds.low, &bounds.high})
    for (int axis = 0; axis < 3; ++axis)
      (*end)[axis] = std::isnan((*end)[axis]) ? 0.0 : std::clamp((*end)[axis], -kReach, kReach);
  draw_key_depth(meshes, bounds, lift, key, giving_up);
  draw_floor_shadow(meshes, bounds, lift, key, giving_up);
}

void Shadows::draw_key_depth(std::span<const MeshDrawable* const> meshes, const Bounds& bounds, double lift,
                             const Vec3& key, GivingUp& giving_up) {
  const double r = bounds.radius() + 0.02;
  const Mat4 view = glm::lookAt(bounds.center() + 2.0 * r * key, bounds.center(), Vec3(0.0, 0.0, 1.0));
  // As narrow as the avatar is from there.
  Vec3 low(1e9), high(-1e9);
  for (int c = 0; c < 8; ++c) {
    const Vec3 p(view * Vec4(corner_of(bounds, c), 1.0));
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const double half = 0.5 * std::max(high.x - low.x, high.y - low.y) + 0.02;
  const double x = 0.5 * (low.x + high.x), y = 0.5 * (low.y + high.y);
  const Mat4 clip = glm::ortho(x - half, x + half, y - half, y + half, -high.z - 0.02, -low.z + 0.02) * view;
  key_from_world_ = glm::translate(Mat4(1.0), Vec3(0.5)) * glm::scale(Mat4(1.0), Vec3(0.5)) * clip;
  key_width_ = 2.0 * half;

  layout::PreviewPass pass{};
  pass.clip_from_world = Mat4f(glm::translate(clip, Vec3(0.0, 0.0, lift)));
  glBindFramebuffer(GL_FRAMEBUFFER, to_key_depth_.id());
  glViewport(0, 0, kKeySize, kKeySize);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);
  // A slope's own depth varies within a texel; a slope-dependent bias keeps it lit.
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.5f, 2.0f);
  glUseProgram(depth_.id());
  pass_.set(pass);
  draw_all(meshes, giving_up);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void Shadows::draw_floor_shadow(std::span<const MeshDrawable* const> meshes, const Bounds& bounds,
                                double lift, const Vec3& key, GivingUp& giving_up) {
  // The floor area covered by the avatar and its shadow, with a margin for the blur.
  glm::dvec2 low(1e9), high(-1e9);
  for (int c = 0; c < 8; ++c) {
    const Vec3 p = corner_of(bounds, c);
    for (const glm::dvec2 q :
         {glm::dvec2(p), glm::dvec2(p) - glm::dvec2(key) * (std::max(p.z, 0.0) / key.z)}) {
      low = glm::min(low, q);
      high = glm::max(high, q);
    }
  }
  const double side = std::max(high.x - low.x, high.y - low.y) + 6.0 * kFloorSoft;
  const glm::dvec2 corner = 0.5 * (low + high) - 0.5 * side;

  layout::PreviewPass pass{};
  pass.clip_from_world = Mat4f(glm::ortho(corner.x, corner.x + side, corner.y, corner.y + side, -1.0, 1.0));
  pass.step.x = static_cast<float>(lift);
  glBindFramebuffer(GL_FRAMEBUFFER, to_raw_.id());
  glViewport(0, 0, kSharpSize, kSharpSize);
  glDisable(GL_DEPTH_TEST);
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glUseProgram(floor_shadow_.id());
  // Once along the light (covered, height), once straight down (contact shadows). Keeps the maximum; for the
  // height, this errs on the soft side.
  glEnable(GL_BLEND);
  glBlendEquation(GL_MAX);
  glColorMask(GL_TRUE, GL_TRUE, GL_FALSE, GL_FALSE);
  pass.direction = Vec4f(Vec3f(key), 0.0f);
  pass_.set(pass);
  draw_all(meshes, giving_up);
  glColorMask(GL_FALSE, GL_FALSE, GL_TRUE, GL_FALSE);
  pass.direction = Vec4f(0.0f, 0.0f, 1.0f, 0.0f);
  pass_.set(pass);
  draw_all(meshes, giving_up);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glBlendEquation(GL_FUNC_ADD);
  glDisable(GL_BLEND);
  if (giving_up.given_up()) return;

  floor_area_ = {corner, side};
  glUseProgram(blur_.id());
  const auto texels = [&](double metres, int size) { return static_cast<float>(metres / side * size); };
  blur(floor_raw_.id(), scratch_sharp_.id(), to_scratch_sharp_.id(), to_sharp_.id(), kSharpSize,
       texels(kFloorSharp, kSharpSize));
  blur(floor_raw_.id(), scratch_soft_.id(), to_scratch_soft_.id(), to_soft_.id(), kSoftSize,
       texels(kFloorSoft, kSoftSize));
}

void Shadows::blur(GLuint from, GLuint scratch, GLuint scratch_target, GLuint to_target, int size,
                   float sigma) {
  sigma = std::max(sigma, 0.5f);
  layout::PreviewPass pass{};
  const float texel = 1.0f / static_cast<float>(size);
  glViewport(0, 0, size, size);
  for (const bool across : {true, false}) {
    pass.step = {across ? texel : 0.0f, across ? 0.0f : texel, sigma, std::ceil(2.5f * sigma)};
    glBindFramebuffer(GL_FRAMEBUFFER, across ? scratch_target : to_target);
    glBindTextureUnit(layout::kImageBinding, across ? from : scratch);
    pass_.set(pass);
    triangle_.draw();
  }
}

void Shadows::use(layout::PreviewFrame& frame) const {
  frame.key_from_world = Mat4f(key_from_world_);
  frame.key_direction.w = static_cast<float>(kSelfShadowSoftness / key_width_);
  frame.floor_area = Vec4f(Vec3f(floor_area_), 0.0f);
  glBindTextureUnit(layout::kKeyDepthBinding, key_depth_.id());
  glBindTextureUnit(layout::kFloorSharpBinding, floor_sharp_.id());
  glBindTextureUnit(layout::kFloorSoftBinding, floor_soft_.id());
}

}  // namespace mannequin::preview
