#include "tools/document/vertex_weights.h"

#include <algorithm>

#include "tools/document/body_like.h"
#include "tools/document/picking.h"

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

std::size_t weighted_vertices(const DressedAvatar& avatar, JointIndex joint, const WornFile* file) {
  std::size_t count = 0;
  for (const WornMesh* mesh : avatar.visible_meshes(file))
    count += static_cast<std::size_t>(
        std::ranges::count_if(weights_on(*mesh, joint), [](float w) { return w > 0.0f; }));
  return count;
}

std::optional<FacingVertex> facing_vertex(const DressedAvatar& avatar, const Uuid& mesh, std::size_t vertex) {
  constexpr double kFarthest = 0.05;
  const WornMesh* const here = visible_mesh(avatar, mesh);
  if (here == nullptr || vertex >= here->mesh.vertex_count()) return std::nullopt;
  const Skeleton& skeleton = avatar.character().skeleton;
  const auto has_it = [&](const auto& file) {
    return std::ranges::any_of(file->meshes, [&](const auto& each) { return each.get() == here; });
  };
  const auto own = std::ranges::find_if(avatar.worn(), has_it);
  const bool on_body = own != avatar.worn().end() && looks_like_body(**own, skeleton);
  const Vec3 at(here->bound()[vertex]);
  std::optional<FacingVertex> nearest;
  for (const auto& file : avatar.worn()) {
    if (!file->visible || file->refused() || has_it(file) || looks_like_body(*file, skeleton) == on_body)
      continue;
    for (const auto& other : file->meshes)
      for (std::size_t v = 0; v < other->bound().size(); ++v) {
        const double metres = glm::distance(at, Vec3(other->bound()[v]));
        if (metres <= (nearest ? nearest->metres : kFarthest)) nearest = {file.get(), other.get(), v, metres};
      }
  }
  return nearest;
}

std::vector<WeightPair> weights_side_by_side(const WornMesh& here, std::size_t vertex,
                                             const FacingVertex& there) {
  std::vector<WeightPair> pairs;
  for (const auto& [joint, weight] : vertex_weights(here, vertex)) pairs.push_back({joint, weight, 0.0});
  for (const auto& [joint, weight] : vertex_weights(*there.mesh, there.vertex)) {
    const auto known = std::ranges::find(pairs, joint, &WeightPair::joint);
    if (known == pairs.end())
      pairs.push_back({joint, 0.0, weight});
    else
      known->there = weight;
  }
  std::ranges::stable_sort(pairs, std::ranges::greater(),
                           [](const WeightPair& pair) { return std::max(pair.here, pair.there); });
  return pairs;
}

}  // namespace mannequin::document
