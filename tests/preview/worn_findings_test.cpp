// The findings panel's contents and what [Show] does.
#include "tools/document/worn_findings.h"

#include <chrono>
#include <thread>

#include "engine/wear/file_findings.h"
#include "tests/animation/clip_case.h"
#include "tests/preview/workspace_case.h"
#include "tools/document/offset_table.h"

namespace mannequin::preview {
namespace {

class WornFindingsTest : public WorkspaceTest {
 protected:
  void settle() {
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(workspace().actions.update(0.02));
      if (workspace().document.findings().finished() && !workspace().view.camera_control.flying() && i > 40)
        return;
      if (!workspace().document.findings().finished())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    FAIL() << "the findings never came";
  }
};

TEST_F(WornFindingsTest, AreThoseOfCheckForEveryWornFile) {
  if (!character_) return;
  ASSERT_TRUE(workspace().document.stand_in.wear_builtin("mannequin"));
  settle();
  EXPECT_TRUE(workspace().document.findings().list().empty()) << "the built-in body is nobody's to upload";
  const auto moved = write_mesh(test::box_figure(character_->skeleton, true), "findings_moved.glb");
  for (const bool on : {false, true}) {
    if (on)
      workspace().document.wardrobe.use_joint_positions(0, true);
    else
      ASSERT_TRUE(workspace().document.files.open(moved, false));
    settle();
    const Findings wanted = file_findings(*io::read_bound_mesh(moved), *character_, {on});
    ASSERT_EQ(workspace().document.findings().list().size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(workspace().document.findings().list()[i].finding.message, wanted[i].message);
      EXPECT_EQ(workspace().document.findings().list()[i].finding.code, wanted[i].code);
    }
  }
}

TEST_F(WornFindingsTest, ABrokenSaveIsAnErrorThatHealsItself) {
  if (!character_) return;
  const auto path = write_mesh(test::box_figure(character_->skeleton), "findings_broken.glb");
  ASSERT_TRUE(workspace().document.files.open(path, false));
  settle();
  EXPECT_EQ(workspace().document.findings().count(Severity::error), 0u);
  ASSERT_TRUE(io::write_file(path, std::string_view("glTF")));
  workspace().document.files.reload_all();
  settle();
  EXPECT_EQ(workspace().document.findings().count(Severity::error), 1u);
  EXPECT_NE(workspace().document.findings().verdict().find("1 error"), std::string::npos);
  ASSERT_FALSE(workspace().document.findings().list().empty());
  EXPECT_EQ(workspace().document.findings().list()[0].finding.code, "unreadable") << "worst first";
  write_mesh(test::box_figure(character_->skeleton), "findings_broken.glb");
  workspace().document.files.reload_all();
  settle();
  EXPECT_EQ(workspace().document.findings().count(Severity::error), 0u);
}

TEST_F(WornFindingsTest, ShowGoesToTheVertexOrTheJoint) {
  if (!character_) return;
  const auto path = write_mesh(test::box_figure(character_->skeleton), "findings_show.glb");
  ASSERT_TRUE(workspace().document.files.open(path, false));
  settle();
  workspace().document.wardrobe.show(0, false);
  FileFinding found{path, {Severity::warning, "x", "figure", "", 100u, "is odd", ""}};
  ASSERT_TRUE(workspace().actions.can_show(found));
  workspace().actions.show(found);
  settle();
  ASSERT_TRUE(workspace().view.selected_vertex_in_world()) << "it is shown again";
  EXPECT_LT(glm::distance(workspace().view.camera().target, *workspace().view.selected_vertex_in_world()),
            1e-3);

  found.finding.vertex.reset();
  found.finding.joint = "mHead";
  workspace().actions.show(found);
  settle();
  const JointIndex head = character_->skeleton.find("mHead");
  EXPECT_EQ(workspace().view.selection.joint, head);
  EXPECT_LT(
      glm::distance(workspace().view.camera().target, workspace().document.avatar().joint_in_world(head)),
      1e-3);

  found.finding.joint = "mNobody";
  EXPECT_FALSE(workspace().actions.can_show(found));
  found.finding = {Severity::warning, "x", "another mesh", "", 1000000u, "is odd", ""};
  EXPECT_FALSE(workspace().actions.can_show(found));
  found.finding.mesh = "figure";
  workspace().actions.show(found);  // a vertex that it does not have
  EXPECT_FALSE(workspace().view.selected_vertex_in_world());
}

// What was said before is about something else; but an error may not have been read.
TEST_F(WornFindingsTest, ShowEndsWhatWasSaidBefore) {
  if (!character_) return;
  const auto path = write_mesh(test::box_figure(character_->skeleton), "findings_said.glb");
  ASSERT_TRUE(workspace().document.files.open(path, false));
  settle();
  const FileFinding found{path, {Severity::warning, "x", "figure", "", 100u, "is odd", ""}};
  for (const auto kind : {Message::Kind::done, Message::Kind::warning, Message::Kind::error}) {
    workspace().document.messages().report(kind, "said before");
    workspace().actions.show(found);
    EXPECT_EQ(workspace().document.messages().list().back().past, kind != Message::Kind::error);
  }
}

TEST_F(WornFindingsTest, ShowTakesThePoseThatShowsIt) {
  if (!character_) return;
  const auto path = write_mesh(test::box_figure(character_->skeleton), "findings_pose.glb");
  ASSERT_TRUE(workspace().document.files.open(path, false));
  settle();
  const std::string before = workspace().document.avatar().choice().pose_name;
  const std::size_t steps = workspace().document.history().size();
  FileFinding found{path, {Severity::warning, "torn_weights", "figure", "", 100u, "is torn", ""}};
  found.finding.pose = "sit";
  workspace().actions.show(found);
  settle();
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, "sit");
  ASSERT_TRUE(workspace().view.selected_vertex_in_world());
  // Where it is in that pose, with what lies around it: a ribbon alone would not say what is torn.
  const Vec3 torn = *workspace().view.selected_vertex_in_world();
  std::vector<Vec3> around;
  double farthest = 0.0;
  const WornMesh& mesh = *workspace().document.avatar().visible_meshes().front();
  for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
    const Vec3 at = skinned_vertex(mesh, v) + Vec3(0.0, 0.0, workspace().document.avatar().lift());
    if (glm::distance(at, torn) >= 0.25) continue;
    around.push_back(at);
    farthest = std::max(farthest, glm::distance(at, torn));
  }
  EXPECT_GT(farthest, 0.15);
  EXPECT_TRUE(document::shows_all(workspace().view.camera(), around, 1.0));
  EXPECT_LT(workspace().view.camera().distance, 2.0) << "not the whole figure";
  EXPECT_EQ(workspace().document.history().size(), steps + 1);
  workspace().document.undo();
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, before);
}

// The avatar takes the pose first: whoever goes elsewhere meanwhile is not brought back.
TEST_F(WornFindingsTest, WhereTheCameraWasSentAfterShowItStays) {
  if (!character_) return;
  const auto path = write_mesh(test::box_figure(character_->skeleton), "findings_home.glb");
  ASSERT_TRUE(workspace().document.files.open(path, false));
  settle();
  FileFinding found{path, {Severity::warning, "torn_weights", "figure", "", 100u, "is torn", ""}};
  found.finding.pose = "sit";
  for (const bool in_flight : {false, true}) {
    SCOPED_TRACE(in_flight);
    workspace().actions.show(found);
    for (int i = 0; in_flight && i < 5; ++i) ASSERT_TRUE(workspace().actions.update(0.02));
    EXPECT_EQ(workspace().view.camera_control.flying(), in_flight);
    workspace().view.camera_control.look("front");
    settle();
    EXPECT_NEAR(workspace().view.camera().yaw, 0.0, 1e-9);
    EXPECT_GT(workspace().view.camera().distance, 2.0) << "all of the avatar";
    EXPECT_EQ(workspace().document.avatar().choice().pose_name, "sit");
  }
}

// A corner of the head that follows a hip: in a seat it is far from the head.
TEST_F(WornFindingsTest, ShowOfWhatIsTornFramesBothEnds) {
  if (!character_) return;
  BoundMeshDesc desc = test::box_figure(character_->skeleton);
  const auto slot = [&](const char* name) {
    return static_cast<std::uint32_t>(std::ranges::find(desc.skin.joint_names, name) -
                                      desc.skin.joint_names.begin());
  };
  std::uint32_t torn = 0;
  while (desc.skin.influences[torn].joint != slot("mHead")) ++torn;
  desc.skin.influences[torn].joint = slot("mHipLeft");
  const auto path = write_mesh(desc, "findings_torn.glb");
  ASSERT_TRUE(workspace().document.files.open(path, false));
  settle();
  FileFinding found{path, {Severity::warning, "torn_weights", "figure", "", torn, "is torn", ""}};
  found.finding.pose = "sit";
  workspace().actions.show(found);
  settle();
  const WornMesh& mesh = *workspace().document.avatar().visible_meshes().front();
  const auto indices = mesh.mesh.indices();
  std::vector<Vec3> ends;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
    if (const auto corners = indices.subspan(i, 3); std::ranges::find(corners, torn) != corners.end())
      for (const std::uint32_t v : corners)
        ends.push_back(skinned_vertex(mesh, v) + Vec3(0.0, 0.0, workspace().document.avatar().lift()));
  ASSERT_TRUE(workspace().view.selected_vertex_in_world());
  double longest = 0.0;
  for (const Vec3& end : ends)
    longest = std::max(longest, glm::distance(end, *workspace().view.selected_vertex_in_world()));
  EXPECT_GT(longest, 0.3);
  EXPECT_TRUE(document::shows_all(workspace().view.camera(), ends, 1.0));
}

TEST_F(WornFindingsTest, AContestAboutAJointIsAWarning) {
  if (!character_) return;
  for (const auto& [name, moved] : {std::pair{"first.glb", 0.05}, {"second.glb", 0.02}})
    ASSERT_TRUE(workspace().document.files.open(
        write_mesh(test::box_on(character_->skeleton, "mChest", {moved, 0.0, 0.0}), name), true));
  settle();
  const auto contest = [&] {
    return std::ranges::find(workspace().document.findings().list(), "joint_contest",
                             [](const FileFinding& found) { return found.finding.code; });
  };
  ASSERT_NE(contest(), workspace().document.findings().list().end());
  EXPECT_EQ(contest()->finding.severity, Severity::warning);
  EXPECT_EQ(contest()->path.filename(), "second.glb");
  EXPECT_TRUE(contest()->text().starts_with(
      "second.glb: mChest is set by this file and by first.glb, up to 30.0 mm apart."))
      << contest()->text();
  EXPECT_TRUE(workspace().actions.can_show(*contest()));
  workspace().document.wardrobe.use_joint_positions(1, false);
  settle();
  EXPECT_EQ(contest(), workspace().document.findings().list().end());
}

TEST_F(WornFindingsTest, RemediesAreForTheWindow) {
  if (!character_) return;
  ASSERT_TRUE(workspace().document.files.open(
      write_mesh(test::box_on(character_->skeleton, "mChest", {0.05, 0.0, 0.0}), "off.glb"), false));
  settle();
  const auto& list = workspace().document.findings().list();
  const auto found =
      std::ranges::find(list, "offsets_ignored", [](const FileFinding& each) { return each.finding.code; });
  ASSERT_NE(found, list.end());
  EXPECT_EQ(found->finding.remedy, "turn joint positions on, if they are meant");
}

class OffsetTableTest : public WornFindingsTest {
 protected:
  void wear(const char* joint, const Vec3& moved, const char* name, bool on) {
    io::BoundMeshFile file{.source = name, .meshes = {}, .notes = {}};
    file.meshes.push_back(test::box_on(character_->skeleton, joint, moved));
    ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(file), name, on));
    ASSERT_TRUE(workspace().actions.update(0.0));
  }
  std::vector<OffsetRow> rows() { return offset_rows(workspace().document.avatar()); }
};

TEST_F(OffsetTableTest, SaysWhoMovesWhatAndHowFar) {
  if (!character_) return;
  wear("mChest", {0.003, 0.004, 0.0}, "jacket.dae", false);
  ASSERT_EQ(rows().size(), 1u);
  EXPECT_FALSE(rows()[0].moved);
  EXPECT_EQ(rows()[0].notes[0], "joint positions are off");
  workspace().document.wardrobe.use_joint_positions(0, true);
  ASSERT_TRUE(workspace().actions.update(0.0));
  ASSERT_EQ(rows().size(), 1u);
  EXPECT_TRUE(rows()[0].moved);
  EXPECT_NEAR(glm::length(rows()[0].offset), 0.005, 1e-9);
  EXPECT_EQ(rows()[0].vertices, 24u);
  EXPECT_EQ(rows()[0].set_by, "jacket.dae");
  EXPECT_FALSE(rows()[0].warning) << rows()[0].all_notes();
}

TEST_F(OffsetTableTest, MarksNoiseIgnoredAndContested) {
  if (!character_) return;
  wear("mChest", {0.0005, 0.0, 0.0}, "noise.dae", true);
  wear("mHead", {0.00005, 0.0, 0.0}, "tiny.dae", true);
  wear("mNeck", {0.01, 0.0, 0.0}, "a.dae", true);
  wear("mNeck", {0.02, 0.0, 0.0}, "b.dae", true);
  const auto all = rows();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].all_notes(), "likely noise");
  // The greater id wins, and ids grow here.
  EXPECT_EQ(all[1].set_by, "b.dae");
  EXPECT_EQ(all[1].all_notes(), "also a.dae, 10.00 mm away");
  EXPECT_TRUE(all[1].warning);
  EXPECT_EQ(all[1].vertices, 48u);
  EXPECT_FALSE(all[2].moved);
  EXPECT_EQ(all[2].all_notes(), "0.1 mm or less: ignored");
  const std::string text = offset_table_text(all, character_->skeleton);
  EXPECT_NE(text.find("mNeck\tyes\t20.00\t20.00\t0.00\t0.00\t48\tb.dae\talso a.dae"), std::string::npos)
      << text;
}

TEST_F(OffsetTableTest, NamesTheLinkThatIsMissing) {
  if (!character_) return;
  wear("mElbowLeft", {0.01, 0.0, 0.0}, "arm.dae", true);
  wear("mCollarLeft", {0.01, 0.0, 0.0}, "shoulder.dae", true);
  bool found = false;
  for (const OffsetRow& row : rows())
    if (character_->skeleton[row.joint].name == "mShoulderLeft") {
      found = true;
      EXPECT_FALSE(row.moved);
      EXPECT_EQ(row.all_notes(), "missing link between mCollarLeft and mElbowLeft");
    }
  EXPECT_TRUE(found);
}

TEST_F(WornFindingsTest, TellsWhatAClipIsToldAndWhatAnUploadCosts) {
  if (!character_) return;
  const auto path = write_mesh(test::box_figure(character_->skeleton), "findings_cost.glb");
  ASSERT_TRUE(workspace().document.files.open(path, false));
  settle();
  ASSERT_EQ(workspace().document.findings().costs().size(), 1u);
  const FileCost& cost = workspace().document.findings().costs().front();
  EXPECT_EQ(cost.path, path);
  EXPECT_GT(cost.cost.levels[3].triangles, 0u);
  EXPECT_GE(cost.cost.land_impact, 1);
  EXPECT_NE(cost_text(cost.cost).find("upload from L$ 10,"), std::string::npos) << cost_text(cost.cost);

  ClipDesc desc = test::nod("mHead", 20.0f);
  desc.loop = true;
  desc.loop_out = 5.0f;  // beyond its end
  auto clip = Clip::build(std::move(desc), character_->skeleton);
  ASSERT_TRUE(clip) << clip.error().message();
  workspace().document.timeline().open({io::ClipFormat::anim, std::move(*clip), {}}, character_->skeleton);
  settle();
  const auto told = [&] {
    return std::ranges::any_of(workspace().document.findings().list(), [](const FileFinding& found) {
      return found.path == "nod.anim" && found.finding.code == "clip_loop_points";
    });
  };
  EXPECT_TRUE(told());
  workspace().document.timeline().close();
  settle();
  EXPECT_FALSE(told());
}

}  // namespace
}  // namespace mannequin::preview
