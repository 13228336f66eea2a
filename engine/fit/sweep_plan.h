// What a sweep goes through: shapes by sliders, at random and from files, and poses.
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

// As in a plan's file. Lists that it leaves out are empty.
struct SweepPlan {
  bool all_sliders = false;
  std::vector<int> sliders;  // ids, in order, if not all
  int steps = 2;             // even ones per slider, from end to end; at least 2
  int pairs = 0;             // shapes with two sliders at one end each, drawn by the seed
  int random = 0;            // shapes with all sliders drawn by the seed; sexes in turn if both
  std::uint32_t seed = 0;
  std::vector<std::string> shapes, poses;  // files, relative to the plan's folder
  std::optional<Sex> sex;                  // none: both
};

// Of what is swept without a plan: both ends of every slider, 100 random shapes, both sexes. Its poses are
// the caller's.
SweepPlan default_sweep_plan();

// A plan with more shapes is refused.
inline constexpr std::size_t kMaxSweepShapes = 1'000'000;

// A shape to sweep, with a name for people.
struct SweepShape {
  std::string name;      // "Body Fat 100 %, female", "random 17, male"
  SliderValues sliders;  // with the sex; missing parameters have their default
};

// A pose to sweep, with a name for people.
struct SweepPose {
  std::string name;
  Pose pose;
};

// The plan's shapes in its order: sliders, pairs, random, then `files` (as the caller has read them); the
// default shape of each sex if that makes none. Sliders of the other sex are left out. Fails (bad_argument)
// on an id that is no slider, and above kMaxSweepShapes.
Result<std::vector<SweepShape>> sweep_shapes(const SweepPlan& plan, const Appearance& appearance,
                                             std::span<const SweepShape> files);

}  // namespace mannequin
