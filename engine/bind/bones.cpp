#include "engine/bind/bones.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mannequin {
namespace {

struct JointSet {
  std::string_view name;
  bool (*holds)(const Joint&);
};

bool is_bone(const Joint& joint) { return joint.kind == JointKind::bone; }
bool in_group(const Joint& joint, std::string_view group) { return is_bone(joint) && joint.group == group; }

constexpr std::array kJointSets = {
    JointSet{"base", [](const Joint& j) { return is_bone(j) && j.support == JointSupport::base; }},
    JointSet{"extended",
             [](const Joint& j) {
               return is_bone(j) && j.support == JointSupport::extended && j.group != "Groin";
             }},
    JointSet{"face", [](const Joint& j) { return is_bone(j) && j.name.starts_with("mFace") && !is_eye(j); }},
    JointSet{"hands", [](const Joint& j) { return in_group(j, "Hand"); }},
    JointSet{"eyes", [](const Joint& j) { return is_eye(j); }},
    JointSet{"tail", [](const Joint& j) { return in_group(j, "Tail"); }},
    JointSet{"wings", [](const Joint& j) { return in_group(j, "Wing"); }},
    JointSet{"hind", [](const Joint& j) { return in_group(j, "Limb"); }},
    JointSet{"spine", [](const Joint& j) { return in_group(j, "Spine"); }},
    JointSet{"groin", [](const Joint& j) { return in_group(j, "Groin"); }},
    JointSet{"volumes", [](const Joint& j) { return j.kind == JointKind::collision_volume; }},
    JointSet{"attachments", [](const Joint& j) { return j.kind == JointKind::attachment_point; }},
    JointSet{"all", [](const Joint&) { return true; }},
};

std::string_view trimmed(std::string_view word) {
  while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
  while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
  return word;
}

}  // namespace

bool is_eye(std::string_view joint_name) {
  return joint_name.starts_with("mEye") || joint_name.starts_with("mFaceEyeAlt");
}

bool is_eye(const Joint& joint) { return is_bone(joint) && is_eye(joint.name); }

Vec3 nearest_on_bone(const Vec3& point, const BindBone& bone) {
  const Vec3 way = bone.tail - bone.head;
  const double length = glm::dot(way, way);
  const double at = length > 0.0 ? std::clamp(glm::dot(point - bone.head, way) / length, 0.0, 1.0) : 0.0;
  return bone.head + at * way;
}

std::vector<Vec3> bind_places(const Skeleton& skeleton) {
  std::vector<Vec3> places(skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const Joint& joint = skeleton.joints()[j];
    places[j] = joint.default_position;
    if (joint.parent != kNoJoint) places[j] += places[static_cast<std::size_t>(joint.parent)];
  }
  return places;
}

std::vector<BindBone> bind_bones(const Skeleton& skeleton, std::span<const JointIndex> joints) {
  const std::vector<Vec3> places = bind_places(skeleton);
  std::vector<BindBone> bones;
  for (const JointIndex j : joints) {
    const Joint& joint = skeleton[j];
    BindBone bone{joint.name, "", places[static_cast<std::size_t>(j)], {}};
    bone.tail = bone.head + (joint.kind == JointKind::bone ? joint.tail : joint.rest_rotation * joint.tail);
    for (JointIndex above = joint.parent; above != kNoJoint && bone.parent.empty();
         above = skeleton[above].parent)
      if (std::ranges::find(joints, above) != joints.end()) bone.parent = skeleton[above].name;
    bones.push_back(std::move(bone));
  }
  return bones;
}

Result<std::vector<JointIndex>> choose_joints(const Skeleton& skeleton, std::string_view list) {
  std::vector<bool> chosen(skeleton.size());
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view word = trimmed(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
    if (word.empty()) continue;
    const auto set = std::ranges::find(kJointSets, word, &JointSet::name);
    if (set != kJointSets.end()) {
      for (std::size_t j = 0; j < skeleton.size(); ++j)
        if (set->holds(skeleton.joints()[j])) chosen[j] = true;
      continue;
    }
    const JointIndex joint = skeleton.find(word);
    if (joint == kNoJoint) {
      const std::string near = skeleton.nearest_name(word);
      return fail(ErrorCode::bad_argument, "--joints",
                  fmt::format("'{}' is neither a joint nor a set{}; sets are base, extended, face, hands, "
                              "eyes, tail, wings, hind, spine, groin, volumes, attachments, all",
                              word, near.empty() ? "" : fmt::format(" (is {} meant?)", near)));
    }
    chosen[static_cast<std::size_t>(joint)] = true;
  }
  std::vector<JointIndex> joints;
  for (std::size_t j = 0; j < chosen.size(); ++j)
    if (chosen[j]) joints.push_back(static_cast<JointIndex>(j));
  if (joints.empty())
    return fail(ErrorCode::bad_argument, "--joints", "names no joint; give joints or a set");
  return joints;
}

}  // namespace mannequin
