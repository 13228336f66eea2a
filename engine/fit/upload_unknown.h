// Joints that the avatar does not have. Private to engine/fit.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/fit/upload_rules.h"

namespace mannequin::upload {

// Collects them over all meshes of a file: one rig is one cause, however many bones and meshes it has.
class UnknownJoints {
 public:
  void add(const Subject& subject);
  void check(const Skeleton& skeleton, Findings& findings) const;

 private:
  struct Group {
    std::vector<std::string> names;  // each once, in the order of the file
    std::set<std::string> meshes;
    std::string rig;           // of the first that tells it
    std::size_t vertices = 0;  // weighted to them
    std::size_t orphans = 0;   // of these, without any other joint
    bool skins_lost = false;   // of the whole file: .dae, or no joint is left
  };

  static void tell(const Group& group, bool control, const Skeleton& skeleton, Findings& findings);

  Group controls_, others_;
  std::set<std::string> told_;
};

}  // namespace mannequin::upload
