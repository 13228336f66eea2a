// Reads numbers from glTF accessors: checks bounds, strides and types, applies sparse parts, normalises.
#pragma once

#include <cstdint>
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

struct AccessorData {
  std::size_t count = 0;
  std::size_t width = 0;       // numbers per element
  std::vector<double> values;  // count x width; float32 and integers are exact

  const double* operator[](std::size_t element) const { return values.data() + element * width; }
};

// Number of elements, after the same checks; reads none of them.
Result<std::size_t> accessor_count(const GltfDocument& document, int accessor, const std::string& where);

// `where` names the user of the accessor. Fails (bad_data) if it does not exist, is not what `use` allows,
// reaches beyond its view or buffer, or contains a non-finite number although `finite` is set.
Result<AccessorData> read_accessor(const GltfDocument& document, int accessor, const AccessorUse& use,
                                   const std::string& where, bool finite = true);

}  // namespace mannequin::io
