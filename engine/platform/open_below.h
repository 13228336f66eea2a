// Files beside others that a stranger's file names.
#pragma once

#include <filesystem>

#include "engine/platform/descriptor.h"

namespace mannequin {

// Opens a file below `folder` for reading, over no link that leads out of it, and without waiting: `name` is
// relative and has no "..". Null: see errno; EXDEV or ELOOP: there is such a link.
Descriptor open_below(const std::filesystem::path& folder, const std::filesystem::path& name);

}  // namespace mannequin
