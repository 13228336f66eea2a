#include "engine/fit/garment_attach.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

// Two walls of 20 cm, `apart` metres, that face each other: the sides of a fold. The first is at x = 0 and
// faces +X.
DeformerBody fold(double apart) {
  DeformerBody body({});
  for (const double x : {0.0, apart})
    for (const Vec2 corner : {Vec2(-0.1, -0.1), Vec2(0.1, -0.1), Vec2(0.1, 0.1), Vec2(-0.1, 0.1)}) {
      body.welded.push_back(static_cast<std::uint32_t>(body.bound.size()));
      body.bound.emplace_back(x, corner.x, corner.y);
    }
  body.triangles = {{0, 1, 2}, {0, 2, 3}, {4, 6, 5}, {4, 7, 6}};
  return body;
}

Vec3 place_of(const DeformerBody& body, const GarmentAttachment& attached) {
  Vec3 place(0.0);
  for (std::size_t c = 0; c < 3; ++c)
    place += attached.place.share[static_cast<int>(c)] * body.bound[attached.place.corners[c]];
  return place;
}

std::vector<GarmentAttachment> attach(const DeformerBody& body, std::span<const Vec3> at,
                                      std::span<const Vec3> normals) {
  return attach_to_body({body.bound, body.triangles, {}}, body.normals(body.bound), at, normals);
}

TEST(GarmentAttach, TakesTheNearestPlaceOfOneWall) {
  const DeformerBody body = fold(0.5);
  const Vec3 at[] = {{0.005, 0.02, 0.03}}, normal[] = {{2.0, 0.0, 0.0}};
  const auto attached = attach(body, at, normal);
  ASSERT_EQ(attached.size(), 1u);
  EXPECT_NEAR(attached[0].distance, 0.005, 1e-12);
  EXPECT_NEAR(attached[0].facing, 1.0, 1e-12);
  EXPECT_NEAR(glm::distance(place_of(body, attached[0]), Vec3(0.0, 0.02, 0.03)), 0.0, 1e-12);
}

// A shell 5 mm from the first wall is inside or behind the second, which is nearer and faces the other way.
TEST(GarmentAttach, IsNotMisledByTheOtherSideOfAFold) {
  for (const double apart : {0.004, 0.006, 0.007}) {
    const DeformerBody body = fold(apart);
    const Vec3 at[] = {{0.005, 0.01, -0.02}}, normal[] = {{1.0, 0.0, 0.0}};
    const auto attached = attach(body, at, normal);
    EXPECT_NEAR(attached[0].distance, 0.005, 1e-12) << apart;
    EXPECT_NEAR(place_of(body, attached[0]).x, 0.0, 1e-12) << apart;
  }
}

// A lining faces the body everywhere: then only distance decides.
TEST(GarmentAttach, AttachesALiningToWhatItLiesOn) {
  const DeformerBody body = fold(0.5);
  const Vec3 at[] = {{0.003, 0.0, 0.0}}, normal[] = {{-1.0, 0.0, 0.0}};
  EXPECT_NEAR(attach(body, at, normal)[0].distance, 0.003, 1e-12);
}

TEST(GarmentAttach, ToNothingWithoutABody) {
  const DeformerBody body({});
  const Vec3 at[] = {{0.0, 0.0, 1.0}}, normal[] = {{1.0, 0.0, 0.0}};
  EXPECT_EQ(attach(body, at, normal).size(), 1u);
}

}  // namespace
}  // namespace mannequin
