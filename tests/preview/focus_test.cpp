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

}  // namespace
}  // namespace mannequin::preview
