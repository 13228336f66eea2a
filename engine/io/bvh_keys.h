// Selects the frames of a .bvh that become keys: those that interpolation between others does not reproduce.
// Computes in float32 on the file's own numbers, in the viewer's order of operations. Many decisions depend
// on rounding noise: another order keeps other frames of the same motion. Source: oracle/anim/README.md 14.
#pragma once

#include <vector>

#include "engine/io/bvh_document.h"

namespace mannequin::io {

struct BvhKeys {
  bool moves = false;                             // differs from the reference frame at some time
  std::vector<std::size_t> rotations, positions;  // kept frames, ascending
};

BvhKeys choose_bvh_keys(const BvhDocument& document, std::size_t joint);

// The rotation of a joint in a frame, in the file's axes. Float32 throughout.
struct BvhRotation {
  float x = 0.0f, y = 0.0f, z = 0.0f, w = 1.0f;
};
BvhRotation bvh_rotation(const BvhJoint& joint, const BvhValue& value);

// a, then b.
BvhRotation turned(const BvhRotation& a, const BvhRotation& b);

}  // namespace mannequin::io
