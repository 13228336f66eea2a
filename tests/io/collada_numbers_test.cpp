// Lists of numbers in COLLADA: every notation rounds once, as the standard library does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "engine/core/seeded_random.h"
#include "engine/io/collada/numbers.h"

namespace mannequin::io::collada {
namespace {

std::string file_with(const std::string& list) {
  return "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\"><float_array>" + list +
         "</float_array></COLLADA>";
}

template <typename Read>
auto read(const std::string& list, Read reader) {
  const std::string text = file_with(list);
  const auto document = Document::parse(std::as_bytes(std::span(text)), "test.dae");
  return reader(*document, document->root().child("float_array"));
}

TEST(ColladaNumbers, RealsRoundOnceInEveryNotation) {
  SeededRandom random(7);
  std::vector<std::string> words = {"0",
                                    "-0",
                                    "-0.0",
                                    "1",
                                    ".5",
                                    "-.5",
                                    "5.",
                                    "1e22",
                                    "1e23",
                                    "1E-22",
                                    "1e-23",
                                    "1e+5",
                                    "1e0",
                                    "123456789012345",
                                    "1234567890123456",
                                    "0.1234567890123456",
                                    "9007199254740993",
                                    "3.4e38",
                                    "00000000000000000001.5",
                                    "0.000000000000000000001",
                                    "1e-45",
                                    "1.17549435e-38"};
  for (int i = 0; i < 20000; ++i) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random.below(1ull << 32)));
    if (!std::isfinite(value)) continue;
    words.push_back(fmt::format("{}", value));
    words.push_back(fmt::format("{:.9g}", value));
    if (std::abs(value) < 1e9f) words.push_back(fmt::format("{:.{}f}", value, random.below(18)));
    words.push_back(fmt::format("{:.{}e}", value, random.below(16)));
  }
  const std::string list = fmt::format("{}", fmt::join(words, " "));
  const auto floats = read(list, read_floats);
  const auto doubles = read(list, read_doubles);
  ASSERT_TRUE(floats) << floats.error().message();
  ASSERT_EQ(floats->size(), words.size());
  ASSERT_EQ(doubles->size(), words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    double wanted = 0.0;
    std::from_chars(words[i].data(), words[i].data() + words[i].size(), wanted);
    EXPECT_EQ(std::bit_cast<std::uint64_t>((*doubles)[i]), std::bit_cast<std::uint64_t>(wanted)) << words[i];
    EXPECT_EQ(std::bit_cast<std::uint32_t>((*floats)[i]),
              std::bit_cast<std::uint32_t>(static_cast<float>(wanted)))
        << words[i];
  }
}

TEST(ColladaNumbers, IntegersOfEveryLength) {
  std::vector<std::string> words = {"0", "+7", "-3", "00000000012", "2147483647", "-2147483648"};
  for (std::int32_t value = 1, digits = 1; digits < 10; ++digits, value = value * 10 + digits)
    words.push_back(std::to_string(value));
  const auto integers = read(fmt::format("\n{}\t", fmt::join(words, "\r\n ")), read_integers);
  ASSERT_TRUE(integers) << integers.error().message();
  ASSERT_EQ(integers->size(), words.size());
  for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ((*integers)[i], std::stoi(words[i]));
}

TEST(ColladaNumbers, WhatIsNoNumberIsNamedWithItsPlace) {
  for (const char* word : {"x", "1x", "1.2.3", "--1", "1e", "1e+", "e5", ".", "-", "1,5", "0x1", "nan", "inf",
                           "1e999", "12345678x", "1.23456789x"}) {
    const auto floats = read(fmt::format("1 2\n{} 4", word), read_floats);
    ASSERT_FALSE(floats) << word;
    EXPECT_NE(floats.error().message().find(fmt::format("test.dae:2: '{}' in <float_array>", word)),
              std::string::npos)
        << floats.error().message();
    EXPECT_NE(floats.error().message().find("(entry 2)"), std::string::npos) << floats.error().message();
  }
  for (const char* word : {"1.0", "2147483648", "99999999999", "1a", "123456789:", "12345678/"}) {
    const auto integers = read(fmt::format("1 {}", word), read_integers);
    ASSERT_FALSE(integers) << word;
  }
}

// A list that ends with the file's last bytes but for its tags, and lists without end.
TEST(ColladaNumbers, ListsOfAnyLengthAreWhole) {
  for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 4096u, 100000u}) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += fmt::format("{} ", i % 7 == 0 ? i : i % 10);
    const auto integers = read(list, read_integers);
    ASSERT_TRUE(integers);
    ASSERT_EQ(integers->size(), count);
    if (count == 0) continue;
    EXPECT_EQ(integers->back(),
              static_cast<std::int32_t>((count - 1) % 7 == 0 ? count - 1 : (count - 1) % 10));
  }
}

}  // namespace
}  // namespace mannequin::io::collada
