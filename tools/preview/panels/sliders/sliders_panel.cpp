#include "tools/preview/panels/sliders/sliders_panel.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/lower_case.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/find_field.h"
#include "tools/preview/panels/shared/list_choice.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

bool matches(const ParameterDesc& p, const std::string& wanted) {
  for (const std::string* text : {&p.name, &p.label, &p.label_min, &p.label_max})
    if (contains_any_case(*text, wanted)) return true;
  return std::to_string(p.id) == wanted;
}

// As in the viewer's editor, whose order of clothes differs from the definitions; otherwise as there.
std::vector<const SectionDesc*> in_order(std::span<const SectionDesc> sections) {
  constexpr std::array<std::string_view, 9> kClothes = {
      "Shirt", "Pants", "Shoes", "Socks", "Jacket", "Gloves", "Undershirt", "Underpants", "Skirt"};
  const auto rank = [&](const SectionDesc* section) {
    const auto found = std::ranges::find(kClothes, section->name);
    return found == kClothes.end() ? 0 : 1 + (found - kClothes.begin());
  };
  std::vector<const SectionDesc*> list;
  for (const SectionDesc& each : sections) list.push_back(&each);
  std::ranges::stable_sort(list, {}, rank);
  return list;
}

constexpr float kWantedRows = 8.0f;  // that are seen at once
// Heights, before scaling: of a section's head, and of a slider in one line.
constexpr float kSectionHead = 28.0f, kGapBelowHead = 8.0f, kLeastLine = 23.0f, kMostLine = 28.0f;
// Of the field to find a slider, before scaling, where all of the head is one row.
constexpr float kShortField = 68.0f;
constexpr float kLeastField = 90.0f;  // where the filter is beside it

struct NamedSex {
  Sex sex;
  const char* name;
};
constexpr std::array kSexes = {NamedSex{Sex::female, marked("\u2640 Female")},
                               NamedSex{Sex::male, marked("\u2642 Male")}};

// Looks like text, and may be walked to.
bool text_button(const char* id, const std::string& text) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(text.c_str());
  const float offset = ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;
  const bool pressed = ImGui::InvisibleButton(id, {size.x, size.y + offset});
  ImGui::GetWindowDrawList()->AddText({at.x, at.y + offset}, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
  return pressed;
}

}  // namespace

std::vector<const ParameterDesc*> SlidersPanel::shown_sliders(const SectionDesc& section) const {
  std::vector<const ParameterDesc*> shown;
  const Appearance& appearance = workspace_.document.character().appearance;
  const std::string wanted = search_;
  for (const int id : section.parameters) {
    const ParameterIndex index = appearance.find(id);
    if (index == kNoParameter || id == kMaleParameter) continue;
    const ParameterDesc& p = appearance[index];
    // A search for a slider of the other sex explains why it is not listed.
    if (!concerns(p.sex, workspace_.document.avatar().sex()) && wanted.empty() && filter_ != Filter::edited)
      continue;
    if (!wanted.empty() && !matches(p, wanted)) continue;
    const SliderEffect* effect = workspace_.document.effects().of(id);
    if (filter_ == Filter::moving && (effect == nullptr || effect->why != DeadReason::none)) continue;
    if (filter_ == Filter::edited && !workspace_.document.avatar().edited(p)) continue;
    shown.push_back(&p);
  }
  return shown;
}

std::size_t SlidersPanel::count_edited() const {
  const Appearance& appearance = workspace_.document.character().appearance;
  std::size_t count = 0;
  for (const SectionDesc& each : appearance.sections())
    for (const int id : each.parameters)
      if (const ParameterIndex p = appearance.find(id);
          p != kNoParameter && workspace_.document.avatar().edited(appearance[p]))
        ++count;
  return count;
}

std::string SlidersPanel::shape_name() const {
  const AvatarChoice& choice = workspace_.document.avatar().choice();
  if (!choice.apply_parameters) return tr("Rest pose: no slider applied");
  const std::string& file = workspace_.document.shape_file.name();
  if (!file.empty()) return workspace_.document.shape_file.edited() ? file + " *" : file;
  const std::string name =
      workspace_.document.avatar().sex() == Sex::male ? tr("Default male") : tr("Default female");
  const std::size_t edited = count_edited();
  return edited == 0 ? name : name + tr(", {} edited", edited);
}

// What is done to the whole shape, below its name.
void SlidersPanel::shape_menu() {
  if (!ImGui::BeginPopup("shape")) return;
  const Controls controls = workspace_.view.settings.controls;
  if (low_) {
    const Sex now = workspace_.document.avatar().sex();
    for (const NamedSex& each : kSexes)
      if (ImGui::MenuItem(tr(each.name), nullptr, each.sex == now) && each.sex != now)
        workspace_.document.sliders.set_sex(each.sex);
    ImGui::Separator();
  }
  if (ImGui::MenuItem(tr("Load..."), "Ctrl+O")) files_.ask_for_file();
  for (const char* name : {"Save shape", "Save shape as...", "Revert shape", "", "Default shape", "Rest",
                           "Random shape...", "", "Copy shape", "Paste shape"}) {
    const Command* command = ui_.commands.find(name);
    if (*name == '\0') ImGui::Separator();
    if (command == nullptr) continue;
    if (ImGui::MenuItem(tr(name), command->keys(controls).c_str(), false, command->can_run())) command->run();
    if (!command->hint.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
      wrapped_tooltip(tr(command->hint));
  }
  ImGui::Separator();
  ImGui::TextDisabled("%s", tr("Your own shape: drop its file on the window. From the viewer:\n"
                               "Develop > Avatar > Character Tests > Appearance To XML."));
  ImGui::EndPopup();
}

// The name of the shape, which opens what can be done to it.
void SlidersPanel::shape_button(float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Button("##shape", {width, 0.0f})) ImGui::OpenPopup("shape");
  const std::string name = shape_name();
  if (ImGui::IsItemHovered())
    show_tooltip(tr("Shape: {}\nLoad, save, revert, default, rest, random, copy and paste", name));
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_fitted(list, {at.x + padding.x, at.y}, ImGui::GetFrameHeight(),
              fitted_name(name, width - 2.0f * padding.x - px(20.0f)), theme().text);
  ImGui::RenderArrow(&list, {at.x + width - px(20.0f), at.y + padding.y}, theme().secondary, ImGuiDir_Down,
                     0.8f);
  shape_menu();
}

// Beside it the buttons that are pressed often.
void SlidersPanel::shape_row() {
  const float gap = px(4.0f), frame = 2.0f * ImGui::GetStyle().FramePadding.x;
  const float step = ImGui::CalcTextSize("\u21b6").x + frame,
              save = ImGui::CalcTextSize(tr("Save")).x + frame;
  shape_button(std::max(ImGui::GetContentRegionAvail().x - save - 2.0f * step - 3.0f * gap, px(60.0f)));
  const auto button = [&](const char* label, bool can, const std::string& hint) {
    ImGui::SameLine(0.0f, gap);
    if (!can) ImGui::BeginDisabled();
    const bool pressed = ImGui::Button(label);
    if (!can) ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tooltip(hint);
    return pressed;
  };
  if (button(tr("Save"), workspace_.document.shape_file.edited(), tr("Save the shape. Ctrl+S")))
    files_.save_shape(false);
  const History& history = workspace_.document.history();
  if (button("\u21b6", history.can_undo(),
             history.can_undo() ? tr("Undo {}  (Ctrl+Z)", history.undo_name()) : tr("Nothing to undo")))
    workspace_.document.undo();
  if (button("\u21b7", history.can_redo(),
             history.can_redo() ? tr("Redo {}  (Ctrl+Shift+Z)", history.redo_name()) : tr("Nothing to redo")))
    workspace_.document.redo();
}

void SlidersPanel::sex_row() {
  const Sex now = workspace_.document.avatar().sex();
  for (const NamedSex& each : kSexes) {
    if (each.sex != kSexes[0].sex) ImGui::SameLine();
    if (ImGui::RadioButton(tr(each.name), each.sex == now) && each.sex != now)
      workspace_.document.sliders.set_sex(each.sex);
  }
  const double height = workspace_.document.avatar().state().size.height;
  const double inches = height / 0.0254;
  const double feet = std::floor(inches / 12.0), rest = inches - 12.0 * feet;
  const std::string whole = height_in_feet_ ? tr("Viewer height {:.0f}\u2032 {:.1f}\u2033", feet, rest)
                                            : tr("Viewer height {:.2f} m", height),
                    figure = height_in_feet_ ? tr("{:.0f}\u2032 {:.1f}\u2033", feet, rest)
                                             : tr("{:.2f} m", height);
  ImGui::PushFont(ui_.fonts.small);
  ImGui::SameLine();
  // The tooltip says what figure it is. Right-aligned, unless it would cover what is there.
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string& text = ImGui::CalcTextSize(whole.c_str()).x <= room ? whole : figure;
  const float width = ImGui::CalcTextSize(text.c_str()).x;
  if (room < width)
    ImGui::NewLine();
  else
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  if (text_button("height", text)) height_in_feet_ = !height_in_feet_;
  ImGui::PopFont();
  if (ImGui::IsItemHovered())
    show_tooltip(tr("The height as viewers reckon it, from the joints. From sole to crown is more: the tab "
                    "Measures has that.\n") +
                 std::string(height_in_feet_ ? tr("Press for metres.") : tr("Press for feet.")));
}

// What is listed below.
void SlidersPanel::search_row() {
  const std::string about = workspace_.document.effects().subject();
  const std::string filters[] = {tr("all"), about.empty() ? tr("moves my mesh") : tr("moves {}", about),
                                 tr("not default")};
  const auto now = static_cast<std::size_t>(filter_);
  // Which mesh the figures are of is always to be read: its name has more room than the field beside it.
  const std::string title =
      filter_ == Filter::moving || about.empty() ? filters[now] : filters[now] + ", " + about;
  const float gap = px(4.0f), room = ImGui::GetContentRegionAvail().x, edge = px(8.0f);
  const float around = ImGui::GetFrameHeight() + 2.0f * edge;
  const float usual = ImGui::CalcTextSize(tr("moves my mesh")).x + around;
  const bool beside = low_ || room - usual - gap >= px(kLeastField);
  const float most = room - gap - px(kLeastField);
  const float filter =
      about.empty() || low_ || !beside
          ? usual
          : std::clamp(ImGui::CalcTextSize(title.c_str()).x + around, usual, std::max(most, usual));
  ImGui::SetNextItemWidth(low_ ? px(kShortField) : beside ? room - filter - gap : room);
  (void)find_field("##search", tr("Find: saddle, 753 ..."), search_, sizeof search_);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive())  // it would cover what was found
    show_tooltip(tr("Finds sliders by a part of their name or of the labels at their ends, or by number"));
  if (beside) ImGui::SameLine(0.0f, gap);
  ImGui::SetNextItemWidth(filter);
  const bool marked = low_ && filter_ != Filter::all;  // some are left out, and nothing else says so
  if (marked) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool open =
      ImGui::BeginCombo("##filter", "", low_ ? ImGuiComboFlags_NoPreview : ImGuiComboFlags_None);
  if (!low_)
    draw_fitted(list, {at.x + edge, at.y}, ImGui::GetFrameHeight(), fitted_name(title, filter - around),
                theme().text);
  if (marked) ImGui::PopStyleColor();
  if (open) {
    for (std::size_t i = 0; i < std::size(filters); ++i) {
      if (list_choice(filters[i] + "###" + std::to_string(i), i == now))
        filter_ = static_cast<Filter>(i), to_top_ = true;
    }
    ImGui::EndCombo();
  }
  if (ImGui::IsItemHovered())
    show_tooltip(
        (low_ ? title + "\n" : std::string()) +
        (about.empty()
             ? std::string(tr("Which sliders are listed. Millimetres and reasons are of all that is worn.\n"
                              "Click a mesh or its row to see those of it alone."))
             : tr("Which sliders are listed. Millimetres and reasons are of {}.\n"
                  "Esc: of all that is worn.",
                  about)));
}

// Three rows, because each more would cost the height of a slider; one where even these leave too few. Then
// sex, undo and saving are in the shape's menu and the window's menus, and the height in the status bar.
void SlidersPanel::head() {
  if (low_) {
    const float gap = px(4.0f);
    shape_button(ImGui::GetContentRegionAvail().x - px(kShortField) - ImGui::GetFrameHeight() - 2.0f * gap);
    ImGui::SameLine(0.0f, gap);
    search_row();
    return;
  }
  shape_row();
  sex_row();
  search_row();
}

// A frame around it until the pointer goes elsewhere.
void SlidersPanel::mark_found(const ParameterDesc& parameter, const RowStyle& style) {
  if (found_slider_ != parameter.id) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end(at.x + ImGui::GetContentRegionAvail().x, at.y + slider_row_height(style) - px(1.0f));
  const float top = at.y - px(style.line > 0.0f ? 0.0f : 3.0f);  // below the knob of the row above
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, end, theme().panel_raised);
  ImGui::GetWindowDrawList()->AddRect({at.x, top}, end, theme().accent, 0.0f, 0, px(1.5f));
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) found_slider_ = 0;
}

void SlidersPanel::section(const SectionDesc& section) {
  const auto sliders = shown_sliders(section);
  const bool searching = search_[0] != '\0' || filter_ != Filter::all;
  if (sliders.empty()) return;
  std::size_t edited = 0;
  for (const ParameterDesc* p : sliders)
    if (workspace_.document.avatar().edited(*p)) ++edited;

  ImGui::PushID(section.name.c_str());
  const bool open = searching || workspace_.view.settings.open_section == section.name;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(kSectionHead);
  ImGui::SetItemAllowOverlap();
  const bool pressed = ImGui::InvisibleButton("head", {width - (edited > 0 ? px(64.0f) : 0.0f), height});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(
      at, {at.x + width, at.y + height},
      hovered ? ImGui::GetColorU32(ImGuiCol_HeaderHovered) : ImGui::GetColorU32(ImGuiCol_Header), px(4.0f));
  ImGui::RenderArrow(&list, {at.x + px(7.0f), at.y + px(6.0f)}, theme().secondary,
                     open ? ImGuiDir_Down : ImGuiDir_Right, 0.9f);
  const std::string name = tr(section.name);
  list.AddText({at.x + px(28.0f), at.y + px(5.0f)}, theme().text, name.c_str());
  const float letters = ImGui::GetFontSize() * 15.0f / 17.0f,
              beside = std::max(px(120.0f), px(36.0f) + ImGui::CalcTextSize(name.c_str()).x);
  const float end = width - (edited > 0 ? px(64.0f) : 0.0f), room = end - beside;
  std::string count =
      edited > 0 ? tr("{} of {} not default", edited, sliders.size()) : fmt::format("{}", sliders.size());
  if (ui_.fonts.small->CalcTextSizeA(letters, FLT_MAX, 0.0f, count.c_str()).x > room && edited > 0)
    count = fmt::format("{}/{}", edited, sliders.size());
  // What the figures are of, which the head has no room for: it has all that the section's name leaves.
  const std::string& about = workspace_.document.effects().subject();
  if (low_ && open && !about.empty()) {
    const float from = px(36.0f) + ImGui::CalcTextSize(name.c_str()).x;
    ImGui::PushFont(ui_.fonts.small);
    draw_fitted(list, {at.x + from, at.y}, height, fitted_name(about, end - from - px(6.0f)),
                theme().secondary);
    ImGui::PopFont();
  } else {
    list.AddText(ui_.fonts.small, letters, {at.x + beside, at.y + px(6.5f)}, theme().secondary,
                 count.c_str());
  }
  if (edited > 0) {
    ImGui::SetCursorScreenPos({at.x + width - px(60.0f), at.y + px(3.0f)});
    ImGui::PushFont(ui_.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8.0f), px(2.0f)));
    if (ImGui::Button(tr("reset"))) workspace_.document.sliders.reset_section(section);
    ImGui::PopStyleVar();
    ImGui::PopFont();
  }
  if (pressed && !searching) {
    workspace_.view.settings.open_section = open ? "" : section.name;
    bring_up_ = !open;
    if (!open && workspace_.view.settings.camera_follows_section)
      workspace_.view.camera_control.look_at_section(section.name);
  }
  ImGui::SetCursorScreenPos({at.x, at.y + height + px(open ? kGapBelowHead : 4.0f)});
  if (open) {
    // Opened lower down, its sliders would begin below the edge.
    if (std::exchange(bring_up_, false)) ImGui::SetScrollFromPosY(at.y - ImGui::GetWindowPos().y, 0.0f);
    if (!searching) clothing_row_.draw(section);
    const RowStyle style{theme(), ui_.fonts, ui_.scale, ui_.keys_in_view, about, line_};
    for (const ParameterDesc* p : sliders) {
      if (workspace_.view.wanted_slider == p->id) {
        ImGui::SetScrollFromPosY(ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y);
        found_slider_ = p->id;
        unfolded_.insert(p->id);
        workspace_.view.wanted_slider.reset();
      }
      mark_found(*p, style);
      // The arrow keys go on from the search.
      if (found_slider_ == p->id && std::exchange(ui_.keys_to_slider, false)) {
        ImGui::PushID(p->id);
        ui_.focus = {ImGui::GetCurrentWindow(), ImGui::GetID("track")};
        ImGui::PopID();
      }
      slider_row(workspace_, *p, section.name, typing_, unfolded_, ui_.ends, style);
    }
  }
  ImGui::PopID();
}

// Searched for elsewhere: opens its section, and scrolls to it.
void SlidersPanel::reveal() {
  const auto wanted = workspace_.view.wanted_slider;
  if (!wanted) return;
  for (const SectionDesc& each : workspace_.document.character().appearance.sections())
    if (std::ranges::find(each.parameters, *wanted) != each.parameters.end())
      workspace_.view.settings.open_section = each.name;
  search_[0] = '\0';
  filter_ = Filter::all;
}

// As many sliders as the sections with most of them need at a glance: in one line each where that takes it.
void SlidersPanel::fit_rows(float room) {
  const float each = (room - px(kSectionHead + kGapBelowHead)) / kWantedRows;
  line_ = each >= px(kTallSliderRow) + ImGui::GetStyle().ItemSpacing.y
              ? 0.0f
              : std::clamp(std::floor(each), px(kLeastLine), px(kMostLine));
}

void SlidersPanel::draw() {
  reveal();
  const float row = ImGui::GetFrameHeightWithSpacing();
  low_ = ImGui::GetContentRegionAvail().y <
         3.0f * row + px(kSectionHead + kGapBelowHead + kWantedRows * kLeastLine);
  head();
  fit_rows(ImGui::GetContentRegionAvail().y);
  // The arrow keys step the slider under the pointer, unless somebody walks about with them.
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const bool pointing = ImGui::IsMouseHoveringRect(at, {at.x + room.x, at.y + room.y}) &&
                        !ImGui::GetCurrentContext()->NavDisableMouseHover;
  ImGui::BeginChild("sections", {0.0f, 0.0f}, false,
                    pointing ? ImGuiWindowFlags_NoNavInputs : ImGuiWindowFlags_NavFlattened);
  if (std::exchange(to_top_, false)) ImGui::SetScrollY(0.0f);
  bool any = false;
  for (const SectionDesc* each : in_order(workspace_.document.character().appearance.sections())) {
    any = any || !shown_sliders(*each).empty();
    section(*each);
  }
  if (!any) {
    wrapped_hint(filter_ == Filter::edited
                     ? tr("Every slider is at its default.")
                     : tr("No slider matches. Search looks at names, end labels and ids."));
  }
  ImGui::EndChild();
  if (typing_.take_focus) ui_.field_opens = true;
}

}  // namespace mannequin::preview
