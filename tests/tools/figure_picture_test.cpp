#include "tools/mannequin/figure_picture.h"

#include <gtest/gtest.h>

#include <vector>

namespace mannequin::program {
namespace {

// A square of a metre that faces the front, this far before the origin.
struct Square {
  std::vector<Vec3f> positions, normals{4, Vec3f(1.0f, 0.0f, 0.0f)}, colours;
  std::vector<Surface::Triangle> triangles{{0, 1, 2}, {0, 2, 3}};

  Square(float x, const Vec3f& colour) : colours(4, colour) {
    for (const auto& [y, z] : {std::pair{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}})
      positions.emplace_back(x, y, z);
  }
  DrawnSurface drawn() const { return {positions, normals, colours, triangles}; }
};

TEST(FigurePicture, CutsAwayWhatIsNearer) {
  const Square near(0.1f, Vec3f(0.0f, 0.0f, 1.0f)), far(0.0f, Vec3f(1.0f, 0.0f, 0.0f));
  const auto picture = [&](std::initializer_list<const Square*> squares, double cut) {
    PictureView view;
    view.cut = cut;
    FigurePicture out(16, 16);
    for (const Square* square : squares) out.draw(square->drawn(), view);
    return out.png().value();
  };
  constexpr double kUncut = PictureView{}.cut;
  ASSERT_NE(picture({&near}, kUncut), picture({&far}, kUncut));
  EXPECT_EQ(picture({&near, &far}, kUncut), picture({&near}, kUncut));
  EXPECT_EQ(picture({&near, &far}, -0.05), picture({&far}, kUncut));
}

}  // namespace
}  // namespace mannequin::program
