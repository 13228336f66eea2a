#include "engine/skeleton/body_size.h"

#include <algorithm>

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
  return measure([&](JointIndex joint) { return joints[static_cast<std::size_t>(joint)].position.z; },
                 [&](JointIndex joint) { return joints[static_cast<std::size_t>(joint)].scale.z; });
}

}  // namespace mannequin
