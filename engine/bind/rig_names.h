// Weights made for other rigs: renames their joints to the avatar's.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Maps their names, as simple_joint_name() writes them, to the avatar's.
using RigNames = std::map<std::string, std::string>;

// "mixamo", "vrm", "rigify" or "makehuman". Fails (bad_argument) on any other.
Result<RigNames> known_rig(std::string_view rig);

// Strips what programs add to a name: namespaces, "mixamorig" or "DEF-" in front, dots, dashes, underscores
// and blanks; all in lower case.
std::string simple_joint_name(std::string_view name);

// The outcome for a skin's joints: pairs of their name and the avatar's.
struct RenamedRig {
  std::vector<std::pair<std::string, std::string>> renamed;
  std::vector<std::pair<std::string, std::string>>
      merged;                        // into the joint of an ancestor, or one that had the name
  std::vector<std::string> unknown;  // no counterpart, nor an ancestor with one; unchanged
};

// Renames the skin's joints and adds up the weights of those that become one. A
// joint without a counterpart is merged into that of its nearest ancestor with one;
// `parents` gives the file's hierarchy by name. Binds of renamed joints keep their
// position and get the avatar's orientation; their positions become joint positions.
RenamedRig rename_rig(SkinDesc& skin, const RigNames& names,
                      const std::map<std::string, std::string>& parents, const Skeleton& skeleton);

}  // namespace mannequin
