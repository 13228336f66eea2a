// The joint hierarchy of a file being written, collected from its skins.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// Joints known to the skeleton get their ancestors too, and canonical names; others become roots at their
// inverse binds' positions. A joint is at its default position, or at the first one among the skins'
// joint_positions; joint_rests override both.
class JointTree {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Node {
    std::string name;
    std::size_t parent = kNone;  // node; kNone for a root
    std::optional<Mat4> matrix;  // replaces the other three
    Vec3 position{0.0};
    Quat rotation{1.0, 0.0, 0.0, 0.0};
    Vec3 scale{1.0};

    // Parent from node.
    Mat4 local() const;
  };

  // `skeleton` may be null.
  explicit JointTree(const Skeleton* skeleton) : skeleton_(skeleton) {}

  // Returns, per joint of the skin, its entry in nodes(). No two joints of a skin share a node.
  std::vector<std::size_t> add_skin(const SkinDesc& skin);

  // The joint's name in the file.
  const std::string& name(std::size_t handle) const { return entries_[handle].name; }

  // The ancestors of these joints that are not among them, as handles. The viewer's importer follows the
  // nodes above a joint only as long as they are joints of the skin.
  std::vector<std::size_t> missing_ancestors(const std::vector<std::size_t>& handles) const;

  // The avatar's frame. Changes until the last skin is added.
  Mat4 world_from_joint(std::size_t handle) const;

  // Parents first. After the last add_skin.
  std::vector<Node> nodes() const;

 private:
  struct Entry {
    std::string name;
    std::size_t parent = kNone;
    JointIndex joint = kNoJoint;
    Vec3 position{0.0};
    Mat4 matrix{1.0};     // of entries unknown to the skeleton: joint from root
    bool placed = false;  // its position came from a mesh
    std::optional<Mat4> rest;
  };

  std::size_t add_joint(JointIndex joint);
  std::size_t add_unknown(const SkinDesc& skin, std::size_t joint);
  bool place_by_rests(std::vector<Node>& nodes, bool with_scale) const;

  const Skeleton* skeleton_;
  std::vector<Entry> entries_;  // parents first
  std::map<JointIndex, std::size_t> by_joint_;
  std::map<std::string, std::size_t> by_name_;
};

}  // namespace mannequin::io
