#include "engine/io/llsd.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mannequin::io {
namespace llsd_test {

Result<LlsdRead> read(std::string_view text) { return read_llsd(std::as_bytes(std::span(text)), "test"); }

std::string text_of(const Bytes& bytes) { return std::string(as_text(bytes)); }

// Bytes with zeros in them.
template <std::size_t N>
std::string_view raw(const char (&text)[N]) {
  return {text, N - 1};
}

TEST(LlsdTest, ReadsEveryKind) {
  EXPECT_NE(read("!")->value.as<std::monostate>(), nullptr);
  EXPECT_EQ(*read("0")->value.as<bool>(), false);
  EXPECT_EQ(*read("1")->value.as<bool>(), true);
  EXPECT_EQ(*read(raw("i\xff\xff\xff\xfe"))->value.as<std::int32_t>(), -2);
  EXPECT_EQ(*read(raw("r\x3f\xf8\0\0\0\0\0\0"))->value.as<double>(), 1.5);
  EXPECT_EQ(read(raw("d\0\0\0\0\0\0\xf8\x3f"))->value.as<LlsdDate>()->seconds, 1.5);
  EXPECT_EQ(read(raw("u\x01\x23\x45\x67\x89\xab\xcd\xef\x01\x23\x45\x67\x89\xab\xcd\xef"))
                ->value.as<Uuid>()
                ->to_string(),
            "01234567-89ab-cdef-0123-456789abcdef");
  EXPECT_EQ(*read(raw("s\0\0\0\3abc"))->value.as<std::string>(), "abc");
  EXPECT_EQ(read(raw("l\0\0\0\3abc"))->value.as<LlsdUri>()->text, "abc");
  EXPECT_EQ(read(raw("b\0\0\0\2\0\xff"))->value.as<Bytes>()->size(), 2u);
  EXPECT_EQ(*read(R"("a\"b")")->value.as<std::string>(), "a\"b");
  EXPECT_EQ(*read(R"('a\n\x41\'')")->value.as<std::string>(), "a\nA'");
  EXPECT_EQ(read(raw("[\0\0\0\2!1]"))->value.as<Llsd::Array>()->size(), 2u);
  const auto map = read(raw("{\0\0\0\2k\0\0\0\1a1'b'0}behind"));
  ASSERT_TRUE(map) << map.error().message();
  EXPECT_EQ(map->size, 17u);
  EXPECT_EQ(*map->value.find("a")->as<bool>(), true);
  EXPECT_EQ(*map->value.find("b")->as<bool>(), false);
  EXPECT_EQ(map->value.find("c"), nullptr);
}

TEST(LlsdTest, OfEqualKeysTheFirstCounts) {
  EXPECT_EQ(*read("{" + std::string(raw("\0\0\0\2")) + "'a'1'a'0}")->value.find("a")->as<bool>(), true);
}

TEST(LlsdTest, NumbersComeFromWhatViewersTakeThemFrom) {
  EXPECT_EQ(Llsd(std::int32_t(-3)).number(), -3.0);
  EXPECT_EQ(Llsd(0.25).number(), 0.25);
  EXPECT_EQ(Llsd(true).number(), 1.0);
  EXPECT_EQ(Llsd(std::string("0.25")).number(), 0.25);
  EXPECT_EQ(Llsd(std::string("0.25 m")).number(), std::nullopt);
  EXPECT_EQ(Llsd().number(), std::nullopt);
  EXPECT_EQ(Llsd(Llsd::Array()).number(), std::nullopt);
}

TEST(LlsdTest, WritesSortedKeysAndReadsThemBack) {
  Llsd::Map map;
  map.emplace_back("b", Llsd(std::int32_t(7)));
  map.emplace_back("a", Llsd(Llsd::Array{Llsd(), Llsd(true), Llsd(-0.5), Llsd(std::string("x\0y", 3))}));
  map.emplace_back("c", Llsd(Bytes{std::byte(1), std::byte(0)}));
  map.emplace_back("d", Llsd(LlsdDate{1234.5}));
  map.emplace_back("e", Llsd(LlsdUri{"http://x"}));
  map.emplace_back("f", Llsd(Uuid::numbered(9)));
  const Bytes bytes = write_llsd(Llsd(map));
  EXPECT_EQ(text_of(bytes).substr(0, 11), raw("{\0\0\0\6k\0\0\0\1a"));
  const auto back = read_llsd(bytes, "test");
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ(back->size, bytes.size());
  EXPECT_EQ(write_llsd(back->value), bytes);
  EXPECT_EQ(*back->value.find("b")->as<std::int32_t>(), 7);
  EXPECT_EQ(back->value.find("d")->as<LlsdDate>()->seconds, 1234.5);
  EXPECT_EQ(*back->value.find("f")->as<Uuid>(), Uuid::numbered(9));
}

TEST(LlsdTest, EveryPrefixIsRefusedWithItsPlace) {
  const std::string_view whole =
      raw("{\0\0\0\3k\0\0\0\1a[\0\0\0\2r\x3f\xf8\0\0\0\0\0\0s\0\0\0\2xy]'b\\x41'"
          "u0123456789abcdefk\0\0\0\1cb\0\0\0\2pq}");
  ASSERT_TRUE(read(whole)) << read(whole).error().message();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto cut = read(whole.substr(0, size));
    ASSERT_FALSE(cut) << size;
    EXPECT_EQ(cut.error().where.rfind("test, byte ", 0), 0u) << cut.error().where;
    EXPECT_FALSE(cut.error().what.empty());
  }
}

TEST(LlsdTest, ClaimsBeyondTheBytesAreRefused) {
  for (const std::string_view hostile :
       {raw("[\x7f\xff\xff\xff!]"), raw("{\x7f\xff\xff\xff}"), raw("b\x7f\xff\xff\xff"),
        raw("s\xff\xff\xff\xff"), raw("[\xff\xff\xff\xff"), raw("{\0\0\0\1k\xff\xff\xff\xff"),
        raw("[\0\0\0\1!}"), raw("{\0\0\0\1!!}"), raw("x"), raw("\0"), raw("'\\x4"), raw("'\\xzz'"),
        raw("'\\")})
    EXPECT_FALSE(read(hostile)) << hostile;
}

TEST(LlsdTest, DepthAndNumberOfValuesAreLimited) {
  const auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i + 1 < depth; ++i) text += raw("[\0\0\0\1");
    return text + "!" + std::string(depth - 1, ']');
  };
  EXPECT_TRUE(read(nested(kMaxLlsdDepth)));
  EXPECT_FALSE(read(nested(kMaxLlsdDepth + 1)));
  EXPECT_FALSE(read(nested(100'000)));
  const std::string many = std::string(raw("[\0\x0f\x42\x40")) + std::string(1'000'000, '!') + "]";
  EXPECT_FALSE(read(many));
}

}  // namespace llsd_test
}  // namespace mannequin::io
