// A small mesh for the tests of the upload check, and the check's findings about it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/fit/upload_check.h"
#include "engine/skeleton/solve.h"
#include "tests/fit/builtin.h"

namespace mannequin::test {

// Where a joint rests, with its rotation and scale, pelvis at its default height.
inline Mat4 rest(const std::string& name) {
  const Skeleton& skeleton = builtin().skeleton;
  std::vector<JointTransform> joints(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, {}, joints);
  return glm::translate(Mat4(1.0), Vec3(0.0, 0.0, 1.067)) *
         joints[static_cast<std::size_t>(skeleton.find(name))].world_from_joint();
}

// A sound sleeve: a strip from left to right over both upper arms, half of it each, bound where the avatar
// rests.
inline BoundMeshDesc sleeves(std::vector<std::string> joints = {"mShoulderLeft", "mShoulderRight"}) {
  BoundMeshDesc bound;
  MeshDesc& mesh = bound.mesh;
  SkinDesc& skin = bound.skin;
  mesh.name = "sleeves";
  skin.influence_begin = {0};
  for (std::uint32_t v = 0; v < 8; ++v) {
    const float y =
        v < 4 ? 0.2f + 0.05f * static_cast<float>(v / 2) : -0.2f - 0.05f * static_cast<float>(v / 2);
    mesh.positions.push_back({0.02f * static_cast<float>(v % 2), y, 1.5f});
    mesh.normals.push_back({0, 0, 1});
    mesh.uvs.push_back({0, 0});
    mesh.source_indices.push_back(v);
    skin.influences.push_back({v < 4 ? 0u : 1u, 1.0f});
    skin.influence_begin.push_back(v + 1);
  }
  mesh.indices = {0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7};
  mesh.faces = {{0, 0, 8, 0, 12}};
  mesh.materials = {{"cloth", {1, 1, 1, 1}, ""}};
  for (const std::string& name : joints) {
    const JointIndex joint = builtin().skeleton.find(name);
    skin.inverse_binds.push_back(joint == kNoJoint ? Mat4(1.0) : glm::inverse(rest(name)));
    skin.joint_positions.push_back(joint == kNoJoint ? std::optional<Vec3>()
                                                     : builtin().skeleton[joint].default_position);
  }
  skin.joint_names = std::move(joints);
  return bound;
}

inline Findings check(const BoundMeshDesc& bound, bool joint_positions = false) {
  return check_upload({&bound, 1}, builtin(), {joint_positions});
}

inline const Finding* find(const Findings& findings, std::string_view code) {
  EXPECT_EQ(std::ranges::count(upload_rules(), code), 1) << code << " is not told among the rules";
  const auto found = std::ranges::find(findings, code, &Finding::code);
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace mannequin::test
