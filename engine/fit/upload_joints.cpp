#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/core/quantity.h"
#include "engine/fit/upload_rules.h"

namespace mannequin::upload {
namespace {

constexpr double kSeen = 0.001;  // metres

// Metres between where a vertex belongs that follows an attachment point, and where it is put by the glTF
// importer, which takes such binds as they are. Source: glTF import oracle, 10.
double moved_by_points(const Subject& subject) {
  std::vector<Mat4> moves = subject.at_rest(false);  // fitted to the avatar, as all others are
  for (std::size_t slot = 0; slot < moves.size(); ++slot) {
    const JointIndex joint = subject.joints()[slot];
    if (joint == kNoJoint || subject.skeleton()[joint].kind != JointKind::attachment_point)
      moves[slot] = Mat4(0.0);
    else
      moves[slot] -=
          moves[slot] * glm::inverse(subject.imported_bind(slot)) * subject.skin().inverse_binds[slot];
  }
  double worst = 0.0;
  for (const std::uint32_t v : subject.vertices()) {
    Vec4 sum(0.0);
    for (const InfluenceDesc& influence : subject.influences(v))
      if (influence.joint < moves.size())
        sum += static_cast<double>(influence.weight) *
               (moves[influence.joint] * Vec4(subject.bound_position(v), 1.0));
    worst = std::max(worst, glm::length(Vec3(sum)));
  }
  return worst;
}

void report_repeated(const Subject& subject, std::span<const std::string> names, Findings& findings) {
  if (names.empty()) return;
  const JointIndex joint = subject.skeleton().find(names.front());
  const bool alias =
      names.size() == 1 && joint != kNoJoint && subject.skeleton()[joint].name != names.front();
  findings.push_back(
      {Severity::warning, "duplicate_joint", subject.mesh().name, names.front(), std::nullopt,
       fmt::format("{} {} in the joint list more than once{}; all entries follow the same joint",
                   some_names(names), names.size() == 1 ? "is" : "are",
                   alias ? fmt::format(", as another name of '{}'", subject.skeleton()[joint].name) : ""),
       "merge the vertex groups"});
}

void check_names(const Subject& subject, Findings& findings) {
  std::set<std::string> told;
  std::set<JointIndex> listed;
  std::vector<std::string> repeated, attachment_points;
  for (std::size_t slot = 0; slot < subject.joints().size(); ++slot) {
    const std::string& name = subject.skin().joint_names[slot];
    const JointIndex joint = subject.joints()[slot];
    const bool again = joint != kNoJoint && !listed.insert(joint).second;
    if (!told.insert(name).second || again) {
      if (std::ranges::find(repeated, name) == repeated.end()) repeated.push_back(name);
    } else if (joint != kNoJoint && subject.skeleton()[joint].kind == JointKind::attachment_point &&
               subject.weighted()[slot] > 0) {
      attachment_points.push_back(name);
    }
  }
  report_repeated(subject, repeated, findings);
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
  if (attachment_points.empty()) return;
  const bool positions = subject.from_gltf() && subject.options().joint_positions;
  const double moved = subject.from_gltf() ? moved_by_points(subject) : 0.0;
  const std::string names = some_names(attachment_points);
  std::string message, remedy = "weight it to their parent bone if it should follow the body";
  if (positions)
    message = "with joint positions on, the viewer's glTF importer moves what follows them to their parents";
  else if (moved > kSeen)
    message = fmt::format(
        "the viewer's glTF importer does not fit them to the avatar: what follows them is moved by "
        "up to {:.1f} mm, most often by a quarter turn",
        1000.0 * moved);
  else
    message =
        "that is allowed, but few sliders reach them, and joint offsets are compared with their own default "
        "position";
  const bool faulty = positions || moved > kSeen;
  if (faulty) remedy = "weight it to their parent bone, or upload it as .dae, whose importer fits them";
  findings.push_back({faulty ? Severity::warning : Severity::info, "attachment_point_joint",
                      subject.mesh().name, attachment_points.front(), std::nullopt,
                      fmt::format("is weighted to attachment points ({}); {}", names, message), remedy});
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
