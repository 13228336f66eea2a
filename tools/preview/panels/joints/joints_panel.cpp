#include "tools/preview/panels/joints/joints_panel.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

#include "engine/core/lower_case.h"
#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/joints/joint_marks.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/find_field.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

constexpr float kCellPadding = 3.0f, kNotesIndent = 18.0f;  // before scaling
constexpr const char* kIndent = "      ";                   // the mark's place

void right_aligned(const std::string& text) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room, 0.0f));
  ImGui::TextUnformatted(text.c_str());
}

}  // namespace

// The visible part of the table, without its scroll bar.
float JointsPanel::notes_width() const {
  return ImGui::GetCurrentTable()->InnerWindow->InnerClipRect.GetWidth();
}

// Notes; and what a narrow table has no columns for.
std::string JointsPanel::below_the_figures(const OffsetRow& row) const {
  std::string text = row.all_notes();
  if (row.warning) text = "\u25b2 " + text;
  if (!narrow_) return text;
  const std::string vertices = document::counted(row.vertices, "vertex", "vertices"), gap = " \u00b7 ";
  const float room = notes_width() - px(kNotesIndent),
              rest = room - ImGui::CalcTextSize((vertices + gap).c_str()).x;
  std::string more = vertices;
  if (!row.set_by.empty() && ImGui::CalcTextSize(row.set_by.c_str()).x <= rest)
    more += gap + row.set_by;
  else if (!row.set_by.empty())
    more += "\n" + cut_in_the_middle(row.set_by, room);
  return text.empty() ? more : more + "\n" + text;
}

// Of a table with columns for weights and files, whose names are all read in full: cut, several would look
// alike.
float JointsPanel::least_width(const std::vector<const OffsetRow*>& rows) const {
  float names = 0.0f, files = ImGui::CalcTextSize(tr("set by")).x;
  const auto widen = [](float& width, const std::string& text) {
    width = std::max(width, ImGui::CalcTextSize(text.c_str()).x);
  };
  for (const OffsetRow* each : rows) {
    widen(names, kIndent + workspace_.document.character().skeleton[each->joint].name);
    widen(files, each->set_by);
  }
  const float axes = wide_ ? 3.0f * (ImGui::CalcTextSize("-100.00").x + px(2.0f * kCellPadding)) : 0.0f;
  return names + axes + ImGui::CalcTextSize(tr("offset mm")).x + ImGui::CalcTextSize(tr("weights")).x +
         files + px(8.0f * kCellPadding) + ImGui::GetStyle().ScrollbarSize;
}

void JointsPanel::row(const OffsetRow& row, bool first) {
  const std::string& name = workspace_.document.character().skeleton[row.joint].name;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool selected = workspace_.view.selection.joint == row.joint;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight(), room = notes_width(), indent = px(kNotesIndent);
  const std::string notes = below_the_figures(row);
  const float below =
      notes.empty() ? 0.0f : ImGui::CalcTextSize(notes.c_str(), nullptr, false, room - indent).y + px(2.0f);
  const std::string label = kIndent + name;
  const TabStop stop(first || ImGui::GetID(label.c_str()) == ImGui::GetFocusID());
  if (ImGui::Selectable(label.c_str(), selected,
                        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick,
                        {0.0f, line + below})) {
    workspace_.actions.select_joint(row.joint);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) workspace_.actions.fly_to_joint(row.joint);
  }
  const bool pointed_at = ImGui::IsItemHovered();
  // Below the figures and across all of them: beside them there would be room for a word or two.
  if (!notes.empty()) {
    ImGui::TablePushBackgroundChannel();
    ImGui::GetWindowDrawList()->AddText(
        ImGui::GetFont(), ImGui::GetFontSize(), {at.x + indent, at.y + line + px(1.0f)},
        row.warning ? theme().warning : theme().secondary, notes.c_str(), nullptr, room - indent);
    ImGui::TablePopBackgroundChannel();
  }
  draw_joint_mark(workspace_, row.joint, {at.x + px(8.0f), at.y + px(9.0f)}, px(4.5f), theme(),
                  *ImGui::GetWindowDrawList());
  const Vec3 mm = 1000.0 * row.offset;
  if (pointed_at)
    show_tooltip(tr("{}\nx {:.2f}, y {:.2f}, z {:.2f} mm\nset by {}", name, mm.x, mm.y, mm.z,
                    row.set_by.empty() ? tr("nothing") : row.set_by));
  ImGui::TableNextColumn();
  right_aligned(fmt::format("{:.2f}", glm::length(mm)));
  if (wide_)
    for (const double number : {mm.x, mm.y, mm.z}) {
      ImGui::TableNextColumn();
      right_aligned(fmt::format("{:.2f}", number));
    }
  if (narrow_) return;
  ImGui::TableNextColumn();
  right_aligned(fmt::format("{}", row.vertices));
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(row.set_by.empty() ? "\u2013" : row.set_by.c_str());
}

void JointsPanel::table(const std::vector<const OffsetRow*>& rows) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                     ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit |
                                     ImGuiTableFlags_BordersInnerH;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(px(kCellPadding), px(2.0f)));
  // Below it the counts, with what a click does in the same line or the next. If the head leaves little room,
  // the panel scrolls.
  const float room = ImGui::GetContentRegionAvail().y - 2.0f * ImGui::GetTextLineHeightWithSpacing();
  // The parts along the axes only where there is room for them; the tooltip has them always.
  wide_ = ImGui::GetContentRegionAvail().x >= px(480.0f);
  narrow_ = ImGui::GetContentRegionAvail().x < least_width(rows);
  const bool open = ImGui::BeginTable("offsets", 2 + (wide_ ? 3 : 0) + (narrow_ ? 0 : 2), kFlags,
                                      {0.0f, std::max(room, px(200.0f))});
  ImGui::PopStyleVar();
  if (!open) return;
  walk_through_table();
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableSetupColumn(tr("joint"));
  ImGui::TableSetupColumn(tr("offset mm"));
  if (wide_)
    for (const char* axis : {"x", "y", "z"}) ImGui::TableSetupColumn(axis);
  if (!narrow_) {
    ImGui::TableSetupColumn(tr("weights"));
    ImGui::TableSetupColumn(tr("set by"));
  }
  ImGui::TableHeadersRow();
  for (const OffsetRow* each : rows) row(*each, each == rows.front());
  ImGui::EndTable();
}

// For files that have positions which do not count.
void JointsPanel::turn_on() {
  const auto& worn = workspace_.document.avatar().worn();
  for (std::size_t i = 0; i < worn.size(); ++i) {
    if (worn[i]->position_count == 0 || worn[i]->joint_positions) continue;
    ImGui::PushID(static_cast<int>(i));
    const bool pressed = ImGui::Button(tr("Turn on"));
    ImGui::PopID();
    if (ImGui::IsItemHovered()) show_tooltip(tr("As the tick \"joint positions\" in its row. Can be undone"));
    ImGui::SameLine();
    cut_text(fmt::format("{}: {}", worn[i]->name,
                         counted(worn[i]->position_count, "moved joint", "moved joints")));
    if (pressed) return workspace_.document.wardrobe.use_joint_positions(i, true);  // the list has changed
  }
}

void JointsPanel::draw() {
  const DressedAvatar& avatar = workspace_.document.avatar();
  if (rows_revision_ != avatar.revision()) {
    rows_revision_ = avatar.revision();
    rows_ = offset_rows(avatar);
  }
  // On the same line, if it fits.
  const auto beside = [](float width) {
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  };
  const auto width_of = [](const char* label) { return ImGui::CalcTextSize(label).x; };
  ImGui::SetNextItemWidth(std::min(px(200.0f), ImGui::GetContentRegionAvail().x));
  (void)find_field("##find", tr("Find: chest, jacket ..."), search_, sizeof search_);
  beside(ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + width_of(tr("moved only")));
  ImGui::Checkbox(tr("moved only"), &moved_only_);
  beside(2.0f * ImGui::GetStyle().FramePadding.x + width_of(tr("Copy table")));
  if (ImGui::Button(tr("Copy table")))
    ImGui::SetClipboardText(offset_table_text(rows_, workspace_.document.character().skeleton).c_str());
  const std::string wanted = search_;
  std::vector<const OffsetRow*> shown;
  std::size_t moved = 0, warnings = 0;
  for (const OffsetRow& row : rows_) {
    moved += row.moved ? 1 : 0;
    warnings += row.warning ? 1 : 0;
    const bool matches =
        contains_any_case(workspace_.document.character().skeleton[row.joint].name, wanted) ||
        contains_any_case(row.set_by, wanted) || contains_any_case(row.all_notes(), wanted);
    // A missing link is not moved, but belongs to the chain.
    if (matches && (row.moved || row.warning || !moved_only_)) shown.push_back(&row);
  }
  ImGui::PushFont(ui_.fonts.small);
  if (rows_.empty()) {
    std::string names;
    for (const auto& file : avatar.worn()) names += (names.empty() ? "" : ", ") + file->name;
    wrapped_hint(names.empty()
                     ? tr("Nothing worn. Drop a rigged mesh: the joints it moves are listed here.")
                     : tr("{}: no joints are moved. If they should be, \"joint positions\" must be on in its "
                          "row, and the file must have some.",
                          names));
    turn_on();
  } else {
    turn_on();
    if (shown.empty()) {
      wrapped_hint(wanted.empty() ? tr("Nothing is moved: \"joint positions\" are off in the row of the "
                                       "mesh, or all are less than 0.1 mm from the default. Without \"moved "
                                       "only\" they are listed.")
                                  : tr("No joint, mesh or note has this in it."));
    } else {
      // What is to be looked at comes first.
      std::stable_partition(shown.begin(), shown.end(), [](const OffsetRow* row) { return row->warning; });
      table(shown);
    }
    wrapped_text(tr("{} moved \u00b7 {} to look at \u00b7 {} of {} shown", moved, warnings, shown.size(),
                    rows_.size()));
    beside(width_of(tr("click selects, double-click goes there")));
    wrapped_hint(tr("click selects, double-click goes there"));
  }
  ImGui::PopFont();
}

}  // namespace mannequin::preview
