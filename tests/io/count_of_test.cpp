#include "engine/io/count_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace mannequin::io {
namespace count_of_test {

TEST(CountOf, IsStdCountForEveryLengthAndCharacter) {
  std::mt19937 random(1);
  std::string text(5000, ' ');
  for (char& c : text) c = static_cast<char>(random() % 7 == 0 ? '<' : random() % 256);
  for (std::size_t size = 0; size < text.size(); size += size < 70 ? 1 : 613)
    for (const char c : {'<', '\0', '\n', '\xFF', '\x7F', '\x80'}) {
      const std::string_view part = std::string_view(text).substr(3, size);
      EXPECT_EQ(count_of(part, c), static_cast<std::size_t>(std::count(part.begin(), part.end(), c))) << size;
    }
  EXPECT_EQ(count_of(std::string(100'000, '<'), '<'), 100'000u);
}

}  // namespace count_of_test
}  // namespace mannequin::io
