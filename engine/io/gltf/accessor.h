// Reads numbers from glTF accessors: checks bounds, strides and types, applies sparse parts, normalises.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/gltf/document.h"

namespace mannequin::io {

// The requirements on an accessor for a purpose; component types as sums of these.
namespace component {
inline constexpr unsigned kI8 = 1, kU8 = 2, kI16 = 4, kU16 = 8, kU32 = 16, kFloat = 32;
}

struct AccessorUse {
  GltfShape shape = GltfShape::scalar;
  unsigned plain = 0;       // allowed unnormalised
  unsigned normalized = 0;  // allowed as fractions
};

// Refers to the document's buffers: byte components would take eight times their size as doubles.
class AccessorData {
 public:
  // The numbers of one element; float32 and integers are exact.
  using Element = std::array<double, 16>;

  std::size_t count = 0;
  std::size_t width = 0;  // numbers per element

  Element operator[](std::size_t element) const {
    Element numbers;
    for (std::size_t i = 0; i < width; ++i) numbers[i] = number(element, i);
    return numbers;
  }
  double number(std::size_t element, std::size_t i) const {
    if (!plain_floats_) return converted(element, i);
    float value;  // as nearly all vertices have
    std::memcpy(&value, first_ + element * stride_ + i * sizeof value, sizeof value);
    return static_cast<double>(value);
  }

 private:
  friend Result<AccessorData> read_accessor(const GltfDocument&, int, const AccessorUse&, const std::string&,
                                            bool);
  double converted(std::size_t element, std::size_t i) const;

  const std::byte* first_ = nullptr;  // null: all are 0
  std::size_t stride_ = 0, size_ = 0;
  int number_type_ = 0;
  bool normalized_ = false, plain_floats_ = false;
  std::vector<double> values_;  // of sparse ones: count x width
};

// Number of elements, after the same checks; reads none of them.
Result<std::size_t> accessor_count(const GltfDocument& document, int accessor, const std::string& where);

// `where` names the user of the accessor. Fails (bad_data) if it does not exist, is not what `use` allows,
// reaches beyond its view or buffer, or contains a non-finite number although `finite` is set. The document
// must outlive the result.
Result<AccessorData> read_accessor(const GltfDocument& document, int accessor, const AccessorUse& use,
                                   const std::string& where, bool finite = true);

}  // namespace mannequin::io
