// Compares a file's joint hierarchy with the avatar's.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/mesh/file_joint.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

class FileHierarchy {
 public:
  // A joint of the avatar in the file; the first if several nodes share a name.
  struct Node {
    JointIndex above = kNoJoint;       // the nearest joint of the avatar above it in the file
    std::vector<std::string> between;  // bones between the two that the avatar does not have
    std::optional<Vec3> position;      // metres, relative to the node above it; empty: the file has none
  };

  // The skeleton must outlive it.
  FileHierarchy(const Skeleton& skeleton, std::span<const FileJoint> joints);

  const std::map<JointIndex, Node>& nodes() const { return nodes_; }
  // Its nearest ancestor in the avatar that the file also has.
  JointIndex expected_parent(JointIndex joint) const;
  // Metres between the joint's positions in the file and in the avatar, relative to the nearest common
  // ancestor. Empty: the file lacks the joint, has no position for it, or parents it differently.
  std::optional<Vec3> displacement(JointIndex joint) const;

 private:
  const Skeleton& skeleton_;
  std::map<JointIndex, Node> nodes_;
};

}  // namespace mannequin
