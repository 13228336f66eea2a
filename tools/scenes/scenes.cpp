#include "tools/scenes/scenes.h"

#include <utility>

namespace mannequin::scenes {
namespace {

SliderValues extreme_shape(const Appearance& appearance, Sex sex, bool maximum) {
  SliderValues sliders;
  for (const SectionDesc& section : appearance.sections())
    for (const int id : section.parameters) {
      const ParameterDesc& p = appearance[appearance.find(id)];
      sliders[id] = maximum ? p.max : p.min;
    }
  sliders.erase(kHoverParameter);
  sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  return sliders;
}

// Degrees about an axis of the rest frame: X forward, Y left, Z up.
struct Turn {
  const char* joint;
  Vec3 axis;
  double degrees;
};

constexpr Vec3 kX(1, 0, 0), kY(0, 1, 0), kZ(0, 0, 1);

Pose make_pose(const Skeleton& skeleton, const std::vector<Turn>& turns) {
  Pose pose;
  for (const Turn& turn : turns) {
    const JointIndex joint = skeleton.find(turn.joint);
    if (joint == kNoJoint) continue;
    const Quat rotation = glm::angleAxis(glm::radians(turn.degrees), turn.axis);
    const auto slot = static_cast<std::size_t>(joint);
    const bool turned = !pose.rotations.empty() && pose.rotations[slot];
    pose.set_rotation(skeleton, joint, turned ? rotation * *pose.rotations[slot] : rotation);
  }
  return pose;
}

// Left limbs as given, right limbs mirrored.
std::vector<Turn> both_sides(std::vector<std::pair<std::string, Turn>> left,
                             std::vector<std::string>& names) {
  std::vector<Turn> turns;
  names.reserve(left.size() * 2);
  for (auto& [stem, turn] : left) {
    names.push_back(stem + "Left");
    turns.push_back({names.back().c_str(), turn.axis, turn.degrees});
    names.push_back(stem + "Right");
    // Mirroring in Y keeps turns about Y and reverses the others.
    turns.push_back({names.back().c_str(), turn.axis, turn.axis.y != 0.0 ? turn.degrees : -turn.degrees});
  }
  return turns;
}

Pose symmetric_pose(const Skeleton& skeleton, std::vector<std::pair<std::string, Turn>> left,
                    const std::vector<Turn>& middle = {}) {
  std::vector<std::string> names;
  std::vector<Turn> turns = both_sides(std::move(left), names);
  turns.insert(turns.end(), middle.begin(), middle.end());
  return make_pose(skeleton, turns);
}

// The feet stay on the floor, with the default shape's legs.
Pose lowered(Pose pose, double metres) {
  pose.root_position = Vec3(0.0, 0.0, -metres);
  return pose;
}

}  // namespace

std::vector<NamedShape> shapes(const Appearance& appearance) {
  const int height = 33, thickness = 34, fat = 637, belly = 157, leg_length = 692, torso_muscles = 649,
            male_muscles = 678, leg_muscles = 652, hips = 37, breast = 105, butt = 795, shoulders = 36,
            arms = 693, head_size = 682, love_handles = 676, saddle_bags = 753;
  std::vector<NamedShape> all{
      {"default female", {}},
      {"default male", {{kMaleParameter, 1.0}}},
      {"tall thin",
       {{height, 2.0},
        {thickness, -0.7},
        {leg_length, 1.0},
        {hips, -2.0},
        {breast, 0.15},
        {butt, 0.0},
        {torso_muscles, 0.2},
        {leg_muscles, 0.1},
        {arms, 1.0}}},
      {"short fat",
       {{height, -2.3},
        {thickness, 1.5},
        {fat, 1.0},
        {belly, 1.0},
        {hips, 1.5},
        {breast, 0.9},
        {butt, 1.0},
        {love_handles, 1.5},
        {saddle_bags, 2.0},
        {leg_length, -0.6}}},
      {"tall thin male",
       {{kMaleParameter, 1.0}, {height, 2.0}, {thickness, -0.7}, {leg_length, 1.0}, {male_muscles, 0.1}}},
      {"short fat male",
       {{kMaleParameter, 1.0},
        {height, -2.3},
        {thickness, 1.5},
        {fat, 1.0},
        {belly, 1.0},
        {love_handles, 2.0},
        {leg_length, -0.6}}},
      {"athlete",
       {{kMaleParameter, 1.0},
        {height, 1.0},
        {male_muscles, 1.0},
        {leg_muscles, 1.0},
        {shoulders, 1.4},
        {hips, -1.5}}},
      {"large head", {{head_size, 1.0}, {height, -1.5}, {leg_length, -1.0}, {arms, -1.0}}},
  };
  for (const Sex sex : {Sex::female, Sex::male}) {
    const std::string suffix = sex == Sex::male ? " male" : " female";
    all.push_back({"all sliders at 0," + suffix, extreme_shape(appearance, sex, false)});
    all.push_back({"all sliders at 100," + suffix, extreme_shape(appearance, sex, true)});
  }
  for (std::uint32_t seed = 0; seed < 6; ++seed)
    all.push_back({"random " + std::to_string(seed),
                   random_shape(appearance, seed % 2 == 0 ? Sex::female : Sex::male, seed)});
  return all;
}

std::vector<NamedPose> poses(const Skeleton& skeleton) {
  std::vector<NamedPose> all;
  all.push_back({"T", {}});
  // In the rest pose the left arm points along +Y: lowering it turns about X by a negative angle.
  all.push_back({"A", symmetric_pose(skeleton, {{"mShoulder", {"", kX, -45}}, {"mElbow", {"", kZ, -8}}})});
  all.push_back({"stand", symmetric_pose(skeleton, {{"mCollar", {"", kX, -4}},
                                                    {"mShoulder", {"", kX, -74}},
                                                    {"mElbow", {"", kZ, -16}},
                                                    {"mHip", {"", kX, 3}},
                                                    {"mAnkle", {"", kX, -3}}})});
  all.push_back(
      {"arms up", symmetric_pose(skeleton, {{"mCollar", {"", kX, 15}}, {"mShoulder", {"", kX, 60}}})});
  all.push_back({"sit", lowered(symmetric_pose(skeleton, {{"mHip", {"", kY, -90}},
                                                          {"mHip", {"", kX, 4}},
                                                          {"mKnee", {"", kY, 90}},
                                                          {"mShoulder", {"", kX, -76}},
                                                          {"mShoulder", {"", kY, -14}},
                                                          {"mElbow", {"", kZ, -55}}}),
                                0.49)});
  all.push_back(
      {"squat", lowered(symmetric_pose(skeleton,
                                       {{"mHip", {"", kY, -100}},
                                        {"mKnee", {"", kY, 130}},
                                        {"mAnkle", {"", kY, -30}},
                                        {"mShoulder", {"", kZ, -80}},
                                        {"mShoulder", {"", kY, -30}}},
                                       {{"mTorso", kY, 25}, {"mChest", kY, 10}, {"mNeck", kY, -25}}),
                        0.64)});
  all.push_back({"walk", make_pose(skeleton, {{"mHipLeft", kY, -28},
                                              {"mKneeLeft", kY, 12},
                                              {"mHipRight", kY, 22},
                                              {"mKneeRight", kY, 28},
                                              {"mAnkleRight", kY, 10},
                                              {"mShoulderLeft", kX, -77},
                                              {"mShoulderLeft", kY, 20},
                                              {"mShoulderRight", kX, 77},
                                              {"mShoulderRight", kY, -25},
                                              {"mElbowLeft", kZ, -15},
                                              {"mElbowRight", kZ, 30},
                                              {"mTorso", kZ, -6},
                                              {"mChest", kZ, 8}})});
  Pose twisted = make_pose(skeleton, {{"mTorso", kZ, 35},
                                      {"mChest", kX, -20},
                                      {"mNeck", kY, 20},
                                      {"mHead", kZ, 40},
                                      {"mShoulderLeft", kZ, -60},
                                      {"mElbowLeft", kZ, -95},
                                      {"mWristLeft", kX, 50},
                                      {"mShoulderRight", kX, 80},
                                      {"mElbowRight", kZ, 110},
                                      {"mHipLeft", kX, 40},
                                      {"mKneeRight", kY, 70},
                                      {"mHandMiddle1Left", kX, -70},
                                      {"mFaceJaw", kY, 15}});
  twisted.root_position = Vec3(0.4, -0.3, 0.5);
  twisted.root_rotation = glm::angleAxis(glm::radians(130.0), glm::normalize(Vec3(0.2, 0.1, 1.0)));
  all.push_back({"twisted, lifted", std::move(twisted)});
  return all;
}

}  // namespace mannequin::scenes
