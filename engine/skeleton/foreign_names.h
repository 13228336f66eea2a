// The bones of other rigs by name: Mixamo's, Rigify's, VRM's, MakeHuman's, Unreal's and Blender's, and the
// control bones of Avastar.
#pragma once

#include <string>
#include <string_view>

namespace mannequin {

// What a bone's name tells about it.
struct ForeignName {
  std::string rig;       // "Mixamo", "Rigify", ...; empty: none that is known
  bool control = false;  // moves other bones; nothing should be weighted to it
  std::string joint;     // the avatar's joint that does the same; empty: none
};

// By the conventions of each rig: prefixes, words of the body, marks for the side. Case matters only where
// rigs differ by it. Never a joint of another kind than a bone.
ForeignName foreign_name(std::string_view name);

}  // namespace mannequin
