#include "engine/io/gltf/nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/io/gltf/primitive.h"

namespace mannequin::io {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

Mat4 local_matrix(const GltfDocument& document, std::size_t number, Notes& notes) {
  const GltfNode& node = document.model.nodes[number];
  Mat4 matrix(1.0);
  if (node.matrix) {
    for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = (*node.matrix)[static_cast<std::size_t>(i)];
    return matrix;
  }
  if (const auto& t = node.translation) matrix[3] = Vec4((*t)[0], (*t)[1], (*t)[2], 1.0);
  if (const auto& r = node.rotation) {
    Quat rotation((*r)[3], (*r)[0], (*r)[1], (*r)[2]);
    const double length = glm::length(rotation);
    if (std::abs(length - 1.0) > 1e-3)
      notes.push_back({Severity::warning, "rotation_not_unit",
                       document.at(fmt::format("nodes[{}].rotation", number)),
                       fmt::format("its length is {:.6g} and not 1; it is {}", length,
                                   length > 0.0 ? "divided by that" : "taken as no rotation")});
    rotation = length > 0.0 && std::isfinite(length) ? rotation / length : Quat(1, 0, 0, 0);
    matrix *= glm::mat4_cast(rotation);
  }
  if (const auto& s = node.scale) matrix = glm::scale(matrix, Vec3((*s)[0], (*s)[1], (*s)[2]));
  return matrix;
}

// The existing children of each node.
std::vector<std::vector<std::size_t>> existing_children(const GltfDocument& document, Notes& notes) {
  const auto& nodes = document.model.nodes;
  std::vector<std::vector<std::size_t>> children(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const int child : nodes[i].children) {
      if (child >= 0 && static_cast<std::size_t>(child) < nodes.size())
        children[i].push_back(static_cast<std::size_t>(child));
      else
        notes.push_back(
            {Severity::warning, "child_does_not_exist", document.at(fmt::format("nodes[{}].children", i)),
             fmt::format("names node {} of {}; it is ignored. Export the file again if something is "
                         "missing",
                         child, nodes.size())});
    }
  return children;
}

// The nodes with parents first, or the node that is its own ancestor.
Result<std::vector<std::size_t>> parents_first(const GltfDocument& document,
                                               const std::vector<std::vector<std::size_t>>& children,
                                               std::vector<std::size_t>& parents) {
  const std::size_t count = children.size();
  std::vector<std::size_t> waiting(count, 0);
  for (const auto& list : children)
    for (const std::size_t child : list) ++waiting[child];
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i)
    if (waiting[i] == 0) order.push_back(i);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const std::size_t child : children[order[i]])
      if (--waiting[child] == 0) order.push_back(child);
  const auto place = [&](std::size_t node) {
    return document.at(fmt::format("nodes[{}] '{}'", node, node_name(document, node)));
  };
  if (order.size() < count) {
    std::size_t node = static_cast<std::size_t>(
        std::find_if(waiting.begin(), waiting.end(), [](std::size_t w) { return w != 0; }) - waiting.begin());
    return fail(
        ErrorCode::bad_data, place(node),
        "is its own ancestor through its children, or below such a node; correct the hierarchy and export "
        "the file again");
  }
  parents.assign(count, kNone);
  for (std::size_t i = 0; i < count; ++i)
    for (const std::size_t child : children[i]) {
      if (parents[child] != kNone)
        return fail(
            ErrorCode::bad_data, place(child),
            fmt::format("has two parents, nodes {} and {}; export the file again", parents[child], i));
      parents[child] = i;
    }
  return order;
}

std::vector<std::size_t> scene_roots(const GltfDocument& document, const std::vector<std::size_t>& parents,
                                     Notes& notes) {
  const auto& model = document.model;
  std::vector<std::size_t> roots;
  if (model.scenes.empty()) {
    for (std::size_t i = 0; i < parents.size(); ++i)
      if (parents[i] == kNone) roots.push_back(i);
    if (!roots.empty())
      notes.push_back(
          {Severity::error, "no_scene", document.source,
           fmt::format("has {} nodes but no scene; the viewer closes when it imports that. Here all "
                       "nodes are used, and 'mannequin convert' writes a scene",
                       parents.size())});
    return roots;
  }
  std::size_t scene = model.scene < 0 ? 0 : static_cast<std::size_t>(model.scene);
  if (scene >= model.scenes.size()) {
    notes.push_back({Severity::warning, "scene_does_not_exist", document.at("scene"),
                     fmt::format("is {} of {}; the first one is used", scene, model.scenes.size())});
    scene = 0;
  }
  for (const int root : model.scenes[scene]) {
    const auto number = static_cast<std::size_t>(root);
    if (root >= 0 && number < parents.size()) {
      if (std::find(roots.begin(), roots.end(), number) == roots.end()) roots.push_back(number);
    } else {
      notes.push_back({Severity::warning, "node_does_not_exist",
                       document.at(fmt::format("scenes[{}].nodes", scene)),
                       fmt::format("names node {} of {}; it is ignored", root, parents.size())});
    }
  }
  return roots;
}

}  // namespace

std::string node_name(const GltfDocument& document, std::size_t node) {
  const std::string& name = document.model.nodes[node].name;
  return name.empty() ? fmt::format("node_{}", node) : name;
}

std::vector<FileJoint> list_joints(const GltfDocument& document, const GltfNodes& nodes) {
  const std::size_t count = nodes.world_from_node.size();
  std::vector<std::int32_t> index_of(count, -1);
  std::vector<FileJoint> joints;
  const auto place = [&](std::size_t node) {
    return Vec3(ours_from_gltf() * nodes.world_from_node[node][3]);
  };
  // Parents come first.
  for (const std::size_t node : nodes.in_scene) {
    if (joints.size() >= kMaxFileJoints) break;
    const auto own = static_cast<std::int32_t>(joints.size());
    FileJoint joint;
    joint.name = node_name(document, node);
    joint.position = place(node);
    if (index_of[node] >= 0) {
      joint.parent = index_of[node];
      *joint.position -= place(nodes.in_scene[static_cast<std::size_t>(joint.parent)]);
    }
    for (const int child : document.model.nodes[node].children)
      if (child >= 0 && static_cast<std::size_t>(child) < count)
        index_of[static_cast<std::size_t>(child)] = own;
    joints.push_back(std::move(joint));
  }
  std::vector<bool> bone(count, false);
  for (const auto& skin : document.model.skins)
    for (const int joint : skin.joints)
      if (joint >= 0 && static_cast<std::size_t>(joint) < count) bone[static_cast<std::size_t>(joint)] = true;
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i].is_bone = bone[nodes.in_scene[i]];
  return joints;
}

Result<GltfNodes> read_nodes(const GltfDocument& document, Notes& notes) {
  const auto children = existing_children(document, notes);
  std::vector<std::size_t> parents;
  auto order = parents_first(document, children, parents);
  if (!order) return error_of(std::move(order));

  GltfNodes nodes;
  nodes.world_from_node.resize(children.size());
  for (const std::size_t node : *order) {
    const Mat4 local = local_matrix(document, node, notes);
    nodes.world_from_node[node] =
        parents[node] == kNone ? local : nodes.world_from_node[parents[node]] * local;
  }
  // A node below another root of the scene (which is invalid) must not count twice.
  std::vector<bool> listed(children.size(), false);
  std::vector<std::size_t> stack = scene_roots(document, parents, notes);
  std::reverse(stack.begin(), stack.end());
  while (!stack.empty()) {
    const std::size_t node = stack.back();
    stack.pop_back();
    if (listed[node]) continue;
    listed[node] = true;
    nodes.in_scene.push_back(node);
    stack.insert(stack.end(), children[node].rbegin(), children[node].rend());
  }
  return nodes;
}

}  // namespace mannequin::io
