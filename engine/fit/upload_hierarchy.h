// Compares the joint hierarchy of a file with the avatar's. Private to engine/fit.
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/fit/file_hierarchy.h"
#include "engine/fit/upload_rules.h"

namespace mannequin::upload {

// Collects what the meshes of one file are bound to, then checks the file's joint nodes once.
class Hierarchy {
 public:
  Hierarchy(const Skeleton& skeleton, const UploadOptions& options);

  void add(const Subject& subject);
  // Joints whose parents differ from the avatar's, intermediate bones unknown to the avatar, and displaced
  // joints that no skin includes.
  void check(Findings& findings) const;

 private:
  bool is_bound(JointIndex joint) const;
  void check_parents(Findings& findings) const;
  void check_extra(Findings& findings) const;
  void check_displaced(Findings& findings) const;
  const std::string& name(JointIndex joint) const { return skeleton_[joint].name; }

  const Skeleton& skeleton_;
  const UploadOptions& options_;
  FileHierarchy file_;
  std::set<JointIndex> bound_;                  // in a skin of the file
  std::set<std::string> unknown_;               // with weight, but no joint of the avatar: reported elsewhere
  std::map<JointIndex, std::string> weighted_;  // with weight, and the first mesh that has it
};

}  // namespace mannequin::upload
