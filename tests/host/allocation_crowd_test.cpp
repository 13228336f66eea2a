// What viewers do to a crowd in every frame allocates nothing: physics, thirty rigged attachments, a gradual
// change of shape.
#include <gtest/gtest.h>
#include <mannequin/mannequin.h>

#include "tests/host/allocations.h"

namespace mannequin::test {
namespace {

constexpr int kPhysics[] = {1200, 1201, 1202, 1203, 1204, 1205, 1206, 1207};

struct Crowd {
  Character character = Character::build(io::read_builtin_character().value()).value();
  io::BoundMeshFile file = io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {}).value();
  Mesh mesh = Mesh::build(file.meshes.at(0).mesh).value();
  Skin skin = Skin::build(file.meshes.at(0).skin, mesh, character.skeleton).value();
  AvatarBatch batch;

  Crowd(std::size_t skins, std::size_t avatars)
      : batch(AvatarBatch::create(character, std::vector<const Skin*>(skins, &skin)).value()) {
    for (std::size_t i = 0; i < avatars; ++i) batch.add_avatar();
  }
};

// Of frames 3 to 19; the first two may allocate.
template <typename Frame>
std::size_t later_allocations(Frame&& frame) {
  frame(1);
  frame(2);
  return allocations_of([&] {
    for (int n = 3; n < 20; ++n) frame(n);
  });
}

TEST(CrowdAllocations, NoneForPhysicsAndThirtyAttachments) {
  Crowd crowd(30, 20);
  EXPECT_EQ(later_allocations([&](int n) {
              for (std::uint32_t i = 0; i < 20; ++i)
                for (const int id : kPhysics) crowd.batch.set_slider(i, id, 0.01 * n - 0.04 * i);
              crowd.batch.evaluate();
            }),
            0u);
}

TEST(CrowdAllocations, NoneForSlidersWithPhysicsAmongThem) {
  Crowd crowd(1, 20);
  SliderValues sliders{{33, 0.5}, {80, 1.0}};
  for (const int id : kPhysics) sliders[id] = 0.0;
  EXPECT_EQ(later_allocations([&](int n) {
              sliders[1200] = 0.02 * n;
              for (std::uint32_t i = 0; i < 20; ++i) crowd.batch.set_sliders(i, sliders);
              crowd.batch.evaluate();
            }),
            0u);
}

TEST(CrowdAllocations, NoneForAGradualChangeOfShape) {
  Crowd crowd(2, 20);
  const Appearance& appearance = crowd.character.appearance;
  SliderValues to;
  for (const ParameterDesc& parameter : appearance.parameters())
    if (Appearance::is_transmitted(parameter)) to[parameter.id] = parameter.max;
  ShapeTransition change(appearance, with_defaults(appearance, {}));
  change.begin(to);
  AvatarState state;
  const AvatarInputs inputs;
  EXPECT_EQ(later_allocations([&](int n) {
              const ParameterWeights& weights = change.advance_to(0.01f * static_cast<float>(n));
              for (std::uint32_t i = 0; i < 20; ++i) crowd.batch.set_weights(i, weights);
              crowd.batch.evaluate();
              evaluate_avatar(crowd.character, inputs, weights, state);
            }),
            0u);
}

// Eight physics parameters, a pose and two attachments of its own for each; world matrices of all joints.
TEST(CrowdAllocations, NoneForAvatarsThatWearDifferentThings) {
  Crowd one(1, 1);
  AvatarBatch batch = AvatarBatch::create(one.character).value();
  std::vector<std::shared_ptr<const WornRig>> rigs;
  for (std::uint32_t i = 0; i < 40; ++i)
    rigs.push_back(WornRig::build(one.skin, one.character.skeleton, Uuid::numbered(i)).value());
  for (std::size_t i = 0; i < 20; ++i) {
    batch.add_avatar();
    for (const std::size_t rig : {2 * i, 2 * i + 1}) ASSERT_TRUE(batch.wear(i, rigs[rig]));
  }
  const std::size_t joints = one.character.skeleton.size();
  std::vector<Quat> rotations(joints, Quat(1.0, 0.0, 0.0, 0.0));
  EXPECT_EQ(later_allocations([&](int n) {
              for (std::uint32_t i = 0; i < 20; ++i) {
                for (const int id : kPhysics) batch.set_slider(i, id, 0.01 * n - 0.04 * i);
                rotations[i] = glm::angleAxis(0.1 * n, Vec3(0.0, 1.0, 0.0));
                batch.set_pose(i, PoseArrays{rotations, {}, Vec3(0.0, 0.0, 0.01 * n), {}});
              }
              batch.evaluate();
            }),
            0u);
}

// The viewer's own motions, blended with a clip.
TEST(CrowdAllocations, NoneForTheViewersMotions) {
  const Character character = Character::build(io::read_builtin_character().value()).value();
  ViewerMotions motions(character.skeleton);
  HandMotion hands;
  Player player(character.skeleton);
  AvatarInputs inputs;
  AvatarState state = evaluate_avatar(character, inputs);
  EXPECT_EQ(later_allocations([&](int n) {
              const MotionFrame frame{state.joints, inputs.pose.root_rotation, 0.1, Vec3(2.0, 0.1 * n, 1.0)};
              player.update(0.1f * static_cast<float>(n), nullptr, motions.update(frame));
              hands.update(0.1, hand_pose_of(player));
              evaluate_pose(character, player.pose(), state);
            }),
            0u);
}

}  // namespace
}  // namespace mannequin::test
