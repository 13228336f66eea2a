#include "engine/bind/voxel.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "engine/bind/voxel_grid.h"
#include "engine/core/parallel.h"
#include "engine/core/quantity.h"

namespace mannequin {
namespace {

constexpr std::size_t kMostCells = 400'000;
constexpr float kFarthestBone =
    3.0f;  // bones farther than this multiple of the nearest one's distance do not count
constexpr double kPower = 6.0;
constexpr double kStraight = 1.1;  // paths of neighbour steps exceed the straight line by at most this factor
constexpr double kLeastVoxelWeight = 0.005;

double distance_to_segment(const Vec3& point, const BindBone& bone) {
  const Vec3 way = bone.tail - bone.head;
  const double length = glm::dot(way, way);
  const double at = length > 0.0 ? std::clamp(glm::dot(point - bone.head, way) / length, 0.0, 1.0) : 0.0;
  return glm::distance(point, bone.head + at * way);
}

// A straight path counts as it is. A path around something, or across a gap, is measured by its steps (which
// overestimate slightly) times its ratio to the straight distance, so that a part next to another one without
// touching it follows its own bones.
double way_length(double steps, double straight, double cell) {
  if (!std::isfinite(steps)) return steps;
  const double shortest = std::max(straight, 0.25 * cell);
  if (steps <= kStraight * straight + 2.0 * cell) return shortest;
  const double way = std::max(shortest, steps / kStraight);
  return way * way / shortest;
}

void keep_heavy(std::vector<GroupWeight>& weights) {
  double sum = 0.0;
  for (const GroupWeight& w : weights) sum += w.weight;
  std::erase_if(weights, [&](const GroupWeight& w) { return w.weight < kLeastVoxelWeight * sum; });
  sum = 0.0;
  for (const GroupWeight& w : weights) sum += w.weight;
  for (GroupWeight& w : weights) w.weight /= sum;
  sort_by_weight(weights);
}

}  // namespace

Result<BoundWeights> voxel_weights(const Surface& surface, std::span<const BindBone> bones,
                                   const HeatOptions& options) {
  if (auto status = check_bind_input(surface, bones); !status) return error_of(status);
  BoundWeights out;
  for (const BindBone& bone : bones) out.weights.groups.push_back(bone.name);
  const std::size_t count = surface.positions.size();
  out.weights.vertices.resize(count);
  if (count == 0) return out;
  const VoxelGrid grid(surface, kMostCells);
  std::vector<std::vector<VoxelGrid::Seed>> seeds;
  std::vector<VoxelGrid::Seed> all;
  for (const BindBone& bone : bones) {
    seeds.push_back(grid.cells_along(bone.head, bone.tail));
    all.insert(all.end(), seeds.back().begin(), seeds.back().end());
  }
  std::vector<float> reach = grid.distances(all, {});
  for (float& r : reach) r = kFarthestBone * r + 4.0f * static_cast<float>(grid.cell_size());
  std::vector<std::size_t> cells(count);
  for (std::size_t v = 0; v < count; ++v) cells[v] = grid.cell_of(surface.positions[v]);

  std::vector<std::vector<float>> steps(bones.size());  // per bone and vertex
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> go_on = true;
  std::mutex reporting;
  Parallel(0).for_each(bones.size(), [&](std::size_t b) {
    if (!go_on) return;
    // A bone that only some vertices may follow is not suppressed by others.
    const bool rule = !options.eye_bones.empty() && options.eye_bones[b];
    const std::vector<float> distances = grid.distances(seeds[b], rule ? std::span<const float>() : reach);
    steps[b].resize(count);
    for (std::size_t v = 0; v < count; ++v) steps[b][v] = distances[cells[v]];
    const std::size_t now = ++done;
    const std::lock_guard lock(reporting);
    if (options.progress &&
        !options.progress(static_cast<double>(now) / static_cast<double>(bones.size() + 1)))
      go_on = false;
  });
  if (!go_on) return fail(ErrorCode::bad_argument, "", "was stopped before it was done");

  const auto may_move = [&](std::size_t bone, std::size_t vertex) {
    return options.eye_bones.empty() || options.eye_vertices.empty() ||
           options.eye_bones[bone] == options.eye_vertices[vertex];
  };
  BindFault none{"no_bone_allowed", {}, "", "name the bones that should move them with --joints", true};
  std::vector<double> ways(bones.size());
  for (std::uint32_t v = 0; v < count; ++v) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t b = 0; b < bones.size(); ++b) {
      ways[b] = may_move(b, v)
                    ? way_length(static_cast<double>(steps[b][v]),
                                 distance_to_segment(surface.positions[v], bones[b]), grid.cell_size())
                    : std::numeric_limits<double>::infinity();
      least = std::min(least, ways[b]);
    }
    auto& weights = out.weights.vertices[v];
    if (std::isfinite(least)) {
      for (std::uint32_t b = 0; b < bones.size(); ++b)
        if (std::isfinite(ways[b])) weights.push_back({b, std::pow(least / ways[b], kPower)});
      keep_heavy(weights);
      continue;
    }
    // The vertex may not follow any bone that is near: use straight distances.
    std::uint32_t nearest = 0;
    double straight = std::numeric_limits<double>::infinity();
    for (std::uint32_t b = 0; b < bones.size(); ++b)
      if (const double d = distance_to_segment(surface.positions[v], bones[b]);
          may_move(b, v) && d < straight) {
        straight = d;
        nearest = b;
      }
    if (std::isfinite(straight))
      weights.push_back({nearest, 1.0});
    else
      none.vertices.push_back(v);
  }
  if (!none.vertices.empty()) {
    none.message =
        fmt::format("{} may follow none of the bones", quantity(none.vertices.size(), "vertex", "vertices"));
    out.faults.push_back(std::move(none));
  }
  return out;
}

}  // namespace mannequin
