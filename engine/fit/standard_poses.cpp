#include "engine/fit/standard_poses.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "engine/fit/random_pose.h"

namespace mannequin {
namespace {

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

std::vector<SweepPose> standard_poses(const Skeleton& skeleton) {
  std::vector<SweepPose> all;
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

std::vector<SweepPose> check_poses(const Skeleton& skeleton) {
  std::vector<SweepPose> all = standard_poses(skeleton);
  std::vector<std::pair<std::string, Turn>> fingers{{"mHandThumb2", {"", kZ, -40}}};
  for (const char* finger : {"Index", "Middle", "Ring", "Pinky"})
    for (int link = 1; link <= 3; ++link)
      fingers.emplace_back(fmt::format("mHand{}{}", finger, link), Turn{"", kX, -65});
  all.push_back({"fists", symmetric_pose(skeleton, std::move(fingers))});
  all.push_back({"head turned, mouth open", make_pose(skeleton, {{"mNeck", kZ, 35},
                                                                 {"mHead", kZ, 35},
                                                                 {"mFaceJaw", kY, 15},
                                                                 {"mEyeLeft", kZ, 20},
                                                                 {"mEyeRight", kZ, 20}})});
  all.push_back(
      {"toes, wings, tail and hind legs", symmetric_pose(skeleton,
                                                         {{"mFoot", {"", kY, -20}},
                                                          {"mToe", {"", kY, -20}},
                                                          {"mWing1", {"", kX, 40}},
                                                          {"mWing3", {"", kX, -40}},
                                                          {"mHindLimb1", {"", kY, -40}},
                                                          {"mHindLimb2", {"", kY, 40}}},
                                                         {{"mTail1", kY, 40}, {"mTail3", kY, -40}})});
  for (std::uint32_t seed = 1; all.size() < kCheckPoses; ++seed)
    all.push_back({fmt::format("random {}", seed), random_pose(skeleton, seed)});
  return all;
}

}  // namespace mannequin
