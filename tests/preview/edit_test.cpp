// Settings that persist, command search, random shapes and the guide.
#include <SDL_keycode.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <thread>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/document/figure.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/own_folder.h"
#include "tools/document/file_parts.h"
#include "tools/document/random_shape.h"
#include "tools/preview/panels/commands/command_search.h"
#include "tools/preview/panels/help/guide_pages.h"
#include "tools/preview/panels/shared/finding_pages.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {
namespace {

Preferences other_preferences() {
  Preferences preferences;
  preferences.controls = Controls::blender;
  preferences.controls_chosen = true;
  preferences.light_theme = preferences.high_contrast = preferences.camera_follows_section = true;
  preferences.watch_files = preferences.body = preferences.floor = false;
  preferences.joints = preferences.volumes = preferences.attachments = true;
  preferences.file_colors = preferences.slider_pictures = true;
  preferences.textures = false;
  preferences.reduce_motion = preferences.touchpad = preferences.alt_left_is_middle = true;
  preferences.interface_size = 175;
  preferences.open_tab = "weights";
  preferences.open_section = "Legs";
  preferences.widths = {{"left, middle", 311.0f}};
  preferences.window_width = 1500;
  preferences.window_height = 900;
  preferences.window_maximised = true;
  return preferences;
}

TEST(Preferences, ComeBackAsTheyWere) {
  EXPECT_EQ(read_preferences(preferences_text(other_preferences())), other_preferences());
  EXPECT_EQ(read_preferences(preferences_text({})), Preferences());
}

TEST(Preferences, WhatIsBrokenIsAsAtTheFirstStart) {
  for (const char* text :
       {"", "{", "[]", "null", "\"x\"", R"({"interface size": 7, "controls": 3, "window": [1]})",
        R"({"interface size": 1e9, "column widths": {"left, middle": -5}, "watch files": "no"})",
        R"({"column widths": {"left, middle": 1e-60}})", R"({"column widths": {"left, middle": 1e308}})"})
    EXPECT_EQ(read_preferences(text), Preferences()) << text;
  const Preferences half = read_preferences(R"({"light theme": true, "interface size": "large"})");
  EXPECT_TRUE(half.light_theme);
  EXPECT_EQ(half.interface_size, 100);
}

TEST(RandomShape, IsTheSameForTheSameSeed) {
  const Character character = test::make_builtin_character();
  const Appearance& appearance = character.appearance;
  const SliderValues made = random_shape(appearance, {}, Sex::female, 7, 1.0);
  EXPECT_EQ(made, random_shape(appearance, {}, Sex::female, 7, 1.0));
  EXPECT_NE(made, random_shape(appearance, {}, Sex::female, 8, 1.0));
  EXPECT_FALSE(made.contains(kHoverParameter));
  EXPECT_FALSE(made.contains(kMaleParameter));
  double least = 1.0, most = 0.0;
  for (const auto& [id, weight] : made) {
    const ParameterDesc& p = appearance[appearance.find(id)];
    EXPECT_GE(weight, p.min);
    EXPECT_LE(weight, p.max);
    least = std::min(least, percent_from_weight(p, weight) / 100.0);
    most = std::max(most, percent_from_weight(p, weight) / 100.0);
  }
  EXPECT_GT(made.size(), 60u);
  EXPECT_LT(least, 0.1) << "the whole range is used";
  EXPECT_GT(most, 0.9);
  // Half the amount is half the way.
  const ParameterDesc& height = appearance[appearance.find(33)];
  const SliderValues half = random_shape(appearance, {}, Sex::female, 7, 0.5);
  EXPECT_NEAR(half.at(33), 0.5 * (height.default_weight + made.at(33)), 1e-12);
}

TEST(FileParts, AreThoseThatAGltfNames) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "file_parts_test";
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(
      io::write_file(folder / "a.gltf", std::string_view(R"({"buffers": [{"uri": "my%20mesh.bin"}, {}],
      "images": [{"uri": "skin.png"}, {"uri": "data:image/png;base64,xx"}, {"uri": "skin.png"}, 5]})")));
  EXPECT_EQ(file_parts(folder / "a.gltf"),
            (std::vector<std::filesystem::path>{folder / "my mesh.bin", folder / "skin.png"}));
  ASSERT_TRUE(io::write_file(folder / "b.gltf", std::string_view("{")));
  EXPECT_TRUE(file_parts(folder / "b.gltf").empty());
  EXPECT_TRUE(file_parts(folder / "none.gltf").empty());
}

TEST(FileParts, AreNotComparedEachWithEach) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "file_parts_test";
  std::filesystem::create_directories(folder);
  std::string images;
  constexpr std::size_t kMany = 20000;
  for (std::size_t i = 0; i < kMany; ++i)
    images += (i == 0 ? "" : ",") + (R"({"uri": ")" + std::to_string(i) + R"(.png"})");
  ASSERT_TRUE(io::write_file(folder / "many.gltf", R"({"images": [)" + images + "]}"));
  const std::clock_t before = std::clock();
  EXPECT_EQ(file_parts(folder / "many.gltf").size(), kMany);
  EXPECT_LT(std::clock() - before, CLOCKS_PER_SEC);
}

TEST(GuidePages, AreMadeOfHeadingsTablesAndText) {
  const auto pages = guide_pages(
      "# Title\nlost\n## One\nfirst **line**\nof two\n\n- item `x`\n![p](p.png)\n"
      "| a | b |\n| --- | --- |\n| c | [d](e) |\n## Two\n### part\ntext\n1. **Wear** it\nnow.\n2. See.\n");
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[0].title, "One");
  ASSERT_EQ(pages[0].lines.size(), 4u);
  EXPECT_EQ(pages[0].lines[0].cells[0], "first line of two");
  EXPECT_EQ(pages[0].lines[1].cells[0], "item x");
  EXPECT_EQ(pages[0].lines[3].cells, (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(pages[1].lines[0].kind, GuideLine::Kind::heading);
  ASSERT_EQ(pages[1].lines.size(), 4u);
  EXPECT_EQ(pages[1].lines[2].cells[0], "1. Wear it now.");
  EXPECT_EQ(pages[1].lines[3].cells[0], "2. See.");
  EXPECT_TRUE(pages[0].has("ITEM two"));
  EXPECT_FALSE(pages[0].has("item part"));
}

TEST(GuidePages, EveryFindingHasOneThatSaysHowToMendIt) {
  const std::vector<std::string> codes = findings_with_pages();
  EXPECT_GT(codes.size(), 100u);
  for (const std::string& code : codes) {
    const auto pages = guide_pages(page_of_finding(code), 1);
    ASSERT_EQ(pages.size(), 1u) << code;
    EXPECT_TRUE(pages[0].has(code));
    EXPECT_TRUE(pages[0].has("mend it")) << code;
  }
  EXPECT_TRUE(page_of_finding("no_such_finding").empty());
}

class EditTest : public test::GlTest {
 protected:
  static constexpr int kWidth = 1000, kHeight = 620;

  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    character_.emplace(test::make_builtin_character());
    folder_ = test::own_folder();
    options_.files = {test::write_box_figure(character_->skeleton, folder_ / "figure.glb")};
    options_.settings_folder = folder_ / "settings";
    color_ = GlTexture::create();
    glTextureStorage2D(color_.id(), 1, GL_RGBA8, kWidth, kHeight);
    framebuffer_ = GlFramebuffer::create();
    glNamedFramebufferTexture(framebuffer_.id(), GL_COLOR_ATTACHMENT0, color_.id(), 0);
    begin();
  }
  void TearDown() override {
    stage_.reset();
    framebuffer_ = {};
    color_ = {};
    GlTest::TearDown();
  }

  void begin() {
    stage_.reset();
    auto stage = Stage::create(*character_, options_, 1.0f, true);
    ASSERT_TRUE(stage) << stage.error().message();
    stage_ = std::move(*stage);
    workspace().view.settings.body = workspace().view.settings.floor =
        false;  // the picture is not what this is about
  }
  void frame() {
    ImGui::GetIO().DisplaySize = {kWidth, kHeight};
    ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
    ASSERT_TRUE(stage_->frame(framebuffer_.id(), kWidth, kHeight, 1.0f, true));
  }
  Workspace& workspace() { return stage_->workspace(); }
  const Commands& commands() { return stage_->interface().commands(); }
  void run(const char* name) {
    const Command* command = commands().find(name);
    ASSERT_NE(command, nullptr) << name;
    ASSERT_TRUE(command->can_run()) << name;
    command->run();
  }
  const ParameterDesc& parameter(int id) { return character_->appearance[character_->appearance.find(id)]; }

  std::optional<Character> character_;
  std::filesystem::path folder_;
  PreviewOptions options_;
  GlTexture color_;
  GlFramebuffer framebuffer_;
  std::unique_ptr<Stage> stage_;
};

TEST_F(EditTest, PreferencesAreFoundAgainNextTime) {
  if (!character_) return;
  EXPECT_FALSE(workspace().view.settings.controls_chosen);
  workspace().view.settings.controls_chosen = true;
  for (const char* name : {"High contrast", "Larger interface", "Volumes", "Touchpad"}) run(name);
  frame();
  begin();
  EXPECT_TRUE(workspace().view.settings.controls_chosen);
  EXPECT_TRUE(workspace().view.settings.high_contrast);
  EXPECT_TRUE(workspace().view.settings.volumes);
  EXPECT_TRUE(workspace().view.settings.touchpad);
  EXPECT_EQ(workspace().view.settings.interface_size, 125);
  ASSERT_TRUE(io::write_file(folder_ / "settings" / "preferences.json", std::string_view("{ broken")));
  begin();
  Preferences first;
  first.body = first.floor = false;  // begin() does that
  EXPECT_EQ(workspace().view.settings, first);
  options_.settings_folder.clear();
  begin();
  EXPECT_TRUE(workspace().view.settings.controls_chosen) << "not asked where it cannot be remembered";
}

TEST_F(EditTest, InterfaceSizeChangesTheFontsAndTheView) {
  if (!character_) return;
  frame();
  const float size = ImGui::GetFontSize();
  const float view = stage_->interface().view().size.x;
  for (int i = 0; i < 4; ++i) run("Larger interface");
  frame();
  frame();
  EXPECT_NEAR(ImGui::GetFontSize(), 2.0f * size, 0.51f);
  EXPECT_LT(stage_->interface().view().size.x, view);
  run("Reset layout");
  frame();
  EXPECT_EQ(ImGui::GetFontSize(), size);
}

TEST_F(EditTest, KeptWidthsCountForTheirClassOfWindowOnly) {
  if (!character_) return;
  frame();
  const float rail = stage_->interface().view().min.x;
  EXPECT_EQ(rail, 40.0f) << "under 1100 the left column is a strip";
  workspace().view.settings.widths = {{"left, wide", 500.0f}, {"right of 360, narrow", 450.0f}};
  frame();
  EXPECT_EQ(stage_->interface().view().min.x, rail);
  EXPECT_EQ(stage_->interface().view().size.x, kWidth - rail - 450.0f);
  run("Reset layout");
  frame();
  EXPECT_EQ(stage_->interface().view().size.x, kWidth - rail - 360.0f);
}

TEST_F(EditTest, InAVeryWideWindowTheSlidersStayBesideAnotherTab) {
  if (!character_) return;
  const auto view_in = [&](int width) {
    for (int i = 0; i < 2; ++i) {
      ImGui::GetIO().DisplaySize = {static_cast<float>(width), kHeight};
      ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
      EXPECT_TRUE(stage_->frame(framebuffer_.id(), width, kHeight, 1.0f, true));
    }
    return stage_->interface().view().size.x;
  };
  constexpr float kLeft = 320.0f, kWideLeft = 440.0f, kSliders = 360.0f, kJoints = 560.0f, kMore = 40.0f;
  EXPECT_EQ(view_in(2399), 2399.0f - kLeft - kSliders - kMore);
  EXPECT_EQ(view_in(2400), 2400.0f - kWideLeft - kSliders - kJoints - kMore);
  // No tab changes the width of the view.
  run("Weights tab");
  EXPECT_EQ(view_in(2400), 2400.0f - kWideLeft - kSliders - kJoints - kMore);
  run("Sliders tab");
  EXPECT_EQ(view_in(2400), 2400.0f - kWideLeft - kSliders - kJoints - kMore) << "they are there already";
}

TEST_F(EditTest, TheSampleJacketIsWornOverTheBodyThatStandsIn) {
  if (!character_) return;
  options_.files.clear();
  options_.outfit = {"top", "boots"};
  begin();
  ASSERT_TRUE(workspace().document.files.try_sample_jacket());
  ASSERT_TRUE(workspace().actions.update(0.0));
  const auto names = [&] {
    std::vector<std::string> list;
    for (const auto& file : workspace().document.avatar().worn()) list.push_back(file->name);
    return list;
  };
  EXPECT_EQ(names(), (std::vector<std::string>{"mannequin.glb", "hair.glb", "sample_jacket.glb"}));
  const auto shoulder = static_cast<std::size_t>(character_->skeleton.find("mShoulderLeft"));
  const auto& offset = workspace().document.avatar().state().offsets.position[shoulder];
  ASSERT_TRUE(offset);
  EXPECT_NEAR(offset->value.y - character_->skeleton.joints()[shoulder].default_position.y, 0.01, 1e-6);
  EXPECT_EQ(workspace().document.history().done(), 1u);
  // The uploader would take it, and says what it does.
  for (int i = 0; i < 500 && !workspace().document.findings().finished(); ++i) {
    ASSERT_TRUE(workspace().actions.update(0.01));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(workspace().document.findings().count(Severity::error), 0u);
  EXPECT_NE(std::ranges::find(workspace().document.findings().list(), "joint_offset",
                              [](const FileFinding& found) { return found.finding.code; }),
            workspace().document.findings().list().end());
  workspace().document.undo();
  EXPECT_EQ(names(), (std::vector<std::string>{"mannequin.glb", "hair.glb", "top.glb", "boots.glb"}));
}

TEST_F(EditTest, SearchFindsCommandsAndSliders) {
  if (!character_) return;
  const auto names = [&](const char* wanted) {
    std::vector<std::string> list;
    for (const SearchHit& hit : search(commands(), character_->appearance, Sex::female, wanted))
      list.push_back(hit.text());
    return list;
  };
  EXPECT_EQ(names("saddle"),
            std::vector<std::string>{"Slider: Saddle Bags  (Less Saddle \u2013 More Saddle)"});
  EXPECT_EQ(names("753"), names("saddle"));
  ASSERT_FALSE(names("UNDO").empty());
  EXPECT_EQ(names("UNDO")[0], "Edit > Undo");
  EXPECT_EQ(names("high con"), std::vector<std::string>{"View > High contrast"});
  // A hint that has the word comes after everything that shows it.
  EXPECT_EQ(names("thick").front().substr(0, 7), "Slider:");
  EXPECT_EQ(names("thick").back().substr(0, 4), "View");
  EXPECT_TRUE(names("no such thing").empty());
  // What a tab or a button of one is called.
  for (const auto& [wanted, hit] : {std::pair{"save weights", "File > Save weights as..."},
                                    {"findings", "View > Findings tab"},
                                    {"messages", "View > Messages tab"},
                                    {"mend", "View > Mend a garment"},
                                    {"swap", "Check > Swap A and B"},
                                    {"male", "Shape > Male"},
                                    {"unpin", "Check > Unpin measures"},
                                    {"save pose", "Pose > Save pose as..."},
                                    {"view > joints", "View > Joints"},
                                    {"cividis", "View > Blue to yellow (cividis)"}})
    EXPECT_NE(std::ranges::count(names(wanted), hit), 0) << wanted;
  // What is nearest to what was typed comes first.
  for (const auto& [wanted, first] : {std::pair{"fit", "View > Fit tab"},
                                      {"view > sliders", "View > Sliders tab"},
                                      {"pose t", "Pose > T"},
                                      {"joints", "View > Joints"},
                                      {"body fat", "Slider: Body Fat  (Less Body Fat \u2013 More Body Fat)"},
                                      {"interface size 150", "View > Interface size: 150 %"}}) {
    ASSERT_FALSE(names(wanted).empty()) << wanted;
    EXPECT_EQ(names(wanted)[0], first);
  }
  for (const char* tab : {"sliders", "joints", "weights", "pose", "fit", "compare", "bind", "measures",
                          "skeleton", "engine", "worn"}) {
    const Command* found = nullptr;
    for (const SearchHit& each :
         search(commands(), character_->appearance, Sex::female, std::string("> ") + tab)) {
      EXPECT_NE(each.command, nullptr) << "after the sign, commands alone";
      if (each.command != nullptr && each.command->submenu == "Tabs") found = each.command;
    }
    EXPECT_NE(found, nullptr) << tab;
  }
  EXPECT_TRUE(names("> saddle").empty());
  EXPECT_EQ(names(">").size(), commands().all().size());
  EXPECT_EQ(names("").size(), commands().all().size());
}

TEST_F(EditTest, ASliderThatWasFoundIsScrolledTo) {
  if (!character_) return;
  workspace().view.wanted_slider = 753;
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_FALSE(workspace().view.wanted_slider);
  EXPECT_EQ(workspace().view.settings.open_section, "Legs");
}

TEST_F(EditTest, ATrialIsOneStepOrNone) {
  if (!character_) return;
  workspace().document.sliders.set(parameter(33), 70.0);
  const SliderValues before = workspace().document.avatar().choice().sliders;
  const std::size_t steps = workspace().document.history().done();
  const auto try_some = [&] {
    workspace().document.sliders.begin_trial();
    for (std::uint32_t seed = 1; seed < 4; ++seed)
      workspace().document.sliders.try_out(
          random_shape(character_->appearance, before, Sex::female, seed, 0.4));
  };
  try_some();
  workspace().document.sliders.end_trial(false, "");
  EXPECT_EQ(workspace().document.avatar().choice().sliders, before);
  EXPECT_EQ(workspace().document.history().done(), steps);
  try_some();
  workspace().document.sliders.end_trial(true, "Random shape 3, 40 %");
  EXPECT_EQ(workspace().document.history().done(), steps + 1);
  EXPECT_EQ(workspace().document.history().undo_name(), "Random shape 3, 40 %");
  workspace().document.undo();
  EXPECT_EQ(workspace().document.avatar().choice().sliders, before);
}

TEST_F(EditTest, AShapeGoesThroughTheClipboard) {
  if (!character_) return;
  workspace().document.sliders.set(parameter(33), 70.0);
  workspace().document.sliders.set(parameter(34), 12.5);
  workspace().document.sliders.set_sex(Sex::male);
  const std::string text = workspace().document.shape_file.copied();
  const double height = workspace().document.avatar().weight(parameter(33)),
               thickness = workspace().document.avatar().weight(parameter(34));
  workspace().document.sliders.reset_all();
  workspace().document.sliders.set_sex(Sex::female);
  ASSERT_TRUE(workspace().document.shape_file.paste(text));
  EXPECT_EQ(workspace().document.avatar().weight(parameter(33)), height);
  EXPECT_EQ(workspace().document.avatar().weight(parameter(34)), thickness);
  EXPECT_EQ(workspace().document.avatar().sex(), Sex::male);
  EXPECT_EQ(workspace().document.history().undo_name(), "Paste shape");
  workspace().document.undo();
  EXPECT_EQ(workspace().document.avatar().sex(), Sex::female);
  const std::size_t steps = workspace().document.history().done();
  EXPECT_FALSE(workspace().document.shape_file.paste("good morning"));
  EXPECT_EQ(workspace().document.messages().list().back().kind, Message::Kind::error);
  EXPECT_EQ(workspace().document.history().done(), steps);
}

TEST_F(EditTest, TheSavedValueIsKnownBesideThePresentOne) {
  if (!character_) return;
  EXPECT_FALSE(workspace().document.shape_file.saved_weight(parameter(33)));
  workspace().document.sliders.set(parameter(33), 70.0);
  ASSERT_TRUE(workspace().document.shape_file.save(folder_ / "shape.json"));
  workspace().document.sliders.set(parameter(33), 10.0);
  ASSERT_TRUE(workspace().document.shape_file.saved_weight(parameter(33)));
  EXPECT_NEAR(
      percent_from_weight(parameter(33), *workspace().document.shape_file.saved_weight(parameter(33))), 70.0,
      1e-9);
  EXPECT_EQ(*workspace().document.shape_file.saved_weight(parameter(34)), parameter(34).default_weight);
}

TEST_F(EditTest, HelpHasEveryCommandAndTheGuideNamesKeysAsTheyAre) {
  if (!character_) return;
  const GuidePage page = command_page(commands());
  std::set<std::string> listed;
  for (const GuideLine& line : page.lines) listed.insert(line.cells.front());
  for (const Command& command : commands().all()) EXPECT_TRUE(listed.contains(command.name)) << command.name;
  const auto text = io::read_file(std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "tools/preview/README.md");
  ASSERT_TRUE(text);
  const auto pages = guide_pages(io::as_text(*text));
  const auto keys = std::ranges::find(pages, "Keys", &GuidePage::title);
  ASSERT_NE(keys, pages.end());
  std::size_t rows = 0;
  for (const GuideLine& line : keys->lines) {
    if (line.kind != GuideLine::Kind::row || line.cells[0] == "key") continue;
    const Command* command = commands().find(line.cells[1]);
    ASSERT_NE(command, nullptr) << line.cells[1];
    ASSERT_FALSE(command->shortcuts.empty()) << line.cells[1];
    EXPECT_EQ(command->shortcuts.front().text(), line.cells[0]) << line.cells[1];
    ++rows;
  }
  EXPECT_GT(rows, 25u);
}

TEST_F(EditTest, NoTwoCommandsShareAKey) {
  if (!character_) return;
  for (const Controls controls : {Controls::second_life, Controls::blender}) {
    std::set<std::string> keys;
    for (const Command& command : commands().all())
      for (const Shortcut& shortcut : command.shortcuts) {
        if (!shortcut.with(controls)) continue;
        EXPECT_TRUE(keys.insert(shortcut.text()).second) << shortcut.text() << ", " << command.name;
      }
  }
}

TEST_F(EditTest, EveryPanelOpensWithoutHarm) {
  if (!character_) return;
  workspace().document.sliders.set(parameter(33), 70.0);
  for (const char* name : {"History...", "Random shape...", "Guide", "All keys", "Find a command..."})
    run(name);
  for (const int size : {75, 250}) {
    workspace().view.settings.interface_size = size;
    for (int i = 0; i < 2; ++i) frame();
  }
  EXPECT_NE(workspace().document.avatar().choice().sliders.size(), 1u)
      << "the random shape is shown while it is chosen";
}

TEST_F(EditTest, TheBufferOfAGltfIsWatchedToo) {
  if (!character_) return;
  // A .glb taken apart: its JSON names the buffer as a file.
  const BoundMeshDesc desc = test::box_figure(character_->skeleton);
  const auto glb = io::write_glb(std::span(&desc, 1), &character_->skeleton);
  ASSERT_TRUE(glb);
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, glb->data() + at, sizeof value);
    return value;
  };
  std::string json(io::as_text(std::span(*glb).subspan(20, word(12))));
  const std::string named = R"("buffers":[{"uri":"parts.bin",)";
  const auto at = json.find(R"("buffers":[{)");
  ASSERT_NE(at, std::string::npos);
  json.replace(at, std::string_view(R"("buffers":[{)").size(), named);
  const auto buffer = std::span(*glb).subspan(20 + word(12) + 8);
  ASSERT_TRUE(io::write_file(folder_ / "parts.bin", buffer));
  ASSERT_TRUE(io::write_file(folder_ / "parts.gltf", std::string_view(json)));
  ASSERT_TRUE(workspace().document.files.open(folder_ / "parts.gltf", false));
  auto now = FileWatch::Clock::time_point(std::chrono::hours(1));
  for (int i = 0; i < 3; ++i) workspace().document.files.look(now += FileWatch::kInterval);
  const std::size_t told = workspace().document.messages().list().size();
  std::filesystem::last_write_time(folder_ / "parts.bin",
                                   std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  for (int i = 0; i < 3; ++i) workspace().document.files.look(now += FileWatch::kInterval);
  ASSERT_EQ(workspace().document.messages().list().size(), told + 1);
  EXPECT_EQ(workspace().document.messages().list().back().text,
            "Reloaded parts.gltf, as many vertices as before");
}

TEST_F(EditTest, LargeFilesAreReadAgainBesideTheLoop) {
  if (!character_) return;
  workspace().document.files.read_in_background_above(100);
  workspace().document.files.reload_all();
  EXPECT_NE(workspace().document.messages().list().back().text.find("Reading figure.glb"), std::string::npos);
  for (int i = 0;
       i < 500 && workspace().document.messages().list().back().text.find("Reloaded") == std::string::npos;
       ++i) {
    ASSERT_TRUE(workspace().actions.update(0.01));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(workspace().document.messages().list().back().text,
            "Reloaded figure.glb, as many vertices as before");
}

TEST_F(EditTest, LargeFilesTakeAnothersPlaceBesideTheLoop) {
  if (!character_) return;
  workspace().document.files.read_in_background_above(100);
  const auto other = test::write_box_figure(character_->skeleton, folder_ / "other.glb");
  workspace().document.wardrobe.set_look(0, {1.0f, 1.0f, 1.0f}, 0.5f);
  ASSERT_TRUE(workspace().document.files.replace_worn(0, other));
  ASSERT_EQ(workspace().document.files.being_read().size(), 1u);
  EXPECT_EQ(workspace().document.files.being_read()[0].row, workspace().document.avatar().worn()[0].get());
  EXPECT_EQ(workspace().document.files.being_read()[0].path, other);
  EXPECT_EQ(workspace().document.avatar().worn()[0]->name, "figure.glb") << "until it is read";
  for (int i = 0; i < 500 && !workspace().document.files.being_read().empty(); ++i) {
    ASSERT_TRUE(workspace().actions.update(0.01));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(workspace().document.avatar().worn().size(), 1u);
  EXPECT_EQ(workspace().document.avatar().worn()[0]->name, "other.glb");
  EXPECT_EQ(workspace().document.avatar().worn()[0]->opacity, 0.5f);
  EXPECT_EQ(workspace().document.history().undo_name(), "Replace figure.glb by other.glb");
}

}  // namespace
}  // namespace mannequin::preview
