#include "engine/bind/brush.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/bind/surface_tree.h"
#include "engine/bind/weight_edits.h"

namespace mannequin {
namespace {

constexpr std::size_t kMostWeights = 4;  // of a vertex: viewers keep no more
constexpr double kOpposite = 0.02;       // metres between a mirror image and the surface
constexpr double kNothing = 1e-6;        // a weight that moves nothing

// 1 in the middle, 0 from the radius on, level at both ends.
double falloff(double distance, double radius) {
  const double part = distance / radius;
  if (!(part < 1.0)) return 0.0;
  const double left = 1.0 - part * part;
  return left * left;
}

bool is_locked(const std::vector<bool>& locked, std::uint32_t group) {
  return group < locked.size() && locked[group];
}

// Sum 1, up to the rounding of files, or none. What has that sum stays as it is: locked weights never change.
std::vector<GroupWeight> normalised(std::vector<GroupWeight> weights) {
  std::erase_if(weights, [](const GroupWeight& w) { return !(w.weight > 0.0); });
  const double sum = total_weight(weights);
  if (std::abs(sum - 1.0) > kNothing)
    for (GroupWeight& w : weights) w.weight /= sum;
  return weights;
}

// What the locked groups leave to the others.
double room_of(const std::vector<GroupWeight>& weights, const std::vector<bool>& locked) {
  double room = 1.0;
  for (const GroupWeight& w : weights)
    if (is_locked(locked, w.group)) room -= w.weight;
  return std::max(room, 0.0);
}

void scale(std::vector<GroupWeight>& weights, double sum) {
  const double now = total_weight(weights);
  if (now > 0.0)
    for (GroupWeight& w : weights) w.weight *= sum / now;
}

// `wanted`: the weights of the painted groups; none of them is locked. `before`: sum 1, or none.
// Nothing if there is no other group to take or to give the rest.
std::optional<std::vector<GroupWeight>> with_weights(const std::vector<GroupWeight>& before,
                                                     std::vector<GroupWeight> wanted,
                                                     const std::vector<bool>& locked) {
  std::vector<GroupWeight> kept, others;
  for (const GroupWeight& w : before)
    if (is_locked(locked, w.group))
      kept.push_back(w);
    else if (std::ranges::find(wanted, w.group, &GroupWeight::group) == wanted.end())
      others.push_back(w);
  const double room = room_of(before, locked);
  std::erase_if(wanted, [](const GroupWeight& w) { return w.weight <= kNothing; });
  if (total_weight(wanted) > room) scale(wanted, room);
  std::erase_if(others, [](const GroupWeight& w) { return w.weight <= kNothing; });
  sort_by_weight(others);
  // What is painted goes before what is not, however little it is: otherwise a faint stroke would do nothing.
  const std::size_t taken = std::min(kMostWeights, kept.size() + wanted.size());
  if (others.size() > kMostWeights - taken) others.resize(kMostWeights - taken);
  sort_by_weight(wanted);
  const std::size_t places = kMostWeights - std::min(kMostWeights, kept.size());
  if (wanted.size() > places) wanted.resize(places);
  if (others.empty() && wanted.empty() && room > kNothing) return std::nullopt;
  if (others.empty())
    scale(wanted, room);
  else
    scale(others, std::max(room - total_weight(wanted), 0.0));
  std::vector<GroupWeight> after = std::move(kept);
  after.insert(after.end(), wanted.begin(), wanted.end());
  after.insert(after.end(), others.begin(), others.end());
  std::erase_if(after,
                [&](const GroupWeight& w) { return !is_locked(locked, w.group) && w.weight <= kNothing; });
  sort_by_weight(after);
  return after;
}

// The weight of a group where the brush covers a vertex by `cover` so far.
double painted(const Brush& brush, double weight, double cover) {
  const double part = brush.strength * cover;
  switch (brush.mode) {
    case BrushMode::add:
      return std::min(weight + part, 1.0);
    case BrushMode::subtract:
      return std::max(weight - part, 0.0);
    case BrushMode::replace:
      return weight + part * (brush.value - weight);
    case BrushMode::smooth:
      break;
  }
  return weight;
}

// All groups that are not locked come closer to the mean of the neighbours that have weights.
std::optional<std::vector<GroupWeight>> smoothed(const WeightTable& table, std::uint32_t vertex,
                                                 const Neighbours& neighbours,
                                                 const std::vector<bool>& locked, double part) {
  const std::vector<GroupWeight> own = normalised(table.vertices[vertex]);
  std::vector<GroupWeight> mean;
  double count = 0.0;
  for (const std::uint32_t n : neighbours.of(vertex)) {
    const std::vector<GroupWeight> theirs = normalised(table.vertices[n]);
    if (theirs.empty()) continue;
    add_weights(mean, theirs, 1.0);
    count += 1.0;
  }
  if (count == 0.0) return std::nullopt;
  std::vector<GroupWeight> kept, blend;
  for (const GroupWeight& w : own)
    if (is_locked(locked, w.group))
      kept.push_back(w);
    else
      blend.push_back({w.group, (1.0 - part) * w.weight});
  std::erase_if(mean, [&](const GroupWeight& w) { return is_locked(locked, w.group); });
  add_weights(blend, mean, part / count);
  std::erase_if(blend, [](const GroupWeight& w) { return w.weight <= kNothing; });
  sort_by_weight(blend);
  const std::size_t places = kMostWeights - std::min(kMostWeights, kept.size());
  if (blend.size() > places) blend.resize(places);
  if (blend.empty()) return std::nullopt;
  scale(blend, room_of(own, locked));
  blend.insert(blend.end(), kept.begin(), kept.end());
  sort_by_weight(blend);
  return blend;
}

bool same(const std::vector<GroupWeight>& a, const std::vector<GroupWeight>& b) {
  return std::ranges::equal(
      a, b, [](const auto& x, const auto& y) { return x.group == y.group && x.weight == y.weight; });
}

}  // namespace

BrushSurface::BrushSurface(Surface surface)
    : surface_(std::move(surface)), neighbours_(surface_.positions.size(), surface_.edges) {}

std::vector<std::optional<OppositePlace>> opposite_places(const Surface& surface) {
  const SurfaceTree tree(surface);
  const Mirroring mirroring;
  std::vector<std::optional<OppositePlace>> places(surface.positions.size());
  for (std::size_t v = 0; v < places.size(); ++v)
    if (const auto image = tree.nearest(mirroring.image(surface.positions[v]), kOpposite))
      places[v] = OppositePlace{surface.triangles[image->triangle], image->barycentric};
  return places;
}

BrushStroke::BrushStroke(const BrushSurface& surface, WeightTable& table, Brush brush,
                         std::optional<MirroredBrush> mirrored)
    : surface_(surface),
      table_(table),
      brush_(std::move(brush)),
      mirrored_(mirrored),
      before_(table),
      cover_(table.vertices.size()),
      opposite_cover_(table.vertices.size()),
      changed_(table.vertices.size()) {}

std::vector<double> BrushStroke::cover_of(std::span<const Vec3> places, const Vec3& center,
                                          std::uint32_t start) const {
  std::vector<double> cover(places.size());
  if (!brush_.connected) {
    for (std::size_t v = 0; v < places.size(); ++v)
      cover[v] = falloff(glm::distance(places[v], center), brush_.radius);
    return cover;
  }
  // The start may lie outside of a small brush; its neighbours may not.
  std::vector<bool> seen(places.size());
  std::vector<std::uint32_t> open{start};
  seen[start] = true;
  while (!open.empty()) {
    const std::uint32_t v = open.back();
    open.pop_back();
    cover[v] = falloff(glm::distance(places[v], center), brush_.radius);
    if (cover[v] == 0.0 && v != start) continue;
    for (const std::uint32_t n : surface_.neighbours().of(v))
      if (!seen[n]) {
        seen[n] = true;
        open.push_back(n);
      }
  }
  return cover;
}

std::vector<double> BrushStroke::mirrored_cover(std::span<const double> cover) const {
  std::vector<double> other(cover.size());
  for (std::size_t v = 0; v < cover.size(); ++v)
    if (const auto& place = mirrored_->opposite[v])
      for (std::size_t k = 0; k < 3; ++k)
        other[v] += place->share[static_cast<int>(k)] * cover[place->vertices[k]];
  return other;
}

std::vector<std::uint32_t> BrushStroke::dab(std::span<const Vec3> places, const Vec3& center,
                                            std::uint32_t start) {
  const bool smooths = brush_.mode == BrushMode::smooth;
  std::vector<double> cover = cover_of(places, center, start);
  std::vector<double> other = mirrored_ ? mirrored_cover(cover) : std::vector<double>(cover.size());
  // In the middle both sides are the same group's.
  const bool one_group = smooths || !mirrored_ || mirrored_->group == brush_.group;
  if (one_group)
    for (std::size_t v = 0; v < cover.size(); ++v)
      cover[v] = std::max(cover[v], std::exchange(other[v], 0.0));
  // All at once: what is made of a vertex does not depend on what was made of its neighbours.
  std::vector<std::pair<std::uint32_t, std::vector<GroupWeight>>> made;
  for (std::uint32_t v = 0; v < cover.size(); ++v) {
    std::optional<std::vector<GroupWeight>> after;
    if (smooths) {
      if (cover[v] > 0.0)
        after = smoothed(table_, v, surface_.neighbours(), brush_.locked, brush_.strength * cover[v]);
    } else {
      if (!(cover[v] > cover_[v]) && !(other[v] > opposite_cover_[v])) continue;
      cover_[v] = std::max(cover_[v], cover[v]);
      opposite_cover_[v] = std::max(opposite_cover_[v], other[v]);
      const std::vector<GroupWeight> before = normalised(before_.vertices[v]);
      std::vector<GroupWeight> wanted;
      const auto want = [&](std::uint32_t group, double part) {
        const double now = weight_of(before, group), then = painted(brush_, now, part);
        if (part > 0.0 && then != now && !is_locked(brush_.locked, group)) wanted.push_back({group, then});
      };
      want(brush_.group, cover_[v]);
      if (!one_group) want(mirrored_->group, opposite_cover_[v]);
      if (!wanted.empty()) after = with_weights(before, std::move(wanted), brush_.locked);
    }
    if (after && !same(*after, table_.vertices[v])) made.emplace_back(v, std::move(*after));
  }
  std::vector<std::uint32_t> changed;
  for (auto& [v, weights] : made) {
    table_.vertices[v] = std::move(weights);
    changed_[v] = true;
    changed.push_back(v);
  }
  return changed;
}

std::vector<std::uint32_t> BrushStroke::changed() const {
  std::vector<std::uint32_t> all;
  for (std::uint32_t v = 0; v < changed_.size(); ++v)
    if (changed_[v]) all.push_back(v);
  return all;
}

bool set_weight(std::vector<GroupWeight>& weights, std::uint32_t group, double weight,
                const std::vector<bool>& locked) {
  if (is_locked(locked, group)) return false;
  auto after = with_weights(normalised(weights), {{group, std::clamp(weight, 0.0, 1.0)}}, locked);
  if (!after || same(*after, weights)) return false;
  weights = std::move(*after);
  return true;
}

}  // namespace mannequin
