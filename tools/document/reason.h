// Why a file cannot be used, as messages, rows and findings tell it.
#pragma once

#include <filesystem>
#include <string>

#include "engine/core/result.h"

namespace mannequin::document {

// The reason first, then where in the file: who shows it names the file, and whole paths would push the
// reason out of a narrow place. A sentence with its full stop.
std::string reason_of(const Error& error, const std::filesystem::path& path);

// The same behind the file's name.
std::string named_reason(const Error& error, const std::filesystem::path& path);

}  // namespace mannequin::document
