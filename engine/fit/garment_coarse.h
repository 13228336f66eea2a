// A garment of many vertices as one of few that is mended in its place: every step of mending poses the whole
// garment in hundreds of cases, and what is changed fades over centimetres anyway.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/fit/garment_places.h"
#include "engine/mesh/skin.h"

namespace mannequin {

struct CoarseGarment {
  std::vector<BoundMeshDesc> meshes;  // of each mesh some vertices, as they are; without morphs
  std::vector<std::uint32_t> kept;    // per vertex of these, numbered over all: its place in the fine garment
  // Per place of the fine garment: those that were kept around it, and its share of each; these add up to 1.
  std::vector<std::array<std::uint32_t, 3>> around;
  std::vector<Vec3> share;
};

// Keeps places over the body's vertices, since it is at these that a garment is measured, and between them
// evenly by their distance along the cloth, so that the walls of a fold and the sides of a lining stay apart;
// about `most` in all. Symmetric if the garment is. All those are kept that are sewn to the body, or where
// meshes meet, and of each connected part at least some. None where that leaves hardly fewer, or nothing of a
// mesh. `garment`: the meshes that the places are of; `body`: bind space, metres.
std::optional<CoarseGarment> make_coarse(std::span<const BoundMeshDesc> garment, const GarmentPlaces& places,
                                         std::span<const Vec3> body, std::size_t most);

}  // namespace mannequin
