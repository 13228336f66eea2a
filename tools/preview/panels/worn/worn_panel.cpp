#include "tools/preview/panels/worn/worn_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

// Of the column's height: the rows take what they need, and leave the findings a good part of it.
constexpr float kLeastOfColumn = 0.2f, kMostOfColumn = 0.6f;

}  // namespace

std::optional<std::size_t> WornPanel::row_at(ImVec2 point) const {
  if (!rows_.contains(point)) return std::nullopt;
  for (std::size_t i = 0; i < row_ends_.size(); ++i)
    if (point.y < row_ends_[i]) return i;
  return std::nullopt;
}

void WornPanel::rail() {
  ImGui::SetNextWindowPos({0.0f, ui_.view.min.y});
  ImGui::SetNextWindowSize({ui_.view.min.x, ui_.column});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(5.0f), px(10.0f)));
  ImGui::Begin(
      "Worn rail", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const float width = ImGui::GetContentRegionAvail().x;
  if (ImGui::Button(unfolded_ ? "\u25c4" : "\u25ba", {width, px(28.0f)})) unfolded_ = !unfolded_;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr("What is worn, and what was found in it"));
  const auto line = [&](const std::string& text, ImU32 color) {
    ImGui::SetCursorPosX(0.5f * (ImGui::GetWindowSize().x - ImGui::CalcTextSize(text.c_str()).x));
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
  };
  ImGui::PushFont(ui_.fonts.small);
  line(fmt::format("{}", workspace_.document.avatar().worn().size()), theme().text);
  line(tr("worn"), theme().secondary);
  ImGui::Spacing();
  const WornFindings& findings = workspace_.document.findings();
  for (const auto& [severity, sign, color] : {std::tuple{Severity::error, "\u2715", theme().error},
                                              {Severity::warning, "\u25b2", theme().warning},
                                              {Severity::info, "\u25cb", theme().secondary}})
    if (const std::size_t number = findings.count(severity)) line(fmt::format("{}{}", number, sign), color);
  ImGui::PopFont();
  ImGui::End();
  ImGui::PopStyleVar();
}

void WornPanel::draw(bool as_rail) {
  if (as_rail) rail();
  if (!as_rail)
    column(ui_.view.min.x);
  else if (unfolded_)
    column(std::min(px(280.0f), ui_.view.size.x));
}

void WornPanel::column(float width) {
  // Next to the view, or over its left part.
  ImGui::SetNextWindowPos({width > ui_.view.min.x ? ui_.view.min.x : 0.0f, ui_.view.min.y});
  ImGui::SetNextWindowSize({width, width > ui_.view.min.x ? ui_.view.size.y : ui_.column});
  ImGui::Begin(
      "Worn", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const std::size_t count = workspace_.document.avatar().worn().size();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(count == 0 ? tr("Worn") : tr("Worn {}", count).c_str());
  const char* const open = tr("Open...");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(open).x -
                  2.0f * ImGui::GetStyle().FramePadding.x);
  if (ImGui::Button(open)) files_.ask_for_file();
  ImGui::Separator();
  const float room = ImGui::GetContentRegionAvail().y;
  ImGui::BeginChild("rows", {0.0f, std::clamp(needed_, kLeastOfColumn * room, kMostOfColumn * room)}, false,
                    ImGuiWindowFlags_NavFlattened);
  rows_ = {ImGui::GetWindowPos(), ImGui::GetWindowSize()};
  if (conflicts_revision_ != workspace_.document.avatar().worn_revision()) {
    conflicts_revision_ = workspace_.document.avatar().worn_revision();
    conflicts_ = worn_conflicts(workspace_.document.avatar());
  }
  row_ends_.clear();
  for (std::size_t i = 0; i < workspace_.document.avatar().worn().size() && row_.draw(i, conflicts_); ++i)
    row_ends_.push_back(ImGui::GetCursorScreenPos().y);
  // Scrolls to the latest file, which matters most if it was refused.
  if (listed_ && count > *listed_) ImGui::SetScrollHereY(1.0f);
  listed_ = count;
  if (auto asked = row_.take_asked_findings(); !asked.empty()) findings_.show_only(std::move(asked));
  row_.draw_reading_new();
  stand_in();
  if (count == 0) {
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s", tr("Nothing worn. Drop a rigged mesh here, or press Open."));
    ImGui::PopTextWrapPos();
  }
  needed_ = ImGui::GetCursorPosY();
  ImGui::EndChild();
  // Below the rows, not at their end: many rows would push it out of sight.
  if (count > 0) {
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s", tr("+ drop files anywhere"));
    ImGui::PopTextWrapPos();
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", tr("Meshes, shapes, poses, animations, items of clothing and documents,\n"
                                 "one or several at once. What is dropped on a row replaces its file."));
  }

  findings_.draw();
  ImGui::End();
}

// The way back to the built-in body, which leaves when another one is opened.
void WornPanel::stand_in() {
  const bool body = workspace_.document.stand_in.wears_builtin_body(),
             clothes = workspace_.document.stand_in.wears_builtin_clothes();
  const float room = ImGui::GetContentRegionAvail().x - 2.0f * ImGui::GetStyle().FramePadding.x;
  if (!body) {
    if (ImGui::Button(wrapped_label(tr("Wear the built-in body"), room).c_str()))
      workspace_.document.stand_in.wear_builtin_body();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr("To see on it how clothes fit"));
  } else if (!clothes) {
    if (ImGui::Button(wrapped_label(tr("Wear the built-in clothes"), room).c_str()))
      workspace_.document.stand_in.wear_builtin_clothes();
  }
}

}  // namespace mannequin::preview
