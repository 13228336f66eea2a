#include "engine/animation/fights.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/quantity.h"

namespace mannequin {
namespace {

constexpr std::size_t kNamesInSentence = 8;

}  // namespace

std::vector<PositionFight> find_position_fights(const Clip& clip, const Skeleton& skeleton) {
  std::vector<PositionFight> fights;
  for (const ClipTrack& track : clip.tracks()) {
    if (!track.played) continue;
    const Joint& joint = skeleton[track.joint];
    if (joint.name == "mPelvis") continue;
    PositionFight fight{track.joint, 0.0, joint.name.starts_with("mFace")};
    for (const PositionKey& key : track.positions)
      fight.distance = std::max(fight.distance, glm::length(Vec3(key.value) - joint.rest_position));
    if (fight.distance > kFightDistance) fights.push_back(fight);
  }
  std::ranges::stable_sort(fights, [](const PositionFight& a, const PositionFight& b) {
    return a.face != b.face ? a.face : a.distance > b.distance;
  });
  return fights;
}

std::string count_fights(const std::vector<PositionFight>& fights) {
  if (fights.empty()) return {};
  const auto faces = std::ranges::count_if(fights, &PositionFight::face);
  return fmt::format("Position keys fight the sliders on {}{}", quantity(fights.size(), "joint", "joints"),
                     faces == 0 ? "" : fmt::format(", {} of the face", faces));
}

std::string describe_fights(const std::vector<PositionFight>& fights, const Skeleton& skeleton) {
  if (fights.empty()) return {};
  std::string names;
  for (std::size_t i = 0; i < std::min(fights.size(), kNamesInSentence); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", skeleton[fights[i].joint].name);
  if (fights.size() > kNamesInSentence)
    names += fmt::format(" and {} more", fights.size() - kNamesInSentence);
  return fmt::format(
      "The position keys of {} override sliders and worn meshes for {} while the clip "
      "plays{}. "
      "Remove these keys unless the clip is for one specific body.",
      names, fights.size() == 1 ? "this joint" : "these joints",
      fights.front().face ? "; on face bones, every avatar gets the face the clip was made for" : "");
}

}  // namespace mannequin
