// Boxes that hold every vertex of a worn mesh in any pose, without skinning it: for culling, shadows,
// picking.
//
// Vertices that stand together and hang on the same joints share a group: their box in bind space, and how
// much of each joint they have at least and at most. A skinned vertex is a mean of where the joints would
// take it, so that for any direction the group reaches no further than the best mean of its box's places by
// those joints.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/bounds/box.h"
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
  // In no order that means anything.
  std::span<const Group> groups() const { return groups_; }
  // Which one a vertex is in.
  std::uint32_t group_of(std::size_t vertex) const { return group_of_[vertex]; }

  // Where all its vertices are with a palette of the skin, in the palette's space. The padding covers what
  // single precision rounds, so that no backend's vertex is outside. Morph targets are not counted. Allocates
  // nothing.
  Box posed_box(std::span<const Mat34> palette) const;
  Box posed_box(std::size_t group, std::span<const Mat34> palette) const;

  // By slot of the skin, in bind space: the box of all vertices that have any of that joint. Transformed by
  // the palette's matrices, these together hold every vertex, too, but not as tightly. Empty where there are
  // none.
  std::span<const Box> slot_boxes() const { return slot_boxes_; }

 private:
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;
  std::vector<Box> slot_boxes_;
};

}  // namespace mannequin
