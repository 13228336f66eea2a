#include "tests/fit/mend_case.h"

#include <algorithm>
#include <utility>

#include "engine/appearance/random_shape.h"
#include "engine/bind/smooth.h"
#include "engine/bind/surface.h"
#include "engine/fit/random_pose.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/wear/bound_mesh.h"

namespace mannequin {

BoundMeshDesc settled_builtin(std::string_view name) {
  BoundMeshDesc bound = io::read_builtin_mesh(name, Sex::female).value().meshes[0];
  retarget(bound.skin, builtin().skeleton, kStrictImporter);
  return bound;
}

Result<WornGarment> build_strict(std::span<const BoundMeshDesc> meshes) {
  WornGarment out;
  for (const BoundMeshDesc& desc : meshes) {
    Result<BoundMesh> bound = build_bound_mesh(desc, builtin().skeleton, kStrictImporter);
    if (!bound) return error_of(bound);
    out.parts.push_back({std::move(bound->mesh), std::move(*bound->skin)});
  }
  return out;
}

MendBody::MendBody() {
  const WeldedSurface welded = make_surface(desc.mesh, desc.skin.bind_shape, Welding::border);
  sources.push_back({"body", welded.surface, weights_of_skin(desc.skin, welded)});
}

std::vector<MendCase> random_mend_cases(std::uint32_t count, std::uint32_t seed) {
  std::vector<MendCase> cases;
  for (std::uint32_t i = 0; i < count; ++i)
    cases.push_back({random_shape(builtin().appearance, Sex::female, seed + i), {}});
  return cases;
}

void bones_only(BoundMeshDesc& bound) {
  const Skeleton& skeleton = builtin().skeleton;
  std::vector<std::uint32_t> to;
  for (std::uint32_t j = 0; j < bound.skin.joint_names.size(); ++j) {
    const JointIndex joint = skeleton.find(bound.skin.joint_names[j]);
    const Joint& known = skeleton[joint];
    std::uint32_t slot = j;
    if (known.kind == JointKind::collision_volume) {
      const std::string& parent = skeleton[known.parent].name;
      const auto found = std::ranges::find(bound.skin.joint_names, parent);
      if (found != bound.skin.joint_names.end())
        slot = static_cast<std::uint32_t>(found - bound.skin.joint_names.begin());
    }
    to.push_back(slot);
  }
  for (InfluenceDesc& influence : bound.skin.influences) influence.joint = to[influence.joint];
}

void smooth_twelve_times(BoundMeshDesc& bound) {
  WeldedSurface welded = make_surface(bound.mesh, bound.skin.bind_shape, Welding::border);
  WeightTable table = weights_of_skin(bound.skin, welded);
  smooth_weights(table, triangle_edges(welded.surface.triangles), 12, 0.5);
  const std::map<std::string, JointBind> own = joint_binds(bound.skin);
  const std::map<std::string, JointBind>* const binds[] = {&own};
  bound.skin = skin_of_weights(table, welded, bound.skin, binds);
}

std::vector<MendCase> posed_mend_cases(std::uint32_t count, std::uint32_t seed) {
  std::vector<MendCase> cases = random_mend_cases(count, seed);
  for (std::uint32_t i = 0; i < count; ++i) {
    cases[i].pose = random_pose(builtin().skeleton, seed + i);
    cases[i].pose_number = seed + i;
  }
  return cases;
}

}  // namespace mannequin
