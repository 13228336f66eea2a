// Levels of detail of mesh assets.
#pragma once

#include <array>
#include <cstddef>

namespace mannequin::io {

// Levels of detail; the number is the index into MeshAsset::levels.
enum class Lod { lowest, low, medium, high };
inline constexpr std::size_t kLodCount = 4;
inline constexpr std::array kLods = {Lod::lowest, Lod::low, Lod::medium, Lod::high};

// "high_lod": the key of the level's block in an asset's header.
const char* lod_key(Lod lod);

// Counted from the finest, 0 is high; numbers beyond mean the lowest.
constexpr Lod lod_from_finest(std::size_t steps) {
  return steps < kLodCount ? kLods[kLodCount - 1 - steps] : Lod::lowest;
}

}  // namespace mannequin::io
