#include "engine/skinning/palette.h"

#include <gtest/gtest.h>

#include <array>

namespace mannequin {
namespace {

TEST(SkinnedPoint, BlendsThePaletteByWeight) {
  // Rows of affine matrices: one moves by 2 along X, the other turns by 90 degrees about Z.
  std::array<Mat34, 3> palette{Mat34(0.0f), Mat34(0.0f), Mat34(0.0f)};
  palette[1] = Mat34(Vec4f(1, 0, 0, 2), Vec4f(0, 1, 0, 0), Vec4f(0, 0, 1, 0));
  palette[2] = Mat34(Vec4f(0, -1, 0, 0), Vec4f(1, 0, 0, 0), Vec4f(0, 0, 1, 0));
  VertexInfluences influences{};
  influences.joint[0] = 1;
  influences.weight[0] = 0.25f;
  influences.joint[1] = 2;
  influences.weight[1] = 0.75f;
  const Vec3f at = skinned_point(influences, palette, Vec3f(1, 2, 3));
  // (3, 2, 3) and (-2, 1, 3)
  EXPECT_NEAR(at.x, 0.25f * 3.0f - 0.75f * 2.0f, 1e-6f);
  EXPECT_NEAR(at.y, 0.25f * 2.0f + 0.75f * 1.0f, 1e-6f);
  EXPECT_NEAR(at.z, 3.0f, 1e-6f);
}

}  // namespace
}  // namespace mannequin
