// Places on the surfaces of the fit lab in words: what `mannequin fit` and the window do alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/fit/garment_sweep.h"

namespace mannequin::document {

// A vertex of a surface of several meshes: which mesh, and its index there.
struct FitPlace {
  std::size_t mesh = 0;  // index into FitSurface::meshes
  std::uint32_t vertex = 0;
};
FitPlace fit_place(const FitSurface& surface, std::uint32_t vertex);

// "left armpit"; see body_region.
std::string fit_region(const FitSurface& body, std::uint32_t vertex, const Skeleton& skeleton);

// Every pose that is swept if a plan or a person names none: the named ones.
std::vector<SweepPose> default_sweep_poses(const Skeleton& skeleton);

}  // namespace mannequin::document
