#include "engine/bind/rounded_view.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace mannequin {
namespace {

// The edge of our body's left eyelid: around vertex 0, and the way to the eye's bone leaves three triangles
// at less than four degrees.
Surface lid(const Vec3& moved) {
  Surface out;
  for (const Vec3f& p :
       {Vec3f(0.08591093f, 0.026016586f, 1.7555422f), Vec3f(0.08691871f, 0.024265707f, 1.7550495f),
        Vec3f(0.08782501f, 0.026157042f, 1.7544336f), Vec3f(0.08506915f, 0.024079997f, 1.7559235f),
        Vec3f(0.086711675f, 0.027923273f, 1.7553495f), Vec3f(0.08308328f, 0.023933407f, 1.7571794f),
        Vec3f(0.08418495f, 0.025812682f, 1.7567339f), Vec3f(0.08507458f, 0.027843906f, 1.7564486f)})
    out.positions.push_back(Vec3(p) + moved);
  out.triangles = {{1, 2, 0}, {3, 1, 0}, {6, 5, 0}, {5, 3, 0}, {0, 2, 4}, {0, 4, 7}, {0, 7, 6}};
  out.edges = triangle_edges(out.triangles);
  return out;
}

BindBone eye(const Vec3& moved) {
  return {"eye", "", Vec3(0.073, 0.036, 1.762) + moved, Vec3(0.122, 0.054, 1.8015) + moved};
}

bool hides(const Vec3& moved) {
  const Surface surface = lid(moved);
  std::vector<std::uint32_t> around(surface.triangles.size());
  std::iota(around.begin(), around.end(), 0u);
  return is_hidden_by_own(surface, around, 0, eye(moved));
}

// Blender gives that vertex no heat. The same lid near the origin, where numbers are finer, sees the bone.
TEST(RoundedView, HidesWhatIsSeenAtASmallAngleFarFromTheOrigin) {
  EXPECT_TRUE(hides(Vec3(0.0)));
  EXPECT_FALSE(hides(-Vec3(0.08591093, 0.026016586, 1.7555422)));
}

TEST(RoundedView, HidesNothingBehindTheSurface) {
  Surface surface;
  surface.positions = {{0.0, 0.0, 1.5}, {0.1, 0.0, 1.4}, {-0.05, 0.09, 1.4}, {-0.05, -0.09, 1.4}};
  surface.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}};
  const std::vector<std::uint32_t> around = {0, 1, 2};
  EXPECT_FALSE(
      is_hidden_by_own(surface, around, 0, {"inside", "", Vec3(0.0, 0.0, 1.3), Vec3(0.0, 0.0, 1.0)}));
  EXPECT_FALSE(is_hidden_by_own(surface, around, 0, {"there", "", Vec3(0.0, 0.0, 1.5), Vec3(0.0, 0.0, 1.5)}));
}

}  // namespace
}  // namespace mannequin
