#include "engine/bind/weight_table.h"

#include <algorithm>

namespace mannequin {

void sort_by_weight(std::vector<GroupWeight>& weights) {
  std::ranges::sort(weights, [](const GroupWeight& a, const GroupWeight& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.group < b.group;
  });
}

double weight_of(const std::vector<GroupWeight>& weights, std::uint32_t group) {
  for (const GroupWeight& w : weights)
    if (w.group == group) return w.weight;
  return 0.0;
}

double total_weight(const std::vector<GroupWeight>& weights) {
  double sum = 0.0;
  for (const GroupWeight& w : weights) sum += w.weight;
  return sum;
}

std::vector<GroupWeight> strongest(std::vector<GroupWeight> weights, std::size_t most) {
  sort_by_weight(weights);
  if (weights.size() <= most) return weights;
  const double sum = total_weight(weights), next = weights[most].weight;
  weights.resize(most);
  // Less of it the more alike they all are: of nearly equal ones little would be left but their differences.
  const double alike = weights.empty() ? 1.0 : next / weights[0].weight;
  for (GroupWeight& w : weights) w.weight -= (1.0 - alike * alike * alike) * next;
  std::erase_if(weights, [](const GroupWeight& w) { return !(w.weight > 0.0); });
  const double kept = total_weight(weights);
  for (GroupWeight& w : weights) w.weight *= sum / kept;
  return weights;
}

std::uint32_t group_named(WeightTable& table, const std::string& name) {
  const auto found = std::ranges::find(table.groups, name);
  if (found == table.groups.end()) {
    table.groups.push_back(name);
    return static_cast<std::uint32_t>(table.groups.size() - 1);
  }
  return static_cast<std::uint32_t>(found - table.groups.begin());
}

void add_weights(std::vector<GroupWeight>& to, const std::vector<GroupWeight>& more, double factor) {
  for (const GroupWeight& w : more) {
    const auto same = std::ranges::find(to, w.group, &GroupWeight::group);
    if (same == to.end())
      to.push_back({w.group, w.weight * factor});
    else
      same->weight += w.weight * factor;
  }
}

}  // namespace mannequin
