#include "tools/document/camera.h"

#include <gtest/gtest.h>

#include <glm/gtc/constants.hpp>

namespace mannequin::document {
namespace {

TEST(Camera, LooksAtItsTargetFromItsDistance) {
  Camera camera;
  camera.turn(0.7, 0.3);
  EXPECT_NEAR(glm::length(camera.position() - camera.target), camera.distance, 1e-12);
  const Vec4 clip = camera.clip_from_world(1.5) * Vec4(camera.target, 1.0);
  EXPECT_NEAR(clip.x / clip.w, 0.0, 1e-9);
  EXPECT_NEAR(clip.y / clip.w, 0.0, 1e-9);
}

TEST(Camera, StopsShortOfThePoles) {
  Camera camera;
  camera.turn(0.0, 10.0);
  EXPECT_LT(camera.pitch, glm::half_pi<double>());
  EXPECT_GT(glm::length(camera.up()), 0.99);
}

TEST(Camera, FrontIsOnTheSideTheAvatarFaces) {
  const Vec3 points[] = {{-0.2, -0.8, 0.0}, {0.2, 0.8, 1.8}};
  const auto front = named_view("front", points, {0, 0, 1.6}, 1.0);
  ASSERT_TRUE(front);
  EXPECT_GT(front->position().x, 1.0);
  // The avatar's left is on the viewer's right.
  const Vec4 left = front->clip_from_world(1.0) * Vec4(0.0, 0.5, 1.0, 1.0);
  EXPECT_GT(left.x, 0.0);
  EXPECT_FALSE(named_view("below", points, Vec3(0.0), 1.0));
}

TEST(Camera, FramesEveryPointAndNotMuchMore) {
  std::vector<Vec3> points;
  for (int i = 0; i < 200; ++i)
    points.emplace_back(0.3 * std::sin(i * 1.7), 0.8 * std::sin(i * 0.9), 0.9 + 0.9 * std::sin(i * 2.3));
  for (const double aspect : {0.5, 1.0, 2.0})
    for (const auto name : {"front", "side", "back", "three-quarter", "top"}) {
      const auto camera = named_view(name, points, Vec3(0.0), aspect);
      ASSERT_TRUE(camera);
      double furthest = 0.0;
      for (const Vec3& p : points) {
        const Vec4 clip = camera->clip_from_world(aspect) * Vec4(p, 1.0);
        furthest = std::max({furthest, std::abs(clip.x / clip.w), std::abs(clip.y / clip.w)});
      }
      EXPECT_LT(furthest, 1.0) << name << " at " << aspect;
      EXPECT_GT(furthest, 0.8) << name << " at " << aspect;
    }
}

// A head at the picture's edge seems cut.
TEST(Camera, DoesNotShowAllOfWhatTouchesTheEdge) {
  Camera camera;
  const double half = camera.distance * std::tan(0.5 * Camera::kFieldOfView);
  for (const auto& [part, shown] : {std::pair{0.9, true}, {0.99, false}, {1.1, false}}) {
    const Vec3 top = camera.target + part * half * camera.up(),
               side = camera.target + 2.0 * part * half * camera.right();
    EXPECT_EQ(shows_all(camera, std::span(&top, 1), 2.0), shown) << part;
    EXPECT_EQ(shows_all(camera, std::span(&side, 1), 2.0), shown) << part;
  }
}

// A damaged mesh may have a vertex that is nowhere: the avatar stays in the picture.
TEST(Camera, FramesWhatIsSomewhere) {
  constexpr double kNowhere = std::numeric_limits<double>::infinity();
  std::vector<Vec3> points{{0.0, -0.5, 0.0}, {0.1, 0.5, 1.8}};
  const Camera clean = framed({}, points, 1.5);
  points.push_back({0.0, 0.0, kNowhere});
  points.push_back({0.0, 0.0, -kNowhere});
  points.push_back({2e38, 0.0, 0.0});
  points.push_back({0.0, std::numeric_limits<double>::quiet_NaN(), 0.0});
  EXPECT_EQ(framed({}, points, 1.5), clean);
  EXPECT_EQ(framed({}, std::span(points).subspan(2), 1.5), Camera());
}

TEST(Camera, IsSomewhereWithinItsLimits) {
  Camera camera;
  camera.target.z = std::numeric_limits<double>::quiet_NaN();
  camera.yaw = 1.0;
  Camera expected;
  expected.yaw = 1.0;
  EXPECT_EQ(camera.within_limits(), expected);
  camera.distance = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(camera.within_limits(), Camera());
}

TEST(CameraFlight, EndsWhereItWasSent) {
  Camera from, to;
  to.turn(3.0, 0.2);
  to.target = {1.0, 2.0, 3.0};
  to.distance = 0.5;
  CameraFlight flight;
  flight.start(from, to);
  Camera at;
  for (int i = 0; i < 5; ++i) at = flight.step(0.1);
  EXPECT_FALSE(flight.active());
  EXPECT_NEAR(glm::length(at.position() - to.position()), 0.0, 1e-9);
}

}  // namespace
}  // namespace mannequin::document
