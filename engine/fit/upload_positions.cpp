#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

#include "engine/core/quantity.h"
#include "engine/fit/slider_reach.h"
#include "engine/fit/upload_rules.h"

namespace mannequin::upload {
namespace {

constexpr double kNoise = 0.001;             // metres: smaller differences are probably rounding
constexpr double kRedirectedDegrees = 20.0;  // of a bone that points in another direction
constexpr const char* kPelvis = "mPelvis";

struct FilePosition {
  Vec3 position;    // parent-relative
  double distance;  // from the default, metres
  bool offset;
};

// The joint positions in the file, by joint of the skeleton.
std::map<JointIndex, FilePosition> file_positions(const Subject& subject) {
  std::map<JointIndex, FilePosition> given;
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

// The importer does not read a moved pelvis in a glTF file as a joint position, but as a height.
bool moves_pelvis(const Subject& subject) {
  return subject.from_gltf() && subject.imported().pelvis_offset != 0.0;
}

void report_unknown(const Subject& subject, Findings& findings) {
  std::vector<std::string> names, others;
  const auto& positions = subject.skin().joint_positions;
  if (subject.options().as_distributed && positions.empty()) return;
  const JointIndex pelvis = subject.skeleton().find(kPelvis);
  for (std::size_t slot = 0; slot < subject.joints().size(); ++slot) {
    const std::string& name = subject.skin().joint_names[slot];
    if (subject.joints()[slot] == kNoJoint || subject.weighted()[slot] == 0) continue;
    if (moves_pelvis(subject) && subject.joints()[slot] == pelvis) continue;
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
             "{} other names than the avatar's own ({}), and the file names no <skeleton>: the viewer does "
             "not find their positions, and would silently move them to their parents",
             quantity(others.size(), "joint has", "joints have"), some_names(others)),
         "rename them to the avatar's names, or write the file again: mannequin convert IN.dae OUT.dae"});
}

// One finding for all joints of one rule: its own message for a single joint, the summary for several.
void report_together(Finding finding, std::vector<JointDetail> joints, const std::string& summary,
                     Findings& findings) {
  if (joints.empty()) return;
  finding.joint = joints.front().joint;
  finding.message = joints.size() == 1 ? joints.front().message : summary;
  if (joints.size() > 1) finding.joints = std::move(joints);
  findings.push_back(std::move(finding));
}

// "'mWristLeft' by 53.16 mm, 'mChin' by 10.07 mm and 61 more"
std::string worst_of(std::span<const std::pair<double, std::string>> worst, const char* format) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(worst.size(), kMost); ++i)
    text += (i == 0 ? "" : ", ") + fmt::format(fmt::runtime(format), worst[i].second, worst[i].first);
  if (worst.size() > kMost) text += fmt::format(" and {} more", worst.size() - kMost);
  return text;
}

void report_moved(const Subject& subject, const std::map<JointIndex, FilePosition>& given,
                  Findings& findings) {
  std::vector<std::pair<double, std::string>> moved;  // millimetres, worst first
  std::vector<JointDetail> joints;
  for (const auto& [index, joint] : given) {
    if (!joint.offset) continue;
    const std::string& name = subject.skeleton()[index].name;
    moved.emplace_back(joint.distance * 1000.0, name);
    joints.push_back(
        {name, fmt::format("'{}' is {:.2f} mm from the avatar's default, at {:.2f} {:.2f} {:.2f} mm from its "
                           "parent, so sliders no longer move it",
                           name, joint.distance * 1000.0, joint.position.x * 1000.0,
                           joint.position.y * 1000.0, joint.position.z * 1000.0)});
  }
  std::ranges::stable_sort(moved, [](const auto& a, const auto& b) { return a.first > b.first; });
  report_together(
      {Severity::info, "joint_offset", subject.mesh().name, "", std::nullopt, "", ""}, joints,
      fmt::format("{} elsewhere than the avatar's, so sliders no longer move them: {}",
                  quantity(moved.size(), "joint is", "joints are"), worst_of(moved, "'{}' by {:.2f} mm")),
      findings);
}

void report_offsets(const Subject& subject, const std::map<JointIndex, FilePosition>& given,
                    Findings& findings) {
  std::vector<std::string> noisy, below;
  for (const auto& [index, joint] : given) {
    const std::string& name = subject.skeleton()[index].name;
    if (!joint.offset) {
      if (joint.distance > 1e-6) below.push_back(name);
    } else if (joint.distance < kNoise) {
      noisy.push_back(name);
    }
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

// Joints without an offset although the chain above them, and at or below them, has offsets.
void report_missing_links(const Subject& subject, const std::map<JointIndex, FilePosition>& given,
                          Findings& findings) {
  const Skeleton& skeleton = subject.skeleton();
  const auto offset = [&](JointIndex joint) { return given.contains(joint) && given.at(joint).offset; };
  std::map<JointIndex, std::vector<std::string>> below;  // missing joint -> offset joints under it
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
  std::vector<JointDetail> links;
  std::vector<std::string> names;
  for (const auto& [link, joints] : below) {
    const std::string& name = skeleton[link].name;
    names.push_back(name);
    links.push_back(
        {name, fmt::format("the chain of joint offsets skips '{}': {} below it {} offset and so is a joint "
                           "above it, but '{}' {}, so sliders still move it and its children",
                           name, some_names(joints), joints.size() == 1 ? "is" : "are", name,
                           given.contains(link) ? "is at its default" : "has no position in the file")});
  }
  const std::string which = names.size() == 1 ? "'" + names.front() + "'" : "them";
  report_together(
      {Severity::warning, "missing_link", subject.mesh().name, "", std::nullopt, "",
       fmt::format("include {} in the export, or move {} by more than 0.1 mm", which,
                   names.size() == 1 ? "it" : "each")},
      links,
      fmt::format(
          "the chains of joint offsets skip {} ({}): joints below and above are offset, but these are "
          "not, so sliders still move them and their children",
          quantity(names.size(), "joint", "joints"), some_names(names)),
      findings);
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
void report_turned_bones(const Subject& subject, const std::map<JointIndex, FilePosition>& given,
                         Findings& findings) {
  const Skeleton& skeleton = subject.skeleton();
  std::vector<std::pair<double, std::string>> turned;  // degrees, worst first
  std::vector<JointDetail> joints;
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
    const std::string& bone = skeleton[child.parent].name;
    turned.emplace_back(degrees, child.name);
    joints.push_back(
        {bone,
         fmt::format("the offset of '{}' rotates the bone of '{}' by {:.0f} degrees, but sliders scale along "
                     "the avatar's own axes: {} will thicken it instead of lengthening it",
                     child.name, bone, degrees, sliders)});
  }
  std::ranges::stable_sort(turned, [](const auto& a, const auto& b) { return a.first > b.first; });
  report_together(
      {Severity::warning, "turned_bone", subject.mesh().name, "", std::nullopt, "",
       "keep the bones' directions and pose the mesh instead, or tell users which sliders to avoid"},
      joints,
      fmt::format("joint offsets rotate {}, {}, but sliders scale along the avatar's own axes: those "
                  "that lengthen these bones will thicken them instead",
                  quantity(turned.size(), "bone", "bones"),
                  worst_of(turned, "that to '{}' by {:.0f} degrees")),
      findings);
}

// The position of the pelvis is taken literally, while the avatar's own pelvis rests at the origin. Source:
// glTF import oracle, 16.
void report_pelvis(const Subject& subject, const std::map<JointIndex, FilePosition>& given,
                   Findings& findings) {
  const JointIndex index = subject.skeleton().find(kPelvis);
  if (index == kNoJoint) return;
  const Joint& pelvis = subject.skeleton()[index];
  const auto found = given.find(index);
  double height = 0.0;
  std::string shown;
  if (moves_pelvis(subject)) {
    const double raised = subject.imported().pelvis_offset;
    height = pelvis.default_position.z + raised;
    shown = fmt::format(". Here it is shown {:.0f} mm {}", std::abs(raised) * 1000.0,
                        raised < 0.0 ? "lower" : "higher");
  } else if (found != given.end() && found->second.offset) {
    height = found->second.position.z;
  }
  if (std::abs(height) < kNoise) return;
  findings.push_back(
      {Severity::warning, "pelvis_height", subject.mesh().name, pelvis.name, std::nullopt,
       fmt::format(
           "the file has '{}' at a height of {:.1f} mm, the avatar at {:.1f} mm: with joint positions "
           "on, viewers lift the whole avatar by these {:.0f} mm while no animation places the "
           "pelvis{}",
           pelvis.name, height * 1000.0, pelvis.default_position.z * 1000.0, height * 1000.0, shown),
       fmt::format("leave '{}' where the avatar has it, or upload without joint positions", pelvis.name)});
}

}  // namespace

void check_joint_positions(const Subject& subject, Findings& findings) {
  const std::map<JointIndex, FilePosition> given = file_positions(subject);
  const auto offsets = std::ranges::count_if(given, [](const auto& entry) { return entry.second.offset; });
  if (!subject.options().joint_positions) {
    if (offsets > 0)
      findings.push_back(
          {Severity::info, "offsets_ignored", subject.mesh().name, "", std::nullopt,
           fmt::format("has {} at other positions than the avatar, but joint positions are off, so they are "
                       "ignored, as when the box is not ticked at upload",
                       quantity(offsets, "joint", "joints")),
           "check again with joint positions on if they are intended"});
    return;
  }
  report_unknown(subject, findings);
  report_pelvis(subject, given, findings);
  report_offsets(subject, given, findings);
  report_moved(subject, given, findings);
  report_missing_links(subject, given, findings);
  report_turned_bones(subject, given, findings);
}

}  // namespace mannequin::upload
