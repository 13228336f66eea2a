#include "engine/fit/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/appearance/random_shape.h"
#include "engine/core/seeded_random.h"
#include "engine/fit/slider_reach.h"

namespace mannequin {
namespace {

std::vector<Sex> sexes_of(const SweepPlan& plan) {
  if (plan.sex) return {*plan.sex};
  return {Sex::female, Sex::male};
}

const char* sex_word(Sex sex) { return sex == Sex::male ? "male" : "female"; }

SliderValues of_sex(Sex sex) { return {{kMaleParameter, sex == Sex::male ? 1.0 : 0.0}}; }

bool is_slider(const Appearance& appearance, int id) {
  return std::ranges::any_of(appearance.sections(), [&](const SectionDesc& section) {
    return std::ranges::find(section.parameters, id) != section.parameters.end();
  });
}

// Hover lifts body and garment alike.
std::vector<ParameterIndex> swept_sliders(const Appearance& appearance, Sex sex, bool all,
                                          std::span<const int> ids) {
  std::vector<ParameterIndex> sliders;
  if (all) {
    sliders = sliders_of(appearance, sex);
    std::erase_if(sliders, [&](ParameterIndex p) { return appearance[p].id == kHoverParameter; });
    return sliders;
  }
  for (const int id : ids)
    if (const ParameterIndex p = appearance.find(id); concerns(appearance[p].sex, sex)) sliders.push_back(p);
  return sliders;
}

// "Body Fat 100 %"
std::string setting_name(const ParameterDesc& parameter, double weight) {
  return fmt::format("{} {:.0f} %", slider_label(parameter), percent_from_weight(parameter, weight));
}

void add_sliders(const SweepPlan& plan, const Appearance& appearance, std::vector<SweepShape>& shapes) {
  for (const Sex sex : sexes_of(plan))
    for (const ParameterIndex p : swept_sliders(appearance, sex, plan.all_sliders, plan.sliders)) {
      const ParameterDesc& parameter = appearance[p];
      for (int step = 0; step < plan.steps; ++step) {
        const double weight = parameter.min + (parameter.max - parameter.min) * step / (plan.steps - 1);
        SweepShape shape{fmt::format("{}, {}", setting_name(parameter, weight), sex_word(sex)), of_sex(sex)};
        shape.sliders[parameter.id] = weight;
        shapes.push_back(std::move(shape));
      }
    }
}

void add_pairs(const SweepPlan& plan, const Appearance& appearance, SeededRandom& random,
               std::vector<SweepShape>& shapes) {
  const std::vector<Sex> sexes = sexes_of(plan);
  const bool all = plan.all_sliders || plan.sliders.empty();
  for (int i = 0; i < plan.pairs; ++i) {
    const Sex sex = sexes[static_cast<std::size_t>(i) % sexes.size()];
    const std::vector<ParameterIndex> sliders = swept_sliders(appearance, sex, all, plan.sliders);
    if (sliders.size() < 2) continue;
    const std::size_t first = random.below(sliders.size());
    const std::size_t second = (first + 1 + random.below(sliders.size() - 1)) % sliders.size();
    SweepShape shape{"", of_sex(sex)};
    for (const std::size_t which : {first, second}) {
      const ParameterDesc& parameter = appearance[sliders[which]];
      const double weight = random.below(2) == 0 ? parameter.min : parameter.max;
      shape.name += setting_name(parameter, weight) + ", ";
      shape.sliders[parameter.id] = weight;
    }
    shape.name += sex_word(sex);
    shapes.push_back(std::move(shape));
  }
}

void add_random(const SweepPlan& plan, const Appearance& appearance, SeededRandom& random,
                std::vector<SweepShape>& shapes) {
  const std::vector<Sex> sexes = sexes_of(plan);
  for (int i = 0; i < plan.random; ++i) {
    const Sex sex = sexes[static_cast<std::size_t>(i) % sexes.size()];
    const auto seed = static_cast<std::uint32_t>(random.below(std::uint64_t{1} << 32));
    shapes.push_back({fmt::format("random {}, {}", i, sex_word(sex)), random_shape(appearance, sex, seed)});
  }
}

}  // namespace

SweepPlan default_sweep_plan() {
  SweepPlan plan;
  plan.all_sliders = true;
  plan.random = 100;
  return plan;
}

Result<std::vector<SweepShape>> sweep_shapes(const SweepPlan& plan, const Appearance& appearance,
                                             std::span<const SweepShape> files) {
  for (const int id : plan.sliders)
    if (!is_slider(appearance, id))
      return fail(ErrorCode::bad_argument, "sliders",
                  fmt::format("{} is no slider; 'mannequin sliders' lists the ids", id));
  const std::size_t sliders = plan.all_sliders ? appearance.size() : plan.sliders.size();
  const auto count = [](int n) { return static_cast<std::size_t>(std::max(n, 0)); };
  const std::size_t most =
      2 * sliders * count(plan.steps) + count(plan.pairs) + count(plan.random) + files.size();
  if (most > kMaxSweepShapes)
    return fail(ErrorCode::bad_argument, "plan",
                fmt::format("has {} shapes, and {} is the most; take fewer steps, pairs or random ones", most,
                            kMaxSweepShapes));
  std::vector<SweepShape> shapes;
  // A separate generator, so that more pairs do not change the random shapes.
  SeededRandom for_pairs(plan.seed ^ 0x70616972u), for_random(plan.seed);
  add_sliders(plan, appearance, shapes);
  add_pairs(plan, appearance, for_pairs, shapes);
  add_random(plan, appearance, for_random, shapes);
  shapes.insert(shapes.end(), files.begin(), files.end());
  if (shapes.empty())
    for (const Sex sex : sexes_of(plan))
      shapes.push_back({fmt::format("default, {}", sex_word(sex)), of_sex(sex)});
  return shapes;
}

}  // namespace mannequin
