#include "tools/preview/panels/frame/interface.h"

#include <SDL_keycode.h>

#include <algorithm>
#include <cmath>

#include "tools/document/attaching.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/commands/command_list.h"
#include "tools/preview/panels/shared/plate_layer.h"

namespace mannequin::preview {
namespace {

const Theme& theme_of(const Preferences& preferences) {
  return preferences.high_contrast ? kHighContrastTheme : preferences.light_theme ? kLightTheme : kDarkTheme;
}

// ImGui gives a dialog the size of what was in it in the frame before, and hides a new one until then.
bool changes_size(const ImGuiWindow& window) {
  if (!window.Active || (window.Flags & ImGuiWindowFlags_AlwaysAutoResize) == 0) return false;
  return window.HiddenFramesCannotSkipItems > 0 ||
         std::floor(window.DC.CursorMaxPos.x - window.DC.CursorStartPos.x) != window.ContentSize.x ||
         std::floor(window.DC.CursorMaxPos.y - window.DC.CursorStartPos.y) != window.ContentSize.y;
}

}  // namespace

Interface::Interface(Workspace& workspace)
    : ui_{.workspace = workspace, .commands = {}, .fonts = {}},
      files_(ui_),
      toolbar_(ui_),
      worn_(ui_, files_),
      right_(ui_, files_, worn_),
      strip_(ui_, worn_, right_),
      recording_(ui_),
      timeline_(ui_),
      status_(ui_),
      overlay_(ui_),
      triad_(ui_),
      picking_(ui_),
      gizmo_(ui_),
      brush_(ui_),
      keys_(ui_),
      focus_(ui_),
      edit_(ui_),
      columns_(ui_),
      first_run_(ui_),
      compare_(ui_) {
  add_commands(ui_, files_, right_, recording_, keys_, worn_, edit_);
  focus_.add_commands();
  fold_view_menu(ui_.commands);
  arrange_menus(ui_.commands);
  used_translation().each([this](const std::string& text) { ui_.rare.want(text); });
  for (const std::string& mistake : used_translation().mistakes())
    workspace.document.messages().report(Message::Kind::warning, mistake);
}

bool Interface::prepare(float density, float display_scale) {
  focus_.before_frame();
  const Preferences& preferences = ui_.workspace.view.settings;
  const float scale = display_scale * static_cast<float>(preferences.interface_size) / 100.0f;
  const Theme& theme = theme_of(preferences);
  if (&theme != applied_theme_ || scale != ui_.scale) apply_theme(theme, scale);
  ui_.theme = applied_theme_ = &theme;
  ui_.scale = scale;
  look_for_letters();
  if (font_size_ == scale * density && !ui_.rare.take_new()) return false;
  rare_ = ui_.rare.ranges();
  const bool first = font_size_ == 0.0f;
  font_size_ = scale * density;
  ImGui::GetIO().Fonts->Clear();
  ui_.fonts = load_fonts(scale, density, rare_);
  if (first && ui_.fonts.fallback)
    ui_.workspace.document.messages().report(
        Message::Kind::warning,
        tr("The font DejaVu Sans is not installed (fonts-dejavu-core); some signs and names show as "
           "question marks."));
  return !first;
}

// In names that others chose; those of a translation do not change.
void Interface::look_for_letters() {
  const Document& document = ui_.workspace.document;
  for (const auto& file : document.avatar().worn()) ui_.rare.want(file->name);
  for (const auto& path : document.settings().recent()) ui_.rare.want(path.string());
  ui_.rare.want(document.shape_file.name());
  if (const auto& messages = document.messages().list(); !messages.empty())
    ui_.rare.want(messages.back().text);
}

void Interface::draw_panels(ImVec2 size, const FrameTimes& times) {
  const float top = toolbar_.draw(size), status = status_.height(), bottom = status + timeline_.height();
  const float wanted = right_.width(size.x);
  const Columns::Widths widths = columns_.widths(size.x, wanted);
  const float left = widths.left, right = widths.right;
  ui_.view = {{left, top}, {std::max(size.x - left - right, 1.0f), std::max(size.y - top - bottom, 1.0f)}};
  ui_.column = std::max(size.y - top - status, 1.0f);
  worn_.begin_frame();
  if (widths.narrow)
    strip_.draw();
  else
    worn_.draw_column();
  right_.draw(size, widths.narrow);
  columns_.splitters(widths, size.x, wanted);
  if (status_.draw(size, times, picking_.text())) {
    if (widths.narrow) right_.open(RightColumn::Tab::worn);
    worn_.bring_up_messages();
  }
  timeline_.draw();
  first_run_.draw();
  files_.draw();
  recording_.draw();
  keys_.draw();
  edit_.draw();
}

void Interface::draw_over_picture(bool panels) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const OverlayLayers layers(list);
  compare_.draw(list);
  overlay_.draw(panels ? triad_.place() : ViewRect{});
  if (panels) {
    const PlateLayer layer(list);
    triad_.draw(list);
  }
  gizmo_.draw(list);
  brush_.draw(list);
}

void Interface::frame(ImVec2 size, bool panels, const FrameTimes& times) {
  ui_.workspace.document.effects().be_about(ui_.workspace.view.chosen());
  focus_.begin_frame();
  ui_.view = {{0.0f, 0.0f}, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)}};
  ui_.card = {0.0f, 0.0f};
  ui_.names = 0.0f;
  ui_.field_opens = false;
  ui_.ends.wanted.clear();
  ui_.people.wanted = false;
  ui_.workspace.document.fit.need_now(false);
  ui_.workspace.document.measures.need(ui_.workspace.view.settings.measures);
  if (panels) draw_panels(size, times);
  compare_.lay_out();
  const float below = ui_.below;
  ui_.workspace.view.camera_control.set_picture(ui_.view.aspect(), below);
  ImGuiIO& io = ImGui::GetIO();
  const ViewRect& pointed = ui_.other_view.contains(io.MousePos) ? ui_.other_view : ui_.view;
  const bool over = pointed.contains(io.MousePos) && pointer_is_free();
  focus_.end_frame(over);
  const bool on_bar = compare_.take_pointer(over);
  gizmo_.frame(over && !on_bar && !navigation_.dragging());
  const bool on_triad = panels && triad_.take_pointer(over && !on_bar && !navigation_.dragging());
  const bool for_brush = over && !on_bar && !on_triad && !gizmo_.has_pointer();
  brush_.frame(for_brush && !navigation_.dragging());
  const bool free = for_brush && !brush_.painting();
  navigation_.frame(ui_.workspace, pointed, free, focus_.in_view());
  draw_over_picture(panels);
  picking_.frame(overlay_.hovered(), overlay_.plate(), free && !navigation_.dragging(),
                 navigation_.clicked());
  const auto& windows = ImGui::GetCurrentContext()->Windows;
  const bool unsettled =
      std::any_of(windows.begin(), windows.end(), [](const auto* each) { return changes_size(*each); });
  laid_out_ = unsettled || ui_.below != below ? laid_out_ + 1 : 0;
  // Once it is done, not at every step of a drag.
  if (!ImGui::IsAnyMouseDown()) ui_.workspace.actions.keep_preferences();
}

void Interface::drop(std::span<const std::filesystem::path> paths, ImVec2 at) {
  const auto row = worn_.row_at(at);
  if (row && paths.size() == 1)
    (void)ui_.workspace.document.files.replace_worn(*row, paths.front());  // reported in the messages
  else if (paths.size() == 1 && ui_.view.contains(at))
    (void)ui_.workspace.document.files.open(paths.front(), false, point_under(at));  // likewise
  else
    ui_.workspace.document.files.open_all(paths);
}

// The attachment point for what is dropped there; empty: there is none.
std::string Interface::point_under(ImVec2 at) {
  Workspace& workspace = ui_.workspace;
  const auto hits = workspace.view.surface_along(ui_.view.ray(workspace.view.camera(), at));
  if (hits.empty()) return {};
  const DressedAvatar& avatar = workspace.document.avatar();
  const JointIndex point = document::attachment_point_at(avatar, hits.front().joint(), hits.front().point);
  return point == kNoJoint ? std::string() : workspace.document.character().skeleton[point].name;
}

namespace {

// What a text field undoes is its own text, and nothing else.
bool undoes_typing(const Shortcut& pressed) {
  return ImGui::GetIO().WantTextInput && pressed.ctrl && (pressed.code == SDLK_z || pressed.code == SDLK_y);
}

// Somebody called SetKeyboardFocusHere(), which ImGui obeys in the next frame; or a field has been entered or
// left, which ImGui says a frame or two later.
bool field_gets_or_loses_keys() {
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  const bool typing = imgui.WantTextInputNextFrame == 1 && imgui.ActiveId != 0;
  return (imgui.NavMoveSubmitted && (imgui.NavMoveFlags & ImGuiNavMoveFlags_FocusApi) != 0) ||
         typing != imgui.IO.WantTextInput;
}

}  // namespace

bool Interface::moving() const {
  return navigation_.keys_move() || (laid_out_ > 0 && laid_out_ <= kMostLayouts);
}

bool Interface::keys_on_their_way() const {
  return edit_.search.opening() || ui_.keys_to_slider || ui_.focus.window != nullptr || ui_.field_opens ||
         field_gets_or_loses_keys();
}

bool Interface::key(const Shortcut& pressed) {
  // A recording changes the avatar for each picture; nothing else may change it meanwhile.
  if (ui_.workspace.view.recording || undoes_typing(pressed)) return false;
  if (gizmo_.key(pressed) || brush_.key(pressed) || compare_.key(pressed) ||
      navigation_.key(pressed, ui_.workspace) || focus_.key(pressed))
    return true;
  const bool kept = pressed == plain(SDLK_ESCAPE) ? focus_.keeps_escape()
                                                  : ImGui::GetIO().WantTextInput || focus_.in_panel();
  return ui_.commands.key(pressed, kept || edit_.search.opening(), ui_.workspace.view.settings.controls);
}

}  // namespace mannequin::preview
