// Rigid objects follow their attachment point through pose and sliders, and are never scaled.
#include "engine/mesh/attachment.h"

#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "engine/skinning/palette.h"
#include "tests/builtin_character.h"

namespace mannequin {
namespace {

// A stick of one metre along X of the point.
MeshDesc stick() {
  MeshDesc desc;
  desc.name = "stick";
  desc.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0.1f, 0}};
  desc.normals.assign(3, {0, 0, 1});
  desc.uvs.assign(3, {0, 0});
  desc.indices = {0, 1, 2};
  desc.materials.push_back({"wood", {1, 1, 1, 1}, ""});
  desc.faces.push_back({0, 0, 3, 0, 3});
  return desc;
}

TEST(Attachment, FollowsItsPointWithoutItsScale) {
  const Character& character = test::builtin_character();
  const Mesh mesh = Mesh::build(stick()).value();
  const Skin skin =
      Skin::build(attached_skin(character.skeleton, "Left Hand", 3).value(), mesh, character.skeleton)
          .value();
  const auto hand = static_cast<std::size_t>(character.skeleton.find("Left Hand"));
  std::vector<Mat34> palette(skin.palette_size());
  for (const SliderValues& sliders : {SliderValues{}, SliderValues{{33, 2.3}, {675, 0.3}, {693, 2.0}}}) {
    AvatarInputs inputs;
    inputs.sliders = sliders;
    const AvatarState state = evaluate_avatar(character, inputs);
    make_palette(skin, state.joints, std::span<Mat34>(palette));
    const auto moved = [&](const Vec3f& v) {
      Vec3f out;
      for (int r = 0; r < 3; ++r) out[r] = glm::dot(palette[0][r], Vec4f(v, 1.0f));
      return Vec3(out);
    };
    EXPECT_LT(glm::length(moved({0, 0, 0}) - state.joints[hand].world_position), 1e-5);
    EXPECT_NEAR(glm::length(moved({1, 0, 0}) - moved({0, 0, 0})), 1.0, 1e-5) << "a metre stays a metre";
  }
}

TEST(Attachment, OnlyPointsOfTheBodyTakeObjects) {
  const Skeleton& skeleton = test::builtin_character().skeleton;
  for (const char* name : {"mWristLeft", "L_HAND", "Left Sock", ""}) {
    const auto skin = attached_skin(skeleton, name, 3);
    ASSERT_FALSE(skin) << name;
    EXPECT_NE(skin.error().what.find("attachment point"), std::string::npos);
  }
}

}  // namespace
}  // namespace mannequin
