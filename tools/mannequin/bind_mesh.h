// Meshes to be bound, and those whose weights are copied: read, welded, with their existing weights.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/bind/copy.h"
#include "engine/bind/skin_table.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/obj_reader.h"
#include "tools/document/file_binding.h"
#include "tools/mannequin/command_line.h"
#include "tools/mannequin/rig_map.h"

namespace mannequin::program {

using document::BindableFile;
using document::BindableMesh;
using document::WeightSources;

// Joints to rename, or none.
struct JointRenaming {
  const RigNames* names = nullptr;
  const Skeleton* skeleton = nullptr;
};

// --mesh-scale and --mesh-up, stored in `obj`.
void add_obj_options(CLI::App& command, io::ObjReading& obj);

// An .obj, or any bound mesh. `obj` supplies what an .obj does not define itself. Prints notes to stderr.
Result<BindableFile> read_bindable(const std::filesystem::path& path, const io::ObjReading& obj,
                                   const JointRenaming& renaming = {});

}  // namespace mannequin::program
