#include "engine/io/gltf/skin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/io/gltf/accessor.h"
#include "engine/io/gltf/primitive.h"
#include "engine/math/invertible.h"

namespace mannequin::io {
Result<SkinDesc> read_skin(const GltfDocument& document, std::size_t number, const GltfNodes& nodes,
                           Notes& notes) {
  const GltfSkin& skin = document.model.skins[number];
  const std::string where = document.at(fmt::format("skins[{}]", number));
  const Mat4 ours = ours_from_gltf(), gltf = glm::transpose(ours);
  SkinDesc desc;
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const auto node = static_cast<std::size_t>(skin.joints[j]);
    if (skin.joints[j] < 0 || node >= nodes.world_from_node.size())
      return fail(ErrorCode::bad_data, fmt::format("{}.joints[{}]", where, j),
                  fmt::format("is node {} of {}; export the file again", skin.joints[j],
                              nodes.world_from_node.size()));
    desc.joint_names.push_back(node_name(document, node));
    desc.joint_rests.push_back({desc.joint_names.back(), ours * nodes.world_from_node[node]});
    desc.inverse_binds.push_back(gltf);
    if (!is_invertible(desc.joint_rests.back().world_from_joint))
      return fail(ErrorCode::bad_data, fmt::format("{}, joint '{}'", where, desc.joint_names.back()),
                  "is scaled to zero in the scene, so nothing can be bound to it; give it a scale");
  }
  if (desc.joint_names.empty()) {
    notes.push_back(
        {Severity::warning, "skin_without_joints", where,
         "names no joints; its meshes are read without a skin, and no slider or pose can move them"});
    return desc;
  }
  if (skin.inverse_binds < 0) {
    notes.push_back(
        {Severity::info, "no_inverse_binds", where,
         "has no inverse bind matrices; by the rules of glTF the vertices are then in each joint's own "
         "frame"});
    return desc;
  }
  const std::string place = where + ".inverseBindMatrices";
  auto matrices = read_accessor(document, skin.inverse_binds, {GltfShape::mat4, component::kFloat, 0}, place);
  if (!matrices) return error_of(std::move(matrices));
  if (matrices->count < desc.joint_names.size())
    return fail(ErrorCode::bad_data, place,
                fmt::format("holds {} matrices for {} joints; export the file again", matrices->count,
                            desc.joint_names.size()));
  for (std::size_t j = 0; j < desc.joint_names.size(); ++j) {
    Mat4 bind;
    for (int i = 0; i < 16; ++i) bind[i / 4][i % 4] = (*matrices)[j][i];
    // Exporters multiply in single precision; deviations beyond its rounding are a mistake, perhaps a
    // transposed matrix.
    const bool affine = std::abs(bind[0][3]) < 1e-4 && std::abs(bind[1][3]) < 1e-4 &&
                        std::abs(bind[2][3]) < 1e-4 && std::abs(bind[3][3] - 1.0) < 1e-4;
    if (!affine || !is_invertible(bind))
      return fail(ErrorCode::bad_data, fmt::format("{}, joint '{}'", place, desc.joint_names[j]),
                  affine ? "flattens space, so the joint cannot move anything; bind the mesh again"
                         : "does not have 0 0 0 1 as its last row, so it is not affine; bind the mesh again");
    bind[0][3] = bind[1][3] = bind[2][3] = 0.0;
    bind[3][3] = 1.0;
    // The vertices are rotated into our frame; the joint's own axes are not.
    desc.inverse_binds[j] = bind * gltf;
  }
  return desc;
}

namespace {

// Counts joints with neither weight nor a weighted joint below.
std::size_t idle_joints(const GltfModel& model, std::span<const int> nodes, const SkinDesc& skin) {
  const std::size_t count = model.nodes.size();
  std::vector<std::size_t> parent(count, count);
  for (std::size_t n = 0; n < count; ++n)
    for (const int child : model.nodes[n].children)
      if (child >= 0 && static_cast<std::size_t>(child) < count) parent[static_cast<std::size_t>(child)] = n;
  std::vector<bool> needed(count, false);
  for (const InfluenceDesc& influence : skin.influences)
    if (influence.joint < nodes.size())
      for (auto up = static_cast<std::size_t>(nodes[influence.joint]); up < count && !needed[up];
           up = parent[up])
        needed[up] = true;
  return static_cast<std::size_t>(std::ranges::count_if(nodes, [&](int node) {
    return node < 0 || static_cast<std::size_t>(node) >= count || !needed[static_cast<std::size_t>(node)];
  }));
}

}  // namespace

void drop_unused_joints(const GltfModel& model, std::span<const int> nodes, SkinDesc& skin,
                        const std::string& where, Notes& notes) {
  const std::size_t count = skin.joint_names.size();
  if (count <= kMaxViewerJoints) return;
  const std::size_t idle = idle_joints(model, nodes, skin);
  const std::size_t kept = count - prune_unused_joints(skin);
  if (skin.influences.empty()) return;
  if (kept > kMaxViewerJoints)
    notes.push_back(
        {Severity::error, "too_many_joints", where,
         fmt::format("{} joints have weights; above the limit of {} the uploader skins nothing in "
                     "the file. Split the mesh",
                     kept, kMaxViewerJoints)});
  else if (idle > 0)
    notes.push_back(
        {Severity::info, "unused_joints_dropped", where,
         fmt::format("the skin names {} joints, more than the {} that a mesh can have; the {} without "
                     "weight are ignored",
                     count, kMaxViewerJoints, count - kept)});
}

}  // namespace mannequin::io
