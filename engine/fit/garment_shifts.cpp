#include "engine/fit/garment_shifts.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "engine/fit/garment_attach.h"
#include "engine/math/unit.h"

namespace mannequin {
namespace {

constexpr std::array kOutwards = {0.002, 0.005, 0.010};  // metres
// Metres closer to the body, but not by more than this share of the distance.
constexpr std::array kCloser = {0.0015, 0.003};
constexpr std::array kCloserAtMost = {0.5, 0.75};

// The place of the body that one of the garment covers.
struct CoveredPlace {
  Vec3 position, away;  // away: unit
  double distance = 0.0;

  double closer(std::size_t how) const { return std::min(kCloser[how], kCloserAtMost[how] * distance); }
};

std::vector<CoveredPlace> find_covered(const GarmentPlaces& places,
                                       std::span<const GarmentAttachment> attached, const Surface& body,
                                       std::span<const Vec3> normals) {
  std::vector<CoveredPlace> out;
  for (std::size_t w = 0; w < places.count(); ++w) {
    const GarmentAttachment& at = attached[w];
    Vec3 place(0.0), normal(0.0);
    for (std::size_t c = 0; c < 3; ++c) {
      const double share = at.place.share[static_cast<int>(c)];
      place += share * body.positions[at.place.corners[c]];
      normal += share * normals[at.place.corners[c]];
    }
    // A lining faces the body, as does cloth that crossed itself in a fold.
    out.push_back({place, unit_or_zero(at.facing < 0.0 ? places.positions[w] - place : normal), at.distance});
  }
  return out;
}

std::vector<Vec3> moved_closer(const GarmentPlaces& places, std::span<const CoveredPlace> covered,
                               std::size_t how, double limit) {
  std::vector<Vec3> shift(places.count(), Vec3(0.0));
  for (std::size_t w = 0; w < places.count(); ++w) {
    if (places.outwards[w] == Vec3(0.0)) continue;
    const CoveredPlace& at = covered[w];
    const Vec3 towards = at.position + (at.distance - at.closer(how)) * at.away - places.positions[w];
    const double length = glm::length(towards);
    if (length > 0.0) shift[w] = towards * std::min(1.0, std::min(limit, kCloser[how]) / length);
  }
  return shift;
}

}  // namespace

GarmentShifts make_shifts(const GarmentPlaces& places, const FitSurface& garment, const FitSurface& body,
                          double limit) {
  GarmentShifts out{{std::vector<Vec3>(places.count(), Vec3(0.0))}, std::vector<RoomBelow>(places.count())};
  if (!(limit > 0.0)) return out;
  double last = 0.0;
  for (const double most : kOutwards) {
    const double move = std::min(most, limit);
    if (std::exchange(last, move) == move) continue;
    std::vector<Vec3>& shift = out.ways.emplace_back(places.outwards);
    for (Vec3& s : shift) s *= move;
  }
  Surface surface;
  surface.positions = body.bound_positions();
  surface.triangles = body.triangles();
  if (surface.triangles.empty()) return out;
  std::vector<Vec3> normals = body.bound_normals();
  for (Vec3& n : normals) n = unit_or_zero(n);
  const std::vector<GarmentAttachment> attached = attach_to_body(
      surface, normals, places.positions, place_normals(places, garment.triangles(), places.positions));
  const std::vector<CoveredPlace> covered = find_covered(places, attached, surface, normals);
  for (std::size_t how = 0; how < kCloser.size(); ++how)
    out.ways.push_back(moved_closer(places, covered, how, limit));
  for (std::size_t w = 0; w < places.count(); ++w)
    out.rooms[w] = {covered[w].away, covered[w].closer(kCloser.size() - 1)};
  return out;
}

}  // namespace mannequin
