// What a sweep covers: shapes by sliders, at random and from files, and poses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/appearance/weights.h"
#include "engine/core/result.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// As in a plan's file. Lists missing from the file are empty.
struct SweepPlan {
  bool all_sliders = false;
  std::vector<int> sliders;  // ids, in order, unless all
  int steps = 2;             // evenly spaced per slider, from end to end; at least 2
  int pairs = 0;             // shapes with two sliders at one end each, drawn by the seed
  int random = 0;            // shapes with all sliders drawn by the seed; sexes in turn if both
  std::uint32_t seed = 0;
  std::vector<std::string> shapes, poses, clips;  // files, relative to the plan's folder
  int frames = 8;          // of each clip, evenly spaced from first to last; at least 2
  std::optional<Sex> sex;  // none: both
};

// The default plan: both ends of every slider, 100
// random shapes, both sexes. Poses are up to the caller.
SweepPlan default_sweep_plan();

// Plans with more shapes are rejected.
inline constexpr std::size_t kMaxSweepShapes = 1'000'000;

// A shape to sweep, with a display name.
struct SweepShape {
  std::string name;      // "Body Fat 100 %, female", "random 17, male"
  SliderValues sliders;  // with the sex; missing parameters have their default
};

// A pose to sweep, with a display name.
struct SweepPose {
  std::string name;
  Pose pose;
};

// The plan's shapes in its order: sliders, pairs, random, then `files` (as read by the caller); the default
// shape of each sex if there are none. Omits sliders of the other sex. Fails (bad_argument) on an id that is
// no slider, and above kMaxSweepShapes.
Result<std::vector<SweepShape>> sweep_shapes(const SweepPlan& plan, const Appearance& appearance,
                                             std::span<const SweepShape> files);

}  // namespace mannequin
