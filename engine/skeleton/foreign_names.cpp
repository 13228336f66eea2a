#include "engine/skeleton/foreign_names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace mannequin {
namespace {

// A word for a body part, in lower case and without separators, and the avatar's joint; % stands for
// its side.
struct BodyWord {
  std::string_view word, joint;
};

constexpr std::array kBody = {
    BodyWord{"hips", "mPelvis"},        BodyWord{"hip", "mPelvis"},
    BodyWord{"pelvis", "mPelvis"},      BodyWord{"spine", "mTorso"},
    BodyWord{"spine0", "mTorso"},       BodyWord{"spine01", "mTorso"},
    BodyWord{"abdomen", "mTorso"},      BodyWord{"torso", "mTorso"},
    BodyWord{"spine1", "mChest"},       BodyWord{"spine2", "mChest"},
    BodyWord{"spine3", "mChest"},       BodyWord{"spine02", "mChest"},
    BodyWord{"spine03", "mChest"},      BodyWord{"chest", "mChest"},
    BodyWord{"upperchest", "mChest"},   BodyWord{"neck", "mNeck"},
    BodyWord{"neck1", "mNeck"},         BodyWord{"neck01", "mNeck"},
    BodyWord{"head", "mHead"},          BodyWord{"skull", "mSkull"},
    BodyWord{"eye", "mEye%"},           BodyWord{"jaw", "mFaceJaw"},
    BodyWord{"shoulder", "mCollar%"},   BodyWord{"clavicle", "mCollar%"},
    BodyWord{"collar", "mCollar%"},     BodyWord{"arm", "mShoulder%"},
    BodyWord{"upperarm", "mShoulder%"}, BodyWord{"upperarm01", "mShoulder%"},
    BodyWord{"forearm", "mElbow%"},     BodyWord{"lowerarm", "mElbow%"},
    BodyWord{"lowerarm01", "mElbow%"},  BodyWord{"elbow", "mElbow%"},
    BodyWord{"hand", "mWrist%"},        BodyWord{"wrist", "mWrist%"},
    BodyWord{"upleg", "mHip%"},         BodyWord{"upperleg", "mHip%"},
    BodyWord{"upperleg01", "mHip%"},    BodyWord{"thigh", "mHip%"},
    BodyWord{"leg", "mKnee%"},          BodyWord{"lowerleg", "mKnee%"},
    BodyWord{"lowerleg01", "mKnee%"},   BodyWord{"shin", "mKnee%"},
    BodyWord{"calf", "mKnee%"},         BodyWord{"knee", "mKnee%"},
    BodyWord{"foot", "mAnkle%"},        BodyWord{"ankle", "mAnkle%"},
    BodyWord{"toebase", "mFoot%"},      BodyWord{"ball", "mFoot%"},
    BodyWord{"toe", "mToe%"},           BodyWord{"toes", "mToe%"},
};

// The five fingers, by the words before the joint number.
constexpr std::array kFingers = {
    BodyWord{"handthumb", "mHandThumb"},  BodyWord{"thumb", "mHandThumb"},
    BodyWord{"handindex", "mHandIndex"},  BodyWord{"index", "mHandIndex"},
    BodyWord{"findex", "mHandIndex"},     BodyWord{"handmiddle", "mHandMiddle"},
    BodyWord{"middle", "mHandMiddle"},    BodyWord{"fmiddle", "mHandMiddle"},
    BodyWord{"handring", "mHandRing"},    BodyWord{"ring", "mHandRing"},
    BodyWord{"fring", "mHandRing"},       BodyWord{"handpinky", "mHandPinky"},
    BodyWord{"pinky", "mHandPinky"},      BodyWord{"fpinky", "mHandPinky"},
    BodyWord{"handlittle", "mHandPinky"}, BodyWord{"little", "mHandPinky"},
};

// Prefixes that identify the rig; those of control bones are last.
struct Prefix {
  std::string_view text;
  const char* rig;
  bool control;
};
constexpr std::array kPrefixes = {
    Prefix{"mixamorig:", "Mixamo", false}, Prefix{"mixamorig_", "Mixamo", false},
    Prefix{"mixamorig", "Mixamo", false},  Prefix{"J_Bip_", "VRM", false},
    Prefix{"J_Sec_", "VRM", false},        Prefix{"J_Adj_", "VRM", false},
    Prefix{"Bip01 ", "Biped", false},      Prefix{"Bip01_", "Biped", false},
    Prefix{"Bip001 ", "Biped", false},     Prefix{"DEF-", "Rigify", false},
    Prefix{"ORG-", "Rigify", true},        Prefix{"MCH-", "Rigify", true},
    Prefix{"VIS_", "Rigify", true},        Prefix{"WGT-", "Rigify", true},
    Prefix{"ik_", "Unreal", true}};

// Words that only names of control bones end with.
constexpr std::array<std::string_view, 9> kControlEnds = {"ik",     "fk",   "tweak", "parent", "master",
                                                          "target", "ctrl", "pole",  "socket"};

// Words that only names of control bones contain: "CTRL_Hand_L", "ThumbCtrl", "poleTarget".
constexpr std::array<std::string_view, 5> kControlWords = {"ctrl", "ctl", "control", "pole", "tweak"};

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return out;
}

bool take_start(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

// "Left", "Right" or empty; removes the mark from the name.
std::string_view take_side(std::string_view& name) {
  for (const std::string_view end : {".L", "_L", "-L", ".l", "_l", " L", "_left", ".left", "Left"})
    if (name.size() > end.size() && take_end(name, end)) return "Left";
  for (const std::string_view end : {".R", "_R", "-R", ".r", "_r", " R", "_right", ".right", "Right"})
    if (name.size() > end.size() && take_end(name, end)) return "Right";
  for (const std::string_view start : {"Left", "left", "L_", "l_", "L ", "lft_"})
    if (name.size() > start.size() && take_start(name, start)) return "Left";
  for (const std::string_view start : {"Right", "right", "R_", "r_", "R ", "rt_"})
    if (name.size() > start.size() && take_start(name, start)) return "Right";
  return "";
}

// The words of a name in lower case, split at separators and where lower case changes to upper case.
bool has_control_word(std::string_view name) {
  std::string word;
  const auto is_control = [&] { return std::ranges::find(kControlWords, word) != kControlWords.end(); };
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  bool small = false;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (!is_letter(c) || (capital && small)) {
      if (is_control()) return true;
      word.clear();
    }
    if (is_letter(c)) word += capital ? static_cast<char>(c + 32) : c;
    small = is_letter(c) && !capital;
  }
  return is_control();
}

// Lower case, without separators.
std::string bare(std::string_view name) {
  std::string out;
  for (const char c : lower(name))
    if (c != '.' && c != '_' && c != '-' && c != ' ' && c != ':') out += c;
  return out;
}

std::string joint_of(std::string_view name) {
  std::string_view rest = name;
  const std::string_view side = take_side(rest);
  take_start(rest, "C_");
  const std::string word = bare(rest);
  for (const BodyWord& body : kBody) {
    if (word != body.word) continue;
    std::string joint(body.joint);
    const std::size_t mark = joint.find('%');
    if (mark == std::string::npos) return joint;
    return side.empty() ? std::string() : joint.replace(mark, 1, side);
  }
  if (side.empty()) return {};
  for (const BodyWord& finger : kFingers) {
    if (!word.starts_with(finger.word)) continue;
    std::string_view number = std::string_view(word).substr(finger.word.size());
    const std::string part(number);
    if (part == "proximal") number = "1";
    if (part == "intermediate") number = "2";
    if (part == "distal") number = "3";
    take_start(number, "0");
    if (number == "1" || number == "2" || number == "3")
      return std::string(finger.joint) + std::string(number) + std::string(side);
  }
  return {};
}

// Avastar's green bones have the avatar's names without the m.
bool is_avastar_control(std::string_view name) {
  constexpr std::array<std::string_view, 24> kGreen = {
      "Pelvis",      "Torso",        "Chest",         "Neck",      "Head",       "CollarLeft",
      "CollarRight", "ShoulderLeft", "ShoulderRight", "ElbowLeft", "ElbowRight", "WristLeft",
      "WristRight",  "HipLeft",      "HipRight",      "KneeLeft",  "KneeRight",  "AnkleLeft",
      "AnkleRight",  "FootLeft",     "FootRight",     "ToeLeft",   "ToeRight",   "Skull"};
  if (std::ranges::find(kGreen, name) != kGreen.end()) return true;
  constexpr std::array<std::string_view, 8> kGroups = {"HandThumb", "HandIndex", "HandMiddle", "HandRing",
                                                       "HandPinky", "Wing",      "Tail",       "Face"};
  for (const std::string_view group : kGroups)
    if (name.size() > group.size() && name.starts_with(group) &&
        (std::isdigit(static_cast<unsigned char>(name[group.size()])) != 0 || group == "Face"))
      return true;
  const bool ik = name.size() > 2 && name.starts_with("ik") && name[2] >= 'A' && name[2] <= 'Z';
  return ik || name == "COG" || name == "Origin" || name == "Tinker" || name == "PelvisInv" ||
         name == "EyeTarget";
}

}  // namespace

ForeignName foreign_name(std::string_view name) {
  ForeignName found;
  if (name.empty() || name.size() > 128) return found;
  std::string_view rest = name;
  if (is_avastar_control(name)) {
    found.rig = "Avastar";
    found.control = true;
    if (name == "COG" || name == "PelvisInv") found.joint = "mPelvis";
    const bool same_without_m = !name.starts_with("ik") && name != "COG" && name != "Origin" &&
                                name != "Tinker" && name != "PelvisInv" && name != "EyeTarget";
    if (same_without_m) found.joint = "m" + std::string(name);
    return found;
  }
  for (const Prefix& prefix : kPrefixes) {
    if (!take_start(rest, prefix.text)) continue;
    found.rig = prefix.rig;
    found.control = prefix.control;
    break;
  }
  // mixamorig1:Hips
  if (const std::size_t colon = rest.find(':'); colon != std::string_view::npos)
    rest.remove_prefix(colon + 1);
  std::string_view without_side = rest;
  take_side(without_side);
  const std::string end = lower(without_side);
  for (const std::string_view control : kControlEnds)
    if (end.size() > control.size() && end.ends_with(control) &&
        (end[end.size() - control.size() - 1] == '_' || end[end.size() - control.size() - 1] == '.' ||
         end[end.size() - control.size() - 1] == '-')) {
      found.control = true;
      if (found.rig.empty()) found.rig = "Blender";
      without_side.remove_suffix(control.size() + 1);
    }
  if (has_control_word(rest)) {
    found.control = true;
    if (found.rig.empty()) found.rig = "Blender";
  }
  if (end == "bone" || end.starts_with("bone.") || end.starts_with("bone_")) found.rig = "Blender";
  if (end == "root" || end == "armature") {
    found.control = true;
    if (found.rig.empty()) found.rig = "Blender";
  }
  found.joint = joint_of(rest);
  return found;
}

}  // namespace mannequin
