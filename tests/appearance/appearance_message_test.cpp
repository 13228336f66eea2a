#include "engine/appearance/appearance_message.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/appearance/small_appearance.h"

namespace mannequin {
namespace {

TEST(AppearanceMessage, RoundsDownOnTheWayOut) {
  const ParameterDesc height = parameter(33, 0, -2.3, 2.0);
  EXPECT_EQ(byte_from_weight(height, -2.3), 0);
  EXPECT_EQ(byte_from_weight(height, 2.0), 255);
  EXPECT_EQ(byte_from_weight(height, 0.0), 136) << "136.4 of 255";
  EXPECT_EQ(byte_from_weight(height, 1e9), 255);
  EXPECT_EQ(byte_from_weight(height, -1e9), 0);
  EXPECT_EQ(byte_from_weight(height, std::nan("")), 136) << "its default";
  EXPECT_EQ(byte_from_weight(height, std::numeric_limits<double>::infinity()), 255);
  EXPECT_EQ(byte_from_weight(parameter(1, 0, 0.5, 0.5, 0.5), 0.5), 0) << "a range of nothing";
}

TEST(AppearanceMessage, ZeroComesThroughAndTheEndsToo) {
  const ParameterDesc height = parameter(33, 0, -2.3, 2.0);
  EXPECT_EQ(weight_from_byte(height, 136), 0.0);
  EXPECT_FLOAT_EQ(static_cast<float>(weight_from_byte(height, 0)), -2.3f);
  EXPECT_FLOAT_EQ(static_cast<float>(weight_from_byte(height, 255)), 2.0f);
  EXPECT_NE(weight_from_byte(height, 138), 0.0);
}

// A received value is at most one step below the one sent, or 0, never further away.
TEST(AppearanceMessage, LosesAtMostOneStep) {
  for (const auto& [low, high] : {std::pair{-2.3, 2.0}, {0.0, 1.0}, {-0.5, 3.0}, {-1.8, 1.4}}) {
    const ParameterDesc p = parameter(1, 0, low, high);
    const double step = (high - low) / 255.0;
    for (int i = 0; i <= 1000; ++i) {
      const double sent = low + (high - low) * i / 1000.0;
      const double arrived = weight_from_byte(p, byte_from_weight(p, sent));
      EXPECT_LE(std::abs(sent - arrived), 2.0 * step) << sent;
      if (arrived != 0.0) {
        EXPECT_LE(arrived, sent + 1e-6);
        EXPECT_GE(arrived, sent - step - 1e-6);
      }
    }
  }
}

TEST(AppearanceMessage, CarriesGroups0And3AscendingAndNothingElse) {
  const Appearance appearance = build(
      {parameter(9, 0), parameter(3, 3), parameter(5, 1), parameter(7, 2), parameter(4, 0, 0.0, 1.0, 1.0)});
  const SliderValues sliders = {{9, 0.5}, {5, 1.0}, {7, 1.0}, {1234, 1.0}};
  EXPECT_EQ(make_appearance_message(appearance, sliders), (std::vector<std::uint8_t>{0, 255, 127}));
  const SliderValues seen = as_others_see(appearance, sliders);
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen.at(3), 0.0);
  EXPECT_EQ(seen.at(4), 1.0);
  EXPECT_NEAR(seen.at(9), 127.0 / 255.0, 1e-7);
}

TEST(AppearanceMessage, TakesOneThatIsShorterOrLonger) {
  const Appearance appearance = build({parameter(1, 0), parameter(2, 0)});
  EXPECT_TRUE(read_appearance_message(appearance, {}).empty());
  const std::vector<std::uint8_t> one = {255}, three = {0, 255, 7};
  EXPECT_EQ(read_appearance_message(appearance, one), (SliderValues{{1, 1.0}}));
  EXPECT_EQ(read_appearance_message(appearance, three), (SliderValues{{1, 0.0}, {2, 1.0}}));
}

}  // namespace
}  // namespace mannequin
