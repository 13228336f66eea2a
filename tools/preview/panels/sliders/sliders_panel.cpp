#include "tools/preview/panels/sliders/sliders_panel.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/lower_case.h"

namespace mannequin::preview {
namespace {

bool matches(const ParameterDesc& p, const std::string& wanted) {
  for (const std::string* text : {&p.name, &p.label, &p.label_min, &p.label_max})
    if (contains_any_case(*text, wanted)) return true;
  return std::to_string(p.id) == wanted;
}

// As in the viewer's editor, whose clothes stand in another order than in the definitions; the rest as there.
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
    // Who looks for one of the other sex is told why it is not among the others.
    if (!concerns(p.sex, workspace_.document.avatar().sex()) && wanted.empty() && filter_ != Filter::edited)
      continue;
    if (!wanted.empty() && !matches(p, wanted)) continue;
    const SliderEffect* effect = workspace_.document.effects().of(id);
    if (filter_ == Filter::moving && (effect == nullptr || effect->why != WhyDead::none)) continue;
    if (filter_ == Filter::edited && !workspace_.document.avatar().edited(p)) continue;
    shown.push_back(&p);
  }
  return shown;
}

void SlidersPanel::shape_buttons() {
  const bool named = !workspace_.document.shape_file.name().empty(),
             edited = workspace_.document.shape_file.edited();
  const auto button = [](const char* label, bool can, const char* hint) {
    if (!can) ImGui::BeginDisabled();
    const bool pressed = ImGui::Button(label);
    if (!can) ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", hint);
    ImGui::SameLine();
    return pressed;
  };
  if (button("Save", edited, "Save the shape. Ctrl+S")) files_.save_shape(false);
  if (button("Save as", true, "Save it under another name: .json, .xml or .txt. Ctrl+Shift+S"))
    files_.save_shape(true);
  if (button("Revert", named && edited, "Back to what the file holds; can be undone"))
    workspace_.document.shape_file.revert();
  ImGui::NewLine();
}

void SlidersPanel::head() {
  const AvatarChoice& choice = workspace_.document.avatar().choice();
  const Sex sex = workspace_.document.avatar().sex();
  std::size_t edited = 0;
  const Appearance& appearance = workspace_.document.character().appearance;
  for (const SectionDesc& each : appearance.sections())
    for (const int id : each.parameters)
      if (const ParameterIndex p = appearance.find(id);
          p != kNoParameter && workspace_.document.avatar().edited(appearance[p]))
        ++edited;
  std::string name = !choice.apply_parameters ? "Rest pose: no slider applied"
                     : workspace_.document.shape_file.name().empty()
                         ? (sex == Sex::male ? "Default male" : "Default female")
                         : workspace_.document.shape_file.name();
  if (!workspace_.document.shape_file.name().empty() && workspace_.document.shape_file.edited()) name += " *";
  if (choice.apply_parameters && edited > 0 && workspace_.document.shape_file.name().empty())
    name += fmt::format(" \u00b7 {} not default", edited);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.c_str());
  if (workspace_.document.shape_file.name().empty()) {
    constexpr const char* kOwn = "use your own?";
    ImGui::PushFont(ui_.fonts.small);
    ImGui::SameLine();
    // At the right, if it does not lie on what is there.
    const float at = ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(kOwn).x;
    ImGui::SetCursorPosX(std::max(at, ImGui::GetCursorPosX()));
    ImGui::PushStyleColor(ImGuiCol_Text, theme().secondary);
    (void)text_button("own", kOwn);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip(
          "To use your own shape, drop its file here. From the viewer: Develop > Avatar > Character Tests >\n"
          "Appearance To XML.");
  }

  if (ImGui::RadioButton("\u2640 Female", sex == Sex::female) && sex != Sex::female)
    workspace_.document.sliders.set_sex(Sex::female);
  ImGui::SameLine();
  if (ImGui::RadioButton("\u2642 Male", sex == Sex::male) && sex != Sex::male)
    workspace_.document.sliders.set_sex(Sex::male);
  const double height = workspace_.document.avatar().state().size.height;
  const double inches = height / 0.0254;
  const std::string text = height_in_feet_
                               ? fmt::format("Height {:.0f}\u2032 {:.1f}\u2033", std::floor(inches / 12.0),
                                             inches - 12.0 * std::floor(inches / 12.0))
                               : fmt::format("Height {:.2f} m", height);
  const float width = ImGui::CalcTextSize(text.c_str()).x;
  // At the right, if it does not lie on what is there.
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width)
    ImGui::NewLine();
  else
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  if (text_button("height", text)) height_in_feet_ = !height_in_feet_;
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("As the viewer computes it. Press for %s.", height_in_feet_ ? "metres" : "feet");

  shape_buttons();
  if (ImGui::Button("Default")) workspace_.document.sliders.reset_all();
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("Every slider at its default: the shape that a new avatar has");
  ImGui::SameLine();
  if (ImGui::Button("Rest")) workspace_.document.sliders.rest();
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("Nothing applied: the bare skeleton, as meshes are bound to it");
  const auto step = [&](const char* sign, bool can, const std::string& what) {
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x <
        ImGui::CalcTextSize(sign).x + 2.0f * ImGui::GetStyle().FramePadding.x)
      ImGui::NewLine();
    if (!can) ImGui::BeginDisabled();
    const bool pressed = ImGui::Button(sign);
    if (!can) ImGui::EndDisabled();
    if (can && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", what.c_str());
    return pressed;
  };
  const History& history = workspace_.document.history();
  if (step("Undo", history.can_undo(),
           history.can_undo() ? "Undo " + history.undo_name() + "  (Ctrl+Z)" : ""))
    workspace_.document.undo();
  if (step("Redo", history.can_redo(),
           history.can_redo() ? "Redo " + history.redo_name() + "  (Ctrl+Shift+Z)" : ""))
    workspace_.document.redo();

  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  ImGui::InputTextWithHint("##search", "Find a slider: saddle, thick, 753 ...", search_, sizeof search_);
  ImGui::PushFont(ui_.fonts.small);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Show");
  for (const auto& [label, filter] :
       {std::pair{"all", Filter::all}, {"moves my mesh", Filter::moving}, {"not default", Filter::edited}}) {
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < ImGui::GetFrameHeight() + ImGui::CalcTextSize(label).x)
      ImGui::NewLine();
    if (ImGui::RadioButton(label, filter_ == filter)) filter_ = filter;
  }
  ImGui::PopFont();
}

// A frame around it until the pointer goes elsewhere.
void SlidersPanel::mark_found(const ParameterDesc& parameter) {
  if (found_slider_ != parameter.id) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end(at.x + ImGui::GetContentRegionAvail().x, at.y + slider_row_height(ui_.scale) - px(1.0f));
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y - px(3.0f)}, end, theme().panel_raised);
  ImGui::GetWindowDrawList()->AddRect({at.x, at.y - px(3.0f)}, end, theme().accent, 0.0f, 0, px(1.5f));
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
  const float width = ImGui::GetContentRegionAvail().x, height = px(28.0f);
  ImGui::SetItemAllowOverlap();
  const bool pressed = ImGui::InvisibleButton("head", {width - (edited > 0 ? px(64.0f) : 0.0f), height});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(
      at, {at.x + width, at.y + height},
      hovered ? ImGui::GetColorU32(ImGuiCol_HeaderHovered) : ImGui::GetColorU32(ImGuiCol_Header), px(4.0f));
  ImGui::RenderArrow(&list, {at.x + px(7.0f), at.y + px(6.0f)}, theme().secondary,
                     open ? ImGuiDir_Down : ImGuiDir_Right, 0.9f);
  list.AddText({at.x + px(28.0f), at.y + px(5.0f)}, theme().text, section.name.c_str());
  const std::string count = edited > 0 ? fmt::format("{} of {} not default", edited, sliders.size())
                                       : fmt::format("{}", sliders.size());
  list.AddText(ui_.fonts.small, ImGui::GetFontSize() * 15.0f / 17.0f, {at.x + px(120.0f), at.y + px(6.5f)},
               theme().secondary, count.c_str());
  if (edited > 0) {
    ImGui::SetCursorScreenPos({at.x + width - px(60.0f), at.y + px(3.0f)});
    ImGui::PushFont(ui_.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8.0f), px(2.0f)));
    if (ImGui::Button("reset")) workspace_.document.sliders.reset_section(section);
    ImGui::PopStyleVar();
    ImGui::PopFont();
  }
  if (pressed && !searching) {
    workspace_.view.settings.open_section = open ? "" : section.name;
    if (!open && workspace_.view.settings.camera_follows_section)
      workspace_.view.camera_control.look_at_section(section.name);
  }
  ImGui::SetCursorScreenPos({at.x, at.y + height + px(open ? 8.0f : 4.0f)});
  if (open)
    for (const ParameterDesc* p : sliders) {
      if (workspace_.view.wanted_slider == p->id) {
        ImGui::SetScrollFromPosY(ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y);
        found_slider_ = p->id;
        unfolded_.insert(p->id);
        workspace_.view.wanted_slider.reset();
      }
      mark_found(*p);
      slider_row(workspace_, *p, section.name, typing_, unfolded_, ui_.ends,
                 {theme(), ui_.fonts, ui_.scale, ui_.keys_in_view});
    }
  ImGui::PopID();
}

// One that was looked for elsewhere: its section opens, and it is scrolled to.
void SlidersPanel::reveal() {
  const auto wanted = workspace_.view.wanted_slider;
  if (!wanted) return;
  for (const SectionDesc& each : workspace_.document.character().appearance.sections())
    if (std::ranges::find(each.parameters, *wanted) != each.parameters.end())
      workspace_.view.settings.open_section = each.name;
  search_[0] = '\0';
  filter_ = Filter::all;
}

void SlidersPanel::draw() {
  reveal();
  // In a low window the head scrolls along, because nothing would be left below it.
  const bool low = ImGui::GetContentRegionAvail().y < px(420.0f);
  if (!low) head();
  // The arrow keys step the slider under the pointer, unless somebody walks about with them.
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const bool pointing = ImGui::IsMouseHoveringRect(at, {at.x + room.x, at.y + room.y}) &&
                        !ImGui::GetCurrentContext()->NavDisableMouseHover;
  ImGui::BeginChild("sections", {0.0f, 0.0f}, false,
                    pointing ? ImGuiWindowFlags_NoNavInputs : ImGuiWindowFlags_NavFlattened);
  if (low) head();
  bool any = false;
  for (const SectionDesc* each : in_order(workspace_.document.character().appearance.sections())) {
    any = any || !shown_sliders(*each).empty();
    section(*each);
  }
  if (!any) {
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled(filter_ == Filter::edited
                            ? "Every slider is at its default."
                            : "No slider matches. Search looks at names, end labels and ids.");
    ImGui::PopTextWrapPos();
  }
  ImGui::EndChild();
}

}  // namespace mannequin::preview
