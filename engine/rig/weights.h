// Weights by group name, and which bone of a rig each group moves.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/rig/rig.h"

namespace mannequin {

// One vertex's weight in a group.
struct VertexWeight {
  std::uint32_t vertex = 0;  // of the base mesh
  double weight = 0.0;       // 0 or more
};

// The vertices of one group.
struct WeightGroup {
  std::string name;
  std::vector<VertexWeight> weights;  // in file order; may repeat a vertex
};

// All groups of a file.
struct RigWeights {
  std::string source;  // file name for messages
  std::vector<WeightGroup> groups;
};

// Groups that control modifiers ("mhmask-..."); they never move anything.
bool is_mask_group(std::string_view name);

// What a group of weights moves. `extra`: a bone generated later from the rig, so here it moves nothing.
struct GroupTarget {
  // `extra`: generated later. `mask`: controls modifiers. `none`: no such name.
  enum class Kind : std::uint8_t { bone, extra, mask, none } kind = Kind::none;
  BoneIndex bone = kNoBone;
  std::string name;  // of the bone or extra bone
};

// One entry per group: the bone of that name; else of the name with "DEF-" added or removed; else,
// for a group of a single toe, the one bone of all toes if the rig has no separate ones; else an extra bone
// by either name. Source: MPFB's weights file format.
std::vector<GroupTarget> match_groups(const Rig& rig, const RigWeights& weights);

// Which bones move a vertex of the base mesh, and how strongly.
struct BoneWeight {
  BoneIndex bone = kNoBone;
  double weight = 0.0;
};

// Per vertex, ascending by bone: groups of one bone and repeated entries summed, to at most 1, without
// zeros. Not normalised. Fails (bad_data) on a vertex beyond the mesh.
Result<std::vector<std::vector<BoneWeight>>> weights_by_vertex(const RigWeights& weights,
                                                               std::span<const GroupTarget> targets,
                                                               std::size_t vertex_count);

// What is lost by keeping only four influences per vertex.
struct InfluenceLoss {
  std::size_t vertices = 0;     // with more than four
  std::size_t most = 0;         // the largest number of influences of one vertex
  double largest_weight = 0.0;  // of those dropped, as a fraction of their vertex's sum
  double largest_sum = 0.0;     // the most dropped from one vertex, in the same terms
};

// Adds the loss of one vertex.
void add_loss(std::vector<double> weights, InfluenceLoss& loss);

// The groups that move nothing because no bone has their name; excludes masks.
std::vector<std::string> dropped_groups(const RigWeights& weights, std::span<const GroupTarget> targets);

// The unlimited weights by bone: for each bone that moves something, in the rig's order, every weight at its
// original value; then the masks unchanged. Fails as weights_by_vertex does.
Result<RigWeights> weights_by_bone(const Rig& rig, const RigWeights& weights, std::size_t vertex_count);

// The weights that actually deform: for each bone that moves something,
// in the rig's order, at most `influences` per vertex, normalised; then
// the masks unchanged. Fails as weights_by_vertex does.
Result<RigWeights> evaluated_weights(const Rig& rig, const RigWeights& weights, std::size_t vertex_count,
                                     std::size_t influences);

}  // namespace mannequin
