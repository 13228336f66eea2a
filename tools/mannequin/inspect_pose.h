// The contents of a pose, for `mannequin inspect`.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::program {

// Prints the joints that it rotates or moves, and the transform of mRoot.
Result<int> inspect_pose(const io::Bytes& bytes, const std::string& name, const Skeleton& skeleton,
                         bool json);

}  // namespace mannequin::program
