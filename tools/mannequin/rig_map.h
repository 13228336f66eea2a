// --map: the joints of another rig renamed to the avatar's.
#pragma once

#include <filesystem>
#include <string>

#include "engine/bind/rig_names.h"
#include "engine/io/bound_mesh.h"

namespace mannequin::program {

// One of the known rigs, or a JSON file {"their name": "mElbowLeft", ...}. Fails (cannot_read, bad_data) on a
// file that is not such an object, (bad_argument) on a joint that the avatar does not have.
Result<RigNames> load_rig_map(const std::string& map, const Skeleton& skeleton);

// Renames the joints of every mesh of the file read from `path`, and prints to stderr which were merged.
Status apply_rig_map(io::BoundMeshFile& file, const std::filesystem::path& path, const RigNames& names,
                     const Skeleton& skeleton);

}  // namespace mannequin::program
