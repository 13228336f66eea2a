// The hierarchy of a file's joints against the avatar's. Private to engine/fit.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/fit/upload_rules.h"

namespace mannequin::upload {

// Collects what the meshes of one file are bound to, then checks the file's joint nodes once.
class Hierarchy {
 public:
  Hierarchy(const Skeleton& skeleton, const UploadOptions& options);

  void add(const Subject& subject);
  // Joints on other parents than the avatar's, bones in between that the avatar does not have, and displaced
  // joints that no skin takes along.
  void check(Findings& findings) const;

 private:
  struct Node {
    JointIndex joint = kNoJoint;       // of the skeleton; kNoJoint: another node
    JointIndex above = kNoJoint;       // the nearest joint of the avatar above it in the file
    std::vector<std::string> between;  // bones that the avatar does not have, between the two
  };

  JointIndex expected_parent(JointIndex joint) const;
  Vec3 default_from(JointIndex above, JointIndex joint) const;
  bool is_bound(JointIndex joint) const;
  void check_parents(Findings& findings) const;
  void check_extra(Findings& findings) const;
  void check_displaced(Findings& findings) const;
  const std::string& name(JointIndex joint) const { return skeleton_[joint].name; }

  const Skeleton& skeleton_;
  const UploadOptions& options_;
  std::vector<Node> nodes_;                     // as options_.file_joints
  std::map<JointIndex, std::size_t> node_of_;   // the first of each
  std::set<JointIndex> bound_;                  // in a skin of the file
  std::map<JointIndex, std::string> weighted_;  // with weight, and the first mesh that has it
};

}  // namespace mannequin::upload
