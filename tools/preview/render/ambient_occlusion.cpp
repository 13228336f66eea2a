#include "tools/preview/render/ambient_occlusion.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace mannequin::preview {
namespace {

constexpr int kMapSize = 512;
constexpr double kKeySoftness = 0.02;  // metres: beyond the distance of vertices, or their shadows have teeth

// Half as many where each takes a noticeable time if the processor draws.
int directions(std::span<MeshDrawable* const> meshes) {
  constexpr std::size_t kManyPlaces = 150'000, kManyTriangles = 2 * kManyPlaces;
  std::size_t places = 0, triangles = 0;
  for (const MeshDrawable* mesh : meshes) {
    places += mesh->place_count();
    triangles += mesh->triangles();
  }
  return places > kManyPlaces || triangles > kManyTriangles ? 48 : 96;
}

// Evenly distributed over the sphere (a Fibonacci spiral).
Vec3 direction(int i, int count) {
  const double z = 1.0 - 2.0 * (i + 0.5) / count;
  const double angle = i * glm::pi<double>() * (3.0 - std::sqrt(5.0));
  const double r = std::sqrt(1.0 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

}  // namespace

Result<AmbientOcclusion> AmbientOcclusion::create() {
  auto pass = UniformBlock<layout::PreviewPass>::create(layout::kDrawBinding);
  if (!pass) return error_of(pass);
  AmbientOcclusion made(std::move(*pass));
  auto depth = GlProgram::create({"preview_depth.vert", "preview_depth.frag"});
  if (!depth) return error_of(depth);
  auto gather = GlProgram::create({"preview_occlusion.comp"});
  made.depth_ = std::move(*depth);
  if (gather) made.gather_ = std::move(*gather);
  made.map_ = GlTexture::create();
  glTextureStorage2D(made.map_.id(), 1, GL_DEPTH_COMPONENT24, kMapSize, kMapSize);
  glTextureParameteri(made.map_.id(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(made.map_.id(), GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  made.to_map_ = GlFramebuffer::create();
  glNamedFramebufferTexture(made.to_map_.id(), GL_DEPTH_ATTACHMENT, made.map_.id(), 0);
  glNamedFramebufferDrawBuffer(made.to_map_.id(), GL_NONE);
  return made;
}

void AmbientOcclusion::look_from(const Vec3& direction, std::span<MeshDrawable* const> meshes,
                                 const Bounds& bounds) {
  const double r = bounds.radius() + 0.02;
  const Vec3 up = std::abs(direction.z) > 0.95 ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 0.0, 1.0);
  const Mat4 view = glm::lookAt(bounds.center() + 2.0 * r * direction, bounds.center(), up);
  layout::PreviewPass pass{};
  pass.clip_from_world = Mat4f(glm::ortho(-r, r, -r, r, r, 3.0 * r) * view);
  pass.direction = Vec4f(Vec3f(direction), 4.0f / static_cast<float>(sky_));
  pass.first_pass = next_ == 0 ? 1u : 0u;
  pass.sky = next_ < sky_ ? 1u : 0u;
  pass.step.x = static_cast<float>(kKeySoftness / (2.0 * r));
  glBindFramebuffer(GL_FRAMEBUFFER, to_map_.id());
  glViewport(0, 0, kMapSize, kMapSize);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 1.0f);
  glUseProgram(depth_.id());
  pass_.set(pass);
  for (const MeshDrawable* mesh : meshes) {
    mesh->bind();
    mesh->draw_all();
  }
  glDisable(GL_POLYGON_OFFSET_FILL);

  glUseProgram(gather_->id());
  glBindTextureUnit(layout::kSkyDepthBinding, map_.id());
  for (const MeshDrawable* mesh : meshes) {
    const SkinnedPlaces& skinned = mesh->skinned();
    pass.place_count = mesh->place_count();
    pass.positions_begin = static_cast<std::uint32_t>(skinned.positions / sizeof(float));
    pass.normals_begin = static_cast<std::uint32_t>(skinned.normals / sizeof(float));
    pass_.set(pass);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layout::kSkinnedBinding, skinned.buffer);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layout::kOcclusionBinding, mesh->openness_in_work());
    glDispatchCompute((mesh->place_count() + 63) / 64, 1, 1);
  }
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void AmbientOcclusion::step(std::span<MeshDrawable* const> meshes, const Bounds& bounds, const Vec3& key) {
  if (finished()) return;
  if (next_ == 0) sky_ = directions(meshes);
  look_from(next_ < sky_ ? direction(next_, sky_) : key, meshes, bounds);
  ++next_;
  if (!finished()) return;
  glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
  for (MeshDrawable* mesh : meshes) mesh->show_openness();
}

}  // namespace mannequin::preview
