#include "engine/fit/shape_range.h"

#include <gtest/gtest.h>

#include "engine/appearance/random_shape.h"
#include "engine/appearance/shape.h"
#include "tests/fit/builtin.h"

namespace mannequin {
namespace shape_range_test {

bool is_within(const Vec3& value, const Bounds& bounds) {
  const Vec3 slack(1e-9);
  return glm::all(glm::lessThanEqual(bounds.low - slack, value)) &&
         glm::all(glm::lessThanEqual(value, bounds.high + slack));
}

TEST(ShapeRange, NoShapeExceedsIt) {
  const ShapeRange range = shape_range(builtin());
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const SliderValues sliders =
        random_shape(builtin().appearance, seed % 2 == 0 ? Sex::female : Sex::male, seed);
    const Shape made = evaluate_shape(builtin().skeleton, builtin().appearance, sliders);
    for (std::size_t j = 0; j < builtin().skeleton.size(); ++j) {
      const Joint& joint = builtin().skeleton.joints()[j];
      EXPECT_TRUE(is_within(made.joints.position[j] - joint.rest_position, range.position[j])) << joint.name;
      EXPECT_TRUE(is_within(made.joints.scale[j] - joint.rest_scale, range.scale[j])) << joint.name;
    }
  }
}

TEST(ShapeRange, MovesNoHandBySliders) {
  const ShapeRange range = shape_range(builtin());
  const auto wrist = static_cast<std::size_t>(builtin().skeleton.find("mWristLeft"));
  EXPECT_EQ(range.position[wrist], Bounds());
  EXPECT_NEAR(range.scale[wrist].high.x, 0.3, 1e-9);
}

TEST(Bounds, AreOfAllSumsAndProducts) {
  const Bounds a{Vec3(-1.0), Vec3(2.0)}, b{Vec3(-3.0), Vec3(0.5)};
  EXPECT_EQ(a + b, (Bounds{Vec3(-4.0), Vec3(2.5)}));
  EXPECT_EQ(a - b, (Bounds{Vec3(-1.5), Vec3(5.0)}));
  EXPECT_EQ(a * b, (Bounds{Vec3(-6.0), Vec3(3.0)}));
}

}  // namespace shape_range_test
}  // namespace mannequin
