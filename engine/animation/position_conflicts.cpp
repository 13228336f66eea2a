#include "engine/animation/position_conflicts.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/quantity.h"

namespace mannequin {
namespace {

constexpr std::size_t kNamesInSentence = 8;

}  // namespace

std::vector<PositionConflict> find_position_conflicts(const Clip& clip, const Skeleton& skeleton) {
  std::vector<PositionConflict> conflicts;
  for (const ClipTrack& track : clip.tracks()) {
    if (!track.played) continue;
    const Joint& joint = skeleton[track.joint];
    if (joint.name == "mPelvis") continue;
    PositionConflict fight{track.joint, 0.0, joint.name.starts_with("mFace")};
    for (const PositionKey& key : track.positions)
      fight.distance = std::max(fight.distance, glm::length(Vec3(key.value) - joint.rest_position));
    if (fight.distance > kConflictDistance) conflicts.push_back(fight);
  }
  std::ranges::stable_sort(conflicts, [](const PositionConflict& a, const PositionConflict& b) {
    return a.face != b.face ? a.face : a.distance > b.distance;
  });
  return conflicts;
}

std::string count_position_conflicts(const std::vector<PositionConflict>& conflicts) {
  if (conflicts.empty()) return {};
  const auto faces = std::ranges::count_if(conflicts, &PositionConflict::face);
  return fmt::format("Position keys fight the sliders on {}{}", quantity(conflicts.size(), "joint", "joints"),
                     faces == 0 ? "" : fmt::format(", {} of the face", faces));
}

std::string describe_position_conflicts(const std::vector<PositionConflict>& conflicts,
                                        const Skeleton& skeleton) {
  if (conflicts.empty()) return {};
  std::string names;
  for (std::size_t i = 0; i < std::min(conflicts.size(), kNamesInSentence); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", skeleton[conflicts[i].joint].name);
  if (conflicts.size() > kNamesInSentence)
    names += fmt::format(" and {} more", conflicts.size() - kNamesInSentence);
  return fmt::format(
      "The position keys of {} override sliders and worn meshes for {} while the clip "
      "plays{}. "
      "Remove these keys unless the clip is for one specific body.",
      names, conflicts.size() == 1 ? "this joint" : "these joints",
      conflicts.front().face ? "; on face bones, every avatar gets the face the clip was made for" : "");
}

}  // namespace mannequin
