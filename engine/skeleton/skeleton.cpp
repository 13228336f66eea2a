#include "engine/skeleton/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/lower_case.h"
#include "engine/math/finite.h"
#include "engine/skeleton/foreign_names.h"

namespace mannequin {
namespace {

// Bones and volumes rotate about X, then the fixed Y, then the fixed Z; attachment points in reverse order.
Quat rotation_of(const JointDesc& desc) {
  const Vec3 angle = glm::radians(desc.rotation_degrees);
  const Quat x = glm::angleAxis(angle.x, Vec3(1, 0, 0));
  const Quat y = glm::angleAxis(angle.y, Vec3(0, 1, 0));
  const Quat z = glm::angleAxis(angle.z, Vec3(0, 0, 1));
  return desc.kind == JointKind::attachment_point ? x * y * z : z * y * x;
}

Joint make_joint(JointDesc&& desc, JointIndex parent, bool of_avatar) {
  Joint joint;
  joint.rest_rotation = desc.rotation.value_or(rotation_of(desc));
  joint.name = std::move(desc.name);
  joint.parent = parent;
  joint.kind = desc.kind;
  joint.support = desc.support;
  joint.group = std::move(desc.group);
  joint.aliases = std::move(desc.aliases);
  joint.attachment_id = desc.attachment_id;
  joint.default_position = desc.position;
  joint.rest_position = of_avatar && joint.name == "mPelvis" ? Vec3(0.0) : desc.position;
  joint.rest_scale = desc.scale;
  // The viewer never sets an attachment point's default scale; a scale lock therefore collapses it.
  joint.default_scale = desc.kind == JointKind::attachment_point ? Vec3(0.0) : desc.scale;
  joint.tail = desc.tail;
  joint.pivot = desc.pivot;
  return joint;
}

// Bones depth first, children in file order; then volumes in file order; then attachment points by id.
class Ordering {
 public:
  explicit Ordering(const SkeletonDesc& desc) : desc_(desc) {
    for (std::size_t i = 0; i < desc.joints.size(); ++i) children_[desc.joints[i].parent].push_back(i);
  }

  std::vector<std::size_t> run() {
    descend();
    append(JointKind::collision_volume);
    const std::size_t first_attachment = order_.size();
    append(JointKind::attachment_point);
    std::stable_sort(order_.begin() + static_cast<std::ptrdiff_t>(first_attachment), order_.end(),
                     [&](std::size_t a, std::size_t b) {
                       return desc_.joints[a].attachment_id < desc_.joints[b].attachment_id;
                     });
    return order_;
  }

 private:
  void descend() {
    // An explicit stack: a file may nest deeper than the call stack allows.
    std::vector<std::size_t> stack;
    const auto push_children = [&](const std::string& parent) {
      const auto found = children_.find(parent);
      if (found == children_.end()) return;
      for (auto child = found->second.rbegin(); child != found->second.rend(); ++child)
        if (desc_.joints[*child].kind == JointKind::bone) stack.push_back(*child);
    };
    push_children("");
    while (!stack.empty()) {
      const std::size_t joint = stack.back();
      stack.pop_back();
      order_.push_back(joint);
      push_children(desc_.joints[joint].name);
    }
  }

  void append(JointKind kind) {
    for (std::size_t i = 0; i < desc_.joints.size(); ++i)
      if (desc_.joints[i].kind == kind) order_.push_back(i);
  }

  const SkeletonDesc& desc_;
  std::unordered_map<std::string, std::vector<std::size_t>> children_;
  std::vector<std::size_t> order_;
};

Status check_joint(const SkeletonDesc& desc, const JointDesc& joint,
                   const std::unordered_map<std::string, JointKind>& kinds) {
  const auto bad = [&](std::string what) {
    return fail(ErrorCode::bad_data, fmt::format("{}, joint '{}'", desc.source, joint.name), std::move(what));
  };
  if (joint.name.empty()) return bad("has no name; every joint needs one");
  for (const Vec3& v : {joint.position, joint.rotation_degrees, joint.scale, joint.tail, joint.pivot})
    if (!is_finite(v))
      return bad("has a number that is not finite; correct its position, rotation, scale, tail or pivot");
  if (joint.rotation && !(std::abs(glm::length(*joint.rotation) - 1.0) < 1e-6))
    return bad("has a rotation that is not a unit quaternion; normalise it");
  if (joint.parent.empty()) {
    if (joint.kind == JointKind::bone) return {};
    if (joint.kind == JointKind::attachment_point) return {};  // "Avatar Center" is attached to mRoot
    return bad("is a collision volume without a parent; name its bone");
  }
  const auto parent = kinds.find(joint.parent);
  if (parent == kinds.end())
    return bad(fmt::format("has the parent '{}', which does not exist; correct the name", joint.parent));
  if (parent->second != JointKind::bone)
    return bad(
        fmt::format("has the parent '{}', which is not a bone; only bones have children", joint.parent));
  return {};
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower_case(a[i - 1]) == lower_case(b[j - 1]);
      const std::size_t replaced = diagonal + (same ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

Result<Skeleton> Skeleton::build(SkeletonDesc desc) {
  std::erase_if(desc.joints, [](const JointDesc& joint) { return joint.hud; });
  if (desc.joints.empty())
    return fail(ErrorCode::bad_data, desc.source, "contains no joints; is it a skeleton file?");

  std::unordered_map<std::string, JointKind> kinds;
  for (const JointDesc& joint : desc.joints)
    if (!kinds.emplace(joint.name, joint.kind).second)
      return fail(ErrorCode::bad_data, fmt::format("{}, joint '{}'", desc.source, joint.name),
                  "is listed twice; names must be unique");
  for (const JointDesc& joint : desc.joints)
    if (auto status = check_joint(desc, joint, kinds); !status) return error_of(status);

  const std::vector<std::size_t> order = Ordering(desc).run();
  if (order.size() != desc.joints.size())
    return fail(ErrorCode::bad_data, desc.source, "has a cycle in its hierarchy; correct the parents");

  Skeleton skeleton;
  for (const std::size_t i : order) {
    const std::string& parent = desc.joints[i].parent;
    const JointIndex parent_index = parent.empty() ? kNoJoint : skeleton.by_name_.at(parent);
    const auto index = static_cast<JointIndex>(skeleton.joints_.size());
    skeleton.by_name_[desc.joints[i].name] = index;
    skeleton.joints_.push_back(make_joint(std::move(desc.joints[i]), parent_index, desc.is_avatar));
  }
  // Aliases never replace a joint's own name.
  for (std::size_t i = 0; i < skeleton.joints_.size(); ++i) {
    const Joint& joint = skeleton.joints_[i];
    for (const std::string& alias : joint.aliases)
      skeleton.by_name_.emplace(alias, static_cast<JointIndex>(i));
    if (joint.kind == JointKind::attachment_point) {
      std::string underscored = joint.name;
      std::replace(underscored.begin(), underscored.end(), ' ', '_');
      skeleton.by_name_.emplace(std::move(underscored), static_cast<JointIndex>(i));
    }
  }
  return skeleton;
}

JointIndex Skeleton::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? kNoJoint : found->second;
}

std::string Skeleton::nearest_name(std::string_view name) const {
  if (name.empty() || name.size() > 64) return {};
  if (const std::string joint = foreign_name(name).joint; !joint.empty() && find(joint) != kNoJoint)
    return joint;
  // Up to a third of the name wrong is a typo, more is a different word. Volumes are in capitals and
  // attachment points have blanks; a name without these means a bone.
  const bool capitals = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  const bool blanks = name.find_first_of(" _") != std::string_view::npos;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  std::string best;
  for (const auto& [known, index] : by_name_) {
    const JointKind kind = joints_[static_cast<std::size_t>(index)].kind;
    if (kind == JointKind::collision_volume   ? !capitals
        : kind == JointKind::attachment_point ? !blanks
                                              : capitals)
      continue;
    const std::size_t distance = edit_distance(name, known);
    if (distance < best_distance || (distance == best_distance && !best.empty() && known < best)) {
      best_distance = distance;
      best = known;
    }
  }
  // Rather its own name than another one, but no blanks: lists of names are split there.
  const JointIndex joint = find(best);
  const bool own =
      joint != kNoJoint && joints_[static_cast<std::size_t>(joint)].name.find(' ') == std::string::npos;
  return own ? joints_[static_cast<std::size_t>(joint)].name : best;
}

std::span<const Joint> Skeleton::joints() const { return joints_; }

}  // namespace mannequin
