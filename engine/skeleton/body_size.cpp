#include "engine/skeleton/body_size.h"

#include <algorithm>
#include <cmath>

namespace mannequin {

BodyMeasure::BodyMeasure(const Skeleton& skeleton)
    : pelvis_(skeleton.find("mPelvis")),
      hip_(skeleton.find("mHipLeft")),
      knee_(skeleton.find("mKneeLeft")),
      ankle_(skeleton.find("mAnkleLeft")),
      foot_(skeleton.find("mFootLeft")),
      torso_(skeleton.find("mTorso")),
      chest_(skeleton.find("mChest")),
      neck_(skeleton.find("mNeck")),
      head_(skeleton.find("mHead")),
      skull_(skeleton.find("mSkull")),
      complete_(std::min({pelvis_, hip_, knee_, ankle_, foot_, torso_, chest_, neck_, head_, skull_}) !=
                kNoJoint) {}

BodySize BodyMeasure::operator()(std::span<const JointTransform> joints) const {
  BodySize size;
  if (!complete_) return size;
  const auto z = [&](JointIndex joint) { return joints[static_cast<std::size_t>(joint)].position.z; };
  const auto sz = [&](JointIndex joint) { return joints[static_cast<std::size_t>(joint)].scale.z; };
  // Signs as the viewer has them: all four positions are negative in the data, the hip's alone with a plus.
  size.pelvis_to_foot =
      z(hip_) * sz(pelvis_) - z(knee_) * sz(hip_) - z(ankle_) * sz(knee_) - z(foot_) * sz(ankle_);
  size.height = size.pelvis_to_foot + std::sqrt(2.0) * z(skull_) * sz(head_) + z(head_) * sz(neck_) +
                z(neck_) * sz(chest_) + z(chest_) * sz(torso_) + z(torso_) * sz(pelvis_);
  return size;
}

}  // namespace mannequin
