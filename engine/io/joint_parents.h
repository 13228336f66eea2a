// Which node is whose parent in a file of meshes, by name: for joints of other rigs, whose hierarchy a skin
// does not have.
#pragma once

#include <map>
#include <span>
#include <string>

#include "engine/io/file.h"

namespace mannequin::io {

// Of .gltf, .glb and COLLADA; of other and of broken files nothing. Names as the readers of meshes write
// them. Of nodes with one name the first counts.
std::map<std::string, std::string> read_joint_parents(std::span<const std::byte> bytes);

}  // namespace mannequin::io
