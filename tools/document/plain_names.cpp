#include "tools/document/plain_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "engine/core/lower_case.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

struct PlainName {
  std::string_view stem, plain;
};

// By the body part that moves with the joint; sides and the volumes' suffix are added.
constexpr PlainName kBones[] = {{"mPelvis", "hips"},
                                {"mSpine1", "spine, lowest"},
                                {"mSpine2", "spine, second"},
                                {"mTorso", "waist"},
                                {"mSpine3", "spine, third"},
                                {"mSpine4", "spine, highest"},
                                {"mChest", "chest"},
                                {"mNeck", "neck"},
                                {"mHead", "head"},
                                {"mSkull", "top of the head"},
                                {"mEye", "eye"},
                                {"mCollar", "collarbone"},
                                {"mShoulder", "upper arm"},
                                {"mElbow", "forearm"},
                                {"mWrist", "hand"},
                                {"mHandThumb", "thumb"},
                                {"mHandIndex", "index finger"},
                                {"mHandMiddle", "middle finger"},
                                {"mHandRing", "ring finger"},
                                {"mHandPinky", "little finger"},
                                {"mHip", "thigh"},
                                {"mKnee", "lower leg"},
                                {"mAnkle", "foot"},
                                {"mFoot", "ball of the foot"},
                                {"mToe", "toes"},
                                {"mGroin", "groin"},
                                {"mTail", "tail"},
                                {"mWingsRoot", "both wings"},
                                {"mWing", "wing"},
                                {"mWing4Fan", "wing, fan"},
                                {"mHindLimbsRoot", "both hind legs"},
                                {"mHindLimb", "hind leg"},
                                {"mFaceRoot", "whole face"},
                                {"mFaceEyeAlt", "eye, of the face"},
                                {"mFaceForehead", "forehead"},
                                {"mFaceForeheadCenter", "forehead, middle"},
                                {"mFaceEyebrowOuter", "eyebrow, outer end"},
                                {"mFaceEyebrowCenter", "eyebrow, middle"},
                                {"mFaceEyebrowInner", "eyebrow, inner end"},
                                {"mFaceEyeLidUpper", "upper eyelid"},
                                {"mFaceEyeLidLower", "lower eyelid"},
                                {"mFaceEyecornerInner", "inner corner of the eye"},
                                {"mFaceEar", "ear"},
                                {"mFaceNose", "nostril"},
                                {"mFaceNoseCenter", "tip of the nose"},
                                {"mFaceNoseBase", "nose"},
                                {"mFaceNoseBridge", "bridge of the nose"},
                                {"mFaceCheekLower", "lower cheek"},
                                {"mFaceCheekUpper", "upper cheek"},
                                {"mFaceJaw", "jaw"},
                                {"mFaceJawShaper", "shape of the jaw"},
                                {"mFaceChin", "chin"},
                                {"mFaceTeethLower", "lower teeth"},
                                {"mFaceTeethUpper", "upper teeth"},
                                {"mFaceLipLower", "lower lip"},
                                {"mFaceLipLowerCenter", "lower lip, middle"},
                                {"mFaceLipUpper", "upper lip"},
                                {"mFaceLipUpperCenter", "upper lip, middle"},
                                {"mFaceLipCorner", "corner of the mouth"},
                                {"mFaceTongueBase", "tongue"},
                                {"mFaceTongueTip", "tip of the tongue"}};
constexpr PlainName kVolumes[] = {{"PELVIS", "hips"},
                                  {"BUTT", "buttocks"},
                                  {"BELLY", "belly"},
                                  {"HANDLE", "love handle"},
                                  {"LOWER_BACK", "lower back"},
                                  {"CHEST", "chest"},
                                  {"PEC", "breast"},
                                  {"UPPER_BACK", "upper back"},
                                  {"NECK", "neck"},
                                  {"HEAD", "head"},
                                  {"CLAVICLE", "shoulder"},
                                  {"UPPER_ARM", "upper arm"},
                                  {"LOWER_ARM", "forearm"},
                                  {"HAND", "hand"},
                                  {"UPPER_LEG", "thigh"},
                                  {"LOWER_LEG", "lower leg"},
                                  {"FOOT", "foot"}};

template <std::size_t N>
std::string_view find(const PlainName (&names)[N], std::string_view stem) {
  const auto found = std::ranges::find(names, stem, &PlainName::stem);
  return found == std::end(names) ? std::string_view() : found->plain;
}

std::string of_bone(std::string_view stem) {
  std::string side;
  if (stem.ends_with("Left")) side = "left ", stem.remove_suffix(4);
  if (stem.ends_with("Right")) side = "right ", stem.remove_suffix(5);
  if (const auto plain = find(kBones, stem); !plain.empty()) return side + std::string(plain);
  // One joint of a chain, numbered outwards from the body.
  if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem.back())) == 0) return {};
  const char link = stem.back();
  stem.remove_suffix(1);
  const auto plain = find(kBones, stem);
  return plain.empty() ? std::string() : side + std::string(plain) + ", link " + link;
}

std::string of_volume(std::string_view stem) {
  std::string side;
  for (const auto& [prefix, name] :
       {PlainName{"LEFT_", "left "}, {"RIGHT_", "right "}, {"L_", "left "}, {"R_", "right "}})
    if (side.empty() && stem.starts_with(prefix)) side = name, stem.remove_prefix(prefix.size());
  const auto plain = find(kVolumes, stem);
  return plain.empty() ? std::string() : side + std::string(plain);
}

}  // namespace

std::string plain_name(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::bone:
      return of_bone(joint.name);
    case JointKind::collision_volume:
      if (const std::string plain = of_volume(joint.name); !plain.empty()) return plain + " (volume)";
      return {};
    case JointKind::attachment_point:
      break;
  }
  return "attachment point";
}

std::string both_names(const Joint& joint) {
  const std::string plain = plain_name(joint);
  return plain.empty() ? joint.name : joint.name + " \u00b7 " + plain;
}

std::string named_in_sentence(const Joint& joint) {
  const bool volume = joint.kind == JointKind::collision_volume;
  const std::string plain = volume ? of_volume(joint.name) : plain_name(joint);
  return plain.empty() ? joint.name
                       : fmt::format("{} ({}{})", joint.name, volume ? tr("volume: ") : "", plain);
}

bool named_like(const Joint& joint, const std::string& wanted) {
  return contains_any_case(both_names(joint), wanted);
}

}  // namespace mannequin::document
