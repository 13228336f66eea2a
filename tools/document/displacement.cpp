#include "tools/document/displacement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bind/surface_tree.h"
#include "tools/document/worn_names.h"

namespace mannequin::document {
namespace {

constexpr double kMatchedWithin = 0.03;  // metres, in bind space

// The same mesh, perhaps in another shape, with the same vertex numbers. Meshes of different files may share
// an id and the number of vertices, but not the triangles.
const WornMesh* partner_of(const WornMesh& mesh, const DressedAvatar& avatar) {
  for (const WornMesh* other : avatar.visible_meshes())
    if (other->id == mesh.id && other->mesh.vertex_count() == mesh.mesh.vertex_count() &&
        std::ranges::equal(other->mesh.indices(), mesh.mesh.indices()))
      return other;
  return nullptr;
}

// What A wears and B does not, as one surface in bind space and as posed on A.
struct OtherSurface {
  mannequin::Surface bound;
  std::vector<ReferenceVertex> posed;

  // The point of A matching a vertex of B: the nearest in bind space.
  struct Match {
    Vec3 position{0.0}, normal{0.0};
  };
  std::optional<Match> match(const SurfaceTree& tree, const Vec3& at) const {
    const auto nearest = tree.nearest(at, kMatchedWithin);
    if (!nearest) return std::nullopt;
    Match match;
    const auto& corners = bound.triangles[nearest->triangle];
    for (int k = 0; k < 3; ++k) {
      const ReferenceVertex& corner = posed[corners[static_cast<std::size_t>(k)]];
      match.position += nearest->barycentric[k] * corner.position;
      match.normal += nearest->barycentric[k] * corner.normal;
    }
    match.normal = glm::normalize(match.normal);
    return match;
  }
};

OtherSurface unpaired_surface(const DressedAvatar& from, const DressedAvatar& to) {
  OtherSurface surface;
  for (const WornMesh* mesh : from.visible_meshes()) {
    if (partner_of(*mesh, to) != nullptr) continue;
    const auto first = static_cast<std::uint32_t>(surface.bound.positions.size());
    for (const Vec3f& p : mesh->bound()) surface.bound.positions.emplace_back(p);
    const auto indices = mesh->mesh.indices();
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
      surface.bound.triangles.push_back({first + indices[i], first + indices[i + 1], first + indices[i + 2]});
    const auto posed = reference_of(*mesh, from.state().joints);
    surface.posed.insert(surface.posed.end(), posed.begin(), posed.end());
  }
  return surface;
}

}  // namespace

const MeshDisplacement* Displacements::of(const Uuid& mesh) const {
  const auto found = std::ranges::find(meshes, mesh, &MeshDisplacement::mesh);
  return found == meshes.end() ? nullptr : &*found;
}

Displacements measure_displacements(const DressedAvatar& from, const DressedAvatar& to, bool along_normal) {
  Displacements found;
  const OtherSurface others = unpaired_surface(from, to);
  const SurfaceTree tree(others.bound);
  const auto note = [&](const WornMesh& mesh, std::size_t vertex, double metres) {
    if (!found.worst || std::abs(metres) > std::abs(found.worst->metres))
      found.worst = {mesh.id, name_told_apart(to.worn(), mesh), vertex, metres};
  };
  for (const WornMesh* mesh : to.visible_meshes()) {
    MeshDisplacement& measured = found.meshes.emplace_back(MeshDisplacement{mesh->id, {}});
    const WornMesh* other = partner_of(*mesh, from);
    const std::size_t count = mesh->mesh.vertex_count();
    if (other == nullptr) {
      if (others.bound.triangles.empty()) continue;
      measured.metres.assign(count, std::numeric_limits<float>::quiet_NaN());
      for (std::size_t v = 0; v < count; ++v) {
        const auto match = others.match(tree, Vec3(mesh->bound()[v]));
        if (!match) continue;
        const Vec3 way = skinned_vertex(*mesh, v) - match->position;
        const double metres = along_normal ? glm::dot(way, match->normal) : glm::length(way);
        measured.metres[v] = static_cast<float>(metres);
        note(*mesh, v, metres);
      }
      if (std::ranges::all_of(measured.metres, [](float metres) { return std::isnan(metres); }))
        measured.metres.clear();
      continue;
    }
    measured.metres.resize(count);
    std::vector<ReferenceVertex> surface;
    if (along_normal) surface = reference_of(*other, from.state().joints);
    for (std::size_t v = 0; v < count; ++v) {
      const Vec3 here = skinned_vertex(*mesh, v);
      const double metres = along_normal ? glm::dot(here - surface[v].position, surface[v].normal)
                                         : glm::length(here - skinned_vertex(*other, v));
      measured.metres[v] = static_cast<float>(metres);
      note(*mesh, v, metres);
    }
  }
  return found;
}

}  // namespace mannequin::document
