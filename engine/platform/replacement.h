// A file that is written beside another, and then takes its place.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace mannequin {

// What went wrong, and what to do about it, in words that follow the file's name; nothing: it is written.
using WriteFault = std::optional<std::string>;

// All or nothing, also where the power fails: the bytes are on the disk before the name is, and the name
// before this returns, where the system can tell. `target` is no link. An existing file's permissions stay,
// where they are bits. What a writer that was killed has left beside it is removed.
WriteFault replace_file(const std::filesystem::path& target, std::span<const std::byte> bytes);

// Into what is no file and is not to become one: a pipe, a device.
WriteFault write_into(const std::filesystem::path& target, std::span<const std::byte> bytes);

}  // namespace mannequin
