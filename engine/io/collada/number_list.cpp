#include "engine/io/collada/number_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "engine/io/collada/words.h"

namespace mannequin::io::collada {
namespace {

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

constexpr std::uint64_t kEachByte = 0x0101010101010101ull;

// Eight characters, as 0 to 9 where they are digits. The first is in the lowest byte.
[[gnu::always_inline]] inline std::uint64_t load_digits(const char* at) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t eight;
  std::memcpy(&eight, at, sizeof eight);
  return eight ^ (kEachByte * '0');
}

// The high bits of the bytes that are above 9.
[[gnu::always_inline]] inline std::uint64_t others_than_digits(std::uint64_t eight) {
  return ((eight + kEachByte * (0x80 - 10)) | eight) & kEachByte * 0x80;
}

// The first `count` of them, of 0 to 8, at the end; zeros before.
[[gnu::always_inline]] inline std::uint64_t only(std::uint64_t eight, std::ptrdiff_t count) {
  return eight << (32 - 4 * count) << (32 - 4 * count);  // in two steps, since none must remain of none
}

// The number that eight digits make: first pairs, then pairs of pairs, and both fours.
[[gnu::always_inline]] inline std::uint32_t number_of(std::uint64_t eight) {
  eight = (eight * 10 + (eight >> 8)) & 0x00FF00FF00FF00FFull;
  eight = (eight * 100 + (eight >> 16)) & 0x0000FFFF0000FFFFull;
  return static_cast<std::uint32_t>(eight * 10000 + (eight >> 32));
}

// The digits at `at`, at most eight, all at once. Reads eight bytes.
[[gnu::always_inline]] inline std::uint32_t take_digits(const char*& at) {
  const std::uint64_t eight = load_digits(at), others = others_than_digits(eight);
  const int count = others == 0 ? 8 : std::countr_zero(others) / 8;
  at += count;
  return number_of(only(eight, count));
}

// A word of one to eight digits; false for any other. Reads eight bytes.
[[gnu::always_inline]] inline bool parse_digits(const char* first, const char* last, std::uint32_t& value) {
  const std::ptrdiff_t count = last - first;
  if (count > 8) return false;
  const std::uint64_t eight = only(load_digits(first), count);
  value = number_of(eight);
  return others_than_digits(eight) == 0;
}

// Up to here, powers of ten are exact in double.
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr std::uint64_t kShifts[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
constexpr std::ptrdiff_t kMostDigits = 15, kMostPower = 22;

// Half of all coordinates are below 0: a branch would be guessed wrong half the time.
[[gnu::always_inline]] inline double with_sign(double value, bool negative) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | std::uint64_t{negative} << 63);
}

// What most numbers of a mesh are, one digit and decimals; false for any other word. Reads sixteen bytes
// beyond the point, so that nothing depends on how many there are.
[[gnu::always_inline]] inline bool parse_decimals(const char* at, const char* last, double& value) {
  const bool negative = *at == '-';
  at += negative;
  const std::ptrdiff_t count = last - at - 2;
  if (at[1] != '.' || count < 1 || count >= kMostDigits) return false;
  const std::ptrdiff_t front = std::min<std::ptrdiff_t>(count, 8), back = count - front;
  const std::uint64_t whole = static_cast<unsigned char>(*at ^ '0');
  const std::uint64_t first = only(load_digits(at + 2), front), second = only(load_digits(at + 10), back);
  if (whole > 9 || (others_than_digits(first) | others_than_digits(second)) != 0) return false;
  const std::uint64_t digits =
      (whole * kShifts[front] + number_of(first)) * kShifts[back] + number_of(second);
  value = with_sign(static_cast<double>(digits) / kPowers[count], negative);
  return true;
}

// The usual notations of a real, at most 15 digits and a small power of ten: digits and power are exact in
// double, so that one multiplication or division rounds as it should. False for any other word. Source:
// Clinger, How to read floating point numbers accurately, 1990.
bool parse_plain_real(const char* at, const char* last, double& value) {
  const bool negative = *at == '-';
  at += negative;
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
  if (count == 0 || count > kMostDigits) return false;
  if (*at == 'e' || *at == 'E') {
    ++at;
    const bool down = *at == '-';
    if (down || *at == '+') ++at;
    first = at;
    const auto shift = static_cast<std::ptrdiff_t>(take_digits(at));
    if (at == first) return false;
    power += down ? -shift : shift;
  }
  if (at != last || power > kMostPower || power < -kMostPower) return false;
  value = static_cast<double>(digits);
  value = power < 0 ? value / kPowers[-power] : value * kPowers[power];
  value = with_sign(value, negative);
  return true;
}

template <typename T>
[[gnu::always_inline]] inline Parsed parse_word(const char* first, const char* last, T& value) {
  if constexpr (std::is_same_v<T, std::int32_t>) {
    // Most lists are of these.
    std::uint32_t digits = 0;
    if (parse_digits(first, last, digits)) {
      value = static_cast<std::int32_t>(digits);
      return Parsed::good;
    }
  } else {
    double plain = 0.0;
    if ((parse_decimals(first, last, plain) || parse_plain_real(first, last, plain)) &&
        std::abs(plain) <= static_cast<double>(std::numeric_limits<T>::max())) {
      value = static_cast<T>(plain);
      return Parsed::good;
    }
  }
  return parse_number(first, last, value);
}

// A word that is not the number that it should be.
struct Fault {
  std::string_view word;
  Parsed why = Parsed::good;
  std::size_t entry = 0;  // of the text
};

// As many of the numbers of `text` as `values` takes, which has not more than `text`.
template <typename T>
std::optional<Fault> parse_words(std::string_view text, std::span<T> values) {
  std::optional<Fault> fault;
  std::size_t entry = 0;
  if (values.empty()) return fault;
  each_word(text, [&](const char* first, const char* last) {
    const Parsed parsed = parse_word(first, last, values[entry]);
    if (parsed == Parsed::good) return ++entry < values.size();
    fault = {{first, static_cast<std::size_t>(last - first)}, parsed, entry};
    return false;
  });
  return fault;
}

// Parts of about kPart bytes, cut between words.
std::vector<std::string_view> parts_of(std::string_view text) {
  constexpr std::size_t kPart = 1 << 17;
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t end = std::min(kPart, text.size());
    while (end < text.size() && !is_space(text[end])) ++end;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

// Adds the numbers of a long text, its parts in threads.
template <typename T>
std::optional<Fault> append_in_threads(const Parallel& threads, std::string_view text, std::size_t limit,
                                       ScratchVector<T>& values) {
  const std::vector<std::string_view> parts = parts_of(text);
  std::vector<std::size_t> begin(parts.size() + 1, values.size());
  threads.for_each(parts.size(), [&](std::size_t i) { begin[i + 1] = count_words(parts[i]); });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  for (std::size_t& each : begin) each = std::min(each, limit);
  values.resize(begin.back());
  std::vector<std::optional<Fault>> faults(parts.size());
  threads.for_each(parts.size(), [&](std::size_t i) {
    faults[i] = parse_words(parts[i], std::span(values).subspan(begin[i], begin[i + 1] - begin[i]));
    if (faults[i]) faults[i]->entry += begin[i];
  });
  const auto first = std::ranges::find_if(faults, [](const auto& fault) { return fault.has_value(); });
  return first == faults.end() ? std::nullopt : *first;
}

// Adds the numbers of a text until there are `limit`.
template <typename T>
std::optional<Fault> append(const Parallel& threads, std::string_view text, std::size_t limit,
                            ScratchVector<T>& values) {
  constexpr std::size_t kLong = 1 << 18;
  if (text.size() >= kLong && threads.threads() > 1) return append_in_threads(threads, text, limit, values);
  const std::size_t begin = values.size();
  values.resize(std::min(limit, begin + count_words(text)));
  std::optional<Fault> fault = parse_words(text, std::span(values).subspan(begin));
  if (fault) fault->entry += begin;
  return fault;
}

// Reads at most `limit` numbers.
template <typename T>
Result<ScratchVector<T>> read_list(const Document& document, pugi::xml_node element,
                                   std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  ScratchVector<T> values;
  // Comments may split the text into several nodes.
  for (const pugi::xml_node piece : element.children()) {
    const auto fault = append(document.threads(), document.text_of(piece), limit, values);
    if (!fault) continue;
    const char* reason = fault->why == Parsed::no_number    ? "is not a number"
                         : fault->why == Parsed::not_finite ? "is not a finite number"
                                                            : "is larger than any index";
    return fail(ErrorCode::bad_data, document.place(fault->word.data()),
                fmt::format("'{}' in <{}> {} (entry {}); repair the model there and export it again",
                            shortened(fault->word, 40), element.name(), reason, fault->entry));
  }
  return values;
}

}  // namespace

Result<ScratchVector<float>> read_floats(const Document& document, pugi::xml_node element) {
  return read_list<float>(document, element);
}

Result<ScratchVector<double>> read_doubles(const Document& document, pugi::xml_node element) {
  return read_list<double>(document, element);
}

Result<ScratchVector<std::int32_t>> read_integers(const Document& document, pugi::xml_node element) {
  return read_list<std::int32_t>(document, element);
}

std::vector<std::string> read_names(const Document& document, pugi::xml_node element, std::size_t limit) {
  std::vector<std::string> names;
  for (const pugi::xml_node piece : element.children())
    each_word(document.text_of(piece), [&](const char* first, const char* last) {
      if (names.size() < limit) names.emplace_back(first, last);
      return names.size() < limit;
    });
  return names;
}

Result<ScratchVector<double>> read_exactly(const Document& document, pugi::xml_node element,
                                           std::size_t count) {
  auto values = read_list<double>(document, element, count + 1);
  if (values && values->size() != count)
    return document.bad(
        element, fmt::format("<{}> has {} numbers instead of {}; export the model again", element.name(),
                             values->size() > count ? "more" : std::to_string(values->size()), count));
  return values;
}

}  // namespace mannequin::io::collada
