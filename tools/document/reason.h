// Why a file cannot be used, worded for messages, rows and findings.
#pragma once

#include <filesystem>
#include <string>

#include "engine/core/result.h"

namespace mannequin::document {

// The reason first, then the place in the file: the caller shows the file's name, and full paths would push
// the reason out of narrow places. A sentence with its full stop.
std::string reason_of(const Error& error, const std::filesystem::path& path);

// The same after the file's name.
std::string named_reason(const Error& error, const std::filesystem::path& path);

// To be added to the reason why `path` was not saved: a space and that the file there is unchanged. Empty
// where there is none, or where the reason says it.
std::string left_unchanged(const Error& error, const std::filesystem::path& path);

}  // namespace mannequin::document
