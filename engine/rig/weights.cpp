#include "engine/rig/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "engine/mesh/skin.h"

namespace mannequin {
namespace {

constexpr std::string_view kDeform = "DEF-";

std::string toggled(const std::string& name) {
  return name.starts_with(kDeform) ? name.substr(kDeform.size()) : std::string(kDeform) + name;
}

// "toe2-1.L" and "DEF-toe2-1.L" belong to one toe: returns its side, else 0.
char side_of_toe(std::string_view name) {
  if (name.starts_with(kDeform)) name.remove_prefix(kDeform.size());
  const auto digit = [&](std::size_t i) { return name[i] >= '0' && name[i] <= '9'; };
  const bool one_toe = name.size() == 8 && name.starts_with("toe") && digit(3) && name[4] == '-' &&
                       digit(5) && (name[7] == 'L' || name[7] == 'R');
  return one_toe ? name[7] : '\0';
}

bool has_toe_children(const Rig& rig, BoneIndex bone) {
  for (std::size_t i = 0; i < rig.bones().size(); ++i)
    if (rig.parent(static_cast<BoneIndex>(i)) == bone && rig.bones()[i].name.find("toe") != std::string::npos)
      return true;
  return false;
}

// The first of the names that rigs use for a single bone of all toes.
BoneIndex common_toe(const Rig& rig, char side) {
  for (const char* name : {"toe.", "DEF-toe.", "toe1-1."}) {
    const BoneIndex bone = rig.find(std::string(name) + side);
    if (bone != kNoBone) return has_toe_children(rig, bone) ? kNoBone : bone;
  }
  return kNoBone;
}

GroupTarget target_of(const Rig& rig, const std::set<std::string>& extra_bones, const std::string& name) {
  if (is_mask_group(name)) return {GroupTarget::Kind::mask, kNoBone, {}};
  BoneIndex bone = rig.find(name);
  if (bone == kNoBone) bone = rig.find(toggled(name));
  if (const char side = side_of_toe(name); bone == kNoBone && side != '\0') bone = common_toe(rig, side);
  if (bone != kNoBone) return {GroupTarget::Kind::bone, bone, rig[bone].name};
  for (const std::string& extra : {name, toggled(name)})
    if (extra_bones.contains(extra)) return {GroupTarget::Kind::extra, kNoBone, extra};
  return {};
}

void add(std::vector<BoneWeight>& of_vertex, BoneIndex bone, double weight) {
  const auto at = std::ranges::lower_bound(of_vertex, bone, {}, &BoneWeight::bone);
  if (at != of_vertex.end() && at->bone == bone)
    at->weight = std::min(at->weight + weight, 1.0);
  else
    of_vertex.insert(at, {bone, std::min(weight, 1.0)});
}

// One group per bone that moves something, plus the masks.
RigWeights grouped(const Rig& rig, const std::vector<std::vector<BoneWeight>>& by_vertex,
                   const RigWeights& weights) {
  std::vector<WeightGroup> of_bones(rig.bones().size());
  for (std::uint32_t v = 0; v < by_vertex.size(); ++v)
    for (const BoneWeight& influence : by_vertex[v])
      of_bones[static_cast<std::size_t>(influence.bone)].weights.push_back({v, influence.weight});
  RigWeights out;
  out.source = weights.source;
  for (std::size_t i = 0; i < of_bones.size(); ++i) {
    if (of_bones[i].weights.empty()) continue;
    of_bones[i].name = rig.bones()[i].name;
    out.groups.push_back(std::move(of_bones[i]));
  }
  for (const WeightGroup& group : weights.groups)
    if (is_mask_group(group.name)) out.groups.push_back(group);
  return out;
}

}  // namespace

bool is_mask_group(std::string_view name) { return name.starts_with("mhmask-"); }

std::vector<GroupTarget> match_groups(const Rig& rig, const RigWeights& weights) {
  const auto& extra = rig.desc().extra_bones;
  const std::set<std::string> extra_bones(extra.begin(), extra.end());
  std::vector<GroupTarget> targets;
  targets.reserve(weights.groups.size());
  for (const WeightGroup& group : weights.groups) targets.push_back(target_of(rig, extra_bones, group.name));
  return targets;
}

Result<std::vector<std::vector<BoneWeight>>> weights_by_vertex(const RigWeights& weights,
                                                               std::span<const GroupTarget> targets,
                                                               std::size_t vertex_count) {
  std::vector<std::vector<BoneWeight>> by_vertex(vertex_count);
  for (std::size_t g = 0; g < weights.groups.size(); ++g) {
    const WeightGroup& group = weights.groups[g];
    for (std::size_t i = 0; i < group.weights.size(); ++i) {
      const auto& [vertex, weight] = group.weights[i];
      if (vertex >= vertex_count)
        return fail(
            ErrorCode::bad_data, fmt::format("{}, group '{}', entry {}", weights.source, group.name, i),
            fmt::format("weights vertex {}, but the mesh has only {} (numbered from 0); do the files belong "
                        "together?",
                        vertex, vertex_count));
      if (targets[g].kind == GroupTarget::Kind::bone && weight > 0.0)
        add(by_vertex[vertex], targets[g].bone, weight);
    }
  }
  return by_vertex;
}

void add_loss(std::vector<double> weights, InfluenceLoss& loss) {
  loss.most = std::max(loss.most, weights.size());
  if (weights.size() <= kMaxInfluences) return;
  ++loss.vertices;
  std::ranges::sort(weights, std::greater());
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double left_out = std::accumulate(weights.begin() + kMaxInfluences, weights.end(), 0.0);
  loss.largest_weight = std::max(loss.largest_weight, weights[kMaxInfluences] / sum);
  loss.largest_sum = std::max(loss.largest_sum, left_out / sum);
}

std::vector<std::string> dropped_groups(const RigWeights& weights, std::span<const GroupTarget> targets) {
  std::vector<std::string> names;
  for (std::size_t g = 0; g < weights.groups.size(); ++g)
    if (targets[g].kind == GroupTarget::Kind::none) names.push_back(weights.groups[g].name);
  return names;
}

Result<RigWeights> weights_by_bone(const Rig& rig, const RigWeights& weights, std::size_t vertex_count) {
  const auto by_vertex = weights_by_vertex(weights, match_groups(rig, weights), vertex_count);
  if (!by_vertex) return error_of(by_vertex);
  return grouped(rig, *by_vertex, weights);
}

Result<RigWeights> evaluated_weights(const Rig& rig, const RigWeights& weights, std::size_t vertex_count,
                                     std::size_t influences) {
  auto by_vertex = weights_by_vertex(weights, match_groups(rig, weights), vertex_count);
  if (!by_vertex) return error_of(by_vertex);
  for (std::vector<BoneWeight>& of_vertex : *by_vertex) {
    // Among equal ones the later bone, as when building a skin.
    std::ranges::sort(of_vertex, [](const BoneWeight& a, const BoneWeight& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.bone > b.bone;
    });
    if (of_vertex.size() > influences) of_vertex.resize(influences);
    double sum = 0.0;
    for (const BoneWeight& influence : of_vertex) sum += influence.weight;
    for (BoneWeight& influence : of_vertex) influence.weight /= sum;
  }
  return grouped(rig, *by_vertex, weights);
}

}  // namespace mannequin
