// The system's folder for the settings of programs.
#pragma once

#include <filesystem>

namespace mannequin::preview {

// $XDG_CONFIG_HOME/mannequin, or the system's default
// for it; empty if there is none. Not created.
std::filesystem::path settings_folder();

}  // namespace mannequin::preview
