#include "tools/document/time_of_day.h"

#include <gtest/gtest.h>

#include <chrono>

namespace mannequin::document {
namespace {

TEST(TimeOfDay, AnotherDayIsNamed) {
  using namespace std::chrono_literals;
  const std::string before = time_of_day();
  const auto now = std::filesystem::file_time_type::clock::now();
  const std::string today = saving_time(now), after = time_of_day();
  EXPECT_TRUE(today == before || today == after) << today;
  EXPECT_EQ(saving_time(now - 48h).size(), std::string("2026-11-26 19:43:44").size());
}

}  // namespace
}  // namespace mannequin::document
