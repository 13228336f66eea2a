// The places of a garment's vertices: coincident vertices share one, whatever mesh they belong to, so that
// seams stay closed when places move. So do the sides of a seam that is open by less than half a millimetre
// and a quarter of the shortest open edge there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/fit/garment_sweep.h"

namespace mannequin {

struct GarmentPlaces {
  std::vector<std::uint32_t> of;          // vertex, numbered over all meshes -> place
  std::vector<Vec3> positions, outwards;  // bind space; outwards: the unit direction a place is moved in
  std::vector<std::vector<std::uint32_t>> neighbours;
  std::vector<std::uint32_t> mirror;  // the place on the other side, or itself
  bool is_symmetric = true;           // else every place is its own mirror

  std::size_t count() const { return positions.size(); }
  // Metres between two of them, or one and what mirrors the other, whichever is less.
  double distance(std::uint32_t a, std::uint32_t b) const {
    return std::min(glm::distance(positions[a], positions[b]),
                    glm::distance(positions[a], positions[mirror[b]]));
  }
};

// How much of what is done around a place is done at this distance from it: all of it within a third of the
// radius, then less and less. Metres.
inline double share_within(double distance, double radius) {
  return std::clamp(1.5 * (1.0 - distance / radius), 0.0, 1.0);
}

// Takes those from `left`, the first ones first, whose places are farther from each other than `distance`,
// metres, so that what each of them changes can be told apart.
template <typename AtPlace>
std::vector<AtPlace> take_apart(const GarmentPlaces& places, std::vector<AtPlace>& left, double distance) {
  std::vector<AtPlace> taken, others;
  for (const AtPlace& one : left) {
    const bool is_far = std::ranges::all_of(
        taken, [&](const AtPlace& other) { return places.distance(one.place, other.place) > distance; });
    (is_far ? taken : others).push_back(one);
  }
  left = std::move(others);
  return taken;
}

// outwards: the nearest body normals, turned halfway to the garment's own unless that is a lining, which
// faces the body, and smoothed over the garment; 0 where the garment is sewn to the body, that is, lies on a
// vertex of it. If fewer than nine in ten places have a counterpart on the
// other side, the garment is not symmetric.
GarmentPlaces find_places(const FitSurface& garment, const FitSurface& body);

// The garment's normals with places at `at`: area-weighted, unit, per place. `triangles`: of its vertices.
std::vector<Vec3> place_normals(const GarmentPlaces& places, std::span<const Surface::Triangle> triangles,
                                std::span<const Vec3> at);

}  // namespace mannequin
