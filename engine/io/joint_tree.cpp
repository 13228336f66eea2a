#include "engine/io/joint_tree.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <set>

#include "engine/math/finite.h"

namespace mannequin::io {
namespace {

// Rotation, scale and translation, but no shear: the transforms that nodes support.
bool is_placement(const Mat4& m) {
  const Vec3 x(m[0]), y(m[1]), z(m[2]);
  const auto square = [](const Vec3& a, const Vec3& b) {
    return std::abs(glm::dot(a, b)) <= 1e-6 * glm::length(a) * glm::length(b);
  };
  return is_finite(m) && std::abs(glm::determinant(Mat3(m))) > 1e-12 && square(x, y) && square(y, z) &&
         square(z, x);
}

Mat4 without_scale(Mat4 m) {
  for (int axis = 0; axis < 3; ++axis)
    if (const double length = glm::length(Vec3(m[axis])); length > 0.0) m[axis] /= length;
  return m;
}

const Mat4* rest_named(const SkinDesc& skin, const std::string& name) {
  const auto found = std::ranges::find(skin.joint_rests, name, &JointRest::name);
  return found == skin.joint_rests.end() ? nullptr : &found->world_from_joint;
}

}  // namespace

Mat4 JointTree::Node::local() const {
  if (matrix) return *matrix;
  return glm::translate(Mat4(1.0), position) * glm::mat4_cast(rotation) * glm::scale(Mat4(1.0), scale);
}

std::size_t JointTree::add_joint(JointIndex joint) {
  if (const auto found = by_joint_.find(joint); found != by_joint_.end()) return found->second;
  const Joint& j = (*skeleton_)[joint];
  Entry entry;
  entry.name = j.name;
  entry.joint = joint;
  // The default, not the rest: mPelvis rests at mRoot, but meshes are bound with it at its default height.
  entry.position = j.default_position;
  if (j.parent != kNoJoint) entry.parent = add_joint(j.parent);
  entries_.push_back(std::move(entry));
  return by_joint_[joint] = entries_.size() - 1;
}

std::size_t JointTree::add_unknown(const SkinDesc& skin, std::size_t joint) {
  const std::string& name = skin.joint_names[joint];
  if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
  Entry entry;
  entry.name = name;
  const Mat4* stands = rest_named(skin, name);
  const Mat4 rest = stands != nullptr ? *stands : glm::affineInverse(skin.inverse_binds[joint]);
  if (is_placement(rest))
    entry.matrix = rest;
  else if (is_finite(rest))
    entry.matrix[3] = rest[3];
  entries_.push_back(std::move(entry));
  return by_name_[name] = entries_.size() - 1;
}

std::vector<std::size_t> JointTree::add_skin(const SkinDesc& skin) {
  std::vector<std::size_t> handles;
  std::set<std::size_t> taken;
  for (std::size_t i = 0; i < skin.joint_names.size(); ++i) {
    const JointIndex joint = skeleton_ ? skeleton_->find(skin.joint_names[i]) : kNoJoint;
    std::size_t handle = joint == kNoJoint ? add_unknown(skin, i) : add_joint(joint);
    Entry& entry = entries_[handle];
    if (i < skin.joint_positions.size() && skin.joint_positions[i] && joint != kNoJoint && !entry.placed) {
      entry.position = *skin.joint_positions[i];
      entry.placed = true;
    }
    if (const Mat4* rest = rest_named(skin, skin.joint_names[i]); rest && joint != kNoJoint && !entry.rest)
      entry.rest = *rest;
    if (!taken.insert(handle).second) {
      // The same joint again (perhaps by an alias): attaches a node to the first one, to move with it.
      Entry again;
      again.name = skin.joint_names[i];
      again.parent = handle;
      entries_.push_back(std::move(again));
      handle = entries_.size() - 1;
      taken.insert(handle);
    }
    handles.push_back(handle);
  }
  // Ancestors without weights are placed too.
  for (const JointRest& rest : skin.joint_rests)
    if (const JointIndex joint = skeleton_ ? skeleton_->find(rest.name) : kNoJoint; joint != kNoJoint)
      if (const auto found = by_joint_.find(joint); found != by_joint_.end() && !entries_[found->second].rest)
        entries_[found->second].rest = rest.world_from_joint;
  return handles;
}

std::vector<std::size_t> JointTree::missing_ancestors(const std::vector<std::size_t>& handles) const {
  std::set<std::size_t> known(handles.begin(), handles.end());
  std::vector<std::size_t> missing;
  for (const std::size_t handle : handles)
    for (std::size_t up = entries_[handle].parent; up != kNone && known.insert(up).second;
         up = entries_[up].parent)
      missing.push_back(up);
  return missing;
}

Mat4 JointTree::world_from_joint(std::size_t handle) const {
  const std::vector<Node> all = nodes();
  Mat4 world(1.0);
  for (std::size_t at = handle; at != kNone; at = all[at].parent) world = all[at].local() * world;
  return world;
}

// False if a node would need a shear.
bool JointTree::place_by_rests(std::vector<Node>& nodes, bool with_scale) const {
  std::vector<Mat4> world(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Mat4 parent = nodes[n].parent == kNone ? Mat4(1.0) : world[nodes[n].parent];
    if (entries_[n].rest) {
      world[n] = with_scale ? *entries_[n].rest : without_scale(*entries_[n].rest);
      nodes[n].matrix = glm::affineInverse(parent) * world[n];
      if (!is_placement(*nodes[n].matrix)) return false;
    } else if (entries_[n].joint != kNoJoint && !entries_[n].placed) {
      // The avatar's bones have no rotation at rest, whatever axes the file gives the parent bone.
      const Mat4 local = nodes[n].local();
      world[n] = local;
      world[n][3] = parent[3] + Vec4(Vec3(local[3]), 0.0);
      nodes[n].matrix = glm::affineInverse(parent) * world[n];
      if (!is_placement(*nodes[n].matrix)) return false;
    } else {
      world[n] = parent * nodes[n].local();
    }
  }
  return true;
}

std::vector<JointTree::Node> JointTree::nodes() const {
  std::vector<Node> nodes;
  bool any_rest = false;
  for (const Entry& entry : entries_) {
    Node node{entry.name, entry.parent, std::nullopt};
    any_rest = any_rest || entry.rest;
    if (entry.joint == kNoJoint) {
      node.matrix = entry.matrix;
    } else {
      const Joint& joint = (*skeleton_)[entry.joint];
      node.position = entry.position;
      node.rotation = joint.rest_rotation;
      node.scale = joint.rest_scale;
      // Our joints do not inherit scale, but a file's nodes do: removes a parent's scale from its children.
      const Vec3 parent_scale = joint.parent == kNoJoint ? Vec3(1.0) : (*skeleton_)[joint.parent].rest_scale;
      if (parent_scale != Vec3(1.0) && parent_scale.x * parent_scale.y * parent_scale.z != 0.0)
        node.matrix = glm::translate(Mat4(1.0), entry.position) * glm::scale(Mat4(1.0), 1.0 / parent_scale) *
                      glm::mat4_cast(joint.rest_rotation) * glm::scale(Mat4(1.0), joint.rest_scale);
    }
    nodes.push_back(std::move(node));
  }
  if (any_rest)
    if (std::vector<Node> placed = nodes;
        place_by_rests(placed, true) || (placed = nodes, place_by_rests(placed, false)))
      return placed;
  return nodes;
}

}  // namespace mannequin::io
