// Files that cannot be worn: they get a row with the reason, appear among the findings, and are retried.
#include <chrono>

#include "engine/wear/file_findings.h"
#include "tests/document/document_case.h"
#include "tests/shared_files.h"

namespace mannequin::document {
namespace {

class RefusedFileTest : public DocumentTest {
 protected:
  // A box on one bone with an unknown name. `skeleton`: adds the bones above, which the avatar has.
  std::filesystem::path unknown_bone(const Skeleton* skeleton = nullptr) {
    BoundMeshDesc desc = test::box_on(character_.skeleton, "mChest", {});
    const auto good = io::write_glb(std::span(&desc, 1), skeleton);
    EXPECT_TRUE(good);
    // Of the same length, so that nothing else in the file changes.
    std::string text(io::as_text(*good));
    for (auto at = text.find("mChest"); at != std::string::npos; at = text.find("mChest"))
      text.replace(at, 6, "mChesd");
    EXPECT_TRUE(io::write_file(folder_ / "odd.glb", std::string_view(text)));
    return folder_ / "odd.glb";
  }
  void write_good(const char* name) { write_mesh(test::box_on(character_.skeleton, "mChest", {}), name); }
  void look() {
    for (int i = 0; i < 3; ++i) document_->files.look(now_ += FileWatch::kInterval);
    wait_for_findings();
  }
  const WornFile& row(std::size_t index = 0) const { return *document_->avatar().worn()[index]; }
  std::size_t rows() const { return document_->avatar().worn().size(); }
  const std::string& told() const { return document_->messages().list().back().text; }

  FileWatch::Clock::time_point now_{std::chrono::hours(1)};
};

TEST_F(RefusedFileTest, AnUnknownBoneIsARowAndTheFindingOfCheck) {
  const auto path = unknown_bone();
  const Status opened = document_->files.open(path, false);
  ASSERT_FALSE(opened);
  EXPECT_TRUE(opened.error().where.starts_with("odd.glb"))
      << "for the command line: " << opened.error().where;
  EXPECT_TRUE(told().starts_with("odd.glb: ")) << told();
  wait_for_findings();
  ASSERT_EQ(rows(), 1u);
  EXPECT_TRUE(row().refused());
  EXPECT_FALSE(row().problem.empty());
  const Findings wanted = file_findings(*io::read_bound_mesh(path), character_, {});
  const auto& list = document_->findings().list();
  ASSERT_EQ(list.size(), wanted.size());
  EXPECT_EQ(list[0].finding.code, "unknown_joint");
  EXPECT_EQ(list[0].finding.message, wanted[0].message);
  EXPECT_TRUE(list[0].text().starts_with("odd.glb")) << list[0].text();
  EXPECT_GE(document_->findings().count(Severity::error), 1u);
  EXPECT_NE(document_->findings().verdict().find("refuse"), std::string::npos);
  // Everything else continues.
  document_->comparison.need(true);
  document_->update(0.0);
  document_->comparison.need(false);

  ASSERT_FALSE(document_->files.open(path, false));
  EXPECT_EQ(rows(), 1u) << "tried again it has its row already";
  document_->wardrobe.take_off(0);
  EXPECT_EQ(rows(), 0u);
  wait_for_findings();
  EXPECT_EQ(document_->findings().count(Severity::error), 0u);
  EXPECT_FALSE(document_->findings().judged()) << "what is not there is not good";
  document_->undo();
  EXPECT_EQ(rows(), 1u);
  ASSERT_TRUE(document_->files.open(write_mesh(test::box_figure(character_.skeleton), "sound.glb"), false));
  wait_for_findings();
  EXPECT_TRUE(document_->findings().judged());
}

// Viewers drop a bone that they do not know among others that they know: no reason to refuse the file.
TEST_F(RefusedFileTest, AnUnknownBoneAmongKnownOnesIsAWarning) {
  ASSERT_TRUE(document_->files.open(unknown_bone(&character_.skeleton), false));
  wait_for_findings();
  ASSERT_EQ(rows(), 1u);
  EXPECT_FALSE(row().refused());
  const auto& list = document_->findings().list();
  const auto found = std::ranges::find_if(
      list, [](const FileFinding& each) { return each.finding.code == "unknown_joint"; });
  ASSERT_NE(found, list.end());
  EXPECT_EQ(found->finding.severity, Severity::warning);
  EXPECT_EQ(found->finding.joint, "mChesd");
}

TEST_F(RefusedFileTest, TheNextGoodSaveIsWornByItself) {
  ASSERT_TRUE(document_->stand_in.wear_builtin("mannequin"));
  ASSERT_TRUE(document_->stand_in.wear_builtin("top"));
  EXPECT_FALSE(document_->files.open(unknown_bone(), true));
  ASSERT_EQ(rows(), 3u) << "nothing has to make room yet";
  wait_for_findings();
  write_good("odd.glb");
  look();
  ASSERT_EQ(rows(), 2u);
  EXPECT_FALSE(row(1).refused());
  EXPECT_TRUE(row(1).problem.empty());
  EXPECT_TRUE(row(1).joint_positions) << "as it was opened";
  EXPECT_TRUE(told().starts_with("Wearing odd.glb")) << told();
  EXPECT_EQ(document_->findings().count(Severity::error), 0u);
  EXPECT_EQ(document_->avatar().visible_meshes().size(), document_->avatar().worn()[0]->meshes.size() + 1);
}

TEST_F(RefusedFileTest, WhatIsStillBeingWrittenIsReadWhenItIsWhole) {
  const std::vector<std::string_view> unfinished = {"", "glTF", "<?xml version=\"1.0\"?><COLLADA"};
  for (const std::string_view text : unfinished) {
    const char* name = text.starts_with('<') ? "late.dae" : "late.glb";
    ASSERT_TRUE(io::write_file(folder_ / name, text));
    EXPECT_FALSE(document_->files.open(folder_ / name, false));
    wait_for_findings();
    ASSERT_EQ(rows(), 1u) << text;
    EXPECT_EQ(row().file, nullptr);
    EXPECT_EQ(document_->findings().count(Severity::error), 1u);
    EXPECT_EQ(document_->findings().list()[0].finding.code, "unreadable");
    // A little more of it, but not all.
    ASSERT_TRUE(io::write_file(folder_ / name, std::string(text) + " and more"));
    look();
    EXPECT_TRUE(row().refused());
    EXPECT_EQ(told().find("Still showing"), std::string::npos) << told();
    if (text.starts_with('<')) break;
    write_good(name);
    look();
    EXPECT_FALSE(row().refused()) << row().problem;
    document_->wardrobe.take_off(0);
  }
}

TEST_F(RefusedFileTest, WhatIsOpenedAgainTakesThePlaceOfItsRow) {
  const auto path = unknown_bone();
  EXPECT_FALSE(document_->files.open(path, false));
  write_good("odd.glb");
  ASSERT_TRUE(document_->files.open(path, false));
  ASSERT_EQ(rows(), 1u);
  EXPECT_FALSE(row().refused());
}

TEST_F(RefusedFileTest, AFileThatIsNotThereHasNoRow) {
  EXPECT_FALSE(document_->files.open(folder_ / "nowhere.glb", false));
  EXPECT_EQ(rows(), 0u);
  EXPECT_TRUE(told().starts_with("nowhere.glb: ")) << told();
  EXPECT_EQ(told().find(folder_.string()), std::string::npos) << told();
}

TEST_F(RefusedFileTest, SeveralAtOnceAreOneSummaryAndAllAreFindings) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/dae/unknown_joint.dae");
  std::vector<std::filesystem::path> paths = {unknown_bone()};
  for (const char* name : {"unknown_joint", "truncated", "unrigged", "ok_triangles"})
    paths.push_back(test::shared_path("fixtures/spoilt/dae/" + std::string(name) + ".dae"));
  document_->files.open_all(paths);
  EXPECT_EQ(told(), "Opened 1 file, but not odd.glb, unknown_joint.dae, truncated.dae, unrigged.dae");
  wait_for_findings();
  EXPECT_EQ(rows(), 5u);
  const auto has = [&](const char* file, const char* code) {
    return std::ranges::any_of(document_->findings().list(), [&](const FileFinding& found) {
      return found.path.filename() == file && found.finding.code == code;
    });
  };
  EXPECT_TRUE(has("odd.glb", "unknown_joint"));
  EXPECT_TRUE(has("unknown_joint.dae", "unknown_joint"));
  EXPECT_TRUE(has("truncated.dae", "unreadable"));
  EXPECT_TRUE(has("unrigged.dae", "not_rigged"));
}

}  // namespace
}  // namespace mannequin::document
