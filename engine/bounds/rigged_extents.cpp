#include "engine/bounds/rigged_extents.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace mannequin {
namespace {

constexpr double kAtTheOrigin = 0.001;  // metres

// The viewer packs joint and weight into one float32, whose fraction is the weight.
float packed_weight(std::uint32_t joint, float weight) {
  const float packed = static_cast<float>(joint) + std::clamp(weight, 0.001f, 0.999f);
  return packed - std::floor(packed);
}

// The joints to which a vertex counts as rigged.
template <typename Count>
void for_each_rigged(const Skin& skin, std::size_t vertex, ExtentWeights weights, Count count) {
  if (weights == ExtentWeights::normalised) {
    const VertexInfluences& influences = skin.influences()[vertex];
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      if (influences.joint[k] != skin.bind_slot() && influences.weight[k] > 0.0f &&
          packed_weight(influences.joint[k], influences.weight[k]) > kRiggedWeight)
        count(influences.joint[k]);
    return;
  }
  const SkinDesc& desc = skin.desc();
  const auto first = desc.influence_begin.begin() + static_cast<std::ptrdiff_t>(vertex);
  const std::span<const InfluenceDesc> influences =
      std::span(desc.influences).subspan(*first, *std::next(first) - *first);
  if (influences.empty() && skin.joint_count() > 0) return count(0);
  // An asset has no more than four.
  for (const InfluenceDesc& influence : influences.first(std::min(influences.size(), kMaxInfluences)))
    if (packed_weight(influence.joint, influence.weight) > kRiggedWeight) count(influence.joint);
}

}  // namespace

RiggedExtents rigged_extents(const Mesh& mesh, const Skin& skin, const Skeleton& skeleton,
                             ExtentWeights weights, const FaceDesc* face) {
  RiggedExtents extents(skeleton.size());
  std::vector<Mat4> joint_from_mesh;
  joint_from_mesh.reserve(skin.joint_count());
  const std::span<const JointIndex> joints = skin.joints();
  const std::span<const Vec3f> positions = mesh.positions();
  for (const Mat4& joint_from_bind : skin.inverse_binds())
    joint_from_mesh.push_back(joint_from_bind * skin.bind_shape());
  const std::size_t begin = face == nullptr ? 0 : face->first_vertex;
  const std::size_t end = face == nullptr ? mesh.vertex_count() : begin + face->vertex_count;
  for (std::size_t v = begin; v < end; ++v)
    for_each_rigged(skin, v, weights, [&](std::uint32_t slot) {
      const JointIndex joint = joints[slot];
      if (joint == kNoJoint) return;
      std::optional<Box>& box = extents[static_cast<std::size_t>(joint)];
      if (!box) box.emplace().extend(Vec3(0.0));  // a new box holds the joint's origin
      box->extend(Vec3(joint_from_mesh[slot] * Vec4(Vec3(positions[v]), 1.0)));
    });
  return extents;
}

void merge_extents(RiggedExtents& into, const RiggedExtents& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t j = 0; j < from.size(); ++j) {
    if (!from[j]) continue;
    if (into[j])
      into[j]->extend(*from[j]);
    else
      into[j] = from[j];
  }
}

Box transformed_box(const Box& box, const Mat4& matrix) {
  if (box.empty()) return {};
  const Vec3 half = 0.5 * (box.max - box.min);
  const Vec3 middle(matrix * Vec4(0.5 * (box.min + box.max), 1.0));
  const Vec3 reach = half.x * glm::abs(Vec3(matrix[0])) + half.y * glm::abs(Vec3(matrix[1])) +
                     half.z * glm::abs(Vec3(matrix[2]));
  return {middle - reach, middle + reach};
}

namespace {

Mat4 square(const Mat34& rows) { return Mat4(glm::transpose(rows)); }

// world_from(j): the matrix of joint j.
template <typename Matrices>
Box avatar_box(const Skeleton& skeleton, const RiggedExtents& extents, const AvatarBoxParts& parts,
               Matrices world_from) {
  Box box;
  const JointIndex pelvis = skeleton.find("mPelvis");
  const Vec3 middle = pelvis == kNoJoint ? Vec3(0.0) : Vec3(world_from(static_cast<std::size_t>(pelvis))[3]);
  box.extend(glm::length(middle) < kAtTheOrigin ? parts.render_position : middle);
  if (!parts.is_control_avatar)
    for (const Vec3& joint : parts.system_joints) box.extend(joint);
  box.pad(kAvatarPadding);  // only the skeleton is padded
  for (const Box& object : parts.rigid_objects) {
    const Vec3 size = object.size();
    if (!object.empty() && std::max({size.x, size.y, size.z}) < parts.largest_object) box.extend(object);
  }
  for (std::size_t j = 0; j < extents.size(); ++j)
    if (extents[j]) box.extend(transformed_box(*extents[j], world_from(j)));
  return box;
}

}  // namespace

Box viewer_avatar_box(const Skeleton& skeleton, std::span<const JointTransform> joints,
                      const RiggedExtents& extents, const AvatarBoxParts& parts) {
  assert(joints.size() == skeleton.size() && extents.size() <= joints.size());
  return avatar_box(skeleton, extents, parts,
                    [&](std::size_t joint) { return joints[joint].world_from_joint(); });
}

Box viewer_avatar_box(const Skeleton& skeleton, std::span<const Mat34> world_from_joint,
                      const RiggedExtents& extents, const AvatarBoxParts& parts) {
  assert(world_from_joint.size() >= skeleton.size() && extents.size() <= skeleton.size());
  return avatar_box(skeleton, extents, parts,
                    [&](std::size_t joint) { return square(world_from_joint[joint]); });
}

}  // namespace mannequin
