#include "engine/appearance/pruned_appearance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mannequin {
namespace {

float single(double v) { return static_cast<float>(v); }

Ramp make_ramp(const DrivenLink& link, const ParameterDesc& driver, const ParameterDesc& driven) {
  const double range = driven.max - driven.min;
  Ramp ramp{};
  ramp.min1 = single(link.min1), ramp.max1 = single(link.max1);
  ramp.max2 = single(link.max2), ramp.min2 = single(link.min2);
  ramp.low = single(driven.min), ramp.high = single(driven.max);
  ramp.first = link.min1 == link.max1 && link.min1 <= driver.min ? ramp.high : ramp.low;
  ramp.last = link.max2 >= driver.max ? ramp.high : ramp.low;
  ramp.rise = link.max1 > link.min1 ? single(range / (link.max1 - link.min1)) : 0.0f;
  ramp.fall = link.min2 > link.max2 ? single(range / (link.min2 - link.max2)) : 0.0f;
  const bool rises = link.min1 < link.max1, falls = link.max2 < link.min2;
  const bool high_at_first = !rises && link.min1 <= driver.min, high_at_last = link.max2 >= driver.max;
  ramp.one_sided = (rises && high_at_last) || (high_at_first && (falls || high_at_last));
  if (rises)
    ramp.from = ramp.min1, ramp.to = ramp.max1, ramp.base = ramp.low, ramp.slope = ramp.rise;
  else
    ramp.from = ramp.max2, ramp.to = ramp.min2, ramp.base = ramp.high, ramp.slope = -ramp.fall;
  return ramp;
}

}  // namespace

class Pruner {
 public:
  Pruner(const Appearance& appearance, const Skeleton& skeleton, std::span<const JointIndex> joints)
      : appearance_(appearance), skeleton_(skeleton), joints_(joints) {}

  Result<PrunedAppearance> run() {
    find_needed();
    find_sources();
    assign_sliders();
    // The sex first: every step of a sex-specific parameter reads it.
    const ParameterIndex male = appearance_.find(kMaleParameter);
    if (male != kNoParameter) out_.male_row_ = weight_row(male);
    for (ParameterIndex p = 0; p < count(); ++p)
      if (applied_[at(p)]) effective_row(p);
    const ParameterIndex hover = appearance_.find(kHoverParameter);
    if (hover != kNoParameter) out_.hover_row_ = effective_row(hover);
    if (Status status = add_shape_rows(); !status) return error_of(status);
    for (std::uint32_t k = 0; k < out_.sliders_.size(); ++k) find_touched(k);
    for (ParameterIndex p = 0; p < count(); ++p) {
      if (!needed_[at(p)]) continue;
      const bool transmitted = Appearance::is_transmitted(appearance_[p]);
      const std::uint32_t by_hand = transmitted ? kNoRow : add_hand_setting(p);
      out_.parameters_.push_back({appearance_[p].id, p, slider_of_[at(p)], transmitted, by_hand});
    }
    constexpr std::size_t kSmallIds = 2048;
    out_.by_small_id_.assign(kSmallIds, 0);
    for (std::size_t k = 0; k < out_.parameters_.size(); ++k)
      if (const int id = out_.parameters_[k].id; id >= 0 && static_cast<std::size_t>(id) < kSmallIds)
        out_.by_small_id_[static_cast<std::size_t>(id)] = static_cast<std::uint32_t>(k + 1);
    return std::move(out_);
  }

 private:
  struct Source {
    ParameterIndex driver = kNoParameter;  // kNoParameter: its own slider
    const DrivenLink* link = nullptr;
  };

  static std::size_t at(ParameterIndex p) { return static_cast<std::size_t>(p); }
  ParameterIndex count() const { return static_cast<ParameterIndex>(appearance_.size()); }

  // Needed: has a nonzero effect on one of the joints, determines the sex or the height above ground, or
  // drives, directly or not, a parameter that does.
  void find_needed() {
    applied_.assign(appearance_.size(), false);
    std::vector<bool> wanted(skeleton_.size(), false);
    for (const JointIndex joint : joints_) wanted[static_cast<std::size_t>(joint)] = true;
    for (ParameterIndex p = 0; p < count(); ++p)
      for (const JointEffect& effect : appearance_.effects(p))
        if (wanted[static_cast<std::size_t>(effect.joint)] &&
            (effect.scale != Vec3(0.0) || effect.position != Vec3(0.0)))
          applied_[at(p)] = true;
    needed_ = applied_;
    for (const int id : {kMaleParameter, kHoverParameter})
      if (const ParameterIndex p = appearance_.find(id); p != kNoParameter) needed_[at(p)] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (ParameterIndex p = 0; p < count(); ++p)
        for (const DrivenLink& link : appearance_.driven(p))
          if (needed_[at(link.parameter)] && !needed_[at(p)]) changed = needed_[at(p)] = true;
    }
  }

  // Which driver sets each parameter last if all transmitted ones are set in ascending order. Setting a
  // driver again drives again, so the last setting uses the driver's last weight.
  void find_sources() {
    source_.assign(appearance_.size(), {});
    for (ParameterIndex p = 0; p < count(); ++p)
      if (Appearance::is_transmitted(appearance_[p])) set(p, {});
  }

  void set(ParameterIndex p, const Source& source) {
    source_[at(p)] = source;
    for (const DrivenLink& link : appearance_.driven(p)) set(link.parameter, {p, &link});
  }

  void assign_sliders() {
    slider_of_.assign(appearance_.size(), kNoRow);
    for (ParameterIndex p = 0; p < count(); ++p) {
      if (!needed_[at(p)] || source_[at(p)].driver != kNoParameter) continue;
      const ParameterDesc& parameter = appearance_[p];
      slider_of_[at(p)] = new_row();
      const bool settable = Appearance::is_transmitted(parameter);
      // Values that are set are clamped, even defaults; values never set are not.
      const double initial = settable ? std::clamp(parameter.default_weight, parameter.min, parameter.max)
                                      : parameter.default_weight;
      out_.sliders_.push_back({p, parameter.min, parameter.max, single(initial), settable, {}, {}});
    }
    weight_row_.assign(appearance_.size(), kNoRow);
    effective_row_.assign(appearance_.size(), kNoRow);
    step_of_.assign(appearance_.size(), kNoRow);
  }

  std::uint32_t new_row() { return static_cast<std::uint32_t>(out_.value_rows_++); }

  // Row of the weight itself.
  std::uint32_t weight_row(ParameterIndex p) {
    if (slider_of_[at(p)] != kNoRow) return note(p, slider_of_[at(p)], false, weight_row_);
    if (weight_row_[at(p)] != kNoRow) return weight_row_[at(p)];
    const std::uint32_t made = step(p), row = new_row();
    out_.steps_[made].weight = row;
    return note(p, row, false, weight_row_);
  }

  // Row of the applied weight; the same one if the sex does not matter.
  std::uint32_t effective_row(ParameterIndex p) {
    const bool filtered = appearance_[p].sex != SexFilter::both;
    if (!filtered && slider_of_[at(p)] != kNoRow) return weight_row(p);
    if (effective_row_[at(p)] != kNoRow) return effective_row_[at(p)];
    // If the sex itself is driven, its drivers are evaluated before it is known: their sex comes later.
    const bool sex_is_slider = out_.male_row_ == kNoRow || out_.male_row_ < out_.sliders_.size();
    const std::uint32_t made = filtered && !sex_is_slider ? undriven_step(p) : step(p);
    const std::uint32_t row = new_row();
    out_.steps_[made].effective = row;
    return note(p, row, true, effective_row_);
  }

  std::uint32_t note(ParameterIndex p, std::uint32_t row, bool effective, std::vector<std::uint32_t>& rows) {
    if (rows[at(p)] == kNoRow) out_.copies_.push_back({p, row, effective});
    return rows[at(p)] = row;
  }

  // Drivers first, since the traversal is downwards.
  std::uint32_t step(ParameterIndex p) {
    if (step_of_[at(p)] != kNoRow) return step_of_[at(p)];
    const Source& source = source_[at(p)];
    if (source.driver == kNoParameter) return step_of_[at(p)] = undriven_step(p);
    const std::uint32_t from = weight_row(source.driver);
    const std::uint32_t made = add_step(p, from);
    out_.steps_[made].driven = true;
    out_.steps_[made].ramp = make_ramp(*source.link, appearance_[source.driver], appearance_[p]);
    return step_of_[at(p)] = made;
  }

  // From an existing weight.
  std::uint32_t undriven_step(ParameterIndex p) {
    const std::uint32_t from = weight_row(p);
    return add_step(p, from);
  }

  std::uint32_t add_step(ParameterIndex p, std::uint32_t from) {
    const ParameterDesc& parameter = appearance_[p];
    out_.steps_.push_back(
        {from, kNoRow, kNoRow, false, parameter.sex, single(parameter.default_weight), Ramp{}});
    return static_cast<std::uint32_t>(out_.steps_.size() - 1);
  }

  Status add_shape_rows() {
    std::vector<std::uint32_t> place(skeleton_.size(), kNoRow);
    for (std::uint32_t k = 0; k < joints_.size(); ++k) place[static_cast<std::size_t>(joints_[k])] = k;
    std::vector<std::vector<ShapeEntry>> sums(joints_.size() * 6);
    std::vector<double> reach(joints_.size() * 6, 0.0);
    for (ParameterIndex p = 0; p < count(); ++p) {
      const ParameterDesc& parameter = appearance_[p];
      const double largest =
          std::max({std::abs(parameter.min), std::abs(parameter.max), std::abs(parameter.default_weight)});
      for (const JointEffect& effect : appearance_.effects(p)) {
        const std::uint32_t joint = place[static_cast<std::size_t>(effect.joint)];
        if (joint == kNoRow) continue;
        for (int c = 0; c < 6; ++c) {
          const double delta = c < 3 ? effect.position[c] : effect.scale[c - 3];
          if (delta == 0.0) continue;
          sums[joint * 6 + static_cast<std::uint32_t>(c)].push_back({effective_row_of(p), single(delta)});
          reach[joint * 6 + static_cast<std::uint32_t>(c)] += largest * std::abs(delta);
        }
      }
    }
    for (std::uint32_t k = 0; k < joints_.size(); ++k)
      if (Status status = add_joint(k, sums, reach); !status) return status;
    return {};
  }

  Status add_joint(std::uint32_t k, const std::vector<std::vector<ShapeEntry>>& sums,
                   const std::vector<double>& reach) {
    const Joint& joint = skeleton_[joints_[k]];
    for (std::uint32_t c = 0; c < 6; ++c) {
      const int axis = static_cast<int>(c % 3);
      const double start = c < 3 ? joint.rest_position[axis] : joint.rest_scale[axis];
      if (!(std::abs(start) + reach[k * 6 + c] < std::numeric_limits<float>::max()))
        return fail(ErrorCode::bad_data, fmt::format("joint '{}'", joint.name),
                    "can exceed single precision; correct its parameters' effects");
      const std::vector<ShapeEntry>& sum = sums[k * 6 + c];
      if (sum.empty()) continue;
      const auto begin = static_cast<std::uint32_t>(out_.entries_.size());
      out_.entries_.insert(out_.entries_.end(), sum.begin(), sum.end());
      // + 0: never a negative zero.
      out_.shape_rows_.push_back(
          {k, c, single(start) + 0.0f, begin, static_cast<std::uint32_t>(out_.entries_.size())});
    }
    return {};
  }

  std::uint32_t effective_row_of(ParameterIndex p) const {
    return effective_row_[at(p)] != kNoRow ? effective_row_[at(p)] : slider_of_[at(p)];
  }

  void find_touched(std::uint32_t slider) {
    std::vector<bool> changed(out_.value_rows_, false);
    changed[slider] = true;
    PrunedSlider& touched = out_.sliders_[slider];
    for (std::uint32_t s = 0; s < out_.steps_.size(); ++s) {
      const WeightStep& step = out_.steps_[s];
      const bool by_sex = step.sex != SexFilter::both && out_.male_row_ != kNoRow && changed[out_.male_row_];
      if (!changed[step.from] && !by_sex) continue;
      touched.steps.push_back(s);
      for (const std::uint32_t row : {step.weight, step.effective})
        if (row != kNoRow) changed[row] = true;
    }
    touched.shape_rows = rows_with(changed);
  }

  // The shape rows that have a changed value as a term.
  std::vector<std::uint32_t> rows_with(const std::vector<bool>& changed) const {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t r = 0; r < out_.shape_rows_.size(); ++r) {
      const ShapeRow& row = out_.shape_rows_[r];
      if (std::any_of(out_.entries_.begin() + row.begin, out_.entries_.begin() + row.end,
                      [&](const ShapeEntry& entry) { return changed[entry.row]; }))
        rows.push_back(r);
    }
    return rows;
  }

  // Its place; kNoRow if it affects the sex, on which every step depends, or more than a few parameters.
  std::uint32_t add_hand_setting(ParameterIndex p) {
    const ParameterDesc& parameter = appearance_[p];
    const std::size_t rows_before = out_.value_rows_;
    HandSetting made{p, parameter.min, parameter.max, new_row(), {}, {}};
    if (!add_hand_steps(p, made.row, nullptr, made.steps)) {
      out_.value_rows_ = rows_before;
      return kNoRow;
    }
    std::vector<bool> changed(out_.value_rows_, false);
    for (const WeightStep& step : made.steps)
      for (const std::uint32_t row : {step.weight, step.effective})
        if (row != kNoRow) changed[row] = true;
    made.shape_rows = rows_with(changed);
    out_.hand_settings_.push_back(std::move(made));
    return static_cast<std::uint32_t>(out_.hand_settings_.size() - 1);
  }

  // Sets p from a row, by a ramp if driven, then what p drives. False on the sex, or if there are too many.
  bool add_hand_steps(ParameterIndex p, std::uint32_t from, const Ramp* ramp,
                      std::vector<WeightStep>& steps) {
    constexpr std::size_t kMostHandSteps = 64;
    if (!needed_[at(p)]) return true;
    const ParameterDesc& parameter = appearance_[p];
    std::uint32_t weight = slider_of_[at(p)] != kNoRow ? slider_of_[at(p)] : weight_row_[at(p)];
    if (steps.size() == kMostHandSteps || parameter.id == kMaleParameter) return false;
    const bool drives = !appearance_.driven(p).empty();
    if (weight == kNoRow && drives && ramp != nullptr) weight = new_row();
    steps.push_back({from, weight, effective_row_[at(p)], ramp != nullptr, parameter.sex,
                     single(parameter.default_weight), ramp != nullptr ? *ramp : Ramp{}});
    for (const DrivenLink& link : appearance_.driven(p)) {
      const Ramp below = make_ramp(link, parameter, appearance_[link.parameter]);
      if (!add_hand_steps(link.parameter, ramp == nullptr ? from : weight, &below, steps)) return false;
    }
    return true;
  }

  const Appearance& appearance_;
  const Skeleton& skeleton_;
  std::span<const JointIndex> joints_;
  PrunedAppearance out_;
  std::vector<bool> applied_, needed_;
  std::vector<std::uint32_t> slider_of_;
  std::vector<Source> source_;
  std::vector<std::uint32_t> weight_row_, effective_row_, step_of_;
};

Result<PrunedAppearance> PrunedAppearance::build(const Appearance& appearance, const Skeleton& skeleton,
                                                 std::span<const JointIndex> joints) {
  return Pruner(appearance, skeleton, joints).run();
}

// A search among a hundred ids takes longer than most sliders' updates.
const PrunedParameter* PrunedAppearance::find(int id) const {
  if (id >= 0 && static_cast<std::size_t>(id) < by_small_id_.size()) {
    const std::uint32_t place = by_small_id_[static_cast<std::size_t>(id)];
    return place == 0 ? nullptr : &parameters_[place - 1u];
  }
  const auto found = std::lower_bound(parameters_.begin(), parameters_.end(), id,
                                      [](const PrunedParameter& p, int wanted) { return p.id < wanted; });
  return found == parameters_.end() || found->id != id ? nullptr : &*found;
}

}  // namespace mannequin
