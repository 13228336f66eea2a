#include "engine/io/collada/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace mannequin::io::collada {
namespace {

// Calls take(at) at every word of the element's text until it returns null, else where the word ends.
// Comments may split the text into several nodes.
template <typename Take>
void each_word(pugi::xml_node element, Take take) {
  for (const pugi::xml_node piece : element.children()) {
    if (piece.type() != pugi::node_pcdata && piece.type() != pugi::node_cdata) continue;
    const char* at = piece.value();
    while (true) {
      while (is_space(*at)) ++at;
      if (*at == 0) break;
      at = take(at);
      if (at == nullptr) return;
    }
  }
}

bool ends_word(char c) { return c == 0 || is_space(c); }

const char* end_of_word(const char* at) {
  while (!ends_word(*at)) ++at;
  return at;
}

// Of words apart by characters up to the space. Eight characters at a time.
std::size_t count_words(pugi::xml_node element) {
  constexpr std::uint64_t kHigh = 0x8080808080808080ull, kOnes = kHigh >> 7;
  std::size_t count = 0;
  for (const pugi::xml_node piece : element.children()) {
    if (piece.type() != pugi::node_pcdata && piece.type() != pugi::node_cdata) continue;
    const std::string_view text = piece.value();
    std::uint64_t before = 0;  // whether the last character was part of a word, in the lowest bit
    for (std::size_t at = 0; at < text.size(); at += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, text.data() + at, std::min<std::size_t>(8, text.size() - at));
      const std::uint64_t inside = ((((eight & ~kHigh) + kOnes * (0x80 - 0x21)) | eight) & kHigh) >> 7;
      const std::uint64_t begins = inside & ~(inside << 8 | before);
      count += static_cast<std::size_t>(begins * kOnes >> 56);  // the sum of the bytes
      before = inside >> 56;
    }
  }
  return count;
}

enum class Parsed { good, no_number, not_finite, too_large };

Parsed parse_number(const char* first, const char* last, double& value) {
  if (*first == '+') ++first;
  const auto [end, error] = std::from_chars(first, last, value);
  if (end != last || first == last) return Parsed::no_number;
  if (error == std::errc::result_out_of_range) {
    // Too small to differ from 0, or too large for anything.
    const std::string_view word(first, static_cast<std::size_t>(last - first));
    const std::size_t exponent = word.find_first_of("eE");
    if (exponent == std::string_view::npos || exponent + 1 >= word.size() || word[exponent + 1] != '-')
      return Parsed::not_finite;
    value = 0.0;
    return Parsed::good;
  }
  if (error != std::errc()) return Parsed::no_number;
  return std::isfinite(value) ? Parsed::good : Parsed::not_finite;
}

Parsed parse_number(const char* first, const char* last, float& value) {
  double wide = 0.0;
  const Parsed parsed = parse_number(first, last, wide);
  // An overflowing cast of a finite double is undefined.
  if (parsed == Parsed::good && std::abs(wide) > std::numeric_limits<float>::max()) return Parsed::not_finite;
  value = static_cast<float>(wide);
  return parsed;
}

Parsed parse_number(const char* first, const char* last, std::int32_t& value) {
  if (*first == '+') ++first;
  const auto [end, error] = std::from_chars(first, last, value);
  if (error == std::errc::result_out_of_range) return Parsed::too_large;
  return error == std::errc() && end == last ? Parsed::good : Parsed::no_number;
}

// Parses the number at `at`; `last`: where its word ends.
template <typename T>
Parsed parse_word(const char* at, const char*& last, T& value) {
  if constexpr (std::is_same_v<T, std::int32_t>) {
    // Most lists are of these: up to nine digits.
    const char* digit = at;
    for (; digit < at + 9 && *digit >= '0' && *digit <= '9'; ++digit) value = value * 10 + (*digit - '0');
    if (digit != at && ends_word(*digit)) {
      last = digit;
      return Parsed::good;
    }
  }
  last = end_of_word(at);
  return parse_number(at, last, value);
}

// Reads at most `limit` numbers.
template <typename T>
Result<std::vector<T>> read_list(const Document& document, pugi::xml_node element,
                                 std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  std::vector<T> values;
  // Counts first: a growing list takes two or three times its content.
  values.reserve(std::min(limit, count_words(element)));
  Parsed parsed = Parsed::good;
  const char* place = nullptr;
  std::string word;
  each_word(element, [&](const char* at) -> const char* {
    T value{};
    const char* last = at;
    parsed = parse_word(at, last, value);
    if (parsed == Parsed::good) {
      values.push_back(value);
      return values.size() < limit ? last : nullptr;
    }
    place = at;
    word = shortened({at, static_cast<std::size_t>(last - at)}, 40);
    return nullptr;
  });
  if (parsed == Parsed::good) return values;
  const char* reason = parsed == Parsed::no_number    ? "is not a number"
                       : parsed == Parsed::not_finite ? "is not a finite number"
                                                      : "is larger than any index";
  return fail(ErrorCode::bad_data, document.place(place),
              fmt::format("'{}' in <{}> {} (entry {}); repair the model there and export it again", word,
                          element.name(), reason, values.size()));
}

}  // namespace

Result<std::vector<float>> read_floats(const Document& document, pugi::xml_node element) {
  return read_list<float>(document, element);
}

Result<std::vector<double>> read_doubles(const Document& document, pugi::xml_node element) {
  return read_list<double>(document, element);
}

Result<std::vector<std::int32_t>> read_integers(const Document& document, pugi::xml_node element) {
  return read_list<std::int32_t>(document, element);
}

std::vector<std::string> read_names(pugi::xml_node element, std::size_t limit) {
  std::vector<std::string> names;
  each_word(element, [&](const char* at) -> const char* {
    const char* const last = end_of_word(at);
    names.emplace_back(at, last);
    return names.size() < limit ? last : nullptr;
  });
  return names;
}

Result<std::vector<double>> read_exactly(const Document& document, pugi::xml_node element,
                                         std::size_t count) {
  auto values = read_list<double>(document, element, count + 1);
  if (values && values->size() != count)
    return document.bad(
        element, fmt::format("<{}> has {} numbers instead of {}; export the model again", element.name(),
                             values->size() > count ? "more" : std::to_string(values->size()), count));
  return values;
}

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
