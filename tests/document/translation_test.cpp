// Texts of the window in another language.
#include "tools/document/translation.h"

#include <gtest/gtest.h>

#include "tools/document/figures.h"

namespace mannequin {
namespace {

class TranslationTest : public testing::Test {
 protected:
  void TearDown() override { use_translation({}); }
  static Translation read(std::string_view json) {
    auto read = Translation::read(json, "xx.json");
    EXPECT_TRUE(read) << read.error().message();
    return read ? *read : Translation();
  }
};

TEST_F(TranslationTest, TextsAreInItAndOthersInEnglish) {
  EXPECT_STREQ(tr("Open..."), "Open...");
  use_translation(read(R"({"language": "de", "plural": "one, others",
      "texts": {"Open...": "\u00d6ffnen...", "Quit": "", "Saved {}": "{} gespeichert",
                "Opened {}, but not {}": "Ohne {1}, aber mit {0}", "at most %d": "h\u00f6chstens %d"}})"));
  EXPECT_EQ(used_translation().language(), "de");
  EXPECT_STREQ(tr("Open..."), "\u00d6ffnen...");
  EXPECT_EQ(tr(std::string("Open...")), "\u00d6ffnen...");
  EXPECT_STREQ(tr("Quit"), "Quit");  // not translated yet
  EXPECT_STREQ(tr("Cancel"), "Cancel");
  EXPECT_EQ(tr("Saved {}", "a.glb"), "a.glb gespeichert");
  EXPECT_EQ(tr("Opened {}, but not {}", 3, "b"), "Ohne b, aber mit 3");
  EXPECT_EQ(tr("Closed {}", "walk"), "Closed walk");
  EXPECT_STREQ(tr("at most %d"), "h\u00f6chstens %d");
}

// Such a text would end the program, or show something else.
TEST_F(TranslationTest, OtherFieldsThanTheEnglishOnesAreAMistake) {
  const Translation translation = read(R"({"language": "xx", "plural": "one, others", "texts": {
      "{} mm": "{", "Viewer height {:.2f} m": "H {:.2d} m", "Saved {}": "OK", "Wear {}": "{} {}", "Move {} {}": "{0} {}",
      "%d times": "%s mal", "at most %d": "immer", "100 % of it": "100 % davon", "a": "{{b}}", "Undo {}": "{0:s}"}})");
  EXPECT_EQ(translation.mistakes().size(), 8u);
  EXPECT_EQ(translation.size(), 2u);
  EXPECT_NE(translation.find("100 % of it"), nullptr);
  EXPECT_NE(translation.find("a"), nullptr);
  EXPECT_EQ(translation.find("Saved {}"), nullptr);
}

TEST_F(TranslationTest, NounsTakeTheFormOfTheirNumber) {
  EXPECT_EQ(document::counted(1, "vertex", "vertices"), "1 vertex");
  EXPECT_EQ(document::counted(2, "vertex", "vertices"), "2 vertices");
  use_translation(read(R"({"language": "ru", "plural": "ends in one, ends in two to four, others",
      "texts": {}, "counted": {"vertex|vertices": ["one", "few", "many"]}})"));
  for (const auto& [count, form] : {std::pair{0, "many"},
                                    {1, "one"},
                                    {2, "few"},
                                    {4, "few"},
                                    {5, "many"},
                                    {11, "many"},
                                    {12, "many"},
                                    {14, "many"},
                                    {21, "one"},
                                    {22, "few"},
                                    {111, "many"},
                                    {112, "many"}})
    EXPECT_EQ(document::counted(static_cast<std::size_t>(count), "vertex", "vertices"),
              std::to_string(count) + ' ' + form);
  EXPECT_EQ(document::counted(1, "joint", "joints"), "1 joint");
  use_translation(read(R"({"plural": "one, ends in two to four, others", "texts": {},
      "counted": {"vertex|vertices": ["one", "few", "many"]}})"));
  for (const auto& [count, form] :
       {std::pair{1, "one"}, {3, "few"}, {5, "many"}, {21, "many"}, {22, "few"}, {12, "many"}})
    EXPECT_EQ(document::counted(static_cast<std::size_t>(count), "vertex", "vertices"),
              std::to_string(count) + ' ' + form);
  use_translation(read(R"({"plural": "one form", "texts": {}, "counted": {"vertex|vertices": ["x"]}})"));
  EXPECT_EQ(document::counted(1, "vertex", "vertices"), "1 x");
  EXPECT_EQ(document::counted(7, "vertex", "vertices"), "7 x");
}

TEST_F(TranslationTest, SentencesOfTheEngineAreFoundAgainByTheirTexts) {
  EXPECT_EQ(tr_sentence("has 7 faces"), "has 7 faces");
  use_translation(
      read(R"({"language": "de", "plural": "one, others", "texts": {"Body Fat": "K\u00f6rperfett"},
      "counted": {"vertex has|vertices have": ["Punkt hat", "Punkte haben"]},
      "sentences": {"has {} faces, at most {}": "hat {0} Seiten, erlaubt: {1}",
                    "has {}": "hat {}",
                    "{} no weight; the worst loses {:.1f} %": "Verlust {1:.1f} %: {0} kein Gewicht",
                    "{} is moved by {:.1f} mm{}": "Um {1:.1f} mm versetzt: {0}{2}",
                    ", most often by a quarter turn": ", meist um eine Vierteldrehung",
                    "{} and {} more": "{} und {} weitere",
                    "'{}' names no joint": "'{}' nennt kein Gelenk",
                    "bind": "binden",
                    "; export it again": "; neu exportieren",
                    "{{}} is empty": "{{}} ist leer"}})"));
  // The text with the most words of its own, with what is filled in wherever the language has it.
  EXPECT_EQ(tr_sentence("has 7 faces, at most 8"), "hat 7 Seiten, erlaubt: 8");
  EXPECT_EQ(tr_sentence("has 7 corners"), "hat 7 corners");
  EXPECT_EQ(tr_sentence("{} is empty"), "{} ist leer");
  // Numbers with nouns, names of sliders and parts of sentences that are filled in.
  EXPECT_EQ(tr_sentence("1 vertex has no weight; the worst loses 12.5 %"),
            "Verlust 12.5 %: 1 Punkt hat kein Gewicht");
  EXPECT_EQ(tr_sentence("Body Fat is moved by 1.5 mm, most often by a quarter turn"),
            "Um 1.5 mm versetzt: K\u00f6rperfett, meist um eine Vierteldrehung");
  EXPECT_EQ(tr_sentence("'a', 'b' and 4 more is moved by 2.0 mm"),
            "Um 2.0 mm versetzt: 'a', 'b' und 4 weitere");
  // What is quoted is a name.
  EXPECT_EQ(tr_sentence("'bind' names no joint"), "'bind' nennt kein Gelenk");
  // Several in a row, after a place, and with a full stop.
  EXPECT_EQ(tr_sentence("'a' names no joint; export it again"), "'a' nennt kein Gelenk; neu exportieren");
  EXPECT_EQ(tr_sentence("x.dae:12: 'a' names no joint."), "x.dae:12: 'a' nennt kein Gelenk.");
  // Unknown.
  for (const char* text : {"", "is larger than the file", "x.dae: is larger than the file", "'"})
    EXPECT_EQ(tr_sentence(text), text);
}

TEST_F(TranslationTest, OtherFieldsThanTheEngineFillsInAreAMistake) {
  const Translation translation = read(R"({"plural": "one, others", "texts": {}, "sentences": {
      "has {} faces": "hat Seiten", "has {:.1f} mm": "hat {} mm", "is open": "ist offen", "is shut": ""}})");
  EXPECT_EQ(translation.mistakes().size(), 2u);
  EXPECT_EQ(translation.size(), 1u);
}

TEST_F(TranslationTest, FieldsThatNothingFillsInAreIgnored) {
  use_translation(read(R"({"plural": "one, others", "texts": {}, "sentences": {
      "has {7} faces": "hat {7} Seiten", "has {99999999999999999999} mm": "hat {99999999999999999999} mm"}})"));
  EXPECT_EQ(tr_sentence("has 3 faces"), "has 3 faces");
  EXPECT_EQ(tr_sentence("has 3 mm"), "hat 3 mm");  // no number at all
}

TEST_F(TranslationTest, WhatIsNoneIsRefusedWithTheRemedy) {
  for (const char* text : {"", "[]", "{", R"({"language": "de"})", R"({"texts": []})"})
    EXPECT_FALSE(Translation::read(text, "xx.json")) << text;
  const auto rule = Translation::read(R"({"plural": "n != 1", "texts": {}})", "xx.json");
  ASSERT_FALSE(rule);
  EXPECT_NE(rule.error().message().find("'one, others'"), std::string::npos);
  const Translation forms =
      read(R"({"plural": "one, others", "texts": {}, "counted": {"file|files": ["a"]}})");
  EXPECT_EQ(forms.mistakes().size(), 1u);
}

}  // namespace
}  // namespace mannequin
