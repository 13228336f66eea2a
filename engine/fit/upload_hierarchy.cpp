#include "engine/fit/upload_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>

namespace mannequin::upload {
namespace {

constexpr std::size_t kMostPairs = 3;

bool hangs_in_skeleton(const Joint& joint) {
  return joint.kind != JointKind::attachment_point && joint.parent != kNoJoint;
}

}  // namespace

Hierarchy::Hierarchy(const Skeleton& skeleton, const UploadOptions& options)
    : skeleton_(skeleton), options_(options), file_(skeleton, options.file_joints) {}

void Hierarchy::add(const Subject& subject) {
  for (std::size_t slot = 0; slot < subject.joints().size(); ++slot) {
    const JointIndex joint = subject.joints()[slot];
    if (joint == kNoJoint) {
      if (subject.weighted()[slot] > 0) unknown_.insert(subject.skin().joint_names[slot]);
      continue;
    }
    bound_.insert(joint);
    if (subject.weighted()[slot] > 0) weighted_.emplace(joint, subject.mesh().name);
  }
}

// Whether it, or a descendant, has weight.
bool Hierarchy::is_bound(JointIndex joint) const {
  return std::ranges::any_of(weighted_, [&](const auto& entry) {
    for (JointIndex up = entry.first; up != kNoJoint; up = skeleton_[up].parent)
      if (up == joint) return true;
    return false;
  });
}

void Hierarchy::check(Findings& findings) const {
  check_parents(findings);
  check_extra(findings);
  if (options_.joint_positions) check_displaced(findings);
}

void Hierarchy::check_parents(Findings& findings) const {
  std::string text, first;
  std::size_t count = 0;
  for (const auto& [joint, node] : file_.nodes()) {
    if (!hangs_in_skeleton(skeleton_[joint]) || !is_bound(joint)) continue;
    const JointIndex expected = file_.expected_parent(joint), above = node.above;
    if (expected == above || expected == kNoJoint) continue;
    if (count == 0) first = name(joint);
    if (count++ < kMostPairs)
      text += fmt::format("{}'{}' hangs on {}, should hang on '{}'", text.empty() ? "" : "; ", name(joint),
                          above == kNoJoint ? "no joint" : fmt::format("'{}'", name(above)), name(expected));
  }
  if (count == 0) return;
  if (count > kMostPairs) text += fmt::format("; and {} more", count - kMostPairs);
  findings.push_back(
      {Severity::warning, "wrong_parent", "", first, std::nullopt,
       fmt::format(
           "the armature's hierarchy is not the avatar's: {}. In-world the avatar's own hierarchy moves the "
           "mesh, so poses look different there, and joint positions count from the wrong joint",
           text),
       "give each bone the parent that the avatar has, and export again"});
}

void Hierarchy::check_extra(Findings& findings) const {
  std::string text, first;
  std::set<std::string> told;
  for (const auto& [joint, node] : file_.nodes()) {
    if (!hangs_in_skeleton(skeleton_[joint]) || !is_bound(joint)) continue;
    for (const std::string& extra : node.between) {
      if (unknown_.contains(extra) || !told.insert(extra).second) continue;
      if (told.size() == 1) first = extra;
      if (told.size() <= kMostPairs)
        text += fmt::format("{}'{}' between '{}' and '{}'", text.empty() ? "" : ", ", extra, name(node.above),
                            name(joint));
    }
  }
  if (told.empty()) return;
  if (told.size() > kMostPairs) text += fmt::format(" and {} more", told.size() - kMostPairs);
  findings.push_back(
      {Severity::warning, "extra_joint", "", first, std::nullopt,
       fmt::format(
           "the armature has bones that the avatar does not: {}. They do not exist in-world: what they move "
           "stays, and in a .dae the joint positions below them count from them",
           text),
       "remove them, and parent the bones below them to the avatar's own parents"});
}

// The importer takes the positions of a skin's joints only.
void Hierarchy::check_displaced(Findings& findings) const {
  std::map<JointIndex, Vec3> lost;
  for (const auto& [joint, node] : file_.nodes()) {
    if (!hangs_in_skeleton(skeleton_[joint]) || bound_.contains(joint)) continue;
    const std::optional<Vec3> displaced = file_.displacement(joint);
    if (displaced && glm::length(*displaced) > static_cast<double>(kJointOffsetThreshold))
      lost.emplace(joint, *displaced);
  }
  std::map<JointIndex, std::pair<double, JointIndex>> worst;  // by displaced joint: largest error, and where
  for (const auto& [joint, mesh] : weighted_) {
    Vec3 sum(0.0);
    for (JointIndex up = joint; up != kNoJoint; up = skeleton_[up].parent)
      if (const auto found = lost.find(up); found != lost.end()) {
        sum += found->second;
        auto& entry = worst[up];
        if (glm::length(sum) > entry.first) entry = {glm::length(sum), joint};
      }
  }
  for (const auto& [joint, entry] : worst)
    findings.push_back(
        {entry.first > 0.001 ? Severity::warning : Severity::info, "displaced_joint",
         weighted_.at(entry.second), name(joint), std::nullopt,
         fmt::format(
             "'{}' is {:.1f} mm from the avatar's default, but no mesh of the file is weighted to it, so the "
             "uploader leaves its position out: what follows '{}' ends {:.1f} mm from where the file shows "
             "it",
             name(joint), glm::length(lost.at(joint)) * 1000.0, name(entry.second), entry.first * 1000.0),
         fmt::format("give a vertex a little weight of '{}', or move it back to the avatar's place",
                     name(joint))});
}

}  // namespace mannequin::upload
