// Weights of a face, from a head that has them.
#pragma once

#include <span>

#include "engine/bind/copy.h"

namespace mannequin {

// How a head was laid over another.
struct HeadFit {
  double scale = 1.0;          // before it was warped
  double mean_distance = 0.0;  // metres, of what matches after that; the farthest fifth left out
};

// What face_weights() found.
struct FaceWeights {
  BoundWeights bound;
  HeadFit fit;
};

// Weights for a head: the target is laid over the sources' heads (what mHead and its descendants move: the
// joints in `head_groups`) wherever it is, however turned and of whatever size, and warped so that each part
// of the face comes to lie on its counterpart (lay_over); it gets its weights there as transfer_weights gives
// them. A target much taller than a head counts as a whole body and is not moved. Fails as transfer_weights,
// and (bad_argument) if no source has a head.
Result<FaceWeights> face_weights(const Surface& surface, std::span<const WeightSource> sources,
                                 std::span<const std::string> head_groups,
                                 const TransferOptions& options = {});

}  // namespace mannequin
