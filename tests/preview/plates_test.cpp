// Plates with what is read, over the picture and in the status bar: nothing is cut that there is room for,
// nothing is drawn over them, and they leave the avatar free.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tests/preview/plates_fixture.h"
#include "tools/document/picking.h"
#include "tools/preview/panels/shared/cut_text.h"

namespace mannequin::test {
namespace {

TEST_F(PlatesTest, NamesOfAComparisonAreReadInFull) {
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  workspace().view.compare.show(true);
  resize(1280, 720);
  for (const bool legend : {false, true})
    for (const int percent : {100, 150, 250}) {
      SCOPED_TRACE(percent);
      workspace().view.colors.show(legend ? preview::ViewMode::weights : preview::ViewMode::solid);
      enlarge(percent);
      look_again();
      const auto& list = *ImGui::GetBackgroundDrawList();
      std::size_t shown = letters(list, preview::kDarkTheme.text, view().min.y + 0.6f * view().size.y);
      const std::size_t names = letters_of("A  default female") + letters_of("B  current, not saved");
      if (legend)
        EXPECT_GE(shown, names + letters_of("Weight on"));
      else
        EXPECT_EQ(shown, names);
    }
}

// That of the shape in the right column: in smaller letters before it is cut, and to the last with its
// ending.
TEST_F(PlatesTest, ANameGetsSmallerBeforeItIsCut) {
  const std::string name = "ruth2_basic_body.xml";
  const float whole = ImGui::CalcTextSize(name.c_str()).x;
  EXPECT_EQ(preview::fitted_name(name, whole).part, 1.0f);
  for (const float room : {0.9f, 0.7f}) {
    const preview::FittedName fitted = preview::fitted_name(name, room * whole);
    EXPECT_EQ(fitted.text, name);
    EXPECT_NEAR(fitted.part, room, 1e-5f);
  }
  const preview::FittedName cut = preview::fitted_name(name, 0.5f * whole);
  EXPECT_TRUE(cut.text.starts_with("ruth") && cut.text.ends_with("body.xml")) << cut.text;
  EXPECT_LE(cut.part * ImGui::CalcTextSize(cut.text.c_str()).x, 0.5f * whole);
  // In two lines all of it, in no more than the height of one with its frame.
  EXPECT_EQ(letters_of(cut.text), letters_of(name));
  EXPECT_LE(cut.part * ImGui::CalcTextSize(cut.text.c_str()).y, ImGui::GetFrameHeight());
  const preview::FittedName shorter = preview::fitted_name(name, 0.2f * whole);
  EXPECT_NE(shorter.text.find("\u2026"), std::string::npos);
  EXPECT_LE(shorter.part * ImGui::CalcTextSize(shorter.text.c_str()).x, 0.2f * whole);
}

TEST_F(PlatesTest, TheMeshThatTheFiguresAreOfIsReadAboveTheSliders) {
  const std::string name = "evening_dress_v12.glb";
  wear(write_figure(name));
  tour_->key(SDLK_ESCAPE);
  const auto& worn = workspace().document.avatar().worn();
  workspace().view.focus_on(static_cast<std::size_t>(
      std::ranges::find(worn, name, [](const auto& file) { return file->name; }) - worn.begin()));
  for (const auto& [width, height, percent] : {std::tuple{1280, 720, 100},
                                               {1280, 720, 150},
                                               {1280, 800, 150},
                                               {2560, 1440, 100},
                                               {1920, 1080, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    workspace().view.settings.open_section = "Body";
    look_again();
    ASSERT_EQ(workspace().document.effects().subject(), name);
    go_to("Right");
    walk_to({"##filter"});
    const ImGuiWindow* const tab = ImGui::GetCurrentContext()->NavWindow;
    if (percent < 250) {
      EXPECT_EQ(letters_in(*tab->DrawList, preview::kDarkTheme.text, walked_to()),
                letters_of("all, " + name));
    } else {  // where the head is one row: in that of the open section
      const ImGuiWindow* const sections = part("sections");
      ASSERT_NE(sections, nullptr);
      ImRect head = sections->InnerRect;
      head.Max.y = head.Min.y + 28.0f * scale();
      EXPECT_EQ(letters_in(*sections->DrawList, preview::kDarkTheme.secondary, head), letters_of(name));
    }
  }
}

TEST_F(PlatesTest, AHintOfAFieldIsReadInFullOrIsAWord) {
  resize(1280, 720);
  for (const int percent : {100, 150, 250}) {
    SCOPED_TRACE(percent);
    enlarge(percent);
    for (const auto& [tab, field, hint] : {std::tuple{"sliders", "##search", "Find: saddle, 753 ..."},
                                           {"skeleton", "##find", "Find: elbow, thigh ..."}}) {
      tour_->window().stage().interface().open_tab(*preview::RightColumn::named(tab));
      look_again();
      go_to("Right");
      walk_to({field});
      const std::size_t shown = letters_in(*ImGui::GetCurrentContext()->NavWindow->DrawList,
                                           ImGui::GetColorU32(ImGuiCol_TextDisabled), walked_to());
      EXPECT_TRUE(shown == letters_of(hint) || shown == letters_of("Find")) << tab << " " << shown;
      tour_->key(SDLK_ESCAPE);
    }
  }
}

TEST_F(PlatesTest, TheLegendNamesItsJointInFull) {
  workspace().actions.show_weights_of(character_.skeleton.find("mFaceEyebrowOuterLeft"));
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1920, 1080, 250}, {1280, 720, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    workspace().view.selection = {};
    look_again();
    const preview::Legend& legend = workspace().view.colors.legend();
    const auto& list = *ImGui::GetBackgroundDrawList();
    const ImRect plate = box(list, plate_of(preview::kDarkTheme.panel, 0xe0));
    EXPECT_GE(letters_in(list, preview::kDarkTheme.text, plate) +
                  letters_in(list, preview::kDarkTheme.secondary, plate),
              letters_of(legend.title + legend.unit) + letters_of("01"));
    EXPECT_EQ(legend.title, "Weight on mFaceEyebrowOuterLeft");
  }
}

TEST_F(PlatesTest, TheCardOfTheFirstStartCoversNoLegend) {
  workspace().view.settings.controls_chosen = false;
  workspace().view.settings.joints = true;
  workspace().view.colors.show(preview::ViewMode::weights);
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1920, 1080, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    look_again();
    const ImGuiWindow* const card = window("First start");
    ASSERT_TRUE(card != nullptr && card->WasActive);
    const auto& list = *ImGui::GetBackgroundDrawList();
    for (const ImU32 alpha : {0xd8u, 0xe0u}) {
      const ImRect legend = box(list, plate_of(preview::kDarkTheme.panel, alpha));
      ASSERT_GT(legend.GetWidth(), 0.0f);
      EXPECT_FALSE(legend.Overlaps(card->Rect())) << alpha;
    }
  }
}

TEST_F(PlatesTest, TheCardOfTheFirstStartSaysThatFilesAreDroppedAtEverySize) {
  workspace().view.settings.controls_chosen = false;
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1920, 1080, 250}, {1280, 720, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    look_again();
    const ImGuiWindow* const card = window("First start");
    ASSERT_TRUE(card != nullptr && card->WasActive);
    const std::size_t shown = letters(*card->DrawList, ImGui::GetColorU32(ImGuiCol_TextDisabled));
    EXPECT_TRUE(shown == letters_of("Drop files anywhere.") ||
                shown == letters_of("Drop a .dae, .glb, shape .xml, .anim or .bvh anywhere on the window."))
        << shown;
  }
}

TEST_F(PlatesTest, WhatIsToldOfAVertexLeavesMostOfTheViewFree) {
  const document::WornMesh* many = nullptr;
  std::size_t vertex = 0;
  for (const document::WornMesh* mesh : workspace().document.avatar().visible_meshes())
    for (std::size_t v = 0; v < mesh->mesh.vertex_count() && many == nullptr; ++v)
      if (const auto weights = document::vertex_weights(*mesh, v);
          weights.size() == 4 && weights[3].weight > 0.05)
        many = mesh, vertex = v;
  ASSERT_NE(many, nullptr);
  workspace().view.selection = {.joint = kNoJoint, .added = {}, .mesh = many->id, .vertex = vertex};
  for (const auto& [width, height, percent] : {std::tuple{1280, 720, 100},
                                               {1280, 720, 150},
                                               {1280, 800, 150},
                                               {1920, 1080, 250},
                                               {1280, 720, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    look_again();
    const ImRect plate = box(*ImGui::GetBackgroundDrawList(), plate_of(preview::kDarkTheme.panel, 0xe0));
    ASSERT_GT(plate.GetWidth(), 0.0f);
    EXPECT_LT(plate.GetArea(), 0.15f * view().size.x * view().size.y);
    EXPECT_GE(letters_in(*ImGui::GetBackgroundDrawList(), preview::kDarkTheme.text, plate),
              letters_of(fmt::format("vertex {} of {}", vertex, many->mesh.name())));
  }
}

// In a very wide window findings need few lines, and names of files are read beside the view.
TEST_F(PlatesTest, OnALargeScreenTheLeftColumnIsWide) {
  resize(2560, 1440);
  EXPECT_GE(view().min.x, 430.0f);
  EXPECT_GE(view().size.x, 1000.0f);
}

TEST_F(PlatesTest, NoMarkAndNoLineIsDrawnOverAPlate) {
  workspace().view.settings.joints = workspace().view.settings.measures = true;
  workspace().view.selection.pick(
      {.joint = character_.skeleton.find("mChest"), .added = {}, .mesh = {}, .vertex = {}}, false);
  workspace().view.colors.show(preview::ViewMode::weights);
  resize(1280, 720);
  look_again();
  const preview::Theme& theme = preview::kDarkTheme;
  std::size_t first_plate = std::numeric_limits<std::size_t>::max(), lines = 0, last_line = 0;
  const auto corners = drawn(*ImGui::GetBackgroundDrawList());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ImU32 color = corners[i]->col;
    if (color == plate_of(theme.panel, 0xd8) || color == plate_of(theme.panel, 0xe0))
      first_plate = std::min(first_plate, i);
    if (color != theme.accent && color != theme.joint_selected) continue;
    ++lines;
    last_line = i;
  }
  ASSERT_GT(lines, 100u);
  ASSERT_LT(first_plate, corners.size());
  EXPECT_LT(last_line, first_plate);
}

TEST_F(PlatesTest, LabelsOfMeasuresLieOverNoOtherPlate) {
  workspace().view.settings.measures = true;
  resize(1280, 720);
  for (const auto& [percent, legend_shown] : {std::pair{150, true}, {250, true}, {250, false}}) {
    SCOPED_TRACE(testing::Message() << percent << " " << legend_shown);
    workspace().view.colors.show(legend_shown ? preview::ViewMode::weights : preview::ViewMode::solid);
    enlarge(percent);
    look_again();
    const ImRect legend = box(*ImGui::GetBackgroundDrawList(), plate_of(preview::kDarkTheme.panel, 0xe0));
    // Their edges are smoothed: there, the same colour is let through. Letters part one from the next.
    std::vector<ImRect> labels;
    const auto corners = drawn(*ImGui::GetBackgroundDrawList());
    const auto rgb = [](const ImDrawVert* each) { return each->col & 0x00ffffffu; };
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (corners[i]->col != plate_of(preview::kDarkTheme.panel, 0xd8)) continue;
      ImRect label(corners[i]->pos, corners[i]->pos);
      for (; i < corners.size() && rgb(corners[i]) == (preview::kDarkTheme.panel & 0x00ffffffu); ++i)
        label.Add(corners[i]->pos);
      labels.push_back(label);
    }
    ASSERT_EQ(labels.size(), workspace().document.measures.lines().size());
    ASSERT_GE(labels.size(), 6u);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      EXPECT_FALSE(labels[i].Overlaps(legend));
      EXPECT_GE(labels[i].Min.x, view().min.x);
      EXPECT_LE(labels[i].Max.x, view().min.x + view().size.x);
      // In the largest letters a legend leaves too little room for all of them.
      if (percent == 250 && legend_shown) continue;
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(labels[i].Overlaps(labels[j])) << i << " " << j;
    }
  }
}

TEST_F(PlatesTest, TheLegendLeavesTheFigureFree) {
  workspace().view.colors.show(preview::ViewMode::weights);
  for (const auto& [width, height, percent] : {std::tuple{1280, 720, 100},
                                               {1280, 720, 125},
                                               {1280, 720, 150},
                                               {1280, 720, 200},
                                               {1280, 720, 250},
                                               {1280, 800, 150}})
    for (const char* side : {"front", "three-quarter"}) {
      SCOPED_TRACE(testing::Message() << height << " " << percent << " " << side);
      resize(width, height);
      enlarge(percent);
      workspace().view.camera_control.look(side, true);
      look_again();
      const ImRect legend = box(*ImGui::GetBackgroundDrawList(), plate_of(preview::kDarkTheme.panel, 0xe0));
      ASSERT_GT(legend.GetWidth(), 0.0f);
      expect_avatar_beside(legend);
    }
}

TEST_F(PlatesTest, TheLegendOfColoursLeavesThatOfJointsFree) {
  workspace().view.colors.show(preview::ViewMode::weights);
  workspace().view.settings.joints = true;
  resize(1280, 720);
  for (const int percent : {150, 175}) {
    SCOPED_TRACE(percent);
    enlarge(percent);
    look_again();
    const auto& list = *ImGui::GetBackgroundDrawList();
    const ImRect colors = box(list, plate_of(preview::kDarkTheme.panel, 0xe0)),
                 joints = box(list, plate_of(preview::kDarkTheme.panel, 0xd8));
    ASSERT_GT(colors.GetWidth(), 0.0f);
    ASSERT_GT(joints.GetWidth(), 0.0f);
    EXPECT_FALSE(colors.Overlaps(joints));
    expect_avatar_beside(colors);
  }
}

TEST_F(PlatesTest, TheCardOfTheFirstStartHidesNothingOfTheAvatar) {
  workspace().view.settings.controls_chosen = false;
  resize(1280, 720);
  for (const int percent : {100, 150, 250}) {
    SCOPED_TRACE(percent);
    enlarge(percent);
    look_again();
    const ImGuiWindow* const card = window("First start");
    ASSERT_TRUE(card != nullptr && card->WasActive);
    expect_avatar_beside(card->Rect());
  }
}

TEST_F(PlatesTest, TheCardUnderThePointerHasLettersOfTheInterfacesSize) {
  workspace().view.settings.body = workspace().view.settings.joints = true;
  resize(1280, 720);
  enlarge(250);
  look_again();
  const Vec3 chest = workspace().document.avatar().joint_in_world(character_.skeleton.find("mChest"));
  float highest = 0.0f;
  for (double up = 0.02; up < 0.2; up += 0.02) {
    tour_->move(tour_->place_of(chest + Vec3(0.1, 0.05, up)));
    tour_->settle();
    const ImGuiWindow* const card = window("##Tooltip_00");
    if (card == nullptr || !card->Active) continue;
    const auto corners = drawn(*card->DrawList);
    for (std::size_t i = 0; i + 5 < corners.size(); i += 6)
      if (corners[i]->col == preview::kDarkTheme.text)
        highest = std::max(highest, corners[i + 2]->pos.y - corners[i]->pos.y);
  }
  // The highest signs are about as high as the letters' size, which is 15 before scaling.
  EXPECT_GT(highest, 0.6f * 15.0f * scale());
}

TEST_F(PlatesTest, TheLastMessageIsReadInFullAndFactsInWholeParts) {
  const std::string text =
      "jacket.dae has 41 vertices without any weight. They stay behind when the avatar moves. Copy weights.";
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1280, 720, 250}, {1280, 800, 100}}) {
    SCOPED_TRACE(percent);
    workspace().document.messages().report(document::Message::Kind::error, text);
    resize(width, height);
    enlarge(percent);
    tour_->move({width - 20, 300});
    tour_->settle();
    const ImGuiWindow* const bar = window("Status");
    EXPECT_EQ(letters(*bar->DrawList, preview::kDarkTheme.error), letters_of("\u2715 " + text));
    EXPECT_EQ(bar->Rect().Max.y, static_cast<float>(height)) << "all of it in the window";
    EXPECT_EQ(view().min.y + view().size.y, bar->Pos.y);
    EXPECT_LE(bar->Size.y, 28.5f * scale());
  }
}

TEST_F(PlatesTest, HowToMoveTheCameraIsReadAgainAfterTheNews) {
  const std::string hint =
      preview::Navigation::hint(workspace().view.settings.controls, workspace().view.settings.touchpad);
  for (const auto& [width, height, percent] : {std::tuple{1280, 720, 100}, {1280, 720, 150}}) {
    SCOPED_TRACE(percent);
    resize(width, height);
    enlarge(percent);
    const std::string news =
        "Opened the last document: a body, a dress with a long train, two boots, three rings and a hat";
    workspace().document.messages().report(document::Message::Kind::done, news);
    const auto said = [&, right = width] {
      tour_->move({right - 20, 300});
      tour_->settle();
      return letters(*window("Status")->DrawList, preview::kDarkTheme.secondary);
    };
    EXPECT_GE(said(), letters_of(hint)) << "of what was done, which has its room and that of the facts";
    workspace().document.messages().report(document::Message::Kind::error, news + ", " + news);
    EXPECT_LT(said(), letters_of(hint)) << "an error has all the room while it is new";
    ImGui::GetCurrentContext()->Time += 60.0;
    EXPECT_GE(said(), letters_of(hint));
  }
}

TEST_F(PlatesTest, HowToMoveTheCameraIsReadAtEveryWidth) {
  const std::string hint =
      preview::Navigation::hint(workspace().view.settings.controls, workspace().view.settings.touchpad);
  enlarge(150);
  for (int width = 1270; width < 1310; ++width) {
    SCOPED_TRACE(width);
    resize(width, 720);
    tour_->move({width - 20, 300});
    tour_->settle();
    EXPECT_GE(letters(*window("Status")->DrawList, preview::kDarkTheme.secondary), letters_of(hint));
  }
}

TEST_F(PlatesTest, APressOnAnOptionsSliderDoesNotJump) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::bind);
  look_again();
  go_to("Right");
  walk_to({"smooth"});
  const ImRect slider = walked_to();
  const Point middle{static_cast<int>(slider.Min.x + 50.0f), static_cast<int>(slider.GetCenter().y)};
  const int before = workspace().document.binding.choice().smooth;
  tour_->key(SDLK_ESCAPE);  // with the focus comes its text, to be typed over
  tour_->click(middle);
  EXPECT_EQ(workspace().document.binding.choice().smooth, before);
  tour_->drag(middle, {middle.x + 40, middle.y});
  EXPECT_GT(workspace().document.binding.choice().smooth, before) << "a drag starts from the value";
}

TEST_F(PlatesTest, WhatAButtonDoesIsToldAboveIt) {
  workspace().view.settings.controls_chosen = false;
  look_again();
  const ImGuiWindow* const card = window("First start");
  ASSERT_TRUE(card != nullptr && card->WasActive);
  bool told = false;
  for (float y = card->Pos.y + 30.0f; y < card->Rect().Max.y && !told; y += 4.0f) {
    tour_->move({static_cast<int>(card->Pos.x + 40.0f), static_cast<int>(y)});
    tour_->settle();
    const ImGuiWindow* const tooltip = window("##Tooltip_00");
    told = tooltip != nullptr && tooltip->Active && !tooltip->Hidden;
    if (told) {
      EXPECT_LE(tooltip->Rect().Max.y, y);
    }
  }
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace mannequin::test
