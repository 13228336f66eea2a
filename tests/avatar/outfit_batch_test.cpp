// Avatars of one crowd in different outfits: the same bits as if all wore everything, the same joints as a
// single avatar, and no influence on others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/avatar/batch_case.h"

namespace mannequin::test {
namespace {

std::shared_ptr<const WornRig> rig_of(const Skin& skin, std::uint32_t number = 1) {
  return WornRig::build(skin, character().skeleton, Uuid::numbered(number)).value();
}

// Moves two joints and locks their scales.
Skin moving_rig() {
  SkinDesc desc;
  desc.joint_names = {"mElbowLeft", "mChest", "BELLY"};
  desc.inverse_binds.assign(3, glm::translate(Mat4(1.0), Vec3(-0.1, 0.2, -1.0)));
  desc.joint_positions = {Vec3(0.0, 0.3, 0.01), Vec3(-0.01, 0.0, 0.3), std::nullopt};
  desc.lock_scale = true;
  desc.pelvis_offset = 0.05;
  return Skin::build_rig(std::move(desc), "moving", character().skeleton).value();
}

TEST(OutfitBatch, PalettesAreThoseOfABatchThatWearsItAsAWhole) {
  const Skin* const skins[] = {&tube_skin(), &body_skin()};
  const auto tube = rig_of(tube_skin(), 1), body = rig_of(body_skin(), 2);
  for (const BatchOptions& way : every_way()) {
    AvatarBatch whole = make_batch(way, skins);
    AvatarBatch single = AvatarBatch::create(character(), way).value();
    for (std::size_t i = 0; i < 20; ++i) {
      for (AvatarBatch* batch : {&whole, &single}) batch->add_avatar();
      ASSERT_TRUE(single.wear(i, i % 2 == 0 ? tube : body));
      if (i % 3 == 0) {
        ASSERT_TRUE(single.wear(i, i % 2 == 0 ? body : tube));
      }
      for (AvatarBatch* batch : {&whole, &single})
        give(*batch, i, random_inputs(static_cast<std::uint32_t>(i)));
    }
    whole.evaluate();
    single.evaluate();
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_TRUE(same_bits(single.worn_palette(i, 0), palette_of(whole, i % 2, i))) << i;
      if (i % 3 == 0) {
        EXPECT_TRUE(same_bits(single.worn_palette(i, 1), palette_of(whole, 1 - i % 2, i))) << i;
      }
    }
  }
}

TEST(OutfitBatch, WorldMatricesAreThoseOfTheAvatarAlone) {
  AvatarBatch batch = AvatarBatch::create(character()).value();
  for (std::uint32_t i = 0; i < 5; ++i) give(batch, batch.add_avatar(), random_inputs(i));
  batch.evaluate();
  for (std::uint32_t i = 0; i < 5; ++i) {
    const AvatarState exact = evaluate_avatar(character(), random_inputs(i));
    std::vector<Mat4> matrices;
    for (const JointTransform& joint : exact.joints) matrices.push_back(joint.world_from_joint());
    EXPECT_LT(difference(batch.world_matrices(i), matrices), kLimit) << i;
  }
}

TEST(OutfitBatch, JointsAreThoseOfTheAvatarAlone) {
  for (const BatchOptions& way : every_way()) {
    AvatarBatch batch = AvatarBatch::create(character(), way).value();
    for (std::uint32_t i = 0; i < 5; ++i) give(batch, batch.add_avatar(), random_inputs(i));
    batch.evaluate();
    std::vector<JointTransform> found(character().skeleton.size());
    for (std::uint32_t i = 0; i < 5; ++i) {
      const AvatarState exact = evaluate_avatar(character(), random_inputs(i));
      batch.copy_joints(i, found);
      for (std::size_t j = 0; j < found.size(); ++j) {
        const JointTransform &a = found[j], &b = exact.joints[j];
        const double apart[] = {glm::length(a.position - b.position), glm::length(a.scale - b.scale),
                                glm::length(a.world_position - b.world_position),
                                glm::length(a.rotation - b.rotation),
                                glm::length(a.world_rotation - b.world_rotation)};
        EXPECT_LT(*std::max_element(std::begin(apart), std::end(apart)), kLimit)
            << i << " " << character().skeleton.joints()[j].name;
      }
    }
  }
}

// A joint that no skin uses is at rest.
TEST(OutfitBatch, JointsThatNothingUsesAreAtRest) {
  SkinDesc desc;
  desc.joint_names = {"mWristLeft"};
  desc.inverse_binds.assign(1, Mat4(1.0));
  const Skin skin = Skin::build_rig(std::move(desc), "wrist", character().skeleton).value();
  const Skin* const skins[] = {&skin};
  AvatarBatch batch = make_batch({}, skins);
  const AvatarInputs inputs = random_inputs(3);
  give(batch, batch.add_avatar(), inputs);
  batch.evaluate();
  std::vector<JointTransform> found(character().skeleton.size());
  batch.copy_joints(0, found);
  const AvatarState exact = evaluate_avatar(character(), inputs);
  const auto wrist = static_cast<std::size_t>(character().skeleton.find("mWristLeft"));
  const auto tail = static_cast<std::size_t>(character().skeleton.find("mTail2"));
  EXPECT_LT(glm::length(found[wrist].world_position - exact.joints[wrist].world_position), kLimit);
  EXPECT_LT(glm::length(found[tail].position - character().skeleton.joints()[tail].rest_position), kLimit);
  EXPECT_EQ(found[tail].rotation, character().skeleton.joints()[tail].rest_rotation);
}

TEST(OutfitBatch, GivesWorldMatricesOfChosenJointsBesideSkins) {
  const JointIndex chosen[] = {character().skeleton.find("Skull"), character().skeleton.find("mHead")};
  const Skin* const skin = &tube_skin();
  AvatarBatch batch =
      AvatarBatch::create(BatchDefinition::build(character(), {&skin, 1}, chosen).value()).value();
  give(batch, batch.add_avatar(), random_inputs(7));
  batch.evaluate();
  const AvatarState exact = evaluate_avatar(character(), random_inputs(7));
  ASSERT_EQ(batch.world_matrices(0).size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    const Mat4 matrix = exact.joints[static_cast<std::size_t>(chosen[k])].world_from_joint();
    EXPECT_LT(difference(batch.world_matrices(0).subspan(k, 1), {&matrix, 1}), kLimit);
  }
  AvatarBatch without = make_batch();
  without.add_avatar();
  EXPECT_TRUE(without.world_matrices(0).empty());
}

TEST(OutfitBatch, RefusesRigsWhoseJointsItDoesNotSolve) {
  AvatarBatch batch = make_batch();
  batch.add_avatar();
  const Status worn = batch.wear(0, rig_of(body_skin()));
  ASSERT_FALSE(worn);
  EXPECT_EQ(worn.error().code, ErrorCode::bad_argument);
  EXPECT_NE(worn.error().what.find("all_joints"), std::string::npos);
  EXPECT_TRUE(batch.worn(0).empty());
}

TEST(OutfitBatch, AppliesJointPositionsWhileTheRigIsWorn) {
  const Skin skin = moving_rig();
  const auto moving = rig_of(skin, 9), tube = rig_of(tube_skin(), 2);
  for (const BatchOptions& way : every_way()) {
    AvatarBatch batch = AvatarBatch::create(character(), way).value();
    for (int i = 0; i < 3; ++i) {
      batch.add_avatar();
      ASSERT_TRUE(batch.wear(static_cast<std::size_t>(i), tube));
    }
    AvatarInputs inputs = random_inputs(4);
    batch.set_sliders(1, inputs.sliders);
    batch.set_pose(1, inputs.pose);
    batch.evaluate();
    const std::vector<Mat34> before(batch.worn_palette(1, 0).begin(), batch.worn_palette(1, 0).end());
    const std::vector<Mat34> other(batch.worn_palette(2, 0).begin(), batch.worn_palette(2, 0).end());
    const double stood = batch.root_above_ground(1);
    const Mat34* const stays = batch.worn_palette(2, 0).data();

    ASSERT_TRUE(batch.wear(1, moving));
    batch.evaluate();
    inputs.worn = {worn_offsets(skin.desc(), Uuid::numbered(9))};
    EXPECT_LT(difference(batch.worn_palette(1, 0), exact_palette(inputs, tube_skin())), kLimit);
    EXPECT_LT(difference(batch.worn_palette(1, 1), exact_palette(inputs, skin)), kLimit);
    EXPECT_FALSE(same_bits(batch.worn_palette(1, 0), before));
    EXPECT_NE(batch.root_above_ground(1), stood);
    EXPECT_TRUE(same_bits(batch.worn_palette(2, 0), other));
    EXPECT_EQ(batch.worn_palette(2, 0).data(), stays);

    EXPECT_TRUE(batch.take_off(1, *moving));
    EXPECT_FALSE(batch.take_off(1, *moving));
    batch.evaluate();
    EXPECT_TRUE(same_bits(batch.worn_palette(1, 0), before));
    EXPECT_EQ(batch.root_above_ground(1), stood);
  }
}

TEST(OutfitBatch, TakesAWholeOutfitWithOffsetsOfItsOwn) {
  const Skin skin = moving_rig();
  AvatarBatch by_rigs = AvatarBatch::create(character()).value(),
              by_hand = AvatarBatch::create(character()).value();
  const auto tube = rig_of(tube_skin(), 2), moving = rig_of(skin, 9);
  const auto still = WornRig::build(skin, character().skeleton, Uuid::numbered(9), false).value();
  const JointOffsets offsets = resolve_offsets(
      character().skeleton, std::vector<WornOffsets>{worn_offsets(skin.desc(), Uuid::numbered(9))});
  for (AvatarBatch* batch : {&by_rigs, &by_hand}) batch->add_avatar();
  ASSERT_TRUE(by_rigs.set_outfit(0, {tube, moving}));
  ASSERT_TRUE(by_hand.set_outfit(0, {tube, still}, &offsets));
  by_rigs.evaluate();
  by_hand.evaluate();
  for (std::size_t place = 0; place < 2; ++place)
    EXPECT_TRUE(same_bits(by_rigs.worn_palette(0, place), by_hand.worn_palette(0, place)));
  EXPECT_EQ(by_rigs.root_above_ground(0), by_hand.root_above_ground(0));
}

TEST(OutfitBatch, OutfitsStayWithTheirAvatars) {
  const auto tube = rig_of(tube_skin(), 1), body = rig_of(body_skin(), 2);
  AvatarBatch batch = AvatarBatch::create(character()).value();
  for (std::uint32_t i = 0; i < 18; ++i) {
    batch.add_avatar();
    ASSERT_TRUE(batch.wear(i, i == 17 ? body : tube));
    batch.set_pose(i, random_pose(i));
  }
  batch.evaluate();
  const std::vector<Mat34> last(batch.worn_palette(17, 0).begin(), batch.worn_palette(17, 0).end());
  batch.remove_avatar(3);
  ASSERT_EQ(batch.worn(3).size(), 1u);
  EXPECT_EQ(batch.worn(3)[0], body);
  EXPECT_TRUE(same_bits(batch.worn_palette(3, 0), last));
  batch.add_avatar();
  EXPECT_TRUE(batch.worn(17).empty());
  batch.evaluate();
  EXPECT_TRUE(same_bits(batch.worn_palette(3, 0), last));
  EXPECT_GT(batch.bytes(), batch.world_matrices(0).size_bytes() * 17);
}

TEST(OutfitBatch, TakesAPoseAsArrays) {
  const Skin* const skin = &tube_skin();
  AvatarBatch by_pose = make_batch({}, {&skin, 1}), by_arrays = make_batch({}, {&skin, 1});
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (std::uint32_t i = 0; i < 6; ++i) {
    const Pose pose = random_pose(i);
    std::vector<Quat> rotations(pose.rotations.size(), Quat(kNone, 0.0, 0.0, 0.0));
    for (std::size_t j = 0; j < rotations.size(); ++j)
      if (pose.rotations[j]) rotations[j] = *pose.rotations[j];
    std::vector<Vec3> positions(pose.positions.size(), Vec3(kNone));
    for (std::size_t j = 0; j < positions.size(); ++j)
      if (pose.positions[j]) positions[j] = *pose.positions[j];
    const PoseArrays arrays{rotations, positions, pose.root_position, pose.root_rotation};
    by_pose.set_pose(by_pose.add_avatar(), pose);
    by_arrays.set_pose(by_arrays.add_avatar(), arrays);
    Pose assigned;
    assigned.assign(arrays);
    EXPECT_EQ(assigned.rotations, pose.rotations);
    EXPECT_EQ(assigned.positions, pose.positions);
    EXPECT_EQ(assigned.root_position, pose.root_position);
  }
  by_pose.evaluate();
  by_arrays.evaluate();
  EXPECT_TRUE(same_bits(by_pose.palettes(0), by_arrays.palettes(0)));
  // And nothing again.
  for (AvatarBatch* batch : {&by_pose, &by_arrays})
    for (std::uint32_t i = 0; i < 6; ++i)
      batch == &by_pose ? batch->set_pose(i, Pose()) : batch->set_pose(i, PoseArrays());
  by_pose.evaluate();
  by_arrays.evaluate();
  EXPECT_TRUE(same_bits(by_pose.palettes(0), by_arrays.palettes(0)));
}

TEST(EvaluatePose, KeepsShapeAndOffsets) {
  AvatarInputs inputs = random_inputs(3);
  AvatarState state = evaluate_avatar(character(), inputs);
  inputs.pose = random_pose(8);
  evaluate_pose(character(), inputs.pose, state);
  const AvatarState whole = evaluate_avatar(character(), inputs);
  for (std::size_t j = 0; j < whole.joints.size(); ++j) {
    EXPECT_EQ(state.joints[j].world_position, whole.joints[j].world_position);
    EXPECT_EQ(state.joints[j].world_rotation, whole.joints[j].world_rotation);
    EXPECT_EQ(state.joints[j].scale, whole.joints[j].scale);
  }
}

TEST(SkinWithoutVertices, HasThePaletteOfTheWholeSkin) {
  const Skin rig = Skin::build_rig(body_skin().desc(), "body", character().skeleton).value();
  EXPECT_TRUE(rig.influences().empty());
  EXPECT_TRUE(rig.desc().influences.empty());
  const AvatarInputs inputs = random_inputs(2);
  EXPECT_EQ(exact_palette(inputs, rig), exact_palette(inputs, body_skin()));
  SkinDesc wrong = body_skin().desc();
  wrong.joint_names[0] = "mPelvi";
  const auto failed = Skin::build_rig(wrong, "body", character().skeleton);
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().what.find("mPelvis"), std::string::npos);
}

TEST(FoundOffsets, ResolveAsTheNamesDo) {
  for (std::uint32_t seed = 0; seed < 6; seed += 3) {
    std::vector<WornOffsets> worn = random_inputs(seed).worn;
    if (!worn.empty()) worn.push_back(worn.front());  // worn twice
    std::vector<FoundOffsets> found;
    for (const WornOffsets& mesh : worn) found.push_back(find_offsets(character().skeleton, mesh));
    std::vector<const FoundOffsets*> pointers;
    for (const FoundOffsets& mesh : found) pointers.push_back(&mesh);
    JointOffsets ours;
    resolve_offsets(character().skeleton, pointers, ours);
    const JointOffsets theirs = resolve_offsets(character().skeleton, worn);
    EXPECT_EQ(ours.pelvis_offset, theirs.pelvis_offset);
    for (std::size_t j = 0; j < theirs.position.size(); ++j) {
      ASSERT_EQ(ours.position[j].has_value(), theirs.position[j].has_value()) << j;
      ASSERT_EQ(ours.scale[j].has_value(), theirs.scale[j].has_value()) << j;
      if (theirs.position[j]) {
        EXPECT_EQ(ours.position[j]->value, theirs.position[j]->value);
      }
      if (theirs.scale[j]) {
        EXPECT_EQ(ours.scale[j]->mesh_id, theirs.scale[j]->mesh_id);
      }
    }
  }
}

}  // namespace
}  // namespace mannequin::test
