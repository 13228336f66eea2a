#include "engine/io/collada/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace mannequin::io::collada {

Mat4 matrix_from_rows(const double* rows) {
  Mat4 m;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) m[column][row] = rows[row * 4 + column];
  return m;
}

std::optional<std::size_t> attribute_number(pugi::xml_node node, const char* attribute) {
  const char* text = node.attribute(attribute).value();
  while (is_space(*text)) ++text;
  std::size_t value = 0;
  const char* last = text + std::strlen(text);
  while (last > text && is_space(last[-1])) --last;
  const auto [end, error] = std::from_chars(text, last, value);
  if (error != std::errc() || end != last) return std::nullopt;
  return value;
}

Result<const RealSource*> Sources::real(pugi::xml_node input, std::size_t width, const std::string& mesh) {
  const auto source = document_.resolve(input, "source", {"source"});
  if (!source) return error_of(source);
  const void* key = source->internal_object();
  if (const auto known = read_.find(key); known != read_.end()) {
    if (known->second.stride < width)
      return document_.bad(input, fmt::format("<source> '{}' has {} numbers per element instead of {}",
                                              source->attribute("id").value(), known->second.stride, width));
    return &known->second;
  }
  auto read = this->read(*source, width, mesh);
  if (!read) return error_of(read);
  return &read_.emplace(key, std::move(*read)).first->second;
}

Result<RealSource> Sources::read(pugi::xml_node source, std::size_t width, const std::string& mesh) {
  const char* id = source.attribute("id").value();
  const auto accessor = source.child("technique_common").child("accessor");
  pugi::xml_node array = source.child("float_array");
  if (accessor.attribute("source")) {
    const auto named = document_.resolve(accessor, "source", {"float_array"});
    if (named) array = *named;
  }
  if (!array)
    return document_.bad(source,
                         fmt::format("<source> '{}' has no <float_array>; export the model again", id));
  auto values = read_floats(document_, array);
  if (!values) return error_of(values);

  RealSource real;
  real.node = source;
  real.values = std::move(*values);
  real.offset = attribute_number(accessor, "offset").value_or(0);
  real.stride = attribute_number(accessor, "stride").value_or(accessor.attribute("stride") ? 0 : width);
  if (real.stride < width)
    return document_.bad(source, fmt::format("the accessor of <source> '{}' has stride '{}' instead of {}; "
                                             "export the model again",
                                             id, accessor.attribute("stride").value(), width));
  const std::size_t size = real.values.size();
  if (real.offset < size && size - real.offset >= width)
    real.count = (size - real.offset - width) / real.stride + 1;

  const auto claimed = attribute_number(array, "count");
  if (claimed && *claimed != size)
    noticed_.add(Severity::warning, "array_count", array, mesh,
                 fmt::format("the array declares {} numbers, but has {}; these are used", *claimed, size));
  const auto elements = attribute_number(accessor, "count");
  if (elements && *elements != real.count)
    noticed_.add(Severity::warning, "accessor_count", accessor, mesh,
                 fmt::format("the accessor of '{}' declares {} elements, but there are {}; these are used",
                             id, *elements, real.count));
  return real;
}

}  // namespace mannequin::io::collada
