// mannequin inspect for shapes.
#pragma once

#include <filesystem>

#include "engine/appearance/appearance.h"
#include "engine/core/result.h"
#include "engine/io/file.h"

namespace mannequin::program {

// Prints the contents of the shape file `path`, given as `bytes`, as text or JSON.
Result<int> inspect_shape(const std::filesystem::path& path, const io::Bytes& bytes,
                          const Appearance& appearance, bool as_json);

}  // namespace mannequin::program
