// Numbers out of a glTF's accessors: bounds, strides, types, sparse parts and normalisation all looked after.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/gltf/document.h"

namespace mannequin::io {

// What an accessor has to be to serve a purpose; component types as sums of these.
namespace component {
inline constexpr unsigned kI8 = 1, kU8 = 2, kI16 = 4, kU16 = 8, kU32 = 16, kFloat = 32;
}

struct AccessorUse {
  int type = 0;             // TINYGLTF_TYPE_VEC3, ...
  unsigned plain = 0;       // allowed as they stand
  unsigned normalized = 0;  // allowed as fractions
};

struct AccessorData {
  std::size_t count = 0;
  std::size_t width = 0;       // numbers per element
  std::vector<double> values;  // count x width; float32 and integers come over exactly

  const double* operator[](std::size_t element) const { return values.data() + element * width; }
};

// Number of elements, after the same checks; reads none of them.
Result<std::size_t> accessor_count(const GltfDocument& document, int accessor, const std::string& where);

// `where` names what uses the accessor. Fails (bad_data) if it does not exist, is not what `use` allows,
// reaches beyond its view or buffer, or holds a number that is not finite and `finite` asks for it.
Result<AccessorData> read_accessor(const GltfDocument& document, int accessor, const AccessorUse& use,
                                   const std::string& where, bool finite = true);

}  // namespace mannequin::io
