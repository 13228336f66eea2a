#include "tools/document/fit_surface.h"

#include <utility>

#include "tools/document/body_region.h"
#include "tools/scenes/scenes.h"

namespace mannequin::document {

FitPlace fit_place(const FitSurface& surface, std::uint32_t vertex) {
  for (std::size_t m = 0; m < surface.meshes.size(); ++m) {
    const auto count = static_cast<std::uint32_t>(surface.meshes[m].mesh->vertex_count());
    if (vertex < count) return {m, vertex};
    vertex -= count;
  }
  return {};
}

std::string fit_region(const FitSurface& body, std::uint32_t vertex, const Skeleton& skeleton) {
  const FitPlace place = fit_place(body, vertex);
  const FitMesh& mesh = body.meshes[place.mesh];
  const Vec3 normal = Mat3(mesh.skin->bind_shape()) * Vec3(mesh.mesh->normals()[place.vertex]);
  return body_region(skeleton, *mesh.skin, place.vertex, normal);
}

std::vector<SweepPose> default_sweep_poses(const Skeleton& skeleton) {
  std::vector<SweepPose> poses;
  for (scenes::NamedPose& pose : scenes::poses(skeleton))
    poses.push_back({std::move(pose.name), std::move(pose.pose)});
  return poses;
}

}  // namespace mannequin::document
