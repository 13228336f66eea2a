#include "tools/preview/slider_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/skinning/palette.h"

namespace mannequin::preview {
namespace {

// Below this nobody sees it.
constexpr double kTooLittle = 0.05;  // millimetres

struct Reach {
  std::set<JointIndex> positions, scales;
  bool morphs = false;
};

// Everything that a parameter can touch on an avatar of this sex, through its drivers.
void collect(const Appearance& appearance, ParameterIndex p, Sex sex, Reach& reach) {
  const ParameterDesc& parameter = appearance[p];
  if (concerns(parameter.sex, sex) || parameter.kind == ParameterKind::driver) {
    for (const JointEffect& effect : appearance.effects(p)) {
      if (effect.position != Vec3(0.0)) reach.positions.insert(effect.joint);
      if (effect.scale != Vec3(0.0)) reach.scales.insert(effect.joint);
    }
    if (parameter.kind == ParameterKind::morph) reach.morphs = true;
  }
  for (const DrivenLink& link : appearance.driven(p)) collect(appearance, link.parameter, sex, reach);
}

Vec3f skinned(const WornMesh& mesh, std::span<const Mat34> palette, std::span<const Vec3f> bound,
              std::size_t v) {
  const VertexInfluences& influences = mesh.skin.influences()[v];
  Mat34 blended(0.0f);
  for (std::size_t k = 0; k < kMaxInfluences; ++k)
    blended += influences.weight[k] * palette[influences.joint[k]];
  return Vec4f(bound[v], 1.0f) * blended;
}

// One end of a slider, for one mesh.
struct MeshAt {
  MeshAt(const WornMesh& mesh, const Appearance& appearance, const AvatarState& state)
      : palette(mesh.skin.palette_size()), weights(mesh.morphs.size()) {
    make_palette(mesh.skin, state.joints, palette);
    morph_weights(mesh.morphs, appearance, state.shape.weights, weights);
  }
  std::vector<Mat34> palette;
  std::vector<float> weights;
};

// Over all vertices, metres.
double largest_morphed_movement(const WornMesh& mesh, const MeshAt& a, const MeshAt& b) {
  if (a.palette == b.palette && a.weights == b.weights) return 0.0;
  const std::vector<Vec3f> from = bound_vertices(mesh.mesh, mesh.skin, a.weights),
                           to = bound_vertices(mesh.mesh, mesh.skin, b.weights);
  double largest = 0.0;
  for (std::size_t v = 0; v < from.size(); ++v) {
    const Vec3f moved = skinned(mesh, b.palette, to, v) - skinned(mesh, a.palette, from, v);
    largest = std::max(largest, static_cast<double>(glm::dot(moved, moved)));
  }
  return std::sqrt(largest);
}

// Over all vertices, metres. The palettes' difference blends like the palettes themselves.
double largest_movement(const WornMesh& mesh, std::span<const Mat34> a, std::span<const Mat34> b) {
  std::vector<Mat34> difference(a.size());
  bool any = false;
  for (std::size_t slot = 0; slot < a.size(); ++slot) {
    difference[slot] = b[slot] - a[slot];
    any |= difference[slot] != Mat34(0.0f);
  }
  if (!any) return 0.0;
  float largest = 0.0f;
  const std::span<const VertexInfluences> influences = mesh.skin.influences();
  for (std::size_t v = 0; v < mesh.bound.size(); ++v) {
    Mat34 blended(0.0f);
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      blended += influences[v].weight[k] * difference[influences[v].joint[k]];
    const Vec3f moved = Vec4f(mesh.bound[v], 1.0f) * blended;
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

void explain(const Scene& scene, const ParameterDesc& p, const Reach& reach, SliderEffect& effect) {
  const Skeleton& skeleton = scene.character().skeleton;
  const std::string& label = p.label.empty() ? p.name : p.label;
  std::set<JointIndex> all = reach.positions;
  all.insert(reach.scales.begin(), reach.scales.end());
  if (all.empty()) {
    effect.why = reach.morphs ? WhyDead::surface_only : WhyDead::texture_only;
    const auto meshes = scene.visible_meshes();
    const bool system =
        std::ranges::any_of(meshes, [](const WornMesh* mesh) { return !mesh->morphs.empty(); });
    effect.reason =
        reach.morphs && system
            ? fmt::format(
                  "{} changes a part of the system body that is hidden, or clothing that shows only where a "
                  "mask lets it.",
                  label)
        : reach.morphs
            ? fmt::format(
                  "{} changes only the system body's surface. Worn meshes cannot follow "
                  "it, in-world neither. Nothing is wrong with your mesh.",
                  label)
            : fmt::format("{} changes only a texture mask of system clothing. It moves nothing.", label);
    return;
  }
  std::set<JointIndex> fixed;
  for (const JointIndex joint : reach.positions)
    if (scene.state().offsets.position[static_cast<std::size_t>(joint)]) fixed.insert(joint);
  if (!fixed.empty()) {
    effect.why = WhyDead::offset;
    effect.reason = fmt::format(
        "{} works by moving {}, and a worn mesh fixes that position. The length stays; "
        "thickness still changes. Remove the joint from the positions to get the length back.",
        label, first_names(skeleton, fixed));
    return;
  }
  if (effect.millimetres > 0.0) {
    effect.why = WhyDead::too_little;
    effect.reason = fmt::format("{} moves what is worn by {:.2f} mm at most, too little to see.", label,
                                effect.millimetres);
    return;
  }
  effect.why = WhyDead::no_weights;
  effect.reason = fmt::format(
      "{} moves {}, and nothing worn has weights there. Weight your mesh to {} if it should "
      "follow.",
      label, first_names(skeleton, all), skeleton[*all.begin()].name);
}

}  // namespace

void SliderEffects::follow(const Scene& scene) {
  if (revision_ == scene.revision()) return;
  revision_ = scene.revision();
  order_.clear();
  next_ = 0;
  const Appearance& appearance = scene.character().appearance;
  for (const SectionDesc& section : appearance.sections())
    for (const int id : section.parameters)
      if (const ParameterIndex p = appearance.find(id);
          p != kNoParameter && concerns(appearance[p].sex, scene.sex()) && id != kMaleParameter)
        order_.push_back(p);
}

void SliderEffects::step(const Scene& scene, int sliders) {
  if (finished()) return;
  const AvatarInputs now = scene.inputs();
  for (int i = 0; i < sliders && !finished(); ++i, ++next_)
    effects_[scene.character().appearance[order_[next_]].id] = evaluate(scene, now, order_[next_]);
}

const SliderEffect* SliderEffects::of(int parameter) const {
  const auto found = effects_.find(parameter);
  return found == effects_.end() ? nullptr : &found->second;
}

SliderEffect SliderEffects::evaluate(const Scene& scene, const AvatarInputs& now,
                                     ParameterIndex parameter) const {
  const Character& character = scene.character();
  const ParameterDesc& p = character.appearance[parameter];
  Reach reach;
  collect(character.appearance, parameter, scene.sex(), reach);
  SliderEffect effect;
  for (const auto& joints : {reach.positions, reach.scales})
    for (const JointIndex joint : joints)
      (character.skeleton[joint].kind == JointKind::collision_volume ? effect.volumes : effect.bones) = true;
  // A volume that only inherits its bone's scale is no effect of its own.
  if (p.id == kHoverParameter) return effect;
  if (effect.bones || effect.volumes || reach.morphs) {
    AvatarInputs inputs = now;
    inputs.apply_parameters = true;
    std::vector<AvatarState> ends;
    for (const double weight : {p.min, p.max}) {
      inputs.sliders[p.id] = weight;
      ends.push_back(evaluate_avatar(character, inputs));
    }
    for (const WornMesh* mesh : scene.visible_meshes()) {
      const MeshAt at_min(*mesh, character.appearance, ends[0]), at_max(*mesh, character.appearance, ends[1]);
      const double moved = mesh->morphs.empty() ? largest_movement(*mesh, at_min.palette, at_max.palette)
                                                : largest_morphed_movement(*mesh, at_min, at_max);
      effect.millimetres = std::max(effect.millimetres, 1000.0 * moved);
    }
  }
  if (effect.millimetres < kTooLittle) explain(scene, p, reach, effect);
  return effect;
}

}  // namespace mannequin::preview
