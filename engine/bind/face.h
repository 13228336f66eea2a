// Weights of a face, from a head that has them.
#pragma once

#include <span>

#include "engine/bind/copy.h"

namespace mannequin {

// How a head was laid over another: a similarity.
struct HeadFit {
  double scale = 1.0;
  double mean_distance = 0.0;  // metres, of the nearer four fifths of the vertices
};

struct FaceWeights {
  BoundWeights bound;
  HeadFit fit;
};

// Weights for a head: the target is laid over the sources' heads (what mHead and its descendants move: the
// joints in `head_groups`) by the rotation, translation and scale that bring its vertices nearest, and gets
// their weights there as transfer_weights gives them. A target much taller than a head counts as a whole body
// and is not moved. Fails as transfer_weights, and (bad_argument) if no source has a head. Method: iterated
// closest points (Besl and McKay 1992), each step by Umeyama 1991, the farthest fifth left out.
Result<FaceWeights> face_weights(const Surface& surface, std::span<const WeightSource> sources,
                                 std::span<const std::string> head_groups,
                                 const TransferOptions& options = {});

}  // namespace mannequin
