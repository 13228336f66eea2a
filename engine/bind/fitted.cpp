#include "engine/bind/fitted.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/bind/bones.h"

namespace mannequin {
namespace {

constexpr double kBoneReach = 0.55;
constexpr double kNearest = 0.1;

struct Volume {
  std::uint32_t group;
  Vec3 middle{0.0}, half_axes{1.0};
  Mat3 volume_from_bind{1.0};

  double attraction(const Vec3& point) const {
    const double e = glm::length(volume_from_bind * (point - middle) / half_axes);
    return 1.0 / std::pow(std::max(e, kNearest), 2.0);
  }
};

struct Bone {
  Vec3 head{0.0}, tail{0.0};
  double reach = 1.0, share = 0.0;
  std::vector<std::uint32_t> groups;  // the bone's own, by any of its names; the first gets what comes back
  std::vector<Volume> volumes;

  double attraction(const Vec3& point) const {
    const Vec3 way = tail - head;
    const double length = glm::dot(way, way);
    const double at = length > 0.0 ? std::clamp(glm::dot(point - head, way) / length, 0.0, 1.0) : 0.0;
    const double d = glm::distance(point, head + at * way) / reach;
    return 1.0 / std::pow(std::max(d, kNearest), 2.0);
  }
};

std::vector<Bone> bones_with_volumes(WeightTable& table, const Skeleton& skeleton, const FittedShare& share) {
  const std::vector<Vec3> places = bind_places(skeleton);
  std::vector<Bone> bones;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const Joint& joint = skeleton.joints()[j];
    if (joint.kind != JointKind::bone) continue;
    const auto own = std::ranges::find_if(share.bones, [&](const auto& entry) {
      return skeleton.find(entry.first) == static_cast<JointIndex>(j);
    });
    if (own == share.bones.end() && !share.all) continue;
    Bone bone{places[j], places[j] + joint.tail, 0.0, own == share.bones.end() ? *share.all : own->second, {},
              {}};
    for (std::size_t v = 0; v < skeleton.size(); ++v) {
      const Joint& volume = skeleton.joints()[v];
      if (volume.kind != JointKind::collision_volume || volume.parent != static_cast<JointIndex>(j)) continue;
      const Vec3 half = glm::max(glm::abs(volume.rest_scale), Vec3(1e-4));
      bone.volumes.push_back({group_named(table, volume.name), places[v], half,
                              glm::transpose(glm::mat3_cast(volume.rest_rotation))});
      bone.reach = std::max(bone.reach, kBoneReach * std::cbrt(half.x * half.y * half.z));
    }
    if (bone.volumes.empty()) continue;
    bone.groups.push_back(group_named(table, joint.name));
    for (const std::string& alias : joint.aliases)
      if (const auto named = std::ranges::find(table.groups, alias); named != table.groups.end())
        bone.groups.push_back(static_cast<std::uint32_t>(named - table.groups.begin()));
    bones.push_back(std::move(bone));
  }
  return bones;
}

}  // namespace

void share_with_volumes(WeightTable& table, const Surface& surface, const Skeleton& skeleton,
                        const FittedShare& share) {
  const std::vector<Bone> bones = bones_with_volumes(table, skeleton, share);
  std::vector<double> attraction;
  for (std::size_t v = 0; v < table.vertices.size(); ++v) {
    std::vector<GroupWeight>& weights = table.vertices[v];
    for (const Bone& bone : bones) {
      double whole = 0.0;
      const auto belongs = [&](const GroupWeight& w) {
        return std::ranges::find(bone.groups, w.group) != bone.groups.end() ||
               std::ranges::find(bone.volumes, w.group, &Volume::group) != bone.volumes.end();
      };
      for (const GroupWeight& w : weights)
        if (belongs(w)) whole += w.weight;
      if (!(whole > 0.0)) continue;
      std::erase_if(weights, belongs);
      attraction.clear();
      double sum = bone.attraction(surface.positions[v]);
      for (const Volume& volume : bone.volumes) {
        attraction.push_back(volume.attraction(surface.positions[v]));
        sum += attraction.back();
      }
      double kept = whole;
      for (std::size_t i = 0; i < bone.volumes.size(); ++i) {
        const double moved = whole * bone.share * attraction[i] / sum;
        kept -= moved;
        if (moved > 0.0) weights.push_back({bone.volumes[i].group, moved});
      }
      if (kept > 1e-12 * whole) weights.push_back({bone.groups.front(), kept});
    }
    sort_by_weight(weights);
  }
}

}  // namespace mannequin
