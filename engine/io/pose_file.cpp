#include "engine/io/pose_file.h"

#include <fmt/format.h>

#include "engine/io/json_place.h"

namespace mannequin::io {
namespace {

Result<JointIndex> joint_named(const JsonPlace& place, const std::string& name, const Skeleton& skeleton) {
  const JointIndex joint = skeleton.find(name);
  if (joint != kNoJoint) return joint;
  const std::string nearest = skeleton.nearest_name(name);
  return place.bad(
      nearest.empty()
          ? fmt::format("names the joint '{}', which the skeleton does not have", name)
          : fmt::format("names the joint '{}', which the skeleton does not have; did you mean '{}'?", name,
                        nearest));
}

Status read_rotations(const JsonPlace& list, const Skeleton& skeleton, Pose& pose) {
  if (auto status = list.expect_object(); !status) return status;
  for (const auto& [name, value] : list.value().items()) {
    const JsonPlace place = list.entry(name);
    const Result<JointIndex> joint = joint_named(place, name, skeleton);
    if (!joint) return tl::make_unexpected(joint.error());
    const Result<Quat> rotation = place.quat();
    if (!rotation) return tl::make_unexpected(rotation.error());
    pose.set_rotation(skeleton, *joint, *rotation);
  }
  return {};
}

Status read_positions(const JsonPlace& list, const Skeleton& skeleton, Pose& pose) {
  if (auto status = list.expect_object(); !status) return status;
  for (const auto& [name, value] : list.value().items()) {
    const JsonPlace place = list.entry(name);
    const Result<JointIndex> joint = joint_named(place, name, skeleton);
    if (!joint) return tl::make_unexpected(joint.error());
    const Result<Vec3> position = place.vec3();
    if (!position) return tl::make_unexpected(position.error());
    pose.set_position(skeleton, *joint, *position);
  }
  return {};
}

Status read_root(const JsonPlace& root, Pose& pose) {
  if (auto status = root.expect_object(); !status) return status;
  if (root.has("position")) {
    const Result<Vec3> position = root.entry("position").vec3();
    if (!position) return tl::make_unexpected(position.error());
    pose.root_position = *position;
  }
  if (root.has("rotation")) {
    const Result<Quat> rotation = root.entry("rotation").quat();
    if (!rotation) return tl::make_unexpected(rotation.error());
    pose.root_rotation = *rotation;
  }
  return {};
}

}  // namespace

Result<Pose> read_pose(std::string_view text, const std::string& source, const Skeleton& skeleton) {
  const Result<nlohmann::json> document = parse_json(text, source);
  if (!document) return tl::make_unexpected(document.error());
  const JsonPlace top(*document, source);
  if (auto status = top.expect_object(); !status) return tl::make_unexpected(status.error());
  if (!top.has("rotations") && !top.has("positions") && !top.has("root"))
    return top.bad("holds neither \"rotations\" nor \"positions\" nor \"root\"; is it a pose?");
  Pose pose;
  Status status;
  if (top.has("rotations")) status = read_rotations(top.entry("rotations"), skeleton, pose);
  if (status && top.has("positions")) status = read_positions(top.entry("positions"), skeleton, pose);
  if (status && top.has("root")) status = read_root(top.entry("root"), pose);
  if (!status) return tl::make_unexpected(status.error());
  return pose;
}

}  // namespace mannequin::io
