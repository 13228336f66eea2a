#include "engine/wear/foreign_rig.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>
#include <vector>

namespace mannequin {
namespace {

constexpr std::size_t kFewestJoints = 3;

// Per joint of the skin: its transform of a vertex in its own file.
std::vector<Mat4> shown_by(const SkinDesc& skin) {
  std::vector<Mat4> shown(skin.joint_names.size(), skin.bind_shape);
  for (std::size_t slot = 0; slot < std::min(shown.size(), skin.inverse_binds.size()); ++slot)
    for (const JointRest& rest : skin.joint_rests)
      if (rest.name == skin.joint_names[slot])
        shown[slot] = rest.world_from_joint * skin.inverse_binds[slot] * skin.bind_shape;
  return shown;
}

}  // namespace

bool is_of_another_rig(const BoundMeshDesc& bound, const Skeleton& skeleton) {
  const SkinDesc& skin = bound.skin;
  if (std::ranges::any_of(skin.joint_names,
                          [&](const std::string& name) { return skeleton.find(name) != kNoJoint; }))
    return false;
  std::vector<bool> weighted(skin.joint_names.size());
  for (const InfluenceDesc& influence : skin.influences)
    if (influence.joint < weighted.size() && influence.weight > 0.0f) weighted[influence.joint] = true;
  return static_cast<std::size_t>(std::ranges::count(weighted, true)) >= kFewestJoints;
}

BoundMeshDesc as_its_file_shows(BoundMeshDesc bound, const Skeleton& skeleton) {
  const SkinDesc skin = std::move(bound.skin);
  const std::vector<Mat4> shown = shown_by(skin);
  MeshDesc& mesh = bound.mesh;
  mesh.morphs.clear();
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    Mat4 sum(0.0);
    double weight = 0.0;
    if (v + 1 < skin.influence_begin.size())
      for (std::size_t i = skin.influence_begin[v];
           i < std::min<std::size_t>(skin.influence_begin[v + 1], skin.influences.size()); ++i) {
        const InfluenceDesc& influence = skin.influences[i];
        if (influence.joint >= shown.size() || !(influence.weight > 0.0f)) continue;
        sum += static_cast<double>(influence.weight) * shown[influence.joint];
        weight += static_cast<double>(influence.weight);
      }
    const Mat4 matrix = weight > 0.0 ? sum / weight : skin.bind_shape;
    mesh.positions[v] = Vec3f(matrix * Vec4(Vec3(mesh.positions[v]), 1.0));
    if (v >= mesh.normals.size()) continue;
    const Vec3 normal = glm::inverseTranspose(Mat3(matrix)) * Vec3(mesh.normals[v]);
    if (glm::length(normal) > 0.0) mesh.normals[v] = Vec3f(glm::normalize(normal));
  }
  // Files put the feet on the ground; the avatar's root is where its pelvis rests.
  const JointIndex pelvis = skeleton.find("mPelvis");
  const Vec3 height = pelvis == kNoJoint ? Vec3(0.0) : skeleton[pelvis].default_position;
  SkinDesc held;
  held.joint_names = {"mPelvis"};
  held.frames = {SlotFrame::root};
  held.inverse_binds = {glm::translate(Mat4(1.0), -height)};
  held.influence_begin = {0};
  for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
    held.influences.push_back({0, 1.0f});
    held.influence_begin.push_back(v + 1);
  }
  bound.skin = std::move(held);
  return bound;
}

}  // namespace mannequin
