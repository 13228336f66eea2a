// Weights for cloth that lets the body through in some shapes, but is fine in poses.
#pragma once

#include <span>
#include <vector>

#include "engine/bind/weight_table.h"
#include "engine/math/types.h"

namespace mannequin {

// One joint that a vertex may follow: where it takes the vertex in each case.
struct JointCandidate {
  double own = 0.0, follow = 0.0;  // the weights in question
  std::vector<Vec3> places;        // shapes, then poses
};

// One weight per candidate, at most four above 0, sum 1: with these the vertex moves nearly as with `follow`
// from shape to shape, and nearly as with `own` from pose to pose, by least squares. A body's shape acts
// mostly through volumes, which stay with their bones in a pose: both often succeed. `poses`: how much these
// count.
std::vector<double> balanced_weights(std::span<const JointCandidate> joints, std::size_t shapes,
                                     double poses);

}  // namespace mannequin
