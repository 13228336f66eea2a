#include "engine/appearance/legacy_character.h"

#include <map>
#include <set>

namespace mannequin {
namespace {

constexpr int kLastLegacyPoint = 40;  // Avatar Center; 41 and up came with Bento

bool is_legacy(const JointDesc& joint) {
  if (joint.kind == JointKind::attachment_point) return joint.attachment_id <= kLastLegacyPoint;
  return joint.support == JointSupport::base;
}

}  // namespace

bool is_legacy(const Skeleton& skeleton) {
  const auto has = [&](const char* name) { return skeleton.find(name) != kNoJoint; };
  return has("mSkull") && has("mFootLeft") && has("PELVIS") && !has("mSpine1") && !has("mHandThumb1Left");
}

CharacterDesc legacy_character(CharacterDesc desc) {
  std::map<std::string, const JointDesc*> by_name;
  for (const JointDesc& joint : desc.skeleton.joints) by_name[joint.name] = &joint;
  SkeletonDesc kept = desc.skeleton;
  kept.joints.clear();
  std::set<std::string> names;
  for (const JointDesc& joint : desc.skeleton.joints) {
    if (!is_legacy(joint)) continue;
    JointDesc moved = joint;
    // Extended bones in between have no rotation or scale at rest. A cycle of parents ends where it began.
    for (auto above = by_name.find(moved.parent);
         above != by_name.end() && !is_legacy(*above->second) && above->second->parent != joint.name;
         above = by_name.find(moved.parent)) {
      moved.position += above->second->position;
      moved.parent = above->second->parent;
    }
    names.insert(joint.name);
    kept.joints.push_back(std::move(moved));
  }
  const auto gone = [&](const JointEffectDesc& effect) { return !names.contains(effect.joint); };
  for (ParameterDesc& parameter : desc.appearance.parameters) {
    std::erase_if(parameter.joints, gone);
    for (MorphDesc& morph : parameter.morphs) std::erase_if(morph.volumes, gone);
  }
  desc.skeleton = std::move(kept);
  return desc;
}

}  // namespace mannequin
