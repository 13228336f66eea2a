// How much an avatar gets by its distance from the camera: which level of detail, and how often it is
// updated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mannequin::example {

inline constexpr std::size_t kLevels = 3;
inline constexpr std::size_t kNoLevel = kLevels;  // not skinned

struct Ring {
  double from;          // metres
  std::size_t level;    // of the garments; 0: the finest
  std::uint32_t every;  // frames between two updates
};

// The last one has those out of view at any distance. They still move now and then, since their boxes tell
// when they come back into view.
inline constexpr std::array<Ring, 4> kRings{{{0.0, 0, 1}, {8.0, 1, 2}, {20.0, 2, 4}, {0.0, kNoLevel, 8}}};
inline constexpr std::size_t kHidden = kRings.size() - 1;

// The turns of all rings, ring by ring: in the frames of its turn an avatar is updated.
constexpr std::size_t first_turn(std::size_t ring) {
  std::size_t before = 0;
  for (std::size_t r = 0; r < ring; ++r) before += kRings[r].every;
  return before;
}
inline constexpr std::size_t kTurns = first_turn(kRings.size());

// For an avatar in view. It leaves a ring a little further out or in than it enters it, so that one standing
// on the border does not change with every step.
inline std::size_t ring_at(double metres, std::size_t current) {
  constexpr double kSlack = 0.05;
  std::size_t ring = 0;
  for (std::size_t r = 1; r < kHidden; ++r)
    if (metres > kRings[r].from * (current < r ? 1.0 + kSlack : 1.0 - kSlack)) ring = r;
  return ring;
}

}  // namespace mannequin::example
