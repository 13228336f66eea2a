// The bones of other rigs by name: Mixamo's, Rigify's, VRM's, MakeHuman's, Unreal's and Blender's, and the
// control bones of Avastar.
#pragma once

#include <string>
#include <string_view>

namespace mannequin {

// The information in a bone's name.
struct ForeignName {
  std::string rig;       // "Mixamo", "Rigify", ...; empty: unknown
  bool control = false;  // moves other bones; nothing should be weighted to it
  std::string joint;     // the corresponding joint of the avatar; empty: none
};

// Uses the conventions of each rig: prefixes, words for body parts, marks for the side. Case matters only
// where it distinguishes rigs. Only ever returns bones as joints.
ForeignName foreign_name(std::string_view name);

}  // namespace mannequin
