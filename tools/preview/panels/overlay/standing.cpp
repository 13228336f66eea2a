#include "tools/preview/panels/overlay/standing.h"

#include <algorithm>

#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

constexpr int kHeelHeight = 198, kPlatformHeight = 503;  // sliders
// The joints that determine the pelvis's height above the ground.
constexpr const char* kLegs[] = {"mHipLeft",   "mHipRight",   "mKneeLeft", "mKneeRight",
                                 "mAnkleLeft", "mAnkleRight", "mFootLeft", "mFootRight"};

bool anything_has_feet(const DressedAvatar& avatar) {
  const Skeleton& skeleton = avatar.character().skeleton;
  return std::ranges::any_of(
      std::initializer_list<const char*>{"mAnkleLeft", "mAnkleRight", "mFootLeft", "mFootRight", "mToeLeft",
                                         "mToeRight", "L_FOOT", "R_FOOT"},
      [&](const char* name) {
        const JointIndex joint = skeleton.find(name);
        return joint != kNoJoint && avatar.has_weights(joint);
      });
}

bool is_moved(const DressedAvatar& avatar, const char* name) {
  const JointIndex joint = avatar.character().skeleton.find(name);
  return joint != kNoJoint && avatar.state().offsets.position[static_cast<std::size_t>(joint)].has_value();
}

const ParameterDesc* edited_slider(const DressedAvatar& avatar, int id) {
  const Appearance& appearance = avatar.character().appearance;
  const ParameterIndex index = appearance.find(id);
  return index != kNoParameter && avatar.edited(appearance[index]) ? &appearance[index] : nullptr;
}

}  // namespace

StandingCause why_off_ground(const DressedAvatar& avatar) {
  if (edited_slider(avatar, kHoverParameter) != nullptr)
    return {tr("Hover"), tr("The slider Hover lifts or lowers the avatar by as much as it says.")};
  if (!anything_has_feet(avatar))
    return {tr("no feet shown"),
            tr("Nothing worn that is visible has weights on ankles or feet. The avatar stands where its feet "
               "would be.")};
  if (avatar.choice().apply_parameters)
    for (const int id : {kHeelHeight, kPlatformHeight})
      if (const ParameterDesc* slider = edited_slider(avatar, id))
        return {tr(slider->label),
                tr("The slider {} lifts the avatar to make room for the shoes of the system avatar. Worn "
                   "meshes have soles of their own. In-world it is the same.",
                   tr(slider->label))};
  for (const char* name : kLegs)
    if (is_moved(avatar, name))
      return {tr("moved joints"), tr("A worn mesh moves {}. The height at which an avatar stands is reckoned "
                                     "from the joints of its legs. In-world it is the same.",
                                     name)};
  if (avatar.state().offsets.pelvis_offset != 0.0)
    return {tr("pelvis offset"),
            tr("A worn mesh moves the pelvis up or down, and the whole avatar with it.")};
  return {
      tr("soles elsewhere"),
      tr("The soles of what is worn are not where those of the system avatar are, for which the height is "
         "reckoned. The slider Hover makes up for it.")};
}

}  // namespace mannequin::preview
