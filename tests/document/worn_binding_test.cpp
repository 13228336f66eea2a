// Weights made for worn files: equal to the command's, one undo step, saved to a separate file.
#include "tools/document/worn_binding.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <set>
#include <thread>

#include "engine/io/builtin_mesh.h"
#include "engine/io/own_obj.h"
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

// The copy that is kept of weights is a .glb, whose binds importers rebuild.
TEST_F(WornBindingTest, WhatFacesElsewhereGetsNoTick) {
  BoundMeshDesc turned = io::read_builtin_mesh("top", Sex::female).value().meshes[0];
  for (auto* list : {&turned.mesh.positions, &turned.mesh.normals})
    for (Vec3f& each : *list) each = {-each.y, each.x, each.z};
  wear(top());
  wear(write_mesh(turned, "turned.glb"));
  for (const auto& [row, kind] :
       {std::pair(0u, Message::Kind::done), std::pair(1u, Message::Kind::warning)}) {
    binding().choose({});
    binding().run(row);
    wait();
    EXPECT_EQ(document_->messages().list().back().kind, kind) << last_message();
  }
}

TEST_F(WornBindingTest, WhatWasBoundOfAnObjLooksAndFitsTheSameInTheNextSession) {
  document_ = std::make_unique<Document>(character_, AvatarInputs(), Settings(folder_ / "settings"));
  const auto dress = io::read_builtin_mesh("dress", Sex::female);
  ASSERT_TRUE(dress);
  const MeshDesc& mesh = dress->meshes.front().mesh;
  std::string text(io::kOwnObjLine);
  for (const Vec3f& p : mesh.positions) text += fmt::format("\nv {} {} {}", p.x, p.y, p.z);
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
    text +=
        fmt::format("\nf {} {} {}", mesh.indices[i] + 1, mesh.indices[i + 1] + 1, mesh.indices[i + 2] + 1);
  ASSERT_TRUE(io::write_file(folder_ / "gown.obj", text));
  (void)document_->files.open(folder_ / "gown.obj", false);
  ASSERT_EQ(document_->avatar().worn().size(), 1u);
  binding().run(0);
  wait();
  ASSERT_TRUE(row(0).unsaved) << last_message();
  EXPECT_FALSE(row(0).keeps_colors) << "it has none";
  EXPECT_NE(row(0).tint, Vec3f(1.0f)) << "not told from a body at a glance";

  document_->sliders.set(parameter(637), 100.0);
  const auto vertices = [](Document& document) {
    document.update(0.0);
    const WornMesh& worn = *document.avatar().worn()[0]->meshes.front();
    std::vector<Vec3> all;
    for (std::size_t v = 0; v < worn.mesh.vertex_count(); ++v) all.push_back(skinned_vertex(worn, v));
    return all;
  };
  const auto codes = [](Document& document) {
    for (int i = 0; i < 2000 && !document.findings().finished(); ++i) {
      document.update(0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::multiset<std::string> found;
    for (const FileFinding& each : document.findings().list()) found.insert(each.finding.code);
    return found;
  };
  const std::vector<Vec3> before = vertices(*document_);
  const auto said = codes(*document_);
  document_->kept.end();

  Document next(character_, AvatarInputs(), Settings(folder_ / "settings"));
  next.kept.restore();
  for (int i = 0; i < 2000 && next.files.reading(); ++i) {
    next.update(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ASSERT_EQ(next.avatar().worn().size(), 1u);
  const WornFile& worn = *next.avatar().worn()[0];
  ASSERT_TRUE(worn.unsaved);
  EXPECT_EQ(worn.tint, row(0).tint);
  EXPECT_FALSE(worn.keeps_colors);
  EXPECT_FALSE(worn.depends_on_importer());
  const std::vector<Vec3> after = vertices(next);
  ASSERT_EQ(after.size(), before.size());
  double farthest = 0.0;
  for (std::size_t v = 0; v < after.size(); ++v)
    farthest = std::max(farthest, glm::distance(before[v], after[v]));
  EXPECT_LT(farthest, 1e-5);
  EXPECT_EQ(codes(next), said);
}

}  // namespace
}  // namespace mannequin::document
