// Binary LLSD, the viewer's structured data: a value that may hold values, its bytes in and out.
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
  using Map = std::vector<std::pair<std::string, Llsd>>;  // in the file's order

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

  // The value at a key of a map; of equal keys the first, as in the viewer. Null if this is no map or has no
  // such key.
  const Llsd* find(std::string_view key) const;

  // A number as the viewer would take it: of an integer, a real, a truth, or a text that is a number. Nothing
  // else is a number here.
  std::optional<double> number() const;

  // "a string", "an array", for messages.
  const char* kind() const;
};

inline constexpr std::size_t kMaxLlsdDepth = 96;  // the viewer's limit
// No mesh asset or animation comes near it; what a value costs in memory stays in proportion.
inline constexpr std::size_t kMaxLlsdValues = 200'000;

struct LlsdRead {
  Llsd value;
  std::size_t size = 0;  // bytes that it took; others may follow
};

// Reads the value that stands at the beginning of the bytes. Fails (cannot_read), naming the byte, on: an
// unknown tag, sizes and counts beyond the bytes that are left, deeper nesting and more values than the
// limits.
Result<LlsdRead> read_llsd(std::span<const std::byte> bytes, const std::string& source);

// The viewer's bytes: map keys sorted, no text header.
Bytes write_llsd(const Llsd& value);

}  // namespace mannequin::io
