#include "tools/body/weights.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/skeleton/joint_sides.h"

namespace mannequin::body {
namespace {

// Rounds of evening out. The face and the fingers have small parts that must not run into each other.
constexpr int kSmoothingRounds = 8, kFineRounds = 2;
// How much more of a joint a vertex may have than any of its neighbours.
constexpr double kSpike = 0.10;

std::vector<std::size_t> find_mirrored_joints() {
  const std::vector<std::string>& names = skin_joints();
  std::map<std::string, std::size_t> index;
  for (std::size_t j = 0; j < names.size(); ++j) index[names[j]] = j;
  std::vector<std::size_t> other(names.size());
  for (std::size_t j = 0; j < names.size(); ++j) other[j] = index.at(mirrored_name(names[j]));
  return other;
}

}  // namespace

const std::vector<std::size_t>& mirrored_joints() {
  static const std::vector<std::size_t> kOther = find_mirrored_joints();
  return kOther;
}

VertexWeights mirrored(VertexWeights weights) {
  for (std::uint16_t& joint : weights.joint) joint = static_cast<std::uint16_t>(mirrored_joints()[joint]);
  return weights;
}

// Takes the fifth greatest from all: what leaves the four leaves without a jump.
VertexWeights strongest(const WeightRow& row) {
  std::vector<std::pair<double, std::size_t>> sorted;
  for (std::size_t j = 0; j < row.size(); ++j)
    if (row[j] > 0.0) sorted.emplace_back(-row[j], j);
  std::sort(sorted.begin(), sorted.end());
  const double floor = sorted.size() > 4 ? -sorted[4].first : 0.0;
  VertexWeights result;
  double sum = 0.0;
  for (std::size_t k = 0; k < std::min<std::size_t>(4, sorted.size()); ++k) {
    const double weight = -sorted[k].first - floor;
    if (weight < 0.002) continue;
    result.joint[k] = static_cast<std::uint16_t>(sorted[k].second);
    result.weight[k] = weight;
    sum += weight;
  }
  for (double& weight : result.weight) weight /= sum;
  return result;
}

namespace {

WeightRow mirrored(const WeightRow& row) {
  const std::vector<std::size_t>& other = mirrored_joints();
  WeightRow image(row.size());
  for (std::size_t j = 0; j < row.size(); ++j) image[other[j]] = row[j];
  return image;
}

// Both sides' mean: of a place in the middle.
WeightRow evened(const WeightRow& row) {
  WeightRow mean = mirrored(row);
  for (std::size_t j = 0; j < row.size(); ++j) mean[j] = 0.5 * (mean[j] + row[j]);
  return mean;
}

// Of each vertex those it shares an edge with, ascending.
std::vector<std::vector<std::uint32_t>> neighbour_lists(std::size_t count,
                                                        const std::vector<Triangle>& triangles) {
  std::vector<std::vector<std::uint32_t>> near(count);
  for (const Triangle& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      near[t[k]].push_back(t[(k + 1) % 3]);
      near[t[k]].push_back(t[(k + 2) % 3]);
    }
  }
  for (std::vector<std::uint32_t>& list : near) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return near;
}

WeightRow row_of(const VertexWeights& weights) {
  WeightRow row(skin_joints().size(), 0.0);
  for (std::size_t k = 0; k < 4; ++k) row[weights.joint[k]] += weights.weight[k];
  return row;
}

// Where many joints meet, what the cut to four leaves can stand out: a vertex that has much more of a joint
// than all around it, and would stick out of the body and of its clothes, gets the weights of that neighbour
// that is most like all of them.
void level_spikes(const std::vector<std::vector<std::uint32_t>>& near, const std::vector<std::uint32_t>& twin,
                  std::vector<VertexWeights>& weights) {
  const std::vector<VertexWeights> before = weights;
  for (std::uint32_t v = 0; v < weights.size(); ++v) {
    if (twin[v] < v) {
      weights[v] = mirrored(weights[twin[v]]);
      continue;
    }
    std::vector<WeightRow> around;
    WeightRow most(skin_joints().size(), 0.0), mean = most;
    for (const std::uint32_t w : near[v]) {
      around.push_back(row_of(before[w]));
      for (std::size_t j = 0; j < most.size(); ++j) {
        most[j] = std::max(most[j], around.back()[j]);
        mean[j] += around.back()[j] / static_cast<double>(near[v].size());
      }
    }
    const WeightRow own = row_of(before[v]);
    std::size_t at = 0;
    while (at < own.size() && own[at] <= most[at] + kSpike) ++at;
    if (at == own.size()) continue;
    const WeightRow& like_all = *std::ranges::min_element(around, {}, [&](const WeightRow& row) {
      double sum = 0.0;
      for (std::size_t j = 0; j < row.size(); ++j) sum += (row[j] - mean[j]) * (row[j] - mean[j]);
      return sum;
    });
    weights[v] = strongest(twin[v] == v ? evened(like_all) : like_all);
  }
}

}  // namespace

std::vector<VertexWeights> weigh(const Rig& rig, const std::vector<Vec3>& positions,
                                 const std::vector<Triangle>& triangles,
                                 const std::vector<std::uint32_t>& twin) {
  const std::size_t joints = skin_joints().size();
  const auto near = neighbour_lists(positions.size(), triangles);
  // Only vertices that come before their image are computed, so that both sides are equal to the last bit.
  std::vector<WeightRow> rows(positions.size());
  const auto complete = [&] {
    for (std::uint32_t v = 0; v < rows.size(); ++v) {
      if (twin[v] < v) {
        rows[v] = mirrored(rows[twin[v]]);
      } else if (twin[v] == v) {
        rows[v] = evened(rows[v]);
      }
    }
  };
  for (std::uint32_t v = 0; v < rows.size(); ++v)
    if (twin[v] >= v) rows[v] = weights_at(rig, positions[v]);
  complete();
  const double head = rig.at("mHead").z, wrist = rig.at("mWristLeft").y;
  for (int round = 0; round < kSmoothingRounds; ++round) {
    std::vector<WeightRow> next(rows.size());
    for (std::uint32_t v = 0; v < rows.size(); ++v) {
      if (twin[v] < v) continue;
      if (round >= kFineRounds && (positions[v].z > head - 0.05 || positions[v].y > wrist)) {
        next[v] = rows[v];
        continue;
      }
      WeightRow mean(joints, 0.0);
      for (std::uint32_t w : near[v])
        for (std::size_t j = 0; j < joints; ++j) mean[j] += rows[w][j];
      next[v].resize(joints);
      for (std::size_t j = 0; j < joints; ++j)
        next[v][j] = 0.5 * rows[v][j] + 0.5 * mean[j] / static_cast<double>(near[v].size());
    }
    rows = std::move(next);
    complete();
  }
  std::vector<VertexWeights> result(rows.size());
  for (std::uint32_t v = 0; v < rows.size(); ++v) {
    result[v] = twin[v] >= v ? strongest(rows[v]) : mirrored(result[twin[v]]);
  }
  level_spikes(near, twin, result);
  return result;
}

}  // namespace mannequin::body
