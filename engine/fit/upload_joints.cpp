#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/core/quantity.h"
#include "engine/fit/upload_rules.h"

namespace mannequin::upload {
namespace {

void check_names(const Subject& subject, Findings& findings) {
  std::set<std::string> told;
  std::set<JointIndex> listed;
  std::vector<std::string> attachment_points;
  for (std::size_t slot = 0; slot < subject.joints().size(); ++slot) {
    const std::string& name = subject.skin().joint_names[slot];
    const JointIndex joint = subject.joints()[slot];
    const bool again = joint != kNoJoint && !listed.insert(joint).second;
    if (!told.insert(name).second || again) {
      findings.push_back(
          {Severity::warning, "duplicate_joint", subject.mesh().name, name, std::nullopt,
           fmt::format("'{}' is in the joint list more than once{}; all entries follow the same joint", name,
                       joint != kNoJoint && subject.skeleton()[joint].name != name
                           ? fmt::format(", as another name of '{}'", subject.skeleton()[joint].name)
                           : ""),
           "merge the vertex groups"});
    } else if (joint != kNoJoint && subject.skeleton()[joint].kind == JointKind::attachment_point &&
               subject.weighted()[slot] > 0) {
      attachment_points.push_back(name);
    }
  }
  std::vector<std::string> spaced;
  for (const std::string& name : subject.skin().joint_names)
    if (name.find(' ') != std::string::npos && subject.skeleton().find(name) != kNoJoint)
      spaced.push_back(name);
  // In an asset they are the viewer's own way to write them.
  if (!spaced.empty() && !subject.from_gltf() && !subject.options().as_distributed)
    findings.push_back(
        {Severity::info, "spaces_in_names", subject.mesh().name, spaced.front(), std::nullopt,
         fmt::format(
             "has joint names with spaces ({}); the viewer accepts them, other programs may split them",
             some_names(spaced)),
         "replace spaces by underscores, which the viewer accepts too"});
  // Source: glTF import oracle, 10.
  if (!attachment_points.empty() && subject.from_gltf())
    findings.push_back(
        {Severity::warning, "attachment_point_joint", subject.mesh().name, attachment_points.front(),
         std::nullopt,
         fmt::format(
             "is weighted to attachment points ({}), which the viewer's glTF importer does not fit to "
             "the avatar: what follows them is turned by a quarter, and with joint positions on they "
             "move to their parents",
             some_names(attachment_points)),
         "weight it to their parent bone, or upload it as .dae, whose importer fits them"});
  else if (!attachment_points.empty())
    findings.push_back(
        {Severity::info, "attachment_point_joint", subject.mesh().name, attachment_points.front(),
         std::nullopt,
         fmt::format("is weighted to attachment points ({}); that is allowed, but few sliders reach them, "
                     "and joint offsets are compared with their own default position",
                     some_names(attachment_points)),
         "weight it to their parent bone if it should follow the body"});
}

// Counts joints without weight on them or below them: others without weight carry weighted ones.
std::size_t idle_joints(const Subject& subject) {
  std::set<JointIndex> needed;
  for (std::size_t slot = 0; slot < subject.joints().size(); ++slot)
    if (subject.weighted()[slot] > 0)
      for (JointIndex up = subject.joints()[slot]; up != kNoJoint; up = subject.skeleton()[up].parent)
        needed.insert(up);
  std::size_t idle = 0;
  for (std::size_t slot = 0; slot < subject.joints().size(); ++slot)
    idle += subject.weighted()[slot] == 0 && !needed.contains(subject.joints()[slot]);
  return idle;
}

void check_count(const Subject& subject, Findings& findings) {
  const std::size_t count = subject.joints().size();
  const std::size_t idle = idle_joints(subject);
  if (count > kMaxViewerJoints)
    findings.push_back(
        {Severity::error, "too_many_joints", subject.mesh().name, "", std::nullopt,
         fmt::format("uses {} joints; above the limit of {} the uploader skins nothing in the file", count,
                     kMaxViewerJoints),
         idle == 0 ? "all of them have weights, so split the mesh"
                   : fmt::format("remove joints without weights ({} of them), or split the mesh", idle)});
  else if (idle > 0)
    findings.push_back(
        {Severity::info, "unused_joints", subject.mesh().name, "", std::nullopt,
         fmt::format("without weight: {} of its {} joints. They are harmless; their positions count if joint "
                     "positions are included",
                     idle, count),
         ""});
}

void check_matrix_counts(const Subject& subject, Findings& findings) {
  const std::size_t joints = subject.joints().size();
  const auto mismatch = [&](const char* code, const char* what, std::size_t count) {
    if (count == joints) return;
    findings.push_back({Severity::error, code, subject.mesh().name, "", std::nullopt,
                        fmt::format("has {} {} for {}; the viewer drops them all", count, what,
                                    quantity(joints, "joint", "joints")),
                        "bind the mesh again and export it"});
  };
  mismatch("inverse_bind_count", "inverse bind matrices", subject.skin().inverse_binds.size());
  if (!subject.skin().joint_positions.empty())
    mismatch("joint_position_count", "joint positions", subject.skin().joint_positions.size());
}

}  // namespace

void check_joint_list(const Subject& subject, Findings& findings) {
  check_names(subject, findings);
  check_count(subject, findings);
  check_matrix_counts(subject, findings);
}

}  // namespace mannequin::upload
