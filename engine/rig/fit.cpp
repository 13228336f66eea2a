#include "engine/rig/fit.h"

#include <algorithm>

#include "engine/rig/bone_frame.h"

namespace mannequin {
namespace {

// Looks up bone ends on one mesh.
class Places {
 public:
  Places(const BaseMesh& mesh, const BaseMesh& cube_mesh) : mesh_(mesh), cubes_(joint_cubes(cube_mesh)) {}

  std::optional<Vec3> operator()(const BoneEnd& end) const {
    const bool known = std::ranges::all_of(
        end.vertices, [&](int v) { return v >= 0 && static_cast<std::size_t>(v) < mesh_.positions.size(); });
    if (end.strategy == EndStrategy::cube) {
      const auto cube = cubes_.find(end.cube);
      return cube == cubes_.end() ? std::nullopt : std::optional(cube->second);
    }
    if (end.strategy == EndStrategy::fixed || !known || end.vertices.empty()) return std::nullopt;
    if (end.strategy == EndStrategy::vertex) return at(end, 0);
    if (end.strategy == EndStrategy::xyz) {
      if (end.vertices.size() < 3) return std::nullopt;
      return Vec3(at(end, 0).x, at(end, 1).y, at(end, 2).z);
    }
    Vec3 sum(0.0);
    for (std::size_t i = 0; i < end.vertices.size(); ++i) sum += at(end, i);
    return sum / static_cast<double>(end.vertices.size());
  }

 private:
  const Vec3& at(const BoneEnd& end, std::size_t i) const {
    return mesh_.positions[static_cast<std::size_t>(end.vertices[i])];
  }

  const BaseMesh& mesh_;
  std::map<std::string, Vec3> cubes_;
};

double roll_of(const BoneDesc& bone, const Vec3& direction) {
  switch (bone.roll_strategy) {
    case RollStrategy::z_to_world_z:
      return roll_with_z_near(direction, Vec3(0, 0, 1));
    case RollStrategy::x_to_world_x:
      return roll_with_x_near(direction, Vec3(1, 0, 0));
    case RollStrategy::z_to_reference:
      return bone.roll_reference_z ? roll_with_z_near(direction, *bone.roll_reference_z) : bone.roll;
    case RollStrategy::stored:
      break;
  }
  return bone.roll;
}

// The offset moves only ends that were found; a default position is not moved.
Vec3 place(const Places& places, const BoneEnd& end, double relative_scale, bool& found) {
  const std::optional<Vec3> at = places(end);
  found = at.has_value();
  if (!at) return end.default_position;
  return end.offset ? *at + *end.offset * relative_scale : *at;
}

}  // namespace

Result<RigFit> fit_rig(const Rig& rig, const BaseMesh& mesh, const BaseMesh* parent_mesh) {
  if (rig.desc().is_subrig && parent_mesh == nullptr)
    return fail(ErrorCode::bad_argument, rig.desc().source,
                "is a sub-rig, which uses the joint cubes of its parent rig's base mesh; give that mesh too");
  const BaseMesh& cube_mesh = parent_mesh != nullptr ? *parent_mesh : mesh;
  RigFit fit;
  if (rig.desc().scale_factor && cube_mesh.scale_factor)
    fit.relative_scale = *cube_mesh.scale_factor / *rig.desc().scale_factor;
  const Places places(mesh, cube_mesh);
  fit.bones.resize(rig.bones().size());
  for (std::size_t i = 0; i < fit.bones.size(); ++i) {
    FittedBone& bone = fit.bones[i];
    bone.head = place(places, rig.bones()[i].head, fit.relative_scale, bone.head_found);
    bone.tail = place(places, rig.bones()[i].tail, fit.relative_scale, bone.tail_found);
  }
  for (std::size_t i = 0; i < fit.bones.size(); ++i) {
    FittedBone& bone = fit.bones[i];
    const BoneDesc& desc = rig.bones()[i];
    // Blender keeps a connected bone's head at its parent's tail.
    if (const BoneIndex parent = rig.parent(static_cast<BoneIndex>(i)); desc.use_connect && parent != kNoBone)
      bone.head = fit.bones[static_cast<std::size_t>(parent)].tail;
    const Vec3 along = bone.tail - bone.head;
    const double length = glm::length(along);
    const Vec3 direction = length > 0.0 ? along / length : Vec3(0, 1, 0);
    bone.roll = roll_of(desc, direction);
    bone.world_from_bone = Mat4(bone_frame(direction, bone.roll));
    bone.world_from_bone[3] = Vec4(bone.head, 1.0);
  }
  return fit;
}

}  // namespace mannequin
