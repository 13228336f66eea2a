#include "engine/fit/garment_cover.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace mannequin {
namespace {

constexpr std::array kMovesBack = {0.012, 0.025, 0.05, 0.1};  // metres around such places, in turn

// Of the body, as long as the garment's places are there.
std::vector<std::uint32_t> counted_with(const GarmentPairInput& body, const GarmentPair& pair,
                                        const GarmentPlaces& places, std::span<const Vec3> at) {
  std::vector<Vec3> positions;
  for (const std::uint32_t w : places.of) positions.push_back(at[w]);
  GarmentPairInput input = body;
  input.garment_positions = positions;
  input.garment_triangles = pair.garment_triangles();
  const GarmentPair moved(input);
  return {moved.counted().begin(), moved.counted().end()};
}

std::uint32_t nearest_place(const Vec3& to, std::span<const Vec3> at) {
  return static_cast<std::uint32_t>(
      std::ranges::min_element(at, {}, [&](const Vec3& p) { return glm::distance(p, to); }) - at.begin());
}

}  // namespace

std::vector<double> moves_that_cover_no_more(const FitSurface& body, const GarmentPair& pair,
                                             const GarmentPlaces& places, std::span<const Vec3> moved) {
  std::vector<double> kept(places.count(), 1.0);
  const std::vector<Vec3> positions = body.bound_positions(), normals = body.bound_normals();
  const std::vector<Surface::Triangle> triangles = body.triangles();
  const GarmentPairInput covered{positions, normals, triangles, {}, {}};
  const std::vector<std::uint32_t> before = counted_with(covered, pair, places, places.positions);
  for (const double radius : kMovesBack) {
    std::vector<Vec3> at;
    for (std::uint32_t w = 0; w < places.count(); ++w) at.push_back(places.positions[w] + kept[w] * moved[w]);
    std::vector<std::uint32_t> fresh;
    std::ranges::set_difference(counted_with(covered, pair, places, at), before, std::back_inserter(fresh));
    if (fresh.empty()) break;
    for (const std::uint32_t v : fresh) {
      const std::uint32_t spot = nearest_place(positions[v], at);
      for (std::uint32_t w = 0; w < places.count(); ++w)
        kept[w] = std::min(kept[w], 1.0 - share_within(places.distance(w, spot), radius));
    }
  }
  return kept;
}

}  // namespace mannequin
