#include "tools/document/sheet_grid.h"

#include <gtest/gtest.h>

namespace mannequin::document {
namespace {

TEST(SheetGrid, PicturesStandRowByRowWithTheirCaptionsBelow) {
  const SheetGrid grid{13, 6, 100, 200, 40};
  EXPECT_EQ(grid.rows(), 3);
  EXPECT_EQ(grid.sheet_width(), 600);
  EXPECT_EQ(grid.sheet_height(), 720);
  EXPECT_EQ(grid.x(0), 0);
  EXPECT_EQ(grid.x(5), 500);
  EXPECT_EQ(grid.y(5), 0);
  EXPECT_EQ(grid.x(6), 0);
  EXPECT_EQ(grid.y(6), 240);
  EXPECT_EQ(grid.y(12), 480);
}

TEST(SheetGrid, AnEmptySheetIsStillAPicture) {
  EXPECT_EQ((SheetGrid{0, columns_of_sheet(0), 100, 200, 40}.rows()), 1);
  EXPECT_EQ(columns_of_sheet(0), 1);
  EXPECT_EQ(columns_of_sheet(12), 5);
  EXPECT_EQ(columns_of_sheet(1000), 8);
}

}  // namespace
}  // namespace mannequin::document
