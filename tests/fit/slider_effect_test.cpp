#include "engine/fit/slider_effect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/skinning/palette.h"
#include "tests/fit/builtin.h"

namespace mannequin {
namespace {

ParameterIndex slider(int id) { return builtin().appearance.find(id); }

// One triangle that follows one joint.
struct Leaf {
  Mesh mesh;
  Skin skin;

  static Leaf on(const std::string& joint, const Vec3f& at) {
    MeshDesc desc;
    desc.name = "leaf";
    desc.positions = {at, at + Vec3f(0.01f, 0, 0), at + Vec3f(0, 0.01f, 0)};
    desc.normals.assign(3, {0, 0, 1});
    desc.uvs.assign(3, {0, 0});
    desc.source_indices = {0, 1, 2};
    desc.indices = {0, 1, 2};
    desc.materials = {{"m", {1, 1, 1, 1}, ""}};
    desc.faces = {{0, 0, 3, 0, 3}};
    Mesh mesh = Mesh::build(desc).value();
    SkinDesc bind;
    bind.joint_names = {joint};
    bind.inverse_binds = {glm::translate(Mat4(1.0), Vec3(0.0, 0.0, -1.0))};
    for (std::uint32_t v = 0; v < 3; ++v) {
      bind.influence_begin.push_back(v);
      bind.influences.push_back({0, 1.0f});
    }
    bind.influence_begin.push_back(3);
    Skin skin = Skin::build(bind, mesh, builtin().skeleton).value();
    return {std::move(mesh), std::move(skin)};
  }
};

SliderEffect effect_on(const Leaf& leaf, int id, const AvatarInputs& now = {}) {
  const MeasuredMesh measured(leaf.mesh, leaf.skin);
  const MeasuredMesh* worn[] = {&measured};
  return slider_effect(builtin(), now, slider(id), worn);
}

TEST(SliderEffect, IsTheDistanceBetweenTheEnds) {
  // Height moves the head; the same by evaluating both ends by hand.
  const Leaf leaf = Leaf::on("mHead", {0.05f, 0.0f, 1.1f});
  const ParameterDesc& height = builtin().appearance[slider(33)];
  Vec3 ends[2];
  for (int end = 0; end < 2; ++end) {
    AvatarInputs inputs;
    inputs.sliders[33] = end == 0 ? height.min : height.max;
    const AvatarState state = evaluate_avatar(builtin(), inputs);
    std::vector<Mat4> palette(2);
    make_palette(leaf.skin, state.joints, palette);
    ends[end] = Vec3(palette[0] * Vec4(Vec3(leaf.mesh.positions()[0]), 1.0));
  }
  const SliderEffect effect = effect_on(leaf, 33);
  EXPECT_NEAR(effect.metres, glm::distance(ends[0], ends[1]), 2e-3);  // the other vertices lie 1 cm beside
  EXPECT_GT(effect.metres, 0.1);
  EXPECT_EQ(effect.why, DeadReason::none);
  EXPECT_TRUE(effect.bones);
}

TEST(SliderEffect, SaysWhyNothingMoves) {
  const Leaf head = Leaf::on("mHead", {0.05f, 0.0f, 1.1f});
  EXPECT_EQ(effect_on(head, 157).why, DeadReason::no_weights);  // Belly Size
  EXPECT_NE(effect_on(head, 157).reason.find("BELLY"), std::string::npos) << effect_on(head, 157).reason;
  EXPECT_EQ(effect_on(head, 518).why, DeadReason::surface_only);  // Eyelash Length
  EXPECT_EQ(effect_on(head, 800).why, DeadReason::texture_only);  // Sleeve Length
}

TEST(SliderEffect, NamesTheOffsetThatHoldsAJoint) {
  const Leaf foot = Leaf::on("mFootLeft", {0.1f, 0.1f, 0.05f});
  EXPECT_EQ(effect_on(foot, 197).why, DeadReason::none);  // Heel Height
  AvatarInputs worn;
  worn.worn.push_back({});
  for (const char* name : {"mFootLeft", "mFootRight"})
    worn.worn[0].joints.push_back(
        {name, builtin().skeleton[builtin().skeleton.find(name)].default_position + Vec3(0.01, 0.0, 0.0)});
  const SliderEffect held = effect_on(foot, 197, worn);
  EXPECT_EQ(held.why, DeadReason::fixed_by_offset);
  EXPECT_NE(held.reason.find("mFoot"), std::string::npos) << held.reason;
}

// A part of the system avatar whose second vertex Eyelash Length moves by 2 cm per unit of weight.
TEST(SliderEffect, MeasuresMorphsOfTheSystemAvatar) {
  Leaf leaf = Leaf::on("mHead", {0.05f, 0.0f, 1.1f});
  MeshDesc desc;
  desc.name = "lashes";
  desc.positions.assign(leaf.mesh.positions().begin(), leaf.mesh.positions().end());
  desc.normals.assign(3, {0, 0, 1});
  desc.uvs.assign(3, {0, 0});
  desc.source_indices = {0, 1, 2};
  desc.indices = {0, 1, 2};
  desc.materials = {{"m", {1, 1, 1, 1}, ""}};
  desc.faces = {{0, 0, 3, 0, 3}};
  desc.morphs = {{"Eyelashes_Long", {1}, {{0.0f, 0.02f, 0.0f}}, {}}};
  const Mesh mesh = Mesh::build(desc).value();
  const ParameterDesc& length = builtin().appearance[slider(518)];
  const std::vector<SystemMorph> morphs = {{.parameter = slider(518),
                                            .min = length.min,
                                            .max = length.max,
                                            .mask = {},
                                            .binormals = {},
                                            .uvs = {}}};
  const MeasuredMesh lashes(mesh, leaf.skin, morphs), plain(leaf.mesh, leaf.skin);

  const MeasuredMesh* both[] = {&plain, &lashes};
  const SliderEffect effect = slider_effect(builtin(), {}, slider(518), both);
  EXPECT_EQ(effect.why, DeadReason::none) << effect.reason;
  const AvatarState state = evaluate_avatar(builtin(), {});
  const double scale = state.joints[static_cast<std::size_t>(builtin().skeleton.find("mHead"))].scale.y;
  EXPECT_NEAR(effect.metres, 0.02 * scale * (length.max - length.min), 1e-6);

  // Bones move it as they move any mesh.
  const MeasuredMesh* one[] = {&lashes};
  EXPECT_NEAR(slider_effect(builtin(), {}, slider(33), one).metres, effect_on(leaf, 33).metres, 1e-6);
  // A morph of another part: the surface changes, but nothing worn follows.
  const SliderEffect hidden = slider_effect(builtin(), {}, slider(664), one);
  EXPECT_EQ(hidden.why, DeadReason::surface_only);
  EXPECT_NE(hidden.reason.find("hidden"), std::string::npos) << hidden.reason;
}

TEST(SliderReach, CountsTheSlidersOfEachSex) {
  const auto female = sliders_of(builtin().appearance, Sex::female),
             male = sliders_of(builtin().appearance, Sex::male);
  EXPECT_NE(female, male);
  for (const ParameterIndex p : male) EXPECT_TRUE(concerns(builtin().appearance[p].sex, Sex::male));
  EXPECT_EQ(std::ranges::count(female, slider(kMaleParameter)), 0);
}

TEST(SliderReach, FollowsDrivers) {
  // Breast Size is a driver: what it drives scales volumes of the chest.
  const SliderReach reach = slider_reach(builtin().appearance, slider(105), Sex::female);
  EXPECT_TRUE(reach.joints().contains(builtin().skeleton.find("LEFT_PEC")));
  EXPECT_TRUE(reach.surface);
}

}  // namespace
}  // namespace mannequin
