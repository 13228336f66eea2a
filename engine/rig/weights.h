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
  double weight = 0.0;       // 0 and up
};

// The vertices of one name.
struct WeightGroup {
  std::string name;
  std::vector<VertexWeight> weights;  // in file order; a vertex may stand there more than once
};

// All groups of a file.
struct RigWeights {
  std::string source;  // file name for messages
  std::vector<WeightGroup> groups;
};

// Groups that steer modifiers ("mhmask-..."); they never move anything.
bool is_mask_group(std::string_view name);

// What a group of weights moves. `extra`: a bone that is made from the rig later, so here it moves nothing.
struct GroupTarget {
  // `extra`: made later. `mask`: steers modifiers. `none`: nothing of that name.
  enum class Kind : std::uint8_t { bone, extra, mask, none } kind = Kind::none;
  BoneIndex bone = kNoBone;
  std::string name;  // of the bone or extra bone
};

// One entry per group: the bone of that name; else of the name with "DEF-" put before it or taken away; else,
// for a group of a single toe, the one bone of all toes where it has no toes of its own; else an extra bone
// by either name. Source: MPFB's weights file format.
std::vector<GroupTarget> match_groups(const Rig& rig, const RigWeights& weights);

// Which bones move a vertex of the base mesh, and how strongly.
struct BoneWeight {
  BoneIndex bone = kNoBone;
  double weight = 0.0;
};

// Per vertex, ascending by bone: groups of one bone and repeated entries added up, to at most 1, zeros left
// out. Not normalised. Fails (bad_data) on a vertex beyond the mesh.
Result<std::vector<std::vector<BoneWeight>>> weights_by_vertex(const RigWeights& weights,
                                                               std::span<const GroupTarget> targets,
                                                               std::size_t vertex_count);

// The weights that really deform: for each bone that moves something, in the rig's order, at most
// `influences` for each vertex, divided by their sum; then the masks as they are. Fails as weights_by_vertex
// does.
Result<RigWeights> evaluated_weights(const Rig& rig, const RigWeights& weights, std::size_t vertex_count,
                                     std::size_t influences);

}  // namespace mannequin
