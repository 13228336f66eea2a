// What is in a pose, for `mannequin inspect`.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::program {

// Prints the joints that it turns or moves, and where it puts mRoot.
Result<int> inspect_pose(const io::Bytes& bytes, const std::string& name, const Skeleton& skeleton,
                         bool json);

}  // namespace mannequin::program
