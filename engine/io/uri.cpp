#include "engine/io/uri.h"

#include <array>

#include "engine/core/hex_digit.h"
#include "engine/io/file_exists.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace {

constexpr std::array<int, 256> make_base64_values() {
  std::array<int, 256> values{};
  values.fill(-1);
  const std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < letters.size(); ++i)
    values[static_cast<unsigned char>(letters[i])] = static_cast<int>(i);
  return values;
}

// "http:", "file:", "C:": more than a path.
bool has_scheme(std::string_view uri) {
  const std::size_t end = uri.find_first_of(":/");
  return end != std::string_view::npos && uri[end] == ':';
}

}  // namespace

bool is_data_uri(std::string_view uri) { return uri.starts_with("data:"); }

std::optional<Bytes> decode_data_uri(std::string_view uri) {
  static constexpr auto kValues = make_base64_values();
  const std::size_t comma = uri.find(',');
  if (!is_data_uri(uri) || comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64"))
    return std::nullopt;
  std::string_view text = uri.substr(comma + 1);
  while (text.ends_with('=')) text.remove_suffix(1);
  Bytes bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char letter : text) {
    const int value = kValues[static_cast<unsigned char>(letter)];
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push_back(static_cast<std::byte>(bits >> held & 0xff));
    }
  }
  return bytes;
}

std::string percent_decode(std::string_view uri) {
  std::string text;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? hex_digit(uri[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(uri[i + 2]) : -1;
    if (low >= 0) {
      text += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      text += uri[i];
    }
  }
  return text;
}

std::optional<std::filesystem::path> file_of_uri(const std::filesystem::path& folder, std::string_view uri) {
  const auto below = [&](const std::string& name) -> std::optional<std::filesystem::path> {
    // A NUL byte would truncate the name for the system,
    // so that it names another file than the one checked.
    if (name.empty() || name.find('\0') != std::string::npos || has_scheme(name)) return std::nullopt;
    const std::filesystem::path path = path_of_utf8(name).lexically_normal();
    if (path.has_root_path() || path.empty() || *path.begin() == "..") return std::nullopt;
    return folder / path;
  };
  const auto plain = below(std::string(uri));
  if (plain && file_exists(*plain)) return plain;
  return below(percent_decode(uri));
}

}  // namespace mannequin::io
