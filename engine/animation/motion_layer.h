// What moves joints beside clips: the motions of a host, or the viewer's own (engine/motion). A layer says
// what it wants in one frame; Player blends it with the clips.
#pragma once

#include <optional>
#include <vector>

#include "engine/skeleton/pose.h"

namespace mannequin {

// One joint of a layer. What is not given is left to others: a layer's joints are its mask.
struct LayerJoint {
  JointIndex joint = kNoJoint;
  std::optional<Quat>
      rotation;  // local; of an additive layer: after that of all others, in the joint's frame
  std::optional<Vec3> position;  // local, metres; of an additive layer: added
};

// One motion in one frame. Among joints of equal priority clips come before layers, and layers before those
// that are listed after them.
struct MotionLayer {
  int priority = 0;     // as of clips
  float weight = 1.0f;  // 0 to 1; eases in and out
  // Added to what is blended, instead of taking part in it. It counts for as much as those of higher priority
  // leave: nothing under a clip at full weight. On a joint that nothing else turns it is added to the rest
  // rotation; a position that nothing else sets is not moved, as only the shape knows it.
  bool additive = false;
  std::vector<LayerJoint> joints;
};

}  // namespace mannequin
