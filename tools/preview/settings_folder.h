// Where this system keeps the settings of programs.
#pragma once

#include <filesystem>

namespace mannequin::preview {

// $XDG_CONFIG_HOME/mannequin, or the system's own folder for such things; empty if there is none. Not
// created.
std::filesystem::path settings_folder();

}  // namespace mannequin::preview
