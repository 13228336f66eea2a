// The part of an Appearance that affects given joints, as flat tables in single precision: the input of
// the pass that shapes many avatars side by side.
//
// Weights are stored in "values", one row per weight: first the sliders (inputs), then the outputs of the
// steps. As long as only transmitted parameters are set, it is known in advance which one sets a parameter
// last, so every weight has one source: its own slider or one driver. Parameters that are not transmitted
// (avatar physics sets some every frame) are set directly after those, by steps of their own.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/appearance/weights.h"
#include "engine/core/result.h"
#include "engine/core/span_of.h"

namespace mannequin {

inline constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

// driven_weight() for one link, precomputed: first up to `min1`, then rising from `low`, `high` from
// `max1`, falling from `max2`, `last` above `min2`.
struct Ramp {
  float min1, max1, max2, min2;
  float low, high, first, last;
  float rise, fall;  // per unit of the driver's weight
  // Within the driver's range it is monotonic and continuous: base + (w within from..to - from)
  // * slope.
  bool one_sided;
  float from, to, base, slope;
};

// Computes one weight. `from` is the driver's row, or the parameter's own if it is not driven.
struct WeightStep {
  std::uint32_t from;
  std::uint32_t weight;     // row for the weight itself; kNoRow if nothing reads it
  std::uint32_t effective;  // row for the weight once the sex is known; kNoRow if nothing reads it
  bool driven;
  SexFilter sex;
  float default_weight;
  Ramp ramp;
};

// One number of one joint: start + sum of values[entry.row] * entry.delta, in the order of the entries.
struct ShapeRow {
  std::uint32_t joint;      // index into the list of joints given to build()
  std::uint32_t component;  // 0-2 position, 3-5 scale
  float start;
  std::uint32_t begin, end;  // into PrunedAppearance::entries
};

// One term of a ShapeRow's sum.
struct ShapeEntry {
  std::uint32_t row;
  float delta;
};

// A parameter that can affect a joint, however it is set.
struct PrunedParameter {
  int id;
  ParameterIndex parameter;
  std::uint32_t slider;  // kNoRow if setting it directly has no effect, or none that the tables cover
  bool transmitted;
  std::uint32_t by_hand;  // place among hand_settings(); kNoRow: transmitted, or not covered by the tables
};

// The inputs: row k of the values is slider k.
struct PrunedSlider {
  ParameterIndex parameter;
  double min, max;                   // the range to which requests are clamped
  float default_weight;              // until it is set
  bool settable;                     // transmitted; else it keeps its default
  std::vector<std::uint32_t> steps;  // the steps affected by this slider, in order
  std::vector<std::uint32_t> shape_rows;
};

// A parameter that is not transmitted, set directly. Such settings take effect in the order of their indices
// here, ascending by id.
struct HandSetting {
  ParameterIndex parameter;
  double min, max;                // requests are clamped to this
  std::uint32_t row;              // holds the request
  std::vector<WeightStep> steps;  // the parameter itself, then the parameters it drives
  std::vector<std::uint32_t> shape_rows;
};

// Where weights from evaluate_weights are copied, for requests that the tables do not
// cover.
struct WeightCopy {
  ParameterIndex parameter;
  std::uint32_t row;
  bool effective;
};

// Immutable: any number of threads may read it. Views are valid as long as it is.
class PrunedAppearance {
 public:
  // Fails (bad_data) if a number of a joint could exceed single precision.
  // joints: distinct, any order; their shape rows are in this order.
  static Result<PrunedAppearance> build(const Appearance& appearance, const Skeleton& skeleton,
                                        std::span<const JointIndex> joints);

  // The tables, each in processing order.
  std::span<const PrunedSlider> sliders() const { return span_of(sliders_); }  // slider k has values row k
  std::span<const WeightStep> steps() const { return span_of(steps_); }
  std::span<const ShapeRow> shape_rows() const { return span_of(shape_rows_); }
  std::span<const ShapeEntry> entries() const { return span_of(entries_); }
  std::span<const WeightCopy> copies() const { return span_of(copies_); }
  std::span<const HandSetting> hand_settings() const { return span_of(hand_settings_); }  // ascending by id
  // The number of rows of values.
  std::size_t value_rows() const { return value_rows_; }
  std::uint32_t male_row() const { return male_row_; }    // kNoRow: always female
  std::uint32_t hover_row() const { return hover_row_; }  // kNoRow: no hover

  std::span<const PrunedParameter> parameters() const { return span_of(parameters_); }  // ascending by id
  const PrunedParameter* find(int id) const;  // null if no joint depends on it

 private:
  friend class Pruner;
  PrunedAppearance() = default;
  std::vector<PrunedSlider> sliders_;
  std::vector<WeightStep> steps_;
  std::vector<ShapeRow> shape_rows_;
  std::vector<ShapeEntry> entries_;
  std::vector<WeightCopy> copies_;
  std::vector<PrunedParameter> parameters_;
  std::vector<HandSetting> hand_settings_;
  std::vector<std::uint32_t> by_small_id_;  // 1 + index of the parameter; 0: none. Sliders have small ids
  std::size_t value_rows_ = 0;
  std::uint32_t male_row_ = kNoRow, hover_row_ = kNoRow;
};

}  // namespace mannequin
