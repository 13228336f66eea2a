// The joint nodes of a file, bound or not: its own hierarchy, which may differ from the avatar's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/math/types.h"

namespace mannequin {

// Beyond this many a file's nodes are not listed; real files have a few hundred.
inline constexpr std::size_t kMaxFileJoints = 4096;

// One node of the scene.
struct FileJoint {
  std::string name;              // as the importer looks it up; may be empty
  std::int32_t parent = -1;      // index into the file's list; -1: none
  bool is_bone = false;          // marked as a joint, or one of a skin
  std::optional<Vec3> position;  // metres, relative to the parent, as the importer reads it; empty: none
};

}  // namespace mannequin
