// What tests of mending a garment mend: the built-in top and its like over the built-in body, on a few
// shapes.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fit/garment_mend.h"
#include "tests/fit/builtin.h"

namespace mannequin {

// A built-in mesh bound to the skeleton.
BoundMeshDesc settled_builtin(std::string_view name);
Result<WornGarment> build_strict(std::span<const BoundMeshDesc> meshes);

// The body with all that mending needs of it.
struct MendBody {
  BoundMeshDesc desc = settled_builtin("mannequin");
  WornGarment worn = build_strict({&desc, 1}).value();
  FitSurface surface = worn.surface();
  std::vector<WeightSource> sources;
  std::map<std::string, JointBind> binds = joint_binds(desc.skin);

  MendBody();
};

// Moves weights of volumes to their bones: like a garment that was never fitted.
void bones_only(BoundMeshDesc& bound);
void smooth_twelve_times(BoundMeshDesc& bound);

// Every triangle divided into four so many times, with the four largest weights of its corners.
BoundMeshDesc subdivided(BoundMeshDesc bound, int times);
// Two squares of `size` metres with this many rows of vertices, one `gap` metres before the other, half a
// metre before the avatar.
BoundMeshDesc two_sheets(std::uint32_t rows, float size, float gap);

std::vector<MendCase> random_mend_cases(std::uint32_t count, std::uint32_t seed);
// In random shapes, and poses unlike any with another seed.
std::vector<MendCase> posed_mend_cases(std::uint32_t count, std::uint32_t seed);

}  // namespace mannequin
