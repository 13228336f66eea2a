// Joints that the avatar does not have. Private to engine/fit.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/fit/upload_rules.h"

namespace mannequin::upload {

// Collects unknown joints over all meshes: one rig is one cause, whatever its number of bones and meshes.
class UnknownJoints {
 public:
  void add(const Subject& subject);
  void check(const Skeleton& skeleton, Findings& findings) const;

 private:
  struct Group {
    std::vector<std::string> names;  // each once, in the order of the file
    std::set<std::string> meshes;
    std::string rig;           // of the first mesh that reports it
    std::size_t vertices = 0;  // vertices weighted to them
    std::size_t orphans = 0;   // of these, without any known joint
    bool skins_lost = false;   // for the whole file: .dae, or no joint is left
  };

  static void report(const Group& group, bool control, const Skeleton& skeleton, Findings& findings);

  Group controls_, others_;
  std::set<std::string> told_;
};

}  // namespace mannequin::upload
