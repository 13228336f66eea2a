#include "engine/io/collada/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
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

// About the number of words of an element's text, from the beginning of each piece: the numbers of a list are
// much alike.
std::size_t estimate_words(pugi::xml_node element) {
  constexpr std::size_t kSample = 16384;
  std::size_t words = 0;
  for (const pugi::xml_node piece : element.children()) {
    if (piece.type() != pugi::node_pcdata && piece.type() != pugi::node_cdata) continue;
    const std::string_view text = piece.value();
    const std::string_view sample = text.substr(0, kSample);
    std::size_t begins = sample.empty() || ends_word(sample.front()) ? 0 : 1;
    for (std::size_t at = 1; at < sample.size(); ++at)
      begins += ends_word(sample[at - 1]) && !ends_word(sample[at]);
    words += sample.size() == text.size() ? begins : begins * (text.size() / kSample + 1);
  }
  return words;
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

// The digits at `at`, at most eight, all at once. Reads eight bytes.
[[gnu::always_inline]] inline std::uint32_t take_digits(const char*& at) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t kEach = 0x0101010101010101ull;
  std::uint64_t eight;
  std::memcpy(&eight, at, sizeof eight);
  eight ^= kEach * '0';  // 0 to 9 where it is a digit
  const std::uint64_t others = ((eight + kEach * (0x80 - 10)) | eight) & kEach * 0x80;
  const int count = others == 0 ? 8 : std::countr_zero(others) / 8;
  if (count == 0) return 0;
  at += count;
  // The first digit is in the lowest byte: zeros before it, then pairs, pairs of pairs, and both fours.
  eight <<= 64 - 8 * count;
  eight = (eight * 10 + (eight >> 8)) & 0x00FF00FF00FF00FFull;
  eight = (eight * 100 + (eight >> 16)) & 0x0000FFFF0000FFFFull;
  return static_cast<std::uint32_t>(eight * 10000 + (eight >> 32));
}

// The usual notations of a real, at most 15 digits and a small power of ten: digits and power are exact in
// double, so that one multiplication or division rounds as it should. Returns where the word ends, or null
// for any other word. Source: Clinger, How to read floating point numbers accurately, 1990.
const char* parse_plain_real(const char* at, double& value) {
  constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr std::uint64_t kShifts[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  constexpr std::ptrdiff_t kMostDigits = 15, kMostPower = 22;
  const bool negative = *at == '-';
  if (negative) ++at;
  const char* first = at;
  std::uint64_t digits = take_digits(at);
  std::ptrdiff_t count = at - first, power = 0;
  if (*at == '.') {
    first = ++at;
    // Floats have up to nine digits, most of them here.
    for (int pass = 0; pass < 2; ++pass) {
      const char* const begin = at;
      const std::uint64_t more = take_digits(at);
      digits = digits * kShifts[at - begin] + more;
    }
    power = first - at;
    count -= power;
  }
  if (count == 0 || count > kMostDigits) return nullptr;
  if (*at == 'e' || *at == 'E') {
    ++at;
    const bool down = *at == '-';
    if (down || *at == '+') ++at;
    first = at;
    const auto shift = static_cast<std::ptrdiff_t>(take_digits(at));
    if (at == first) return nullptr;
    power += down ? -shift : shift;
  }
  if (!ends_word(*at) || power > kMostPower || power < -kMostPower) return nullptr;
  value = static_cast<double>(digits);
  value = power < 0 ? value / kPowers[-power] : value * kPowers[power];
  if (negative) value = -value;
  return at;
}

// Parses the number at `at`; `last`: where its word ends.
template <typename T>
Parsed parse_word(const char* at, const char*& last, T& value) {
  if constexpr (std::is_same_v<T, std::int32_t>) {
    // Most lists are of these.
    const char* end = at;
    const std::uint32_t digits = take_digits(end);
    if (end != at && ends_word(*end)) {
      value = static_cast<std::int32_t>(digits);
      last = end;
      return Parsed::good;
    }
  } else {
    double plain = 0.0;
    if (const char* const end = parse_plain_real(at, plain);
        end != nullptr && std::abs(plain) <= static_cast<double>(std::numeric_limits<T>::max())) {
      value = static_cast<T>(plain);
      last = end;
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
  // A growing list takes two or three times its content.
  values.reserve(std::min(limit, estimate_words(element)));
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
