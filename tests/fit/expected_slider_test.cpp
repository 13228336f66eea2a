// A mesh's position decides which sliders people expect to move it.
#include "engine/fit/expected_slider.h"

#include <gtest/gtest.h>

#include "tests/fit/sleeves.h"

namespace mannequin::test {
namespace expected_slider_test {

// A ring of eight points at a height, of a skirt or a collar.
bool expected(int slider, double height, double radius) {
  BoundMeshDesc bound = sleeves();
  for (std::size_t v = 0; v < bound.mesh.positions.size(); ++v) {
    const double angle = 0.7853981633974483 * static_cast<double>(v);
    bound.mesh.positions[v] = Vec3f(Vec3(radius * std::cos(angle), radius * std::sin(angle), height));
  }
  const Mesh mesh = Mesh::build(bound.mesh).value();
  const Skin skin = Skin::build(bound.skin, mesh, builtin().skeleton).value();
  const MeasuredMesh measured(mesh, skin);
  const MeasuredMesh* worn[] = {&measured};
  return is_expected(builtin(), builtin().appearance.find(slider), Sex::female, worn);
}

TEST(ExpectedSlider, JudgesByPlace) {
  constexpr int kButtSize = 795, kHandSize = 675, kNeckLength = 756;
  EXPECT_TRUE(expected(kButtSize, 0.98, 0.15)) << "a skirt";
  EXPECT_FALSE(expected(kButtSize, 1.6, 0.1)) << "a collar";
  EXPECT_TRUE(expected(kNeckLength, 1.6, 0.08)) << "a collar";
  EXPECT_FALSE(expected(kNeckLength, 0.98, 0.15)) << "a skirt";
  EXPECT_FALSE(expected(kHandSize, 0.98, 0.15)) << "a skirt";
}

}  // namespace expected_slider_test
}  // namespace mannequin::test
