// Weights by distance through the inside of a mesh, in a grid of voxels: for meshes that heat cannot handle.
#pragma once

#include <span>

#include "engine/bind/heat.h"

namespace mannequin {

// Every bone's distance to every vertex is measured through voxels that the surface passes through or
// encloses; steps outside cost three times their length, so that open surfaces and loose parts get weights
// too. A path longer than the straight line is lengthened once more by the same ratio. A vertex is weighted
// by the inverse sixth power of these distances (the power that comes closest to heat), for bones at most
// three times as far as the nearest; sums are 1. Needs no edges: any triangles do.
//
// Fails as heat_weights. Every vertex gets weight, except those that no bone may move (options.eye_bones).
// Method: Dionne and de Lasa 2013, "Geodesic Voxel Binding for Production Character Meshes".
Result<BoundWeights> voxel_weights(const Surface& surface, std::span<const BindBone> bones,
                                   const HeatOptions& options = {});

}  // namespace mannequin
