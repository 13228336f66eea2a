// c_viewer.h compared with C++, and with c_api.h.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "engine/animation/player.h"
#include "engine/appearance/shape_transition.h"
#include "engine/avatar/avatar.h"
#include "engine/bounds/rigged_extents.h"
#include "engine/io/definitions.h"
#include "engine/io/embedded.h"
#include "engine/io/llm.h"
#include "engine/io/mesh_asset.h"
#include "engine/motion/viewer_motions.h"
#include "engine/wear/bound_mesh.h"
#include "mannequin/c_viewer.h"
#include "tests/c_api/c_api_case.h"
#include "tests/c_api/triangle_mesh.h"
#include "tests/io/asset_files.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

class CApiViewer : public CApiTest {
 protected:
  uint32_t joint(const char* name) const {
    uint32_t found = 0;
    EXPECT_EQ(mannequin_joint_find(character_, name, &found), MANNEQUIN_OK) << name;
    return found;
  }
  uint32_t joints() const {
    uint32_t count = 0;
    EXPECT_EQ(mannequin_joint_count(character_, &count), MANNEQUIN_OK);
    return count;
  }
  std::vector<float> palette_of(const mannequin_meshes* meshes) const {
    mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
    EXPECT_EQ(mannequin_mesh_get(meshes, 0, &info), MANNEQUIN_OK);
    std::vector<float> made(info.palette_size * std::size_t{12});
    EXPECT_EQ(mannequin_avatar_copy_palette(avatar_, meshes, 0, 0, made.data(), made.size()), MANNEQUIN_OK)
        << mannequin_last_error();
    return made;
  }
  double height() const {
    mannequin_body_size size = MANNEQUIN_INIT(mannequin_body_size);
    EXPECT_EQ(mannequin_avatar_get_body_size(avatar_, &size), MANNEQUIN_OK);
    return size.height;
  }
  void evaluate() { ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK) << mannequin_last_error(); }

  Character own_ = Character::build(io::read_builtin_character().value()).value();
};

TEST_F(CApiViewer, ReadsAnAssetPieceByPiece) {
  const io::Bytes bytes = triangle_asset();
  const auto* file = reinterpret_cast<const unsigned char*>(bytes.data());
  const char* const name = "00000000-0000-0000-0000-000000000007.llmesh";
  mannequin_asset* asset = nullptr;
  EXPECT_REFUSED(MANNEQUIN_CANNOT_READ, mannequin_asset_read_header(character_, file, 10, 0, name, &asset));
  ASSERT_EQ(mannequin_asset_read_header(character_, file, bytes.size(), bytes.size(), name, &asset),
            MANNEQUIN_OK)
      << mannequin_last_error();
  uint64_t at = 0, count = 0, level_at = 0, level_count = 0;
  ASSERT_EQ(mannequin_asset_find_block(asset, "skin", &at, &count), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_asset_find_block(asset, "high_lod", &level_at, &level_count), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_asset_find_block(asset, "nothing", &at, nullptr));
  int32_t fetched = 7;
  ASSERT_EQ(mannequin_block_is_fetched(file + at, count, &fetched), MANNEQUIN_OK);
  EXPECT_EQ(fetched, 1);
  const std::vector<unsigned char> nothing(count);
  ASSERT_EQ(mannequin_block_is_fetched(nothing.data(), count, &fetched), MANNEQUIN_OK);
  EXPECT_EQ(fetched, 0);

  mannequin_meshes *skin = nullptr, *level = nullptr, *whole = nullptr;
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_asset_read_lod(asset, 0, file + level_at, level_count, &level));
  ASSERT_EQ(mannequin_asset_read_skin(asset, file + at, count, &skin), MANNEQUIN_OK)
      << mannequin_last_error();
  ASSERT_EQ(mannequin_asset_read_lod(asset, 0, file + level_at, level_count, &level), MANNEQUIN_OK)
      << mannequin_last_error();
  mannequin_asset_release(asset);
  ASSERT_EQ(mannequin_meshes_load(character_, file, bytes.size(), name, nullptr, &whole), MANNEQUIN_OK);

  // Worn by the skin alone, all three have one palette.
  const double bent[4] = {0, 0, -0.5, 0.75};
  ASSERT_EQ(mannequin_avatar_set_rotation_of(avatar_, "mChest", bent), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_wear(avatar_, skin, nullptr), MANNEQUIN_OK) << mannequin_last_error();
  evaluate();
  EXPECT_EQ(palette_of(skin), palette_of(whole));
  EXPECT_EQ(palette_of(level), palette_of(whole));
  std::vector<float> by_skin(joints() * std::size_t{12}), by_whole(by_skin.size());
  mannequin_avatar_copy_joint_matrices(avatar_, 0, by_skin.data(), by_skin.size());
  ASSERT_EQ(mannequin_avatar_take_off(avatar_, skin), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_wear(avatar_, whole, nullptr), MANNEQUIN_OK);
  evaluate();
  mannequin_avatar_copy_joint_matrices(avatar_, 0, by_whole.data(), by_whole.size());
  EXPECT_EQ(by_skin, by_whole);

  // What it takes vertices for is refused.
  mannequin_picker* picker = nullptr;
  mannequin_shared_mesh* shared = nullptr;
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_skinner_skin(skinner_, avatar_, skin, 0, &out_));
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_picker_create(skin, 0, &picker));
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_shared_mesh_create(skin, 0, &shared));
  std::vector<float> part(9), all(9);
  mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
  out.vertex_count = 3;
  out.positions = part.data();
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, level, 0, &out), MANNEQUIN_OK)
      << mannequin_last_error();
  out.positions = all.data();
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, whole, 0, &out), MANNEQUIN_OK);
  EXPECT_EQ(part, all);
  for (mannequin_meshes* const set : {skin, level, whole}) mannequin_meshes_release(set);
}

TEST_F(CApiViewer, PicksWhatIsInFrontAndBoxesWhatThereIs) {
  evaluate();
  mannequin_picker* picker = nullptr;
  ASSERT_EQ(mannequin_picker_create(body_, 0, &picker), MANNEQUIN_OK) << mannequin_last_error();
  const std::vector<float> palette = palette_of(body_);
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  double low[3], high[3], furthest[3] = {-9, -9, -9};
  ASSERT_EQ(mannequin_picker_get_box(picker, palette.data(), palette.size(), low, high), MANNEQUIN_OK);
  for (std::size_t k = 0; k < positions_.size(); ++k) {
    ASSERT_LE(low[k % 3], static_cast<double>(positions_[k]));
    ASSERT_GE(high[k % 3], static_cast<double>(positions_[k]));
    furthest[k % 3] = std::max(furthest[k % 3], static_cast<double>(positions_[k]));
  }
  for (int axis = 0; axis < 3; ++axis) EXPECT_LT(high[axis] - furthest[axis], 0.1);

  double chest[3];
  ASSERT_EQ(mannequin_avatar_get_joint_position(avatar_, joint("mChest"), chest), MANNEQUIN_OK);
  const double from[3] = {3.0, 0.02, chest[2]}, along[3] = {-2.0, 0.0, 0.0};
  mannequin_hit hit = MANNEQUIN_INIT(mannequin_hit);
  ASSERT_EQ(mannequin_picker_pick(picker, palette.data(), palette.size(), from, along, 0.0, &hit),
            MANNEQUIN_OK);
  ASSERT_EQ(hit.hit, 1);
  std::vector<uint32_t> indices(info_.index_count);
  mannequin_mesh_copy_indices(body_, 0, indices.data(), indices.size());
  double sum = 0.0, place[3] = {};
  for (int corner = 0; corner < 3; ++corner) {
    sum += hit.barycentric[corner];
    for (int axis = 0; axis < 3; ++axis)
      place[axis] +=
          hit.barycentric[corner] *
          static_cast<double>(positions_[indices[hit.triangle * 3 + static_cast<uint32_t>(corner)] * 3 +
                                         static_cast<uint32_t>(axis)]);
  }
  EXPECT_NEAR(sum, 1.0, 1e-9);
  EXPECT_EQ(hit.front, 1);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(place[axis], hit.position[axis], 1e-5);
    EXPECT_NEAR(from[axis] + hit.distance * along[axis], hit.position[axis], 1e-6);
  }
  float weights = 0.0f;
  for (uint32_t k = 0; k < hit.slot_count; ++k) weights += hit.weights[k];
  EXPECT_NEAR(weights, 1.0f, 1e-5f);
  ASSERT_EQ(mannequin_picker_pick(picker, palette.data(), palette.size(), from, along, 0.1, &hit),
            MANNEQUIN_OK);
  EXPECT_EQ(hit.hit, 0);
  const double nowhere[3] = {};
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_picker_pick(picker, palette.data(), palette.size(), from, nowhere, 0.0, &hit));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_picker_get_box(picker, palette.data(), palette.size() - 1, low, high));
  mannequin_picker_release(picker);
}

TEST_F(CApiViewer, HasTheViewersExtentsAndBox) {
  const auto file = io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {}).value();
  const BoundMesh bound = build_bound_mesh(file.meshes.at(0), own_.skeleton, kStrictImporter).value();
  const RiggedExtents exact =
      rigged_extents(bound.mesh, *bound.skin, own_.skeleton, ExtentWeights::normalised);
  std::vector<float> found(joints() * std::size_t{6});
  ASSERT_EQ(mannequin_mesh_copy_extents(body_, 0, found.data(), found.size()), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER,
                 mannequin_mesh_copy_extents(body_, 0, found.data(), found.size() - 1));
  std::size_t boxes = 0;
  for (std::size_t j = 0; j < exact.size(); ++j) {
    ASSERT_EQ(std::isnan(found[j * 6]), !exact[j].has_value()) << j;
    if (!exact[j]) continue;
    ++boxes;
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(found[j * 6 + static_cast<std::size_t>(axis)], exact[j]->min[axis], 1e-6);
      EXPECT_NEAR(found[j * 6 + 3 + static_cast<std::size_t>(axis)], exact[j]->max[axis], 1e-6);
    }
  }
  EXPECT_GT(boxes, 20u);

  double low[3], high[3];
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED, mannequin_avatar_get_box(avatar_, nullptr, low, high));
  ASSERT_EQ(mannequin_avatar_wear(avatar_, body_, nullptr), MANNEQUIN_OK);
  evaluate();
  const double rigid[6] = {0.5, 0.5, 0.5, 1.5, 2.5, 1.0};
  mannequin_box_parts parts = MANNEQUIN_INIT(mannequin_box_parts);
  parts.rigid_boxes = rigid;
  parts.rigid_count = 1;
  const AvatarState state = evaluate_avatar(own_, {});
  const Box object{{0.5, 0.5, 0.5}, {1.5, 2.5, 1.0}};
  AvatarBoxParts own_parts;
  for (const bool with_rigid : {false, true}) {
    if (with_rigid) own_parts.rigid_objects = {&object, 1};
    const Box box = viewer_avatar_box(own_.skeleton, state.joints, exact, own_parts);
    ASSERT_EQ(mannequin_avatar_get_box(avatar_, with_rigid ? &parts : nullptr, low, high), MANNEQUIN_OK);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(low[axis], box.min[axis], 1e-6) << with_rigid;
      EXPECT_NEAR(high[axis], box.max[axis], 1e-6) << with_rigid;
    }
  }
}

TEST_F(CApiViewer, MovesByTheViewersMotionsAndTheHosts) {
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_update_motions(avatar_, 0.1, nullptr));
  mannequin_motion_options options = MANNEQUIN_INIT(mannequin_motion_options);
  options.no_sway = 1;
  options.physics = 1;
  ASSERT_EQ(mannequin_avatar_start_motions(avatar_, &options), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED, mannequin_avatar_update_motions(avatar_, 0.1, nullptr));
  // A strong swing, by the sliders of a physics wearable.
  uint32_t parameters = 0;
  mannequin_parameter_count(character_, &parameters);
  for (uint32_t p = 0; p < parameters; ++p) {
    mannequin_parameter_info info = MANNEQUIN_INIT(mannequin_parameter_info);
    ASSERT_EQ(mannequin_parameter_get(character_, p, &info), MANNEQUIN_OK);
    if (std::strstr(info.name, "max_effect") != nullptr)
      mannequin_avatar_set_slider(avatar_, info.id, info.max);
  }
  evaluate();

  ViewerMotionOptions own_options;
  own_options.noise = false;
  ViewerMotions motions(own_.skeleton, own_options);
  Player player(own_.skeleton);
  AvatarInputs inputs;
  AvatarState state = evaluate_avatar(own_, inputs);
  const uint32_t elbow = joint("mElbowLeft");
  const float bent[4] = {0.0f, 0.0f, -0.6f, 0.8f};
  mannequin_layer layer = MANNEQUIN_INIT(mannequin_layer);
  layer.priority = 3;
  layer.weight = 1.0f;
  layer.joint_count = 1;
  layer.joints = &elbow;
  layer.rotations = bent;
  mannequin_motion_frame frame = MANNEQUIN_INIT(mannequin_motion_frame);
  frame.has_target = 1;
  frame.target[1] = 3.0;
  frame.target[2] = 1.0;
  frame.layers = &layer;
  frame.layer_count = 1;
  double farthest = 0.0;
  std::vector<float> local(joints() * std::size_t{4});
  for (int n = 1; n <= 40; ++n) {
    const double root[3] = {0.0, 0.0, 0.05 * std::sin(0.7 * n)};
    ASSERT_EQ(mannequin_avatar_set_root(avatar_, root, unit_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_update_motions(avatar_, n / 30.0, &frame), MANNEQUIN_OK)
        << mannequin_last_error();
    evaluate();
    const double seconds = static_cast<double>(static_cast<float>(n / 30.0) - player.time());
    const MotionFrame own_frame{state.joints, inputs.pose.root_rotation, seconds, Vec3(0.0, 3.0, 1.0)};
    inputs.pose.root_position = {root[0], root[1], root[2]};
    player.update(static_cast<float>(n / 30.0), nullptr, motions.update(own_frame));
    inputs.pose.rotations = player.pose().rotations;
    inputs.pose.positions = player.pose().positions;
    evaluate_avatar(own_, inputs, state);
    ASSERT_EQ(mannequin_avatar_copy_local(avatar_, nullptr, local.data(), nullptr, joints()), MANNEQUIN_OK);
    for (const char* name : {"mHead", "mNeck", "mTorso", "mEyeLeft", "mChest"}) {
      const std::size_t j = joint(name);
      const Quat& q = state.joints[j].rotation;
      farthest = std::max(farthest, std::abs(std::abs(q.x * local[j * 4] + q.y * local[j * 4 + 1] +
                                                      q.z * local[j * 4 + 2] + q.w * local[j * 4 + 3]) -
                                             1.0));
    }
  }
  EXPECT_LT(farthest, 1e-5);
  EXPECT_NEAR(std::abs(local[elbow * 4 + 2]), 0.6f, 1e-5f);
  EXPECT_GT(std::abs(local[joint("mHead") * std::size_t{4} + 2]), 0.1f);

  // Physics has moved what it drives; without motions it is back at its value.
  std::vector<float> swinging(joints() * std::size_t{12}), still(swinging.size());
  mannequin_avatar_copy_joint_matrices(avatar_, 0, swinging.data(), swinging.size());
  ASSERT_EQ(mannequin_avatar_stop_motions(avatar_), MANNEQUIN_OK);
  evaluate();
  mannequin_avatar_copy_joint_matrices(avatar_, 0, still.data(), still.size());
  EXPECT_NE(swinging, still);
  layer.weight = 2.0f;
  ASSERT_EQ(mannequin_avatar_start_motions(avatar_, nullptr), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_update_motions(avatar_, 2.0, &frame));
}

TEST_F(CApiViewer, StartsClipsInTheMiddleAndCutsThem) {
  const std::string bvh = nodding_bvh();
  mannequin_clip* clip = nullptr;
  ASSERT_EQ(mannequin_clip_load(character_, bvh.data(), bvh.size(), "nod.bvh", &clip), MANNEQUIN_OK);
  mannequin_avatar* late = nullptr;
  ASSERT_EQ(mannequin_avatar_create(character_, &late), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_start_clip(avatar_, clip), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_start_clip_at(late, clip, 0.5), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_update_clips(avatar_, 0.5), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_update_clips(avatar_, 1.0), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_update_clips(late, 0.5), MANNEQUIN_OK);
  std::vector<float> early(joints() * std::size_t{12}), other(early.size()), rest(early.size());
  const auto matrices = [&](mannequin_avatar* of, std::vector<float>& to) {
    ASSERT_EQ(mannequin_avatar_evaluate(of), MANNEQUIN_OK);
    mannequin_avatar_copy_joint_matrices(of, 0, to.data(), to.size());
  };
  matrices(avatar_, early);
  matrices(late, other);
  for (std::size_t k = 0; k < early.size(); ++k) ASSERT_NEAR(early[k], other[k], 1e-5) << k;
  ASSERT_EQ(mannequin_avatar_cut_clip(avatar_, clip), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_update_clips(avatar_, 1.1), MANNEQUIN_OK);
  matrices(avatar_, early);
  mannequin_avatar_clear_pose(late);
  matrices(late, rest);
  EXPECT_NE(other, rest);
  EXPECT_EQ(early, rest);
  mannequin_avatar_release(late);
  mannequin_clip_release(clip);
}

TEST_F(CApiViewer, EasesShapesOfAvatarsAndOfCrowds) {
  mannequin_easing* easing = nullptr;
  ASSERT_EQ(mannequin_easing_create(avatar_, &easing), MANNEQUIN_OK);
  const SliderValues from = with_defaults(own_.appearance, {});
  SliderValues to = from;
  to[33] = 2.0;
  to[637] = 0.9;
  ShapeTransition exact(own_.appearance, from);
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 2.0), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 637, 0.9), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_easing_begin(easing, avatar_), MANNEQUIN_OK);
  exact.begin(to);
  mannequin_crowd* crowd = nullptr;
  uint32_t number = 0;
  ASSERT_EQ(mannequin_crowd_create_mixed(character_, nullptr, &crowd), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
  AvatarState state;
  for (const float seconds : {0.1f, 0.3f, 0.7f}) {
    int32_t finished = 7;
    ASSERT_EQ(mannequin_easing_advance(easing, static_cast<double>(seconds), &finished), MANNEQUIN_OK);
    exact.advance_to(seconds);
    EXPECT_EQ(finished, exact.finished() ? 1 : 0);
    evaluate_avatar(own_, {}, exact.weights(), state);
    ASSERT_EQ(mannequin_avatar_set_eased(avatar_, easing), MANNEQUIN_OK);
    evaluate();
    EXPECT_EQ(height(), state.size.height) << seconds;
    ASSERT_EQ(mannequin_crowd_set_eased(crowd, 0, easing), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
    double in_crowd = 0.0;
    ASSERT_EQ(mannequin_crowd_get_height(crowd, 0, &in_crowd, nullptr), MANNEQUIN_OK);
    EXPECT_NEAR(in_crowd, state.size.height, 1e-5) << seconds;
  }
  // A slider ends it.
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, -2.0), MANNEQUIN_OK);
  evaluate();
  EXPECT_LT(height(), state.size.height - 0.1);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_easing_advance(easing, NAN, nullptr));
  mannequin_crowd_release(crowd);
  mannequin_easing_release(easing);
}

TEST_F(CApiViewer, TakesAllWeightsAtOnceAndGivesChosenJoints) {
  uint32_t parameters = 0;
  ASSERT_EQ(mannequin_parameter_count(character_, &parameters), MANNEQUIN_OK);
  std::vector<double> weights(parameters, NAN);
  mannequin_avatar* one_by_one = nullptr;
  ASSERT_EQ(mannequin_avatar_create(character_, &one_by_one), MANNEQUIN_OK);
  for (uint32_t p = 0; p < parameters; ++p) {
    mannequin_parameter_info info = MANNEQUIN_INIT(mannequin_parameter_info);
    ASSERT_EQ(mannequin_parameter_get(character_, p, &info), MANNEQUIN_OK);
    if (info.transmitted == 0 || p % 2 == 0) continue;
    weights[p] = info.min + 0.3 * (info.max - info.min);
    ASSERT_EQ(mannequin_avatar_set_slider(one_by_one, info.id, weights[p]), MANNEQUIN_OK);
  }
  ASSERT_EQ(mannequin_avatar_set_weights(avatar_, weights.data(), parameters), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_avatar_set_weights(avatar_, weights.data(), parameters - 1));
  std::vector<float> all(joints() * std::size_t{12}), expected(all.size());
  for (mannequin_avatar* const a : {avatar_, one_by_one})
    ASSERT_EQ(mannequin_avatar_evaluate(a), MANNEQUIN_OK);
  mannequin_avatar_copy_joint_matrices(avatar_, 0, all.data(), all.size());
  mannequin_avatar_copy_joint_matrices(one_by_one, 0, expected.data(), expected.size());
  EXPECT_EQ(all, expected);

  mannequin_crowd* crowd = nullptr;
  uint32_t number = 0;
  ASSERT_EQ(mannequin_crowd_create_mixed(character_, nullptr, &crowd), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_set_weights(crowd, 0, weights.data(), parameters), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
  const uint32_t chosen[] = {joint("mHead"), joint("mWristLeft"), joint("mHead")};
  float few[36], in_crowd[36];
  ASSERT_EQ(mannequin_avatar_copy_matrices_of(avatar_, chosen, 3, 0, few, 36), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_copy_matrices_of(crowd, 0, chosen, 3, 0, in_crowd, 36), MANNEQUIN_OK);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t n = 0; n < 12; ++n) {
      EXPECT_EQ(few[k * 12 + n], all[chosen[k] * 12 + n]);
      EXPECT_NEAR(in_crowd[k * 12 + n], few[k * 12 + n], 5e-6);
    }
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER, mannequin_avatar_copy_matrices_of(avatar_, chosen, 3, 0, few, 35));
  const uint32_t none[] = {joints()};
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_crowd_copy_matrices_of(crowd, 0, none, 1, 0, few, 36));

  std::vector<float> positions(joints() * std::size_t{3}), scales(positions.size()),
      of_crowd(positions.size());
  std::vector<float> crowd_scales(positions.size());
  ASSERT_EQ(mannequin_avatar_copy_local(avatar_, positions.data(), nullptr, scales.data(), joints()),
            MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_copy_local(crowd, 0, of_crowd.data(), crowd_scales.data(), joints()),
            MANNEQUIN_OK);
  for (std::size_t k = 0; k < positions.size(); ++k) {
    EXPECT_NEAR(of_crowd[k], positions[k], 2e-6) << k;
    EXPECT_NEAR(crowd_scales[k], scales[k], 2e-6) << k;
  }
  mannequin_crowd_release(crowd);
  mannequin_avatar_release(one_by_one);
}

TEST_F(CApiViewer, SkinsOneMeshOnManyThreads) {
  evaluate();
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  mannequin_shared_mesh* shared = nullptr;
  ASSERT_EQ(mannequin_shared_mesh_create(body_, 0, &shared), MANNEQUIN_OK);
  const std::vector<float> palette = palette_of(body_);
  std::vector<std::vector<float>> found(4, std::vector<float>(positions_.size()));
  std::vector<std::thread> threads;
  for (std::vector<float>& to : found)
    threads.emplace_back([&] {
      mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
      out.vertex_count = info_.vertex_count;
      out.positions = to.data();
      for (int n = 0; n < 20; ++n)
        EXPECT_EQ(mannequin_shared_mesh_skin(shared, palette.data(), palette.size(), nullptr, 0, &out),
                  MANNEQUIN_OK);
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<float>& one : found) EXPECT_EQ(one, positions_);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_shared_mesh_skin(shared, palette.data(), palette.size() - 12, nullptr, 0, &out_));
  mannequin_shared_mesh_release(shared);
}

// The system avatar in a crowd, and its morphs as a host's own shader would apply them.
TEST_F(CApiViewer, ShowsTheSystemAvatarInACrowdAndInAHostsShader) {
  MANNEQUIN_NEEDS_SHARED("viewer-character");
  const std::string folder = shared_path("viewer-character").string();
  mannequin_character* viewers = nullptr;
  mannequin_avatar* resident = nullptr;
  mannequin_meshes* body = nullptr;
  mannequin_crowd* crowd = nullptr;
  ASSERT_EQ(mannequin_character_from_folder(folder.c_str(), &viewers), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_create(viewers, &resident), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_meshes_system_avatar(viewers, folder.c_str(), nullptr, &body), MANNEQUIN_OK);
  for (const auto& [id, weight] : SliderValues{{33, 1.0}, {637, 0.7}, {157, 0.8}, {24, 1.5}, {690, 0.9}})
    ASSERT_EQ(mannequin_avatar_set_slider(resident, id, weight), MANNEQUIN_OK);
  const double bent[4] = {0, 0, -0.6, 0.8}, root[3] = {1, 2, 3}, turned[4] = {0, 0, 0.6, 0.8};
  ASSERT_EQ(mannequin_avatar_set_rotation_of(resident, "mElbowLeft", bent), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_root(resident, root, turned), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_evaluate(resident), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_create_mixed(viewers, nullptr, &crowd), MANNEQUIN_OK);
  uint32_t number = 0, parts = 0;
  ASSERT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_wear(crowd, 0, body, nullptr), MANNEQUIN_OK) << mannequin_last_error();
  ASSERT_EQ(mannequin_crowd_set_avatar(crowd, 0, resident), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_mesh_count(body, &parts), MANNEQUIN_OK);
  for (uint32_t part = 0; part < parts; ++part) {
    mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
    ASSERT_EQ(mannequin_mesh_get(body, part, &info), MANNEQUIN_OK);
    std::vector<float> exact(info.palette_size * std::size_t{12}), found(exact.size());
    ASSERT_EQ(mannequin_avatar_copy_palette(resident, body, part, 0, exact.data(), exact.size()),
              MANNEQUIN_OK);
    ASSERT_EQ(mannequin_crowd_copy_worn_palette(crowd, 0, body, part, 0, found.data(), found.size()),
              MANNEQUIN_OK);
    for (std::size_t k = 0; k < exact.size(); ++k) ASSERT_NEAR(found[k], exact[k], 1e-5) << info.part << k;
    std::vector<float> weights(info.morph_count), of_crowd(info.morph_count);
    ASSERT_EQ(mannequin_avatar_copy_morph_weights(resident, body, part, weights.data(), weights.size()),
              MANNEQUIN_OK);
    ASSERT_EQ(mannequin_crowd_copy_morph_weights(crowd, 0, body, part, of_crowd.data(), of_crowd.size()),
              MANNEQUIN_OK);
    EXPECT_EQ(weights, of_crowd) << info.part;

    // Bound vertices, what morphs add, then the palette: as any shader would.
    std::vector<float> bound(info.vertex_count * std::size_t{3}), skinned(bound.size());
    std::vector<uint16_t> slots(info.vertex_count * std::size_t{4});
    std::vector<float> shares(slots.size());
    mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
    out.vertex_count = info.vertex_count;
    out.positions = bound.data();
    ASSERT_EQ(mannequin_mesh_copy_bound(body, part, &out, slots.data(), shares.data()), MANNEQUIN_OK);
    for (uint32_t m = 0; m < info.morph_count; ++m) {
      mannequin_morph_info morph = MANNEQUIN_INIT(mannequin_morph_info);
      ASSERT_EQ(mannequin_mesh_get_morph(body, part, m, &morph), MANNEQUIN_OK);
      std::vector<uint32_t> vertices(morph.vertex_count);
      std::vector<float> deltas(morph.vertex_count * std::size_t{3}), normals(deltas.size());
      ASSERT_EQ(mannequin_mesh_copy_morph(body, part, m, vertices.data(), deltas.data(), normals.data(),
                                          vertices.size()),
                MANNEQUIN_OK);
      for (std::size_t k = 0; k < deltas.size(); ++k)
        bound[vertices[k / 3] * std::size_t{3} + k % 3] += weights[m] * deltas[k];
    }
    out.positions = skinned.data();
    ASSERT_EQ(mannequin_skinner_skin(skinner_, resident, body, part, &out), MANNEQUIN_OK);
    for (std::size_t v = 0; v < info.vertex_count; ++v)
      for (std::size_t row = 0; row < 3; ++row) {
        float sum = 0.0f;
        for (std::size_t k = 0; k < 4; ++k) {
          const float* m = exact.data() + slots[v * 4 + k] * std::size_t{12} + row * 4;
          sum += shares[v * 4 + k] *
                 (m[0] * bound[v * 3] + m[1] * bound[v * 3 + 1] + m[2] * bound[v * 3 + 2] + m[3]);
        }
        ASSERT_NEAR(sum, skinned[v * 3 + row], 2e-5f) << info.part << v;
      }
  }
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_mesh_copy_morph(body, 0, 99999, nullptr, nullptr, nullptr, 0));
  mannequin_crowd_release(crowd);
  mannequin_meshes_release(body);
  mannequin_avatar_release(resident);
  mannequin_character_release(viewers);
}

TEST_F(CApiViewer, RefusesWhatIsNoHandle) {
  const auto bad = MANNEQUIN_BAD_HANDLE;
  double box[3] = {};
  float floats[12] = {};
  mannequin_hit hit = MANNEQUIN_INIT(mannequin_hit);
  auto* picker = reinterpret_cast<mannequin_picker*>(avatar_);
  auto* easing = reinterpret_cast<mannequin_easing*>(avatar_);
  auto* asset = reinterpret_cast<mannequin_asset*>(body_);
  auto* shared = reinterpret_cast<mannequin_shared_mesh*>(body_);
  EXPECT_REFUSED(bad, mannequin_picker_get_box(picker, floats, 12, box, box));
  EXPECT_REFUSED(bad, mannequin_picker_pick(picker, floats, 12, box, box, 0.0, &hit));
  EXPECT_REFUSED(bad, mannequin_easing_begin(easing, avatar_));
  EXPECT_REFUSED(bad, mannequin_avatar_set_eased(avatar_, easing));
  EXPECT_REFUSED(bad, mannequin_asset_find_block(asset, "skin", nullptr, nullptr));
  EXPECT_REFUSED(bad, mannequin_shared_mesh_skin(shared, floats, 12, nullptr, 0, &out_));
  EXPECT_EQ(mannequin_picker_release(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_asset_release(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_easing_release(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_shared_mesh_release(nullptr), MANNEQUIN_OK);
}

}  // namespace
}  // namespace mannequin::test
