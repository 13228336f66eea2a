#include "engine/core/uuid.h"

#include "engine/core/hex_digit.h"

namespace mannequin {
namespace {

constexpr bool is_dash_position(std::size_t i) { return i == 8 || i == 13 || i == 18 || i == 23; }

}  // namespace

std::optional<Uuid> Uuid::parse(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  Uuid uuid;
  std::size_t nibble = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_dash_position(i)) {
      if (text[i] != '-') return std::nullopt;
      continue;
    }
    const int digit = hex_digit(text[i]);
    if (digit < 0) return std::nullopt;
    std::uint8_t& byte = uuid.bytes[nibble / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | digit);
    ++nibble;
  }
  return uuid;
}

Uuid Uuid::numbered(std::uint32_t n) {
  Uuid id;
  for (std::size_t byte = 0; byte < 4; ++byte)
    id.bytes[15 - byte] = static_cast<std::uint8_t>(n >> (8 * byte));
  return id;
}

std::string Uuid::to_string() const {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (const std::uint8_t byte : bytes) {
    if (is_dash_position(text.size())) text.push_back('-');
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

}  // namespace mannequin
