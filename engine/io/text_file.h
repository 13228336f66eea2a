// Shared by the readers of small text files: limits, numbers in text, and line numbers for messages.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace mannequin::io {

// A parsed tree takes about ten times the file; the viewer's largest definition file has 0.35 MB.
inline constexpr std::size_t kMaxTextFileBytes = std::size_t{8} << 20;

// Far above any length, scale or weight of an avatar; keeps later arithmetic and float32 finite.
inline constexpr double kMaxTextFileNumber = 1e6;

// Nesting depth of elements or brackets.
inline constexpr int kMaxTextFileDepth = 64;

// 1-based line of a byte offset.
std::size_t line_of(std::string_view text, std::size_t offset);

// "file:line"
std::string place(const std::string& source, std::string_view text, std::size_t offset);

// Fails (cannot_read) on text that is empty, over the limit, or not UTF-8 without NUL.
Status check_text_file(std::string_view text, const std::string& source,
                       std::size_t max_bytes = kMaxTextFileBytes);

// Fails (unsupported) on a web page, which browsers save when a download link leads to one.
Status check_no_web_page(std::string_view text, const std::string& source);

// The whole text is one decimal number, in range; surrounding white space is allowed.
std::optional<double> parse_number(std::string_view text);
std::optional<int> parse_integer(std::string_view text);

// Makes any text safe for messages: at most 40 characters, nothing unprintable.
std::string in_quotes(std::string_view text);

}  // namespace mannequin::io
