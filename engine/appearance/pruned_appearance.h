// The part of an Appearance that reaches some joints, as flat tables in single precision: what is left for
// the pass that shapes many avatars side by side.
//
// Weights live in "values", one row per weight: first the sliders (inputs), then what the steps write. Which
// setting a parameter has last is known beforehand as long as only transmitted parameters are set, so every
// weight has one source: its own slider or one driver.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/appearance/weights.h"
#include "engine/core/result.h"

namespace mannequin {

inline constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

// driven_weight() for one link, constants ready: first up to `min1`, then rising from `low`, `high` from
// `max1`, falling from `max2`, `last` above `min2`.
struct Ramp {
  float min1, max1, max2, min2;
  float low, high, first, last;
  float rise, fall;  // per unit of the driver's weight
  // Within the driver's range it only rises or only falls, without a step: base + (w within from..to - from)
  // * slope.
  bool one_sided;
  float from, to, base, slope;
};

// Makes one weight. `from` is the driver's row, or the parameter's own where it is not driven.
struct WeightStep {
  std::uint32_t from;
  std::uint32_t weight;     // row for the weight itself; kNoRow if nothing reads it
  std::uint32_t effective;  // row for the weight after the sex is known; kNoRow likewise
  bool driven;
  SexFilter sex;
  float default_weight;
  Ramp ramp;
};

// One number of one joint: start + sum of values[entry.row] * entry.delta, in the order of the entries.
struct ShapeRow {
  std::uint32_t joint;      // place in the list of joints given to build()
  std::uint32_t component;  // 0-2 position, 3-5 scale
  float start;
  std::uint32_t begin, end;  // into PrunedAppearance::entries
};

// One term of a ShapeRow's sum.
struct ShapeEntry {
  std::uint32_t row;
  float delta;
};

// A parameter on which a joint can depend, however it is set.
struct PrunedParameter {
  int id;
  ParameterIndex parameter;
  std::uint32_t slider;  // kNoRow where setting it by hand has no effect, or none that the tables cover
  bool transmitted;
};

// What can be set: row k of the values is slider k.
struct PrunedSlider {
  ParameterIndex parameter;
  double min, max;                   // what a request is clamped to
  float default_weight;              // before anybody asks
  bool settable;                     // transmitted; else it keeps its default
  std::vector<std::uint32_t> steps;  // what a change of this slider makes anew, in order
  std::vector<std::uint32_t> shape_rows;
};

// Where the exact account of weights (evaluate_weights) is to be copied, for requests the tables do not
// cover.
struct WeightCopy {
  ParameterIndex parameter;
  std::uint32_t row;
  bool effective;
};

// Immutable: any number of threads may read it. Views live as long as it does.
class PrunedAppearance {
 public:
  // Fails (bad_data) where a number of a joint could leave the range of single precision.
  // joints: distinct, any order; their shape rows come out in this order.
  static Result<PrunedAppearance> build(const Appearance& appearance, const Skeleton& skeleton,
                                        std::span<const JointIndex> joints);

  // The tables, each in the order in which it is worked through.
  std::span<const PrunedSlider> sliders() const { return sliders_; }  // slider k has values row k
  std::span<const WeightStep> steps() const { return steps_; }
  std::span<const ShapeRow> shape_rows() const { return shape_rows_; }
  std::span<const ShapeEntry> entries() const { return entries_; }
  std::span<const WeightCopy> copies() const { return copies_; }
  // How many rows the values have.
  std::size_t value_rows() const { return value_rows_; }
  std::uint32_t male_row() const { return male_row_; }    // kNoRow: nobody is male
  std::uint32_t hover_row() const { return hover_row_; }  // kNoRow: nobody hovers

  std::span<const PrunedParameter> parameters() const { return parameters_; }  // ascending by id
  const PrunedParameter* find(int id) const;  // null where no joint depends on it

 private:
  friend class Pruner;
  PrunedAppearance() = default;
  std::vector<PrunedSlider> sliders_;
  std::vector<WeightStep> steps_;
  std::vector<ShapeRow> shape_rows_;
  std::vector<ShapeEntry> entries_;
  std::vector<WeightCopy> copies_;
  std::vector<PrunedParameter> parameters_;
  std::vector<std::uint32_t> by_small_id_;  // 1 + place among the parameters; 0: none. Sliders have small ids
  std::size_t value_rows_ = 0;
  std::uint32_t male_row_ = kNoRow, hover_row_ = kNoRow;
};

}  // namespace mannequin
