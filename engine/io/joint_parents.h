// The parent of each node in a file of meshes, by name: for
// joints of other rigs, whose hierarchy is not in the skin.
#pragma once

#include <map>
#include <span>
#include <string>

#include "engine/io/file.h"

namespace mannequin::io {

// For .gltf, .glb and COLLADA; empty for other and for broken files. Names as the readers of meshes write
// them. If nodes share a name, the first one is used.
std::map<std::string, std::string> read_joint_parents(std::span<const std::byte> bytes);

}  // namespace mannequin::io
