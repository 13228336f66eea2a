#include "tests/preview/keyboard_fixture.h"

#include <imgui_internal.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/document/figure.h"
#include "tools/preview/png.h"

namespace mannequin::test {
namespace {

const ImGuiContext& imgui() { return *ImGui::GetCurrentContext(); }

constexpr int kMostSteps = 120;

bool near_color(const std::uint8_t* pixel, ImU32 color) {
  for (int c = 0; c < 3; ++c)
    if (std::abs(static_cast<int>(pixel[c]) - static_cast<int>(color >> (8 * c) & 255u)) > 24) return false;
  return true;
}

}  // namespace

Character KeyboardTest::builtin_character() { return test::make_builtin_character(); }

void KeyboardTest::SetUp() {
  folder_ = own_folder();
  start();
}

void KeyboardTest::start() {
  PreviewOptions options;
  options.settings_folder = folder_ / "settings";
  auto tour = Tour::begin(character_, options, Tour::Fill::for_looks_only);
  if (!tour) GTEST_SKIP() << "no window without a display: " << tour.error().message();
  tour_ = std::move(*tour);
  workspace().view.settings.controls_chosen = true;  // that card has a test of its own
  workspace().view.settings.reduce_motion = true;
  workspace().view.settings.body = workspace().view.settings.floor =
      false;  // the picture is not what this is about
  tour_->key(SDLK_ESCAPE);
}

void KeyboardTest::start_again() {
  workspace().document.kept.end();
  tour_.reset();
  start();
}

const ParameterDesc& KeyboardTest::parameter(int id) const {
  return character_.appearance[character_.appearance.find(id)];
}

double KeyboardTest::percent(int id) {
  return percent_from_weight(parameter(id), workspace().document.avatar().weight(parameter(id)));
}

std::filesystem::path KeyboardTest::write_figure(const std::string& name) {
  const BoundMeshDesc desc = box_figure(character_.skeleton, true);
  const auto bytes = io::write_glb(std::span(&desc, 1), &character_.skeleton);
  EXPECT_TRUE(bytes);
  EXPECT_TRUE(io::write_file(folder_ / name, *bytes));
  return folder_ / name;
}

void KeyboardTest::wear(const std::filesystem::path& path) {
  tour_->key(SDLK_o, KMOD_LCTRL);
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type(path.string());
  tour_->key(SDLK_RETURN);
  wait_for_findings();
}

void KeyboardTest::wait_for_findings() {
  for (int i = 0; i < 500 && !workspace().document.findings().finished(); ++i) {
    tour_->settle();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void KeyboardTest::command(const std::string& name) {
  tour_->key(SDLK_F3);
  tour_->type(name);
  tour_->key(SDLK_RETURN);
}

std::string KeyboardTest::area() const {
  const ImGuiWindow* window = imgui().NavWindow;
  return window == nullptr ? "" : window->RootWindow->Name;
}

void KeyboardTest::go_to(const std::string& wanted) {
  for (int i = 0; i < 20 && area() != wanted; ++i) tour_->key(SDLK_TAB, KMOD_LCTRL);
  ASSERT_EQ(area(), wanted);
}

bool KeyboardTest::on(const IdPath& path) const {
  const ImGuiWindow* window = imgui().NavWindow;
  if (window == nullptr || imgui().NavId == 0 || imgui().NavDisableHighlight) return false;
  ImGuiID id = window->ID;
  // The rows of a scrolling table are in a window of their own, and named after the table.
  if (window->ParentWindow != nullptr && std::string_view(window->Name).find("/offsets_") + 1 != 0)
    id = ImHashStr("offsets", 0, window->ParentWindow->ID);
  if (window->ParentWindow != nullptr && std::string_view(window->Name).find("/tree_") + 1 != 0)
    id = ImHashStr("tree", 0, window->ParentWindow->ID);
  for (const IdPart& part : path)
    id = std::holds_alternative<int>(part) ? ImHashData(&std::get<int>(part), sizeof(int), id)
                                           : ImHashStr(std::get<const char*>(part), 0, id);
  return id == imgui().NavId;
}

void KeyboardTest::walk_to(const IdPath& path, SDL_Keycode key) {
  for (int i = 0; i < kMostSteps && !on(path); ++i) tour_->key(key);
  ASSERT_TRUE(on(path)) << "not reached: "
                        << (std::holds_alternative<int>(path.back()) ? ""
                                                                     : std::get<const char*>(path.back()));
}

void KeyboardTest::expect_frame() {
  const ImGuiWindow* window = imgui().NavWindow;
  ASSERT_NE(window, nullptr);
  ASSERT_NE(imgui().NavId, 0u);
  const Image image = tour_->look();
  ImRect rect =
      ImGui::WindowRectRelToAbs(const_cast<ImGuiWindow*>(window), window->NavRectRel[imgui().NavLayer]);
  rect.ClipWith(window->OuterRectClipped);
  // At one of its upright and one of its level edges at least: a tooltip may hide the others.
  const ImU32 color = ImGui::GetColorU32(ImGuiCol_NavHighlight);
  const auto at = [&](float x, float y) {
    const int column = std::clamp(static_cast<int>(x), 0, image.width - 1),
              line = std::clamp(static_cast<int>(y), 0, image.height - 1);
    return near_color(image.at(column, line), color);
  };
  const auto line_along = [&](bool upright, float across) {
    int found = 0, all = 0;
    const float from = upright ? rect.Min.y + 3.0f : rect.Min.x + 3.0f,
                to = upright ? rect.Max.y - 3.0f : rect.Max.x - 3.0f;
    for (float along = from; along < to; along += 1.0f, ++all)
      found += (upright ? at(across, along) : at(along, across)) ? 1 : 0;
    return all > 0 && found > 0.8 * all;
  };
  bool upright = false, level = false;
  for (float out = -4.0f; out <= 8.0f; out += 1.0f) {
    upright = upright || line_along(true, rect.Min.x - out) || line_along(true, rect.Max.x + out);
    level = level || line_along(false, rect.Min.y - out) || line_along(false, rect.Max.y + out);
  }
  if (upright && level) return;
  const std::filesystem::path shown = folder_ / "no_frame.png";
  std::vector<std::uint8_t> rgb;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4)
    rgb.insert(rgb.end(), {image.rgba[i], image.rgba[i + 1], image.rgba[i + 2]});
  EXPECT_TRUE(preview::write_png(shown, image.width, image.height, rgb));
  ADD_FAILURE() << "no frame around what is focused in " << window->Name << ": " << shown;
}

void KeyboardTest::expect_right_column_fits() {
  for (const ImGuiWindow* each : imgui().Windows) {
    if (!each->WasActive || !std::string_view(each->Name).starts_with("Right")) continue;
    EXPECT_LE(each->ContentSize.x, each->InnerRect.GetWidth() + 1.0f) << each->Name;
  }
}

}  // namespace mannequin::test
