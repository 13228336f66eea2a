// Opens files that an untrusted file refers to by relative name.
#pragma once

#include <filesystem>

#include "engine/platform/descriptor.h"

namespace mannequin {

// Opens a file below `folder` for reading, without following links that lead out of it and without blocking.
// `name` is relative and has no "..". Null: see errno; EXDEV or ELOOP: there is such a link.
Descriptor open_below(const std::filesystem::path& folder, const std::filesystem::path& name);

}  // namespace mannequin
