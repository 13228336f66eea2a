// What is done to weights once they are there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/bind/bones.h"
#include "engine/bind/copy.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// Drops weights below `least`.
void prune_weights(WeightTable& table, double least);

// What limiting cost.
struct LimitLoss {
  std::size_t vertices = 0;     // that had more than the limit
  double largest_weight = 0.0;  // left out, as a part of its vertex's sum
  // The furthest that a vertex moves otherwise than before when one of the bones turns by 45 degrees, metres.
  double largest_distance = 0.0;
};

// Keeps the `most` greatest weights of each vertex, which then sum to what all of them summed to. `bones`: to
// measure the loss by; those that are not among the groups do not matter.
LimitLoss limit_weights(WeightTable& table, std::size_t most, const Surface& surface,
                        std::span<const BindBone> bones);

// Divides each vertex's weights by their sum. Vertices without weight stay so.
void normalise_weights(WeightTable& table);

// Drops groups that no vertex has, and weights that are not above 0.
void drop_empty_groups(WeightTable& table);

// How the other side's vertex is found: the point of the surface nearest to the mirror image, or the vertex
// that is reached by the same way over the faces from the middle, wherever it is.
enum class MirrorBy { nearest, topology };

// What is mirrored to what. The plane is y = `plane`, metres.
struct Mirroring {
  MirrorBy by = MirrorBy::nearest;
  bool from_left = true;  // left (y > plane) to right; else right to left
  double plane = 0.0;
};

// Gives one side what the other has, with left and right exchanged in the groups' names. Vertices on the
// plane (nearest: within 0.1 mm of it; topology: those that are their own counterpart) get the mean of their
// own and the exchanged weights. Vertices that topology finds no counterpart for are mirrored by the nearest
// point.
void mirror_weights(WeightTable& table, const Surface& surface, const Mirroring& mirroring = {});

// The counterpart of each vertex by topology, kNoVertex where there is none: from edges on the plane (both
// ends within 0.1 mm) with one triangle on either side, over all edges that two triangles share, as long as
// both sides have the same triangles.
std::vector<std::uint32_t> mirrored_vertices(const Surface& surface, double plane);

// Vertices within `distance` of each other get the mean of their weights.
void weld_weights(WeightTable& table, const Surface& surface, double distance);

// Vertices within `distance` of a vertex of the others get the weights of the nearest such vertex as they
// are, so that both files agree without the other one being written again. Returns for each vertex whether it
// did. Vertices without weight are no model.
std::vector<bool> weld_to(WeightTable& table, const Surface& surface, std::span<const WeightSource> others,
                          double distance);

}  // namespace mannequin
