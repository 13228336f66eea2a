// Edits of existing weights.
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

// The loss from limiting.
struct LimitLoss {
  std::size_t vertices = 0;     // vertices that had more than the limit
  double largest_weight = 0.0;  // dropped, as a fraction of its vertex's sum
  // The largest change in a vertex's position when one of the bones turns by 45 degrees, metres.
  double largest_distance = 0.0;
};

// Keeps the `most` greatest weights of each vertex, rescaled to the vertex's previous sum. `bones`: for
// measuring the loss; bones that are not among the groups do not matter.
LimitLoss limit_weights(WeightTable& table, std::size_t most, const Surface& surface,
                        std::span<const BindBone> bones);

// Divides each vertex's weights by their sum. Vertices without weight are unchanged.
void normalise_weights(WeightTable& table);

// Drops groups without any vertex, and weights that are not above 0.
void drop_empty_groups(WeightTable& table);

// How to find the counterpart on the other side: the surface point nearest to the mirror image, or the vertex
// reached by the mirrored path over the faces from the middle, wherever it is.
enum class MirrorBy { nearest, topology };

// What to mirror. The plane is y = `plane`, metres.
struct Mirroring {
  MirrorBy by = MirrorBy::nearest;
  bool from_left = true;  // left (y > plane) to right; else right to left
  double plane = 0.0;

  // Metres; above 0 on the side that is mirrored.
  double side(const Vec3& point) const { return (from_left ? 1.0 : -1.0) * (point.y - plane); }
  Vec3 image(const Vec3& point) const { return {point.x, 2.0 * plane - point.y, point.z}; }
  bool operator==(const Mirroring&) const = default;
};

// Copies one side's weights to the other, with left and right exchanged in the groups'
// names. Vertices on the plane (nearest: within 0.1 mm of it; topology: those that are
// their own counterpart) get the mean of their own and the exchanged weights. Vertices
// for which topology finds no counterpart are mirrored by the nearest point. Returns the vertices that keep
// their weights because the surface has nothing on the other side, such as a right glove alone; ascending.
std::vector<std::uint32_t> mirror_weights(WeightTable& table, const Surface& surface,
                                          const Mirroring& mirroring = {});

// The counterpart of each vertex by topology, kNoVertex if there is none: starts from edges on the plane
// (both ends within 0.1 mm) with one triangle on either side, and crosses edges shared by two triangles as
// long as both sides have the same triangles.
std::vector<std::uint32_t> mirrored_vertices(const Surface& surface, double plane);

// Averages the weights of vertices within `distance` of each other.
void weld_weights(WeightTable& table, const Surface& surface, double distance);

// Gives vertices within `distance` of the others' vertices the weights of the nearest of these, unchanged, so
// that both files match without rewriting the other. Returns per vertex whether one was near. Ignores the
// others' vertices without weight.
std::vector<bool> weld_to(WeightTable& table, const Surface& surface, std::span<const WeightSource> others,
                          double distance);

}  // namespace mannequin
