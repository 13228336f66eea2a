// The 128-bit id of a mesh asset. It decides which worn mesh sets a joint when several want to.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mannequin {

// Sixteen bytes in the order in which they are written.
struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  // Byte-wise, as one unsigned big-endian number: the viewer's own order.
  auto operator<=>(const Uuid&) const = default;

  // "8-4-4-4-12" hexadecimal digits, either case; nothing for any other text.
  static std::optional<Uuid> parse(std::string_view text);
  // The same form, in lower case.
  std::string to_string() const;

  // For a worn mesh that brings no id of its own: the n-th one's. Greater for those worn later and below any
  // real asset's, so that of two such meshes the later wins a joint, and a real asset wins over both.
  static Uuid numbered(std::uint32_t n);
};

}  // namespace mannequin
