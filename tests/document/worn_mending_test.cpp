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
  // A figure of boxes, and one like it as its garment: this much bigger.
  void dress(float metres) {
    BoundMeshDesc figure = test::divided(test::box_figure(character_.skeleton), 2);
    ASSERT_TRUE(document_->files.open(write_mesh(figure, "body.glb"), false));
    for (std::size_t v = 0; v < figure.mesh.positions.size(); ++v)
      figure.mesh.positions[v] += metres * figure.mesh.normals[v];
    path_ = write_mesh(figure, "cloth.glb");
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
    return document_->fit.now()->depth;
  }

  std::filesystem::path path_;
};

TEST_F(WornMendingTest, LessComesThroughUndoTakesItBackAndTheComparisonHasBoth) {
  dress(-0.002f);
  const auto on_disk = io::read_file(path_);
  const auto before = cloth().geometry();
  const double depth = depth_now();
  ASSERT_GT(depth, 0.001);
  ASSERT_TRUE(mending().run(1)) << last_message();
  wait();
  ASSERT_TRUE(cloth().unsaved) << last_message();
  EXPECT_LT(depth_now(), depth);
  EXPECT_EQ(document_->history().size(), 1u);
  EXPECT_EQ(document_->history().undo_name(), "Mend cloth.glb");
  EXPECT_NE(mending().result(), nullptr);
  EXPECT_GE(mending().report().size(), 3u);
  EXPECT_EQ(document_->binding.unsaved(), std::vector<std::size_t>{1});
  document_->comparison.set_differs(Comparison::Differs::file);
  document_->comparison.need(true);
  document_->update(0.0);
  EXPECT_EQ(document_->comparison.other()->worn()[1]->geometry(), before);
  const auto mended = cloth().meshes[0]->mesh.positions()[0];
  ASSERT_TRUE(document_->binding.save(1, folder_ / "mended.glb")) << last_message();
  const auto saved = io::read_bound_mesh(folder_ / "mended.glb");
  ASSERT_TRUE(saved);
  EXPECT_LT(glm::distance(saved->meshes[0].mesh.positions[0], Vec3f(mended)), 1e-6f);
  document_->undo();
  EXPECT_EQ(cloth().geometry(), before);
  EXPECT_TRUE(*io::read_file(path_) == *on_disk);
}

TEST_F(WornMendingTest, StoppedOrNotNeededItChangesNothing) {
  dress(-0.002f);
  ASSERT_TRUE(mending().run(1));
  mending().cancel();
  wait();
  EXPECT_EQ(last_message(), "Stopped mending cloth.glb; nothing was changed");
  EXPECT_EQ(document_->history().size(), 0u);
  EXPECT_FALSE(cloth().unsaved);
  EXPECT_FALSE(mending().run(0)) << "it is the body";
  EXPECT_NE(last_message().find("over it"), std::string::npos) << last_message();

  document_ = std::make_unique<Document>(character_, AvatarInputs());
  dress(0.04f);
  document_->fit.choice.plan = FitPlan::poses;
  ASSERT_TRUE(mending().run(1));
  wait();
  EXPECT_FALSE(cloth().unsaved);
  EXPECT_EQ(mending().result(), nullptr);
  EXPECT_EQ(mending().report().size(), 1u);
}

}  // namespace
}  // namespace mannequin::document
