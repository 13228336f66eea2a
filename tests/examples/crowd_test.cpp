// The example's crowd, on every backend: what is drawn is what the reference says, also between updates.
#include "examples/crowd/crowd.h"

#include <gtest/gtest.h>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "examples/crowd/agreement.h"
#include "examples/crowd/visitors.h"
#include "tests/builtin_character.h"
#include "tests/gpu/graphics.h"
#include "tools/scenes/moving_clip.h"

namespace mannequin::example {
namespace {

constexpr std::size_t kGarments = 5;
constexpr float kFrame = 1.0f / 45.0f;

const std::vector<Garment>& wardrobe() {
  static const auto made = std::move(make_wardrobe(test::builtin_character().skeleton, kGarments).value());
  return made;
}

const std::vector<Clip>& clips() {
  static const auto made = scenes::moving_clips(test::builtin_character().skeleton, 3);
  return made;
}

// With one avatar at each of these places on the ground, different in shape, outfit and clip.
std::vector<Visitor> visitors_at(std::span<const Vec3> places) {
  std::vector<Visitor> visitors =
      make_visitors(test::builtin_character().appearance, kGarments, clips(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) visitors[i].ground = places[i];
  return visitors;
}

// Ahead of the camera at the origin, in all three rings, and behind it.
std::vector<Visitor> spread_visitors() {
  std::vector<Vec3> places;
  for (int i = 0; i < 40; ++i)
    places.emplace_back(i % 8 == 7 ? -10.0 : 3.0 + 0.8 * i, i % 2 == 0 ? 0.5 : -0.5, 0.0);
  return visitors_at(places);
}

class CrowdExample : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "cpu") {
      skinner_ = std::move(CpuSkinner::create({.threads = 2}).value());
      return;
    }
    auto graphics = test::Graphics::open(GetParam());
    if (!graphics) GTEST_SKIP() << graphics.error().message();
    graphics_ = std::move(*graphics);
    skinner_ = std::move(graphics_->make_skinner().value());
  }

  void invite(std::vector<Visitor> visitors, const CrowdOptions& options = {}) {
    crowd_ = std::move(Crowd::create(test::builtin_character(), wardrobe(), *skinner_, options).value());
    visitors_ = std::move(visitors);
    for (const Visitor& visitor : visitors_) ASSERT_TRUE(crowd_->add(visitor));
  }
  void run(int frames, const Camera& camera = {}) {
    for (int n = 0; n < frames; ++n) ASSERT_TRUE(crowd_->frame(camera, time_ += kFrame));
  }

  std::vector<SkinnedVertex> read(const Drawn& drawn, std::size_t garment) {
    std::vector<SkinnedVertex> vertices(wardrobe()[garment].levels[drawn.level].mesh.vertex_count());
    const auto status = skinner_->read_back(drawn.mesh, drawn.instance, vertices);
    EXPECT_TRUE(status) << status.error().message();
    return vertices;
  }

  void expect_right(std::size_t avatar) {
    SCOPED_TRACE(avatar);
    const auto found =
        compare_drawn(test::builtin_character(), wardrobe(), *skinner_, *crowd_, avatar, visitors_[avatar]);
    ASSERT_TRUE(found) << found.error().message();
    EXPECT_LE(found->relative, kPositionLimit);
    EXPECT_LE(found->normal, kNormalLimit);
    AvatarInputs inputs;
    inputs.sliders = visitors_[avatar].shape;
    EXPECT_NEAR(crowd_->place(avatar).z,
                evaluate_avatar(test::builtin_character(), inputs).root_above_ground(), 1e-5);
  }

  std::unique_ptr<test::Graphics> graphics_;  // goes last
  std::unique_ptr<Skinner> skinner_;
  std::vector<Visitor> visitors_;
  std::unique_ptr<Crowd> crowd_;
  float time_ = 0.0f;
};

TEST_P(CrowdExample, DrawsWhatTheReferenceSaysAlsoBetweenUpdates) {
  invite(spread_visitors());
  run(9);
  for (int n = 0; n < 4; ++n) {
    run(1);
    std::size_t levels[kLevels] = {}, old = 0;
    for (std::size_t i = 0; i < crowd_->size(); ++i) {
      EXPECT_EQ(crowd_->drawn(i).empty(), visitors_[i].ground.x < 0.0) << i;
      if (crowd_->drawn(i).empty()) continue;
      ++levels[crowd_->drawn(i)[0].level];
      old += crowd_->skinned_at(i) < time_;
      expect_right(i);
    }
    for (const std::size_t count : levels) EXPECT_GT(count, 0u);
    EXPECT_GT(old, 0u);
  }
}

TEST_P(CrowdExample, UpdatesEachRingAtItsRate) {
  invite(spread_visitors());
  run(16);
  std::vector<int> updates(crowd_->size());
  for (int n = 0; n < 8; ++n) {
    run(1);
    for (std::size_t i = 0; i < updates.size(); ++i)
      updates[i] += !crowd_->drawn(i).empty() && crowd_->skinned_at(i) == time_;
  }
  for (std::size_t i = 0; i < updates.size(); ++i)
    EXPECT_EQ(updates[i],
              crowd_->drawn(i).empty() ? 0 : 8 / static_cast<int>(kRings[crowd_->drawn(i)[0].level].every))
        << i;
}

TEST_P(CrowdExample, SkinsWhoComesIntoViewWithinFourFrames) {
  invite(spread_visitors());
  run(12);
  Camera back;
  back.direction = Vec3(-1.0, 0.0, 0.0);
  run(4, back);
  for (std::size_t i = 0; i < crowd_->size(); ++i) {
    // Those near the camera are in the boxes of both views.
    if (visitors_[i].ground.x > 6.0) {
      EXPECT_TRUE(crowd_->drawn(i).empty()) << i;
    } else if (visitors_[i].ground.x < 0.0) {
      ASSERT_FALSE(crowd_->drawn(i).empty()) << i;
      expect_right(i);
    }
  }
}

TEST_P(CrowdExample, ShowsWhoChangesRingAsItWasUntilItsTurnComes) {
  invite(spread_visitors());
  run(9);
  std::size_t changes = 0;
  std::vector<std::size_t> levels(crowd_->size(), kNoLevel);
  for (int n = 0; n < 14; ++n) {
    Camera camera;
    camera.position.x = -0.5 * n;
    run(1, camera);
    for (std::size_t i = 0; i < crowd_->size(); ++i) {
      if (crowd_->drawn(i).empty()) continue;
      const std::size_t level = crowd_->drawn(i)[0].level;
      if (levels[i] != kNoLevel && levels[i] != level) ++changes;
      levels[i] = level;
      if (n % 3 == 2) expect_right(i);
    }
  }
  EXPECT_GT(changes, 8u);
}

TEST_P(CrowdExample, InFullSkinsAllAtTheFinestLevelInEveryFrame) {
  invite(spread_visitors(), {.in_full = true});
  run(2);
  EXPECT_EQ(crowd_->counts().skinned, crowd_->size());
  for (std::size_t i = 0; i < crowd_->size(); i += 7) {
    ASSERT_FALSE(crowd_->drawn(i).empty());
    EXPECT_EQ(crowd_->drawn(i)[0].level, 0u);
    EXPECT_EQ(crowd_->skinned_at(i), time_);
    expect_right(i);
  }
}

TEST_P(CrowdExample, DoesNotDependOnTheNumberOfThreads) {
  std::vector<Visitor> many = make_visitors(test::builtin_character().appearance, kGarments, clips(), 150);
  std::vector<std::vector<SkinnedVertex>> seen[2];
  for (const unsigned threads : {1u, 2u}) {
    time_ = 0.0f;
    invite(many, {.threads = threads});
    run(6);
    for (std::size_t i = 0; i < crowd_->size(); i += 13)
      for (std::size_t k = 0; k < crowd_->drawn(i).size(); ++k)
        seen[threads - 1].push_back(read(crowd_->drawn(i)[k], visitors_[i].garments[k]));
  }
  ASSERT_GT(seen[0].size(), 6u);
  ASSERT_EQ(seen[0].size(), seen[1].size());
  for (std::size_t n = 0; n < seen[0].size(); ++n)
    for (std::size_t v = 0; v < seen[0][n].size(); ++v) {
      EXPECT_EQ(seen[0][n][v].position, seen[1][n][v].position);
      EXPECT_EQ(seen[0][n][v].normal, seen[1][n][v].normal);
    }
}

std::vector<std::string> backends() {
  std::vector<std::string> names{"cpu"};
  for (const std::string& name : test::Graphics::backends()) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Backends, CrowdExample, testing::ValuesIn(backends()),
                         [](const auto& backend) { return backend.param; });

TEST(CrowdFrustum, HoldsWhatIsInViewAndNothingBehindOrBeside) {
  const Frustum frustum(Camera{});  // at eye height, looking along x
  const auto sees = [&](const Vec3& p) { return frustum.may_see({p - Vec3(0.1), p + Vec3(0.1)}); };
  EXPECT_TRUE(sees({5, 0, 1.7}));
  EXPECT_TRUE(sees({500, 0, 1.7}));
  EXPECT_TRUE(sees({0, 0, 1.7}));  // around the camera
  EXPECT_FALSE(sees({-5, 0, 1.7}));
  // tan(0.435) = 0.465 up and down, 16 / 9 of it to the sides.
  EXPECT_TRUE(sees({10, 8.2, 1.7}));
  EXPECT_FALSE(sees({10, 8.5, 1.7}));
  EXPECT_FALSE(sees({10, -8.5, 1.7}));
  EXPECT_TRUE(sees({10, 0, 1.7 + 4.6}));
  EXPECT_FALSE(sees({10, 0, 1.7 + 5.0}));
  EXPECT_FALSE(sees({10, 0, 1.7 - 5.0}));
  EXPECT_FALSE(frustum.may_see({}));
  // Larger than the whole picture.
  EXPECT_TRUE(frustum.may_see({Vec3(-90), Vec3(90)}));
}

TEST(CrowdRings, ChangeOnlyBeyondTheirSlack) {
  EXPECT_EQ(ring_at(1.0, kHidden), 0u);
  EXPECT_EQ(ring_at(7.9, 0), 0u);
  EXPECT_EQ(ring_at(8.2, 0), 0u);
  EXPECT_EQ(ring_at(8.5, 0), 1u);
  EXPECT_EQ(ring_at(7.8, 1), 1u);
  EXPECT_EQ(ring_at(7.5, 1), 0u);
  EXPECT_EQ(ring_at(100.0, 0), 2u);
}

}  // namespace
}  // namespace mannequin::example
