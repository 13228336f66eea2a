#include "engine/skinning/bound_copy.h"

#include <fmt/format.h>

#include <algorithm>

namespace mannequin {

BoundCopy copy_bound(const Mesh& mesh, const Skin& skin) {
  BoundCopy bound;
  bound.palette_size = skin.palette_size();
  bound.vertices.reserve(mesh.vertex_count());
  const Mat4 bind_from_mesh = skin.bind_shape();
  const Mat3 bind_from_mesh_normal = glm::transpose(glm::inverse(Mat3(bind_from_mesh)));
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
    bound.vertices.push_back({Vec3(bind_from_mesh * Vec4(Vec3(mesh.positions()[v]), 1.0)),
                              bind_from_mesh_normal * Vec3(mesh.normals()[v]), skin.influences()[v]});
  return bound;
}

tl::unexpected<Error> unknown_mesh(MeshId mesh) {
  return fail(ErrorCode::bad_data, fmt::format("mesh {}", mesh),
              "was never added to this skinner, or was removed");
}

Status check_palettes(const SkinJob& job, std::size_t palette_size) {
  if (job.palettes.size() == palette_size * job.instances) return {};
  return fail(ErrorCode::bad_data, fmt::format("mesh {}", job.mesh),
              fmt::format("was given {} palette matrices for {} instances; each needs {}",
                          job.palettes.size(), job.instances, palette_size));
}

Status check_read_back(std::size_t vertex_count, std::uint32_t instances, std::uint32_t instance,
                       std::size_t out_size) {
  if (instance >= instances)
    return fail(ErrorCode::bad_data, fmt::format("instance {}", instance),
                fmt::format("was not skinned; there are {}", instances));
  if (out_size != vertex_count)
    return fail(ErrorCode::bad_data, fmt::format("instance {}", instance),
                fmt::format("has {} vertices, but there is room for {}", vertex_count, out_size));
  return {};
}

Status copy_instance(std::span<const SkinnedVertex> skinned, std::size_t vertex_count, std::uint32_t instance,
                     std::span<SkinnedVertex> out) {
  const auto instances = vertex_count == 0 ? 0u : static_cast<std::uint32_t>(skinned.size() / vertex_count);
  if (auto status = check_read_back(vertex_count, instances, instance, out.size()); !status) return status;
  std::ranges::copy(skinned.subspan(instance * vertex_count, vertex_count), out.begin());
  return {};
}

}  // namespace mannequin
