// What avatars wear: a mesh in several levels of detail that share one rig, as a mesh asset has them.
#pragma once

#include <mannequin/mannequin.h>

#include <array>
#include <memory>
#include <vector>

#include "examples/crowd/rings.h"

namespace mannequin::example {

struct GarmentLevel {
  Mesh mesh;
  Skin skin;  // the same joints in the same order at every level
};

struct Garment {
  std::array<GarmentLevel, kLevels> levels;  // the finest first
  std::shared_ptr<const WornRig> rig;
  RiggedExtents extents;  // of the finest level
};

// As many garments as asked for, made up: 2,000 to 8,000 vertices, a quarter and a sixteenth of them at the
// lower levels, 20 to 110 joints.
Result<std::vector<Garment>> make_wardrobe(const Skeleton& skeleton, std::size_t count);

}  // namespace mannequin::example
