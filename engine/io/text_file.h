// What the readers of small text files share: limits, numbers in text, and lines for messages.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace mannequin::io {

// A parsed tree takes some ten times the file; the viewer's largest definition file has 0.35 MB.
inline constexpr std::size_t kMaxTextFileBytes = std::size_t{8} << 20;

// No length, scale or weight of an avatar comes near; keeps later arithmetic and float32 finite.
inline constexpr double kMaxTextFileNumber = 1e6;

// Elements or brackets inside each other.
inline constexpr int kMaxTextFileDepth = 64;

// 1-based line of a byte offset.
std::size_t line_of(std::string_view text, std::size_t offset);

// "file:line"
std::string place(const std::string& source, std::string_view text, std::size_t offset);

// Fails (cannot_read) on text that is empty, over the limit, or not UTF-8 without NUL.
Status check_text_file(std::string_view text, const std::string& source,
                       std::size_t max_bytes = kMaxTextFileBytes);

// The whole text is one decimal number, in range; white space around it is allowed.
std::optional<double> parse_number(std::string_view text);
std::optional<int> parse_integer(std::string_view text);

// Any text as it can stand in a message: at most 40 characters, nothing unprintable.
std::string in_quotes(std::string_view text);

}  // namespace mannequin::io
