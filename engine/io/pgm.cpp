#include "engine/io/pgm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include "engine/io/file.h"

namespace mannequin::io {
namespace {

constexpr std::uint32_t kMaxSide = 8192;

bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Reads the next number, skipping white space and comments.
std::optional<std::uint32_t> next_number(std::string_view& text) {
  while (!text.empty() && (blank(text.front()) || text.front() == '#')) {
    const bool comment = text.front() == '#';
    text.remove_prefix(comment ? std::min(text.find('\n'), text.size() - 1) + 1 : 1);
  }
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

Result<MaskImage> read_pgm(std::span<const std::byte> bytes, const std::string& source) {
  std::string_view text = as_text(bytes);
  const bool binary = text.starts_with("P5");
  if (!binary && !text.starts_with("P2"))
    return fail(ErrorCode::cannot_read, source,
                "is not a PGM image (P5 or P2); save the mask as an 8-bit grey .pgm");
  text.remove_prefix(2);
  const auto width = next_number(text), height = next_number(text), greatest = next_number(text);
  if (!width || !height || !greatest || *width == 0 || *height == 0 || *width > kMaxSide ||
      *height > kMaxSide || *greatest == 0 || *greatest > 255)
    return fail(
        ErrorCode::bad_data, source,
        fmt::format(
            "does not declare a width and height of 1 to {} and a maximum value of 1 to 255; save it as "
            "an 8-bit grey .pgm",
            kMaxSide));
  const std::size_t count = std::size_t{*width} * *height;
  // A single white space precedes the texels, and each texel takes at least one byte.
  if (text.size() < count + 1)
    return fail(ErrorCode::cannot_read, source,
                fmt::format("ends before its {} texels; save it again", count));
  text.remove_prefix(1);
  MaskImage image{*width, *height, std::vector<std::uint8_t>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<std::uint32_t> value =
        binary ? static_cast<std::uint8_t>(text[i]) : next_number(text);
    if (!value || *value > *greatest)
      return fail(ErrorCode::bad_data, fmt::format("{}, texel {}", source, i),
                  fmt::format("is not a value from 0 to {}; save the image again", *greatest));
    const std::size_t row = *height - 1 - i / *width;
    image.texels[row * *width + i % *width] =
        static_cast<std::uint8_t>((*value * 255 + *greatest / 2) / *greatest);
  }
  return image;
}

}  // namespace mannequin::io
