// Which worn file is in focus, while what is worn changes.
#include "tests/preview/workspace_case.h"

namespace mannequin::preview {
namespace {

class FocusTest : public WorkspaceTest {
 protected:
  void update() {
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(actions_->update(0.02));
  }
  // As a click in the view does.
  void pick(std::size_t row) {
    view_->selection = {.joint = kNoJoint,
                        .added = {},
                        .mesh = document_->avatar().worn()[row]->meshes.front()->id,
                        .vertex = std::size_t{0}};
    update();
  }
  std::string chosen() const { return view_->chosen() == nullptr ? "" : view_->chosen()->name; }
};

TEST_F(FocusTest, AMeshThatWasClickedStaysInFocusWhenTheSexChangesAndBack) {
  if (!character_) return;
  ASSERT_TRUE(document_->stand_in.wear_builtin_figure());
  ASSERT_TRUE(document_->stand_in.wear_builtin("dress"));
  update();
  ASSERT_EQ(document_->avatar().worn().size(), 3u) << "body, hair and dress, each made for one sex";
  for (std::size_t row = 0; row < document_->avatar().worn().size(); ++row) {
    const std::string name = document_->avatar().worn()[row]->name;
    SCOPED_TRACE(name);
    pick(row);
    EXPECT_EQ(chosen(), name);
    for (const Sex sex : {Sex::male, Sex::female}) {
      document_->sliders.set_sex(sex);
      update();
      EXPECT_EQ(chosen(), name);
    }
    document_->undo();
    update();
    EXPECT_EQ(chosen(), name);
    document_->sliders.set_sex(Sex::female);
    update();
  }
  actions_->select_nothing();
  update();
  EXPECT_EQ(chosen(), "");
}

// Meshes are numbered in order, so that a file that becomes readable renumbers those after it.
TEST_F(FocusTest, APickedVertexIsNotTakenForThatOfAFileThatIsReadableAtLast) {
  if (!character_) return;
  const auto folder = test::own_folder();
  const auto late = folder / "late.glb";
  ASSERT_TRUE(io::write_file(late, std::string_view("not yet")));
  EXPECT_FALSE(document_->files.open(late, false));
  ASSERT_TRUE(
      document_->files.open(test::write_box_figure(character_->skeleton, folder / "figure.glb"), false));
  update();
  const auto& worn = document_->avatar().worn();
  ASSERT_EQ(worn.size(), 2u);
  pick(1);
  std::filesystem::copy_file(folder / "figure.glb", late, std::filesystem::copy_options::overwrite_existing);
  document_->files.reload_all();
  update();
  ASSERT_EQ(worn[0]->meshes.size(), 1u);
  if (const WornMesh* const mesh = view_->selected_mesh()) {
    EXPECT_EQ(mesh, worn[1]->meshes.front().get());
  }
  EXPECT_EQ(chosen(), "figure.glb");
}

}  // namespace
}  // namespace mannequin::preview
