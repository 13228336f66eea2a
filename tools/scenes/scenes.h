// Named shapes and poses: what tests, benchmarks, `verify` and the window show alike.
#pragma once

#include <string>
#include <vector>

#include "engine/appearance/random_shape.h"
#include "engine/fit/standard_poses.h"

namespace mannequin::scenes {

struct NamedShape {
  std::string name;
  SliderValues sliders;  // parameters not named take their default
};

// Default female and male, strongly different bodies, both ends of every slider, and seeded random shapes.
std::vector<NamedShape> shapes(const Appearance& appearance);

using mannequin::random_shape;

using NamedPose = SweepPose;

// The standard ones.
std::vector<NamedPose> poses(const Skeleton& skeleton);

}  // namespace mannequin::scenes
