#include "engine/fit/dead_slider.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/fit/slider_movement.h"

namespace mannequin {
namespace {

// Rotation and scale of a bone are measured on a point this far from it; a volume has its own size.
constexpr double kBesideBone = 0.1;
constexpr std::size_t kMostNames = 3;

// "a", "a and b", "a, b and c", "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), kMostNames), more = names.size() - shown;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : i + 1 == shown && more == 0 ? " and " : ", ") + names[i];
  return more == 0 ? text : fmt::format("{} and {} more", text, more);
}

std::string joint_name(const DeadSlider& dead, JointIndex joint) {
  const Joint& found = dead.character.skeleton[joint];
  return dead.names.joint ? dead.names.joint(found) : found.name;
}

std::string joint_names(const DeadSlider& dead, const std::set<JointIndex>& joints) {
  std::vector<std::string> names;
  names.reserve(joints.size());
  for (const JointIndex joint : joints) names.push_back(joint_name(dead, joint));
  return listed(names);
}

std::string mesh_name(const DeadSlider& dead, std::size_t measured) {
  if (dead.names.mesh) return dead.names.mesh(measured);
  return dead.names.worn.size() == 1 ? dead.names.worn.front() : "your mesh";
}

// The joint that moves most among those the slider affects.
JointIndex strongest(const DeadSlider& dead) {
  JointIndex found = kNoJoint;
  double most = -1.0;
  for (const JointIndex joint : dead.reach.joints()) {
    const auto at = static_cast<std::size_t>(joint);
    const Mat4 change =
        dead.ends.high.joints[at].world_from_joint() - dead.ends.low.joints[at].world_from_joint();
    const bool volume = dead.character.skeleton[joint].kind == JointKind::collision_volume;
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {-1.0, 1.0}) {
        Vec4 point(0.0, 0.0, 0.0, 1.0);
        point[axis] = side * (volume ? 1.0 : kBesideBone);
        const double moved = glm::length(Vec3(change * point));
        if (moved > most) most = moved, found = joint;
      }
  }
  return found;
}

// As a percentage of the mesh's total weight.
double weight_share(const Skin& skin, JointIndex joint) {
  double sum = 0.0;
  for (const VertexInfluences& influences : skin.influences())
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      if (influences.joint[k] < skin.joint_count() && skin.joints()[influences.joint[k]] == joint)
        sum += static_cast<double>(influences.weight[k]);
  return 100.0 * sum / static_cast<double>(std::max<std::size_t>(skin.influences().size(), 1));
}

std::set<JointIndex> held(const std::set<JointIndex>& reached,
                          const std::vector<std::optional<JointOffset>>& offsets) {
  std::set<JointIndex> found;
  for (const JointIndex joint : reached)
    if (offsets[static_cast<std::size_t>(joint)]) found.insert(joint);
  return found;
}

std::string holders(const DeadSlider& dead, const std::set<JointIndex>& joints,
                    const std::vector<std::optional<JointOffset>>& offsets) {
  std::vector<std::string> names;
  for (const JointIndex joint : joints) {
    const Uuid& id = offsets[static_cast<std::size_t>(joint)]->mesh_id;
    std::string name = dead.names.offset_by ? dead.names.offset_by(id) : "a worn mesh";
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return listed(names);
}

// Whether it would move something if no worn mesh offset these joints.
bool would_move_without(const DeadSlider& dead, const std::set<JointIndex>& joints) {
  AvatarInputs without = dead.now;
  for (WornOffsets& worn : without.worn)
    std::erase_if(worn.joints, [&](const WornOffsets::Position& position) {
      return joints.contains(dead.character.skeleton.find(position.joint));
    });
  return slider_ends(dead.character, without, dead.slider, dead.worn).moves_anything();
}

// Empty if offsets are not the reason.
std::string held_by_offsets(const DeadSlider& dead, const std::string& label) {
  const JointOffsets& offsets = dead.ends.low.offsets;
  const std::set<JointIndex> places = held(dead.reach.positions, offsets.position),
                             scales = held(dead.reach.scales, offsets.scale);
  std::set<JointIndex> all = places;
  all.insert(scales.begin(), scales.end());
  if (all.empty() || !would_move_without(dead, all)) return {};
  if (places.empty())
    return fmt::format(
        "{} works by scaling {}, and {} locks that scale. Turn \"lock scale\" off to get it back.", label,
        joint_names(dead, scales), holders(dead, scales, offsets.scale));
  const bool one = places.size() == 1;
  return fmt::format(
      "{} works by moving {}, and {} fixes {}. The length stays; thickness {}. Remove the joint{} from the "
      "positions to get the length back.",
      label, joint_names(dead, places), holders(dead, places, offsets.position),
      one ? "that joint's position" : "those joints' positions",
      held(places, offsets.scale).empty() ? "still changes" : "stays too, because the scale is locked",
      one ? "" : "s");
}

// "the upper body and the lower body" of the layers' regions.
std::string painted_regions(const LayerReach& reach) {
  std::vector<std::string> regions;
  for (const std::string& layer : reach.paints) {
    std::string region = "the " + layer.substr(0, layer.find('/'));
    std::ranges::replace(region, '_', ' ');
    if (std::ranges::find(regions, region) == regions.end()) regions.push_back(std::move(region));
  }
  return listed(regions);
}

std::string texture_reason(const DeadSlider& dead, const std::string& label) {
  const LayerReach reach = dead.names.layers == nullptr
                               ? LayerReach{}
                               : layer_reach(*dead.names.layers, dead.character.appearance, dead.slider);
  if (reach.ignored)
    return fmt::format("{} shapes folds that today's viewers no longer draw. It changes nothing.", label);
  if (reach.paints.empty())
    return fmt::format("{} changes only a texture of system clothing or skin. It moves nothing.", label);
  return fmt::format(
      "{} changes only what is painted on {}: system clothing, make-up or skin. It moves nothing{}", label,
      painted_regions(reach),
      reach.limits_morphs ? ", but decides where loose clothing changes the system body." : ".");
}

std::string surface_reason(const DeadSlider& dead, const std::string& label) {
  if (dead.names.layers != nullptr &&
      layer_reach(*dead.names.layers, dead.character.appearance, dead.slider).needs_mask)
    return fmt::format(
        "{} changes the system body, and only where the mask of a worn shirt, trousers or beard lets it. "
        "Worn meshes cannot "
        "follow it.",
        label);
  if (std::ranges::any_of(dead.worn, [](const MeasuredMesh* mesh) { return mesh->morphs(); }))
    return fmt::format(
        "{} changes a hidden part of the system body, or clothing that is visible only where a mask allows "
        "it.",
        label);
  return fmt::format(
      "{} changes only the system body's surface. Worn meshes cannot follow it, not even in-world. Nothing "
      "is "
      "wrong with {}.",
      label, dead.names.worn.empty() ? "your mesh" : listed(dead.names.worn));
}

std::string little_reason(const DeadSlider& dead, const std::string& label) {
  const std::string mesh = mesh_name(dead, dead.ends.moved);
  const JointIndex joint = strongest(dead);
  const double mm = 1000.0 * dead.ends.metres,
               share = weight_share(dead.worn[dead.ends.moved]->skin(), joint);
  return fmt::format(
      "{} moves {} by {}, too little to see. Most of its effect goes to {}, where {} has {} weight.", label,
      mesh, mm < 0.01 ? "less than 0.01 mm" : fmt::format("{:.2f} mm at most", mm), joint_name(dead, joint),
      mesh,
      share == 0.0  ? "no"
      : share < 0.1 ? "less than 0.1 %"
                    : fmt::format("{:.1f} %", share));
}

std::string weights_reason(const DeadSlider& dead, const std::string& label) {
  const std::string joints = joint_names(dead, dead.reach.joints());
  if (dead.worn.empty()) return fmt::format("{} moves {}, but no mesh is worn.", label, joints);
  const auto& worn = dead.names.worn;
  return fmt::format("{} moves {}, but nothing worn has weights there. Weight {} to {} if it should follow.",
                     label, joints,
                     worn.empty()       ? "your mesh"
                     : worn.size() == 1 ? worn.front()
                                        : "one of " + listed(worn),
                     joint_name(dead, *dead.reach.joints().begin()));
}

}  // namespace

bool SliderEnds::moves_anything() const { return metres >= kVisibleMovement; }

SliderEnds slider_ends(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                       std::span<const MeasuredMesh* const> worn) {
  const ParameterDesc& parameter = character.appearance[slider];
  AvatarInputs inputs = now;
  inputs.apply_parameters = true;
  SliderEnds ends;
  inputs.sliders[parameter.id] = parameter.min;
  ends.low = evaluate_avatar(character, inputs);
  inputs.sliders[parameter.id] = parameter.max;
  ends.high = evaluate_avatar(character, inputs);
  for (std::size_t m = 0; m < worn.size(); ++m) {
    const double metres = worn[m]->largest_movement(worn[m]->at(character.appearance, ends.low),
                                                    worn[m]->at(character.appearance, ends.high));
    if (metres > ends.metres) ends.metres = metres, ends.moved = m;
  }
  return ends;
}

void explain_dead_slider(const DeadSlider& dead, SliderEffect& effect) {
  const ParameterDesc& parameter = dead.character.appearance[dead.slider];
  const std::string& label = slider_label(parameter);
  const auto because = [&](DeadReason why, std::string reason) {
    effect.why = why;
    effect.reason = std::move(reason);
  };
  if (!concerns(parameter.sex, dead.sex))
    return because(DeadReason::other_sex,
                   fmt::format("{} is for {} shapes. Its value is kept and returns when you switch.", label,
                               dead.sex == Sex::male ? "female" : "male"));
  if (dead.reach.joints().empty() && dead.reach.surface)
    return because(DeadReason::surface_only, surface_reason(dead, label));
  if (dead.reach.joints().empty()) return because(DeadReason::texture_only, texture_reason(dead, label));
  if (std::string reason = held_by_offsets(dead, label); !reason.empty())
    return because(DeadReason::fixed_by_offset, std::move(reason));
  if (effect.metres > 0.0) return because(DeadReason::too_little, little_reason(dead, label));
  because(DeadReason::no_weights, weights_reason(dead, label));
}

}  // namespace mannequin
