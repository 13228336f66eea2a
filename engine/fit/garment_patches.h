// Patches of a garment: round regions some centimetres wide that overlap, each of which gets one remedy.
// Those of neighbouring patches fade into each other.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/fit/garment_places.h"

namespace mannequin {

struct PatchShare {
  std::uint32_t patch = 0;
  double share = 0.0;
};

struct GarmentPatches {
  std::vector<std::vector<PatchShare>> of_place;  // every place has some; they add up to 1
  std::vector<std::vector<PatchShare>> of_body;   // the same per body vertex; none where no patch is near
  std::vector<std::vector<std::uint32_t>> neighbours;
  std::vector<std::uint32_t> mirror;  // the patch on the other side, or itself

  std::size_t count() const { return neighbours.size(); }
};

// By distance in space, not along the cloth, so that both walls of a fold get the same remedy. Symmetric on a
// symmetric garment. `body`: bind space, metres.
GarmentPatches make_patches(const GarmentPlaces& places, std::span<const Vec3> body);

// Of the `wanted` patches those that have part of a body vertex or of the cloth that it is nearest to: those
// with most, else the others, else the nearest around them. None if there is none within 15 cm or so.
std::vector<std::uint32_t> patches_about(const GarmentPatches& patches, std::uint32_t body,
                                         const std::array<std::uint32_t, 3>& cloth,
                                         const std::vector<bool>& wanted);

}  // namespace mannequin
