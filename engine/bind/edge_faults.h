// Faults of how triangles meet: at edges, and where they do not but seem to.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/bind/fault.h"
#include "engine/bind/surface.h"

namespace mannequin {

inline constexpr char kNotWelded[] = "not_welded";

// Ascending.
std::vector<std::uint32_t> vertices_where(const std::vector<bool>& flags);

// Metres squared, twice the triangle's area.
double doubled_area(const Surface& surface, const Surface::Triangle& t);

// Per triangle, whether its corners lie on one line, as exactly as the single precision of files can say.
std::vector<bool> flat_triangles(const Surface& surface);

// Without triangles of no area that are attached to the rest by a single edge: they end nothing.
Surface without_flaps(const Surface& surface, const std::vector<bool>& flat);

// The triangles of an edge.
struct EdgeUse {
  int triangles = 0;
  int turn = 0;                // those that pass from the smaller index to the larger, less the others
  std::uint32_t opposite = 0;  // the third corner of the first
  bool doubled = false;        // another one has the same three corners
};
using EdgeUses = std::map<Surface::Edge, EdgeUse>;

// Leaves out triangles that repeat a vertex, and those with a flag.
EdgeUses edge_uses(const Surface& surface, const std::vector<bool>& left_out = {});

// non_manifold: edges of more than two triangles.
void find_non_manifold(const EdgeUses& uses, BindFaults& faults);

// flipped_faces: edges that both their triangles pass in the same direction, so that one of these is turned
// over.
void find_flipped(const EdgeUses& uses, BindFaults& faults);

// not_welded: vertices in one place, or nearly, on open edges that run along each other. duplicate_vertices:
// other ones in exactly one place.
void find_not_welded(const Surface& surface, const EdgeUses& uses, BindFaults& faults);

}  // namespace mannequin
