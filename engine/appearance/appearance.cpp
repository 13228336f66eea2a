#include "engine/appearance/appearance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/math/finite.h"

namespace mannequin {
namespace {

// Limits on drivers that drive drivers: how many in a row, and the steps for setting each parameter once. The
// viewer's definitions have 2 and 1031.
constexpr std::size_t kMaxDriverDepth = 16, kMaxDriverSteps = 100'000;

auto bad(const std::string& source, const ParameterDesc& parameter, std::string what) {
  return fail(ErrorCode::bad_data, fmt::format("{}, parameter {} '{}'", source, parameter.id, parameter.name),
              std::move(what));
}
auto bad(const AppearanceDesc& desc, const ParameterDesc& parameter, std::string what) {
  return bad(desc.source, parameter, std::move(what));
}

Status check_numbers(const AppearanceDesc& desc, const ParameterDesc& p) {
  if (!std::isfinite(p.min) || !std::isfinite(p.max) || !std::isfinite(p.default_weight))
    return bad(desc, p, "has a range that is not finite; correct min, max or default");
  if (p.min > p.max)
    return bad(desc, p, fmt::format("has its minimum {} above its maximum {}; swap them", p.min, p.max));
  // A parameter without a declared default has 0, in a few cases below its minimum.
  if (p.default_weight != 0.0 && (p.default_weight < p.min || p.default_weight > p.max))
    return bad(
        desc, p,
        fmt::format("has its default {} outside {} to {}; move it inside", p.default_weight, p.min, p.max));
  for (const DrivenDesc& d : p.driven) {
    for (const double v : {d.min1, d.max1, d.max2, d.min2})
      if (!std::isfinite(v))
        return bad(desc, p, fmt::format("drives {} by a ramp that is not finite", d.parameter));
    if (d.min1 > d.max1 || d.max1 > d.max2 || d.max2 > d.min2)
      return bad(desc, p,
                 fmt::format("drives {} by a ramp out of order; it must be min1 <= max1 <= max2 <= min2",
                             d.parameter));
  }
  return {};
}

// Adds one named joint's change; returns false if the joint is unknown.
bool add_effect(const Skeleton& skeleton, const JointEffectDesc& effect, std::vector<JointEffect>& out) {
  const JointIndex joint = skeleton.find(effect.joint);
  if (joint == kNoJoint) return false;
  out.push_back({joint, effect.scale, effect.position});
  return true;
}

// A skeletal effect: the bone itself, and the scale of the collision volumes directly attached to it.
Status expand_skeletal(const AppearanceDesc& desc, const ParameterDesc& p, const Skeleton& skeleton,
                       std::vector<JointEffect>& out) {
  std::vector<JointEffect> named;
  for (const JointEffectDesc& effect : p.joints) {
    if (!is_finite(effect.scale) || !is_finite(effect.position))
      return bad(desc, p, fmt::format("changes '{}' by a number that is not finite", effect.joint));
    if (!add_effect(skeleton, effect, named))
      return bad(desc, p,
                 fmt::format("changes the joint '{}', which the skeleton does not have", effect.joint));
    // Repeated bones do not add up: the last entry counts.
    for (auto earlier = named.begin(); earlier + 1 != named.end(); ++earlier)
      if (earlier->joint == named.back().joint) {
        named.erase(earlier);
        break;
      }
  }
  for (const JointEffect& effect : named) {
    out.push_back(effect);
    for (std::size_t v = 0; v < skeleton.size(); ++v) {
      const Joint& volume = skeleton.joints()[v];
      if (volume.kind == JointKind::collision_volume && volume.parent == effect.joint)
        out.push_back({static_cast<JointIndex>(v), volume.rest_scale * effect.scale, Vec3(0.0)});
    }
  }
  return {};
}

Status expand_volume_morphs(const AppearanceDesc& desc, const ParameterDesc& p, const Skeleton& skeleton,
                            std::vector<JointEffect>& out) {
  for (const MorphDesc& morph : p.morphs)
    for (const JointEffectDesc& volume : morph.volumes) {
      if (!is_finite(volume.scale) || !is_finite(volume.position))
        return bad(desc, p, fmt::format("changes '{}' by a number that is not finite", volume.joint));
      add_effect(skeleton, volume, out);  // unknown volumes are skipped, as in the viewer
    }
  return {};
}

// The cost of setting one driver: how many weights that sets, counting each once per path to it, and the
// longest path of drivers.
struct DriverCost {
  std::size_t steps = 1, depth = 1;
};

// Fails on drivers that drive themselves, and on graphs that branch so often that evaluation would not end:
// forty drivers, each driving the next twice, would take 2^40 steps. Walks from driven parameters to their
// drivers, visiting each once, without recursion, since a file may have a hundred thousand in a row.
Status check_drivers(const Appearance& appearance, const std::string& source) {
  const std::size_t count = appearance.size();
  std::vector<std::size_t> waiting(count);  // links to parameters whose cost is unknown
  std::vector<std::vector<ParameterIndex>> drivers(count);
  std::vector<ParameterIndex> ready;
  for (std::size_t p = 0; p < count; ++p) {
    const auto index = static_cast<ParameterIndex>(p);
    waiting[p] = appearance.driven(index).size();
    for (const DrivenLink& link : appearance.driven(index))
      drivers[static_cast<std::size_t>(link.parameter)].push_back(index);
    if (waiting[p] == 0) ready.push_back(index);
  }
  std::vector<DriverCost> cost(count);
  std::size_t all_steps = 0;
  for (std::size_t next = 0; next < ready.size(); ++next) {
    const ParameterIndex p = ready[next];
    DriverCost& own = cost[static_cast<std::size_t>(p)];
    for (const DrivenLink& link : appearance.driven(p)) {
      const DriverCost& driven = cost[static_cast<std::size_t>(link.parameter)];
      own.steps = std::min(own.steps + driven.steps, kMaxDriverSteps + 1);
      own.depth = std::max(own.depth, driven.depth + 1);
    }
    if (own.depth > kMaxDriverDepth)
      return bad(source, appearance[p],
                 fmt::format("drives others over more than {} drivers in a row; drive them directly",
                             kMaxDriverDepth));
    all_steps += own.steps;
    if (all_steps > kMaxDriverSteps)
      return bad(source, appearance[p],
                 fmt::format("and others drive so many, one by another, that the sliders take more than {} "
                             "steps to evaluate; remove drivers",
                             kMaxDriverSteps));
    for (const ParameterIndex driver : drivers[static_cast<std::size_t>(p)])
      if (--waiting[static_cast<std::size_t>(driver)] == 0) ready.push_back(driver);
  }
  for (std::size_t p = 0; p < count; ++p)
    if (waiting[p] != 0)
      return bad(source, appearance[static_cast<ParameterIndex>(p)],
                 "drives itself through other parameters; break the cycle");
  return {};
}

}  // namespace

Result<Appearance> Appearance::build(AppearanceDesc desc, const Skeleton& skeleton) {
  std::stable_sort(desc.parameters.begin(), desc.parameters.end(),
                   [](const ParameterDesc& a, const ParameterDesc& b) { return a.id < b.id; });
  Appearance appearance;
  appearance.desc_ = std::move(desc);
  const AppearanceDesc& d = appearance.desc_;
  for (std::size_t i = 1; i < d.parameters.size(); ++i)
    if (d.parameters[i].id == d.parameters[i - 1].id)
      return bad(d, d.parameters[i], "is listed twice; ids must be unique");

  appearance.link_begin_.push_back(0);
  appearance.effect_begin_.push_back(0);
  for (const ParameterDesc& p : d.parameters) {
    if (auto status = check_numbers(d, p); !status) return error_of(status);
    for (auto driven = p.driven.rbegin(); driven != p.driven.rend(); ++driven) {
      const ParameterIndex target = appearance.find(driven->parameter);
      if (target == kNoParameter)
        return bad(d, p, fmt::format("drives parameter {}, which does not exist", driven->parameter));
      appearance.links_.push_back({target, driven->min1, driven->max1, driven->max2, driven->min2});
    }
    Status expanded = expand_skeletal(d, p, skeleton, appearance.effects_);
    if (expanded) expanded = expand_volume_morphs(d, p, skeleton, appearance.effects_);
    if (!expanded) return error_of(expanded);
    appearance.link_begin_.push_back(static_cast<std::uint32_t>(appearance.links_.size()));
    appearance.effect_begin_.push_back(static_cast<std::uint32_t>(appearance.effects_.size()));
  }

  if (auto status = check_drivers(appearance, d.source); !status) return error_of(status);
  for (const SectionDesc& section : d.sections)
    for (const int id : section.parameters)
      if (appearance.find(id) == kNoParameter)
        return fail(ErrorCode::bad_data, fmt::format("{}, section '{}'", d.source, section.name),
                    fmt::format("lists parameter {}, which does not exist", id));
  return appearance;
}

ParameterIndex Appearance::find(int id) const {
  const auto found = std::lower_bound(desc_.parameters.begin(), desc_.parameters.end(), id,
                                      [](const ParameterDesc& p, int wanted) { return p.id < wanted; });
  if (found == desc_.parameters.end() || found->id != id) return kNoParameter;
  return static_cast<ParameterIndex>(found - desc_.parameters.begin());
}

std::span<const DrivenLink> Appearance::driven(ParameterIndex p) const {
  const auto i = static_cast<std::size_t>(p);
  return std::span(links_).subspan(link_begin_[i], link_begin_[i + 1] - link_begin_[i]);
}

std::span<const JointEffect> Appearance::effects(ParameterIndex p) const {
  const auto i = static_cast<std::size_t>(p);
  return std::span(effects_).subspan(effect_begin_[i], effect_begin_[i + 1] - effect_begin_[i]);
}

std::span<const ParameterDesc> Appearance::parameters() const { return desc_.parameters; }
std::span<const SectionDesc> Appearance::sections() const { return desc_.sections; }
std::span<const MorphMaskDesc> Appearance::morph_masks() const { return desc_.morph_masks; }
std::span<const BodyMeshDesc> Appearance::body_meshes() const { return desc_.body_meshes; }

}  // namespace mannequin
