// --gltf: whose importer reads the binds of .gltf and .glb files.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "engine/mesh/importer_profile.h"

namespace mannequin::program {

// Of commands that take the viewer's by default.
void add_gltf_option(CLI::App& command, ImporterProfile& importer);
// Of others; `about` says what they take.
CLI::Option* add_gltf_option(CLI::App& command, std::optional<ImporterProfile>& importer,
                             const std::string& about);

}  // namespace mannequin::program
