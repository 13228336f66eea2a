#include "tools/document/body_region.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/document/plain_names.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// The body part of a joint, as used for places: "left thigh". Volumes count as the part they surround.
std::string part_of(const Joint& joint) {
  std::string name = plain_name(joint);
  if (const std::size_t volume = name.find(" (volume)"); volume != std::string::npos) name.resize(volume);
  if (const std::size_t link = name.find(','); link != std::string::npos) name.resize(link);
  return name;
}

struct Between {
  std::string_view one, other, place;
};

// Names where two parts meet. For the armpit see below.
constexpr Between kBetween[] = {{"thigh", "lower leg", marked("knee")},
                                {"thigh", "hips", marked("hip")},
                                {"thigh", "buttocks", marked("hip")},
                                {"lower leg", "foot", marked("ankle")},
                                {"upper arm", "forearm", marked("elbow")},
                                {"forearm", "hand", marked("wrist")},
                                {"upper arm", "collarbone", marked("shoulder")},
                                {"upper arm", "shoulder", marked("shoulder")},
                                {"upper arm", "chest", marked("shoulder")},
                                {"upper arm", "breast", marked("shoulder")},
                                {"upper arm", "upper back", marked("shoulder")},
                                {"neck", "head", marked("throat")},
                                {"hips", "waist", marked("waist")},
                                {"hips", "belly", marked("lower belly")},
                                {"neck", "chest", marked("neck")},
                                {"neck", "collarbone", marked("neck")}};
// The trunk below the shoulders, which arms influence slightly.
constexpr std::string_view kTrunk[] = {"chest", "breast", "upper back", marked("spine")};
constexpr double kUnderArmShare = 0.02;
// If another part has at least this fraction of the strongest one's weight, the place is between the two.
constexpr double kBetweenShare = 0.4;

std::pair<std::string, std::string> split_side(const std::string& part) {
  for (const char* side : {"left ", "right "})
    if (part.starts_with(side)) return {side, part.substr(std::string_view(side).size())};
  return {"", part};
}

std::string between(const std::string& first, const std::string& second, const Vec3& normal) {
  const auto [side_a, a] = split_side(first);
  const auto [side_b, b] = split_side(second);
  if (!side_a.empty() && !side_b.empty() && side_a != side_b) return {};
  for (const Between& row : kBetween) {
    if (!((row.one == a && row.other == b) || (row.one == b && row.other == a))) continue;
    const bool under = row.place == "shoulder" && normal.z < -0.3;
    return (side_a.empty() ? side_b : side_a) + std::string(under ? marked("armpit") : row.place);
  }
  return {};
}

// "thigh, front"; for legs also "thigh, inner side".
std::string facing(const std::string& part, const Vec3& normal) {
  if (normal.x > 0.7) return fmt::format("{}, front", part);
  if (normal.x < -0.7) return fmt::format("{}, back", part);
  if (normal.z > 0.7) return fmt::format("{}, top", part);
  if (normal.z < -0.7) return fmt::format("{}, underneath", part);
  if (std::abs(normal.y) < 0.7) return part;
  const std::string side = split_side(part).first;
  if (side.empty())
    return normal.y > 0.0 ? fmt::format("{}, left side", part) : fmt::format("{}, right side", part);
  return (normal.y > 0.0) == (side == "left ") ? fmt::format("{}, outer side", part)
                                               : fmt::format("{}, inner side", part);
}

}  // namespace

std::string body_region(const Skeleton& skeleton, const Skin& skin, std::uint32_t vertex,
                        const Vec3& normal) {
  const VertexInfluences& influences = skin.influences()[vertex];
  std::map<std::string, double> weights;
  for (std::size_t k = 0; k < kMaxInfluences; ++k) {
    const std::size_t slot = influences.joint[k];
    if (!(influences.weight[k] > 0.0f) || slot >= skin.joint_count()) continue;
    const JointIndex joint = skin.joints()[slot];
    if (joint == kNoJoint) continue;
    if (std::string part = part_of(skeleton[joint]); !part.empty())
      weights[std::move(part)] += static_cast<double>(influences.weight[k]);
  }
  std::vector<std::pair<double, std::string>> strongest;
  for (const auto& [part, weight] : weights) strongest.emplace_back(-weight, part);
  std::ranges::sort(strongest);
  if (strongest.empty()) return marked("body");
  const double length = glm::length(normal);
  const Vec3 way = length > 0.0 ? normal / length : Vec3(0.0);
  const std::string& first = strongest.front().second;
  if (std::ranges::find(kTrunk, split_side(first).second) != std::end(kTrunk) && std::abs(way.y) > 0.5)
    for (const auto& [weight, part] : strongest)
      if (const auto [side, stem] = split_side(part); stem == "upper arm" && -weight >= kUnderArmShare)
        return side + "armpit";
  for (std::size_t i = 1; i < strongest.size(); ++i)
    if (strongest[i].first <= kBetweenShare * strongest.front().first)
      if (std::string place = between(first, strongest[i].second, way); !place.empty()) return place;
  return facing(first, way);
}

}  // namespace mannequin::document
