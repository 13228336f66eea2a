#include "tools/mannequin/against.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

// The dump has six decimals of a metre, and the viewer sums in single precision.
constexpr double kNoiseMm = 0.002;

// Every animation of a viewer moves mPelvis, if only by
// breathing; the dump gives all other joints exactly.
constexpr const char* kAlwaysAnimated = "mPelvis";

JointDifference difference(const Skeleton& skeleton, JointIndex index, const JointTransform& ours,
                           const io::RecordedJoint& dump) {
  const bool volume = skeleton[index].kind == JointKind::collision_volume;
  return {.joint = index,
          .dump_position = dump.position,
          .dump_scale = dump.scale,
          .position_mm = 1000.0 * glm::length(ours.position - dump.position),
          .scale_mm = (volume ? 500.0 : 1000.0) * glm::length(ours.scale - dump.scale),
          .animated = skeleton[index].name == kAlwaysAnimated};
}

Json difference_json(const JointDifference& d, const Skeleton& skeleton, const JointTransform& ours,
                     double limit_mm) {
  return {{"name", skeleton[d.joint].name},
          {"position_mm", number(d.position_mm)},
          {"scale_mm", number(d.scale_mm)},
          {"position", numbers(ours.position)},
          {"dump_position", numbers(d.dump_position)},
          {"scale", numbers(ours.scale)},
          {"dump_scale", numbers(d.dump_scale)},
          {"animated", d.animated},
          {"over_limit", d.over(limit_mm)}};
}

std::string triple(const Vec3& v) { return fmt::format("{:9.6f} {:9.6f} {:9.6f}", v.x, v.y, v.z); }

}  // namespace

Comparison compare_joints(const Skeleton& skeleton, std::span<const JointTransform> joints,
                          std::span<const io::RecordedJoint> dump) {
  Comparison comparison;
  std::map<JointIndex, const io::RecordedJoint*> recorded;
  for (const io::RecordedJoint& joint : dump) {
    const JointIndex index = skeleton.find(joint.name);
    if (index == kNoJoint)
      comparison.not_in_skeleton.push_back(joint.name);
    else
      recorded[index] = &joint;
  }
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const auto found = recorded.find(static_cast<JointIndex>(j));
    if (found == recorded.end()) {
      comparison.not_in_dump.push_back(skeleton.joints()[j].name);
      continue;
    }
    ++comparison.compared;
    const JointDifference d = difference(skeleton, found->first, joints[j], *found->second);
    if (d.position_mm > kNoiseMm || d.scale_mm > kNoiseMm) comparison.differences.push_back(d);
  }
  return comparison;
}

bool print_comparison(const Comparison& comparison, const std::string& dump, const Skeleton& skeleton,
                      std::span<const JointTransform> joints, double limit_mm, bool as_json) {
  const auto over = static_cast<std::size_t>(std::ranges::count_if(
      comparison.differences, [&](const JointDifference& d) { return d.over(limit_mm); }));
  const auto ours = [&](const JointDifference& d) -> const JointTransform& {
    return joints[static_cast<std::size_t>(d.joint)];
  };
  if (as_json) {
    Json differences = Json::array();
    for (const JointDifference& d : comparison.differences)
      differences.push_back(difference_json(d, skeleton, ours(d), limit_mm));
    put_json(Json{{"schema", 1},
                  {"against", dump},
                  {"limit_mm", number(limit_mm)},
                  {"compared", comparison.compared},
                  {"over_limit", over},
                  {"differences", std::move(differences)},
                  {"not_in_skeleton", comparison.not_in_skeleton},
                  {"not_in_dump", comparison.not_in_dump}});
    return over == 0;
  }
  say("{}: {} joints compared, {} differ, {} by more than {} mm\n", dump, comparison.compared,
      comparison.differences.size(), over, limit_mm);
  if (!comparison.differences.empty())
    say("\n{:<24} {:>11} {:>8}   {:<29}   {:<29}\n", "joint", "position mm", "scale mm", "position here",
        "position in the dump");
  for (const JointDifference& d : comparison.differences)
    say("{:<24} {:>11.3f} {:>8.3f}   {}   {}{}\n", skeleton[d.joint].name, d.position_mm, d.scale_mm,
        triple(ours(d).position), triple(d.dump_position),
        d.over(limit_mm) ? "   over the limit"
        : d.animated     ? "   animated: not compared"
                         : "");
  if (!comparison.not_in_skeleton.empty())
    say("\nIn the dump only: {}\n", fmt::join(comparison.not_in_skeleton, ", "));
  if (!comparison.not_in_dump.empty())
    say("\nNot in the dump: {}\n", fmt::join(comparison.not_in_dump, ", "));
  return over == 0;
}

}  // namespace mannequin::program
