// Weights that are named by other rigs: their joints renamed to the avatar's.
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

// Their names, as simple_joint_name() writes them, to the avatar's.
using RigNames = std::map<std::string, std::string>;

// "mixamo", "vrm", "rigify" or "makehuman". Fails (bad_argument) on any other.
Result<RigNames> known_rig(std::string_view rig);

// What programs do to a name undone: no namespace, no "mixamorig" or "DEF-" in front, no dots, dashes,
// underscores or blanks, all in lower case.
std::string simple_joint_name(std::string_view name);

// What became of a skin's joints: pairs of their name and the avatar's.
struct RenamedRig {
  std::vector<std::pair<std::string, std::string>> renamed;
  std::vector<std::pair<std::string, std::string>>
      merged;                        // into the joint of an ancestor, or one that had the name
  std::vector<std::string> unknown;  // without counterpart or ancestor with one; as they were
};

// Renames the skin's joints and adds up the weights of those that meet. A joint without a counterpart is
// merged into that of its nearest ancestor with one; `parents` gives the file's hierarchy by name. The binds
// of renamed joints keep their place and get the avatar's orientation; their positions become joint
// positions.
RenamedRig rename_rig(SkinDesc& skin, const RigNames& names,
                      const std::map<std::string, std::string>& parents, const Skeleton& skeleton);

}  // namespace mannequin
