#include "engine/io/gltf/joint_nodes.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <set>

#include "engine/math/finite.h"

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

// Rotation, scale and translation, but no shear: the transforms that a glTF node supports.
bool is_placement(const Mat4& m) {
  const Vec3 x(m[0]), y(m[1]), z(m[2]);
  const auto square = [](const Vec3& a, const Vec3& b) {
    return std::abs(glm::dot(a, b)) <= 1e-6 * glm::length(a) * glm::length(b);
  };
  return is_finite(m) && std::abs(glm::determinant(Mat3(m))) > 1e-12 && square(x, y) && square(y, z) &&
         square(z, x);
}

void write_matrix(Json& node, const Mat4& m) {
  if (m == Mat4(1.0)) return;
  if (is_translation(m))
    node["translation"] = numbers(Vec3(m[3]));
  else
    node["matrix"] = numbers(m);
}

}  // namespace

std::size_t GltfJointNodes::add_joint(JointIndex joint) {
  if (const auto found = by_joint_.find(joint); found != by_joint_.end()) return found->second;
  const Joint& j = (*skeleton_)[joint];
  Entry entry;
  entry.name = j.name;
  entry.joint = joint;
  // The default and not the rest: mPelvis rests at mRoot, but meshes are bound with it at its default height.
  entry.position = j.default_position;
  if (j.parent != kNoJoint) entry.parent = add_joint(j.parent);
  entries_.push_back(std::move(entry));
  placed_.push_back(false);
  return by_joint_[joint] = entries_.size() - 1;
}

std::size_t GltfJointNodes::add_unknown(const SkinDesc& skin, std::size_t joint) {
  const std::string& name = skin.joint_names[joint];
  if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
  Entry entry;
  entry.name = name;
  const auto stands = std::find_if(skin.joint_rests.begin(), skin.joint_rests.end(),
                                   [&](const JointRest& rest) { return rest.name == name; });
  const Mat4 rest = stands != skin.joint_rests.end() ? stands->world_from_joint
                                                     : glm::affineInverse(skin.inverse_binds[joint]);
  if (is_placement(rest))
    entry.matrix = rest;
  else if (is_finite(rest))
    entry.matrix[3] = rest[3];
  entries_.push_back(std::move(entry));
  placed_.push_back(false);
  return by_name_[name] = entries_.size() - 1;
}

std::vector<std::size_t> GltfJointNodes::add_skin(const SkinDesc& skin) {
  std::vector<std::size_t> handles;
  std::set<std::size_t> taken;
  for (std::size_t i = 0; i < skin.joint_names.size(); ++i) {
    const JointIndex joint = skeleton_ ? skeleton_->find(skin.joint_names[i]) : kNoJoint;
    std::size_t handle = joint == kNoJoint ? add_unknown(skin, i) : add_joint(joint);
    if (i < skin.joint_positions.size() && skin.joint_positions[i] && joint != kNoJoint && !placed_[handle]) {
      entries_[handle].position = *skin.joint_positions[i];
      placed_[handle] = true;
    }
    if (!taken.insert(handle).second) {
      // The same joint again (perhaps by an alias): a node attached to the first one that moves with it.
      Entry again;
      again.name = skin.joint_names[i];
      again.parent = handle;
      entries_.push_back(std::move(again));
      placed_.push_back(false);
      handle = entries_.size() - 1;
      taken.insert(handle);
    }
    handles.push_back(handle);
  }
  return handles;
}

std::vector<std::size_t> GltfJointNodes::missing_ancestors(const std::vector<std::size_t>& handles) const {
  std::set<std::size_t> known(handles.begin(), handles.end());
  std::vector<std::size_t> missing;
  for (const std::size_t handle : handles)
    for (std::size_t up = entries_[handle].parent; up != kNone && known.insert(up).second;
         up = entries_[up].parent)
      missing.push_back(up);
  return missing;
}

// Scale is not inherited in ours, but in glTF: a parent's scale is removed from its children.
bool GltfJointNodes::undoes_scale(const Entry& entry) const {
  if (entry.joint == kNoJoint || (*skeleton_)[entry.joint].parent == kNoJoint) return false;
  const Vec3& scale = (*skeleton_)[(*skeleton_)[entry.joint].parent].rest_scale;
  return scale != Vec3(1.0) && scale.x * scale.y * scale.z != 0.0;
}

Mat4 GltfJointNodes::local(const Entry& entry) const {
  if (entry.joint == kNoJoint) return entry.matrix;
  const Joint& joint = (*skeleton_)[entry.joint];
  Mat4 matrix = glm::translate(Mat4(1.0), entry.position);
  if (undoes_scale(entry)) matrix *= glm::scale(Mat4(1.0), 1.0 / (*skeleton_)[joint.parent].rest_scale);
  return matrix * glm::mat4_cast(joint.rest_rotation) * glm::scale(Mat4(1.0), joint.rest_scale);
}

Mat4 GltfJointNodes::world_from_joint(std::size_t handle) const {
  Mat4 world(1.0);
  for (std::size_t at = handle; at != kNone; at = entries_[at].parent) world = local(entries_[at]) * world;
  return world;
}

bool GltfJointNodes::write(Json& nodes) {
  if (entries_.empty()) return false;
  root_ = nodes.size();
  Json root{{"name", "avatar"}};
  root["matrix"] = {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1};
  nodes.push_back(std::move(root));

  for (Entry& entry : entries_)
    entry.node = nodes.size() + static_cast<std::size_t>(&entry - entries_.data());
  for (const Entry& entry : entries_) {
    Json node{{"name", entry.name}};
    if (entry.joint == kNoJoint) {
      write_matrix(node, entry.matrix);
    } else {
      const Joint& joint = (*skeleton_)[entry.joint];
      const Quat& r = joint.rest_rotation;
      if (undoes_scale(entry)) {
        write_matrix(node, local(entry));
      } else {
        if (entry.position != Vec3(0.0)) node["translation"] = numbers(entry.position);
        if (r != Quat(1, 0, 0, 0)) node["rotation"] = {r.x, r.y, r.z, r.w};
        if (joint.rest_scale != Vec3(1.0)) node["scale"] = numbers(joint.rest_scale);
      }
    }
    nodes.push_back(std::move(node));
  }
  for (const Entry& entry : entries_)
    nodes[entry.parent == kNone ? root_ : entries_[entry.parent].node]["children"].push_back(entry.node);
  return true;
}

}  // namespace mannequin::io
