#include "tools/preview/interface.h"

#include <SDL_keycode.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mannequin::preview {
namespace {

constexpr ImGuiWindowFlags kBar = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
constexpr float kToolbarHeight = 46.0f, kStatusHeight = 30.0f, kLeft = 280.0f, kRight = 360.0f,
                kTable = 560.0f;

struct NamedView {
  const char *label, *name, *key;
};
constexpr NamedView kViews[] = {{"Front", "front", "1"},       {"Side", "side", "2"}, {"Back", "back", "3"},
                                {"3/4", "three-quarter", "4"}, {"Face", "face", "5"}, {"Top", "top", "7"}};

}  // namespace

Interface::Interface(Session& session, float density)
    : session_(session), fonts_(load_fonts(density)), poses_(scenes::poses(session.character().skeleton)) {
  // The last one stands far from the origin, for tests.
  std::erase_if(poses_,
                [](const scenes::NamedPose& pose) { return pose.name.find("far") != std::string::npos; });
  if (fonts_.fallback)
    session.tell(Message::Kind::warning,
                 "The font DejaVu Sans is not installed (fonts-dejavu-core); some signs and names show as "
                 "question marks.");
}

void Interface::frame(ImVec2 size, bool panels, const FrameTimes& times) {
  const Theme* theme = session_.view().light_theme ? &kLightTheme : &kDarkTheme;
  if (theme != theme_) apply_theme(*theme, scale_);
  theme_ = theme;
  // A narrow window keeps the view; the worn list goes first.
  const float left = size.x < px(1000.0f) ? 0.0f : px(kLeft), 
              right = std::min(px(joints_open_ ? kTable : kRight), 0.5f * size.x);
  view_ = panels ? ViewRect{{left, px(kToolbarHeight)},
                            {size.x - left - right, size.y - px(kToolbarHeight) - px(kStatusHeight)}}
                 : ViewRect{{0.0f, 0.0f}, size};
  view_.size = {std::max(view_.size.x, 1.0f), std::max(view_.size.y, 1.0f)};
  session_.set_aspect(view_.size.x / view_.size.y);
  if (panels) {
    toolbar(size);
    if (left > 0.0f) worn_panel(size);
    right_column(size);
    status_bar(size, times);
    timeline_panel();
    open_popup();
    save_popup();
    close_popup();
    kept_shape_card();
    key_help();
  }
  const bool over = view_.contains(ImGui::GetIO().MousePos) && !ImGui::GetIO().WantCaptureMouse;
  navigation_.frame(session_, view_, over);
  view_overlay();
}

void Interface::toolbar(ImVec2 size) {
  ImGui::SetNextWindowPos({0.0f, 0.0f});
  ImGui::SetNextWindowSize({size.x, px(kToolbarHeight)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme_->panel_raised);
  ImGui::Begin("Toolbar", nullptr, kBar);
  const auto gap = [&] {
    ImGui::SameLine(0.0f, px(14.0f));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y + px(3.0f)}, {at.x, at.y + px(22.0f)}, theme_->frame);
    ImGui::SameLine(0.0f, px(15.0f));
  };
  for (const NamedView& view : kViews) {
    if (ImGui::Button(view.label)) session_.look(view.name);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Key %s", view.key);
    ImGui::SameLine(0.0f, px(4.0f));
  }
  if (ImGui::Button("Fit")) session_.fit();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Key F");
  gap();
  ViewSettings& view = session_.view();
  const auto tick = [&](const char* label, bool& value, const char* hint) {
    ImGui::Checkbox(label, &value);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
    ImGui::SameLine();
  };
  tick("Body", view.body, "Draw what is worn. Key M");
  tick("Colours", view.file_colors, "In the colours of the files, else in plaster. Key C");
  tick("Joints", view.joints, "Draw the bones. Key J");
  tick("Volumes", view.volumes, "Draw the collision volumes, which fitted meshes follow. Key V");
  tick("Ground", view.floor, "Draw the floor: a line every metre, fine ones every 10 cm. Key G");
  gap();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Pose");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(px(110.0f));
  if (ImGui::BeginCombo("##pose", session_.scene().choice().pose_name.c_str())) {
    for (const scenes::NamedPose& pose : poses_)
      if (ImGui::Selectable(pose.name.c_str(), pose.name == session_.scene().choice().pose_name))
        session_.set_pose(pose.name, pose.pose);
    ImGui::EndCombo();
  }
  gap();
  bool reference = session_.scene().uses_reference();
  if (ImGui::Checkbox("Reference", &reference)) session_.scene().use_reference(reference);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip(
        "Skin on the processor in double precision too, draw that, and show how far the GPU is from it");
  const float help_x = size.x - px(146.0f);
  if (ImGui::GetItemRectMax().x < help_x - px(12.0f)) {
    ImGui::SameLine(help_x);
    if (ImGui::Button(view.light_theme ? "Dark" : "Light")) view.light_theme = !view.light_theme;
    ImGui::SameLine();
    if (ImGui::Button("Keys F1")) help_ = !help_;
  }
  ImGui::End();
  ImGui::PopStyleColor();
}

// With its sign.
std::string message_text(const Message& message) {
  const char* sign = message.kind == Message::Kind::done    ? "\u2713"
                     : message.kind == Message::Kind::error ? "\u2715"
                                                            : "\u25b2";
  return fmt::format("{} {}", sign, message.text);
}

void Interface::status_bar(ImVec2 size, const FrameTimes& times) {
  ImGui::SetNextWindowPos({0.0f, size.y - px(kStatusHeight)});
  ImGui::SetNextWindowSize({size.x, px(kStatusHeight)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme_->panel_raised);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(12.0f), px(6.0f)));
  ImGui::Begin("Status", nullptr, kBar);
  ImGui::PushFont(fonts_.small);
  const Scene& scene = session_.scene();
  // Fixed places: no text pushes another out.
  const auto field = [&](float from, float to, const std::string& text, ImU32 color) {
    ImGui::SetCursorPos({from, px(6.0f)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushClipRect(at, {at.x + to - from - px(10.0f), at.y + px(24.0f)}, true);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    ImGui::PopClipRect();
    if (ImGui::IsItemHovered() && ImGui::GetItemRectSize().x > to - from - px(10.0f))
      ImGui::SetTooltip("%s", text.c_str());
  };
  std::size_t offsets = 0, weighted = 0;
  for (std::size_t j = 0; j < session_.character().skeleton.size(); ++j) {
    if (scene.state().offsets.position[j]) ++offsets;
    if (scene.has_weights(static_cast<JointIndex>(j))) ++weighted;
  }
  const std::string facts =
      !hovered_.empty() ? joint_summary(session_, std::span(hovered_).first(1))
                        : fmt::format("Height {:.2f} m \u00b7 {} vertices \u00b7 {} joints weighted{}",
                                      scene.state().size.height, scene.visible_vertices(), weighted,
                                      offsets == 0 ? "" : fmt::format(", {} moved", offsets));
  std::string trust = fmt::format("{:.0f} ms \u00b7 OpenGL", times.milliseconds);
  ImU32 color = theme_->secondary;
  if (const auto& error = scene.live_error()) {
    trust += fmt::format(" \u00b7 {} {:.5f} mm off the reference",
                         error->within_limits() ? "\u2713" : "\u2715", error->position_mm);
    color = error->within_limits() ? theme_->good : theme_->error;
  }
  const float a = px(12.0f), b = 0.33f * size.x, c = 0.62f * size.x, d = size.x - px(130.0f);
  if (const auto& messages = session_.messages(); !messages.empty()) {
    const Message::Kind kind = messages.back().kind;
    field(a, b, message_text(messages.back()),
          kind == Message::Kind::done    ? theme_->text
          : kind == Message::Kind::error ? theme_->error
                                         : theme_->warning);
  }
  field(b, c, facts, theme_->text);
  if (scene.live_error()) {
    field(c, size.x, trust, color);
  } else {
    field(c, d, Navigation::hint(session_.view().controls), theme_->secondary);
    field(d, size.x, trust, color);
  }
  ImGui::PopFont();
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void Interface::joint_legend(ImDrawList& list) const {
  const float line = px(20.0f), x = view_.min.x + px(16.0f);
  float y = view_.min.y + view_.size.y - px(16.0f) - 3.0f * line;
  list.AddRectFilled({x - px(8.0f), y - px(6.0f)}, {x + px(176.0f), y + 3.0f * line + px(4.0f)},
                     (theme_->panel & 0x00ffffffu) | 0xd8000000u, px(5.0f));
  const auto entry = [&](const char* text, auto&& mark) {
    mark(ImVec2(x + px(6.0f), y + px(9.0f)));
    list.AddText(fonts_.small, ImGui::GetFontSize() * 15.0f / 17.0f, {x + px(20.0f), y + px(1.0f)},
                 theme_->text, text);
    y += line;
  };
  entry("moved by a worn mesh", [&](ImVec2 p) {
    list.AddQuadFilled({p.x, p.y - 6}, {p.x + 6, p.y}, {p.x, p.y + 6}, {p.x - 6, p.y}, theme_->joint_offset);
  });
  entry("has weights", [&](ImVec2 p) { list.AddCircleFilled(p, 4.5f, theme_->joint_weighted); });
  entry("neither", [&](ImVec2 p) { list.AddCircle(p, 4.5f, theme_->joint_plain, 0, 1.6f); });
}

// Said where it would otherwise be puzzling: standing, and the soles not on the floor.
void Interface::ground_note(ImDrawList& list) const {
  const std::string& pose = session_.scene().choice().pose_name;
  const double floats = session_.scene().floats();
  if ((pose != "T" && pose != "A") || std::abs(floats) < 0.005 || std::abs(floats) > 0.3) return;
  const std::string text =
      fmt::format("{} {:.1f} cm", floats > 0.0 ? "floats" : "sinks", 100.0 * std::abs(floats));
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 at(view_.min.x + view_.size.x - size.x - px(20.0f),
                  view_.min.y + view_.size.y - size.y - px(16.0f));
  list.AddRectFilled({at.x - px(8.0f), at.y - px(4.0f)}, {at.x + size.x + px(8.0f), at.y + size.y + px(4.0f)},
                     (theme_->panel & 0x00ffffffu) | 0xd8000000u, px(5.0f));
  list.AddText(at, theme_->text, text.c_str());
}

void Interface::view_overlay() {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(view_.min, {view_.min.x + view_.size.x, view_.min.y + view_.size.y});
  const bool over = view_.contains(ImGui::GetIO().MousePos) && !ImGui::GetIO().WantCaptureMouse;
  const ImVec2 nowhere(-1e6f, -1e6f);
  hovered_ = draw_joint_marks(session_, session_.camera(), view_, *theme_,
                              over ? ImGui::GetIO().MousePos : nowhere, list);
  draw_selection(session_, session_.camera(), view_, *theme_, list);
  if (session_.view().joints) joint_legend(list);
  if (session_.view().floor && !session_.scene().visible_meshes().empty()) ground_note(list);
  if (!hovered_.empty()) ImGui::SetTooltip("%s", joint_summary(session_, hovered_).c_str());
  list.PopClipRect();
}

void Interface::open_popup() {
  if (opening_) ImGui::OpenPopup("Open a file");
  opening_ = false;
  ImGui::SetNextWindowPos({0.5f * ImGui::GetIO().DisplaySize.x, 0.3f * ImGui::GetIO().DisplaySize.y},
                          ImGuiCond_Appearing, {0.5f, 0.0f});
  if (!ImGui::BeginPopupModal("Open a file", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
  ImGui::TextUnformatted("Path of a mesh (.dae, .glb, .gltf, .llmesh), a shape (.xml, .json), a pose (.json) or an "
                         "animation (.anim, .bvh):");
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(px(520.0f));
  const bool entered =
      ImGui::InputText("##path", open_path_, sizeof open_path_, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::TextDisabled("Or drop the file anywhere on the window.");
  recent_files();
  const bool open = ImGui::Button("Open") || entered;
  ImGui::SameLine();
  const bool cancel = ImGui::Button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  if (open && open_path_[0] != '\0') (void)session_.open(open_path_, false);  // told in the messages
  if (open || cancel) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

bool Interface::key(int sdl_keycode, bool ctrl, bool shift) {
  ViewSettings& view = session_.view();
  if (ctrl) {
    if (sdl_keycode == SDLK_z) shift ? session_.redo() : session_.undo();
    if (sdl_keycode == SDLK_y) session_.redo();
    if (sdl_keycode == SDLK_o) opening_ = true;
    if (sdl_keycode == SDLK_q) request_close();
    if (sdl_keycode == SDLK_s) save(shift);
    return true;
  }
  if (sdl_keycode == SDLK_F1) help_ = !help_;
  if (sdl_keycode == SDLK_F5) session_.reload_files();
  if (sdl_keycode == SDLK_F6) {
    view.watch_files = !view.watch_files;
    session_.tell(Message::Kind::done, view.watch_files ? "Watching the files: what is saved is shown."
                                                        : "No longer watching the files. F5 reloads.");
  }
  if (ImGui::GetIO().WantTextInput) return false;
  switch (sdl_keycode) {
    case SDLK_ESCAPE:
      session_.select_nothing();
      return true;
    case SDLK_f:
      session_.fit();
      return true;
    case SDLK_a:
    case SDLK_HOME:
      session_.look("three-quarter");
      return true;
    case SDLK_0:
    case SDLK_KP_5:
      session_.camera().orthographic = !session_.camera().orthographic;
      return true;
    case SDLK_SPACE:
      if (session_.timeline().has_clip()) session_.timeline().toggle();
      return true;
    case SDLK_j:
      view.joints = !view.joints;
      return true;
    case SDLK_c:
      view.file_colors = !view.file_colors;
      return true;
    case SDLK_v:
      view.volumes = !view.volumes;
      return true;
    case SDLK_m:
      view.body = !view.body;
      return true;
    case SDLK_g:
      view.floor = !view.floor;
      return true;
    default:
      break;
  }
  if (view.controls == Controls::blender) {
    if (sdl_keycode == SDLK_KP_1) session_.look("front");
    if (sdl_keycode == SDLK_KP_3) session_.look("side");
    if (sdl_keycode == SDLK_KP_7) session_.look("top");
  }
  for (const NamedView& named : kViews)
    if (sdl_keycode == named.key[0]) {
      session_.look(named.name);
      return true;
    }
  return false;
}

}  // namespace mannequin::preview
