#include "engine/io/llsd.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <system_error>

namespace mannequin::io {
namespace {

// The minimum of a map entry: an empty quoted key and a value.
constexpr std::size_t kSmallestEntry = 3;

class BinaryReader {
 public:
  BinaryReader(std::span<const std::byte> bytes, const std::string& source)
      : bytes_(bytes), source_(source) {}

  std::size_t place() const { return at_; }

  Status read(Llsd& out, std::size_t depth) {
    if (depth > kMaxLlsdDepth)
      return bad(
          at_,
          fmt::format("values are nested more than {} deep; neither the viewer nor this program writes that",
                      kMaxLlsdDepth));
    if (++values_ > kMaxLlsdValues)
      return bad(at_, fmt::format("has more than {} values, far more than any mesh asset", kMaxLlsdValues));
    if (at_ == bytes_.size())
      return bad(at_, "ends where a value should begin; the file is truncated, fetch it again");
    const std::size_t begin = at_;
    const char tag = take_char();
    switch (tag) {
      case '!':
        out.value = std::monostate();
        return {};
      case '0':
      case '1':
        out.value = tag == '1';
        return {};
      case 'i':
        return read_unsigned(4).map([&](std::uint64_t bits) {
          out.value = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
        });
      case 'r':
        return read_unsigned(8).map([&](std::uint64_t bits) { out.value = std::bit_cast<double>(bits); });
      case 'd':
        return read_date(out);
      case 'u':
        return read_uuid(out);
      case 's':
        return read_text().map([&](std::string text) { out.value = std::move(text); });
      case 'l':
        return read_text().map([&](std::string text) { out.value = LlsdUri{std::move(text)}; });
      case 'b':
        return read_sized().map(
            [&](std::span<const std::byte> data) { out.value = Bytes(data.begin(), data.end()); });
      case '\'':
      case '"':
        return read_quoted(tag).map([&](std::string text) { out.value = std::move(text); });
      case '[':
        return read_array(out, begin, depth);
      case '{':
        return read_map(out, begin, depth);
      default:
        return bad(
            begin,
            fmt::format(
                "is not an LLSD value: it begins with byte 0x{:02x}; the file is damaged, fetch it again",
                static_cast<unsigned char>(tag)));
    }
  }

 private:
  tl::unexpected<Error> bad(std::size_t offset, std::string what) const {
    return fail(ErrorCode::cannot_read, fmt::format("{}, byte {}", source_, offset), std::move(what));
  }

  std::size_t left() const { return bytes_.size() - at_; }
  char take_char() { return static_cast<char>(bytes_[at_++]); }

  // Big-endian.
  Result<std::uint64_t> read_unsigned(std::size_t size) {
    if (left() < size) return bad(at_, "ends inside a number; the file is truncated, fetch it again");
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) bits = bits << 8 | static_cast<std::uint8_t>(bytes_[at_++]);
    return bits;
  }

  // The only little-endian number of the format.
  Status read_date(Llsd& out) {
    return read_unsigned(8).map([&](std::uint64_t bits) {
      std::uint64_t swapped = 0;
      for (int i = 0; i < 8; ++i) swapped |= (bits >> (8 * i) & 0xff) << (8 * (7 - i));
      out.value = LlsdDate{std::bit_cast<double>(swapped)};
    });
  }

  Status read_uuid(Llsd& out) {
    Uuid uuid;
    if (left() < uuid.bytes.size())
      return bad(at_, "ends inside an id; the file is truncated, fetch it again");
    for (std::uint8_t& byte : uuid.bytes) byte = static_cast<std::uint8_t>(bytes_[at_++]);
    out.value = uuid;
    return {};
  }

  // A count or size, limited by the remaining bytes at `smallest` bytes each.
  Result<std::size_t> read_count(std::size_t smallest) {
    const std::size_t begin = at_;
    const auto count = read_unsigned(4);
    if (!count) return error_of(count);
    if (*count > left() / smallest)
      return bad(
          begin,
          fmt::format("claims {} {}, but only {} bytes are left; the file is truncated or damaged, fetch "
                      "it again",
                      *count, smallest == 1 ? "bytes or items" : "entries", left()));
    return static_cast<std::size_t>(*count);
  }

  Result<std::span<const std::byte>> read_sized() {
    return read_count(1).map([&](std::size_t size) {
      const auto data = bytes_.subspan(at_, size);
      at_ += size;
      return data;
    });
  }

  Result<std::string> read_text() {
    return read_sized().map([](std::span<const std::byte> data) { return std::string(as_text(data)); });
  }

  Result<std::string> read_quoted(char quote) {
    const std::size_t begin = at_;
    std::string text;
    while (left() > 0) {
      const char c = take_char();
      if (c == quote) return text;
      if (c != '\\') {
        text.push_back(c);
        continue;
      }
      if (left() == 0) break;
      const char escaped = take_char();
      if (escaped != 'x') {
        text.push_back(unescaped(escaped));
        continue;
      }
      unsigned code = 0;
      if (left() < 2) break;
      const std::string_view digits = as_text(bytes_.subspan(at_, 2));
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + 2, code, 16);
      if (error != std::errc() || end != digits.data() + 2)
        return bad(at_, "has \\x without two hexadecimal digits in a string");
      at_ += 2;
      text.push_back(static_cast<char>(code));
    }
    return bad(begin, "has an unterminated string; the file is truncated, fetch it again");
  }

  static char unescaped(char c) {
    constexpr std::string_view kNames = "abfnrtv", kMeant = "\a\b\f\n\r\t\v";
    const std::size_t i = kNames.find(c);
    return i == std::string_view::npos ? c : kMeant[i];
  }

  Status expect(char end, std::size_t begin, const char* what) {
    if (left() > 0 && static_cast<char>(bytes_[at_]) == end) {
      ++at_;
      return {};
    }
    return bad(
        at_,
        fmt::format("should have '{}', the end of the {} that begins at byte {}; the file is damaged, fetch "
                    "it again",
                    end, what, begin));
  }

  Status read_array(Llsd& out, std::size_t begin, std::size_t depth) {
    const auto count = read_count(1);
    if (!count) return error_of(count);
    Llsd::Array items;
    for (std::size_t i = 0; i < *count; ++i)
      if (auto status = read(items.emplace_back(), depth + 1); !status) return status;
    out.value = std::move(items);
    return expect(']', begin, "array");
  }

  Result<std::string> read_key() {
    if (left() == 0) return bad(at_, "ends where a key should begin; the file is truncated, fetch it again");
    const std::size_t begin = at_;
    const char tag = take_char();
    if (tag == 'k') return read_text();
    if (tag == '\'' || tag == '"') return read_quoted(tag);
    return bad(begin,
               fmt::format("should have a key, but has byte 0x{:02x}; the file is damaged, fetch it again",
                           static_cast<unsigned char>(tag)));
  }

  Status read_map(Llsd& out, std::size_t begin, std::size_t depth) {
    const auto count = read_count(kSmallestEntry);
    if (!count) return error_of(count);
    Llsd::Map entries;
    for (std::size_t i = 0; i < *count; ++i) {
      auto key = read_key();
      if (!key) return error_of(key);
      auto& entry = entries.emplace_back(std::move(*key), Llsd());
      if (auto status = read(entry.second, depth + 1); !status) return status;
    }
    out.value = std::move(entries);
    return expect('}', begin, "map");
  }

  std::span<const std::byte> bytes_;
  const std::string& source_;
  std::size_t at_ = 0, values_ = 0;
};

class Writer {
 public:
  void write(const Llsd& value) {
    std::visit([&](const auto& held) { put(held); }, value.value);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  void put_char(char c) { bytes_.push_back(static_cast<std::byte>(c)); }
  void put_unsigned(std::uint64_t bits, std::size_t size) {
    for (std::size_t i = size; i-- > 0;) bytes_.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xff));
  }
  void put_sized(char tag, std::span<const std::byte> data) {
    put_char(tag);
    put_unsigned(data.size(), 4);
    bytes_.insert(bytes_.end(), data.begin(), data.end());
  }
  void put_sized(char tag, std::string_view text) { put_sized(tag, std::as_bytes(std::span(text))); }

  void put(std::monostate) { put_char('!'); }
  void put(bool truth) { put_char(truth ? '1' : '0'); }
  void put(std::int32_t number) {
    put_char('i');
    put_unsigned(static_cast<std::uint32_t>(number), 4);
  }
  void put(double number) {
    put_char('r');
    put_unsigned(std::bit_cast<std::uint64_t>(number), 8);
  }
  void put(const Uuid& uuid) {
    put_char('u');
    for (const std::uint8_t byte : uuid.bytes) bytes_.push_back(static_cast<std::byte>(byte));
  }
  void put(const LlsdDate& date) {
    put_char('d');
    const auto bits = std::bit_cast<std::uint64_t>(date.seconds);
    for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xff));
  }
  void put(const std::string& text) { put_sized('s', text); }
  void put(const LlsdUri& uri) { put_sized('l', uri.text); }
  void put(const Bytes& data) { put_sized('b', data); }
  void put(const Llsd::Array& items) {
    put_char('[');
    put_unsigned(items.size(), 4);
    for (const Llsd& item : items) write(item);
    put_char(']');
  }
  void put(const Llsd::Map& entries) {
    std::vector<const Llsd::Map::value_type*> sorted;
    for (const auto& entry : entries) sorted.push_back(&entry);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto* a, const auto* b) { return a->first < b->first; });
    put_char('{');
    put_unsigned(sorted.size(), 4);
    for (const auto* entry : sorted) {
      put_sized('k', entry->first);
      write(entry->second);
    }
    put_char('}');
  }

  Bytes bytes_;
};

std::optional<double> number_in(std::string_view text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

const Llsd* Llsd::find(std::string_view key) const {
  const Map* entries = as<Map>();
  if (entries == nullptr) return nullptr;
  const auto found =
      std::find_if(entries->begin(), entries->end(), [&](const auto& entry) { return entry.first == key; });
  return found == entries->end() ? nullptr : &found->second;
}

std::optional<double> Llsd::number() const {
  if (const auto* real = as<double>()) return *real;
  if (const auto* integer = as<std::int32_t>()) return *integer;
  if (const auto* truth = as<bool>()) return *truth ? 1.0 : 0.0;
  if (const auto* text = as<std::string>()) return number_in(*text);
  return std::nullopt;
}

const char* Llsd::kind() const {
  constexpr const char* kKinds[] = {"undefined",   "a truth value", "an integer", "a real",
                                    "an id",       "a date",        "a text",     "a link",
                                    "binary data", "an array",      "a map"};
  return kKinds[value.index()];
}

Result<LlsdRead> read_llsd(std::span<const std::byte> bytes, const std::string& source) {
  BinaryReader reader(bytes, source);
  LlsdRead out;
  if (auto status = reader.read(out.value, 1); !status) return error_of(std::move(status));
  out.size = reader.place();
  return out;
}

Bytes write_llsd(const Llsd& value) {
  Writer writer;
  writer.write(value);
  return writer.take();
}

}  // namespace mannequin::io
