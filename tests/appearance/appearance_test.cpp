#include "engine/appearance/appearance.h"

#include <gtest/gtest.h>

#include "engine/appearance/shape.h"

namespace mannequin {
namespace {

// A bone with a volume and a child bone.
Skeleton torso() {
  SkeletonDesc desc{"test", {}};
  JointDesc pelvis;
  pelvis.name = "mPelvis";
  JointDesc chest;
  chest.name = "mChest";
  chest.parent = "mPelvis";
  chest.position = Vec3(0, 0, 0.2);
  JointDesc belly;
  belly.name = "BELLY";
  belly.parent = "mPelvis";
  belly.kind = JointKind::collision_volume;
  belly.scale = Vec3(0.1, 0.2, 0.3);
  desc.joints = {pelvis, chest, belly};
  return Skeleton::build(std::move(desc)).value();
}

ParameterDesc skeletal(int id, std::vector<JointEffectDesc> joints) {
  ParameterDesc p;
  p.id = id;
  p.joints = std::move(joints);
  return p;
}

std::string message(std::vector<ParameterDesc> parameters, std::vector<SectionDesc> sections = {}) {
  const auto built = Appearance::build({"test", std::move(parameters), std::move(sections), {}}, torso());
  return built ? "" : built.error().message();
}

TEST(Appearance, VolumesInheritScaleFromTheirBoneAndChildBonesDoNot) {
  const Skeleton skeleton = torso();
  const Appearance a =
      Appearance::build({"test", {skeletal(1, {{"mPelvis", Vec3(1, 1, 2), Vec3(0, 0, 5)}})}, {}, {}},
                        skeleton)
          .value();
  const Shape shape = evaluate_shape(skeleton, a, SliderValues{{1, 0.5}});
  EXPECT_EQ(shape.joints.scale[0], Vec3(1.5, 1.5, 2.0));
  EXPECT_EQ(shape.joints.position[0], Vec3(0, 0, 2.5));
  EXPECT_EQ(shape.joints.scale[1], Vec3(1.0));
  EXPECT_EQ(shape.joints.scale[2], Vec3(0.1, 0.2, 0.3) + 0.5 * Vec3(0.1, 0.2, 0.6));
  EXPECT_EQ(shape.joints.position[2], Vec3(0.0));  // offsets are not inherited
}

TEST(Appearance, TheLastEntryOfABoneCounts) {
  const Skeleton skeleton = torso();
  const Appearance a =
      Appearance::build({"test", {skeletal(1, {{"mChest", Vec3(1.0)}, {"mChest", Vec3(3.0)}})}, {}, {}},
                        skeleton)
          .value();
  EXPECT_EQ(evaluate_shape(skeleton, a, SliderValues{{1, 1.0}}).joints.scale[1], Vec3(4.0));
}

TEST(Appearance, VolumeMorphsAddUpOverTheChainAndUnknownVolumesAreSkipped) {
  const Skeleton skeleton = torso();
  ParameterDesc morph;
  morph.id = 7;
  morph.kind = ParameterKind::morph;
  morph.morphs = {
      {"a.llm", "Fat", false, {{"BELLY", Vec3(1.0), Vec3(0, 0, 1)}, {"NOWHERE", Vec3(1.0), Vec3(0.0)}}},
      {"b.llm", "Fat", false, {{"BELLY", Vec3(1.0), Vec3(0, 0, 1)}}}};
  const Appearance a = Appearance::build({"test", {morph}, {}, {}}, skeleton).value();
  EXPECT_EQ(evaluate_shape(skeleton, a, SliderValues{{7, 1.0}}).joints.position[2], Vec3(0, 0, 2));
}

TEST(Appearance, RefusesWhatIsWrongByIdAndName) {
  EXPECT_NE(message({skeletal(1, {}), skeletal(1, {})}).find("parameter 1"), std::string::npos);
  EXPECT_NE(message({skeletal(1, {{"mChst", Vec3(0.0)}})}).find("'mChst'"), std::string::npos);
  ParameterDesc drives = skeletal(1, {});
  drives.driven = {{99, 0, 1, 1, 1}};
  EXPECT_NE(message({drives}).find("99"), std::string::npos);
  drives.driven = {{1, 0, 1, 1, 1}};
  EXPECT_NE(message({drives}).find("drives itself"), std::string::npos);
  drives.driven = {{2, 0.5, 0.2, 1, 1}};
  EXPECT_NE(message({drives, skeletal(2, {})}).find("out of order"), std::string::npos);
  ParameterDesc range = skeletal(1, {});
  range.min = 2.0;
  EXPECT_NE(message({range}).find("minimum"), std::string::npos);
  EXPECT_NE(message({skeletal(1, {})}, {{"Body", {33}}}).find("33"), std::string::npos);
}

// Parameter k of `count` drives k + 1 so many times.
std::vector<ParameterDesc> drivers_in_a_row(int count, std::size_t times) {
  std::vector<ParameterDesc> parameters;
  for (int id = 1; id <= count; ++id) {
    parameters.push_back(skeletal(id, {}));
    if (id < count) parameters.back().driven.assign(times, {id + 1, 0, 1, 1, 1});
  }
  return parameters;
}

// Each of these would take from minutes to the end of days to evaluate, or the whole stack.
TEST(Appearance, RefusesDriversThatNobodyCanEvaluate) {
  EXPECT_NE(message(drivers_in_a_row(40, 2)).find("more than 100000 steps"), std::string::npos);
  EXPECT_NE(message(drivers_in_a_row(12, 8)).find("more than 100000 steps"), std::string::npos);
  EXPECT_NE(message(drivers_in_a_row(20'000, 1)).find("over more than 16 drivers in a row"),
            std::string::npos);
  auto circle = drivers_in_a_row(20'000, 1);
  circle.back().driven = {{19'000, 0, 1, 1, 1}};
  EXPECT_NE(message(circle).find("drives itself"), std::string::npos);
}

TEST(Appearance, EvaluatesDriversOfDriversAsFarAsTheyAreAllowed) {
  const Skeleton skeleton = torso();
  const auto deep = Appearance::build({"test", drivers_in_a_row(16, 2), {}, {}}, skeleton);
  ASSERT_FALSE(deep) << "65536 ways to the last of them, and as many to those before it";
  const auto taken = Appearance::build({"test", drivers_in_a_row(16, 1), {}, {}}, skeleton).value();
  EXPECT_EQ(evaluate_weights(taken, {{1, 0.25}}).weight.back(), 0.25);
}

TEST(Appearance, RestShapeAppliesNothing) {
  const Skeleton skeleton = torso();
  ParameterDesc p = skeletal(1, {{"mChest", Vec3(1.0)}});
  p.default_weight = 0.5;
  const Appearance a = Appearance::build({"test", {p}, {}, {}}, skeleton).value();
  EXPECT_EQ(rest_shape(skeleton, a).joints.scale[1], Vec3(1.0));
  EXPECT_EQ(evaluate_shape(skeleton, a, SliderValues{}).joints.scale[1],
            Vec3(1.5));  // the default shape is another thing
}

}  // namespace
}  // namespace mannequin
