// Numbers of attributes, and sources with their accessors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/io/collada/document.h"
#include "engine/io/collada/number_list.h"
#include "engine/math/types.h"

namespace mannequin::io::collada {

// 16 numbers of a file, row-major for column vectors, as our matrix.
Mat4 matrix_from_rows(const double* rows);

// A <source> of reals: element i starts at values[offset + i * stride].
struct RealSource {
  pugi::xml_node node;
  ScratchVector<float> values;
  std::size_t offset = 0, stride = 1;
  std::size_t count = 0;  // actual elements, whatever the attributes claim

  const float* at(std::size_t index) const { return values.data() + offset + index * stride; }
};

// Reads each source once, however many primitives share it.
class Sources {
 public:
  Sources(const Document& document, NoteCollector& noticed) : document_(document), noticed_(noticed) {}

  // The source that `input` refers to; fails if elements have fewer than `width` numbers.
  Result<const RealSource*> real(pugi::xml_node input, std::size_t width, const std::string& mesh);

 private:
  Result<RealSource> read(pugi::xml_node source, std::size_t width, const std::string& mesh);

  const Document& document_;
  NoteCollector& noticed_;
  std::unordered_map<const void*, RealSource> read_;
};

// The largest offset of an <input> in a tuple of indices.
constexpr std::size_t kMaxOffset = 64;

// Unsigned attribute; nullopt if it is missing or not a number.
std::optional<std::size_t> attribute_number(pugi::xml_node node, const char* attribute);

}  // namespace mannequin::io::collada
