// Invalid calls: each returns a status and a text, and does no harm.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tests/c_api/c_api_case.h"
#include "tests/c_api/triangle_mesh.h"

namespace {

using CApi = mannequin::test::CApiTest;
using mannequin::test::TriangleMesh;

// Every function that takes a handle, with each of its handles in turn replaced.
void expect_bad_handles(mannequin_character* c, mannequin_meshes* m, mannequin_avatar* a,
                        mannequin_skinner* s, mannequin_clip* p, mannequin_crowd* d) {
  mannequin_character* character = nullptr;
  mannequin_meshes* meshes = nullptr;
  mannequin_avatar* avatar = nullptr;
  mannequin_clip* clip = nullptr;
  mannequin_crowd* crowd = nullptr;
  mannequin_clip_info played = MANNEQUIN_INIT(mannequin_clip_info);
  mannequin_joint_info joint = MANNEQUIN_INIT(mannequin_joint_info);
  mannequin_slider_info slider = MANNEQUIN_INIT(mannequin_slider_info);
  mannequin_mesh_info mesh = MANNEQUIN_INIT(mannequin_mesh_info);
  mannequin_body_size size = MANNEQUIN_INIT(mannequin_body_size);
  mannequin_mesh_data data = MANNEQUIN_INIT(mannequin_mesh_data);
  mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
  uint32_t number = 0;
  int32_t id = 0;
  float floats[16] = {};
  double doubles[4] = {0, 0, 0, 1};
  const auto bad = MANNEQUIN_BAD_HANDLE;
  EXPECT_REFUSED(bad, mannequin_joint_count(c, &number));
  EXPECT_REFUSED(bad, mannequin_joint_find(c, "mHead", &number));
  EXPECT_REFUSED(bad, mannequin_joint_get(c, 0, &joint));
  EXPECT_REFUSED(bad, mannequin_slider_count(c, &number));
  EXPECT_REFUSED(bad, mannequin_slider_get(c, 0, &slider));
  EXPECT_REFUSED(bad, mannequin_slider_find(c, "33", &id));
  EXPECT_REFUSED(bad, mannequin_meshes_load(c, "x", 1, "x", nullptr, &meshes));
  EXPECT_REFUSED(bad, mannequin_meshes_builtin_body(c, &meshes));
  EXPECT_REFUSED(bad, mannequin_meshes_from_arrays(c, &data, &meshes));
  EXPECT_REFUSED(bad, mannequin_meshes_system_avatar(c, "x", nullptr, &meshes));
  EXPECT_REFUSED(bad, mannequin_character_set_log(c, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_create(c, &avatar));
  EXPECT_REFUSED(bad, mannequin_mesh_count(m, &number));
  EXPECT_REFUSED(bad, mannequin_mesh_get(m, 0, &mesh));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_indices(m, 0, &number, 1));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_uvs(m, 0, floats, 16));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_joints(m, 0, &number, 1));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_bound(m, 0, &out, nullptr, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_set_slider(a, 33, 1.0));
  EXPECT_REFUSED(bad, mannequin_avatar_reset_sliders(a));
  EXPECT_REFUSED(bad, mannequin_avatar_set_shape(a, "{}", 2, "x"));
  EXPECT_REFUSED(bad, mannequin_avatar_set_rotation(a, 0, doubles));
  EXPECT_REFUSED(bad, mannequin_avatar_set_rotation_of(a, "mHead", doubles));
  EXPECT_REFUSED(bad, mannequin_avatar_set_position(a, 0, doubles));
  EXPECT_REFUSED(bad, mannequin_avatar_set_root(a, doubles, doubles));
  EXPECT_REFUSED(bad, mannequin_avatar_clear_pose(a));
  EXPECT_REFUSED(bad, mannequin_avatar_wear(a, m, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_take_off(a, m));
  EXPECT_REFUSED(bad, mannequin_avatar_evaluate(a));
  EXPECT_REFUSED(bad, mannequin_avatar_get_body_size(a, &size));
  EXPECT_REFUSED(bad, mannequin_avatar_get_joint_position(a, 0, doubles));
  EXPECT_REFUSED(bad, mannequin_avatar_copy_joint_matrices(a, 0, floats, 16));
  EXPECT_REFUSED(bad, mannequin_avatar_copy_palette(a, m, 0, 0, floats, 16));
  EXPECT_REFUSED(bad, mannequin_avatar_copy_morph_weights(a, m, 0, floats, 16));
  EXPECT_REFUSED(bad, mannequin_skinner_skin(s, a, m, 0, &out));
  EXPECT_REFUSED(bad, mannequin_skinner_skin_palette(s, m, 0, floats, 16, &out));
  EXPECT_REFUSED(bad, mannequin_skinner_skin_palettes(s, m, 0, floats, 16, nullptr, 0, 1));
  EXPECT_REFUSED(bad, mannequin_skinner_skin_crowd(s, d, m, 0));
  EXPECT_REFUSED(bad, mannequin_skinner_read_back(s, m, 0, 0, &out));
  EXPECT_REFUSED(bad, mannequin_skinner_copy_places(s, m, 0, &number, 1));
  EXPECT_REFUSED(bad, mannequin_skinner_forget(s, m));
  EXPECT_REFUSED(bad, mannequin_clip_load(c, "x", 1, "x", &clip));
  EXPECT_REFUSED(bad, mannequin_clip_get(p, &played));
  EXPECT_REFUSED(bad, mannequin_avatar_set_clip(a, p, 0.0));
  EXPECT_REFUSED(bad, mannequin_avatar_start_clip(a, p));
  EXPECT_REFUSED(bad, mannequin_avatar_stop_clip(a, p));
  EXPECT_REFUSED(bad, mannequin_avatar_update_clips(a, 0.0));
  EXPECT_REFUSED(bad, mannequin_crowd_create(&m, 1, nullptr, &crowd));
  EXPECT_REFUSED(bad, mannequin_crowd_count(d, &number));
  EXPECT_REFUSED(bad, mannequin_crowd_add(d, &number));
  EXPECT_REFUSED(bad, mannequin_crowd_remove(d, 0));
  EXPECT_REFUSED(bad, mannequin_crowd_set_avatar(d, 0, a));
  EXPECT_REFUSED(bad, mannequin_crowd_set_pose(d, 0, a));
  EXPECT_REFUSED(bad, mannequin_crowd_set_slider(d, 0, 33, 1.0));
  EXPECT_REFUSED(bad, mannequin_crowd_evaluate(d));
  EXPECT_REFUSED(bad, mannequin_crowd_copy_palettes(d, m, 0, 0, 1, 0, floats, sizeof floats, 0));
  EXPECT_REFUSED(bad, mannequin_crowd_get_height(d, 0, doubles, doubles));
  EXPECT_EQ(clip, nullptr);
  EXPECT_EQ(crowd, nullptr);
  EXPECT_EQ(character, nullptr);
  EXPECT_EQ(meshes, nullptr);
  EXPECT_EQ(avatar, nullptr);
}

TEST_F(CApi, NullHandlesAreRefused) {
  expect_bad_handles(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
}

TEST_F(CApi, HandlesOfAnotherKindAreRefused) {
  expect_bad_handles(
      reinterpret_cast<mannequin_character*>(avatar_), reinterpret_cast<mannequin_meshes*>(skinner_),
      reinterpret_cast<mannequin_avatar*>(body_), reinterpret_cast<mannequin_skinner*>(character_),
      reinterpret_cast<mannequin_clip*>(avatar_), reinterpret_cast<mannequin_crowd*>(skinner_));
}

TEST_F(CApi, MeshesOfAnotherCharacterAreNotWorn) {
  mannequin_character* other = nullptr;
  mannequin_meshes* theirs = nullptr;
  mannequin_crowd* crowd = nullptr;
  std::uint32_t number = 0;
  ASSERT_EQ(mannequin_character_builtin(&other), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_meshes_builtin_body(other, &theirs), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_create_mixed(character_, nullptr, &crowd), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_wear(avatar_, theirs, nullptr));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_crowd_wear(crowd, number, theirs, nullptr));
  mannequin_crowd_release(crowd);
  mannequin_meshes_release(theirs);
  mannequin_character_release(other);
}

TEST_F(CApi, ReleasedHandlesAreRefusedAndStaySoWhenNewOnesAreMade) {
  mannequin_skinner_release(skinner_);
  mannequin_avatar_release(avatar_);
  mannequin_meshes_release(body_);
  mannequin_character_release(character_);
  const auto c = character_;
  const auto m = body_;
  const auto a = avatar_;
  const auto s = skinner_;
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_avatar_release(a));  // twice
  SetUp();
  const std::string text = mannequin::test::nodding_bvh();
  mannequin_clip* p = nullptr;
  mannequin_crowd* d = nullptr;
  const mannequin_meshes* sets[] = {body_};
  ASSERT_EQ(mannequin_clip_load(character_, text.data(), text.size(), "nod.bvh", &p), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_create(sets, 1, nullptr, &d), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_clip_release(p), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_release(d), MANNEQUIN_OK);
  expect_bad_handles(c, m, a, s, p, d);
}

TEST_F(CApi, ReleasingNullIsFine) {
  EXPECT_EQ(mannequin_character_release(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_meshes_release(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_avatar_release(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_skinner_release(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_clip_release(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_crowd_release(nullptr), MANNEQUIN_OK);
}

TEST_F(CApi, WhatWasMadeFromACharacterKeepsItAlive) {
  mannequin_character_release(character_);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
}

TEST_F(CApi, NullArgumentsAreRefused) {
  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  mannequin_meshes* meshes = nullptr;
  uint32_t number = 0;
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  EXPECT_REFUSED(bad, mannequin_character_builtin(nullptr));
  EXPECT_REFUSED(bad, mannequin_character_from_folder(nullptr, &character_));
  EXPECT_REFUSED(bad, mannequin_character_from_folder("x", nullptr));
  EXPECT_REFUSED(bad, mannequin_joint_count(character_, nullptr));
  EXPECT_REFUSED(bad, mannequin_joint_find(character_, nullptr, &number));
  EXPECT_REFUSED(bad, mannequin_joint_find(character_, "mHead", nullptr));
  EXPECT_REFUSED(bad, mannequin_joint_get(character_, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_slider_count(character_, nullptr));
  EXPECT_REFUSED(bad, mannequin_slider_get(character_, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_slider_find(character_, nullptr, nullptr));
  EXPECT_REFUSED(bad, mannequin_slider_find(character_, "33", nullptr));
  EXPECT_REFUSED(bad, mannequin_meshes_load(character_, nullptr, 1, nullptr, nullptr, &meshes));
  EXPECT_REFUSED(bad, mannequin_meshes_load(character_, "x", 1, nullptr, nullptr, nullptr));
  EXPECT_REFUSED(bad, mannequin_meshes_builtin_body(character_, nullptr));
  EXPECT_REFUSED(bad, mannequin_meshes_from_arrays(character_, nullptr, &meshes));
  EXPECT_REFUSED(bad, mannequin_mesh_count(body_, nullptr));
  EXPECT_REFUSED(bad, mannequin_mesh_get(body_, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_indices(body_, 0, nullptr, 1000000));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_uvs(body_, 0, nullptr, 1000000));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_joints(body_, 0, nullptr, 1000000));
  EXPECT_REFUSED(bad, mannequin_avatar_create(character_, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_set_shape(avatar_, nullptr, 3, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_set_rotation(avatar_, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_set_rotation_of(avatar_, nullptr, unit_));
  EXPECT_REFUSED(bad, mannequin_avatar_set_position(avatar_, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_set_root(avatar_, nullptr, unit_));
  EXPECT_REFUSED(bad, mannequin_avatar_set_root(avatar_, unit_, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_get_body_size(avatar_, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_get_joint_position(avatar_, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_avatar_copy_joint_matrices(avatar_, 0, nullptr, 100000));
  EXPECT_REFUSED(bad, mannequin_avatar_copy_palette(avatar_, body_, 0, 0, nullptr, 100000));
  EXPECT_REFUSED(bad, mannequin_skinner_create(nullptr, nullptr));
  EXPECT_REFUSED(bad, mannequin_skinner_skin(skinner_, avatar_, body_, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_skinner_skin_palette(skinner_, body_, 0, nullptr, 12, &out_));
  EXPECT_REFUSED(bad, mannequin_skinner_skin_palettes(skinner_, body_, 0, nullptr, 12, nullptr, 0, 1));
  EXPECT_REFUSED(bad, mannequin_skinner_read_back(skinner_, body_, 0, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_skinner_copy_places(skinner_, body_, 0, nullptr, 1000000));
}

TEST_F(CApi, ShortBuffersAreRefusedUntouched) {
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  const auto bad = MANNEQUIN_SHORT_BUFFER;
  std::vector<float> floats(16 * 400, 7.0f);
  std::vector<uint32_t> indices(info_.index_count, 7);
  uint32_t joints = 0;
  ASSERT_EQ(mannequin_joint_count(character_, &joints), MANNEQUIN_OK);
  EXPECT_REFUSED(bad, mannequin_mesh_copy_indices(body_, 0, indices.data(), indices.size() - 1));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_uvs(body_, 0, floats.data(), 1));
  EXPECT_REFUSED(bad, mannequin_mesh_copy_joints(body_, 0, indices.data(), info_.palette_size - 2));
  const std::size_t without_identity = info_.uses_identity != 0 ? 0 : 1;  // which may be left out
  for (const int layout : {0, 1, 2}) {
    const std::size_t each = layout == 0 ? 12 : 16;
    EXPECT_REFUSED(bad,
                   mannequin_avatar_copy_joint_matrices(avatar_, layout, floats.data(), joints * each - 1));
    EXPECT_REFUSED(bad, mannequin_avatar_copy_palette(avatar_, body_, 0, layout, floats.data(),
                                                      (info_.palette_size - without_identity) * each - 1));
  }
  for (const float f : floats) ASSERT_EQ(f, 7.0f);
  for (const uint32_t i : indices) ASSERT_EQ(i, 7u);
  out_.vertex_count = info_.vertex_count - 1;
  EXPECT_REFUSED(bad, mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_));
  EXPECT_NE(std::string(mannequin_last_error()).find(std::to_string(info_.vertex_count)), std::string::npos);
  std::vector<float> weights(info_.vertex_count * 4, 7.0f);
  EXPECT_REFUSED(bad, mannequin_mesh_copy_bound(body_, 0, &out_, nullptr, weights.data()));
  for (const float f : weights) ASSERT_EQ(f, 7.0f);
  for (const float f : positions_) ASSERT_EQ(f, 0.0f);
}

TEST_F(CApi, WrongSizesStridesIndicesAndNumbersAreRefused) {
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  const double nan[4] = {std::nan(""), 0, 0, 1}, zero[4] = {};
  double xyz[3];
  float floats[12];
  mannequin_mesh_info info = info_;
  info.struct_size = 4;
  EXPECT_REFUSED(bad, mannequin_mesh_get(body_, 0, &info));
  EXPECT_REFUSED(bad, mannequin_mesh_get(body_, 1, &info_));
  mannequin_vertex_buffers out = out_;
  out.struct_size = 0;
  EXPECT_REFUSED(bad, mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out));
  for (const std::size_t stride :
       {std::size_t{4}, std::size_t{13}, std::numeric_limits<std::size_t>::max()}) {
    out = out_;
    out.position_stride = stride;
    EXPECT_REFUSED(bad, mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out));
  }
  EXPECT_REFUSED(bad, mannequin_skinner_skin(skinner_, avatar_, body_, 1, &out_));
  EXPECT_REFUSED(bad, mannequin_skinner_skin_palette(skinner_, body_, 0, floats, 12, &out_));
  EXPECT_REFUSED(bad, mannequin_avatar_copy_joint_matrices(avatar_, 3, floats, 12));
  EXPECT_REFUSED(bad, mannequin_avatar_get_joint_position(avatar_, 100000, xyz));
  EXPECT_REFUSED(bad, mannequin_avatar_set_rotation(avatar_, 100000, unit_));
  EXPECT_REFUSED(bad, mannequin_avatar_set_rotation(avatar_, 0, nan));
  EXPECT_REFUSED(bad, mannequin_avatar_set_rotation(avatar_, 0, zero));
  EXPECT_REFUSED(bad, mannequin_avatar_set_position(avatar_, 0, nan));
  for (const double far : {1e308, -1e308, 1e7, HUGE_VAL}) {
    const double beyond[3] = {0.0, far, 0.0};
    EXPECT_REFUSED(bad, mannequin_avatar_set_position(avatar_, 0, beyond));
    EXPECT_REFUSED(bad, mannequin_avatar_set_root(avatar_, beyond, unit_));
  }
  EXPECT_REFUSED(bad, mannequin_avatar_set_slider(avatar_, 33, std::nan("")));
  EXPECT_REFUSED(bad, mannequin_avatar_wear(avatar_, body_, "no id"));
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_set_slider(avatar_, 123456, 1.0));
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_set_rotation_of(avatar_, "mElbowLef", unit_));
  EXPECT_NE(std::string(mannequin_last_error()).find("mElbowLeft"), std::string::npos);
}

TEST_F(CApi, WhatIsNotFiniteIsRefusedAndNothingWritten) {
  std::vector<float> palette(info_.palette_size * std::size_t{12}, 0.0f);
  positions_.assign(positions_.size(), 7.0f);
  for (const float wrong : {std::nanf(""), HUGE_VALF}) {
    palette.back() = wrong;
    EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                   mannequin_skinner_skin_palette(skinner_, body_, 0, palette.data(), palette.size(), &out_));
    EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_skinner_skin_palettes(skinner_, body_, 0, palette.data(),
                                                                           palette.size(), nullptr, 0, 1));
  }
  // Finite, but no vertex has a place there.
  palette.assign(palette.size(), 3e38f);
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA,
                 mannequin_skinner_skin_palette(skinner_, body_, 0, palette.data(), palette.size(), &out_));
  EXPECT_NE(std::string(mannequin_last_error()).find("Vertex"), std::string::npos);
  EXPECT_EQ(std::ranges::count(positions_, 7.0f), static_cast<std::ptrdiff_t>(positions_.size()));
  palette.assign(palette.size(), 0.0f);
  EXPECT_EQ(mannequin_skinner_skin_palette(skinner_, body_, 0, palette.data(), palette.size(), &out_),
            MANNEQUIN_OK);
}

TEST_F(CApi, NothingIsToldBeforeTheFirstEvaluation) {
  double xyz[3];
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED, mannequin_avatar_get_joint_position(avatar_, 0, xyz));
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED, mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_));
}

TEST_F(CApi, BytesThatAreNoMeshOrShapeAreRefused) {
  mannequin_meshes* meshes = nullptr;
  for (const std::string text : {"", "<", "{", "{}", "glTF", "<?xml version='1.0'?><COLLADA/>", "no mesh"}) {
    EXPECT_NE(mannequin_meshes_load(character_, text.data(), text.size(), nullptr, nullptr, &meshes),
              MANNEQUIN_OK)
        << text;
    EXPECT_STRNE(mannequin_last_error(), "");
  }
  EXPECT_EQ(meshes, nullptr);
  EXPECT_NE(mannequin_avatar_set_shape(avatar_, "no shape", 8, nullptr), MANNEQUIN_OK);
}

TEST_F(CApi, AHostsOwnArraysAreSkinnedAndMoveJointsWhenWorn) {
  const TriangleMesh triangle;
  mannequin_meshes* meshes = nullptr;
  ASSERT_EQ(mannequin_meshes_from_arrays(character_, &triangle.data, &meshes), MANNEQUIN_OK)
      << mannequin_last_error();
  uint32_t head = 0;
  double before[3], worn[3], after[3];
  ASSERT_EQ(mannequin_joint_find(character_, "mHead", &head), MANNEQUIN_OK);
  const auto place = [&](double* xyz) {
    EXPECT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    EXPECT_EQ(mannequin_avatar_get_joint_position(avatar_, head, xyz), MANNEQUIN_OK);
  };
  place(before);
  ASSERT_EQ(mannequin_avatar_wear(avatar_, meshes, nullptr), MANNEQUIN_OK);
  place(worn);
  EXPECT_EQ(mannequin_skinner_skin(skinner_, avatar_, meshes, 0, &out_), MANNEQUIN_OK);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(positions_[k], worn[k], 1e-6);
  ASSERT_EQ(mannequin_avatar_take_off(avatar_, meshes), MANNEQUIN_OK);
  place(after);
  EXPECT_GT(std::abs(worn[2] - before[2]), 0.05);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(after[k], before[k]);
  mannequin_meshes_release(meshes);
}

TEST_F(CApi, AHostsBrokenArraysAreRefused) {
  mannequin_meshes* meshes = nullptr;
  const auto refused = [&](auto&& spoil) {
    TriangleMesh triangle;
    spoil(triangle);
    EXPECT_NE(mannequin_meshes_from_arrays(character_, &triangle.data, &meshes), MANNEQUIN_OK);
    EXPECT_STRNE(mannequin_last_error(), "");
    EXPECT_EQ(meshes, nullptr);
  };
  refused([](TriangleMesh& t) { t.data.struct_size = 4; });
  refused([](TriangleMesh& t) { t.data.positions = nullptr; });
  refused([](TriangleMesh& t) { t.data.joints = nullptr; });
  refused([](TriangleMesh& t) { t.names[0] = nullptr; });
  refused([](TriangleMesh& t) { t.data.pelvis_offset = std::nan(""); });
  refused([](TriangleMesh& t) { t.data.pelvis_offset = HUGE_VAL; });
  for (const float weight : {std::nanf(""), HUGE_VALF, -1.0f}) {
    refused([&](TriangleMesh& t) { t.weights[4] = weight; });
    EXPECT_NE(std::string(mannequin_last_error()).find("vertex 1"), std::string::npos);
  }
  refused([](TriangleMesh& t) { t.names[0] = "mHaed"; });
  refused([](TriangleMesh& t) { t.indices[2] = 3; });
  refused([](TriangleMesh& t) { t.data.index_count = 2; });
  refused([](TriangleMesh& t) { t.data.index_count = 0; });
  refused([](TriangleMesh& t) { t.joints[0] = 1; });
  refused([](TriangleMesh& t) { t.positions[4] = std::nanf(""); });
  refused([](TriangleMesh& t) { t.inverse_binds[3] = 1; });
  refused([](TriangleMesh& t) { t.data.normal_stride = 6; });
}

TEST_F(CApi, PalettesLieAsAskedAndSkinTheSame) {
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 1.2), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  const std::size_t size = info_.palette_size;
  std::vector<float> rows(size * 12), row_major(size * 16), column_major(size * 16);
  ASSERT_EQ(mannequin_avatar_copy_palette(avatar_, body_, 0, 0, rows.data(), rows.size()), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_copy_palette(avatar_, body_, 0, 1, row_major.data(), row_major.size()),
            MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_copy_palette(avatar_, body_, 0, 2, column_major.data(), column_major.size()),
            MANNEQUIN_OK);
  for (std::size_t m = 0; m < size; ++m)
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t c = 0; c < 4; ++c) {
        const float expected = r < 3 ? rows[m * 12 + r * 4 + c] : (c == 3 ? 1.0f : 0.0f);
        ASSERT_EQ(row_major[m * 16 + r * 4 + c], expected);
        ASSERT_EQ(column_major[m * 16 + c * 4 + r], expected);
      }
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  const std::vector<float> first = positions_;
  ASSERT_EQ(mannequin_skinner_skin_palette(skinner_, body_, 0, rows.data(), rows.size(), &out_),
            MANNEQUIN_OK);
  EXPECT_EQ(positions_, first);
}

// As a host's vertex shader has it.
TEST_F(CApi, BoundVerticesAndPaletteMakeTheSkinnedOnes) {
  const double bent[4] = {0, 0, -0.6, 0.8};
  ASSERT_EQ(mannequin_avatar_set_rotation_of(avatar_, "mElbowLeft", bent), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  const std::vector<float> skinned = positions_;
  std::vector<uint16_t> joints(info_.vertex_count * std::size_t{4});
  std::vector<float> weights(joints.size()), palette(info_.palette_size * std::size_t{12});
  ASSERT_EQ(mannequin_mesh_copy_bound(body_, 0, &out_, joints.data(), weights.data()), MANNEQUIN_OK)
      << mannequin_last_error();
  ASSERT_EQ(mannequin_avatar_copy_palette(avatar_, body_, 0, 0, palette.data(), palette.size()),
            MANNEQUIN_OK);
  for (std::size_t v = 0; v < info_.vertex_count; ++v)
    for (std::size_t row = 0; row < 3; ++row) {
      float sum = 0.0f;
      for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
        const float* m = &palette[joints[k] * std::size_t{12} + row * 4];
        const float* p = &positions_[3 * v];
        sum += weights[k] * (m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3]);
      }
      ASSERT_NEAR(sum, skinned[3 * v + row], 1e-5);
    }
}

TEST_F(CApi, ThreadsWithAvatarsOfTheirOwnShareDefinitions) {
  const auto work = [&](double height, std::vector<float>& result) {
    mannequin_avatar* avatar = nullptr;
    mannequin_skinner* skinner = nullptr;
    mannequin_vertex_buffers out = out_;
    out.positions = result.data();
    ASSERT_EQ(mannequin_avatar_create(character_, &avatar), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_skinner_create(nullptr, &skinner), MANNEQUIN_OK);
    for (int round = 0; round < 5; ++round) {
      EXPECT_EQ(mannequin_avatar_set_slider(avatar, 33, height), MANNEQUIN_OK);
      EXPECT_EQ(mannequin_avatar_evaluate(avatar), MANNEQUIN_OK);
      EXPECT_EQ(mannequin_skinner_skin(skinner, avatar, body_, 0, &out), MANNEQUIN_OK);
      // The text of a failure belongs to the thread that failed.
      const std::string name = "none" + std::to_string(height);
      EXPECT_EQ(mannequin_avatar_set_rotation_of(avatar, name.c_str(), unit_), MANNEQUIN_NOT_FOUND);
      EXPECT_NE(std::string(mannequin_last_error()).find(name), std::string::npos);
    }
    mannequin_skinner_release(skinner);
    mannequin_avatar_release(avatar);
  };
  std::vector<float> low(positions_.size()), high(positions_.size()), alone(positions_.size());
  std::thread one(work, -1.0, std::ref(low)), two(work, 1.5, std::ref(high));
  one.join();
  two.join();
  EXPECT_NE(low, high);
  work(1.5, alone);
  EXPECT_EQ(high, alone);
}

}  // namespace
