#include "engine/skinning/agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace mannequin {
namespace {

// Corners of a cube of this size at a place, and the same in single precision, the first one off by `off`.
Agreement agreement_of_cube(double size, const Vec3& at, double off) {
  std::vector<ReferenceVertex> reference(8);
  std::vector<SkinnedVertex> skinned(8);
  for (std::size_t v = 0; v < 8; ++v) {
    reference[v].position = at + size * Vec3(v & 1, v >> 1 & 1, v >> 2);
    reference[v].normal = {0.0, 0.0, 1.0};
    skinned[v].position = Vec3f(reference[v].position + Vec3(v == 0 ? off : 0.0, 0.0, 0.0));
    skinned[v].normal = {0.0f, 0.0f, 1.0f};
  }
  return compare_with_reference(skinned, reference);
}

TEST(Agreement, IsRelativeToTheBoundingBox) {
  const Agreement one = agreement_of_cube(1.0, Vec3(0.0), 5e-6);
  EXPECT_NEAR(one.position, 5e-6, 1e-9);
  EXPECT_NEAR(one.relative, 5e-6 / std::sqrt(3.0), 1e-9);
  EXPECT_TRUE(one.within_limits());
  EXPECT_FALSE(agreement_of_cube(1.0, Vec3(0.0), 2e-5).within_limits());
}

// 1e-5 of an earring of six millimetres is less than single precision rounds it by.
TEST(Agreement, LeavesRoomForRoundingOfSmallMeshes) {
  const Vec3 head(0.03, 0.09, 2.3);
  EXPECT_TRUE(agreement_of_cube(0.0035, head, 1e-6).within_limits());
  EXPECT_TRUE(agreement_of_cube(0.0, head, 1e-6).within_limits()) << "all in one place";
  EXPECT_FALSE(agreement_of_cube(0.0035, head, 2e-6).within_limits());
  EXPECT_FALSE(agreement_of_cube(0.0, head, 2e-6).within_limits());
  // Something of a usual size gets no more than before.
  EXPECT_NEAR(agreement_of_cube(0.3, head, 4e-6).relative, 4e-6 / (0.3 * std::sqrt(3.0)), 1e-6);
}

TEST(Agreement, NothingAgreesWithWhatIsNotFinite) {
  EXPECT_FALSE(agreement_of_cube(1.0, Vec3(0.0), std::numeric_limits<double>::infinity()).within_limits());
  EXPECT_FALSE(agreement_of_cube(1.0, Vec3(0.0), std::numeric_limits<double>::quiet_NaN()).within_limits());
}

}  // namespace
}  // namespace mannequin
