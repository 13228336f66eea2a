// Boxes that hold every vertex of a worn mesh in any pose, without skinning it: for culling, shadows,
// picking.
//
// Nearby vertices that follow the same joint most form a cluster, and those that are closer still a group
// within it. Each keeps its box in bind space and the least and greatest weight of each of its joints. A
// skinned vertex is a weighted mean of its positions under each joint, so in any direction it reaches no
// further than the largest such mean over that box and those weights. Groups whose cluster lies within what
// others reach already are not looked at.
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

  // A box that holds all vertices under a palette of the skin, in the palette's space. Its padding covers
  // single-precision rounding and packed weights, so that no backend's vertex is outside. Ignores morph
  // targets. Allocates nothing.
  Box posed_box(std::span<const Mat34> palette) const;

  // The same for the vertices of one group or cluster, in no particular order.
  std::size_t group_count() const { return groups_.size(); }
  std::size_t cluster_count() const { return clusters_.size(); }
  std::uint32_t group_of(std::size_t vertex) const { return group_of_[vertex]; }
  std::uint32_t cluster_of(std::size_t group) const { return cluster_of_[group]; }
  Box group_box(std::size_t group, std::span<const Mat34> palette) const;
  Box cluster_box(std::size_t cluster, std::span<const Mat34> palette) const;

  // By slot of the skin, in bind space: the box of all vertices with any weight on that joint; empty if there
  // are none. Transformed by the palette's matrices, these boxes together also hold every vertex, but less
  // tightly.
  std::span<const Box> slot_boxes() const;

 private:
  // Some vertices: their box in bind space, and their joints, the first of which most of them follow most.
  struct Reach {
    std::array<float, 3> center{}, half{};
    std::uint32_t first_joint = 0, joint_count = 0;  // of joints_
  };
  struct ReachJoint {
    std::uint16_t slot = 0;  // into the palette
    float least = 0.0f, most = 0.0f;
  };
  struct Cluster {
    Reach reach;
    std::uint32_t first_group = 0, group_count = 0;
  };
  class Builder;

  std::vector<ReachJoint> joints_;
  std::vector<Reach> groups_;
  std::vector<Cluster> clusters_;  // outermost first, so that they make others unnecessary
  std::vector<std::uint32_t> group_of_, cluster_of_;
  std::vector<Box> slot_boxes_;
};

}  // namespace mannequin
