// Importer profiles of worn glTF files.
#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class ImporterTest : public DocumentTest {
 protected:
  void SetUp() override {
    DocumentTest::SetUp();
    path_ = write_mesh(test::box_figure(character_.skeleton), "figure.glb");
    ASSERT_TRUE(document_->files.open(path_, false));
    document_->compute();
  }
  const WornFile& worn() const { return *document_->avatar().worn()[0]; }
  // Of the belly, a collision volume that is turned at rest.
  Mat34 belly() {
    document_->compute();
    const WornMesh& mesh = *worn().meshes.at(0);
    const auto& names = mesh.skin.desc().joint_names;
    return mesh.palette.at(static_cast<std::size_t>(std::ranges::find(names, "BELLY") - names.begin()));
  }
  static double apart(const Mat34& a, const Mat34& b) {
    double most = 0.0;
    for (int row = 0; row < 3; ++row) most = std::max<double>(most, glm::distance(a[row], b[row]));
    return most;
  }

  std::filesystem::path path_;
};

TEST_F(ImporterTest, IsTheViewersUntilSomebodyChoosesAnother) {
  EXPECT_EQ(worn().importer, kViewerImporter);
  EXPECT_TRUE(worn().depends_on_importer());
  const Mat34 viewer = belly();
  const std::size_t steps = document_->history().done();
  ASSERT_TRUE(document_->files.import_as(0, kViewerNextImporter));
  const Mat34 next = belly();
  EXPECT_EQ(worn().importer, kViewerNextImporter);
  EXPECT_GT(apart(viewer, next), 0.05);
  EXPECT_EQ(document_->history().done(), steps) << "how it is looked at is no step";
  EXPECT_TRUE(worn().on_disk);
  EXPECT_NE(document_->messages().list().back().text.find("the next Second Life viewer"), std::string::npos)
      << document_->messages().list().back().text;
  ASSERT_TRUE(document_->files.import_as(0, kStrictImporter));
  EXPECT_LT(apart(belly(), next), 1e-4) << "our own exporter keeps what the next viewer wants";
  ASSERT_TRUE(document_->files.import_as(0, kViewerImporter));
  EXPECT_EQ(apart(belly(), viewer), 0.0);
}

TEST_F(ImporterTest, StaysWhenTheFileIsReadAgain) {
  ASSERT_TRUE(document_->files.import_as(0, kViewerNextImporter));
  const Mat34 next = belly();
  document_->files.reload_all();
  EXPECT_EQ(worn().importer, kViewerNextImporter);
  EXPECT_EQ(apart(belly(), next), 0.0);
}

TEST_F(ImporterTest, IsChangedWhileTheWindowGoesOnAndTheLastWishCounts) {
  document_->files.wait_for_reading(std::chrono::milliseconds(0));
  ASSERT_TRUE(document_->files.import_as(0, kViewerNextImporter));
  EXPECT_EQ(worn().importer, kViewerImporter) << "not yet";
  ASSERT_EQ(document_->files.being_read().size(), 1u);
  EXPECT_EQ(document_->files.being_read()[0].row, &worn());
  ASSERT_TRUE(document_->files.import_as(0, kStrictImporter));
  EXPECT_EQ(document_->files.being_read().size(), 1u) << "the first is of no use any longer";
  wait_for_files();
  EXPECT_EQ(worn().importer, kStrictImporter);
  ASSERT_TRUE(document_->files.import_as(0, kViewerImporter));
  ASSERT_TRUE(document_->files.import_as(0, kStrictImporter)) << "as it is: nothing to do";
  wait_for_files();
  EXPECT_EQ(worn().importer, kStrictImporter);
}

TEST_F(ImporterTest, OfNewFilesIsTheOneAskedFor) {
  document_->wardrobe.import_new_as(kStrictImporter);
  const auto another = folder_ / "another.glb";
  std::filesystem::copy_file(path_, another);
  ASSERT_TRUE(document_->files.open(another, false));
  EXPECT_EQ(document_->avatar().worn().back()->importer, kStrictImporter);
  EXPECT_EQ(worn().importer, kViewerImporter) << "what is worn already stays";
}

TEST_F(ImporterTest, MeansNothingForOtherFilesAndTheBuiltinBody) {
  ASSERT_TRUE(document_->stand_in.wear_builtin("mannequin"));
  for (std::size_t i = 0; i < document_->avatar().worn().size(); ++i) {
    const WornFile& file = *document_->avatar().worn()[i];
    if (!file.file->is_builtin) continue;
    EXPECT_FALSE(file.depends_on_importer());
    const auto before = file.geometry();
    EXPECT_TRUE(document_->files.import_as(i, kStrictImporter));
    EXPECT_EQ(document_->avatar().worn()[i]->geometry(), before);
    return;
  }
  FAIL() << "no built-in body";
}

}  // namespace
}  // namespace mannequin::document
