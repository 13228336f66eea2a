// --gltf: whose importer reads the binds of .gltf and .glb files.
#pragma once

#include <optional>
#include <string>

#include "engine/mesh/importer_profile.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

// For commands that default to the viewer's.
void add_gltf_option(CLI::App& command, ImporterProfile& importer);
// For other commands; `about` describes the default.
CLI::Option* add_gltf_option(CLI::App& command, std::optional<ImporterProfile>& importer,
                             const std::string& about);

}  // namespace mannequin::program
