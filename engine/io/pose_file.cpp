#include "engine/io/pose_file.h"

#include <fmt/format.h>

#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

// Reports an unknown joint name in `object`.
JointIndex joint_named(JsonObject& object, const std::string& name, const Skeleton& skeleton) {
  const JointIndex joint = skeleton.find(name);
  if (joint != kNoJoint) return joint;
  const std::string nearest = skeleton.nearest_name(name);
  object.blame(fmt::format("names the joint {}, which the skeleton does not have; {}", in_quotes(name),
                           nearest.empty() ? "correct it" : "did you mean '" + nearest + "'?"));
  return kNoJoint;
}

std::optional<Quat> read_rotation(JsonObject& object, const char* key) {
  const std::vector<double> q = object.numbers(key, 4);
  if (q.empty() || !object.ok()) return std::nullopt;
  const Quat rotation(q[3], q[0], q[1], q[2]);
  if (glm::length(rotation) > 1e-6) return glm::normalize(rotation);
  object.blame(
      fmt::format("has a quaternion of length 0 for {}; the identity is [0, 0, 0, 1]", in_quotes(key)));
  return std::nullopt;
}

void read_joints(JsonObject& top, const Skeleton& skeleton, Pose& pose) {
  top.inside("rotations", [&](JsonObject& list) {
    for (const std::string& name : list.keys()) {
      const JointIndex joint = joint_named(list, name, skeleton);
      const auto rotation = read_rotation(list, name.c_str());
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

Result<Pose> read_pose(std::string_view text, const std::string& source, const Skeleton& skeleton) {
  JsonRoot file(text, source);
  JsonObject top = file.object();
  if (!top.has("rotations") && !top.has("positions") && !top.has("root"))
    top.blame("contains neither \"rotations\" nor \"positions\" nor \"root\"; is it a pose?");
  Pose pose;
  read_joints(top, skeleton, pose);
  top.inside("root", [&](JsonObject& root) {
    pose.root_position = root.vector("position", pose.root_position);
    if (const auto rotation = read_rotation(root, "rotation")) pose.root_rotation = *rotation;
  });
  if (!file.ok()) return error_of(file);
  return pose;
}

std::string write_pose(const Pose& pose, const Skeleton& skeleton) {
  const auto rotation = [](const Quat& q) { return nlohmann::ordered_json{q.x, q.y, q.z, q.w}; };
  const auto position = [](const Vec3& p) { return nlohmann::ordered_json{p.x, p.y, p.z}; };
  nlohmann::ordered_json text{
      {"rotations", nlohmann::ordered_json::object()},
      {"positions", nlohmann::ordered_json::object()},
      {"root", {{"position", position(pose.root_position)}, {"rotation", rotation(pose.root_rotation)}}}};
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const std::string& name = skeleton.joints()[j].name;
    if (!pose.rotations.empty() && pose.rotations[j]) text["rotations"][name] = rotation(*pose.rotations[j]);
    if (!pose.positions.empty() && pose.positions[j]) text["positions"][name] = position(*pose.positions[j]);
  }
  return text.dump(1) + "\n";
}

}  // namespace mannequin::io
