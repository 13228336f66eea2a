#include "engine/bind/rig_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <set>
#include <span>

#include "engine/bind/bones.h"

namespace mannequin {
namespace {

// '@' stands for the side in both.
struct NamePair {
  std::string_view theirs, ours;
};

constexpr NamePair kMixamo[] = {
    {"hips", "mPelvis"},
    {"spine", "mTorso"},
    {"spine1", "mChest"},
    {"spine2", "mChest"},
    {"neck", "mNeck"},
    {"head", "mHead"},
    {"headtopend", "mHead"},
    {"@eye", "mEye@"},
    {"@shoulder", "mCollar@"},
    {"@arm", "mShoulder@"},
    {"@forearm", "mElbow@"},
    {"@hand", "mWrist@"},
    {"@handthumb1", "mHandThumb1@"},
    {"@handthumb2", "mHandThumb2@"},
    {"@handthumb3", "mHandThumb3@"},
    {"@handthumb4", "mHandThumb3@"},
    {"@handindex1", "mHandIndex1@"},
    {"@handindex2", "mHandIndex2@"},
    {"@handindex3", "mHandIndex3@"},
    {"@handindex4", "mHandIndex3@"},
    {"@handmiddle1", "mHandMiddle1@"},
    {"@handmiddle2", "mHandMiddle2@"},
    {"@handmiddle3", "mHandMiddle3@"},
    {"@handmiddle4", "mHandMiddle3@"},
    {"@handring1", "mHandRing1@"},
    {"@handring2", "mHandRing2@"},
    {"@handring3", "mHandRing3@"},
    {"@handring4", "mHandRing3@"},
    {"@handpinky1", "mHandPinky1@"},
    {"@handpinky2", "mHandPinky2@"},
    {"@handpinky3", "mHandPinky3@"},
    {"@handpinky4", "mHandPinky3@"},
    {"@upleg", "mHip@"},
    {"@leg", "mKnee@"},
    {"@foot", "mAnkle@"},
    {"@toebase", "mFoot@"},
    {"@toeend", "mToe@"},
};

// The humanoid bones of the specification.
constexpr NamePair kVrm[] = {
    {"hips", "mPelvis"},
    {"spine", "mTorso"},
    {"chest", "mChest"},
    {"upperchest", "mChest"},
    {"neck", "mNeck"},
    {"head", "mHead"},
    {"jaw", "mFaceJaw"},
    {"@eye", "mEye@"},
    {"@shoulder", "mCollar@"},
    {"@upperarm", "mShoulder@"},
    {"@lowerarm", "mElbow@"},
    {"@hand", "mWrist@"},
    {"@upperleg", "mHip@"},
    {"@lowerleg", "mKnee@"},
    {"@foot", "mAnkle@"},
    {"@toes", "mFoot@"},
    {"@thumbmetacarpal", "mHandThumb1@"},
    {"@thumbproximal", "mHandThumb2@"},
    {"@thumbintermediate", "mHandThumb2@"},
    {"@thumbdistal", "mHandThumb3@"},
    {"@indexproximal", "mHandIndex1@"},
    {"@indexintermediate", "mHandIndex2@"},
    {"@indexdistal", "mHandIndex3@"},
    {"@middleproximal", "mHandMiddle1@"},
    {"@middleintermediate", "mHandMiddle2@"},
    {"@middledistal", "mHandMiddle3@"},
    {"@ringproximal", "mHandRing1@"},
    {"@ringintermediate", "mHandRing2@"},
    {"@ringdistal", "mHandRing3@"},
    {"@littleproximal", "mHandPinky1@"},
    {"@littleintermediate", "mHandPinky2@"},
    {"@littledistal", "mHandPinky3@"},
};

// Node names of VRoid Studio's characters.
constexpr NamePair kVroid[] = {
    {"jbipchips", "mPelvis"},
    {"jbipcspine", "mTorso"},
    {"jbipcchest", "mChest"},
    {"jbipcupperchest", "mChest"},
    {"jbipcneck", "mNeck"},
    {"jbipchead", "mHead"},
    {"jadj@faceeye", "mEye@"},
    {"jbip@shoulder", "mCollar@"},
    {"jbip@upperarm", "mShoulder@"},
    {"jbip@lowerarm", "mElbow@"},
    {"jbip@hand", "mWrist@"},
    {"jbip@upperleg", "mHip@"},
    {"jbip@lowerleg", "mKnee@"},
    {"jbip@foot", "mAnkle@"},
    {"jbip@toebase", "mFoot@"},
    {"jbip@thumb1", "mHandThumb1@"},
    {"jbip@thumb2", "mHandThumb2@"},
    {"jbip@thumb3", "mHandThumb3@"},
    {"jbip@index1", "mHandIndex1@"},
    {"jbip@index2", "mHandIndex2@"},
    {"jbip@index3", "mHandIndex3@"},
    {"jbip@middle1", "mHandMiddle1@"},
    {"jbip@middle2", "mHandMiddle2@"},
    {"jbip@middle3", "mHandMiddle3@"},
    {"jbip@ring1", "mHandRing1@"},
    {"jbip@ring2", "mHandRing2@"},
    {"jbip@ring3", "mHandRing3@"},
    {"jbip@little1", "mHandPinky1@"},
    {"jbip@little2", "mHandPinky2@"},
    {"jbip@little3", "mHandPinky3@"},
};

// Rigify's deforming bones.
constexpr NamePair kRigify[] = {
    {"spine", "mPelvis"},
    {"pelvis@", "mPelvis"},
    {"spine001", "mTorso"},
    {"spine002", "mChest"},
    {"spine003", "mChest"},
    {"spine004", "mNeck"},
    {"spine005", "mNeck"},
    {"spine006", "mHead"},
    {"face", "mHead"},
    {"breast@", "mChest"},
    {"shoulder@", "mCollar@"},
    {"upperarm@", "mShoulder@"},
    {"upperarm@001", "mShoulder@"},
    {"forearm@", "mElbow@"},
    {"forearm@001", "mElbow@"},
    {"hand@", "mWrist@"},
    {"palm01@", "mWrist@"},
    {"palm02@", "mWrist@"},
    {"palm03@", "mWrist@"},
    {"palm04@", "mWrist@"},
    {"thumb01@", "mHandThumb1@"},
    {"thumb02@", "mHandThumb2@"},
    {"thumb03@", "mHandThumb3@"},
    {"findex01@", "mHandIndex1@"},
    {"findex02@", "mHandIndex2@"},
    {"findex03@", "mHandIndex3@"},
    {"fmiddle01@", "mHandMiddle1@"},
    {"fmiddle02@", "mHandMiddle2@"},
    {"fmiddle03@", "mHandMiddle3@"},
    {"fring01@", "mHandRing1@"},
    {"fring02@", "mHandRing2@"},
    {"fring03@", "mHandRing3@"},
    {"fpinky01@", "mHandPinky1@"},
    {"fpinky02@", "mHandPinky2@"},
    {"fpinky03@", "mHandPinky3@"},
    {"thigh@", "mHip@"},
    {"thigh@001", "mHip@"},
    {"shin@", "mKnee@"},
    {"shin@001", "mKnee@"},
    {"foot@", "mAnkle@"},
    {"toe@", "mFoot@"},
};

// The default rig of MakeHuman and MPFB.
constexpr NamePair kMakeHuman[] = {
    {"root", "mPelvis"},
    {"pelvis@", "mPelvis"},
    {"spine05", "mPelvis"},
    {"spine04", "mTorso"},
    {"spine03", "mTorso"},
    {"spine02", "mChest"},
    {"spine01", "mChest"},
    {"breast@", "mChest"},
    {"neck01", "mNeck"},
    {"neck02", "mNeck"},
    {"neck03", "mNeck"},
    {"head", "mHead"},
    {"jaw", "mFaceJaw"},
    {"eye@", "mEye@"},
    {"clavicle@", "mCollar@"},
    {"shoulder01@", "mCollar@"},
    {"upperarm01@", "mShoulder@"},
    {"upperarm02@", "mShoulder@"},
    {"lowerarm01@", "mElbow@"},
    {"lowerarm02@", "mElbow@"},
    {"wrist@", "mWrist@"},
    {"metacarpal1@", "mWrist@"},
    {"metacarpal2@", "mWrist@"},
    {"metacarpal3@", "mWrist@"},
    {"metacarpal4@", "mWrist@"},
    {"finger11@", "mHandThumb1@"},
    {"finger12@", "mHandThumb2@"},
    {"finger13@", "mHandThumb3@"},
    {"finger21@", "mHandIndex1@"},
    {"finger22@", "mHandIndex2@"},
    {"finger23@", "mHandIndex3@"},
    {"finger31@", "mHandMiddle1@"},
    {"finger32@", "mHandMiddle2@"},
    {"finger33@", "mHandMiddle3@"},
    {"finger41@", "mHandRing1@"},
    {"finger42@", "mHandRing2@"},
    {"finger43@", "mHandRing3@"},
    {"finger51@", "mHandPinky1@"},
    {"finger52@", "mHandPinky2@"},
    {"finger53@", "mHandPinky3@"},
    {"upperleg01@", "mHip@"},
    {"upperleg02@", "mHip@"},
    {"lowerleg01@", "mKnee@"},
    {"lowerleg02@", "mKnee@"},
    {"foot@", "mAnkle@"},
    {"toe11@", "mFoot@"},
    {"toe21@", "mFoot@"},
    {"toe31@", "mFoot@"},
    {"toe41@", "mFoot@"},
    {"toe51@", "mFoot@"},
};

// MakeHuman's rig for game engines.
constexpr NamePair kMakeHumanGame[] = {
    {"pelvis", "mPelvis"},
    {"neck01", "mNeck"},
    {"thigh@", "mHip@"},
    {"calf@", "mKnee@"},
    {"ball@", "mFoot@"},
    {"upperarm@", "mShoulder@"},
    {"lowerarm@", "mElbow@"},
    {"hand@", "mWrist@"},
    {"thumb01@", "mHandThumb1@"},
    {"thumb02@", "mHandThumb2@"},
    {"thumb03@", "mHandThumb3@"},
    {"index01@", "mHandIndex1@"},
    {"index02@", "mHandIndex2@"},
    {"index03@", "mHandIndex3@"},
    {"middle01@", "mHandMiddle1@"},
    {"middle02@", "mHandMiddle2@"},
    {"middle03@", "mHandMiddle3@"},
    {"ring01@", "mHandRing1@"},
    {"ring02@", "mHandRing2@"},
    {"ring03@", "mHandRing3@"},
    {"pinky01@", "mHandPinky1@"},
    {"pinky02@", "mHandPinky2@"},
    {"pinky03@", "mHandPinky3@"},
};

std::string with_side(std::string_view name, std::string_view side) {
  std::string out(name);
  if (const std::size_t at = out.find('@'); at != std::string::npos) out.replace(at, 1, side);
  return out;
}

void add_names(RigNames& names, std::span<const NamePair> pairs, std::string_view left,
               std::string_view right) {
  for (const NamePair& pair : pairs) {
    names.emplace(with_side(pair.theirs, left), with_side(pair.ours, "Left"));
    names.emplace(with_side(pair.theirs, right), with_side(pair.ours, "Right"));
  }
}

// The orientation and scale of the avatar's joint, at this position.
Mat4 bind_at(const Joint& joint, const Vec3& place) {
  Mat4 world = glm::translate(Mat4(1.0), place);
  if (joint.kind != JointKind::bone)
    world = world * glm::mat4_cast(joint.rest_rotation) * glm::scale(Mat4(1.0), joint.rest_scale);
  return glm::affineInverse(world);
}

void merge_influences(SkinDesc& skin, std::span<const std::uint32_t> slot) {
  std::vector<InfluenceDesc> merged;
  std::vector<std::uint32_t> begin = {0};
  for (std::size_t v = 0; v + 1 < skin.influence_begin.size(); ++v) {
    for (std::uint32_t i = skin.influence_begin[v]; i < skin.influence_begin[v + 1]; ++i) {
      const InfluenceDesc influence{slot[skin.influences[i].joint], skin.influences[i].weight};
      const auto same =
          std::find_if(merged.begin() + begin.back(), merged.end(),
                       [&](const InfluenceDesc& other) { return other.joint == influence.joint; });
      if (same == merged.end())
        merged.push_back(influence);
      else
        same->weight += influence.weight;
    }
    begin.push_back(static_cast<std::uint32_t>(merged.size()));
  }
  skin.influences = std::move(merged);
  skin.influence_begin = std::move(begin);
}

// Relative to the nearest ancestor in the skin, else to the parent's default place in the avatar.
void set_joint_positions(SkinDesc& skin, const Skeleton& skeleton, const std::map<JointIndex, Vec3>& places) {
  const auto place_of = [&](JointIndex joint, const auto& self) -> Vec3 {
    if (joint == kNoJoint) return Vec3(0.0);
    if (const auto own = places.find(joint); own != places.end()) return own->second;
    return self(skeleton[joint].parent, self) + skeleton[joint].default_position;
  };
  skin.joint_positions.assign(skin.joint_names.size(), std::nullopt);
  for (std::size_t j = 0; j < skin.joint_names.size(); ++j) {
    const JointIndex joint = skeleton.find(skin.joint_names[j]);
    if (joint == kNoJoint || !places.contains(joint)) continue;
    skin.joint_positions[j] = places.at(joint) - place_of(skeleton[joint].parent, place_of);
  }
}

}  // namespace

Result<RigNames> known_rig(std::string_view rig) {
  RigNames names;
  if (rig == "mixamo") {
    add_names(names, kMixamo, "left", "right");
  } else if (rig == "vrm") {
    add_names(names, kVrm, "left", "right");
    add_names(names, kVroid, "l", "r");
  } else if (rig == "rigify") {
    add_names(names, kRigify, "l", "r");
  } else if (rig == "makehuman") {
    add_names(names, kMakeHuman, "l", "r");
    add_names(names, kMakeHumanGame, "l", "r");
  } else {
    return fail(ErrorCode::bad_argument, std::string(rig),
                "is not a known rig; use mixamo, vrm, rigify or makehuman");
  }
  return names;
}

std::string simple_joint_name(std::string_view name) {
  if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos)
    name.remove_prefix(colon + 1);
  std::string out;
  for (const char c : name)
    if (c != '.' && c != '_' && c != '-' && c != ' ')
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  if (out.starts_with("mixamorig")) {
    out.erase(0, 9);
    while (!out.empty() && out.front() >= '0' && out.front() <= '9') out.erase(0, 1);
  }
  if (out.starts_with("def") && name.starts_with("DEF")) out.erase(0, 3);
  return out;
}

RenamedRig rename_rig(SkinDesc& skin, const RigNames& names,
                      const std::map<std::string, std::string>& parents, const Skeleton& skeleton) {
  RenamedRig out;
  // The avatar's joint for one of theirs: by the map, or by the same name.
  const auto counterpart = [&](const std::string& name) -> std::string {
    const auto found = names.find(simple_joint_name(name));
    if (found != names.end()) return found->second;
    const JointIndex joint = skeleton.find(name);
    return joint == kNoJoint ? std::string() : skeleton[joint].name;
  };
  struct Target {
    std::string name;
    bool by_ancestor = false, unknown = false;
  };
  std::vector<Target> targets;
  for (const std::string& name : skin.joint_names) {
    Target target{counterpart(name)};
    std::set<std::string> seen;  // hierarchies of hostile files may be circular
    for (std::string above = name; target.name.empty() && seen.insert(above).second;) {
      const auto parent = parents.find(above);
      if (parent == parents.end()) break;
      above = parent->second;
      target = {counterpart(above), true};
    }
    if (target.name.empty()) target = {name, false, true};
    targets.push_back(std::move(target));
  }

  SkinDesc renamed = skin;
  renamed.joint_names.clear();
  renamed.inverse_binds.clear();
  renamed.joint_rests.clear();
  std::vector<std::uint32_t> slot(targets.size());
  std::map<JointIndex, Vec3> places;
  // Joints with a direct counterpart first, so that merged ones do not determine the position.
  for (const bool by_ancestor : {false, true})
    for (std::size_t j = 0; j < targets.size(); ++j) {
      const Target& target = targets[j];
      const std::string& name = skin.joint_names[j];
      if (target.by_ancestor != by_ancestor) continue;
      const auto there = std::ranges::find(renamed.joint_names, target.name);
      const bool known = there != renamed.joint_names.end();
      slot[j] = static_cast<std::uint32_t>(there - renamed.joint_names.begin());
      if (target.unknown)
        out.unknown.push_back(name);
      else if (by_ancestor || known)
        out.merged.emplace_back(name, target.name);
      else if (target.name != name)
        out.renamed.emplace_back(name, target.name);
      if (known) continue;
      const JointIndex joint = skeleton.find(target.name);
      Mat4 bind = j < skin.inverse_binds.size() ? skin.inverse_binds[j] : Mat4(1.0);
      if (joint != kNoJoint && target.name != name) {
        // An ancestor without weights of its own: use the avatar's default position.
        const Vec3 place = by_ancestor ? bind_places(skeleton)[static_cast<std::size_t>(joint)]
                                       : Vec3(glm::affineInverse(bind)[3]);
        if (!by_ancestor) places[joint] = place;
        bind = bind_at(skeleton[joint], place);
      }
      renamed.joint_names.push_back(target.name);
      renamed.inverse_binds.push_back(bind);
    }
  merge_influences(renamed, slot);
  set_joint_positions(renamed, skeleton, places);
  skin = std::move(renamed);
  return out;
}

}  // namespace mannequin
