#include "tools/document/displacement.h"

#include <algorithm>
#include <cmath>

namespace mannequin::document {
namespace {

const WornMesh* partner_of(const WornMesh& mesh, const DressedAvatar& avatar) {
  for (const WornMesh* other : avatar.visible_meshes())
    if (other->id == mesh.id && other->mesh.vertex_count() == mesh.mesh.vertex_count()) return other;
  return nullptr;
}

}  // namespace

const MeshDisplacement* Displacements::of(const Uuid& mesh) const {
  const auto found = std::ranges::find(meshes, mesh, &MeshDisplacement::mesh);
  return found == meshes.end() ? nullptr : &*found;
}

Displacements measure_displacements(const DressedAvatar& from, const DressedAvatar& to, bool along_normal) {
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

}  // namespace mannequin::document
