#include "engine/fit/slider_effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/skinning/palette.h"

namespace mannequin {
namespace {

// Below this nobody sees it.
constexpr double kTooLittle = 0.00005;

// Over all vertices, metres. The palettes' difference blends like the palettes themselves.
double largest_movement(const MeasuredMesh& mesh, std::span<const Mat34> a, std::span<const Mat34> b) {
  std::vector<Mat34> difference(a.size());
  bool any = false;
  for (std::size_t slot = 0; slot < a.size(); ++slot) {
    difference[slot] = b[slot] - a[slot];
    any |= difference[slot] != Mat34(0.0f);
  }
  if (!any) return 0.0;
  float largest = 0.0f;
  const std::span<const VertexInfluences> influences = mesh.skin().influences();
  for (std::size_t v = 0; v < mesh.bound().size(); ++v) {
    Mat34 blended(0.0f);
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      blended += influences[v].weight[k] * difference[influences[v].joint[k]];
    const Vec3f moved = Vec4f(mesh.bound()[v], 1.0f) * blended;
    largest = std::max(largest, glm::dot(moved, moved));
  }
  return std::sqrt(static_cast<double>(largest));
}

std::string first_names(const Skeleton& skeleton, const std::set<JointIndex>& joints) {
  std::string names;
  int count = 0;
  for (const JointIndex joint : joints) {
    if (++count > 3) return names + fmt::format(" and {} more", joints.size() - 3);
    names += (names.empty() ? "" : ", ") + skeleton[joint].name;
  }
  return names;
}

std::set<JointIndex> fixed_joints(const SliderReach& reach, const JointOffsets& offsets) {
  std::set<JointIndex> fixed;
  for (const JointIndex joint : reach.positions)
    if (offsets.position[static_cast<std::size_t>(joint)]) fixed.insert(joint);
  return fixed;
}

void explain(const Skeleton& skeleton, const JointOffsets& offsets, const std::string& label,
             const SliderReach& reach, SliderEffect& effect) {
  const auto because = [&](WhyDead why, std::string reason) {
    effect.why = why;
    effect.reason = std::move(reason);
  };
  const std::set<JointIndex> all = reach.joints();
  if (all.empty() && reach.surface)
    return because(
        WhyDead::surface_only,
        fmt::format("{} changes only the system body's surface. Worn meshes cannot follow it, in-world "
                    "neither. Nothing is wrong with your mesh.",
                    label));
  if (all.empty())
    return because(
        WhyDead::texture_only,
        fmt::format("{} changes only a texture mask of system clothing. It moves nothing.", label));
  if (const std::set<JointIndex> fixed = fixed_joints(reach, offsets); !fixed.empty())
    return because(
        WhyDead::fixed_by_offset,
        fmt::format("{} works by moving {}, and a worn mesh fixes that position. The length stays; "
                    "thickness still changes. Remove the joint from the positions to get the length back.",
                    label, first_names(skeleton, fixed)));
  if (effect.metres > 0.0)
    return because(WhyDead::too_little,
                   fmt::format("{} moves what is worn by {:.2f} mm at most, too little to see.", label,
                               effect.metres * 1000.0));
  because(WhyDead::no_weights,
          fmt::format(
              "{} moves {}, and nothing worn has weights there. Weight your mesh to {} if it should follow.",
              label, first_names(skeleton, all), skeleton[*all.begin()].name));
}

}  // namespace

MeasuredMesh::MeasuredMesh(const Mesh& mesh, const Skin& skin) : skin_(&skin) {
  bound_.reserve(mesh.vertex_count());
  const Mat4f bind_shape(skin.bind_shape());
  for (const Vec3f& position : mesh.positions()) bound_.emplace_back(bind_shape * Vec4f(position, 1.0f));
}

SliderEffect slider_effect(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                           std::span<const MeasuredMesh* const> worn) {
  const ParameterDesc& parameter = character.appearance[slider];
  const bool male = now.sliders.contains(kMaleParameter) && now.sliders.at(kMaleParameter) > 0.5;
  const SliderReach reach = slider_reach(character.appearance, slider, male ? Sex::male : Sex::female);
  SliderEffect effect;
  for (const JointIndex joint : reach.joints())
    (character.skeleton[joint].kind == JointKind::collision_volume ? effect.volumes : effect.bones) = true;
  // It lifts the avatar as a whole; nothing is dead about it.
  if (parameter.id == kHoverParameter) return effect;
  AvatarInputs inputs = now;
  inputs.apply_parameters = true;
  JointOffsets offsets;
  std::vector<std::vector<Mat34>> at_min;
  for (const double weight : {parameter.min, parameter.max}) {
    inputs.sliders[parameter.id] = weight;
    AvatarState state = evaluate_avatar(character, inputs);
    for (std::size_t m = 0; m < worn.size(); ++m) {
      std::vector<Mat34> palette(worn[m]->skin().palette_size());
      make_palette(worn[m]->skin(), state.joints, palette);
      if (at_min.size() < worn.size())
        at_min.push_back(std::move(palette));
      else
        effect.metres = std::max(effect.metres, largest_movement(*worn[m], at_min[m], palette));
    }
    offsets = std::move(state.offsets);
  }
  if (effect.metres < kTooLittle)
    explain(character.skeleton, offsets, slider_label(parameter), reach, effect);
  return effect;
}

}  // namespace mannequin
