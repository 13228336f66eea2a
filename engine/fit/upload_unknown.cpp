#include "engine/fit/upload_unknown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/appearance/legacy_character.h"
#include "engine/core/lower_case.h"
#include "engine/core/quantity.h"
#include "engine/skeleton/foreign_names.h"

namespace mannequin::upload {
namespace {

constexpr std::size_t kMostRenames = 3;

// Whether a control bone and a joint belong to the same part of the body: by the control bone's rig, or by
// its own name.
bool controls(const std::string& name, const std::string& joint) {
  if (!foreign_name(name).joint.empty()) return true;
  const std::string_view own = std::string_view(name).substr(name.starts_with("ik") ? 2 : 0);
  return !own.empty() && contains_any_case(joint, own);
}

// "'Head' to 'mHead', 'Neck' to 'mNeck'"
std::string renames(const std::vector<std::string>& names, bool control, const Skeleton& skeleton) {
  std::string text;
  std::size_t count = 0;
  std::set<std::string> taken;  // two of one name would be one joint
  for (const std::string& name : names) {
    if (count == kMostRenames) break;
    const std::string nearest = skeleton.nearest_name(name);
    if (nearest.empty() || (control && !controls(name, nearest)) || !taken.insert(nearest).second) continue;
    text += fmt::format("{}'{}' to '{}'", count++ == 0 ? "" : ", ", name, nearest);
  }
  return text;
}

}  // namespace

void UnknownJoints::add(const Subject& subject) {
  const auto joints = subject.joints();
  const bool all_unknown = std::ranges::all_of(joints, [](JointIndex j) { return j == kNoJoint; });
  std::vector<Group*> group_of(joints.size(), nullptr);
  for (std::size_t slot = 0; slot < joints.size(); ++slot) {
    if (joints[slot] != kNoJoint) continue;
    const std::string& name = subject.skin().joint_names[slot];
    const ForeignName foreign = foreign_name(name);
    Group& group = foreign.control ? controls_ : others_;
    group_of[slot] = &group;
    group.meshes.insert(subject.mesh().name);
    group.skins_lost |= all_unknown || !subject.from_gltf();
    if (group.rig.empty()) group.rig = foreign.rig;
    if (told_.insert(name).second) group.names.push_back(name);
  }
  if (std::ranges::none_of(group_of, [](const Group* group) { return group != nullptr; })) return;
  for (const std::uint32_t v : subject.vertices()) {
    Group* first = nullptr;
    bool known = false;
    for (const InfluenceDesc& influence : subject.influences(v)) {
      Group* group = group_of[influence.joint];
      known |= group == nullptr;
      if (first == nullptr) first = group;
    }
    if (first == nullptr) continue;
    ++first->vertices;
    first->orphans += !known;
  }
}

void UnknownJoints::check(const Skeleton& skeleton, Findings& findings) const {
  report(controls_, true, skeleton, findings);
  report(others_, false, skeleton, findings);
}

void UnknownJoints::report(const Group& group, bool control, const Skeleton& skeleton, Findings& findings) {
  if (group.names.empty()) return;
  const bool one = group.names.size() == 1;
  const std::string what =
      control ? fmt::format("{} of {}, not {} of the avatar", one ? "a control bone" : "control bones",
                            group.rig, one ? "a joint" : "joints")
              : fmt::format("not {} of the avatar{}", one ? "a joint" : "joints",
                            group.rig.empty() ? "" : fmt::format(", but of {}", group.rig));
  std::string effect = "the uploader disables skinning for the whole file";
  if (!group.skins_lost) {
    effect = "the importer drops " + std::string(one ? "it" : "them");
    if (group.vertices > 0) effect += ", and the vertices follow only their other joints";
    if (group.orphans > 0) effect += fmt::format(", which {} of them do not have", group.orphans);
  }
  const std::string rename = renames(group.names, control, skeleton);
  std::string remedy;
  if (group.vertices == 0)
    remedy = "export only deforming bones, and no vertex groups without weights";
  else if (control)
    remedy = rename.empty()
                 ? "move their weights to the bones that they control, and export only deforming bones"
                 : fmt::format(
                       "rename the vertex groups to the bones that they control ({}), and export "
                       "only deforming bones",
                       rename);
  else
    remedy = rename.empty() ? "rename them, or move their weights to joints of the avatar"
                            : fmt::format("rename {} if you meant that, or move the weights", rename);
  const Severity severity = group.skins_lost     ? Severity::error
                            : group.vertices > 0 ? Severity::warning
                                                 : Severity::info;
  // Whoever has old grids in mind needs each of them.
  const std::string names =
      is_legacy(skeleton) ? fmt::format("'{}'", fmt::join(group.names, "', '")) : some_names(group.names);
  findings.push_back({severity, control ? "control_bone" : "unknown_joint",
                      group.meshes.size() == 1 ? *group.meshes.begin() : "", group.names.front(),
                      std::nullopt,
                      fmt::format("{} {} {} ({} weighted to {}); {}", names, one ? "is" : "are", what,
                                  group.vertices == 0 ? "no vertex is"
                                                      : quantity(group.vertices, "vertex is", "vertices are"),
                                  one ? "it" : "them", effect),
                      remedy});
}

}  // namespace mannequin::upload
