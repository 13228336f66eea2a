// The contents of a clip, for `mannequin inspect`.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::program {

// Prints version, times, tracks, constraints and position keys that fight sliders.
Result<int> inspect_clip(const io::Bytes& bytes, const std::string& name, const Skeleton& skeleton,
                         bool json);

}  // namespace mannequin::program
