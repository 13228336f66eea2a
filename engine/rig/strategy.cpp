#include "engine/rig/strategy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mannequin {
namespace {

// Metres, as in MPFB.
constexpr double kReach = 0.01;       // of a cube or a vertex
constexpr double kExact = 0.001;      // close enough to stop searching
constexpr double kMeanReach = 0.02;   // of the mean of two vertices
constexpr double kPairSearch = 0.15;  // of the mesh's height: maximum distance of the two, along each axis

// Files state scale factors in single precision.
constexpr double kSameScale = 1e-6;

std::vector<std::string> names_of(const std::map<std::string, Vec3>& cubes) {
  std::vector<std::string> names;
  names.reserve(cubes.size());
  for (const auto& [name, place] : cubes) names.push_back(name);
  return names;
}

std::vector<Vec3> places_of(const std::map<std::string, Vec3>& cubes) {
  std::vector<Vec3> places;
  places.reserve(cubes.size());
  for (const auto& [name, place] : cubes) places.push_back(place);
  return places;
}

double height_of(const BaseMesh& mesh) {
  const auto [low, high] = std::ranges::minmax_element(mesh.positions, {}, [](const Vec3& p) { return p.z; });
  return mesh.positions.empty() ? 0.0 : high->z - low->z;
}

// The saved form of an end. If nothing better is near, it keeps its strategy, which may fit another mesh.
BoneEnd saved_end(const BoneEnd& end, const Vec3& place, double relative_scale, const VertexRemaps& places,
                  StrategySaving saving) {
  if (saving == StrategySaving::choose) {
    BoneEnd chosen = places.choose(place);
    if (chosen.strategy != EndStrategy::fixed) return chosen;
  }
  BoneEnd out = end;
  out.default_position = place;
  if (out.offset) *out.offset *= relative_scale;
  return out;
}

}  // namespace

VertexRemaps::VertexRemaps(const BaseMesh& mesh, const BaseMesh& cube_mesh)
    : mesh_(mesh),
      cube_names_(names_of(joint_cubes(cube_mesh))),
      cubes_(places_of(joint_cubes(cube_mesh))),
      vertices_(mesh.positions),
      height_(height_of(mesh)) {}

// The second vertex of a pair is the one closest to the first one's mirror image about the position. Among
// equally good pairs the shorter wins: at the greatest length a pair may be worse by the whole reach.
std::vector<int> VertexRemaps::best_pair(const Vec3& position, double reach, double& distance) const {
  const double farthest = kPairSearch * height_;
  if (!(farthest > 0.0)) return {};
  const double per_metre = kMeanReach / (2.0 * farthest);
  double best_cost = 2.0 * kMeanReach;
  std::vector<int> best;
  for (std::uint32_t first = 0; first < mesh_.positions.size(); ++first) {
    const Vec3 away = mesh_.positions[first] - position;
    if (std::max({std::abs(away.x), std::abs(away.y), std::abs(away.z)}) >= reach) continue;
    // A mean is off by half the second vertex's error.
    const auto second = vertices_.nearest(position - away, 2.0 * kMeanReach);
    if (!second || second->point <= first) continue;
    const double cost = 0.5 * second->distance +
                        per_metre * glm::length(mesh_.positions[second->point] - mesh_.positions[first]);
    if (cost >= best_cost) continue;
    best_cost = cost;
    best = {static_cast<int>(first), static_cast<int>(second->point)};
    distance = 0.5 * second->distance;
  }
  return best;
}

BoneEnd VertexRemaps::choose(const Vec3& position) const {
  BoneEnd end;
  end.default_position = position;
  double off = std::numeric_limits<double>::infinity();
  if (const auto cube = cubes_.nearest(position, kReach)) {
    end.strategy = EndStrategy::cube;
    end.cube = cube_names_[cube->point];
    off = cube->distance;
  }
  const auto vertex = vertices_.nearest(position, kReach);
  if (vertex && (end.strategy == EndStrategy::fixed || (vertex->distance < kExact && off > kExact))) {
    end.strategy = EndStrategy::vertex;
    end.cube.clear();
    end.vertices = {static_cast<int>(vertex->point)};
    off = vertex->distance;
  }
  if (end.strategy == EndStrategy::cube || off <= kExact) return end;
  // Only nearby pairs can be better than a vertex.
  const double reach = end.strategy == EndStrategy::vertex ? 2.0 * kReach : kPairSearch * height_;
  double pair_off = off;
  std::vector<int> pair = best_pair(position, reach, pair_off);
  if (!pair.empty() && pair_off < off) {
    end.strategy = EndStrategy::mean;
    end.vertices = std::move(pair);
  }
  return end;
}

RigDesc saved_rig(const Rig& rig, const RigFit& fit, const BaseMesh& mesh, const BaseMesh* parent_mesh,
                  StrategySaving saving) {
  const BaseMesh& cube_mesh = parent_mesh != nullptr ? *parent_mesh : mesh;
  const VertexRemaps places(mesh, cube_mesh);
  RigDesc out = rig.desc();
  // Offsets are in the scale of the mesh on which the rig is saved; mere rounding does not change them.
  const bool rescaled = std::abs(fit.relative_scale - 1.0) > kSameScale;
  const double scale = rescaled ? fit.relative_scale : 1.0;
  if (rescaled) out.scale_factor = cube_mesh.scale_factor;
  for (std::size_t i = 0; i < out.bones.size(); ++i) {
    BoneDesc& bone = out.bones[i];
    bone.head = saved_end(bone.head, fit.bones[i].head, scale, places, saving);
    bone.tail = saved_end(bone.tail, fit.bones[i].tail, scale, places, saving);
    if (bone.roll_strategy == RollStrategy::z_to_world_z || bone.roll_strategy == RollStrategy::x_to_world_x)
      bone.roll = 0.0;
  }
  return out;
}

}  // namespace mannequin
