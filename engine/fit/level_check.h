// Levels of detail: whether the meshes given for lower
// levels match the high one, and what an upload costs.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "engine/fit/finding.h"
#include "engine/mesh/skin.h"

namespace mannequin {

inline constexpr std::size_t kDetailLevels = 4;  // lowest, low, medium, high

// The meshes of one lower level, as read from their own file.
struct DetailLevel {
  std::string file;  // for messages: "dress_LOD2.dae"
  std::span<const BoundMeshDesc> meshes;
};

// The uploader's rules for lower levels, finest first: each mesh has a counterpart (by its name without
// "_LOD<n>", else by its index), with the same joints in the same order, no additional materials, and no more
// triangles than the level above. Empty levels are generated, so they are not checked.
Findings check_levels(std::span<const BoundMeshDesc> high, std::span<const DetailLevel> lower);

// The level's mesh for mesh number `place` of `count`, named `name`; null if there is none.
const BoundMeshDesc* level_counterpart(std::span<const BoundMeshDesc> level, const std::string& name,
                                       std::size_t place, std::size_t count);

// Triangles that remain when the uploader generates a level itself: a third per step down, with its default
// settings. `steps`: from the high level.
std::size_t generated_triangles(std::size_t high, std::size_t steps);

// Sizes of the four levels of one mesh, packed, lowest
// first; 0: missing, the next finer one is shown.
using LevelBytes = std::array<double, kDetailLevels>;

// The cost of a mesh rezzed on land, which the viewer calls download weight: each level counts by the area
// around the mesh in which it is shown. `radius`: half the diagonal of its box, metres. Worn meshes cost
// nothing. Source: wiki.secondlife.com/wiki/Mesh/Mesh_Streaming_Cost, looked up in November 2026.
double download_weight(LevelBytes bytes, double radius);

// The land impact of one object: the larger of its download weight and the simulator's 0.5 per mesh, rounded,
// at least 1. Physics, which may cost more, is chosen in the upload window.
int land_impact(double download, std::size_t meshes);

}  // namespace mannequin
