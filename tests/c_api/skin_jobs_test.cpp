// mannequin_skinner_skin_jobs: one call for many meshes gives the results of one call per mesh.
#include "tests/c_api/c_api_case.h"

namespace mannequin::test {
namespace {

class CApiSkinJobs : public CApiTest {
 protected:
  void SetUp() override {
    CApiTest::SetUp();
    ASSERT_EQ(mannequin_meshes_builtin_body(character_, &second_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_meshes_builtin_body(character_, &third_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 1.5), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    const mannequin_meshes* sets[] = {third_};
    ASSERT_EQ(mannequin_crowd_create(sets, 1, nullptr, &crowd_), MANNEQUIN_OK);
    for (int i = 0; i < 3; ++i) {
      uint32_t number = 0;
      ASSERT_EQ(mannequin_crowd_add(crowd_, &number), MANNEQUIN_OK);
      ASSERT_EQ(mannequin_crowd_set_slider(crowd_, number, 33, 0.5 * i), MANNEQUIN_OK);
    }
    ASSERT_EQ(mannequin_crowd_evaluate(crowd_), MANNEQUIN_OK);
    palette_.resize(info_.palette_size * std::size_t{12});
    ASSERT_EQ(mannequin_avatar_copy_palette(avatar_, second_, 0, MANNEQUIN_ROWS_3X4, palette_.data(),
                                            palette_.size()),
              MANNEQUIN_OK);
  }
  void TearDown() override {
    mannequin_crowd_release(crowd_);
    mannequin_meshes_release(third_);
    mannequin_meshes_release(second_);
    CApiTest::TearDown();
  }

  std::vector<mannequin_skin_job> jobs() {
    std::vector<mannequin_skin_job> made(3, MANNEQUIN_INIT(mannequin_skin_job));
    made[0].meshes = body_;
    made[0].avatar = avatar_;
    made[1].meshes = second_;
    made[1].palettes = palette_.data();
    made[1].float_count = palette_.size();
    made[1].instance_count = 1;
    made[2].meshes = third_;
    made[2].crowd = crowd_;
    return made;
  }

  std::vector<float> read(const mannequin_meshes* meshes, uint32_t instance) {
    EXPECT_EQ(mannequin_skinner_read_back(skinner_, meshes, 0, instance, &out_), MANNEQUIN_OK);
    return positions_;
  }

  mannequin_meshes *second_ = nullptr, *third_ = nullptr;
  mannequin_crowd* crowd_ = nullptr;
  std::vector<float> palette_;
};

TEST_F(CApiSkinJobs, SkinAsOneMeshACallDoes) {
  const auto all = jobs();
  ASSERT_EQ(mannequin_skinner_skin_jobs(skinner_, all.data(), 3), MANNEQUIN_OK) << mannequin_last_error();
  const std::vector<float> by_avatar = read(body_, 0), by_palette = read(second_, 0),
                           by_crowd = read(third_, 2);
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  EXPECT_EQ(positions_, by_avatar);
  EXPECT_EQ(by_palette, by_avatar);
  ASSERT_EQ(mannequin_skinner_skin_crowd(skinner_, crowd_, third_, 0), MANNEQUIN_OK);
  EXPECT_EQ(read(third_, 2), by_crowd);
  EXPECT_NE(by_crowd, by_avatar);
  EXPECT_EQ(mannequin_skinner_skin_jobs(skinner_, nullptr, 0), MANNEQUIN_OK);
}

TEST_F(CApiSkinJobs, RefuseWhatIsWrongAndSkinNothing) {
  const auto refused = [&](mannequin_status expected, auto&& spoil) {
    auto all = jobs();
    spoil(all);
    EXPECT_REFUSED(expected, mannequin_skinner_skin_jobs(skinner_, all.data(), 3));
  };
  using Jobs = std::vector<mannequin_skin_job>;
  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  refused(bad, [&](Jobs& j) { j[1].avatar = avatar_; });
  refused(bad, [](Jobs& j) { j[0].avatar = nullptr; });
  refused(bad, [](Jobs& j) { j[1].float_count -= 1; });
  refused(bad, [](Jobs& j) { j[1].instance_count = 2; });
  refused(bad, [](Jobs& j) { j[0].mesh = 9; });
  refused(bad, [](Jobs& j) { j[1].struct_size = 16; });
  refused(bad, [](Jobs& j) { j[0].struct_size = 0; });
  refused(bad, [&](Jobs& j) { j[1].meshes = body_; });  // named twice
  refused(MANNEQUIN_BAD_HANDLE, [](Jobs& j) { j[2].meshes = nullptr; });
  refused(MANNEQUIN_BAD_HANDLE,
          [&](Jobs& j) { j[0].avatar = reinterpret_cast<const mannequin_avatar*>(body_); });
  EXPECT_REFUSED(bad, mannequin_skinner_skin_jobs(skinner_, nullptr, 1));
  mannequin_avatar* fresh = nullptr;
  ASSERT_EQ(mannequin_avatar_create(character_, &fresh), MANNEQUIN_OK);
  refused(MANNEQUIN_NOT_EVALUATED, [&](Jobs& j) { j[0].avatar = fresh; });
  mannequin_avatar_release(fresh);
}

}  // namespace
}  // namespace mannequin::test
