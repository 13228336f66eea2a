// A jacket for trying out the window.
#pragma once

#include <filesystem>

#include "engine/appearance/appearance.h"
#include "engine/core/result.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::document {

inline constexpr const char* kSampleJacket = "sample_jacket.glb";

// Writes the built-in top of this sex as a .glb of that name, with joint positions that put the shoulders 1
// cm outwards; all other joints are the skeleton's. Fails: cannot_write.
Result<std::filesystem::path> write_sample_jacket(const std::filesystem::path& folder,
                                                  const Skeleton& skeleton, Sex sex);

}  // namespace mannequin::document
