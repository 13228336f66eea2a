// Weights for a face, from a head that has them.
#pragma once

#include <span>

#include "engine/bind/copy.h"

namespace mannequin {

// How a head was fitted onto another.
struct HeadFit {
  double scale = 1.0;          // before it was warped
  double mean_distance = 0.0;  // metres, over what matches afterwards, excluding the farthest fifth
};

// The result of face_weights().
struct FaceWeights {
  BoundWeights bound;
  HeadFit fit;
};

// Weights for a head: fits the target onto the sources' heads (whatever mHead and its descendants move: the
// joints in `head_groups`) from any position, rotation and size, warps it so that each part of the face
// coincides with its counterpart (align_surface), and weights it there as transfer_weights does. A target
// much taller than a head counts as a whole body and is not moved. Fails as transfer_weights, and
// (bad_argument) if no source has a head.
Result<FaceWeights> face_weights(const Surface& surface, const SourceTrees& sources,
                                 std::span<const std::string> head_groups,
                                 const TransferOptions& options = {});

}  // namespace mannequin
