// Limbs that end elsewhere in-world than modelled:
// joints moved by the file, but not by the uploader.
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

// For all findings `displaced_joint`, in the avatar's present shape and pose; one per chain of joints.
std::vector<DisplacedChain> displaced_chains(const DressedAvatar& avatar,
                                             const std::vector<FileFinding>& findings);

}  // namespace mannequin::document
