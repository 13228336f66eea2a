// Posing by hand, and poses as files.
#include <fmt/format.h>

#include <cmath>

#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "tools/document/reason.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

// The joint on the other side of the body; itself in the middle.
JointIndex opposite(const Skeleton& skeleton, JointIndex joint) {
  const std::string& name = skeleton[joint].name;
  for (const auto& [left, right] :
       {std::pair<std::string_view, std::string_view>{"Left", "Right"}, {"L_", "R_"}})
    for (const auto& [from, to] : {std::pair{left, right}, {right, left}})
      if (const auto at = name.find(from); at != std::string::npos)
        if (const JointIndex found = skeleton.find(std::string(name).replace(at, from.size(), to));
            found != kNoJoint)
          return found;
  return joint;
}

// In the plane between left and right.
Quat mirrored(const Quat& q) { return {q.w, -q.x, q.y, -q.z}; }
Vec3 mirrored(const Vec3& p) { return {p.x, -p.y, p.z}; }

Pose mirrored(const Pose& pose, const Skeleton& skeleton) {
  Pose out;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const JointIndex to = opposite(skeleton, static_cast<JointIndex>(j));
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
  return fmt::format("Turn {} {:.{}f}\u00b0", joint, degrees, degrees == std::round(degrees) ? 0 : 1);
}

// "T *": worked on since it was chosen.
std::string worked_on(const std::string& name) { return name.ends_with(" *") ? name : name + " *"; }

}  // namespace

void Session::begin_turn(JointIndex joint) {
  turn_ = Turn{.joint = joint,
               .from = scene_->state().joints[static_cast<std::size_t>(joint)].rotation,
               .before = scene_->choice()};
}

void Session::turn(const Vec3& axis, double degrees) {
  if (!turn_ || degrees == turn_->degrees) return;
  turn_->degrees = degrees;
  AvatarChoice choice = turn_->before;
  choice.pose.set_rotation(character().skeleton, turn_->joint,
                           glm::normalize(turn_->from * glm::angleAxis(glm::radians(degrees), axis)));
  choice.pose_name = worked_on(choice.pose_name);
  scene_->choose(degrees == 0.0 ? turn_->before : std::move(choice));
}

void Session::end_turn() {
  if (!turn_) return;
  if (turn_->degrees != 0.0) {
    history_.record(turn_name(character().skeleton[turn_->joint].name, turn_->degrees),
                    std::move(turn_->before));
    timeline_.close();
  }
  turn_.reset();
}

void Session::cancel_turn() {
  if (!turn_) return;
  scene_->choose(std::move(turn_->before));
  turn_.reset();
}

JointIndex Session::joint_to_turn() const {
  const Skeleton& skeleton = character().skeleton;
  JointIndex joint = selection_.joint;
  while (joint != kNoJoint && skeleton[joint].kind != JointKind::bone) joint = skeleton[joint].parent;
  return joint;
}

bool Session::is_posed(JointIndex joint) const {
  const Pose& pose = scene_->choice().pose;
  const auto j = static_cast<std::size_t>(joint);
  return (!pose.rotations.empty() && pose.rotations[j]) || (!pose.positions.empty() && pose.positions[j]);
}

void Session::reset_joint(JointIndex joint) {
  if (!is_posed(joint)) return;
  const auto j = static_cast<std::size_t>(joint);
  AvatarChoice choice = scene_->choice();
  history_.record(fmt::format("Reset {}", character().skeleton[joint].name), choice);
  if (!choice.pose.rotations.empty()) choice.pose.rotations[j].reset();
  if (!choice.pose.positions.empty()) choice.pose.positions[j].reset();
  choice.pose_name = worked_on(choice.pose_name);
  timeline_.close();
  scene_->choose(std::move(choice));
}

void Session::mirror_pose() {
  AvatarChoice choice = scene_->choice();
  history_.record("Mirror pose", choice);
  choice.pose = mirrored(choice.pose, character().skeleton);
  choice.pose_name = worked_on(choice.pose_name);
  timeline_.close();
  scene_->choose(std::move(choice));
}

Status Session::save_pose(const std::filesystem::path& path) {
  AvatarChoice choice = scene_->choice();
  const std::string name = path.filename().string();
  const std::string text = io::write_pose(choice.pose, character().skeleton);
  if (auto status = io::write_file(path, std::string_view(text)); !status) {
    tell(Message::Kind::error, fmt::format("The pose was not saved: {} What was there before is untouched.",
                                           reason_of(status.error(), path)));
    return status;
  }
  choice.pose_name = name;
  scene_->choose(std::move(choice));
  timeline_.close();
  pose_path_ = path;
  watch_.begin(path);  // this save is ours
  settings_.opened(path);
  tell(Message::Kind::done, fmt::format("Saved {}", name));
  return {};
}

}  // namespace mannequin::preview
