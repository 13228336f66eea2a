// Motions other than clips: a host's, or the viewer's own (engine/motion). A layer holds the values of one
// motion in one frame; Player blends it with the clips.
#pragma once

#include <optional>
#include <vector>

#include "engine/skeleton/pose.h"

namespace mannequin {

// One joint of a layer. A layer does not affect values that it does not set: its joints are its mask.
struct LayerJoint {
  JointIndex joint = kNoJoint;
  std::optional<Quat>
      rotation;  // local; of an additive layer: applied after all others, in the joint's frame
  std::optional<Vec3> position;  // local, metres; of an additive layer: added
};

// One motion in one frame. At equal priority, clips take precedence over layers, and layers over those listed
// after them.
struct MotionLayer {
  int priority = 0;     // as of clips
  float weight = 1.0f;  // 0 to 1; eases in and out
  // Added to the blend instead of taking part in it. It gets the weight that higher priorities leave: none
  // under a clip at full weight. On a joint that nothing else turns, it is added to the rest rotation. It
  // does not move a position that nothing else sets, since only the shape knows that position.
  bool additive = false;
  std::vector<LayerJoint> joints;
};

}  // namespace mannequin
