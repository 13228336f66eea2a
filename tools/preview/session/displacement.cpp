#include "tools/preview/session/displacement.h"

#include <algorithm>
#include <cmath>

namespace mannequin::preview {
namespace {

const WornMesh* partner_of(const WornMesh& mesh, const Scene& scene) {
  for (const WornMesh* other : scene.visible_meshes())
    if (other->id == mesh.id && other->mesh.vertex_count() == mesh.mesh.vertex_count()) return other;
  return nullptr;
}

}  // namespace

const MeshDisplacement* Displacements::of(const Uuid& mesh) const {
  const auto found = std::ranges::find(meshes, mesh, &MeshDisplacement::mesh);
  return found == meshes.end() ? nullptr : &*found;
}

Displacements measure_displacements(const Scene& from, const Scene& to, bool along_normal) {
  Displacements found;
  for (const WornMesh* mesh : to.visible_meshes()) {
    MeshDisplacement& measured = found.meshes.emplace_back(MeshDisplacement{mesh->id, {}});
    const WornMesh* other = partner_of(*mesh, from);
    if (other == nullptr) continue;
    const std::size_t count = mesh->mesh.vertex_count();
    measured.metres.resize(count);
    std::vector<ReferenceVertex> surface;
    if (along_normal) surface = reference_of(*other, from.state().joints);
    for (std::size_t v = 0; v < count; ++v) {
      const Vec3 here = skinned_vertex(*mesh, v);
      const double metres = along_normal ? glm::dot(here - surface[v].position, surface[v].normal)
                                         : glm::length(here - skinned_vertex(*other, v));
      measured.metres[v] = static_cast<float>(metres);
      if (!found.worst || std::abs(metres) > std::abs(found.worst->metres))
        found.worst = {mesh->id, mesh->mesh.name(), v, metres};
    }
  }
  return found;
}

Result<Displacements> measure_errors(const Scene& scene) {
  Displacements found;
  for (const WornMesh* mesh : scene.visible_meshes()) {
    const auto wanted = reference_of(*mesh, scene.state().joints);
    std::vector<SkinnedVertex> got(wanted.size());
    if (auto status = scene.read_back(*mesh, got); !status) return error_of(status);
    MeshDisplacement& measured = found.meshes.emplace_back(MeshDisplacement{mesh->id, {}});
    for (std::size_t v = 0; v < wanted.size(); ++v) {
      const double metres = glm::length(Vec3(got[v].position) - wanted[v].position);
      measured.metres.push_back(static_cast<float>(metres));
      if (!found.worst || metres > found.worst->metres)
        found.worst = {mesh->id, mesh->mesh.name(), v, metres};
    }
  }
  return found;
}

}  // namespace mannequin::preview
