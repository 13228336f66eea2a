#include "engine/io/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "engine/core/lower_case.h"

namespace mannequin::io {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

// A leading plus is valid in these files, but not in from_chars.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  return text;
}

// Length of the well-formed UTF-8 sequence at `i`, 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) {
    return k < text.size() ? static_cast<std::uint8_t>(text[k]) : std::uint8_t{0};
  };
  const std::uint8_t first = byte(i);
  if (first == 0) return 0;
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(i + k) & 0xC0) != 0x80) return 0;
  const std::uint8_t second = byte(i + 1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || beyond ? 0 : length;
}

}  // namespace

std::size_t line_of(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

std::string place(const std::string& source, std::string_view text, std::size_t offset) {
  return fmt::format("{}:{}", source, line_of(text, offset));
}

Status check_no_web_page(std::string_view text, const std::string& source) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const std::string start = lower_case(text.substr(0, 14));
  if (!start.starts_with("<!doctype html") && !start.starts_with("<html")) return {};
  return fail(ErrorCode::unsupported, source,
              "is a web page (HTML), saved under this name in place of the file; open it in a browser, and "
              "download the file itself");
}

Status check_text_file(std::string_view text, const std::string& source, std::size_t max_bytes) {
  if (text.find_first_not_of(kBlank) == std::string_view::npos)
    return fail(ErrorCode::cannot_read, source + ":1", "the file is empty; fetch or write it again");
  if (text.size() > max_bytes)
    return fail(
        ErrorCode::cannot_read, source + ":1",
        fmt::format("the file has {} bytes, more than the {} that such a file may have; give the right file",
                    text.size(), max_bytes));
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0)
      return fail(ErrorCode::cannot_read, place(source, text, i),
                  fmt::format("byte 0x{:02x} is not UTF-8 text; the file is binary, damaged or in another "
                              "encoding: save it as UTF-8",
                              static_cast<std::uint8_t>(text[i])));
    i += length;
  }
  return {};
}

std::optional<double> parse_number(std::string_view text) {
  text = without_plus(trimmed(text));
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value) || std::abs(value) > kMaxTextFileNumber) return std::nullopt;
  return value + 0.0;  // -0 reads as 0
}

std::optional<int> parse_integer(std::string_view text) {
  text = without_plus(trimmed(text));
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text.substr(0, 40))
    out.push_back(static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c);
  // Do not cut a character in half.
  if (text.size() > 40) {
    while (out.size() > 1 && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80) out.pop_back();
    if (out.size() > 1 && static_cast<unsigned char>(out.back()) >= 0xC0) out.pop_back();
    out += "...";
  }
  return out + "'";
}

}  // namespace mannequin::io
