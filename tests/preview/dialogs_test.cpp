// File dialogs: typing, the folder's content, and error messages.
#include <imgui_internal.h>

#include "engine/io/file.h"
#include "tests/preview/keyboard_fixture.h"
#include "tools/preview/panels/shared/rare_letters.h"
#include "tools/preview/panels/shared/theme.h"

namespace mannequin::test {
namespace {

class DialogsTest : public KeyboardTest {
 protected:
  bool asks() const { return ImGui::GetTopMostPopupModal() != nullptr; }
  void open_dialog() { tour_->key(SDLK_o, KMOD_LCTRL); }
  std::size_t worn() { return workspace().document.avatar().worn().size(); }
  // Nothing of the uppermost dialog is outside of the window.
  void expect_whole() {
    const ImGuiWindow* const dialog = ImGui::GetTopMostPopupModal();
    ASSERT_NE(dialog, nullptr);
    EXPECT_GE(dialog->Pos.x, 0.0f);
    EXPECT_GE(dialog->Pos.y, 0.0f);
    EXPECT_LE(dialog->Pos.x + dialog->Size.x, ImGui::GetIO().DisplaySize.x);
    EXPECT_LE(dialog->Pos.y + dialog->Size.y, ImGui::GetIO().DisplaySize.y);
    EXPECT_EQ(dialog->ScrollMax.y, 0.0f) << "its buttons are out of sight";
  }
};

TEST_F(DialogsTest, WhatIsTypedTakesThePlaceOfTheLastPath) {
  const auto first = write_figure("first.glb"), second = write_figure("second figure.glb");
  open_dialog();
  tour_->type(first.string());
  tour_->key(SDLK_RETURN);
  ASSERT_FALSE(asks());
  const std::size_t before = worn();
  open_dialog();
  tour_->type("'" + second.string() + "'");
  tour_->key(SDLK_RETURN);
  EXPECT_FALSE(asks());
  EXPECT_EQ(worn(), before + 1);
}

TEST_F(DialogsTest, AFileThatCannotBeOpenedIsSaidInTheDialog) {
  write_figure("right.glb");
  open_dialog();
  tour_->type((folder_ / "wrong.glb").string());
  tour_->key(SDLK_RETURN);
  ASSERT_TRUE(asks()) << "one corrects it there";
  for (int i = 0; i < 9; ++i) tour_->key(SDLK_BACKSPACE);
  tour_->type("right.glb");
  tour_->key(SDLK_RETURN);
  EXPECT_FALSE(asks());
  EXPECT_GE(worn(), 1u);
  EXPECT_EQ(workspace().document.avatar().worn().back()->name, "right.glb");
}

TEST_F(DialogsTest, TheQuestionBeforePicturesAreReplacedIsSeenWhole) {
  const auto picture = folder_ / "all around.png";
  ASSERT_TRUE(io::write_file(picture, std::string_view("mine")));
  command("Save picture");
  tour_->type(picture.string());
  const ImGuiWindow& dialog = *ImGui::GetTopMostPopupModal();
  // Save, pressed and let go within one picture.
  const Point save{static_cast<int>(dialog.DC.CursorStartPos.x) + 8,
                   static_cast<int>(dialog.DC.CursorMaxPos.y - 0.5f * ImGui::GetFrameHeight())};
  const float before = dialog.Size.y, top = dialog.Pos.y;
  tour_->click_and_move_at_once(save, {save.x + 2, save.y});
  ASSERT_TRUE(asks()) << "it is not replaced";
  EXPECT_GT(dialog.Size.y, before);
  EXPECT_EQ(dialog.Pos.y, top) << "the buttons moved away under the pointer";
  EXPECT_LE(dialog.DC.CursorMaxPos.y, dialog.InnerRect.Max.y) << "its buttons are cut";
  expect_whole();
  EXPECT_EQ(io::read_file(picture)->size(), 4u);
}

TEST_F(DialogsTest, TabCompletesAndTheListIsChosenFrom) {
  std::filesystem::create_directories(folder_ / "garments");
  write_figure("garments/skirt.glb");
  write_figure("garments/skort.glb");
  open_dialog();
  tour_->type((folder_ / "gar").string());
  tour_->key(SDLK_TAB);
  tour_->type("sk");
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  ASSERT_FALSE(asks());
  EXPECT_EQ(workspace().document.avatar().worn().back()->name, "skort.glb");
  // A folder is gone into, and the dialog stays.
  open_dialog();
  tour_->type(folder_.string() + "/ga");
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  ASSERT_TRUE(asks());
  tour_->type("skirt.glb");
  tour_->key(SDLK_RETURN);
  EXPECT_FALSE(asks());
  EXPECT_EQ(workspace().document.avatar().worn().back()->name, "skirt.glb");
}

TEST_F(DialogsTest, ASaveThatDidNotWorkIsCorrectedInTheField) {
  ASSERT_TRUE(io::write_file(folder_ / "file", std::string_view("no folder")));
  tour_->key(SDLK_s, static_cast<SDL_Keymod>(KMOD_LCTRL | KMOD_LSHIFT));
  tour_->type((folder_ / "file" / "a_rather_long_name_of_a_shape.xml").string());
  tour_->key(SDLK_RETURN);
  ASSERT_TRUE(asks());
  const ImGuiWindow* const dialog = ImGui::GetTopMostPopupModal();
  const ImVec2 with_problem = dialog->Size;
  expect_whole();
  EXPECT_NE(workspace().document.messages().list().back().text.find("choose another folder."),
            std::string::npos)
      << workspace().document.messages().list().back().text;
  tour_->type((folder_ / "shape.xml").string());  // all of it is selected
  tour_->key(SDLK_RETURN);
  EXPECT_FALSE(asks());
  EXPECT_TRUE(std::filesystem::exists(folder_ / "shape.xml"));
  // What another opening had to say is not said again.
  workspace().document.messages().report(preview::Message::Kind::error, "Something else");
  tour_->key(SDLK_s, static_cast<SDL_Keymod>(KMOD_LCTRL | KMOD_LSHIFT));
  ASSERT_TRUE(asks());
  EXPECT_LT(dialog->Size.y, with_problem.y);
}

TEST_F(DialogsTest, EnterReplacesNoFileOfAnotherName) {
  const auto path = folder_ / "theirs.json";
  ASSERT_TRUE(io::write_file(path, std::string_view("theirs")));
  const auto text = [&] { return std::string(io::as_text(io::read_file(path).value())); };
  tour_->key(SDLK_s, static_cast<SDL_Keymod>(KMOD_LCTRL | KMOD_LSHIFT));
  tour_->type(path.string());
  tour_->key(SDLK_RETURN);
  ASSERT_TRUE(asks());
  EXPECT_EQ(text(), "theirs");
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(text(), "theirs");
  walk_to({"Replace"});
  tour_->key(SDLK_SPACE);
  EXPECT_FALSE(asks());
  EXPECT_NE(text(), "theirs");
}

TEST_F(DialogsTest, SaveAsAsksBeforeItReplacesItsOwnFileAndShowsTheFolder) {
  const auto path = folder_ / "own.json";
  ASSERT_TRUE(workspace().document.shape_file.save(path));
  const auto text = [&] { return std::string(io::as_text(io::read_file(path).value())); };
  const std::string before = text();
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  tour_->key(SDLK_s, static_cast<SDL_Keymod>(KMOD_LCTRL | KMOD_LSHIFT));
  tour_->key(SDLK_RETURN);  // what is proposed
  ASSERT_TRUE(asks());
  EXPECT_EQ(text(), before);
  tour_->key(SDLK_ESCAPE);
  EXPECT_FALSE(asks());
  tour_->key(SDLK_s, KMOD_LCTRL);
  EXPECT_NE(text(), before) << "Save is what writes it again";
}

TEST_F(DialogsTest, EnterLosesNothingWhenAClosingWindowAsksAboutTheShape) {
  const auto path = folder_ / "own.json";
  ASSERT_TRUE(workspace().document.shape_file.save(path));
  const auto text = [&] { return std::string(io::as_text(io::read_file(path).value())); };
  const std::string before = text();
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  tour_->click({640, 20});  // the pointer was used last
  tour_->key(SDLK_q, KMOD_LCTRL);
  ASSERT_TRUE(asks());
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(asks()) << "where to save it";
  EXPECT_FALSE(tour_->window().closed());
  tour_->key(SDLK_RETURN);  // what is proposed exists
  EXPECT_TRUE(asks());
  EXPECT_EQ(text(), before);
  EXPECT_FALSE(tour_->window().closed());
}

// Their own letters, where a font that has them is installed.
TEST_F(DialogsTest, NamesInOtherAlphabetsAreDrawn) {
  constexpr ImWchar kDo = 0x30c9;
  ASSERT_EQ(ImGui::GetFont()->FindGlyphNoFallback(kDo), nullptr);
  ASSERT_TRUE(workspace().document.files.open(write_figure("\u30c9\u30ec\u30b9.glb"), false));
  tour_->key(SDLK_ESCAPE);
  tour_->settle();
  preview::RareLetters letters;
  letters.want("dress \u00e9 \u03b1 \u0436 \u30c9\u30ec");
  EXPECT_TRUE(letters.take_new());
  EXPECT_FALSE(letters.take_new());
  ASSERT_EQ(letters.ranges().size(), 5) << "two letters, and the end";
  letters.want("\u30ec");
  EXPECT_FALSE(letters.take_new());
  if (!preview::has_rare_font()) GTEST_SKIP() << "no font with Japanese letters, such as fonts-noto-cjk";
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback(kDo), nullptr);
}

TEST_F(DialogsTest, ADocumentIsSavedAndOpenedWhole) {
  const auto mesh = write_figure("figure.glb");
  open_dialog();
  tour_->type(mesh.string());
  tour_->key(SDLK_RETURN);
  const auto before = workspace().view.camera();
  tour_->key(SDLK_s, static_cast<SDL_Keymod>(KMOD_LCTRL | KMOD_LALT));
  ASSERT_TRUE(asks());
  EXPECT_EQ(workspace().view.camera(), before) << "Alt+S zooms";
  expect_whole();
  tour_->key(SDLK_RETURN);  // as proposed: next to the mesh
  ASSERT_FALSE(asks());
  const auto saved = mesh.parent_path() / "outfit.mannequin.json";
  ASSERT_TRUE(std::filesystem::exists(saved)) << workspace().document.messages().list().back().text;
  const auto camera = workspace().view.camera();
  workspace().document.wardrobe.take_off(worn() - 1);
  workspace().view.camera_control.look("back", true);
  open_dialog();
  tour_->type(saved.string());
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().document.avatar().worn().back()->name, "figure.glb");
  EXPECT_EQ(workspace().view.camera(), camera);
}

TEST_F(DialogsTest, TheyAreWholeInTheWindowAtTheLargestSize) {
  for (int i = 0; i < 12; ++i) write_figure("figure_" + std::to_string(i) + ".glb");
  SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), 1280, 720);
  workspace().view.settings.interface_size = 250;
  tour_->settle();
  tour_->key(SDLK_F3);
  for (const ImGuiPopupData& open : ImGui::GetCurrentContext()->OpenPopupStack) {
    EXPECT_EQ(open.Window->ScrollMax.y, 0.0f) << "the list of what was found is cut off";
    EXPECT_LE(open.Window->Pos.y + open.Window->Size.y, ImGui::GetIO().DisplaySize.y);
  }
  tour_->key(SDLK_ESCAPE);
  open_dialog();
  tour_->type(folder_.string() + "/");
  expect_whole();
  tour_->key(SDLK_ESCAPE);
  tour_->key(SDLK_ESCAPE);
  tour_->key(SDLK_s, static_cast<SDL_Keymod>(KMOD_LCTRL | KMOD_LSHIFT));
  expect_whole();
  tour_->key(SDLK_ESCAPE);
  // Its longest form.
  tour_->key(SDLK_F12);
  walk_to({"A slider from end to end"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(asks());
  expect_whole();
  const ImGuiWindow* const dialog = ImGui::GetTopMostPopupModal();
  EXPECT_LE(dialog->ContentSize.x, dialog->Size.x) << "no text is cut off";
}

}  // namespace
}  // namespace mannequin::test
