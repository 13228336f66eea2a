// The anatomy: which form stands where. Lengths in metres, places relative to the joints of the sculpted
// shape.
#pragma once

#include <functional>

#include "tools/body/field.h"
#include "tools/body/rig.h"

namespace mannequin::body {

// Each symmetric about y = 0; limbs with their left side only, which is all that y >= 0 needs.
Field sculpt_head(const Rig& rig);      // with the neck
Field sculpt_scalp(const Rig& rig);     // the head without eyes, ears, nose and mouth: under hair
Field sculpt_lips(const Rig& rig);      // alone
Field sculpt_lid_gaps(const Rig& rig);  // what is cut between the lids

constexpr double kEyeRadius = 0.0152;

// Places around an eye's middle: by direction, in degrees out to the side and up, and by distance. Left.
struct EyeFrame {
  Vec3 middle;
  Vec3 operator()(double out, double up, double reach) const;
};
EyeFrame eye_frame(const Rig& rig);
Field sculpt_torso(const Rig& rig);              // without its furrows
void carve_torso(const Rig& rig, Field& torso);  // which clothes span
Field sculpt_leg(const Rig& rig);                // with the foot; left
Field sculpt_arm(const Rig& rig);                // left, to the wrist
Field sculpt_hand(const Rig& rig);               // left

Field sculpt_figure(const Rig& rig);

// Upper limit of the edge length where the form alone would leave too few vertices to bend by.
std::function<double(const Vec3&)> edge_limit(const Rig& rig);

}  // namespace mannequin::body
