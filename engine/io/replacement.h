// A file that is written beside another, and then takes its place. Private to engine/io.
#pragma once

#include <filesystem>
#include <span>

#include "engine/core/result.h"

namespace mannequin::io {

// What `path` leads to over links, to one that dangles as well: what has to be written. Fails (cannot_write)
// where links go in a circle.
Result<std::filesystem::path> end_of_links(std::filesystem::path path);

// All or nothing, also where the power fails: the bytes are on the disk before the name is, and the name
// before this returns. `target` is no link. An existing file's permissions stay. What a writer that was
// killed has left beside it is removed. Fails (cannot_write).
Status replace_file(const std::filesystem::path& target, std::span<const std::byte> bytes);

// Into what is no file and is not to become one: a pipe, a device. Fails (cannot_write).
Status write_into(const std::filesystem::path& target, std::span<const std::byte> bytes);

}  // namespace mannequin::io
