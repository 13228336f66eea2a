// A worn garment mended in the background: one undo step, compared with what it was, saved to a separate
// file.
#include "tools/document/worn_mending.h"

#include <chrono>
#include <thread>

#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class WornMendingTest : public DocumentTest {
 protected:
  // A box for a belly half of which follows its volume, and one 4 mm larger over it.
  void dress(float share_of_cloth) {
    ASSERT_TRUE(document_->files.open(
        write_mesh(test::belly_box(character_.skeleton, 0.5f, 0.0f), "body.glb"), false));
    path_ = write_mesh(test::belly_box(character_.skeleton, share_of_cloth, 0.004f), "cloth.glb");
    ASSERT_TRUE(document_->files.open(path_, false));
    document_->forget_history();
    document_->update(0.0);
    document_->fit.choice.bodies = {document_->avatar().worn()[0]};
    document_->fit.choice.plan = FitPlan::poses;
  }
  WornMending& mending() { return document_->mending; }
  const WornFile& cloth() { return *document_->avatar().worn()[1]; }
  std::string last_message() { return document_->messages().list().back().text; }
  void wait() {
    for (int i = 0; i < 12000 && mending().running(); ++i) {
      document_->update(0.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_FALSE(mending().running());
  }
  double depth_now() {
    document_->fit.need_now(true);
    for (int i = 0; i < 2000 && (i < 3 || !document_->fit.now() || document_->fit.measuring()); ++i) {
      document_->update(0.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return document_->fit.now()->depth();
  }

  std::filesystem::path path_;
};

TEST_F(WornMendingTest, LessComesThroughUndoTakesItBackAndTheComparisonHasBoth) {
  const std::filesystem::path settings = folder_ / "settings";
  document_ = std::make_unique<Document>(character_, AvatarInputs(), Settings(settings));
  dress(0.0f);  // never fitted
  document_->sliders.set(parameter(157), 100.0);
  document_->forget_history();
  const auto on_disk = io::read_file(path_);
  const auto before = cloth().geometry();
  const double depth = depth_now();
  ASSERT_GT(depth, 0.005);
  ASSERT_TRUE(mending().run(1)) << last_message();
  wait();
  ASSERT_TRUE(cloth().unsaved) << last_message();
  EXPECT_EQ(depth_now(), 0.0);
  EXPECT_EQ(document_->history().size(), 1u);
  EXPECT_EQ(document_->history().undo_name(), "Mend cloth.glb");
  EXPECT_NE(mending().result(), nullptr);
  EXPECT_GE(mending().report().size(), 3u);
  EXPECT_EQ(document_->binding.unsaved(), std::vector<std::size_t>{1});
  EXPECT_EQ(document_->binding.proposed_path(1).filename(), "cloth_mended.glb");
  // The next session, too, knows that it was mended.
  document_->kept.end();
  Document next(character_, AvatarInputs(), Settings(settings));
  next.kept.restore();
  for (int i = 0; i < 2000 && next.files.reading(); ++i) {
    next.update(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ASSERT_EQ(next.binding.unsaved(), std::vector<std::size_t>{1});
  EXPECT_EQ(next.binding.proposed_path(1).filename(), "cloth_mended.glb");
  document_->comparison.set_differs(Comparison::Differs::file);
  document_->comparison.need(true);
  document_->update(0.0);
  EXPECT_EQ(document_->comparison.other()->worn()[1]->geometry(), before);
  const auto mended = cloth().meshes[0]->mesh.positions()[0];
  ASSERT_TRUE(document_->binding.save(1, folder_ / "mended.glb")) << last_message();
  const auto saved = io::read_bound_mesh(folder_ / "mended.glb");
  ASSERT_TRUE(saved);
  EXPECT_LT(glm::distance(saved->meshes[0].mesh.positions[0], Vec3f(mended)), 1e-6f);
  document_->update(0.0);
  EXPECT_EQ(document_->comparison.other()->worn()[1]->geometry(), before) << "saved under another name";
  EXPECT_TRUE(document_->comparison.name(document_->avatar()).starts_with("cloth.glb of "))
      << document_->comparison.name(document_->avatar());
  document_->undo();
  EXPECT_EQ(cloth().geometry(), before);
  EXPECT_TRUE(mending().report().empty()) << "of what is no longer worn";
  EXPECT_TRUE(*io::read_file(path_) == *on_disk);
}

TEST_F(WornMendingTest, AFileSavedMeanwhileIsNotReplacedByItsOldVersion) {
  dress(0.0f);
  document_->sliders.set(parameter(157), 100.0);
  document_->forget_history();
  ASSERT_TRUE(mending().run(1));
  EXPECT_EQ(mending().name(), "cloth.glb");
  write_mesh(test::belly_box(character_.skeleton, 0.25f, 0.008f), "cloth.glb");
  const auto saved = std::filesystem::last_write_time(path_) + std::chrono::seconds(5);
  std::filesystem::last_write_time(path_, saved);
  document_->files.reload_all();
  wait();
  EXPECT_NE(last_message().find("cloth.glb has been read again"), std::string::npos) << last_message();
  EXPECT_FALSE(cloth().unsaved);
  EXPECT_EQ(document_->history().size(), 0u);
  const auto now = io::read_bound_mesh(path_);
  ASSERT_TRUE(now);
  EXPECT_EQ(cloth().meshes[0]->mesh.positions()[0], now->meshes[0].mesh.positions[0]);
}

TEST_F(WornMendingTest, StoppedOrNotNeededItChangesNothing) {
  dress(0.0f);
  document_->sliders.set(parameter(157), 100.0);
  document_->forget_history();
  ASSERT_TRUE(mending().run(1));
  mending().cancel();
  wait();
  EXPECT_EQ(last_message(), "Stopped mending cloth.glb; nothing was changed");
  EXPECT_EQ(document_->history().size(), 0u);
  EXPECT_FALSE(cloth().unsaved);
  EXPECT_FALSE(mending().run(0)) << "it is the body";
  EXPECT_NE(last_message().find("over it"), std::string::npos) << last_message();

  document_ = std::make_unique<Document>(character_, AvatarInputs());
  dress(0.5f);
  ASSERT_TRUE(mending().run(1));
  wait();
  EXPECT_FALSE(cloth().unsaved);
  EXPECT_EQ(mending().result(), nullptr);
  EXPECT_EQ(mending().report().size(), 1u);
}

}  // namespace
}  // namespace mannequin::document
