#include "engine/bind/hanging_cloth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

// A tube of cloth, half of which follows one group and half the other, this far from the skin. Returns the
// length over which one becomes the other, from 0.1 to 0.9; infinite if any sum is not 1.
double width_of_change(std::uint32_t rings, double distance, bool left_out = false) {
  const std::uint32_t sides = (rings - 1) / 2;
  const Surface cloth = tube(0.6, 0.05, rings, sides);
  std::vector<std::vector<GroupWeight>> weights;
  for (const Vec3& p : cloth.positions) weights.push_back({{p.y < 0.3 ? 0u : 1u, 1.0}});
  even_hanging_cloth(cloth, std::vector<double>(weights.size(), distance),
                     std::vector<char>(weights.size(), left_out ? 1 : 0), weights);
  double from = 0.6, to = 0.0;
  for (std::uint32_t r = 0; r < rings; ++r) {
    const std::vector<GroupWeight>& ring = weights[sides * r];
    if (std::abs(total_weight(ring) - 1.0) > 1e-9) return INFINITY;
    const double share = weight_of(ring, 1), y = cloth.positions[sides * r].y;
    if (share > 0.1) from = std::min(from, y);
    if (share < 0.9) to = std::max(to, y);
  }
  return std::max(to - from, 0.0);
}

TEST(HangingCloth, IsEvenedOutAndCloseClothIsNot) {
  EXPECT_EQ(width_of_change(31, 0.010), 0.0);
  EXPECT_EQ(width_of_change(31, 0.060, true), 0.0);
  EXPECT_GT(width_of_change(31, 0.060), 0.030);
  EXPECT_LT(width_of_change(31, 0.060), 0.150);
}

// The hem of a wide skirt has to follow a stride.
TEST(HangingCloth, IsEvenedOutLessFarWhereItHangsFarOff) {
  EXPECT_LT(width_of_change(61, 0.150), 0.95 * width_of_change(61, 0.040));
}

TEST(HangingCloth, IsEvenedOutAsFarHoweverFineItsMeshIs) {
  const double coarse = width_of_change(31, 0.040), fine = width_of_change(61, 0.040);
  EXPECT_NEAR(fine, coarse, 0.025);
}

// At the edge of a hem vertices have neighbours on one side alone, some of them close. Places that are 2 mm
// apart must not get weights of places that are 10 mm apart.
TEST(HangingCloth, IsEvenedOutAlikeWhereItsMeshIsUneven) {
  constexpr std::uint32_t kRings = 21, kSides = 60;
  Surface cloth = tube(0.4, 0.2, kRings, kSides);
  std::erase_if(cloth.triangles, [](const Surface::Triangle& t) { return t[0] >= kRings * kSides; });
  cloth.positions.resize(kRings * kSides);
  std::vector<std::vector<GroupWeight>> weights;
  for (const Vec3& p : cloth.positions) weights.push_back({{p.x < 0.0 ? 0u : 1u, 1.0}});
  for (std::uint32_t s = 0; s < kSides; ++s)
    cloth.positions[(kRings - 1) * kSides + s].y = cloth.positions[(kRings - 2) * kSides + s].y + 0.002;
  even_hanging_cloth(cloth, std::vector<double>(weights.size(), 0.150), std::vector<char>(weights.size(), 0),
                     weights);
  for (std::uint32_t s = 0; s < kSides; ++s)
    EXPECT_NEAR(weight_of(weights[(kRings - 1) * kSides + s], 1),
                weight_of(weights[(kRings - 2) * kSides + s], 1), 0.01)
        << s;
}

}  // namespace
}  // namespace mannequin::test
