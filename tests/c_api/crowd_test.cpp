// A crowd through the C interface equals as many single avatars.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/c_api/c_api_case.h"

namespace mannequin::test {
namespace {

constexpr uint32_t kAvatars = 20;

class CApiCrowd : public CApiTest {
 protected:
  void SetUp() override {
    CApiTest::SetUp();
    const mannequin_meshes* sets[] = {body_};
    mannequin_crowd_options options = MANNEQUIN_INIT(mannequin_crowd_options);
    options.capacity = kAvatars;
    ASSERT_EQ(mannequin_crowd_create(sets, 1, &options, &crowd_), MANNEQUIN_OK) << mannequin_last_error();
    for (uint32_t i = 0; i < kAvatars; ++i) {
      uint32_t number = 1000;
      become(i);
      ASSERT_EQ(mannequin_crowd_add(crowd_, &number), MANNEQUIN_OK);
      ASSERT_EQ(number, i);
      ASSERT_EQ(mannequin_crowd_set_avatar(crowd_, i, avatar_), MANNEQUIN_OK) << mannequin_last_error();
    }
    ASSERT_EQ(mannequin_crowd_evaluate(crowd_), MANNEQUIN_OK);
  }
  void TearDown() override {
    mannequin_crowd_release(crowd_);
    CApiTest::TearDown();
  }

  // The avatar takes the i-th shape and pose.
  void become(uint32_t i) {
    const double part = i / (kAvatars - 1.0), bent[4] = {0, 0, -std::sin(part), std::cos(part)};
    const double place[3] = {part, 2 * part, 0};
    ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, -2.0 + 4.0 * part), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 637, part), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_set_rotation_of(avatar_, "mElbowLeft", bent), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_set_root(avatar_, place, unit_), MANNEQUIN_OK);
  }

  std::size_t floats() const { return info_.palette_size * std::size_t{12}; }
  std::vector<float> alone(uint32_t i, int32_t layout = 0) {
    become(i);
    EXPECT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    std::vector<float> palette(floats() / 12 * (layout == 0 ? 12 : 16));
    EXPECT_EQ(mannequin_avatar_copy_palette(avatar_, body_, 0, layout, palette.data(), palette.size()),
              MANNEQUIN_OK);
    return palette;
  }
  void expect_same(const float* found, const std::vector<float>& expected) {
    for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_NEAR(found[k], expected[k], 2e-6) << k;
  }

  mannequin_crowd* crowd_ = nullptr;
};

TEST_F(CApiCrowd, NothingIsToldOfAvatarsThatCameOrWentBeforeItIsEvaluated) {
  std::vector<float> palette(floats());
  const auto told = [&](mannequin_status status) {
    double height = 0.0;
    EXPECT_EQ(mannequin_crowd_get_height(crowd_, 0, &height, nullptr), status);
    EXPECT_EQ(mannequin_crowd_copy_palettes(crowd_, body_, 0, 0, 1, 0, palette.data(),
                                            palette.size() * sizeof(float), 0),
              status);
    EXPECT_EQ(mannequin_skinner_skin_crowd(skinner_, crowd_, body_, 0), status);
  };
  told(MANNEQUIN_OK);
  uint32_t number = 0;
  ASSERT_EQ(mannequin_crowd_add(crowd_, &number), MANNEQUIN_OK);
  told(MANNEQUIN_NOT_EVALUATED);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd_), MANNEQUIN_OK);
  told(MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_remove(crowd_, 0), MANNEQUIN_OK);
  told(MANNEQUIN_NOT_EVALUATED);
}

TEST_F(CApiCrowd, PalettesAreThoseOfSoManyAvatarsInEveryLayoutAndStride) {
  for (const int32_t layout : {0, 1, 2}) {
    const std::size_t own = floats() / 12 * (layout == 0 ? 12 : 16);
    for (const std::size_t stride : {std::size_t{0}, own + 7}) {
      const std::size_t step = stride == 0 ? own : stride;
      std::vector<float> out(3 * step, 7.0f);
      const std::size_t room = (2 * step + own) * sizeof(float);
      ASSERT_EQ(mannequin_crowd_copy_palettes(crowd_, body_, 0, 5, 3, layout, out.data(), room,
                                              stride * sizeof(float)),
                MANNEQUIN_OK)
          << mannequin_last_error();
      for (uint32_t i = 0; i < 3; ++i) {
        expect_same(out.data() + i * step, alone(5 + i, layout));
        for (std::size_t k = own; k < step && stride != 0; ++k) ASSERT_EQ(out[i * step + k], 7.0f);
      }
      EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER,
                     mannequin_crowd_copy_palettes(crowd_, body_, 0, 5, 3, layout, out.data(), room - 1,
                                                   stride * sizeof(float)));
    }
  }
}

TEST_F(CApiCrowd, OneSliderAndOnePoseChangeAlone) {
  become(3);
  ASSERT_EQ(mannequin_crowd_set_slider(crowd_, 7, 33, -2.0 + 4.0 * 3 / (kAvatars - 1.0)), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_set_slider(crowd_, 7, 637, 3 / (kAvatars - 1.0)), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_set_pose(crowd_, 7, avatar_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd_), MANNEQUIN_OK);
  std::vector<float> out(3 * floats());
  ASSERT_EQ(mannequin_crowd_copy_palettes(crowd_, body_, 0, 6, 3, 0, out.data(), out.size() * 4, 0),
            MANNEQUIN_OK);
  expect_same(out.data(), alone(6));
  expect_same(out.data() + floats(), alone(3));
  expect_same(out.data() + 2 * floats(), alone(8));
}

TEST_F(CApiCrowd, TheLastTakesTheNumberOfTheOneRemoved) {
  uint32_t count = 0;
  ASSERT_EQ(mannequin_crowd_remove(crowd_, 2), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_count(crowd_, &count), MANNEQUIN_OK);
  EXPECT_EQ(count, kAvatars - 1);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd_), MANNEQUIN_OK);
  std::vector<float> out(floats());
  ASSERT_EQ(mannequin_crowd_copy_palettes(crowd_, body_, 0, 2, 1, 0, out.data(), out.size() * 4, 0),
            MANNEQUIN_OK);
  expect_same(out.data(), alone(kAvatars - 1));
}

TEST_F(CApiCrowd, HeightsAreThoseOfSoManyAvatars) {
  mannequin_body_size size = MANNEQUIN_INIT(mannequin_body_size);
  double height = 0, ground = 0;
  become(4);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_get_body_size(avatar_, &size), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_get_height(crowd_, 4, &height, &ground), MANNEQUIN_OK);
  EXPECT_NEAR(height, size.height, 1e-6);
  EXPECT_NEAR(ground, size.root_above_ground, 1e-6);
  EXPECT_EQ(mannequin_crowd_get_height(crowd_, 4, nullptr, nullptr), MANNEQUIN_OK);
}

TEST_F(CApiCrowd, IsSkinnedAtOnceAndReadBackOneByOne) {
  ASSERT_EQ(mannequin_skinner_skin_crowd(skinner_, crowd_, body_, 0), MANNEQUIN_OK) << mannequin_last_error();
  std::vector<float> palettes(kAvatars * floats()), single(positions_.size());
  ASSERT_EQ(mannequin_crowd_copy_palettes(crowd_, body_, 0, 0, kAvatars, 0, palettes.data(),
                                          palettes.size() * 4, 0),
            MANNEQUIN_OK);
  for (const uint32_t i : {0u, 13u, kAvatars - 1}) {
    ASSERT_EQ(mannequin_skinner_skin_crowd(skinner_, crowd_, body_, 0), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_skinner_read_back(skinner_, body_, 0, i, &out_), MANNEQUIN_OK)
        << mannequin_last_error();
    const std::vector<float> crowd = positions_;
    ASSERT_EQ(
        mannequin_skinner_skin_palette(skinner_, body_, 0, palettes.data() + i * floats(), floats(), &out_),
        MANNEQUIN_OK);
    EXPECT_EQ(positions_, crowd);
    ASSERT_EQ(mannequin_skinner_skin_palettes(skinner_, body_, 0, palettes.data(), palettes.size(), nullptr,
                                              0, kAvatars),
              MANNEQUIN_OK);
    ASSERT_EQ(mannequin_skinner_read_back(skinner_, body_, 0, i, &out_), MANNEQUIN_OK);
    EXPECT_EQ(positions_, crowd);
  }
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_skinner_read_back(skinner_, body_, 0, kAvatars, &out_));
}

TEST_F(CApiCrowd, PlacesAreOfEveryVertexAndDiffer) {
  std::vector<uint32_t> places(info_.vertex_count);
  ASSERT_EQ(mannequin_skinner_copy_places(skinner_, body_, 0, places.data(), places.size()), MANNEQUIN_OK);
  std::ranges::sort(places);
  EXPECT_EQ(std::ranges::adjacent_find(places), places.end());
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER,
                 mannequin_skinner_copy_places(skinner_, body_, 0, places.data(), places.size() - 1));
  mannequin_skinner* reference = nullptr;
  mannequin_skinner_options options = MANNEQUIN_INIT(mannequin_skinner_options);
  options.reference = 1;
  ASSERT_EQ(mannequin_skinner_create(&options, &reference), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_UNSUPPORTED,
                 mannequin_skinner_copy_places(reference, body_, 0, places.data(), places.size()));
  mannequin_skinner_release(reference);
}

TEST_F(CApiCrowd, WhatAHostShouldNotDoIsRefused) {
  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  const mannequin_meshes* sets[] = {body_, nullptr};
  mannequin_crowd* other = nullptr;
  mannequin_character* stranger = nullptr;
  mannequin_avatar* strange = nullptr;
  std::vector<float> out(kAvatars * floats());
  const std::size_t room = out.size() * 4;
  EXPECT_REFUSED(bad, mannequin_crowd_create(nullptr, 1, nullptr, &other));
  EXPECT_REFUSED(bad, mannequin_crowd_create(sets, 1, nullptr, nullptr));
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_crowd_create(sets, 2, nullptr, &other));
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_crowd_create(sets, 0, nullptr, &other));
  EXPECT_REFUSED(bad, mannequin_crowd_count(crowd_, nullptr));
  EXPECT_REFUSED(bad, mannequin_crowd_add(crowd_, nullptr));
  EXPECT_REFUSED(bad, mannequin_crowd_remove(crowd_, kAvatars));
  EXPECT_REFUSED(bad, mannequin_crowd_set_avatar(crowd_, kAvatars, avatar_));
  EXPECT_REFUSED(bad, mannequin_crowd_set_slider(crowd_, kAvatars, 33, 1.0));
  EXPECT_REFUSED(bad, mannequin_crowd_set_slider(crowd_, 0, 33, std::nan("")));
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_crowd_set_slider(crowd_, 0, 123456, 1.0));
  EXPECT_REFUSED(bad, mannequin_crowd_get_height(crowd_, kAvatars, nullptr, nullptr));
  EXPECT_REFUSED(bad, mannequin_crowd_copy_palettes(crowd_, body_, 0, 0, 1, 0, nullptr, room, 0));
  EXPECT_REFUSED(bad, mannequin_crowd_copy_palettes(crowd_, body_, 1, 0, 1, 0, out.data(), room, 0));
  EXPECT_REFUSED(bad, mannequin_crowd_copy_palettes(crowd_, body_, 0, 0, 1, 3, out.data(), room, 0));
  EXPECT_REFUSED(bad, mannequin_crowd_copy_palettes(crowd_, body_, 0, kAvatars, 1, 0, out.data(), room, 0));
  EXPECT_REFUSED(bad,
                 mannequin_crowd_copy_palettes(crowd_, body_, 0, 1, 0xffffffffu, 0, out.data(), room, 0));
  EXPECT_REFUSED(bad, mannequin_crowd_copy_palettes(crowd_, body_, 0, 0, 1, 0, out.data(), room, 12));
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER,
                 mannequin_crowd_copy_palettes(crowd_, body_, 0, 0, 3, 0, out.data(), room,
                                               std::numeric_limits<std::size_t>::max() / 4 * 4));
  EXPECT_REFUSED(bad, mannequin_skinner_skin_palettes(skinner_, body_, 0, out.data(), out.size(), nullptr, 0,
                                                      kAvatars - 1));
  ASSERT_EQ(mannequin_character_builtin(&stranger), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_create(stranger, &strange), MANNEQUIN_OK);
  EXPECT_REFUSED(bad, mannequin_crowd_set_avatar(crowd_, 0, strange));
  EXPECT_REFUSED(bad, mannequin_crowd_set_pose(crowd_, 0, strange));
  mannequin_meshes* foreign = nullptr;
  ASSERT_EQ(mannequin_meshes_builtin_body(stranger, &foreign), MANNEQUIN_OK);
  sets[1] = foreign;
  EXPECT_REFUSED(bad, mannequin_crowd_create(sets, 2, nullptr, &other));
  EXPECT_REFUSED(bad, mannequin_crowd_copy_palettes(crowd_, foreign, 0, 0, 1, 0, out.data(), room, 0));
  EXPECT_REFUSED(bad, mannequin_skinner_skin_crowd(skinner_, crowd_, foreign, 0));
  EXPECT_EQ(other, nullptr);
  mannequin_meshes_release(foreign);
  mannequin_avatar_release(strange);
  mannequin_character_release(stranger);
}

}  // namespace
}  // namespace mannequin::test
