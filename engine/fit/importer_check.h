// How far apart different importers put the vertices of a glTF file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/mesh/importer_profile.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// One importer compared with a chosen one: the vertex with the largest distance.
struct ImporterDifference {
  ImporterProfile importer;
  double metres = 0.0;
  std::size_t mesh = 0;      // index into the meshes
  std::uint32_t vertex = 0;  // of that mesh
  std::string joint;         // the joint with the most weight on it, by its name in the file
};

// All other importers, in the order of kImporterProfiles, on an avatar in its default
// shape at rest, with the files' joint positions if `joint_positions` is set. Meshes
// without joint_rests (only glTF has them) and meshes that cannot be built do not
// depend on the importer. Pure; takes about a second for a million vertices.
std::vector<ImporterDifference> importer_differences(std::span<const BoundMeshDesc> meshes,
                                                     const Character& character,
                                                     const ImporterProfile& chosen, bool joint_positions);

}  // namespace mannequin
