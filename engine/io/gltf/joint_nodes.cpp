#include "engine/io/gltf/joint_nodes.h"

namespace mannequin::io {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const Vec3& v) { return {v.x, v.y, v.z}; }

Json numbers(const Mat4& m) {
  Json list = Json::array();
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) list.push_back(m[column][row]);
  return list;
}

bool is_translation(const Mat4& m) {
  Mat4 rest = m;
  rest[3] = Vec4(0, 0, 0, 1);
  return rest == Mat4(1.0);
}

void write_matrix(Json& node, const Mat4& m) {
  if (m == Mat4(1.0)) return;
  if (is_translation(m))
    node["translation"] = numbers(Vec3(m[3]));
  else
    node["matrix"] = numbers(m);
}

}  // namespace

bool GltfJointNodes::write(Json& nodes) {
  const std::vector<JointTree::Node> joints = tree_.nodes();
  if (joints.empty()) return false;
  root_ = nodes.size();
  Json root{{"name", "avatar"}};
  root["matrix"] = {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1};
  nodes.push_back(std::move(root));
  for (const JointTree::Node& joint : joints) {
    Json node{{"name", joint.name}};
    if (joint.matrix) {
      write_matrix(node, *joint.matrix);
    } else {
      const Quat& r = joint.rotation;
      if (joint.position != Vec3(0.0)) node["translation"] = numbers(joint.position);
      if (r != Quat(1, 0, 0, 0)) node["rotation"] = {r.x, r.y, r.z, r.w};
      if (joint.scale != Vec3(1.0)) node["scale"] = numbers(joint.scale);
    }
    nodes.push_back(std::move(node));
  }
  for (std::size_t j = 0; j < joints.size(); ++j)
    nodes[joints[j].parent == JointTree::kNone ? root_ : node(joints[j].parent)]["children"].push_back(
        node(j));
  return true;
}

}  // namespace mannequin::io
