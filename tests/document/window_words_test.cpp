// Remedies that the engine words for the command line, as the window says them.
#include "tools/document/window_words.h"

#include <nlohmann/json.hpp>
#include <regex>

#include "engine/fit/upload_check.h"
#include "tests/document/document_case.h"
#include "tests/shared_files.h"
#include "tools/document/reason.h"

namespace mannequin::document {
namespace {

// An option on its own; in a whole command, which can be copied, it is one of the command's.
bool names_an_option(const std::string& text) {
  static const std::regex option("(^|[^-\\w])--[a-z]"), command("mannequin (convert|bind) .*");
  return std::regex_search(std::regex_replace(text, command, ""), option);
}

class WindowWordsTest : public DocumentTest {};

TEST_F(WindowWordsTest, NoSentenceNamesAnOption) {
  EXPECT_TRUE(names_an_option("use --method voxel"));
  EXPECT_FALSE(names_an_option("mannequin convert IN OUT.anim --loop true"));
  const auto bytes =
      io::read_file(std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "tools/preview/texts/en.json");
  ASSERT_TRUE(bytes);
  const nlohmann::json catalogue = nlohmann::json::parse(io::as_text(*bytes));
  std::size_t found = 0;
  for (const auto& [english, text] : catalogue["sentences"].items()) {
    // The window binds to the avatar's bones only; the others are places, see below.
    if (!names_an_option(english) || english.ends_with("omit --bones") || english.starts_with("--")) continue;
    ++found;
    EXPECT_FALSE(names_an_option(in_window_words(english))) << english;
  }
  EXPECT_GE(found, 10u);
}

TEST_F(WindowWordsTest, NoReasonNamesTheOptionThatItIsAbout) {
  const Error error{ErrorCode::bad_argument, "a.obj, mesh 'a', --joints",
                    "'foo' is neither a joint nor a set"};
  EXPECT_EQ(reason_of(error, "a.obj"), "'foo' is neither a joint nor a set (mesh 'a').");
  EXPECT_EQ(reason_of({ErrorCode::bad_argument, "--joints", "names no joint"}, "a.obj"), "names no joint.");
}

TEST_F(WindowWordsTest, ATornMeshIsMendedByTheSwitchInItsRow) {
  ASSERT_TRUE(document_->files.open(write_mesh(test::box_figure(character_.skeleton, true), "a.glb"), false));
  wait_for_findings();
  const auto& list = document_->findings().list();
  const auto torn = std::ranges::find(list, "torn_without_positions",
                                      [](const FileFinding& found) { return found.finding.code; });
  ASSERT_NE(torn, list.end());
  EXPECT_TRUE(torn->finding.remedy.starts_with("turn joint positions on")) << torn->finding.remedy;
}

TEST_F(WindowWordsTest, NorDoesAnyFindingOfARealFile) {
  std::size_t torn = 0;
  for (const char* path : {"fixtures/ruth2/Ruth2v4Body.dae", "fixtures/bento/angel_2016_08_05.dae",
                           "fixtures/gltf/Ruth2v4Body.glb"}) {
    MANNEQUIN_NEEDS_SHARED(path);
    ASSERT_TRUE(document_->files.open(test::shared_path(path), false));
  }
  wait_for_findings();
  for (const FileFinding& found : document_->findings().list()) {
    torn += found.finding.code == "torn_without_positions" ? 1 : 0;
    EXPECT_FALSE(names_an_option(found.finding.remedy)) << found.finding.code << ": " << found.finding.remedy;
  }
  EXPECT_GT(torn, 0u);
}

}  // namespace
}  // namespace mannequin::document
