#include "engine/fit/garment_patches.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace mannequin {
namespace {

constexpr double kApart = 0.025, kReach = 0.050, kNeighbours = 0.040;  // metres between centres
constexpr double kOnTheMiddle = 1e-3;                                  // metres
constexpr std::array kMuch = {0.15, 0.05, 0.0};                        // shares of a place, tried in turn
constexpr int kRings = 4;                                              // of patches around a place

bool is_far(const Vec3& from, std::span<const Vec3> others) {
  return std::ranges::none_of(others, [&](const Vec3& other) { return glm::distance(from, other) < kApart; });
}

// On a symmetric garment, centres on the left are mirrored.
std::vector<Vec3> patch_centres(const GarmentPlaces& places, std::vector<std::uint32_t>& mirror) {
  bool symmetric = false;
  for (std::uint32_t w = 0; w < places.count(); ++w) symmetric = symmetric || places.mirror[w] != w;
  std::vector<Vec3> centres;
  for (const Vec3& p : places.positions)
    if ((!symmetric || p.y >= -kOnTheMiddle) && is_far(p, centres)) centres.push_back(p);
  const std::size_t left = centres.size();
  for (std::size_t i = 0; i < left; ++i) mirror.push_back(static_cast<std::uint32_t>(i));
  for (std::size_t i = 0; symmetric && i < left; ++i) {
    if (std::abs(centres[i].y) <= kOnTheMiddle) continue;
    mirror[i] = static_cast<std::uint32_t>(centres.size());
    mirror.push_back(static_cast<std::uint32_t>(i));
    centres.emplace_back(centres[i].x, -centres[i].y, centres[i].z);
  }
  return centres;
}

std::vector<PatchShare> shares_at(const Vec3& at, std::span<const Vec3> centres) {
  std::vector<PatchShare> out;
  double sum = 0.0;
  for (std::uint32_t i = 0; i < centres.size(); ++i) {
    const double left = 1.0 - glm::distance(at, centres[i]) / kReach;
    if (!(left > 0.0)) continue;
    out.push_back({i, left * left});
    sum += left * left;
  }
  for (PatchShare& one : out) one.share /= sum;
  return out;
}

}  // namespace

GarmentPatches make_patches(const GarmentPlaces& places, std::span<const Vec3> body) {
  GarmentPatches out;
  const std::vector<Vec3> centres = patch_centres(places, out.mirror);
  for (const Vec3& p : places.positions) out.of_place.push_back(shares_at(p, centres));
  for (const Vec3& p : body) out.of_body.push_back(shares_at(p, centres));
  out.neighbours.resize(centres.size());
  for (std::uint32_t a = 0; a < centres.size(); ++a)
    for (std::uint32_t b = 0; b < centres.size(); ++b)
      if (a != b && glm::distance(centres[a], centres[b]) < kNeighbours) out.neighbours[a].push_back(b);
  return out;
}

std::vector<std::uint32_t> patches_about(const GarmentPatches& patches, std::uint32_t body,
                                         const std::array<std::uint32_t, 3>& cloth,
                                         const std::vector<bool>& wanted) {
  std::map<std::uint32_t, double> share;
  for (const PatchShare& near : patches.of_body[body]) share[near.patch] += 0.5 * near.share;
  for (const std::uint32_t place : cloth)
    for (const PatchShare& near : patches.of_place[place]) share[near.patch] += near.share / 6.0;
  std::vector<std::uint32_t> found;
  for (const double much : kMuch) {
    for (const auto& [patch, part] : share)
      if (part > much && wanted[patch]) found.push_back(patch);
    if (!found.empty()) return found;
  }
  std::set<std::uint32_t> reached;
  for (const auto& [patch, part] : share) reached.insert(patch);
  for (int ring = 0; ring < kRings && found.empty(); ++ring) {
    std::set<std::uint32_t> more = reached;
    for (const std::uint32_t patch : reached)
      for (const std::uint32_t near : patches.neighbours[patch])
        if (more.insert(near).second && wanted[near]) found.push_back(near);
    reached = std::move(more);
  }
  return found;
}

}  // namespace mannequin
