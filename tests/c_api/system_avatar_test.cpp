// The system avatar's own body in C, compared with C++ on the same files.
#include "engine/avatar/system_avatar.h"

#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/io/definitions.h"
#include "engine/io/llm.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "mannequin/c_viewer.h"
#include "tests/c_api/c_api_case.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

class CApiSystemAvatar : public CApiTest {
 protected:
  void SetUp() override {
    MANNEQUIN_NEEDS_SHARED("viewer-character");
    CApiTest::SetUp();
    folder_ = shared_path("viewer-character").string();
    ASSERT_EQ(mannequin_character_from_folder(folder_.c_str(), &viewers_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_create(viewers_, &resident_), MANNEQUIN_OK);
  }
  void TearDown() override {
    mannequin_avatar_release(resident_);
    mannequin_character_release(viewers_);
    CApiTest::TearDown();
  }

  // Null after a failure.
  mannequin_meshes* load(const mannequin_system_options* options = nullptr) {
    mannequin_meshes* made = nullptr;
    EXPECT_EQ(mannequin_meshes_system_avatar(viewers_, folder_.c_str(), options, &made), MANNEQUIN_OK)
        << mannequin_last_error();
    return made;
  }
  void shape_and_bend() {
    const double bent[4] = {0, 0, -0.6, 0.8};
    for (const auto& [id, weight] : sliders_)
      ASSERT_EQ(mannequin_avatar_set_slider(resident_, id, weight), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_set_rotation_of(resident_, "mElbowLeft", bent), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_evaluate(resident_), MANNEQUIN_OK);
  }
  mannequin_mesh_info info_of(mannequin_meshes* body, uint32_t part) const {
    mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
    EXPECT_EQ(mannequin_mesh_get(body, part, &info), MANNEQUIN_OK);
    return info;
  }
  std::vector<float> skinned(mannequin_meshes* body, uint32_t part) {
    std::vector<float> positions(info_of(body, part).vertex_count * std::size_t{3});
    mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
    out.vertex_count = info_of(body, part).vertex_count;
    out.positions = positions.data();
    EXPECT_EQ(mannequin_skinner_skin(skinner_, resident_, body, part, &out), MANNEQUIN_OK)
        << mannequin_last_error();
    return positions;
  }

  // Height, fat, a belly and a nose: bones, volumes and morphs.
  const SliderValues sliders_{{33, 1.0}, {637, 0.7}, {157, 0.8}, {24, 1.5}};
  std::string folder_;
  mannequin_character* viewers_ = nullptr;
  mannequin_avatar* resident_ = nullptr;
};

TEST_F(CApiSystemAvatar, EveryPartIsSkinnedAndMorphedAsInCpp) {
  auto desc = io::read_character_folder(folder_);
  ASSERT_TRUE(desc);
  const Character character = Character::build(std::move(*desc)).value();
  const auto files = io::read_base_meshes(folder_, character.appearance.body_meshes()).value();
  const SystemAvatar expected = SystemAvatar::build(character, files).value();
  AvatarInputs inputs;
  inputs.sliders = sliders_;
  inputs.pose.set_rotation(character.skeleton, character.skeleton.find("mElbowLeft"),
                           Quat(0.8, 0.0, 0.0, -0.6));
  const AvatarState state = evaluate_avatar(character, inputs);

  shape_and_bend();
  mannequin_meshes* body = load();
  uint32_t count = 0;
  ASSERT_EQ(mannequin_mesh_count(body, &count), MANNEQUIN_OK);
  ASSERT_EQ(count, expected.parts.size());
  bool morphed = false;
  for (uint32_t p = 0; p < count; ++p) {
    const SystemPart& part = expected.parts[p];
    const mannequin_mesh_info info = info_of(body, p);
    EXPECT_EQ(info.part, part.type);
    EXPECT_EQ(info.rigged, 1);
    ASSERT_EQ(info.morph_count, part.morphs.size());
    std::vector<float> weights(part.morphs.size()), given(part.morphs.size());
    morph_weights(part.morphs, character.appearance, state.shape.weights, weights);
    ASSERT_EQ(mannequin_avatar_copy_morph_weights(resident_, body, p, given.data(), given.size()),
              MANNEQUIN_OK)
        << mannequin_last_error();
    EXPECT_EQ(given, weights);

    std::vector<Mat4> palette(part.skin.palette_size());
    make_palette(part.skin, state.joints, std::span<Mat4>(palette));
    std::vector<ReferenceVertex> reference(part.mesh.vertex_count()), plain(part.mesh.vertex_count());
    skin_reference({part.mesh, part.skin}, palette, weights, reference);
    skin_reference(part.mesh, part.skin, palette, plain);
    const std::vector<float> positions = skinned(body, p);
    for (std::size_t v = 0; v < reference.size(); ++v) {
      for (int k = 0; k < 3; ++k)
        ASSERT_NEAR(positions[3 * v + k], reference[v].position[k], 2e-6) << part.name;
      if (glm::distance(reference[v].position, plain[v].position) > 0.005) morphed = true;
    }
  }
  EXPECT_TRUE(morphed);
  mannequin_meshes_release(body);
}

// Many at once: the host brings palettes and weights.
TEST_F(CApiSystemAvatar, PalettesComeWithWeights) {
  shape_and_bend();
  mannequin_meshes* body = load();
  constexpr uint32_t kPart = 1;
  const mannequin_mesh_info info = info_of(body, kPart);
  ASSERT_GT(info.morph_count, 0u);
  std::vector<float> palette(info.palette_size * std::size_t{12}), weights(info.morph_count);
  ASSERT_EQ(mannequin_avatar_copy_palette(resident_, body, kPart, MANNEQUIN_ROWS_3X4, palette.data(),
                                          palette.size()),
            MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_copy_morph_weights(resident_, body, kPart, weights.data(), weights.size()),
            MANNEQUIN_OK);
  const std::vector<float> expected = skinned(body, kPart);

  // Two instances: with the weights, and with none of them applied.
  std::vector<float> palettes = palette, both = weights;
  palettes.insert(palettes.end(), palette.begin(), palette.end());
  both.resize(2 * weights.size(), 0.0f);
  ASSERT_EQ(mannequin_skinner_skin_palettes(skinner_, body, kPart, palettes.data(), palettes.size(),
                                            both.data(), both.size(), 2),
            MANNEQUIN_OK)
      << mannequin_last_error();
  const auto instance = [&](uint32_t number) {
    std::vector<float> positions(expected.size());
    mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
    out.vertex_count = info.vertex_count;
    out.positions = positions.data();
    EXPECT_EQ(mannequin_skinner_read_back(skinner_, body, kPart, number, &out), MANNEQUIN_OK);
    return positions;
  };
  EXPECT_EQ(instance(0), expected);
  const std::vector<float> plain = instance(1);
  EXPECT_NE(plain, expected);
  ASSERT_EQ(
      mannequin_skinner_skin_palettes(skinner_, body, kPart, palette.data(), palette.size(), nullptr, 0, 1),
      MANNEQUIN_OK);
  EXPECT_EQ(instance(0), plain);

  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  EXPECT_REFUSED(bad, mannequin_skinner_skin_palettes(skinner_, body, kPart, palettes.data(), palettes.size(),
                                                      both.data(), both.size() - 1, 2));
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER, mannequin_avatar_copy_morph_weights(
                                             resident_, body, kPart, weights.data(), weights.size() - 1));
  EXPECT_REFUSED(bad, mannequin_avatar_copy_morph_weights(resident_, body, kPart, nullptr, weights.size()));
  EXPECT_REFUSED(bad,
                 mannequin_avatar_copy_morph_weights(resident_, body, 100, weights.data(), weights.size()));
  EXPECT_REFUSED(bad,
                 mannequin_avatar_copy_morph_weights(resident_, body_, 0, weights.data(), weights.size()));
  mannequin_crowd* crowd = nullptr;
  EXPECT_REFUSED(bad, mannequin_crowd_create(&body, 1, nullptr, &crowd));
  mannequin_meshes_release(body);
}

TEST_F(CApiSystemAvatar, CoarserLevelsHaveFewerTriangles) {
  mannequin_meshes* fine = load();
  mannequin_system_options options = MANNEQUIN_INIT(mannequin_system_options);
  options.lod = 3;
  mannequin_meshes* coarse = load(&options);
  for (const uint32_t part : {0u, 1u})
    EXPECT_LT(info_of(coarse, part).index_count, info_of(fine, part).index_count);
  mannequin_meshes_release(coarse);
  mannequin_meshes_release(fine);
}

TEST_F(CApiSystemAvatar, AMaskLetsClothingMorphsAct) {
  const std::vector<uint8_t> white(4 * 4, 255);
  const mannequin_mask mask = {"upper_body", 4, 4, white.data()};
  mannequin_system_options options = MANNEQUIN_INIT(mannequin_system_options);
  options.masks = &mask;
  options.mask_count = 1;
  mannequin_meshes *plain = load(), *dressed = load(&options);
  // 828: loose upper clothing.
  ASSERT_EQ(mannequin_avatar_set_slider(resident_, 828, 1.0), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_evaluate(resident_), MANNEQUIN_OK);
  uint32_t count = 0;
  bool differs = false;
  ASSERT_EQ(mannequin_mesh_count(plain, &count), MANNEQUIN_OK);
  for (uint32_t p = 0; p < count; ++p) {
    const bool upper = std::string(info_of(plain, p).part) == "upperBodyMesh";
    const bool same = skinned(plain, p) == skinned(dressed, p);
    EXPECT_TRUE(same || upper) << info_of(plain, p).part;
    differs |= !same;
  }
  EXPECT_TRUE(differs);
  // The same mask, given later; and taken away again.
  const auto expect_like = [&](mannequin_meshes* wanted) {
    for (uint32_t p = 0; p < count; ++p) EXPECT_EQ(skinned(plain, p), skinned(wanted, p)) << p;
  };
  ASSERT_EQ(mannequin_meshes_set_mask(plain, "upper_body", &mask), MANNEQUIN_OK) << mannequin_last_error();
  expect_like(dressed);
  ASSERT_EQ(mannequin_meshes_set_mask(plain, "upper_body", nullptr), MANNEQUIN_OK);
  mannequin_meshes* const bare = load();
  expect_like(bare);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_meshes_set_mask(plain, "knees", nullptr));
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_meshes_set_mask(body_, "head", nullptr));
  mannequin_meshes_release(bare);
  mannequin_meshes_release(dressed);
  mannequin_meshes_release(plain);
}

TEST_F(CApiSystemAvatar, WhatAHostShouldNotDoIsRefused) {
  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  const char* folder = folder_.c_str();
  mannequin_meshes* none = nullptr;
  mannequin_system_options options = MANNEQUIN_INIT(mannequin_system_options);
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_meshes_system_avatar(nullptr, folder, nullptr, &none));
  EXPECT_REFUSED(bad, mannequin_meshes_system_avatar(viewers_, nullptr, nullptr, &none));
  EXPECT_REFUSED(bad, mannequin_meshes_system_avatar(viewers_, folder, nullptr, nullptr));
  EXPECT_REFUSED(MANNEQUIN_CANNOT_READ, mannequin_meshes_system_avatar(viewers_, "nowhere", nullptr, &none));
  // The built-in definitions have no such body.
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_meshes_system_avatar(character_, folder, nullptr, &none));
  options.struct_size = 4;
  EXPECT_REFUSED(bad, mannequin_meshes_system_avatar(viewers_, folder, &options, &none));
  options = MANNEQUIN_INIT(mannequin_system_options);
  options.mask_count = 1;
  EXPECT_REFUSED(bad, mannequin_meshes_system_avatar(viewers_, folder, &options, &none));
  const uint8_t texel = 255;
  mannequin_mask mask = {"upper_body", 1, 1, nullptr};
  options.masks = &mask;
  EXPECT_REFUSED(bad, mannequin_meshes_system_avatar(viewers_, folder, &options, &none));
  mask = {nullptr, 1, 1, &texel};
  EXPECT_REFUSED(bad, mannequin_meshes_system_avatar(viewers_, folder, &options, &none));
  mask = {"knees", 1, 1, &texel};
  EXPECT_REFUSED(bad, mannequin_meshes_system_avatar(viewers_, folder, &options, &none));
  mask = {"head", 0, 1, &texel};
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_meshes_system_avatar(viewers_, folder, &options, &none));
  EXPECT_EQ(none, nullptr);
  std::vector<float> weights(1000);
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED,
                 mannequin_avatar_copy_morph_weights(resident_, body_, 0, weights.data(), weights.size()));
}

}  // namespace
}  // namespace mannequin::test
