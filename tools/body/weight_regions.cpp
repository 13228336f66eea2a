#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "tools/body/field.h"
#include "tools/body/weights.h"

namespace mannequin::body {
namespace {

// Weights by name while they are dealt out.
class WeightDraft {
 public:
  void give(std::size_t joint, double weight) { row_[joint] += weight; }
  void give(const std::string& name, double weight) { give(index(name), weight); }

  // A part of everything dealt so far goes to `name`.
  void take(const std::string& name, double part) {
    if (part <= 0.0) return;
    for (double& weight : row_) weight *= 1.0 - part;
    give(name, part);
  }

  // A part of what `from` has goes to `name`.
  void move(const std::string& from, const std::string& name, double part) {
    double& have = row_[index(from)];
    give(name, have * part);
    have *= 1.0 - part;
  }

  void scale(const std::string& name, double factor) { row_[index(name)] *= factor; }
  double of(const std::string& name) const { return row_[index(name)]; }
  const WeightRow& row() const { return row_; }

 private:
  static std::size_t index(const std::string& name) {
    static const std::map<std::string, std::size_t> kIndex = [] {
      std::map<std::string, std::size_t> made;
      for (std::size_t j = 0; j < skin_joints().size(); ++j) made[skin_joints()[j]] = j;
      return made;
    }();
    return kIndex.at(name);
  }

  WeightRow row_ = WeightRow(skin_joints().size(), 0.0);
};

// 1 in the middle, 0 from the edge of the ellipsoid on.
double bump(const Vec3& p, const Vec3& center, const Vec3& radii) {
  const Vec3 q = (p - center) / radii;
  const double rest = std::max(0.0, 1.0 - glm::dot(q, q));
  return rest * rest;
}

double bump(double x, double center, double radius) {
  return bump(Vec3(x, 0, 0), Vec3(center, 0, 0), Vec3(radius));
}

// The left or the right side of the body; places are turned to the left one.
struct Side {
  std::string suffix, letter, word;  // "Left", "L_", "LEFT_"
  Vec3 p;
};

void deal_fingers(const Rig& rig, const Side& side, double share, WeightDraft& draft) {
  static constexpr const char* kNames[] = {"Thumb", "Index", "Middle", "Ring", "Pinky"};
  constexpr double kRadius[] = {0.012, 0.0095, 0.0098, 0.0092, 0.0083};
  struct Bone {
    Vec3 joint[4];
    double gap;  // from the finger's skin
  } finger[5];
  double nearest = 1.0;
  for (int k = 0; k < 5; ++k) {
    Bone& bone = finger[k];
    const std::string name = std::string("mHand") + kNames[k];
    for (int j = 0; j < 3; ++j) bone.joint[j] = rig.at(name + std::to_string(j + 1) + "Left");
    bone.joint[3] = bone.joint[2] + (bone.joint[2] - bone.joint[1]);
    bone.gap = 1.0;
    for (int j = 0; j < 3; ++j) {
      const Vec3 along = bone.joint[j + 1] - bone.joint[j], q = side.p - bone.joint[j];
      const double t = std::clamp(glm::dot(q, along) / glm::dot(along, along), 0.0, 1.0);
      bone.gap = std::min(bone.gap, glm::length(q - t * along) - kRadius[k]);
    }
    nearest = std::min(nearest, bone.gap);
  }
  double sum = 0.0, part[5];
  for (int k = 0; k < 5; ++k) {
    const double near = std::max(0.0, nearest + 0.006 - finger[k].gap);
    part[k] = near * near;
    sum += part[k];
  }
  double left = share;
  for (int k = 0; k < 5; ++k) {
    if (part[k] == 0.0) continue;
    const Bone& bone = finger[k];
    const auto past = [&](int j, double before, double after) {
      const Vec3 along = glm::normalize(bone.joint[j + 1] - bone.joint[j]);
      return smooth_step(-before, after, glm::dot(side.p - bone.joint[j], along));
    };
    const bool thumb = k == 0;
    const double reach = thumb ? 0.014 : 0.010;
    const double root = past(0, thumb ? 0.010 : 0.009, thumb ? 0.022 : 0.010);
    double here = share * part[k] / sum * root * (1.0 - smooth_step(0.003, reach, bone.gap));
    left -= here;
    const std::string name = std::string("mHand") + kNames[k];
    const double second = past(1, 0.007, 0.007), third = past(2, 0.006, 0.006);
    draft.give(name + "1" + side.suffix, here * (1.0 - second));
    draft.give(name + "2" + side.suffix, here * second * (1.0 - third));
    draft.give(name + "3" + side.suffix, here * second * third);
  }
  draft.give("mWrist" + side.suffix, left);
}

// How much of a place belongs to the arm: what is outside the shoulder and near the arm's line.
double arm_share(const Rig& rig, const Vec3& p) {
  const Vec3 shoulder = rig.at("mShoulderLeft");
  const double away = glm::length(Vec2(p.x - shoulder.x, p.z - shoulder.z));
  const double near = 1.0 - smooth_step(0.058, 0.105, away);
  const double surely = smooth_step(0.010, 0.050, p.y - shoulder.y);
  return smooth_step(-0.052, 0.052, p.y - shoulder.y) * (near + (1.0 - near) * surely);
}

void deal_arm(const Rig& rig, const Side& side, double share, WeightDraft& draft) {
  if (share <= 0.0) return;
  const Vec3 elbow = rig.at("mElbowLeft"), wrist = rig.at("mWristLeft");
  const double lower = smooth_step(-0.036, 0.036, side.p.y - elbow.y);
  const double hand = smooth_step(-0.030, 0.014, side.p.y - wrist.y);
  const double upper_part = share * (1.0 - lower), lower_part = share * lower * (1.0 - hand);
  draft.give("mShoulder" + side.suffix, 0.35 * upper_part);
  draft.give(side.letter + "UPPER_ARM", 0.65 * upper_part);
  draft.give("mElbow" + side.suffix, 0.35 * lower_part);
  draft.give(side.letter + "LOWER_ARM", 0.65 * lower_part);
  if (hand > 0.0) deal_fingers(rig, side, share * lower * hand, draft);
}

// Below a plane through the groin that rises outwards and forwards.
double leg_share(const Rig& rig, const Vec3& p) {
  const Vec3 pelvis = rig.at("mPelvis");
  const double groin = pelvis.z - 0.112 + 0.45 * std::max(-0.028, std::abs(p.y) - 0.06) + 0.30 * p.x;
  const double reach =
      0.070 + 0.045 * (1.0 - smooth_step(-0.10, 0.02, p.x));  // the seat yields more than the groin
  return (1.0 - smooth_step(groin - reach, groin + reach, p.z)) * smooth_step(-0.014, 0.014, p.y);
}

void deal_leg(const Rig& rig, const Side& side, double share, WeightDraft& draft) {
  if (share <= 0.0) return;
  const Vec3 knee = rig.at("mKneeLeft"), ankle = rig.at("mAnkleLeft"), foot = rig.at("mFootLeft");
  const double lower = 1.0 - smooth_step(-0.055, 0.055, side.p.z - knee.z);
  const double below = 1.0 - smooth_step(-0.020, 0.045, side.p.z - ankle.z);
  const double ball = below * smooth_step(-0.045, 0.040, side.p.x - foot.x);
  const double upper_part = share * (1.0 - lower), lower_part = share * lower * (1.0 - below);
  const double foot_part = share * lower * below;
  // Near the trunk, where many meet, the volume alone: a fifth influence would have to go.
  const double of_volume = glm::mix(0.60, 0.97, smooth_step(0.22, 0.42, side.p.z - knee.z));
  draft.give("mHip" + side.suffix, (1.0 - of_volume) * upper_part);
  draft.give(side.letter + "UPPER_LEG", of_volume * upper_part);
  draft.give("mKnee" + side.suffix, 0.4 * lower_part);
  draft.give(side.letter + "LOWER_LEG", 0.6 * lower_part);
  draft.give(side.letter + "FOOT", 0.55 * foot_part * (1.0 - 0.3 * ball));
  draft.give("mFoot" + side.suffix, foot_part * (0.45 + 0.165) * ball);
  draft.give("mAnkle" + side.suffix, foot_part * 0.45 * (1.0 - ball));
}

void deal_trunk(const Rig& rig, const Vec3& p, double share, WeightDraft& draft) {
  const Vec3 torso = rig.at("mTorso"), chest = rig.at("mChest"), neck = rig.at("mNeck"),
             head = rig.at("mHead");
  const double above_pelvis = smooth_step(-0.075, 0.075, p.z - torso.z);
  const double above_torso = smooth_step(-0.075, 0.075, p.z - chest.z);
  // The neck leans forward: its root is higher at the nape, and the chin belongs to the head.
  const double above_chest = smooth_step(-0.040, 0.035, p.z - neck.z + 0.35 * (p.x - neck.x));
  const double above_neck = smooth_step(-0.026, 0.026, p.z - head.z + 0.70 * (p.x - head.x) - 0.010);
  double rest = share;
  draft.give("mPelvis", rest * (1.0 - above_pelvis));
  rest *= above_pelvis;
  draft.give("mTorso", rest * (1.0 - above_torso));
  rest *= above_torso;
  draft.give("mChest", rest * (1.0 - above_chest));
  rest *= above_chest;
  draft.give("NECK", rest * (1.0 - above_neck));
  draft.give("mHead", rest * above_neck);
}

// What the trunk's bones hand on to the volumes that the body sliders move.
void deal_volumes(const Rig& rig, const Vec3& p, const Side (&sides)[2], WeightDraft& draft) {
  const Vec3 pelvis = rig.at("mPelvis"), chest(0, 0, rig.at("mChest").z);
  const double front = smooth_step(-0.030, 0.075, p.x), back = 1.0 - smooth_step(-0.075, 0.020, p.x);
  draft.move("mChest", "UPPER_BACK", 0.40 * back);
  draft.move("mChest", "CHEST", 0.50);
  // Not between the thighs, which a growing belly would pull into a point.
  draft.move("mPelvis", "PELVIS", 0.60 * smooth_step(-0.175, -0.060, p.z - pelvis.z));
  draft.move("mHead", "HEAD", 0.50);
  draft.take("BELLY", 0.70 * front * bump(p.z, pelvis.z + 0.120, 0.150));
  draft.take("LOWER_BACK", 0.65 * back * bump(p.z, pelvis.z + 0.125, 0.150));
  draft.take("mGroin", 0.50 * bump(p, rig.at("mGroin") + Vec3(0.012, 0, -0.022), {0.060, 0.050, 0.050}));
  for (const Side& side : sides) {
    draft.take(side.word + "HANDLE",
               0.55 * bump(side.p, pelvis + Vec3(-0.005, 0.115, 0.135), {0.090, 0.070, 0.090}));
    draft.take(side.word + "PEC",
               0.85 * bump(side.p, chest + Vec3(0.125, 0.080, 0.034), {0.105, 0.080, 0.088}));
  }
  double seat = 0.0;
  for (const Side& side : sides)
    seat = std::max(seat, bump(side.p, pelvis + Vec3(-0.135, 0.070, -0.075), {0.130, 0.110, 0.135}));
  draft.take("BUTT", 0.65 * seat);
}

void deal_face(const Rig& rig, const Side (&sides)[2], WeightDraft& draft);

}  // namespace

const std::vector<std::string>& skin_joints() {
  static const std::vector<std::string> kJoints = [] {
    std::vector<std::string> made = {"mPelvis", "PELVIS",     "BUTT",   "mGroin", "mTorso",
                                     "BELLY",   "LOWER_BACK", "mChest", "CHEST",  "UPPER_BACK",
                                     "NECK",    "mHead",      "HEAD"};
    for (const std::string side : {"Left", "Right"}) {
      const std::string letter = side == "Left" ? "L_" : "R_", word = side == "Left" ? "LEFT_" : "RIGHT_";
      for (const char* volume : {"HANDLE", "PEC"}) made.push_back(word + volume);
      for (const char* volume : {"CLAVICLE", "UPPER_ARM", "LOWER_ARM", "UPPER_LEG", "LOWER_LEG", "FOOT"})
        made.push_back(letter + volume);
      for (const char* bone : {"mShoulder", "mElbow", "mWrist", "mHip", "mKnee", "mAnkle", "mFoot"})
        made.push_back(bone + side);
      for (const char* finger : {"Thumb", "Index", "Middle", "Ring", "Pinky"})
        for (const char* number : {"1", "2", "3"})
          made.push_back(std::string("mHand") + finger + number + side);
      for (const char* part :
           {"Forehead", "EyebrowInner", "EyebrowCenter", "EyebrowOuter", "EyeLidUpper", "EyeLidLower",
            "EyecornerInner", "Nose", "CheekUpper", "CheekLower", "LipUpper", "LipCorner", "Ear1", "Ear2"})
        made.push_back(std::string("mFace") + part + side);
    }
    for (const char* part : {"ForeheadCenter", "NoseBridge", "NoseCenter", "NoseBase", "LipUpperCenter",
                             "LipLowerCenter", "Chin", "Jaw", "JawShaper"})
      made.push_back(std::string("mFace") + part);
    made.insert(made.end(), {"mEyeLeft", "mEyeRight"});  // of the eyeballs, which are another mesh
    return made;
  }();
  return kJoints;
}

WeightRow weights_at(const Rig& rig, const Vec3& p) {
  const Side sides[2] = {{"Left", "L_", "LEFT_", p}, {"Right", "R_", "RIGHT_", {p.x, -p.y, p.z}}};
  WeightDraft draft;
  double trunk = 1.0;
  for (const Side& side : sides) {
    const double arm = arm_share(rig, side.p), leg = leg_share(rig, side.p);
    deal_arm(rig, side, arm, draft);
    deal_leg(rig, side, leg, draft);
    trunk -= arm + leg;
  }
  deal_trunk(rig, p, std::max(0.0, trunk), draft);
  const Vec3 shoulder = rig.at("mShoulderLeft");
  for (const Side& side : sides) {
    const double collar = smooth_step(0.015, 0.105, side.p.y) * smooth_step(-0.065, 0.015, p.z - shoulder.z);
    draft.move("mChest", side.letter + "CLAVICLE", 0.85 * collar);
  }
  deal_volumes(rig, p, sides, draft);
  deal_face(rig, sides, draft);
  return draft.row();
}

namespace {

// A joint of the face and the patch that it carries. Places relative to mHead (x and y: to the plane x = y =
// 0).
struct Patch {
  const char* joint;
  double x, y, z;
  double rx, ry, rz;
  double strength;
  bool paired;
};

constexpr Patch kPatches[] = {
    {"ForeheadCenter", 0.092, 0.000, 0.114, 0.045, 0.030, 0.028, 0.80, false},
    {"Forehead", 0.074, 0.042, 0.128, 0.050, 0.036, 0.036, 0.55, true},
    {"EyebrowInner", 0.089, 0.019, 0.094, 0.030, 0.017, 0.015, 0.90, true},
    {"EyebrowCenter", 0.083, 0.037, 0.096, 0.030, 0.017, 0.015, 0.90, true},
    {"EyebrowOuter", 0.070, 0.054, 0.092, 0.030, 0.018, 0.017, 0.90, true},
    {"EyecornerInner", 0.082, 0.017, 0.070, 0.020, 0.011, 0.013, 0.80, true},
    {"NoseBridge", 0.092, 0.000, 0.066, 0.030, 0.014, 0.024, 0.90, false},
    {"NoseCenter", 0.111, 0.000, 0.040, 0.020, 0.014, 0.016, 1.00, false},
    {"Nose", 0.093, 0.0140, 0.034, 0.020, 0.010, 0.013, 0.95, true},
    {"NoseBase", 0.096, 0.000, 0.026, 0.020, 0.012, 0.011, 0.90, false},
    {"CheekUpper", 0.074, 0.046, 0.042, 0.036, 0.026, 0.024, 0.80, true},
    {"CheekLower", 0.056, 0.056, 0.012, 0.042, 0.028, 0.030, 0.80, true},
    {"LipUpperCenter", 0.096, 0.000, 0.0085, 0.020, 0.009, 0.009, 0.95, false},
    {"LipUpper", 0.091, 0.0125, 0.0075, 0.020, 0.011, 0.009, 0.95, true},
    {"LipCorner", 0.080, 0.025, 0.003, 0.022, 0.012, 0.012, 0.90, true},
    {"LipLowerCenter", 0.092, 0.000, -0.006, 0.022, 0.027, 0.010, 0.95, false},
    {"Chin", 0.084, 0.000, -0.030, 0.040, 0.030, 0.026, 0.85, false},
    {"Jaw", 0.050, 0.036, -0.020, 0.070, 0.050, 0.040, 0.45, true},
    {"JawShaper", 0.028, 0.000, -0.036, 0.055, 0.070, 0.034, 0.35, false},
    {"Ear1", -0.010, 0.084, 0.060, 0.035, 0.022, 0.045, 1.30, true},
    {"Ear2", -0.018, 0.092, 0.088, 0.028, 0.022, 0.032, 1.00, true},
};

// How much of a place moves with the mouth as a whole: its joints go up and down together by 11 mm (Mouth
// Position), and within the height of the lips alone the skin would fold over. To the left side; relative to
// mHead.
double mouth_share(const Vec3& p) {
  const Vec3 away = p - Vec3(0.088, 0.0, 0.002);
  // From the lips' edges to nose and chin.
  constexpr double kLips = 0.008, kToNose = 0.025, kToChin = 0.030, kHalf = 0.021, kToCheek = 0.034,
                   kDeep = 0.045;
  const double height = std::max(0.0, std::abs(away.z) - kLips) / (away.z > 0.0 ? kToNose : kToChin),
               width = std::max(0.0, std::abs(away.y) - kHalf) / kToCheek, depth = away.x / kDeep;
  return 1.0 - smooth_step(0.0, 1.0, std::sqrt(height * height + width * width + depth * depth));
}

// The lids turn about the eye: how much of a place belongs to the upper (1) or the lower one (-1), by its
// direction from there. Nothing at the corners, where they meet. The upper lid also goes straight down, by 7
// mm (Upper Eyelid Fold): where that would press it into the ball, above its middle, it gives way. It also
// goes forward with the ball, by 10 mm (Eye Depth), past a brow that stays: further down than where the ball
// then comes out, it must not give way. Below the lower one the skin follows gently into the cheek, or bags
// would have a ridge.
double lid_share(const Rig& rig, bool upper, const Vec3& p) {
  const Vec3 away = p - rig.at("mEyeLeft");
  const double reach = glm::length(away), farthest = upper ? 0.0265 : 0.0330;
  if (reach > farthest || away.x < 0.0) return 0.0;
  const double up = (upper ? 1.0 : -1.0) * (away.z / reach - 0.03), side = std::abs(away.y / reach);
  return smooth_step(-0.06, 0.04, up) * (1.0 - smooth_step(upper ? 0.38 : 0.42, upper ? 0.84 : 0.98, up)) *
         (1.0 - smooth_step(0.74, 0.98, side)) * (1.0 - smooth_step(0.0170, farthest, reach));
}

void deal_face(const Rig& rig, const Side (&sides)[2], WeightDraft& draft) {
  const double head = rig.at("mHead").z;
  if (draft.of("mHead") + draft.of("HEAD") < 0.02) return;
  std::map<std::string, double> wanted, of_mouth;
  double sum = 0.0, sum_of_mouth = 0.0;
  for (const Patch& patch : kPatches) {
    for (const Side& side : sides) {
      const bool first = &side == &sides[0];
      if (!patch.paired && !first && patch.y == 0.0) continue;
      const std::string part = patch.joint;
      const bool middle = part == "Jaw" || !patch.paired;
      const std::string name = "mFace" + part + (middle ? "" : side.suffix);
      const Vec3 at(patch.x, patch.y, head + patch.z), radii(patch.rx, patch.ry, patch.rz);
      double want = patch.strength * bump(side.p, at, radii);
      if (part.starts_with("Ear")) want *= smooth_step(0.070, 0.080, side.p.y);
      if (part.starts_with("Lip")) {
        // Around the lips, too, every place has a nearest of them.
        want += 0.02 * bump(side.p, at, 4.0 * radii);
        of_mouth[name] += want;
        sum_of_mouth += want;
      } else if (want > 0.0) {
        wanted[name] += want;
        sum += want;
      }
    }
  }
  const double mouth = mouth_share(sides[0].p - Vec3(0.0, 0.0, head));
  if (sum_of_mouth > 0.0 && mouth > 0.0) {
    for (const auto& [name, want] : of_mouth)
      if (want > 0.0) wanted[name] += mouth * want / sum_of_mouth;
    sum += mouth;
  }
  // Together they take what the head has, at most, and the lids their share of it first.
  std::map<std::string, double> of_lids;
  double lids = 0.0;
  for (const Side& side : sides)
    for (const bool upper : {true, false})
      if (const double want = lid_share(rig, upper, side.p); want > 0.0) {
        of_lids[(upper ? "mFaceEyeLidUpper" : "mFaceEyeLidLower") + side.suffix] = want;
        lids += want;
      }
  const double of_head = draft.of("mHead") + draft.of("HEAD"), first = std::min(lids, 1.0),
               rest = (1.0 - first) * std::min(sum, 1.0), share = first + rest;
  for (const auto& [name, want] : of_lids) draft.give(name, of_head * first * want / lids);
  for (const auto& [name, want] : wanted) draft.give(name, of_head * rest * want / sum);
  draft.scale("mHead", 1.0 - share);
  draft.scale("HEAD", 1.0 - share);
}

}  // namespace

}  // namespace mannequin::body
