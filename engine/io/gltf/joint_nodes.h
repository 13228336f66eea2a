// The joint hierarchy of a glTF file to be written.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// Collects the joints of any number of skins, then writes them under one root that turns Z up into Y up.
class GltfJointNodes {
 public:
  explicit GltfJointNodes(const Skeleton* skeleton) : skeleton_(skeleton) {}

  // Returns, per joint of the skin, a handle for node(). No two joints of a skin share a node.
  std::vector<std::size_t> add_skin(const SkinDesc& skin);

  // The ancestors of these joints that are not among them, as handles. The viewer's importer follows the
  // nodes above a joint only as long as they are joints of the skin.
  std::vector<std::size_t> missing_ancestors(const std::vector<std::size_t>& handles) const;

  // The avatar's frame. Changes until the last skin is added.
  Mat4 world_from_joint(std::size_t handle) const;

  // Appends root and joints to `nodes` (none if there are no joints); true if it did.
  bool write(nlohmann::ordered_json& nodes);

  // Valid after write().
  std::size_t node(std::size_t handle) const { return entries_[handle].node; }
  std::size_t root() const { return root_; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Entry {
    std::string name;
    std::size_t parent = kNone;  // entry, or the root
    JointIndex joint = kNoJoint;
    Vec3 position{0.0};
    Mat4 matrix{1.0};  // of entries that no skeleton knows: joint from root
    std::size_t node = 0;
  };

  std::size_t add_joint(JointIndex joint);
  Mat4 local(const Entry& entry) const;
  bool undoes_scale(const Entry& entry) const;
  std::size_t add_unknown(const SkinDesc& skin, std::size_t joint);

  const Skeleton* skeleton_;
  std::vector<Entry> entries_;  // parents first
  std::map<JointIndex, std::size_t> by_joint_;
  std::map<std::string, std::size_t> by_name_;
  std::vector<bool> placed_;  // its position came from a mesh
  std::size_t root_ = 0;
};

}  // namespace mannequin::io
