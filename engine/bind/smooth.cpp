#include "engine/bind/smooth.h"

#include <algorithm>

#include "engine/bind/neighbours.h"

namespace mannequin {
namespace {

// Accumulates one vertex's weights by group.
class GroupSums {
 public:
  explicit GroupSums(std::size_t groups) : sum_(groups, 0.0), listed_(groups) {}

  void add(const std::vector<GroupWeight>& weights, double factor) {
    for (const GroupWeight& w : weights) {
      if (!listed_[w.group]) groups_.push_back(w.group);
      listed_[w.group] = true;
      sum_[w.group] += factor * w.weight;
    }
  }
  // Returns the sums above 0, by group, and clears them.
  std::vector<GroupWeight> take() {
    std::vector<GroupWeight> out;
    std::ranges::sort(groups_);
    for (const std::uint32_t g : groups_) {
      if (sum_[g] > 0.0) out.push_back({g, sum_[g]});
      sum_[g] = 0.0;
      listed_[g] = false;
    }
    groups_.clear();
    return out;
  }

 private:
  std::vector<double> sum_;
  std::vector<bool> listed_;
  std::vector<std::uint32_t> groups_;
};

// w' = own * w + mean_factor * mean over the neighbours.
void blend_with_mean(WeightTable& table, const Neighbours& neighbours, int times, double own,
                     double mean_factor, bool keep_sums) {
  GroupSums sums(table.groups.size());
  for (int i = 0; i < times; ++i) {
    std::vector<std::vector<GroupWeight>> next(table.vertices.size());
    for (std::size_t v = 0; v < table.vertices.size(); ++v) {
      const auto around = neighbours.of(v);
      if (around.empty()) {
        next[v] = table.vertices[v];
        continue;
      }
      sums.add(table.vertices[v], own);
      for (const std::uint32_t n : around)
        sums.add(table.vertices[n], mean_factor / static_cast<double>(around.size()));
      next[v] = sums.take();
      if (!keep_sums) continue;
      const double before = total_weight(table.vertices[v]), after = total_weight(next[v]);
      if (after > 0.0)
        for (GroupWeight& w : next[v]) w.weight *= before / after;
    }
    table.vertices = std::move(next);
  }
  for (auto& weights : table.vertices) sort_by_weight(weights);
}

}  // namespace

void smooth_weights(WeightTable& table, std::span<const Surface::Edge> edges, int times, double factor) {
  blend_with_mean(table, Neighbours(table.vertices.size(), edges), times, 1.0 - factor, factor, false);
}

void sharpen_weights(WeightTable& table, std::span<const Surface::Edge> edges, int times, double factor) {
  blend_with_mean(table, Neighbours(table.vertices.size(), edges), times, 1.0 + factor, -factor, true);
}

}  // namespace mannequin
