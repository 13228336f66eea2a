// How far a backend's vertices are from the reference's, and how far they may be.
#pragma once

#include <cstdint>
#include <span>

#include "engine/skinning/reference.h"
#include "engine/skinning/skinner.h"

namespace mannequin {

inline constexpr double kPositionLimit = 1e-5;  // of the mesh's size
// What counts as its size is the diagonal of the reference's bounding box, but at least this, metres: moving
// a vertex by two metres in single precision rounds it by up to a micrometre, which is more than 1e-5 of an
// earring.
inline constexpr double kLeastSize = 0.15;
inline constexpr double kNormalLimit = 1e-4;  // length of the difference of unit normals or tangents
// For directions stored with ten bits per component: half a step of each of the three (1/1022 each,
// together 1.70e-3), the error of 16-bit input (3e-5), and the limit for any backend.
inline constexpr double kPackedNormalLimit = 1.70e-3 + 3e-5 + kNormalLimit;

// The greatest differences over all vertices.
struct Agreement {
  double position = 0.0;     // greatest distance, metres
  double relative = 0.0;     // the same relative to the mesh's size
  double normal = 0.0;       // greatest difference of normals, ignoring vertices without one in the reference
  double tangent = 0.0;      // the same for tangents
  std::uint32_t vertex = 0;  // with the greatest distance

  // For results in VertexFormat::full.
  bool within_limits() const {
    return relative <= kPositionLimit && normal <= kNormalLimit && tangent <= kNormalLimit;
  }
};

// Both in mesh order and of equal length. A number that is not finite counts as infinitely far.
Agreement compare_with_reference(std::span<const SkinnedVertex> skinned,
                                 std::span<const ReferenceVertex> reference);

}  // namespace mannequin
