#include "tools/document/posing.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "engine/skeleton/joint_sides.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// In the plane between left and right.
Quat mirrored(const Quat& q) { return {q.w, -q.x, q.y, -q.z}; }
Vec3 mirrored(const Vec3& p) { return {p.x, -p.y, p.z}; }

Pose mirrored(const Pose& pose, const Skeleton& skeleton) {
  Pose out;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const auto own = static_cast<JointIndex>(j);
    const JointIndex other = mirrored_joint(skeleton, own);
    const JointIndex to = other == kNoJoint ? own : other;
    if (!pose.rotations.empty() && pose.rotations[j])
      out.set_rotation(skeleton, to, mirrored(*pose.rotations[j]));
    if (!pose.positions.empty() && pose.positions[j])
      out.set_position(skeleton, to, mirrored(*pose.positions[j]));
  }
  out.root_position = mirrored(pose.root_position);
  out.root_rotation = mirrored(pose.root_rotation);
  return out;
}

std::string turn_name(const std::string& joint, double degrees) {
  return tr("Turn {} {}\u00b0", joint,
            fmt::format("{:.{}f}", degrees, degrees == std::round(degrees) ? 0 : 1));
}

// "T *": edited since it was chosen.
constexpr std::string_view kEdited = " *";
std::string worked_on(const std::string& name) {
  return name.ends_with(kEdited) ? name : name + std::string(kEdited);
}

}  // namespace

std::string pose_title(const std::string& name) {
  if (!name.ends_with(kEdited)) return tr(std::string_view(name));
  return tr(std::string_view(name).substr(0, name.size() - kEdited.size())) + std::string(kEdited);
}

std::vector<scenes::NamedPose> named_poses(const Skeleton& skeleton) {
  std::vector<scenes::NamedPose> poses = scenes::poses(skeleton);
  poses.pop_back();  // far from the origin, for tests
  return poses;
}

void Posing::set(const std::string& name, Pose pose) {
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Pose {}", pose_title(name)), choice);
  choice.pose = std::move(pose);
  choice.pose_name = name;
  if (bench_.timeline.has_clip()) bench_.report(Message::Kind::done, tr("Closed {}", bench_.timeline.name()));
  bench_.timeline.close();
  bench_.avatar.choose(std::move(choice));
}

void Posing::begin_turn(JointIndex joint) {
  turn_ = Turn{.joint = joint,
               .from = bench_.avatar.state().joints[static_cast<std::size_t>(joint)].rotation,
               .before = bench_.choice()};
}

void Posing::turn(const Vec3& axis, double degrees) {
  if (!turn_ || degrees == turn_->degrees) return;
  turn_->degrees = degrees;
  AvatarChoice choice = turn_->before;
  choice.pose.set_rotation(bench_.character().skeleton, turn_->joint,
                           glm::normalize(turn_->from * glm::angleAxis(glm::radians(degrees), axis)));
  choice.pose_name = worked_on(choice.pose_name);
  bench_.avatar.choose(degrees == 0.0 ? turn_->before : std::move(choice));
}

void Posing::end_turn() {
  if (!turn_) return;
  if (turn_->degrees != 0.0) {
    bench_.history.record(turn_name(bench_.character().skeleton[turn_->joint].name, turn_->degrees),
                          std::move(turn_->before));
    bench_.timeline.close();
  }
  turn_.reset();
}

void Posing::cancel_turn() {
  if (!turn_) return;
  bench_.avatar.choose(std::move(turn_->before));
  turn_.reset();
}

bool Posing::is_posed(JointIndex joint) const {
  const Pose& pose = bench_.choice().pose;
  const auto j = static_cast<std::size_t>(joint);
  return (!pose.rotations.empty() && pose.rotations[j]) || (!pose.positions.empty() && pose.positions[j]);
}

void Posing::reset_joint(JointIndex joint) {
  if (!is_posed(joint)) return;
  const auto j = static_cast<std::size_t>(joint);
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Reset {}", bench_.character().skeleton[joint].name), choice);
  if (!choice.pose.rotations.empty()) choice.pose.rotations[j].reset();
  if (!choice.pose.positions.empty()) choice.pose.positions[j].reset();
  choice.pose_name = worked_on(choice.pose_name);
  bench_.timeline.close();
  bench_.avatar.choose(std::move(choice));
}

void Posing::mirror() {
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Mirror pose"), choice);
  choice.pose = mirrored(choice.pose, bench_.character().skeleton);
  choice.pose_name = worked_on(choice.pose_name);
  bench_.timeline.close();
  bench_.avatar.choose(std::move(choice));
}

}  // namespace mannequin::document
