// Where long texts of the window go on in the next line.
#include "tools/preview/panels/shared/wrapped_label.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace mannequin::preview {
namespace {

// Letters are 1 wide.
std::string in_lines(std::string_view text, float width) {
  return wrapped_lines(text, width, [](std::string_view part) { return static_cast<float>(part.size()); });
}

TEST(WrappedLines, NumbersAreNeverDividedNorPartedFromTheirUnit) {
  const std::string text = "The body pokes through by 35.5 mm, at most 1,250 mm (2.5 %) of the hem.";
  for (float width = 9.0f; width < 80.0f; width += 1.0f) {
    const std::string lines = in_lines(text, width);
    SCOPED_TRACE(lines);
    for (const char* whole : {"35.5 mm,", "1,250 mm", "(2.5 %)"})
      EXPECT_NE(lines.find(whole), std::string::npos) << whole;
    std::string joined = lines;
    std::ranges::replace(joined, '\n', ' ');
    EXPECT_EQ(joined, text) << "broken at spaces alone";
    for (std::size_t at = 0; at <= lines.size(); at = lines.find('\n', at) + 1) {
      const std::size_t end = std::min(lines.find('\n', at), lines.size());
      EXPECT_LE(static_cast<float>(end - at), width);
      if (end == lines.size()) break;
    }
  }
}

TEST(WrappedLines, LinesAndIndentsStayAndOnlyAWordTooWideIsDivided) {
  EXPECT_EQ(in_lines("one\n  two three", 9.0f), "one\n  two\nthree");
  EXPECT_EQ(in_lines("a mShoulderLeft b", 6.0f), "a\nmShoul\nderLef\nt b");
  EXPECT_EQ(in_lines("\u03b1\u03b2\u03b3", 3.0f), "\u03b1\n\u03b2\n\u03b3") << "between letters";
  EXPECT_EQ(in_lines("", 6.0f), "");
  EXPECT_EQ(in_lines("wide", 0.0f), "w\ni\nd\ne") << "one letter at least";
}

// Names of files, for instance those of two compared shapes.
TEST(WrappedLines, ANameThatIsTooWideIsBrokenAtItsSigns) {
  EXPECT_EQ(in_lines("B  ruth2_basic_body.xml", 17.0f), "B  ruth2_basic_\nbody.xml");
  EXPECT_EQ(in_lines("evening_dress_with_a_train.dae", 12.0f), "evening_\ndress_with_\na_train.dae");
  EXPECT_EQ(in_lines("of some_dress.dae", 14.0f), "of\nsome_dress.dae") << "whole, if a line holds it";
}

}  // namespace
}  // namespace mannequin::preview
