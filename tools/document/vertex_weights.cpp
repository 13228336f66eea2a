#include "tools/document/vertex_weights.h"

#include <algorithm>

namespace mannequin::document {
namespace {

// The joint of a palette slot; kNoJoint for slots
// of the root, and of vertices without weight.
JointIndex joint_of(const WornMesh& mesh, std::size_t slot) {
  return slot < mesh.skin.joint_count() ? mesh.skin.joints()[slot] : kNoJoint;
}

}  // namespace

std::vector<float> weights_on(const WornMesh& mesh, JointIndex joint) {
  std::vector<float> weights(mesh.mesh.vertex_count());
  for (std::size_t v = 0; v < weights.size(); ++v) {
    const VertexInfluences& influences = mesh.skin.influences()[v];
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      if (joint_of(mesh, influences.joint[k]) == joint) weights[v] += influences.weight[k];
  }
  // In-world these follow something that the file did not specify.
  for (const std::uint32_t v : mesh.skin.unbound_vertices()) weights[v] = 0.0f;
  return weights;
}

std::vector<int> influence_counts(const WornMesh& mesh) {
  const SkinDesc& desc = mesh.skin.desc();
  std::vector<int> counts(mesh.mesh.vertex_count());
  for (std::size_t v = 0; v < counts.size(); ++v) {
    const auto begin = desc.influences.begin() + desc.influence_begin[v],
               end = desc.influences.begin() + desc.influence_begin[v + 1];
    counts[v] =
        static_cast<int>(std::count_if(begin, end, [](const InfluenceDesc& i) { return i.weight > 0.0f; }));
  }
  return counts;
}

std::vector<JointIndex> strongest_joints(const WornMesh& mesh) {
  std::vector<JointIndex> strongest(mesh.mesh.vertex_count());
  for (std::size_t v = 0; v < strongest.size(); ++v) {
    const VertexInfluences& influences = mesh.skin.influences()[v];
    const auto most = std::ranges::max_element(influences.weight) - influences.weight.begin();
    strongest[v] = joint_of(mesh, influences.joint[static_cast<std::size_t>(most)]);
  }
  for (const std::uint32_t v : mesh.skin.unbound_vertices()) strongest[v] = kNoJoint;
  return strongest;
}

JointIndex most_weighted_joint(const DressedAvatar& avatar) {
  std::vector<std::size_t> vertices(avatar.character().skeleton.size());
  for (const WornMesh* mesh : avatar.visible_meshes())
    for (std::size_t slot = 0; slot < mesh->skin.joint_count(); ++slot)
      if (const JointIndex joint = joint_of(*mesh, slot); joint != kNoJoint)
        vertices[static_cast<std::size_t>(joint)] += mesh->slot_vertices[slot];
  const auto most = std::ranges::max_element(vertices);
  return *most == 0 ? kNoJoint : static_cast<JointIndex>(most - vertices.begin());
}

std::size_t weighted_vertices(const DressedAvatar& avatar, JointIndex joint) {
  std::size_t count = 0;
  for (const WornMesh* mesh : avatar.visible_meshes())
    count += static_cast<std::size_t>(
        std::ranges::count_if(weights_on(*mesh, joint), [](float w) { return w > 0.0f; }));
  return count;
}

}  // namespace mannequin::document
