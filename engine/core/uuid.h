// The 128-bit id of a mesh asset. If several worn meshes set a joint, the id decides which one wins.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mannequin {

// Sixteen bytes in textual order.
struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  // Compares byte by byte, as one unsigned big-endian number: the viewer's order.
  auto operator<=>(const Uuid&) const = default;

  // "8-4-4-4-12" hexadecimal digits, either case; nullopt for any other text.
  static std::optional<Uuid> parse(std::string_view text);
  // The same format, in lower case.
  std::string to_string() const;

  // The id of the n-th worn mesh without an asset id. Increases with n and is below any real asset id, so
  // that the later of two such meshes wins a joint, and a real asset wins over both.
  static Uuid numbered(std::uint32_t n);
};

}  // namespace mannequin
