#include "tools/preview/panels/sliders/slider_row.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "engine/fit/slider_reach.h"
#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

bool is_of_a_number(ImWchar sign) {
  return (sign >= '0' && sign <= '9') || sign == '.' || sign == ',' || sign == '-';
}

void text_at(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 color, const std::string& text) {
  list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, at, color, text.c_str());
}

float width_of(ImFont* font, const std::string& text) {
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, 1e9f, 0.0f, text.c_str()).x;
}

std::string effect_text(const SliderEffect* effect) {
  if (effect == nullptr || effect->metres <= 0.0) return {};
  return tr("{:.0f} mm", std::max(1000.0 * effect->metres, 1.0));
}

// farthest: of what is worn, if it is about all of it.
std::string effect_hint(const SliderEffect& effect, const std::string& about, const std::string& farthest) {
  return tr("From end to end it moves {} by up to {:.1f} mm,\nthrough {}.",
            about.empty() ? tr("what is worn") : about, 1000.0 * effect.metres,
            effect.bones ? (effect.volumes ? tr("bones and collision volumes") : tr("bones"))
                         : tr("collision volumes")) +
         (farthest.empty() ? "" : "\n" + tr("It moves {} the most.", farthest));
}

struct Row {
  Workspace& workspace;
  const ParameterDesc& parameter;
  SliderTyping& typing;
  const RowStyle& style;
  ImVec2 at;
  float width;
  double weight, percent, default_percent;
  bool edited, dead;
  const SliderEffect* effect;

  float px(float n) const { return n * style.scale; }
  bool in_one_line() const { return style.line > 0.0f; }
  bool lifts() const { return parameter.id == kHoverParameter; }
  // Where the knob is at 0 and at 100.
  float track_left() const { return at.x + px(in_one_line() ? 24.0f : 7.0f); }
  float track_right() const { return at.x + width - px(in_one_line() ? 24.0f : 7.0f); }
  float height() const { return in_one_line() ? style.line : px(50.0f); }
  // Half the knob's size: in one line it is low. There it is nearer to its own name than to the next one,
  // however high the row is.
  ImVec2 knob() const { return {px(7.0f), px(in_one_line() ? 2.5f : 7.0f)}; }
  float track_y() const { return at.y + px(in_one_line() ? 18.5f : 27.0f); }
  ImFont* name_font() const { return in_one_line() ? style.fonts.small : style.fonts.text; }
};

bool figures_typed() {
  const ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
  return std::any_of(typed.begin(), typed.end(), is_of_a_number);
}

void take_figures(SliderTyping& typing) {
  ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
  std::size_t end = std::string_view(typing.text).size();
  for (const ImWchar sign : typed)
    if (is_of_a_number(sign) && end + 1 < sizeof typing.text) typing.text[end++] = static_cast<char>(sign);
  typing.text[end] = '\0';
  typed.resize(0);
}

// ImGui selects all that stands in a field when it is entered; what is typed next would replace it.
int behind_the_figures(ImGuiInputTextCallbackData* data) {
  auto& typing = *static_cast<SliderTyping*>(data->UserData);
  if (!typing.goes_on) return 0;
  data->ClearSelection();
  data->CursorPos = data->BufTextLen;
  typing.goes_on = false;
  return 0;
}

void type_number(const Row& row) {
  ImGui::SetCursorScreenPos({row.at.x + row.width - row.px(64.0f), row.at.y - row.px(2.0f)});
  ImGui::SetNextItemWidth(row.px(64.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(row.px(6.0f), row.px(1.0f)));
  if (row.typing.take_focus) ImGui::SetKeyboardFocusHere();
  row.typing.take_focus = false;
  ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal;
  if (row.typing.goes_on)
    flags |= ImGuiInputTextFlags_CallbackAlways;
  else
    flags |= ImGuiInputTextFlags_AutoSelectAll;
  const bool entered = ImGui::InputText("##number", row.typing.text, sizeof row.typing.text, flags,
                                        behind_the_figures, &row.typing);
  // Where the arrow keys step sliders, Tab does not walk on by itself.
  const bool left = ImGui::IsItemDeactivated() ||
                    (ImGui::IsItemActive() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Tab)));
  ImGui::PopStyleVar();
  if (!entered && !left) return;
  // Tab and Enter accept the number, Esc does not; the one that is shown already, rounded, is none.
  char* end = nullptr;
  const double value = std::strtod(row.typing.text, &end);
  const bool is_new = row.typing.text != percent_text(row.percent);
  if (is_new && end != row.typing.text && !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
    row.workspace.document.sliders.set(row.parameter, value);
  row.typing.parameter = 0;
  // The field closes; keyboard focus returns to the slider.
  ImGuiContext& imgui = *ImGui::GetCurrentContext();
  if (!imgui.NavDisableMouseHover) return;
  ImGui::SetNavID(ImGui::GetID("track"), ImGuiNavLayer_Main, 0, imgui.CurrentWindow->NavRectRel[0]);
  imgui.NavDisableHighlight = false;
}

void begin_typing(const Row& row) {
  row.typing = {
      .parameter = row.parameter.id, .text = {}, .take_focus = true, .goes_on = false, .weight = row.weight};
  const std::string number = percent_text(row.percent);
  number.copy(row.typing.text, sizeof row.typing.text - 1);
}

// A figure begins to type, where the frame is.
void type_from_figures(const Row& row) {
  if (!figures_typed()) return;
  row.typing = {
      .parameter = row.parameter.id, .text = {}, .take_focus = true, .goes_on = true, .weight = row.weight};
  take_figures(row.typing);
}

// The number is where one looks for a way to type one.
void type_at_number(const Row& row) {
  const float right = row.at.x + row.width - (row.edited ? row.px(18.0f) : 0.0f);
  if (row.typing.parameter != 0 || !ImGui::IsWindowHovered() ||
      !ImGui::IsMouseHoveringRect({row.at.x + row.width - row.px(56.0f), row.at.y},
                                  {right, row.at.y + row.px(19.0f)}))
    return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) begin_typing(row);
}

bool is_open(const Row& row, const std::set<int>& unfolded) {
  return row.workspace.view.settings.slider_pictures || unfolded.contains(row.parameter.id);
}

// What stands before the number: why it moves nothing, or how far it does.
std::string before_number(const Row& row, bool only_paints) {
  if (row.dead) return tr("why?");
  if (row.lifts()) return tr("lifts");
  return only_paints ? tr("paints") : effect_text(row.effect);
}

// As much of it as there is room for; all of it in the tooltip, with the ends, which a row of one line does
// not show.
void draw_name(const Row& row, float room, ImDrawList& list) {
  ImFont* const font = row.name_font();
  const std::string label = tr(slider_label(row.parameter));
  const float left = row.at.x + row.px(16.0f), width = std::min(width_of(font, label), room);
  const std::string shown =
      cut_in_the_middle(label, room, *font, font->FontSize * ImGui::GetIO().FontGlobalScale);
  text_at(list, font, {left, row.at.y}, row.dead ? row.style.theme.secondary : row.style.theme.text, shown);
  if ((!row.in_one_line() && shown == label) || row.dead || ImGui::IsMouseDown(ImGuiMouseButton_Left) ||
      !ImGui::IsWindowHovered() ||
      !ImGui::IsMouseHoveringRect(row.at, {left + width + row.px(4.0f), row.at.y + row.height()}))
    return;
  show_tooltip(
      fmt::format("{}: {} \u2013 {}", label, tr(row.parameter.label_min), tr(row.parameter.label_max)));
}

void reset_button(const Row& row, ImDrawList& list) {
  ImGui::SetCursorScreenPos({row.at.x + row.width - row.px(18.0f), row.at.y - row.px(1.0f)});
  const PointerOnly backspace_does_it;
  if (ImGui::InvisibleButton("reset", {row.px(18.0f), row.px(20.0f)}))
    row.workspace.document.sliders.reset(row.parameter);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) show_tooltip(tr("Back to the default, {}", percent_text(row.default_percent)));
  text_at(list, row.style.fonts.text, {row.at.x + row.width - row.px(15.0f), row.at.y},
          hovered ? row.style.theme.text : row.style.theme.accent, "\u21ba");
}

void draw_head(const Row& row, std::set<int>& unfolded, ImDrawList& list) {
  const Theme& theme = row.style.theme;
  const bool tall = !row.in_one_line();
  const float name_width = row.width * (tall ? 0.62f : 0.58f);
  ImGui::SetCursorScreenPos(row.at);
  {
    const ArrowsPass pass;
    if (ImGui::InvisibleButton("name", {tall ? name_width - row.px(4.0f) : row.px(17.0f), row.px(19.0f)}))
      if (unfolded.erase(row.parameter.id) == 0) unfolded.insert(row.parameter.id);
  }
  const bool open = is_open(row, unfolded), on_name = ImGui::IsItemHovered();
  const ImU32 color = row.dead ? theme.secondary : theme.text;
  ImGui::RenderArrow(&list, {row.at.x - row.px(1.0f), row.at.y + row.px(2.5f)},
                     on_name ? color : theme.secondary, open ? ImGuiDir_Down : ImGuiDir_Right, 0.75f);
  const bool only_paints =
      effect_text(row.effect).empty() && row.workspace.document.effects().paints(row.parameter.id);
  const std::string what = before_number(row, only_paints);
  const float what_end = row.at.x + row.width - row.px(57.0f),
              what_left = what_end - width_of(row.style.fonts.small, what);
  draw_name(row, std::min(row.at.x + name_width, what_left - row.px(6.0f)) - row.at.x - row.px(16.0f), list);
  if (row.typing.parameter == row.parameter.id) {
    type_number(row);
    return;
  }
  const std::string number = percent_text(row.percent);
  const float number_x = row.at.x + row.width - width_of(row.style.fonts.text, number) - row.px(20.0f);
  text_at(list, row.style.fonts.text, {number_x, row.at.y}, color, number);
  type_at_number(row);
  text_at(list, row.style.fonts.small, {what_left, row.at.y + (tall ? row.px(1.5f) : 0.0f)},
          row.dead ? theme.warning : theme.secondary, what);
  if (!row.dead && !what.empty() && ImGui::IsWindowHovered() &&
      ImGui::IsMouseHoveringRect({row.at.x + row.width - row.px(120.0f), row.at.y},
                                 {what_end, row.at.y + row.px(18.0f)}))
    show_tooltip(row.lifts()   ? tr("It lifts or lowers the whole avatar, whose shape stays as it is.")
                 : only_paints ? tr("It moves nothing: it changes what is painted on the body.")
                               : effect_hint(*row.effect, row.style.about,
                                             row.workspace.document.effects().farthest(row.parameter.id)));
  if (row.edited) reset_button(row, list);
}

// A button, as in the viewer's editor.
void end_picture(const Row& row, std::uint32_t texture, bool maximum, ImVec2 at, float side,
                 ImDrawList& list) {
  const Theme& theme = row.style.theme;
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton(maximum ? "maximum" : "minimum", {side, side}))
    row.workspace.document.sliders.set(row.parameter, row.percent + (maximum ? 10.0 : -10.0));
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 end(at.x + side, at.y + side);
  list.AddRectFilled(at, end, theme.frame, row.px(4.0f));
  if (texture != 0)
    list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)), at, end,
                         {0.0f, 1.0f}, {1.0f, 0.0f}, IM_COL32_WHITE, row.px(4.0f));
  if (hovered || ImGui::IsItemFocused()) list.AddRect(at, end, theme.accent, row.px(4.0f), 0, row.px(2.0f));
  if (hovered)
    show_tooltip(maximum ? tr("With this slider at 100. Click: ten more.")
                         : tr("With this slider at 0. Click: ten less."));
}

void draw_end_labels(const Row& row, float y, ImDrawList& list) {
  const RowStyle& style = row.style;
  const std::string most = tr(row.parameter.label_max);
  text_at(list, style.fonts.small, {row.at.x, y}, style.theme.secondary, tr(row.parameter.label_min));
  text_at(list, style.fonts.small, {row.at.x + row.width - width_of(style.fonts.small, most), y},
          style.theme.secondary, most);
}

// Below the ends' labels, which a row of one line has only here; returns its height.
float draw_ends(const Row& row, const std::string& section, SliderEnds& ends, ImDrawList& list) {
  const float labels = row.in_one_line() ? row.px(19.0f) : 0.0f;
  const float side = std::min(row.px(SliderEnds::kSide), 0.48f * row.width),
              top = row.at.y + slider_row_height(row.style) + labels;
  ImFont* const font = row.style.fonts.small;
  const auto shown = ends.shown.find(row.parameter.id);
  const SliderEnds::Shown now = shown == ends.shown.end() ? SliderEnds::Shown{} : shown->second;
  const float size = font->FontSize * ImGui::GetIO().FontGlobalScale;
  const std::string reach = wrapped_lines(now.reach, row.width, [&](std::string_view text) {
    return font->CalcTextSizeA(size, 1e9f, 0.0f, text.data(), text.data() + text.size()).x;
  });
  const float text_height =
      reach.empty() ? 0.0f : font->CalcTextSizeA(size, 1e9f, 0.0f, reach.c_str()).y + row.px(4.0f);
  const float height = labels + side + text_height + row.px(10.0f);
  if (!ImGui::IsRectVisible({row.at.x, top - labels}, {row.at.x + row.width, top - labels + height}))
    return height;
  if (row.in_one_line()) draw_end_labels(row, top - labels, list);
  ends.wanted.push_back({row.parameter.id, section});
  end_picture(row, now.textures[0], false, {row.at.x, top}, side, list);
  end_picture(row, now.textures[1], true, {row.at.x + row.width - side, top}, side, list);
  list.AddText(font, size, {row.at.x, top + side + row.px(4.0f)}, row.style.theme.secondary, reach.c_str());
  return height;
}

void draw_track(const Row& row, ImDrawList& list, float y, bool hot) {
  const Theme& theme = row.style.theme;
  const float left = row.track_left(), right = row.track_right();
  const auto place = [&](double percent) {
    return left + static_cast<float>(percent / 100.0) * (right - left);
  };
  const ImVec2 knob = row.knob();
  const float half = row.px(row.in_one_line() ? 1.0f : 3.0f);
  // Larger by `more` on all sides, round at its ends.
  const auto knob_at = [&](float x, float more) {
    return std::pair(ImVec2(x - knob.x - more, y - knob.y - more),
                     ImVec2(x + knob.x + more, y + knob.y + more));
  };
  const auto fill_knob = [&](float x, float more, ImU32 color) {
    const auto [low, high] = knob_at(x, more);
    list.AddRectFilled(low, high, color, knob.y + more);
  };
  list.AddRectFilled({left - knob.x, y - half}, {right + knob.x, y + half}, theme.frame, half);
  const float from = place(row.default_percent), to = place(row.percent);
  const ImU32 fill = row.dead ? theme.secondary : theme.accent;
  if (row.edited)
    list.AddRectFilled({std::min(from, to), y - half}, {std::max(from, to), y + half}, fill, half);
  list.AddLine({from, y - knob.y}, {from, y + knob.y}, theme.secondary, row.px(1.5f));
  // A ghost of what the file holds, hollow so that it is not taken for the knob.
  if (const auto saved = row.workspace.document.shape_file.saved_weight(row.parameter)) {
    const auto [low, high] = knob_at(place(percent_from_weight(row.parameter, *saved)), row.px(-1.0f));
    list.AddRect(low, high, theme.secondary, knob.y, 0, row.px(1.5f));
  }
  fill_knob(to, row.px(row.in_one_line() ? 1.0f : 1.5f), theme.panel);
  fill_knob(to, 0.0f, row.edited ? fill : (hot ? theme.text : theme.secondary));
}

// Of a row of one line all but what stands at its ends, so that there is something to take hold of.
bool track_button(const Row& row) {
  if (!row.in_one_line()) {
    ImGui::SetCursorScreenPos({row.at.x, row.at.y + row.px(19.0f)});
    return ImGui::InvisibleButton("track", {row.width, row.px(17.0f)});
  }
  const bool typed = row.typing.parameter == row.parameter.id;
  ImGui::SetCursorScreenPos({row.at.x + row.px(17.0f), row.at.y});
  return ImGui::InvisibleButton(
      "track", {row.width - row.px(typed ? 17.0f + 66.0f : 17.0f + 18.0f), row.height() - row.px(1.0f)});
}

// A run of them is one step of undo, as a drag is.
void step_by_key(const Row& row, double by) {
  constexpr double kRun = 1.0;  // seconds from one to the next
  static double last = 0.0;     // of the only slider that has the keys
  const double now = ImGui::GetTime();
  row.workspace.document.sliders.step(row.parameter, row.percent + by, now - std::exchange(last, now) < kRun);
}

void handle_track(const Row& row) {
  static double began = 0.0;  // of the only possible drag
  static bool cancelled = false;
  if (ImGui::IsItemActivated()) {
    began = row.percent;
    cancelled = false;
    row.workspace.document.sliders.begin(row.parameter);
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    begin_typing(row);
    return;
  }
  // Esc may have ended the drag already, as it ends anything held.
  if ((ImGui::IsItemActive() || ImGui::IsItemDeactivated()) &&
      ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
    cancelled = true;
    row.workspace.document.sliders.cancel(row.parameter);
  }
  const float way = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 2.0f).x;
  if ((ImGui::IsItemActive() || ImGui::IsItemDeactivated()) && way != 0.0f && !cancelled) {
    const bool fine = ImGui::GetIO().KeyShift;
    const double moved = 100.0 * way / (row.track_right() - row.track_left());
    const double wanted = began + (fine ? 0.1 * moved : moved);
    row.workspace.document.sliders.move(row.parameter,
                                        fine ? std::round(wanted * 10.0) / 10.0 : std::round(wanted));
  }
  if (!ImGui::IsItemHovered() || ImGui::GetIO().WantTextInput || row.style.keys_in_view) return;
  const double step = ImGui::GetIO().KeyShift ? 0.1 : 1.0;
  for (const auto& [key, by] : {std::pair{ImGuiKey_LeftArrow, -step}, {ImGuiKey_RightArrow, step}}) {
    if (!ImGui::IsKeyPressed(ImGui::GetKeyIndex(key))) continue;
    step_by_key(row, by);
    if (ImGui::IsItemFocused()) ImGui::NavMoveRequestCancel();  // stops ImGui from moving the focus
  }
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Backspace)))
    row.workspace.document.sliders.reset(row.parameter);
}

}  // namespace

float slider_row_height(const RowStyle& style) {
  return style.line > 0.0f ? style.line : kTallSliderRow * style.scale;
}

void slider_row(Workspace& workspace, const ParameterDesc& parameter, const std::string& section,
                SliderTyping& typing, std::set<int>& unfolded, SliderEnds& ends, const RowStyle& style) {
  const double weight = workspace.document.avatar().weight(parameter);
  const SliderEffect* effect = workspace.document.effects().of(parameter.id);
  if (typing.parameter == parameter.id && typing.weight != weight) typing.parameter = 0;
  Row row{.workspace = workspace,
          .parameter = parameter,
          .typing = typing,
          .style = style,
          .at = ImGui::GetCursorScreenPos(),
          .width = ImGui::GetContentRegionAvail().x,
          .weight = weight,
          .percent = percent_from_weight(parameter, weight),
          .default_percent = percent_from_weight(parameter, parameter.default_weight),
          .edited = weight != parameter.default_weight,
          .dead = effect != nullptr && effect->why != DeadReason::none,
          .effect = effect};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(parameter.id);
  draw_head(row, unfolded, list);

  const bool pressed = track_button(row);
  const bool walked_to = ImGui::IsItemFocused() && !ImGui::GetCurrentContext()->NavDisableHighlight;
  if (walked_to) {
    // The frame surrounds the row, but of a row of one line it is inside, where no knob of the one above is.
    ImGuiWindow& window = *ImGui::GetCurrentWindow();
    const float inset = row.px(row.in_one_line() ? 3.0f : 0.0f);
    window.NavRectRel[0] = ImGui::WindowRectAbsToRel(
        &window, {row.at.x, row.at.y + inset, row.at.x + row.width, row.at.y + row.height() - inset});
    if (typing.parameter == 0 && ImGui::GetActiveID() == 0) type_from_figures(row);
    // From the keyboard a press types, because there is nothing to drag with.
    if (pressed && ImGui::GetCurrentContext()->NavDisableMouseHover) begin_typing(row);
  }
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  handle_track(row);
  draw_track(row, list, row.track_y(), hot);
  if (!row.in_one_line()) draw_end_labels(row, row.at.y + row.px(35.0f), list);

  // The whole row has the tooltip, not only the word.
  const bool pointed_at =
      ImGui::IsMouseHoveringRect(row.at, {row.at.x + row.width, row.at.y + row.height()}) &&
      ImGui::IsWindowHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
      !ImGui::GetCurrentContext()->NavDisableMouseHover;
  if (row.dead && (pointed_at || (walked_to && typing.parameter == 0))) wrapped_tooltip(effect->reason);
  const float more = is_open(row, unfolded) ? draw_ends(row, section, ends, list) : 0.0f;
  ImGui::SetCursorScreenPos({row.at.x, row.at.y + slider_row_height(style) + more});
  if (row.in_one_line()) ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  ImGui::Dummy({0.0f, 0.0f});
  if (row.in_one_line()) ImGui::PopStyleVar();
  ImGui::PopID();
}

}  // namespace mannequin::preview
