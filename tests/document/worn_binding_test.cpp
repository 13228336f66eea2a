// Weights made for worn files: equal to the command's, one undo step, saved to a separate file.
#include "tools/document/worn_binding.h"

#include <chrono>
#include <cstdlib>
#include <thread>

#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class WornBindingTest : public DocumentTest {
 protected:
  WornBinding& binding() { return document_->binding; }
  const WornFile& row(std::size_t index) { return *document_->avatar().worn()[index]; }

  void wear(const std::filesystem::path& path) {
    ASSERT_TRUE(document_->files.open(path, false));
    document_->forget_history();
  }
  // The built-in top under a name of its own.
  std::filesystem::path top() {
    const std::filesystem::path to = folder_ / "top.glb";
    std::filesystem::copy_file(std::string(MANNEQUIN_SOURCE_DIR) + "/assets/top.glb", to);
    return to;
  }
  void wait() {
    for (int i = 0; i < 3000 && binding().running(); ++i) {
      document_->update(0.0);
      if (binding().running()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_FALSE(binding().running());
  }
  // How much weight joints of this kind have.
  double weight_on(std::size_t index, JointKind kind) {
    double sum = 0.0;
    for (const auto& mesh : row(index).meshes)
      for (const VertexInfluences& influences : mesh->skin.influences())
        for (std::size_t k = 0; k < kMaxInfluences; ++k)
          if (influences.weight[k] > 0.0f && influences.joint[k] < mesh->skin.joint_count()) {
            const JointIndex joint = mesh->skin.joints()[influences.joint[k]];
            if (joint != kNoJoint && character_.skeleton[joint].kind == kind) sum += influences.weight[k];
          }
    return sum;
  }
  std::string last_message() { return document_->messages().list().back().text; }
};

TEST_F(WornBindingTest, WritesWhatTheCommandWrites) {
  const auto path = top();
  wear(path);
  BindChoice choice;
  choice.method = BindMethod::transfer;
  choice.smooth = 2;
  choice.prune = 0.02;
  choice.sharpen = 1;
  choice.mirror.emplace().from_left = false;
  choice.weld = 0.001;
  choice.fitted = 40;
  choice.fitted_bones["mTorso"] = 90;
  choice.keep_empty = true;
  binding().choose(choice);
  binding().run(0);
  wait();
  ASSERT_TRUE(row(0).unsaved) << last_message();
  const auto says_importers_differ = [&] {
    wait_for_findings();
    return std::ranges::any_of(document_->findings().list(), [](const FileFinding& found) {
      return found.finding.code == "importer_profile";
    });
  };
  EXPECT_TRUE(says_importers_differ()) << "not looked at yet, so it must not look as if all were well";
  ASSERT_TRUE(binding().save(0, folder_ / "window.glb")) << last_message();
  EXPECT_FALSE(row(0).unsaved);
  EXPECT_TRUE(says_importers_differ());
  EXPECT_EQ(row(0).path, folder_ / "window.glb");
  const std::string command = std::string(MANNEQUIN_PROGRAM) + " bind " + path.string() + " -o " +
                              (folder_ / "command.glb").string() +
                              " --method transfer --smooth 2 --prune 0.02 --fitted 40 --sharpen 1 --mirror "
                              "--mirror-from right --weld 0.001 --fitted mTorso=90 --keep-empty "
                              ">/dev/null 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT: the project's own program, on files of the test
  const auto window = io::read_file(folder_ / "window.glb"), program = io::read_file(folder_ / "command.glb");
  ASSERT_TRUE(window && program);
  EXPECT_TRUE(*window == *program);
}

TEST_F(WornBindingTest, IsOneStepOfUndoAndLeavesTheFileAlone) {
  const auto path = top();
  const auto before = io::read_file(path);
  wear(path);
  const double volumes = weight_on(0, JointKind::collision_volume);
  ASSERT_GT(volumes, 1.0);  // the top is fitted
  BindChoice choice;
  choice.method = BindMethod::preserve;
  choice.fitted = 0;
  binding().choose(choice);
  binding().run(0);
  wait();
  EXPECT_EQ(document_->history().size(), 1u);
  EXPECT_NEAR(weight_on(0, JointKind::collision_volume), 0.0, 1e-6);
  EXPECT_EQ(binding().unsaved(), std::vector<std::size_t>{0});
  document_->undo();
  EXPECT_NEAR(weight_on(0, JointKind::collision_volume), volumes, 1e-6);
  EXPECT_TRUE(binding().unsaved().empty());
  EXPECT_EQ(binding().result(), nullptr);
  document_->redo();
  EXPECT_NEAR(weight_on(0, JointKind::collision_volume), 0.0, 1e-6);
  EXPECT_TRUE(*io::read_file(path) == *before);
}

TEST_F(WornBindingTest, AnotherOptionDoesTheLastOperationAgainInTheSameStep) {
  wear(top());
  BindChoice choice;
  choice.method = BindMethod::preserve;
  choice.fitted = 0;
  binding().choose(choice);
  EXPECT_FALSE(binding().running());  // there is no last operation
  binding().run(0);
  wait();
  choice.fitted = 100;
  binding().choose(choice);
  EXPECT_TRUE(binding().running());
  wait();
  EXPECT_GT(weight_on(0, JointKind::collision_volume), 1.0);
  EXPECT_EQ(document_->history().size(), 1u);
  EXPECT_EQ(document_->history().undo_name(), "Bind top.glb by its own weights");
  // From the original, not from its own result.
  choice.fitted.reset();
  binding().choose(choice);
  wait();
  const double again = weight_on(0, JointKind::collision_volume);
  document_->undo();
  EXPECT_NEAR(weight_on(0, JointKind::collision_volume), again, 0.01 * again);
  // Undone, it is the last operation no longer.
  choice.fitted = 50;
  binding().choose(choice);
  EXPECT_FALSE(binding().running());
}

TEST_F(WornBindingTest, OtherStepsInBetweenStaySteps) {
  wear(top());
  BindChoice choice;
  choice.method = BindMethod::preserve;
  choice.fitted = 0;
  binding().choose(choice);
  binding().run(0);
  wait();
  document_->wardrobe.show(0, false);
  choice.fitted = 100;
  binding().choose(choice);
  wait();
  EXPECT_EQ(document_->history().size(), 3u);
  document_->undo();
  EXPECT_NEAR(weight_on(0, JointKind::collision_volume), 0.0, 1e-6);
  EXPECT_FALSE(row(0).visible);
}

TEST_F(WornBindingTest, OptionsAndReportAreThoseOfTheRowAsItIsWorn) {
  wear(top());
  BindChoice choice;
  choice.method = BindMethod::preserve;
  choice.fitted = 0;
  binding().be_about(0);
  binding().choose(choice);
  binding().run(0);
  wait();
  document_->wardrobe.show(0, false);
  choice.fitted = 100;
  binding().choose(choice);
  wait();
  ASSERT_EQ(document_->history().size(), 3u);
  // The one before is worn again, with what it was bound with; a change is of that.
  document_->undo();
  binding().be_about(0);
  EXPECT_EQ(binding().choice().fitted, 0);
  EXPECT_NE(binding().result(), nullptr);
  EXPECT_EQ(binding().report().size(), 1u);
  document_->redo();
  binding().be_about(0);
  EXPECT_EQ(binding().choice().fitted, 100);
  // Before all of them it was not bound: there is no report.
  for (int i = 0; i < 3; ++i) document_->undo();
  binding().be_about(0);
  EXPECT_EQ(binding().result(), nullptr);
  EXPECT_TRUE(binding().report().empty());
  choice.fitted = 50;
  binding().choose(choice);
  EXPECT_FALSE(binding().running());
}

TEST_F(WornBindingTest, CancelledItChangesNothing) {
  wear(top());
  binding().run(0);
  binding().cancel();
  EXPECT_TRUE(binding().stopping());
  wait();
  EXPECT_FALSE(row(0).unsaved);
  EXPECT_EQ(document_->history().size(), 0u);
  EXPECT_NE(last_message().find("Stopped"), std::string::npos);
}

TEST_F(WornBindingTest, AnObjWithoutWeightsIsWornOnceItHasSome) {
  const auto path = folder_ / "box.obj";
  // Around the left forearm, metres, Y up.
  constexpr const char* kBox =
      "v 0.42 1.49 0.06\nv 0.42 1.49 0.01\nv 0.42 1.55 0.01\nv 0.42 1.55 0.06\n"
      "v 0.60 1.49 0.06\nv 0.60 1.49 0.01\nv 0.60 1.55 0.01\nv 0.60 1.55 0.06\n"
      "f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";
  ASSERT_TRUE(io::write_file(path, std::string_view(kBox)));
  EXPECT_FALSE(document_->files.open(path, false));
  ASSERT_EQ(document_->avatar().worn().size(), 1u);
  EXPECT_TRUE(row(0).refused());
  EXPECT_NE(row(0).problem.find("Bind tab"), std::string::npos) << row(0).problem;
  ASSERT_TRUE(binding().can_bind(0));
  BindChoice choice;
  choice.method = BindMethod::heat;
  binding().choose(choice);
  binding().run(0);
  wait();
  ASSERT_FALSE(row(0).refused()) << last_message();
  EXPECT_NEAR(weight_on(0, JointKind::bone), static_cast<double>(row(0).vertex_count()), 1e-3);
  EXPECT_EQ(binding().proposed_path(0), folder_ / "box_bound.glb");
  ASSERT_TRUE(binding().save(0, folder_ / "box_bound.glb")) << last_message();
  EXPECT_TRUE(io::read_bound_mesh(folder_ / "box_bound.glb")->meshes.front().rigged());
}

TEST_F(WornBindingTest, TheFileItCameFromIsNeverReplaced) {
  const auto path = top();
  const auto before = io::read_file(path);
  wear(path);
  BindChoice choice;
  choice.method = BindMethod::preserve;
  binding().choose(choice);
  binding().run(0);
  wait();
  EXPECT_FALSE(binding().save(0, path));
  EXPECT_FALSE(binding().save(0, folder_ / "." / "top.glb"));
  EXPECT_FALSE(binding().save(0, folder_ / "top.obj"));
  EXPECT_TRUE(row(0).unsaved);
  EXPECT_TRUE(*io::read_file(path) == *before);
}

// A head has no weights to give to a foot: what gets none is named, and nothing changes.
TEST_F(WornBindingTest, WithoutWeightsForAllNothingIsChanged) {
  wear(write_mesh(test::box_figure(character_.skeleton), "figure.glb"));
  BindChoice choice;
  choice.method = BindMethod::heat;
  choice.joints = "nonsense";
  binding().choose(choice);
  binding().run(0);
  wait();
  EXPECT_FALSE(row(0).unsaved);
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::error);
}

}  // namespace
}  // namespace mannequin::document
