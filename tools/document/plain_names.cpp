#include "tools/document/plain_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "engine/core/lower_case.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

struct PlainName {
  std::string_view stem, plain;
};

// By the body part that moves with the joint; sides and the volumes' suffix are added.
constexpr PlainName kBones[] = {{"mPelvis", marked("hips")},
                                {"mSpine1", marked("spine, lowest")},
                                {"mSpine2", marked("spine, second")},
                                {"mTorso", marked("waist")},
                                {"mSpine3", marked("spine, third")},
                                {"mSpine4", marked("spine, highest")},
                                {"mChest", marked("chest")},
                                {"mNeck", marked("neck")},
                                {"mHead", marked("head")},
                                {"mSkull", marked("top of the head")},
                                {"mEye", marked("eye")},
                                {"mCollar", marked("collarbone")},
                                {"mShoulder", marked("upper arm")},
                                {"mElbow", marked("forearm")},
                                {"mWrist", marked("hand")},
                                {"mHandThumb", marked("thumb")},
                                {"mHandIndex", marked("index finger")},
                                {"mHandMiddle", marked("middle finger")},
                                {"mHandRing", marked("ring finger")},
                                {"mHandPinky", marked("little finger")},
                                {"mHip", marked("thigh")},
                                {"mKnee", marked("lower leg")},
                                {"mAnkle", marked("foot")},
                                {"mFoot", marked("ball of the foot")},
                                {"mToe", marked("toes")},
                                {"mGroin", marked("groin")},
                                {"mTail", marked("tail")},
                                {"mWingsRoot", marked("both wings")},
                                {"mWing", marked("wing")},
                                {"mWing4Fan", marked("wing, fan")},
                                {"mHindLimbsRoot", marked("both hind legs")},
                                {"mHindLimb", marked("hind leg")},
                                {"mFaceRoot", marked("whole face")},
                                {"mFaceEyeAlt", marked("eye, of the face")},
                                {"mFaceForehead", marked("forehead")},
                                {"mFaceForeheadCenter", marked("forehead, middle")},
                                {"mFaceEyebrowOuter", marked("eyebrow, outer end")},
                                {"mFaceEyebrowCenter", marked("eyebrow")},
                                {"mFaceEyebrowInner", marked("eyebrow, inner end")},
                                {"mFaceEyeLidUpper", marked("upper eyelid")},
                                {"mFaceEyeLidLower", marked("lower eyelid")},
                                {"mFaceEyecornerInner", marked("inner corner of the eye")},
                                {"mFaceEar", marked("ear")},
                                {"mFaceNose", marked("nostril")},
                                {"mFaceNoseCenter", marked("tip of the nose")},
                                {"mFaceNoseBase", marked("nose")},
                                {"mFaceNoseBridge", marked("bridge of the nose")},
                                {"mFaceCheekLower", marked("lower cheek")},
                                {"mFaceCheekUpper", marked("upper cheek")},
                                {"mFaceJaw", marked("jaw")},
                                {"mFaceJawShaper", marked("shape of the jaw")},
                                {"mFaceChin", marked("chin")},
                                {"mFaceTeethLower", marked("lower teeth")},
                                {"mFaceTeethUpper", marked("upper teeth")},
                                {"mFaceLipLower", marked("lower lip")},
                                {"mFaceLipLowerCenter", marked("lower lip, middle")},
                                {"mFaceLipUpper", marked("upper lip")},
                                {"mFaceLipUpperCenter", marked("upper lip, middle")},
                                {"mFaceLipCorner", marked("corner of the mouth")},
                                {"mFaceTongueBase", marked("tongue")},
                                {"mFaceTongueTip", marked("tip of the tongue")}};
constexpr PlainName kVolumes[] = {{"PELVIS", marked("hips")},
                                  {"BUTT", marked("buttocks")},
                                  {"BELLY", marked("belly")},
                                  {"HANDLE", marked("love handle")},
                                  {"LOWER_BACK", marked("lower back")},
                                  {"CHEST", marked("chest")},
                                  {"PEC", marked("breast")},
                                  {"UPPER_BACK", marked("upper back")},
                                  {"NECK", marked("neck")},
                                  {"HEAD", marked("head")},
                                  {"CLAVICLE", marked("shoulder")},
                                  {"UPPER_ARM", marked("upper arm")},
                                  {"LOWER_ARM", marked("forearm")},
                                  {"HAND", marked("hand")},
                                  {"UPPER_LEG", marked("thigh")},
                                  {"LOWER_LEG", marked("lower leg")},
                                  {"FOOT", marked("foot")}};

template <std::size_t N>
std::string_view find(const PlainName (&names)[N], std::string_view stem) {
  const auto found = std::ranges::find(names, stem, &PlainName::stem);
  return found == std::end(names) ? std::string_view() : found->plain;
}

enum class Side { none, left, right };

std::string on_side(Side side, const std::string& plain) {
  if (side == Side::left) return fmt::format("left {}", plain);
  if (side == Side::right) return fmt::format("right {}", plain);
  return plain;
}

std::string of_bone(std::string_view stem) {
  Side side = Side::none;
  if (stem.ends_with("Left")) side = Side::left, stem.remove_suffix(4);
  if (stem.ends_with("Right")) side = Side::right, stem.remove_suffix(5);
  if (const auto plain = find(kBones, stem); !plain.empty()) return on_side(side, std::string(plain));
  // One joint of a chain, numbered outwards from the body.
  if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem.back())) == 0) return {};
  const char link = stem.back();
  stem.remove_suffix(1);
  const auto plain = find(kBones, stem);
  return plain.empty() ? std::string() : fmt::format("{}, link {}", on_side(side, std::string(plain)), link);
}

std::string of_volume(std::string_view stem) {
  Side side = Side::none;
  for (const auto& [prefix, which] : {std::pair<std::string_view, Side>{"LEFT_", Side::left},
                                      {"RIGHT_", Side::right},
                                      {"L_", Side::left},
                                      {"R_", Side::right}})
    if (side == Side::none && stem.starts_with(prefix)) side = which, stem.remove_prefix(prefix.size());
  const auto plain = find(kVolumes, stem);
  return plain.empty() ? std::string() : on_side(side, std::string(plain));
}

}  // namespace

std::string plain_name(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::bone:
      return of_bone(joint.name);
    case JointKind::collision_volume:
      if (const std::string plain = of_volume(joint.name); !plain.empty())
        return fmt::format("{} (volume)", plain);
      return {};
    case JointKind::attachment_point:
      break;
  }
  return marked("attachment point");
}

std::string both_names(const Joint& joint) {
  const std::string plain = tr_sentence(plain_name(joint));
  return plain.empty() ? joint.name : joint.name + " \u00b7 " + plain;
}

std::string named_in_sentence(const Joint& joint) {
  const bool volume = joint.kind == JointKind::collision_volume;
  const std::string plain = tr_sentence(volume ? of_volume(joint.name) : plain_name(joint));
  return plain.empty() ? joint.name
                       : fmt::format("{} ({}{})", joint.name, volume ? tr("volume: ") : "", plain);
}

bool named_like(const Joint& joint, const std::string& wanted) {
  return contains_any_case(both_names(joint), wanted) || contains_any_case(plain_name(joint), wanted);
}

}  // namespace mannequin::document
