#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "engine/fit/slider_reach.h"
#include "engine/fit/upload_rules.h"

namespace mannequin::upload {
namespace {

constexpr double kNoise = 0.001;             // metres: less is most likely rounding
constexpr double kRedirectedDegrees = 20.0;  // a bone that points in another direction

struct Given {
  Vec3 position;    // parent-relative
  double distance;  // from the default, metres
  bool offset;
};

// The joint positions in the file, by joint of the skeleton.
std::map<JointIndex, Given> given_positions(const Subject& subject) {
  std::map<JointIndex, Given> given;
  const auto& positions = subject.skin().joint_positions;
  for (std::size_t slot = 0; slot < std::min(subject.joints().size(), positions.size()); ++slot) {
    const JointIndex index = subject.joints()[slot];
    if (index == kNoJoint || !positions[slot]) continue;
    const Joint& joint = subject.skeleton()[index];
    given[index] = {*positions[slot], glm::distance(*positions[slot], joint.default_position),
                    is_joint_offset(joint, *positions[slot])};
  }
  return given;
}

void tell_unknown(const Subject& subject, Findings& findings) {
  std::vector<std::string> names, others;
  const auto& positions = subject.skin().joint_positions;
  for (std::size_t slot = 0; slot < subject.joints().size(); ++slot) {
    const std::string& name = subject.skin().joint_names[slot];
    if (subject.joints()[slot] == kNoJoint || subject.weighted()[slot] == 0) continue;
    if (slot >= positions.size() || !positions[slot])
      names.push_back(name);
    else if (subject.options().positions_by_own_names &&
             name != subject.skeleton()[subject.joints()[slot]].name)
      others.push_back(name);
  }
  if (!names.empty())
    findings.push_back(
        {Severity::warning, "joint_positions_unknown", subject.mesh().name, names.front(), std::nullopt,
         fmt::format(
             "{} weighted joints have no position in the file ({}); with joint positions on, the viewer "
             "would silently move them to their parents",
             names.size(), some_names(names)),
         "export the whole armature"});
  if (!others.empty())
    findings.push_back(
        {Severity::warning, "joint_positions_unknown", subject.mesh().name, others.front(), std::nullopt,
         fmt::format(
             "{} joints go by other names than the avatar's own ({}), and the file names no <skeleton>: the "
             "viewer does not find their positions, and would silently move them to their parents",
             others.size(), some_names(others)),
         "rename them to the avatar's names, or write the file again: mannequin convert IN.dae OUT.dae"});
}

void tell_offsets(const Subject& subject, const std::map<JointIndex, Given>& given, Findings& findings) {
  std::vector<std::string> noisy, below;
  for (const auto& [index, joint] : given) {
    const std::string& name = subject.skeleton()[index].name;
    if (!joint.offset) {
      if (joint.distance > 1e-6) below.push_back(name);
      continue;
    }
    findings.push_back(
        {Severity::info, "joint_offset", subject.mesh().name, name, std::nullopt,
         fmt::format(
             "'{}' is {:.2f} mm from the avatar's default, at {:.2f} {:.2f} {:.2f} mm from its parent", name,
             joint.distance * 1000.0, joint.position.x * 1000.0, joint.position.y * 1000.0,
             joint.position.z * 1000.0),
         ""});
    if (joint.distance < kNoise) noisy.push_back(name);
  }
  if (!noisy.empty())
    findings.push_back(
        {Severity::warning, "offset_noise", subject.mesh().name, noisy.front(), std::nullopt,
         fmt::format("{} joint positions differ from the default by less than 1 mm ({}), most likely "
                     "rounding, and each disables the sliders that translate the joint",
                     noisy.size(), some_names(noisy)),
         "snap them to the default, or upload without joint positions"});
  if (!below.empty())
    findings.push_back({Severity::info, "offset_below_threshold", subject.mesh().name, below.front(),
                        std::nullopt,
                        fmt::format("{} joint positions differ by 0.1 mm or less ({}) and are ignored",
                                    below.size(), some_names(below)),
                        ""});
}

// Links without offset although the chain has offsets above them and at or below them.
void tell_missing_links(const Subject& subject, const std::map<JointIndex, Given>& given,
                        Findings& findings) {
  const Skeleton& skeleton = subject.skeleton();
  const auto offset = [&](JointIndex joint) { return given.contains(joint) && given.at(joint).offset; };
  std::map<JointIndex, std::vector<std::string>> below;  // missing link -> offset joints under it
  for (const auto& [index, joint] : given) {
    if (!joint.offset) continue;
    std::vector<JointIndex> missing;
    for (JointIndex up = skeleton[index].parent; up != kNoJoint; up = skeleton[up].parent) {
      if (!offset(up)) {
        missing.push_back(up);
        continue;
      }
      for (const JointIndex link : missing) below[link].push_back(skeleton[index].name);
      break;
    }
  }
  for (const auto& [link, joints] : below)
    findings.push_back(
        {Severity::warning, "missing_link", subject.mesh().name, skeleton[link].name, std::nullopt,
         fmt::format("the chain of joint offsets skips '{}': {} below it {} offset and so is a joint "
                     "above it, but "
                     "'{}' {}, so sliders still move it and its children",
                     skeleton[link].name, some_names(joints), joints.size() == 1 ? "is" : "are",
                     skeleton[link].name,
                     given.contains(link) ? "is at its default" : "has no position in the file"),
         fmt::format("include '{}' in the export, or move it by more than 0.1 mm", skeleton[link].name)});
}

std::string sliders_that_scale(const Character& character, JointIndex joint) {
  std::vector<std::string> labels;
  for (const Sex sex : {Sex::female, Sex::male})
    for (const ParameterIndex p : sliders_of(character.appearance, sex)) {
      const std::string& label = slider_label(character.appearance[p]);
      if (slider_reach(character.appearance, p, sex).scales.contains(joint) &&
          std::ranges::find(labels, label) == labels.end())
        labels.push_back(label);
    }
  return labels.empty() ? std::string() : some_names(labels);
}

// A joint's scale acts along the avatar's axes, regardless of its child's direction. Source: ALGORITHM 5.
void tell_turned_bones(const Subject& subject, const std::map<JointIndex, Given>& given, Findings& findings) {
  const Skeleton& skeleton = subject.skeleton();
  for (const auto& [index, joint] : given) {
    const Joint& child = skeleton[index];
    const double before = glm::length(child.default_position), after = glm::length(joint.position);
    if (!joint.offset || child.kind != JointKind::bone || child.parent == kNoJoint || before < 0.02 ||
        after < 0.02)
      continue;
    const double cosine = glm::dot(child.default_position, joint.position) / (before * after);
    const double degrees = std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi;
    const std::string sliders =
        degrees > kRedirectedDegrees ? sliders_that_scale(subject.character(), child.parent) : "";
    if (sliders.empty()) continue;
    findings.push_back(
        {Severity::warning, "turned_bone", subject.mesh().name, skeleton[child.parent].name, std::nullopt,
         fmt::format(
             "the offset of '{}' rotates the bone of '{}' by {:.0f} degrees, but sliders scale along the "
             "avatar's own axes: {} will thicken it instead of lengthening it",
             child.name, skeleton[child.parent].name, degrees, sliders),
         "keep the bones' directions and pose the mesh instead, or tell users which sliders to avoid"});
  }
}

}  // namespace

void check_joint_positions(const Subject& subject, Findings& findings) {
  const std::map<JointIndex, Given> given = given_positions(subject);
  const auto offsets = std::ranges::count_if(given, [](const auto& entry) { return entry.second.offset; });
  if (!subject.options().joint_positions) {
    if (offsets > 0)
      findings.push_back(
          {Severity::info, "offsets_ignored", subject.mesh().name, "", std::nullopt,
           fmt::format(
               "has {} joints at other positions than the avatar, but joint positions are off, so they are "
               "ignored, as when the box is not ticked at upload",
               offsets),
           "check again with joint positions on if they are intended"});
    return;
  }
  tell_unknown(subject, findings);
  tell_offsets(subject, given, findings);
  tell_missing_links(subject, given, findings);
  tell_turned_bones(subject, given, findings);
}

}  // namespace mannequin::upload
