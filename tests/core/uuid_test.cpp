#include "engine/core/uuid.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

TEST(Uuid, ReadsBackWhatItWrites) {
  const std::string text = "f888e8d0-671f-e8c8-f955-cc3b259d67e9";
  const auto uuid = Uuid::parse(text);
  ASSERT_TRUE(uuid);
  EXPECT_EQ(uuid->to_string(), text);
}

TEST(Uuid, OrdersAsBigEndianNumber) {
  EXPECT_LT(*Uuid::parse("7fffffff-ffff-ffff-ffff-ffffffffffff"),
            *Uuid::parse("80000000-0000-0000-0000-000000000000"));
}

TEST(Uuid, RefusesOtherText) {
  EXPECT_FALSE(Uuid::parse(""));
  EXPECT_FALSE(Uuid::parse("f888e8d0-671f-e8c8-f955-cc3b259d67e"));
  EXPECT_FALSE(Uuid::parse("f888e8d0x671f-e8c8-f955-cc3b259d67e9"));
  EXPECT_FALSE(Uuid::parse("g888e8d0-671f-e8c8-f955-cc3b259d67e9"));
}

}  // namespace
}  // namespace mannequin
