// Binary LLSD, the viewer's structured data: nested values, read from and written to bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/result.h"
#include "engine/core/uuid.h"
#include "engine/io/file.h"

namespace mannequin::io {

struct LlsdDate {
  double seconds = 0.0;  // since 1970
};

struct LlsdUri {
  std::string text;
};

struct Llsd {
  using Array = std::vector<Llsd>;
  using Map = std::vector<std::pair<std::string, Llsd>>;  // in file order

  // monostate: undefined.
  std::variant<std::monostate, bool, std::int32_t, double, Uuid, LlsdDate, std::string, LlsdUri, Bytes, Array,
               Map>
      value;

  Llsd() = default;
  template <typename T>
  requires(!std::is_same_v<T, Llsd>) explicit Llsd(T held) : value(std::in_place_type<T>, std::move(held)) {}

  // The alternative of that type, or null.
  template <typename T>
  const T* as() const {
    return std::get_if<T>(&value);
  }

  // The value of a key of a map; of equal keys the first, as in the viewer. Null if not a map or without
  // that key.
  const Llsd* find(std::string_view key) const;

  // A number by the viewer's conversions: from an integer, a real, a boolean, or a numeric string. No other
  // type counts as a number here.
  std::optional<double> number() const;

  // "a string", "an array", for messages.
  const char* kind() const;
};

inline constexpr std::size_t kMaxLlsdDepth = 96;  // the viewer's limit
// Far above any mesh asset or animation; keeps memory in proportion to the file.
inline constexpr std::size_t kMaxLlsdValues = 200'000;

struct LlsdRead {
  Llsd value;
  std::size_t size = 0;  // consumed bytes; others may follow
};

// Reads the value at the beginning of the bytes. Fails (cannot_read), naming the byte, on: an
// unknown tag, sizes and counts beyond the remaining bytes, nesting and numbers of values above the
// limits.
Result<LlsdRead> read_llsd(std::span<const std::byte> bytes, const std::string& source);

// The viewer's bytes: map keys sorted, no text header.
Bytes write_llsd(const Llsd& value);

}  // namespace mannequin::io
