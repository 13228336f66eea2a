#include "engine/bind/posed_skin.h"

#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace mannequin {
namespace {

// A joint without extent along an axis (an attachment point) counts as unscaled.
Mat4 rest_matrix(const JointTransform& joint, bool scaled) {
  JointTransform placed = joint;
  for (int axis = 0; axis < 3; ++axis)
    if (!scaled || !(std::abs(placed.scale[axis]) > 1e-9)) placed.scale[axis] = 1.0;
  return placed.world_from_joint();
}

}  // namespace

double bind_space_height(const Skeleton& skeleton) {
  const JointIndex pelvis = skeleton.find("mPelvis");
  return pelvis == kNoJoint ? 0.0 : skeleton[pelvis].default_position.z;
}

std::vector<JointRest> importer_rests(const Skeleton& skeleton, std::span<const Vec3> places,
                                      const ImporterProfile& importer) {
  std::vector<JointRest> rests;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const Joint& joint = skeleton.joints()[j];
    JointTransform placed;
    placed.world_position = places[j];
    if (joint.kind != JointKind::bone) {
      const bool turned =
          joint.kind != JointKind::collision_volume || !importer.rebuilds_binds || importer.rotates_volumes;
      if (turned) placed.world_rotation = joint.rest_rotation;
      placed.scale = joint.rest_scale;
    }
    rests.push_back({joint.name, rest_matrix(placed, true)});
  }
  return rests;
}

SkinDesc posed_skin(const SkinDesc& skin, const Skeleton& skeleton, std::span<const JointTransform> joints,
                    const ImporterProfile& importer, double up) {
  const Mat4 raised = glm::translate(Mat4(1.0), Vec3(0.0, 0.0, up));
  SkinDesc out = skin;
  out.bind_shape = Mat4(1.0);
  out.joint_positions.clear();
  for (std::size_t j = 0; j < out.joint_names.size(); ++j) {
    const JointIndex joint = skeleton.find(out.joint_names[j]);
    if (joint != kNoJoint)
      out.inverse_binds[j] =
          glm::affineInverse(raised * rest_matrix(joints[static_cast<std::size_t>(joint)], true));
  }
  std::vector<Vec3> places;
  for (const JointTransform& joint : joints) places.push_back(joint.world_position + Vec3(0.0, 0.0, up));
  out.joint_rests = importer_rests(skeleton, places, importer);
  return out;
}

SkinDesc armature(const Skeleton& skeleton, std::span<const JointTransform> joints) {
  SkinDesc out;
  const Mat4 up = glm::translate(Mat4(1.0), Vec3(0.0, 0.0, bind_space_height(skeleton)));
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const Joint& joint = skeleton.joints()[j];
    if (joint.kind == JointKind::attachment_point) continue;
    const Mat4 rest = up * rest_matrix(joints[j], joint.kind == JointKind::collision_volume);
    out.joint_names.push_back(joint.name);
    out.inverse_binds.push_back(glm::affineInverse(rest));
    out.joint_rests.push_back({joint.name, rest});
  }
  return out;
}

}  // namespace mannequin
