#include "tools/preview/panels/worn/worn_panel.h"

#include <algorithm>
#include <utility>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/panels/worn/stand_in_offer.h"

namespace mannequin::preview {
namespace {

// Of the column's height: the rows take what they need, and leave the findings a good part of it.
constexpr float kLeastOfColumn = 0.2f, kMostOfColumn = 0.5f, kMostWithoutFindings = 0.75f;
// Before scaling: a row of two lines; and the height from which rows and findings both have room.
constexpr float kTallRow = 58.0f, kLeastStacked = 440.0f;

}  // namespace

std::optional<std::size_t> WornPanel::row_at(ImVec2 point) const {
  if (!rows_.contains(point)) return std::nullopt;
  for (std::size_t i = 0; i < row_ends_.size(); ++i)
    if (point.y < row_ends_[i]) return i;
  return std::nullopt;
}

void WornPanel::draw_column() {
  ImGui::SetNextWindowPos({0.0f, ui_.view.min.y});
  ImGui::SetNextWindowSize({ui_.view.min.x, ui_.column});
  ImGui::Begin("Worn", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
  if (ui_.column < px(kLeastStacked))
    draw_tabs();
  else
    stacked();
  ImGui::End();
}

void WornPanel::stacked() {
  const std::size_t count = workspace_.document.avatar().worn().size();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(count == 0 ? tr("Worn") : tr("Worn {}", count).c_str());
  ImGui::SameLine();
  open_button();
  ImGui::Separator();
  rows(height_of_rows(ImGui::GetContentRegionAvail().y));
  if (count > 0) drop_hint();
  const float width = ImGui::GetContentRegionAvail().x;
  if (!ImGui::BeginTabBar("below")) return;
  findings_.draw_tabs(width);
  ImGui::EndTabBar();
}

void WornPanel::draw_tabs() {
  const float width = ImGui::GetContentRegionAvail().x;
  if (!ImGui::BeginTabBar("in turn")) return;
  const std::size_t count = workspace_.document.avatar().worn().size();
  const std::string title = (count == 0 ? tr("Worn") : tr("Worn {}", count)) + "###worn";
  const ImGuiTabItemFlags flags = std::exchange(bring_up_rows_, false) ? ImGuiTabItemFlags_SetSelected : 0;
  if (ImGui::BeginTabItem(title.c_str(), nullptr, flags)) {
    const float room = ImGui::GetContentRegionAvail().y - ImGui::GetFrameHeightWithSpacing();
    row_.in_one_line(static_cast<float>(count) * px(kTallRow) > room);
    rows(std::max(room, px(40.0f)));
    ImGui::AlignTextToFramePadding();
    drop_hint();
    ImGui::SameLine();
    open_button();
    ImGui::EndTabItem();
  }
  findings_.draw_tabs(width - tab_width(title.c_str()));
  ImGui::EndTabBar();
}

void WornPanel::open_button() {
  const char* const open = tr("Open...");
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - button_width(open));
  if (ImGui::Button(open)) files_.ask_for_file();
}

// In one line each if they leave the findings too little otherwise.
float WornPanel::height_of_rows(float room) {
  const auto count = static_cast<float>(workspace_.document.avatar().worn().size());
  row_.in_one_line(count * px(kTallRow) > kMostOfColumn * room);
  const float most = workspace_.document.findings().list().empty() ? kMostWithoutFindings : kMostOfColumn;
  return std::clamp(needed_, kLeastOfColumn * room, most * room);
}

void WornPanel::rows(float height) {
  const std::size_t count = workspace_.document.avatar().worn().size();
  ImGui::BeginChild("rows", {0.0f, height}, false, ImGuiWindowFlags_NavFlattened);
  rows_ = {ImGui::GetWindowPos(), ImGui::GetWindowSize()};
  if (conflicts_revision_ != workspace_.document.avatar().worn_revision()) {
    conflicts_revision_ = workspace_.document.avatar().worn_revision();
    conflicts_ = worn_conflicts(workspace_.document.avatar());
  }
  row_.follow();
  for (std::size_t i = 0; i < workspace_.document.avatar().worn().size() && row_.draw(i, conflicts_); ++i)
    row_ends_.push_back(ImGui::GetCursorScreenPos().y);
  // Scrolls to the latest file, which matters most if it was refused; again in the next picture, in which its
  // texts may take more lines beside a scroll bar.
  if (listed_ && count > *listed_) to_latest_ = 2;
  if (to_latest_ > 0) ImGui::SetScrollHereY(1.0f), --to_latest_;
  listed_ = count;
  if (auto asked = row_.take_asked_findings(); !asked.empty()) findings_.show_only(std::move(asked));
  row_.draw_reading_new();
  // The way back to what leaves when something else is opened.
  offer_body(workspace_);
  offer_clothes(workspace_);
  if (count == 0) {
    wrapped_hint(tr("Nothing worn. Drop a rigged mesh here, or press Open."));
  }
  needed_ = ImGui::GetCursorPosY();
  ImGui::EndChild();
}

// Below the rows, not at their end: many rows would push it out of sight.
void WornPanel::drop_hint() {
  wrapped_hint(tr("+ drop files anywhere"), ImGui::GetContentRegionMax().x - button_width(tr("Open...")));
  if (ImGui::IsItemHovered())
    show_tooltip(
        tr("Meshes, shapes, poses, animations, items of clothing and documents,\n"
           "one or several at once. What is dropped on a row replaces its file."));
}

}  // namespace mannequin::preview
