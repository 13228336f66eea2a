// The joint hierarchy of a glTF file being written.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "engine/io/joint_tree.h"

namespace mannequin::io {

// The joints of any number of skins, under one root that converts Z up to Y up.
class GltfJointNodes {
 public:
  explicit GltfJointNodes(const Skeleton* skeleton) : tree_(skeleton) {}

  // As JointTree; handles are for node().
  std::vector<std::size_t> add_skin(const SkinDesc& skin) { return tree_.add_skin(skin); }

  // As JointTree.
  const std::string& name(std::size_t handle) const { return tree_.name(handle); }
  std::vector<std::size_t> missing_ancestors(const std::vector<std::size_t>& handles) const {
    return tree_.missing_ancestors(handles);
  }
  Mat4 world_from_joint(std::size_t handle) const { return tree_.world_from_joint(handle); }

  // Appends root and joints to `nodes`; false if there are no joints.
  bool write(nlohmann::ordered_json& nodes);

  // Valid after write().
  std::size_t node(std::size_t handle) const { return root_ + 1 + handle; }
  std::size_t root() const { return root_; }

 private:
  JointTree tree_;
  std::size_t root_ = 0;
};

}  // namespace mannequin::io
