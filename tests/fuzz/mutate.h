// Mutates a file's structure instead of its bytes, for formats whose readers reject most changed bytes
// immediately: what mutate_json, mutate_xml, mutate_llsd, mutate_anim, mutate_png and mutate_jpeg share. A
// target includes the header of one of these.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace mannequin::fuzz {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  // Below `count`, which is above 0.
  std::size_t below(std::size_t count) { return engine_() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }

  double number() {
    static constexpr std::array kNumbers = {0.0,     1.0,   -1.0, 0.5,  2.0,    3.0,          255.0, 65535.0,
                                            65536.0, 1e-30, 1e10, 1e30, 3.4e38, 2147483647.0, 1e308, -0.0};
    return one_in(4) ? static_cast<double>(static_cast<std::int32_t>(engine_())) / 1000.0
                     : kNumbers[below(kNumbers.size())];
  }
  std::int32_t integer() {
    static constexpr std::array<std::int32_t, 10> kIntegers = {0, 1,   -1,    2,     3,
                                                               7, 255, 65535, 65536, 2147483647};
    return one_in(3) ? static_cast<std::int32_t>(engine_()) : kIntegers[below(kIntegers.size())];
  }

 private:
  std::minstd_rand engine_;
};

// The fuzzer's own change of bytes.
inline std::size_t mutate_bytes(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  return LLVMFuzzerMutate(data, size, max_size);
}

inline std::string mutated_text(const std::string& text) {
  std::string longer = text;
  longer.resize(text.size() + 16);
  longer.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(longer.data()), text.size(), longer.size()));
  return longer;
}

// Swaps, repeats (up to `most` items) or drops items[at]. False mostly, and nothing done: a changed item in a
// whole that keeps its order gets further into a reader.
template <typename T>
bool change_order(std::vector<T>& items, std::size_t at, std::size_t most, Random& random) {
  const std::size_t other = random.below(items.size());
  switch (random.below(12)) {
    case 0:
      std::swap(items[at], items[other]);
      return true;
    case 1:
      if (items.size() < most) items.insert(items.begin() + static_cast<std::ptrdiff_t>(other), T(items[at]));
      return true;
    case 2:
      if (items.size() > 1) items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
      return true;
    default:
      return false;
  }
}

// The size of `bytes` at `data`, or 0 if they do not fit.
inline std::size_t put_bytes(std::span<const std::byte> bytes, std::uint8_t* data, std::size_t max_size) {
  if (bytes.empty() || bytes.size() > max_size) return 0;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}

}  // namespace mannequin::fuzz
