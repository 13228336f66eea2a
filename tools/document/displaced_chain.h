// Limbs that end elsewhere in-world than they were modelled: joints that the file moves, and the uploader
// does not.
#pragma once

#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"
#include "tools/document/worn_findings.h"

namespace mannequin::document {

// From the parent of a displaced joint down to the farthest joint with weights, in the world.
struct DisplacedChain {
  std::string joint;
  std::vector<Vec3> modelled, worn;  // of equal length
};

// One for each finding `displaced_joint`, in the avatar's present shape and pose.
std::vector<DisplacedChain> displaced_chains(const DressedAvatar& avatar,
                                             const std::vector<FileFinding>& findings);

}  // namespace mannequin::document
