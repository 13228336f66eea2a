#include "engine/bind/groups.h"

#include <algorithm>

namespace mannequin {

void rename_groups(WeightTable& table, const std::map<std::string, std::string>& names) {
  WeightTable renamed;
  std::vector<std::uint32_t> place;
  for (const std::string& name : table.groups) {
    const auto found = names.find(name);
    place.push_back(group_named(renamed, found == names.end() ? name : found->second));
  }
  for (auto& weights : table.vertices) {
    std::vector<GroupWeight> merged;
    for (const GroupWeight& w : weights) {
      const auto same = std::ranges::find(merged, place[w.group], &GroupWeight::group);
      if (same == merged.end())
        merged.push_back({place[w.group], w.weight});
      else
        same->weight += w.weight;
    }
    weights = std::move(merged);
  }
  table.groups = std::move(renamed.groups);
}

void restrict_groups(WeightTable& table, const Skeleton& skeleton, std::span<const JointIndex> joints) {
  static const std::string kDropped = "\n";  // no such joint
  std::map<std::string, std::string> names;
  for (const std::string& name : table.groups) {
    JointIndex joint = skeleton.find(name);
    if (joint == kNoJoint) continue;
    while (joint != kNoJoint && std::ranges::find(joints, joint) == joints.end())
      joint = skeleton[joint].parent;
    names[name] = joint == kNoJoint ? kDropped : skeleton[joint].name;
  }
  rename_groups(table, names);
  const auto dropped =
      static_cast<std::uint32_t>(std::ranges::find(table.groups, kDropped) - table.groups.begin());
  if (dropped == table.groups.size()) return;
  table.groups.erase(table.groups.begin() + dropped);
  for (auto& weights : table.vertices) {
    std::erase_if(weights, [&](const GroupWeight& w) { return w.group == dropped; });
    for (GroupWeight& w : weights)
      if (w.group > dropped) --w.group;
  }
}

}  // namespace mannequin
