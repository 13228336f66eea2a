#include "engine/bind/changed_weights.h"

#include <algorithm>
#include <vector>

namespace mannequin {
namespace {

std::uint32_t joint_named(SkinDesc& skin, const std::string& name,
                          const std::map<std::string, JointBind>& binds) {
  const auto known = std::ranges::find(skin.joint_names, name);
  if (known != skin.joint_names.end()) return static_cast<std::uint32_t>(known - skin.joint_names.begin());
  const auto bind = binds.find(name);
  const JointBind how = bind == binds.end() ? JointBind() : bind->second;
  skin.joint_names.push_back(name);
  skin.inverse_binds.push_back(how.inverse_bind);
  if (!skin.frames.empty()) skin.frames.push_back(SlotFrame::joint);
  if (!skin.joint_positions.empty()) skin.joint_positions.push_back(how.position);
  return static_cast<std::uint32_t>(skin.joint_names.size() - 1);
}

}  // namespace

void change_weights(SkinDesc& skin, const WeldedSurface& welded, const WeightTable& table,
                    std::span<const std::uint32_t> changed, const std::map<std::string, JointBind>& binds) {
  constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<bool> is_changed(table.vertices.size());
  std::vector<std::uint32_t> joint_of(table.groups.size(), kNone);
  for (const std::uint32_t v : changed) {
    is_changed[v] = true;
    for (const GroupWeight& w : table.vertices[v])
      if (w.weight > 0.0 && joint_of[w.group] == kNone)
        joint_of[w.group] = joint_named(skin, table.groups[w.group], binds);
  }
  if (skin.influence_begin.empty()) skin.influence_begin.assign(welded.vertex.size() + 1, 0);
  std::vector<InfluenceDesc> influences;
  influences.reserve(skin.influences.size());
  std::vector<std::uint32_t> begin{0};
  begin.reserve(skin.influence_begin.size());
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    const std::uint32_t on_surface = welded.vertex[v];
    if (is_changed[on_surface]) {
      for (const GroupWeight& w : table.vertices[on_surface])
        if (w.weight > 0.0) influences.push_back({joint_of[w.group], static_cast<float>(w.weight)});
    } else {
      for (std::uint32_t i = skin.influence_begin[v]; i < skin.influence_begin[v + 1]; ++i)
        influences.push_back(skin.influences[i]);
    }
    begin.push_back(static_cast<std::uint32_t>(influences.size()));
  }
  skin.influences = std::move(influences);
  skin.influence_begin = std::move(begin);
}

}  // namespace mannequin
