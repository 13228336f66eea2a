#include "engine/c_api/poses.h"

#include <cmath>
#include <limits>
#include <string>

#include "engine/c_api/handles.h"

namespace mannequin::c_api {
namespace {

mannequin_status of_joint(mannequin_status status, const Skeleton& skeleton, std::size_t joint) {
  return status == MANNEQUIN_OK
             ? status
             : report(status, "joint '" + skeleton.joints()[joint].name + "': " + mannequin_last_error());
}

}  // namespace

mannequin_status read_rotation(const double* xyzw, Quat& out) {
  if (!xyzw) return null_argument("xyzw");
  const Quat given(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
  const double length = glm::length(given);
  if (!(length > 1e-9 && length < 1e9))
    return report(MANNEQUIN_BAD_ARGUMENT,
                  "xyzw is not a rotation: its length is 0 or a number is not finite.");
  out = given / length;
  return MANNEQUIN_OK;
}

bool is_within_reach(const Vec3& metres) {
  constexpr double kMaxMetres = 1e6;  // as in pose files; beyond, results would overflow
  // False for NaN.
  return std::abs(metres.x) <= kMaxMetres && std::abs(metres.y) <= kMaxMetres &&
         std::abs(metres.z) <= kMaxMetres;
}

mannequin_status read_position(const double* xyz, Vec3& out) {
  if (!xyz) return null_argument("xyz");
  const Vec3 given(xyz[0], xyz[1], xyz[2]);
  if (!is_within_reach(given))
    return report(MANNEQUIN_BAD_ARGUMENT, "xyz has a number that is not finite, or beyond 1,000,000 metres.");
  out = given;
  return MANNEQUIN_OK;
}

mannequin_status read_joints(const Skeleton& skeleton, const float* rotations, const float* positions,
                             std::uint32_t joint_count, JointArrays& out) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (joint_count != skeleton.size())
    return report(MANNEQUIN_BAD_ARGUMENT, "joint_count is " + std::to_string(joint_count) +
                                              ": the skeleton has " + std::to_string(skeleton.size()) +
                                              " joints.");
  out.rotations.assign(rotations ? joint_count : 0, Quat(kNone, 0.0, 0.0, 0.0));
  out.positions.assign(positions ? joint_count : 0, Vec3(kNone));
  for (std::size_t j = 0; j < out.rotations.size(); ++j) {
    const float* at = rotations + 4 * j;
    if (std::isnan(at[0])) continue;
    const double xyzw[4] = {at[0], at[1], at[2], at[3]};
    if (const auto status = of_joint(read_rotation(xyzw, out.rotations[j]), skeleton, j);
        status != MANNEQUIN_OK)
      return status;
  }
  for (std::size_t j = 0; j < out.positions.size(); ++j) {
    const float* at = positions + 3 * j;
    if (std::isnan(at[0])) continue;
    const double xyz[3] = {at[0], at[1], at[2]};
    if (const auto status = of_joint(read_position(xyz, out.positions[j]), skeleton, j);
        status != MANNEQUIN_OK)
      return status;
  }
  return MANNEQUIN_OK;
}

}  // namespace mannequin::c_api
