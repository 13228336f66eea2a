#include "engine/bind/voxel_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace mannequin {
namespace {

constexpr double kLeastCell = 1e-3;  // metres
constexpr std::int64_t kMargin = 2;  // empty layers
constexpr float kOutside = 3.0f;     // cost factor of steps outside
constexpr std::int64_t kMostSteps = 4096;

}  // namespace

VoxelGrid::VoxelGrid(const Surface& surface, std::size_t most_cells) {
  Vec3 low(std::numeric_limits<double>::infinity()), high(-std::numeric_limits<double>::infinity());
  for (const Vec3& p : surface.positions) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  if (surface.positions.empty()) low = high = Vec3(0.0);
  const Vec3 extent = glm::max(high - low, Vec3(kLeastCell));
  const double longest = std::max({extent.x, extent.y, extent.z});
  // Starts from the cells that the box alone would need; the margin needs a few more.
  size_ = std::max({kLeastCell, std::cbrt(extent.x * extent.y * extent.z / static_cast<double>(most_cells)),
                    longest / 256.0});
  for (;; size_ *= 1.1) {
    std::size_t cells = 1;
    for (int axis = 0; axis < 3; ++axis) {
      count_[static_cast<std::size_t>(axis)] =
          static_cast<std::int64_t>(std::ceil(extent[axis] / size_)) + 1 + 2 * kMargin;
      cells *= static_cast<std::size_t>(count_[static_cast<std::size_t>(axis)]);
    }
    if (cells <= 2 * most_cells) {
      solid_.assign(cells, false);
      break;
    }
  }
  origin_ = low - Vec3((static_cast<double>(kMargin) + 0.5) * size_);
  mark_surface(surface);
  mark_caps(surface);
  fill_inside();
}

std::array<std::int64_t, 3> VoxelGrid::place_of(const Vec3& point) const {
  std::array<std::int64_t, 3> place;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const double at = std::floor((point[axis] - origin_[axis]) / size_);
    place[a] = static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(count_[a] - 1)));
  }
  return place;
}

std::size_t VoxelGrid::index(const std::array<std::int64_t, 3>& place) const {
  return static_cast<std::size_t>((place[2] * count_[1] + place[1]) * count_[0] + place[0]);
}

std::size_t VoxelGrid::cell_of(const Vec3& point) const { return index(place_of(point)); }

// Samples it with points half a cell apart.
void VoxelGrid::mark_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
  const auto steps = std::min(kMostSteps, static_cast<std::int64_t>(std::ceil(2.0 * longest / size_)));
  for (std::int64_t i = 0; i <= steps; ++i)
    for (std::int64_t j = 0; i + j <= steps && steps > 0; ++j) {
      const double u = static_cast<double>(i) / static_cast<double>(steps),
                   v = static_cast<double>(j) / static_cast<double>(steps);
      solid_[cell_of(a + u * (b - a) + v * (c - a))] = true;
    }
}

void VoxelGrid::mark_surface(const Surface& surface) {
  for (const Vec3& p : surface.positions) solid_[cell_of(p)] = true;
  for (const Surface::Triangle& t : surface.triangles)
    mark_triangle(surface.positions[t[0]], surface.positions[t[1]], surface.positions[t[2]]);
}

// Closes each opening by triangles from its edges to its centre.
void VoxelGrid::mark_caps(const Surface& surface) {
  const std::vector<Surface::Edge> edges = border_edges(surface.triangles);
  std::vector<Surface::Triangle> ends;
  for (const Surface::Edge& edge : edges) ends.push_back({edge[0], edge[1], edge[1]});
  const SurfaceParts openings = connected_parts(surface.positions.size(), ends);
  std::vector<Vec3> centre(openings.count, Vec3(0.0));
  std::vector<double> length(openings.count, 0.0);
  for (const Surface::Edge& edge : edges) {
    const Vec3 &a = surface.positions[edge[0]], &b = surface.positions[edge[1]];
    const std::size_t opening = openings.part[edge[0]];
    length[opening] += glm::distance(a, b);
    centre[opening] += glm::distance(a, b) * 0.5 * (a + b);
  }
  for (const Surface::Edge& edge : edges) {
    const std::size_t opening = openings.part[edge[0]];
    if (length[opening] > 0.0)
      mark_triangle(surface.positions[edge[0]], surface.positions[edge[1]],
                    centre[opening] / length[opening]);
  }
}

// Any cell that cannot be reached from the corner without crossing the surface is inside.
void VoxelGrid::fill_inside() {
  std::vector<bool> outside(solid_.size());
  std::vector<std::size_t> open = {0};
  outside[0] = true;
  const std::int64_t row = count_[0], layer = count_[0] * count_[1];
  while (!open.empty()) {
    const std::size_t cell = open.back();
    open.pop_back();
    const auto at = static_cast<std::int64_t>(cell);
    const std::int64_t x = at % row, y = at / row % count_[1], z = at / layer;
    const auto visit = [&](bool exists, std::int64_t neighbour) {
      const auto n = static_cast<std::size_t>(neighbour);
      if (!exists || outside[n] || solid_[n]) return;
      outside[n] = true;
      open.push_back(n);
    };
    visit(x > 0, at - 1);
    visit(x + 1 < count_[0], at + 1);
    visit(y > 0, at - row);
    visit(y + 1 < count_[1], at + row);
    visit(z > 0, at - layer);
    visit(z + 1 < count_[2], at + layer);
  }
  for (std::size_t cell = 0; cell < solid_.size(); ++cell) solid_[cell] = !outside[cell];
}

std::vector<VoxelGrid::Seed> VoxelGrid::cells_along(const Vec3& from, const Vec3& to) const {
  std::vector<Seed> seeds;
  const Vec3 high = origin_ + size_ * Vec3(count_[0], count_[1], count_[2]);
  const auto steps = std::clamp(static_cast<std::int64_t>(std::ceil(2.0 * glm::distance(from, to) / size_)),
                                std::int64_t{1}, kMostSteps);
  for (std::int64_t i = 0; i <= steps; ++i) {
    const Vec3 point = from + static_cast<double>(i) / static_cast<double>(steps) * (to - from);
    const double gap = glm::distance(point, glm::clamp(point, origin_, high));
    seeds.push_back({cell_of(point), kOutside * static_cast<float>(gap)});
  }
  std::ranges::sort(seeds, [](const Seed& a, const Seed& b) {
    return std::pair(a.cell, a.cost) < std::pair(b.cell, b.cost);
  });
  seeds.erase(
      std::unique(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) { return a.cell == b.cell; }),
      seeds.end());
  return seeds;
}

std::vector<float> VoxelGrid::distances(std::span<const Seed> seeds, std::span<const float> reach) const {
  struct Step {
    std::array<std::int64_t, 3> way;
    std::int64_t offset;
    float length;
  };
  std::vector<Step> steps;
  for (std::int64_t z = -1; z <= 1; ++z)
    for (std::int64_t y = -1; y <= 1; ++y)
      for (std::int64_t x = -1; x <= 1; ++x)
        if (x != 0 || y != 0 || z != 0)
          steps.push_back(
              {{x, y, z},
               (z * count_[1] + y) * count_[0] + x,
               static_cast<float>(size_ * std::sqrt(static_cast<double>(x * x + y * y + z * z)))});
  std::vector<float> distance(solid_.size(), std::numeric_limits<float>::infinity());
  using Entry = std::pair<float, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (const Seed& seed : seeds) {
    if (!(seed.cost < distance[seed.cell])) continue;
    distance[seed.cell] = seed.cost;
    open.emplace(seed.cost, seed.cell);
  }
  while (!open.empty()) {
    const auto [so_far, cell] = open.top();
    open.pop();
    if (so_far > distance[cell]) continue;
    const auto at = static_cast<std::int64_t>(cell);
    const std::array<std::int64_t, 3> place = {at % count_[0], at / count_[0] % count_[1],
                                               at / (count_[0] * count_[1])};
    for (const Step& step : steps) {
      bool exists = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t there = place[axis] + step.way[axis];
        exists = exists && there >= 0 && there < count_[axis];
      }
      if (!exists) continue;
      const auto next = static_cast<std::size_t>(at + step.offset);
      const float way = so_far + step.length * (solid_[cell] && solid_[next] ? 1.0f : kOutside);
      if (!(way < distance[next]) || (!reach.empty() && way > reach[next])) continue;
      distance[next] = way;
      open.emplace(way, next);
    }
  }
  return distance;
}

}  // namespace mannequin
