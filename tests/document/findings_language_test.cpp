// What the uploader's check says, in the language of a translator who has done everything.
#include <nlohmann/json.hpp>

#include "engine/io/gltf_writer.h"
#include "engine/wear/file_findings.h"
#include "tests/document/document_case.h"
#include "tests/shared_files.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// Every text in angle quotes.
Translation everything_quoted() {
  const auto path = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "tools/preview/texts/en.json";
  const auto bytes = io::read_file(path);
  if (!bytes) return {};
  nlohmann::json catalogue = nlohmann::json::parse(io::as_text(*bytes));
  for (const char* section : {"texts", "sentences"})
    for (auto& [english, text] : catalogue[section].items()) text = "\u00ab" + english + "\u00bb";
  for (auto& [english, forms] : catalogue["counted"].items())
    forms = {"\u00ab" + english + "\u00bb", "\u00ab" + english + "\u00bb"};
  auto read = Translation::read(catalogue.dump(), path.string());
  EXPECT_TRUE(read) << read.error().message();
  return read ? *read : Translation();
}

class FindingsLanguageTest : public DocumentTest {
 protected:
  void SetUp() override {
    DocumentTest::SetUp();
    use_translation(everything_quoted());
    EXPECT_TRUE(used_translation().mistakes().empty()) << used_translation().mistakes().front();
  }
  void TearDown() override {
    document_.reset();
    use_translation({});
  }
};

bool is_in_it(const std::string& text) { return text.empty() || text.find("\u00ab") != std::string::npos; }

TEST_F(FindingsLanguageTest, WhatIsWornIsJudgedInIt) {
  ASSERT_TRUE(document_->files.open(
      write_mesh(test::box_on(character_.skeleton, "mChest", {0.0, 0.0, 0.2}), "a.glb"), true));
  ASSERT_TRUE(document_->files.open(write_mesh(test::rigid_box(), "b.glb"), false) || true);
  wait_for_findings();
  ASSERT_FALSE(document_->findings().list().empty());
  for (const FileFinding& found : document_->findings().list()) {
    EXPECT_TRUE(is_in_it(found.finding.message)) << found.finding.code << ": " << found.finding.message;
    EXPECT_TRUE(is_in_it(found.finding.remedy)) << found.finding.code << ": " << found.finding.remedy;
  }
  EXPECT_TRUE(is_in_it(document_->messages().list().back().text)) << document_->messages().list().back().text;
}

TEST_F(FindingsLanguageTest, SoIsEverySpoiltFile) {
  std::size_t files = 0, found = 0;
  for (const char* folder :
       {"fixtures/spoilt/dae", "fixtures/spoilt/gltf", "fixtures/spoilt/asset", "fixtures/ruth2"}) {
    MANNEQUIN_NEEDS_SHARED(folder);
    for (const auto& entry : std::filesystem::directory_iterator(test::shared_path(folder))) {
      if (entry.path().extension() == ".bin" || entry.path().extension() == ".md") continue;
      ++files;
      const auto file = io::read_bound_mesh(entry.path());
      const Findings findings =
          file ? file_findings(*file, character_, {}) : Findings{unreadable_finding(file.error())};
      for (const Finding& each : findings) {
        ++found;
        const std::string message = tr_sentence(each.message), remedy = tr_sentence(each.remedy);
        EXPECT_TRUE(is_in_it(message))
            << entry.path().filename() << ": " << each.code << ": " << each.message;
        EXPECT_TRUE(is_in_it(remedy)) << entry.path().filename() << ": " << each.code << ": " << each.remedy;
      }
    }
  }
  EXPECT_GT(files, 100u);
  EXPECT_GT(found, 100u);
}

}  // namespace
}  // namespace mannequin::document
