// The window in another language.
#include "tools/preview/language.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "engine/io/file.h"
#include "tests/document/loud_translation.h"
#include "tests/preview/stage_case.h"
#include "tools/document/plain_names.h"
#include "tools/document/posing.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/finding_pages.h"
#include "tools/scenes/scenes.h"

namespace mannequin::preview {
namespace {

constexpr std::string_view kGerman = R"({"language": "de", "plural": "one, others", "texts": {
    "Open...": "\u00d6ffnen...", "File": "Datei", "Body Fat": "K\u00f6rperfett", "Worn {}": "Getragen {}"}})";

// Texts belong to the whole program: English again afterwards.
class LanguageTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    for (const char* name : {"LANG", "LANGUAGE"})
      if (const char* value = std::getenv(name)) before_[name] = value;
  }
  void TearDown() override {
    use_translation({});
    for (const char* name : {"LANG", "LANGUAGE"})
      if (const auto found = before_.find(name); found != before_.end())
        ::setenv(name, found->second.c_str(), 1);
      else
        ::unsetenv(name);
    StageTest::TearDown();
  }
  static void speak(const char* locale) {
    ::setenv("LANG", locale, 1);
    ::unsetenv("LANGUAGE");
  }
  void write(const char* name, std::string_view text) {
    std::filesystem::create_directories(folder_ / "languages");
    ASSERT_TRUE(io::write_file(folder_ / "languages" / name, text));
  }

  std::map<std::string, std::string> before_;
};

TEST_F(LanguageTest, ChangesWhatIsDrawnAndNotWhatCommandsAreCalled) {
  const Image english = picture(true);
  use_translation(Translation::read(kGerman, "de.json").value());
  const Image german = picture(true);
  EXPECT_GT(english.difference(german), 100);
  const Command* const open = stage_->interface().commands().find("Open...");
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(open->title(), "\u00d6ffnen...");
  use_translation({});
  EXPECT_EQ(english.difference(picture(true)), 0);
}

TEST_F(LanguageTest, IsThatOfTheSystemWhereTheSettingsHaveIt) {
  write("de.json", kGerman);
  speak("fr_FR.UTF-8");
  ASSERT_TRUE(choose_language({}, folder_));
  EXPECT_STREQ(tr("File"), "File");
  speak("de_AT.UTF-8");
  ASSERT_TRUE(choose_language({}, folder_));
  EXPECT_STREQ(tr("File"), "Datei");
  write("de_AT.json", R"({"plural": "one, others", "texts": {"File": "Akt"}})");
  ASSERT_TRUE(choose_language({}, folder_));
  EXPECT_STREQ(tr("File"), "Akt");
}

TEST_F(LanguageTest, OfABrokenFileIsEnglishAndTheWindowSaysWhy) {
  write("de.json", "{ \"texts\": ");
  speak("de_DE.UTF-8");
  ASSERT_TRUE(choose_language({}, folder_));
  EXPECT_STREQ(tr("File"), "File");
  ASSERT_EQ(used_translation().mistakes().size(), 1u);
  make_stage();
  const auto& messages = workspace().document.messages().list();
  EXPECT_TRUE(std::ranges::any_of(
      messages, [](const auto& each) { return each.text.find("de.json") != std::string::npos; }));
}

TEST_F(LanguageTest, HasWordsForAllJointsAndPoses) {
  use_translation(test::loud_translation());
  ASSERT_GT(used_translation().size(), 1000u);
  for (const Joint& joint : character_->skeleton.joints()) {
    const std::string plain = document::plain_name(joint);
    EXPECT_TRUE(test::is_loud(tr_sentence(plain))) << tr_sentence(plain);
    EXPECT_EQ(document::both_names(joint).find(plain), plain.empty() ? 0 : std::string::npos);
    EXPECT_TRUE(document::named_like(joint, plain)) << "found by the English name, too";
  }
  for (const scenes::NamedPose& pose : document::named_poses(character_->skeleton)) {
    EXPECT_TRUE(test::is_loud(document::pose_title(pose.name))) << pose.name;
    EXPECT_TRUE(test::is_loud(document::pose_title(pose.name + " *"))) << pose.name;
  }
}

TEST_F(LanguageTest, ShowsItsOwnPagesAndTheEnglishOnesOfOthers) {
  write("de.json", kGerman);
  speak("de_DE.UTF-8");
  std::filesystem::create_directories(folder_ / "languages/de");
  write("de/bad_weights.md", "# Schlechte Gewichte\n\nNeu malen.\n");
  write("de/bind_scale.md", "not a page");
  const std::string english = page_of_finding("bind_scale");
  ASSERT_TRUE(english.starts_with('#'));
  ASSERT_TRUE(choose_language({}, folder_));
  EXPECT_EQ(page_of_finding("bad_weights"), "# Schlechte Gewichte\n\nNeu malen.\n");
  EXPECT_EQ(page_of_finding("bind_scale"), english);
  EXPECT_TRUE(page_of_finding("no_such_finding").empty());
}

TEST_F(LanguageTest, NamedByItsFileMustBeUsable) {
  write("xx.json", kGerman);
  ASSERT_TRUE(choose_language(folder_ / "languages" / "xx.json", {}));
  EXPECT_STREQ(tr("File"), "Datei");
  EXPECT_FALSE(choose_language(folder_ / "languages" / "yy.json", {}));
}

}  // namespace
}  // namespace mannequin::preview
