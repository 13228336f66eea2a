// Long lists, which the XML parser does not see: read as if it did.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/io/collada/long_lists.h"
#include "engine/io/collada/number_list.h"
#include "tests/io/small_dae.h"

namespace mannequin::io::collada {
namespace {

constexpr std::size_t kInThreads = 400'000;  // numbers; some two megabytes of text

std::string list_of(std::size_t count, std::string_view separator = " ") {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) list += fmt::format("{}{}", i * 7919 % 100003, separator);
  return list;
}

std::vector<LongList> find_lists(std::string_view text) { return find_long_lists(Parallel(2), text); }

// Its first line is the root's, its second the list's first.
std::string document_with(const std::string& list, const std::string& before = "",
                          const std::string& after = "") {
  return "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\">\n<p>" + before + list + after +
         "</p><asset/></COLLADA>";
}

Result<std::vector<std::int32_t>> integers_of(const std::string& text) {
  const auto document = Document::parse(std::as_bytes(std::span(text)), "test.dae");
  if (!document) return error_of(document);
  const auto read = read_integers(*document, document->root().child("p"));
  if (!read) return error_of(read);
  return std::vector<std::int32_t>(read->begin(), read->end());
}

std::string refusal_of(const std::string& text) {
  const auto integers = integers_of(text);
  return integers ? "read" : integers.error().message();
}

TEST(LongLists, AreReadLikeThoseThatTheParserSees) {
  for (const std::size_t count : {std::size_t{60}, std::size_t{1000}, kInThreads})
    for (const std::string_view separator : {" ", "\n", "\r\n\t "}) {
      const std::string list = list_of(count, separator), file = document_with(list);
      ASSERT_EQ(find_lists(file).size(), 1u) << count;
      const auto integers = integers_of(file);
      ASSERT_TRUE(integers) << integers.error().message();
      ASSERT_EQ(integers->size(), count);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ((*integers)[i], static_cast<std::int32_t>(i * 7919 % 100003));
      // A reference and comments leave it to the parser.
      EXPECT_EQ(integers_of(document_with(list, "&#32;")), *integers);
      EXPECT_EQ(integers_of(document_with(list, "<!-- -->", "<!-- -->")), *integers);
    }
}

TEST(LongLists, AreFoundBetweenTheirTagsOnly) {
  const std::string list = list_of(100);
  const auto found = [](const std::string& text) { return find_lists(text).size(); };
  const std::string rest(32, ' ');
  EXPECT_EQ(found("<p>" + list + "</p>" + rest), 1u);
  EXPECT_EQ(found("<a><v>" + list + "</v><b/><vcount>" + list + "</vcount></a>" + rest), 2u);
  EXPECT_EQ(found("<keywords>" + list + "</keywords>" + rest), 0u);
  EXPECT_EQ(found("<p>1 2 3</p>" + rest), 0u);
  EXPECT_EQ(found("<p>" + list + "</p>"), 0u) << "nothing after it to read ahead";
  EXPECT_EQ(found("<p>" + list), 0u);
  EXPECT_EQ(found(list + "</p>" + rest), 0u);
  EXPECT_EQ(found("<!-- <p>" + list + "</p> -->" + rest), 0u);
  EXPECT_EQ(found("<![CDATA[ <p>" + list + "</p> ]]>" + rest), 0u);
  EXPECT_EQ(found("<? <p>" + list + "</p> ?>" + rest), 0u);
  EXPECT_EQ(found("<!-- <p>" + list + "</p>" + rest), 0u) << "a comment without end";
  EXPECT_EQ(found("<p a=\"<b>c\">" + list + "</p>" + rest), 0u) << "a tag in an attribute";
  EXPECT_EQ(found("<!DOCTYPE a [<!ENTITY b '<p>" + list + "</p>'>]>" + rest), 0u);
}

// What the parser has to refuse or to replace, it must see.
TEST(LongLists, AreLeftToTheParserWhereTheyAreNotPlain) {
  const std::string list = list_of(5000, "\n");
  const std::string_view others[] = {"&amp;", "]]>",      "\x01", "\x0B",   "\x0C",
                                     "\x1F",  "\xC3\xA9", "\xFF", {"\0", 1}};
  for (const std::string_view other : others)
    for (const std::size_t at : {std::size_t{0}, list.size() / 2, list.size() - 1}) {
      std::string with = list;
      with.insert(at, other);
      const std::string text = document_with(with);
      EXPECT_TRUE(find_lists(text).empty()) << static_cast<int>(other[0]);
      const auto lines = 2 + std::count(with.begin(), with.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      EXPECT_TRUE(refusal_of(text).starts_with(fmt::format("test.dae:{}: ", lines))) << refusal_of(text);
    }
}

TEST(LongLists, WhatIsNoNumberIsNamedWithItsPlace) {
  for (const std::size_t count : {std::size_t{1000}, kInThreads}) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i)
      list += i == count / 2 + 1 ? "1.5\n" : i == count - 2 ? "x\n" : "12345\n";
    EXPECT_EQ(refusal_of(document_with(list)),
              fmt::format("test.dae:{}: '1.5' in <p> is not a number (entry {}); repair the model there and "
                          "export it again",
                          2 + count / 2 + 1, count / 2 + 1));
  }
}

TEST(LongLists, WhatFollowsThemKeepsItsLine) {
  const std::string list = list_of(1000, "\n");
  EXPECT_TRUE(refusal_of(document_with(list) + "<second/>").starts_with("test.dae:1002: "));
  EXPECT_TRUE(refusal_of(document_with(list, "", "</p>\n<p>" + list + "</p>\n<p a='1' a='2'>"))
                  .starts_with("test.dae:2004: "));
}

// The same file, once with lists so long that they are left out of the tree.
TEST(LongLists, MakeTheSameMesh) {
  test::SmallDae dae;
  const auto plain = dae.read();
  for (std::string* part : {&dae.positions, &dae.primitives, &dae.vertex_weights, &dae.weights, &dae.binds})
    for (const char* tag : {"</float_array>", "</p>", "</v>", "</vcount>"})
      if (const std::size_t at = part->find(tag); at != std::string::npos) part->insert(at, 300, ' ');
  ASSERT_GE(find_lists(dae.text()).size(), 6u);
  const auto padded = dae.read();
  ASSERT_TRUE(plain && padded);
  const BoundMeshDesc &a = plain->meshes.at(0), &b = padded->meshes.at(0);
  EXPECT_EQ(a.mesh.positions, b.mesh.positions);
  EXPECT_EQ(a.mesh.indices, b.mesh.indices);
  EXPECT_EQ(a.skin.inverse_binds, b.skin.inverse_binds);
  ASSERT_EQ(a.skin.influences.size(), b.skin.influences.size());
  for (std::size_t i = 0; i < a.skin.influences.size(); ++i) {
    EXPECT_EQ(a.skin.influences[i].joint, b.skin.influences[i].joint);
    EXPECT_EQ(a.skin.influences[i].weight, b.skin.influences[i].weight);
  }
}

}  // namespace
}  // namespace mannequin::io::collada
