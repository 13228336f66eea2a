#include "tools/mannequin/inspect_pose.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/quantity.h"
#include "engine/io/pose_file.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

struct PosedJoint {
  std::string name;
  std::optional<Quat> rotation;
  std::optional<Vec3> position;
};

std::vector<PosedJoint> posed_joints(const Pose& pose, const Skeleton& skeleton) {
  std::vector<PosedJoint> joints;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    PosedJoint joint{skeleton.joints()[j].name, {}, {}};
    if (j < pose.rotations.size()) joint.rotation = pose.rotations[j];
    if (j < pose.positions.size()) joint.position = pose.positions[j];
    if (joint.rotation || joint.position) joints.push_back(std::move(joint));
  }
  return joints;
}

double degrees(const Quat& q) {
  return 2.0 * std::acos(std::min(std::abs(q.w), 1.0)) * 180.0 / std::numbers::pi;
}

Json pose_json(const std::string& name, const Pose& pose, std::span<const PosedJoint> joints) {
  Json list = Json::array();
  for (const PosedJoint& joint : joints)
    list.push_back({{"name", joint.name},
                    {"rotation", joint.rotation ? numbers(*joint.rotation) : Json(nullptr)},
                    {"degrees", joint.rotation ? Json(number(degrees(*joint.rotation))) : Json(nullptr)},
                    {"position", joint.position ? numbers(*joint.position) : Json(nullptr)}});
  return {{"schema", 1},
          {"kind", "pose"},
          {"file", name},
          {"root", {{"position", numbers(pose.root_position)}, {"rotation", numbers(pose.root_rotation)}}},
          {"joints", std::move(list)}};
}

void print_pose(const std::string& name, const Pose& pose, std::span<const PosedJoint> joints) {
  const Vec3& root = pose.root_position;
  say("{}: a pose of {}; mRoot at ({:.3f} {:.3f} {:.3f}) m, rotated by {:.1f} degrees\n", name,
      quantity(joints.size(), "joint", "joints"), root.x, root.y, root.z, degrees(pose.root_rotation));
  if (!joints.empty()) say("  {:<28} {:>10}  {}\n", "joint", "degrees", "position");
  for (const PosedJoint& joint : joints)
    say("  {:<28} {:>10}  {}\n", joint.name,
        joint.rotation ? fmt::format("{:.1f}", degrees(*joint.rotation)) : "-",
        joint.position
            ? fmt::format("{:.4f} {:.4f} {:.4f}", joint.position->x, joint.position->y, joint.position->z)
            : "-");
}

}  // namespace

Result<int> inspect_pose(const io::Bytes& bytes, const std::string& name, const Skeleton& skeleton,
                         bool json) {
  const Result<Pose> pose = io::read_pose(io::as_text(bytes), name, skeleton);
  if (!pose) return error_of(pose);
  const std::vector<PosedJoint> joints = posed_joints(*pose, skeleton);
  json ? put_json(pose_json(name, *pose, joints)) : print_pose(name, *pose, joints);
  return kDone;
}

}  // namespace mannequin::program
