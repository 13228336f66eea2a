#include "tools/preview/session/sample_jacket.h"

#include <algorithm>

#include "engine/io/builtin_mesh.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/skeleton/solve.h"

namespace mannequin::preview {
namespace {

constexpr double kOutwards = 0.01;  // metres

// The bones between those that it has weights on: whoever exports a whole armature has them, too.
void add_ancestors(SkinDesc& skin, const Skeleton& skeleton) {
  std::vector<JointTransform> joints(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, {}, joints);
  const std::vector<std::string> named = skin.joint_names;
  for (const std::string& name : named)
    for (JointIndex up = skeleton.find(name); up != kNoJoint; up = skeleton[up].parent) {
      const Joint& joint = skeleton[up];
      if (joint.kind != JointKind::bone || joint.parent == kNoJoint ||
          std::ranges::find(skin.joint_names, joint.name) != skin.joint_names.end())
        continue;
      skin.joint_names.push_back(joint.name);
      skin.inverse_binds.push_back(glm::inverse(joints[static_cast<std::size_t>(up)].world_from_joint()));
    }
}

}  // namespace

Result<std::filesystem::path> write_sample_jacket(const std::filesystem::path& folder,
                                                  const Skeleton& skeleton, Sex sex) {
  auto file = io::read_builtin_mesh("top", sex);
  if (!file) return tl::make_unexpected(file.error());
  for (BoundMeshDesc& desc : file->meshes) {
    SkinDesc& skin = desc.skin;
    skin.joint_rests.clear();
    add_ancestors(skin, skeleton);
    skin.joint_positions.clear();
    for (const std::string& name : skin.joint_names) {
      Vec3 position = skeleton[skeleton.find(name)].default_position;
      if (name == "mShoulderLeft") position.y += kOutwards;
      if (name == "mShoulderRight") position.y -= kOutwards;
      skin.joint_positions.emplace_back(position);
    }
  }
  const auto bytes = io::write_glb(file->meshes, &skeleton);
  if (!bytes) return tl::make_unexpected(bytes.error());
  const std::filesystem::path path = folder / kSampleJacket;
  if (auto status = io::write_file(path, *bytes); !status) return tl::make_unexpected(status.error());
  return path;
}

}  // namespace mannequin::preview
