#include "engine/core/quantity.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

TEST(Quantity, TakesTheNounThatFitsTheNumber) {
  EXPECT_EQ(quantity(0, "vertex has", "vertices have"), "0 vertices have");
  EXPECT_EQ(quantity(1, "vertex has", "vertices have"), "1 vertex has");
  EXPECT_EQ(quantity(9233, "vertex has", "vertices have"), "9233 vertices have");
}

}  // namespace
}  // namespace mannequin
