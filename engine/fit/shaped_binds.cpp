#include "engine/fit/shaped_binds.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <optional>

#include "engine/math/nearest_rotation.h"

namespace mannequin::upload {
namespace {

constexpr double kShapeScale = 0.002;  // from here on a scale is no rounding

std::size_t at(JointIndex joint) { return static_cast<std::size_t>(joint); }

bool is_above(const Skeleton& skeleton, JointIndex above, JointIndex joint) {
  for (; joint != kNoJoint; joint = skeleton[joint].parent)
    if (joint == above) return true;
  return false;
}

// The bone that a joint is, or is a volume of.
JointIndex bone_of(const Skeleton& skeleton, JointIndex joint) {
  return skeleton[joint].kind == JointKind::collision_volume ? skeleton[joint].parent : joint;
}

// Whether its binds are what an importer stores, one for each joint, and may hold the scales of a shape.
bool may_be_shaped(const Subject& subject) {
  return subject.rigged() && !subject.from_gltf() &&
         subject.imported().inverse_binds.size() == subject.joints().size();
}

// How large a joint was when the mesh was bound to it, in proportion to the avatar at rest.
std::optional<Vec3> bound_scale(const Subject& subject, std::size_t slot) {
  const Joint& joint = subject.skeleton()[subject.joints()[slot]];
  if (joint.kind == JointKind::attachment_point) return std::nullopt;
  const Mat4 bind = glm::inverse(subject.imported_bind(slot));
  Vec3 scale;
  for (int axis = 0; axis < 3; ++axis) scale[axis] = glm::length(Vec3(bind[axis])) / joint.rest_scale[axis];
  return std::isfinite(glm::length(scale)) ? std::optional(scale) : std::nullopt;
}

bool is_scaled(const Vec3& scale) {
  const Vec3 off = glm::abs(scale - Vec3(1.0));
  return std::max({off.x, off.y, off.z}) > kShapeScale;
}

}  // namespace

ShapedBinds::ShapedBinds(std::span<const Subject> subjects, bool joint_positions) {
  if (subjects.empty()) return;
  skeleton_ = &subjects.front().skeleton();
  find_scales(subjects);
  if (std::ranges::find(shaped_, true) == shaped_.end()) return;
  range_ = shape_range(subjects.front().character());
  if (joint_positions) find_offsets(subjects);
  place(bound_slots(subjects, joint_positions));
}

// A scaled bone may move everything below it, and what is above may have moved it.
void ShapedBinds::find_scales(std::span<const Subject> subjects) {
  shaped_.assign(skeleton_->size(), false);
  std::vector<JointIndex> scaled;
  for (const Subject& subject : subjects) {
    if (!may_be_shaped(subject)) continue;
    for (std::size_t slot = 0; slot < subject.joints().size(); ++slot) {
      const JointIndex joint = subject.joints()[slot];
      const std::optional<Vec3> scale = joint == kNoJoint ? std::nullopt : bound_scale(subject, slot);
      if (!scale) continue;
      const JointIndex bone = bone_of(*skeleton_, joint);
      scales_.try_emplace(bone, Bounds{Vec3(1.0), Vec3(1.0)}).first->second.include(*scale);
      if (subject.weighted()[slot] > 0 && is_scaled(*scale)) scaled.push_back(bone);
    }
  }
  for (std::size_t j = 0; j < shaped_.size(); ++j) {
    const JointIndex bone = bone_of(*skeleton_, static_cast<JointIndex>(j));
    shaped_[j] = std::ranges::any_of(scaled, [&](JointIndex other) {
      return is_above(*skeleton_, other, bone) || is_above(*skeleton_, bone, other);
    });
  }
}

void ShapedBinds::find_offsets(std::span<const Subject> subjects) {
  for (const Subject& subject : subjects) {
    const auto& positions = subject.imported().joint_positions;
    if (!may_be_shaped(subject) || positions.size() != subject.joints().size()) continue;
    for (std::size_t slot = 0; slot < positions.size(); ++slot)
      if (const JointIndex joint = subject.joints()[slot];
          joint != kNoJoint && positions[slot] && is_joint_offset((*skeleton_)[joint], *positions[slot]))
        offsets_.try_emplace(joint, *positions[slot]);
  }
}

bool ShapedBinds::is_shaped(JointIndex joint) const { return shaped_[at(joint)]; }

// Where a joint may stand, seen from its parent.
Bounds ShapedBinds::link(JointIndex joint) const {
  const Joint& own = (*skeleton_)[joint];
  const auto offset = offsets_.find(joint);
  const Vec3 place = offset == offsets_.end() ? own.default_position : offset->second;
  Bounds bounds{place, place};
  if (!is_shaped(joint) || own.parent == kNoJoint) return bounds;
  if (offset == offsets_.end()) bounds = bounds + range_.position[at(joint)];
  return bounds * scale(own.parent);
}

Bounds ShapedBinds::scale(JointIndex bone) const {
  const Bounds& sliders = range_.scale[at(bone)];
  const Bounds all = Bounds{Vec3(1.0), Vec3(1.0)} + sliders;
  if (const auto known = scales_.find(bone); known != scales_.end())
    return {glm::max(known->second.low, all.low), glm::min(known->second.high, all.high)};
  // The bones that Bento put between others follow the sliders of the one above.
  const JointIndex above = (*skeleton_)[bone].parent;
  return above != kNoJoint && range_.scale[at(above)] == sliders ? scale(above) : all;
}

// From the place of one joint to that of another.
Bounds ShapedBinds::between(JointIndex from, JointIndex to) const {
  Bounds bounds;
  for (JointIndex up = to; up != kNoJoint && !is_above(*skeleton_, up, from); up = (*skeleton_)[up].parent)
    bounds = bounds + link(up);
  for (JointIndex up = from; up != kNoJoint && !is_above(*skeleton_, up, to); up = (*skeleton_)[up].parent)
    bounds = bounds - link(up);
  return bounds;
}

// Those with weight, by joint.
ShapedBinds::Slots ShapedBinds::bound_slots(std::span<const Subject> subjects, bool joint_positions) const {
  Slots slots;
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    const Subject& subject = subjects[s];
    if (!may_be_shaped(subject)) continue;
    const std::vector<Mat4> at_rest = subject.at_rest(joint_positions);
    const Mat3 turn = subject.common_turn(at_rest);
    for (std::size_t slot = 0; slot < at_rest.size(); ++slot) {
      const JointIndex joint = subject.joints()[slot];
      if (joint == kNoJoint || subject.weighted()[slot] == 0) continue;
      const Vec3 place(glm::inverse(subject.imported_bind(slot))[3]);
      if (!std::isfinite(glm::length(place))) continue;
      const Mat3 turned = nearest_rotation(Mat3(at_rest[slot]));
      slots[joint].push_back({s, slot, turn * place, turn * place - Vec3(at_rest[slot] * Vec4(place, 1.0)),
                              Mat4(turned) * glm::translate(Mat4(1.0), -place)});
    }
  }
  return slots;
}

// From joints that no shape explains, which are simply where they are, or else from any one, to the others:
// always to the one whose place is known best.
void ShapedBinds::place(Slots slots) {
  // Of a joint: the bounds of its place, seen from a joint that is placed.
  struct Seen {
    Bounds bounds;
    Vec3 from{0.0}, astray{0.0};
    double size = std::numeric_limits<double>::infinity();
  };
  std::map<JointIndex, Seen> open;
  std::vector<JointIndex> exact;
  for (const auto& [joint, bound] : slots) {
    if (is_shaped(joint))
      open.emplace(joint, Seen{{}, bound.front().place, Vec3(0.0)});
    else
      exact.push_back(joint);
  }
  const auto look_from = [&](JointIndex anchor) {
    const std::vector<Bound>& anchors = slots.at(anchor);
    for (auto& [joint, seen] : open) {
      const Bounds bounds = between(anchor, joint);
      const double size = glm::length(bounds.high - bounds.low);
      if (!(size < seen.size)) continue;
      // Best seen from the same mesh.
      auto from = std::ranges::find(anchors, slots.at(joint).front().subject, &Bound::subject);
      if (from == anchors.end()) from = anchors.begin();
      seen = {bounds, from->place, from->astray, size};
    }
  };
  for (const JointIndex joint : exact) look_from(joint);
  while (!open.empty()) {
    const auto next = std::ranges::min_element(
        open, [](const auto& a, const auto& b) { return a.second.size < b.second.size; });
    const auto [joint, seen] = *next;
    open.erase(next);
    std::vector<Bound>& all = slots.at(joint);
    const Vec3 place = all.front().place, from = place - seen.from;
    const Vec3 astray = seen.astray + from - glm::clamp(from, seen.bounds.low, seen.bounds.high);
    for (Bound& bound : all) {
      bound.astray = astray + bound.place - place;  // one shape has each joint in one place
      bound.worn = glm::translate(Mat4(1.0), bound.place - bound.astray) * bound.worn;
      placed_.push_back(bound);
    }
    look_from(joint);
  }
}

std::vector<bool> ShapedBinds::apply(std::size_t subject, std::vector<Mat4>& at_rest) const {
  std::vector<bool> shaped(at_rest.size());
  for (const Bound& bound : placed_) {
    if (bound.subject != subject) continue;
    at_rest[bound.slot] = bound.worn;
    shaped[bound.slot] = true;
  }
  return shaped;
}

}  // namespace mannequin::upload
