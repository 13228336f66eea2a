// A small generator of our own (splitmix64), so that a seed means the same on every machine.
#pragma once

#include <cstdint>

namespace mannequin {

// The same numbers from the same seed on every machine.
class SeededRandom {
 public:
  // Any seed, 0 included.
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}

  // Even in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

}  // namespace mannequin
