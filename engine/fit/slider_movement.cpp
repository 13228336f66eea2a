#include "engine/fit/slider_movement.h"

#include <algorithm>

namespace mannequin {
namespace {

// Whether a joint, or one below it, has weight in any of the meshes.
std::vector<char> joints_that_carry(const Skeleton& skeleton, std::span<const MeasuredMesh* const> worn) {
  std::vector<char> carries(skeleton.size(), 0);
  for (const MeasuredMesh* mesh : worn)
    for (const VertexInfluences& influences : mesh->skin().influences())
      for (std::size_t k = 0; k < kMaxInfluences; ++k) {
        const std::size_t slot = influences.joint[k];
        if (!(influences.weight[k] > 0.0f) || slot >= mesh->skin().joint_count()) continue;
        if (const JointIndex joint = mesh->skin().joints()[slot]; joint != kNoJoint)
          carries[static_cast<std::size_t>(joint)] = 1;
      }
  // Parents come first.
  for (std::size_t j = skeleton.size(); j-- > 0;)
    if (const JointIndex parent = skeleton.joints()[j].parent; carries[j] != 0 && parent != kNoJoint)
      carries[static_cast<std::size_t>(parent)] = 1;
  return carries;
}

bool joint_changed(const JointTransform& a, const JointTransform& b) {
  constexpr double kNoise = 1e-9;
  return glm::length(a.position - b.position) > kNoise || glm::length(a.scale - b.scale) > kNoise;
}

}  // namespace

SliderMovement slider_movement(const Character& character, const AvatarState& from, const AvatarState& to,
                               std::span<const MeasuredMesh* const> worn) {
  SliderMovement out;
  double sum = 0.0;
  for (const MeasuredMesh* mesh : worn)
    for (const float moved :
         mesh->movements(mesh->at(character.appearance, from), mesh->at(character.appearance, to))) {
      const auto metres = static_cast<double>(moved);
      out.largest = std::max(out.largest, metres);
      if (!(metres > kVisibleMovement)) continue;
      ++out.moved;
      sum += metres;
    }
  if (out.moved > 0) out.mean = sum / static_cast<double>(out.moved);
  if (out.moved == 0) return out;
  const std::vector<char> carries = joints_that_carry(character.skeleton, worn);
  for (std::size_t j = 0; j < carries.size(); ++j)
    if (carries[j] != 0 && joint_changed(from.joints[j], to.joints[j]))
      out.through.push_back(static_cast<JointIndex>(j));
  return out;
}

}  // namespace mannequin
