// mannequin inspect for a system avatar mesh.
#pragma once

#include <filesystem>

#include "engine/io/file.h"

namespace mannequin::program {

Result<int> inspect_llm(const std::filesystem::path& file, const io::Bytes& bytes, bool as_json);

}  // namespace mannequin::program
