// Boxes that hold every vertex of a worn mesh in any pose, without skinning it: for culling, shadows,
// picking.
//
// Nearby vertices that follow the same joints form a group, which keeps their box in bind space and the least
// and greatest weight of each joint. A skinned vertex is a weighted mean of its positions under each joint.
// So in any direction, the group reaches no further than the largest such mean over its box and its range of
// weights.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/bounds/box.h"
#include "engine/core/span_of.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// Immutable: any number of threads may read it; needs neither mesh nor skin afterwards.
class PosedBounds {
 public:
  // Vertices without influence stay where they are bound, as in every palette.
  PosedBounds(const Mesh& mesh, const Skin& skin);

  // Vertices that share joints.
  struct Group {
    Vec3 center{0.0}, half{0.0};                        // box in bind space
    std::uint32_t joints = 0;                           // how many of those below
    std::array<std::uint16_t, kMaxInfluences> slot{};   // into the palette
    std::array<float, kMaxInfluences> least{}, most{};  // weights
  };
  // In unspecified order.
  std::span<const Group> groups() const { return span_of(groups_); }
  // The group of a vertex.
  std::uint32_t group_of(std::size_t vertex) const { return group_of_[vertex]; }

  // A box that holds all vertices under a palette of the skin, in the palette's space. Its padding covers
  // single-precision rounding, so that no backend's vertex is outside. Ignores morph targets. Allocates
  // nothing.
  Box posed_box(std::span<const Mat34> palette) const;
  Box posed_box(std::size_t group, std::span<const Mat34> palette) const;

  // By slot of the skin, in bind space: the box of all vertices with any weight on that joint; empty if there
  // are none. Transformed by the palette's matrices, these boxes together also hold every vertex, but less
  // tightly.
  std::span<const Box> slot_boxes() const { return span_of(slot_boxes_); }

 private:
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;
  std::vector<Box> slot_boxes_;
};

}  // namespace mannequin
