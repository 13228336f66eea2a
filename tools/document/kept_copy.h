// Copies of weights that no file has yet, in case the program ends before they are saved.
#pragma once

#include <filesystem>

#include "tools/document/workbench.h"

namespace mannequin::document {

// Where to write that of a row which is to replace this one; empty: nothing is kept. No two rows share one,
// and a row keeps its own.
std::filesystem::path kept_copy_path(const Workbench& bench, const WornFile& replaced);
// Whether a document that an earlier session left, or a row, needs it.
bool is_kept_copy_needed(const Workbench& bench, const std::filesystem::path& copy);
// For recovery after a crash: expendable, so it is worn even where this fails. Any thread.
bool write_kept_copy(const io::BoundMeshFile& file, const Skeleton& skeleton,
                     const std::filesystem::path& copy);
// Of a row whose weights are saved, or given up.
void remove_kept_copy(WornFile& worn);

}  // namespace mannequin::document
