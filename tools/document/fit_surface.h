// Describes places on the fit lab's surfaces: shared by `mannequin fit` and the window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/fit/garment_sweep.h"

namespace mannequin::document {

// A vertex of a surface made of several meshes: which mesh, and its index there.
struct FitPlace {
  std::size_t mesh = 0;  // index into FitSurface::meshes
  std::uint32_t vertex = 0;
};
FitPlace fit_place(const FitSurface& surface, std::uint32_t vertex);

// "left armpit"; see body_region.
std::string fit_region(const FitSurface& body, std::uint32_t vertex, const Skeleton& skeleton);

// The poses to sweep if neither a plan nor the user names any: the named ones.
std::vector<SweepPose> default_sweep_poses(const Skeleton& skeleton);

}  // namespace mannequin::document
