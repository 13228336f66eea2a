#include "engine/bind/skin_table.h"

#include <algorithm>

#include "engine/bind/bones.h"

namespace mannequin {

WeightTable weights_of_skin(const SkinDesc& skin, const WeldedSurface& welded) {
  WeightTable table;
  table.groups = skin.joint_names;
  table.vertices.resize(welded.surface.positions.size());
  if (skin.influence_begin.size() != welded.vertex.size() + 1) return table;
  std::vector<bool> seen(table.vertices.size());
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    if (seen[welded.vertex[v]]) continue;
    seen[welded.vertex[v]] = true;
    auto& weights = table.vertices[welded.vertex[v]];
    for (std::uint32_t i = skin.influence_begin[v]; i < skin.influence_begin[v + 1]; ++i) {
      const InfluenceDesc& influence = skin.influences[i];
      if (!(influence.weight > 0.0f) || influence.joint >= table.groups.size()) continue;
      const auto same = std::ranges::find(weights, influence.joint, &GroupWeight::group);
      if (same == weights.end())
        weights.push_back({influence.joint, static_cast<double>(influence.weight)});
      else
        same->weight += static_cast<double>(influence.weight);
    }
    sort_by_weight(weights);
  }
  return table;
}

std::map<std::string, JointBind> joint_binds(const SkinDesc& skin) {
  std::map<std::string, JointBind> binds;
  for (std::size_t j = 0; j < skin.joint_names.size() && j < skin.inverse_binds.size(); ++j)
    binds.emplace(skin.joint_names[j],
                  JointBind{skin.inverse_binds[j],
                            j < skin.joint_positions.size() ? skin.joint_positions[j] : std::nullopt});
  return binds;
}

std::map<std::string, JointBind> joint_binds(const Skeleton& skeleton) {
  const std::vector<Vec3> places = bind_places(skeleton);
  std::map<std::string, JointBind> binds;
  std::vector<Quat> rotations(skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const Joint& joint = skeleton.joints()[j];
    rotations[j] = joint.rest_rotation;
    if (joint.parent != kNoJoint)
      rotations[j] = rotations[static_cast<std::size_t>(joint.parent)] * rotations[j];
    Mat4 world = glm::mat4_cast(rotations[j]);
    for (int axis = 0; axis < 3; ++axis)
      if (joint.rest_scale[axis] != 0.0) world[axis] *= joint.rest_scale[axis];
    world[3] = Vec4(places[j], 1.0);
    binds.emplace(joint.name, JointBind{glm::inverse(world), std::nullopt});
  }
  return binds;
}

SkinDesc skin_of_weights(const WeightTable& table, const WeldedSurface& welded, const SkinDesc& skin,
                         std::span<const std::map<std::string, JointBind>* const> binds) {
  SkinDesc out;
  out.bind_shape = skin.bind_shape;
  out.lock_scale = skin.lock_scale;
  out.pelvis_offset = skin.pelvis_offset;
  out.joint_names = table.groups;
  bool any_position = false;
  for (const std::string& name : table.groups) {
    JointBind bind;
    for (const auto* some : binds)
      if (const auto found = some->find(name); found != some->end()) {
        bind = found->second;
        break;
      }
    out.inverse_binds.push_back(bind.inverse_bind);
    out.joint_positions.push_back(bind.position);
    any_position = any_position || bind.position;
  }
  if (!any_position) out.joint_positions.clear();
  out.influence_begin.push_back(0);
  for (const std::uint32_t vertex : welded.vertex) {
    for (const GroupWeight& w : table.vertices[vertex])
      if (w.weight > 0.0) out.influences.push_back({w.group, static_cast<float>(w.weight)});
    out.influence_begin.push_back(static_cast<std::uint32_t>(out.influences.size()));
  }
  return out;
}

}  // namespace mannequin
