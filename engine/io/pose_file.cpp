#include "engine/io/pose_file.h"

#include <fmt/format.h>

#include "engine/io/pose_json.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

// Reports an unknown joint name in `object`.
JointIndex joint_named(JsonObject& object, const std::string& name, const Skeleton& skeleton) {
  const JointIndex joint = skeleton.find(name);
  // Only the first fault of a file is reported, and finding a suggestion takes time.
  if (joint != kNoJoint || !object.ok()) return joint;
  const std::string nearest = skeleton.nearest_name(name);
  object.blame(fmt::format("names the joint {}, which the skeleton does not have; {}", in_quotes(name),
                           nearest.empty() ? "correct it" : "did you mean '" + nearest + "'?"));
  return kNoJoint;
}

std::optional<Quat> read_rotation(JsonObject& object, const char* key, PoseRotations rotations) {
  const std::vector<double> q = object.numbers(key, 4);
  if (q.empty() || !object.ok()) return std::nullopt;
  const Quat rotation(q[3], q[0], q[1], q[2]);
  const double length = glm::length(rotation);
  const bool as_it_is = rotations == PoseRotations::as_they_are;
  if (length > 1e-6 && (!as_it_is || length <= 2.0)) return as_it_is ? rotation : glm::normalize(rotation);
  object.blame(fmt::format("has a quaternion of length {:.3g} for {}; the identity is [0, 0, 0, 1]", length,
                           in_quotes(key)));
  return std::nullopt;
}

void read_joints(JsonObject& top, const Skeleton& skeleton, PoseRotations rotations, Pose& pose) {
  top.inside("rotations", [&](JsonObject& list) {
    for (const std::string& name : list.keys()) {
      const JointIndex joint = joint_named(list, name, skeleton);
      const auto rotation = read_rotation(list, name.c_str(), rotations);
      if (joint != kNoJoint && rotation) pose.set_rotation(skeleton, joint, *rotation);
    }
  });
  top.inside("positions", [&](JsonObject& list) {
    for (const std::string& name : list.keys()) {
      const JointIndex joint = joint_named(list, name, skeleton);
      const Vec3 position = list.vector(name.c_str(), Vec3(0.0));
      if (joint != kNoJoint) pose.set_position(skeleton, joint, position);
    }
  });
}

}  // namespace

Pose read_pose_object(JsonObject& object, const Skeleton& skeleton, PoseRotations rotations) {
  Pose pose;
  read_joints(object, skeleton, rotations, pose);
  object.inside("root", [&](JsonObject& root) {
    pose.root_position = root.vector("position", pose.root_position);
    if (const auto rotation = read_rotation(root, "rotation", rotations)) pose.root_rotation = *rotation;
  });
  return pose;
}

nlohmann::ordered_json pose_object(const Pose& pose, const Skeleton& skeleton) {
  // Adding 0 turns -0, which a reader does not keep, into 0.
  const auto rotation = [](const Quat& q) {
    return nlohmann::ordered_json{q.x + 0.0, q.y + 0.0, q.z + 0.0, q.w + 0.0};
  };
  const auto position = [](const Vec3& p) { return nlohmann::ordered_json{p.x + 0.0, p.y + 0.0, p.z + 0.0}; };
  nlohmann::ordered_json object{
      {"rotations", nlohmann::ordered_json::object()},
      {"positions", nlohmann::ordered_json::object()},
      {"root", {{"position", position(pose.root_position)}, {"rotation", rotation(pose.root_rotation)}}}};
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const std::string& name = skeleton.joints()[j].name;
    if (!pose.rotations.empty() && pose.rotations[j])
      object["rotations"][name] = rotation(*pose.rotations[j]);
    if (!pose.positions.empty() && pose.positions[j])
      object["positions"][name] = position(*pose.positions[j]);
  }
  return object;
}

Result<Pose> read_pose(std::string_view text, const std::string& source, const Skeleton& skeleton) {
  JsonRoot file(text, source);
  JsonObject top = file.object();
  if (!top.has("rotations") && !top.has("positions") && !top.has("root"))
    top.blame("contains neither \"rotations\" nor \"positions\" nor \"root\"; is it a pose?");
  Pose pose = read_pose_object(top, skeleton, PoseRotations::normalised);
  if (!file.ok()) return error_of(file);
  return pose;
}

std::string write_pose(const Pose& pose, const Skeleton& skeleton) {
  return pose_object(pose, skeleton).dump(1) + "\n";
}

}  // namespace mannequin::io
