// Copies of weights that no file has yet, in case the program ends before they are saved.
#pragma once

#include <filesystem>

#include "tools/document/workbench.h"

namespace mannequin::document {

// Where to write that of a row which is to replace this one; empty: nothing is kept. No two rows share one,
// and a row keeps its own.
std::filesystem::path kept_copy_path(const Workbench& bench, const WornFile& replaced);

}  // namespace mannequin::document
