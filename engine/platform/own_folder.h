// The folder of the program or library that has the engine in it.
#pragma once

#include <filesystem>

namespace mannequin {

// The folder of the program or shared library that this code is part of, without links; empty where the
// system does not say.
std::filesystem::path own_folder();

}  // namespace mannequin
