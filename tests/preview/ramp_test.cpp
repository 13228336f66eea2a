// Ramps readable for everyone: even steps, and no two values of equal lightness.
#include "tools/preview/render/ramp.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mannequin::preview {
namespace {

// Lightness as it is seen: CIE L*, 0..100.
double lightness(const Vec3f& encoded) {
  const auto light = [](double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
  const double y = 0.2126 * light(encoded.r) + 0.7152 * light(encoded.g) + 0.0722 * light(encoded.b);
  return y > 0.008856 ? 116.0 * std::cbrt(y) - 16.0 : 903.3 * y;
}

TEST(Ramp, EndsAreTheGivenColoursAndHoldBeyond) {
  EXPECT_EQ(kViridis.at(0.0), Vec3f(0x44, 0x01, 0x54) / 255.0f);
  EXPECT_EQ(kViridis.at(1.0), Vec3f(0xfd, 0xe7, 0x25) / 255.0f);
  EXPECT_EQ(kViridis.at(-3.0), kViridis.at(0.0));
  EXPECT_EQ(kViridis.at(7.0), kViridis.at(1.0));
  EXPECT_EQ(kVik.at(0.5), Vec3f(0xea, 0xe6, 0xe4) / 255.0f) << "zero is in the middle";
}

TEST(Ramp, GetsLighterAllTheWay) {
  for (const Ramp* ramp : {&kViridis, &kBatlow, &kCividis})
    for (int i = 0; i < 60; ++i)
      EXPECT_LT(lightness(ramp->at(i / 60.0)), lightness(ramp->at((i + 1) / 60.0)))
          << ramp->name << " at " << i;
}

TEST(Ramp, ASignedOneIsLightestInTheMiddle) {
  for (int i = 0; i < 30; ++i) {
    EXPECT_LT(lightness(kVik.at(i / 60.0)), lightness(kVik.at((i + 1) / 60.0))) << i;
    EXPECT_GT(lightness(kVik.at(0.5 + i / 60.0)), lightness(kVik.at(0.5 + (i + 1) / 60.0))) << i;
  }
}

TEST(Ramp, NeighbouringThingsGetUnlikeColours) {
  for (std::size_t i = 0; i < 200; ++i) {
    const double apart = std::abs(lightness(category_color(i)) - lightness(category_color(i + 1)));
    EXPECT_GT(apart, 8.0) << i << ", in grey";
  }
}

}  // namespace
}  // namespace mannequin::preview
