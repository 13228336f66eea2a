#include "tools/preview/panels/fit/measures_panel.h"

#include <fmt/format.h>

#include <cmath>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/panels/worn/stand_in_offer.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

void MeasuresPanel::table() {
  BodyMeasures& measures = workspace_.document.measures;
  const bool pinned = measures.has_pins();
  if (!ImGui::BeginTable("measures", pinned ? 4 : 3, ImGuiTableFlags_RowBg)) return;
  constexpr ImGuiTableColumnFlags kFigures = ImGuiTableColumnFlags_WidthFixed;  // the names take the rest
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn(tr("cm"), kFigures);
  ImGui::TableSetupColumn(tr("in"), kFigures);
  if (pinned) ImGui::TableSetupColumn(tr("since the pin"), kFigures);
  ImGui::TableHeadersRow();
  const auto right_aligned = [](const std::string& text) {
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (room > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    ImGui::TextUnformatted(text.c_str());
  };
  for (const MeasuredLine& line : measures.lines()) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(measure_name(line.measure));
    if (ImGui::IsItemHovered()) show_tooltip(measure_hint(line.measure));
    ImGui::TableNextColumn();
    right_aligned(fmt::format("{:.1f}", 100.0 * line.length));
    ImGui::TableNextColumn();
    right_aligned(fmt::format("{:.1f}", line.length / 0.0254));
    if (!pinned) continue;
    ImGui::TableNextColumn();
    if (const auto before = measures.pinned(line.measure)) {
      const double change = 100.0 * (line.length - *before);
      right_aligned(std::abs(change) < 0.05
                        ? tr("the same")
                        : tr("{}{:.1f} cm", change > 0.0 ? "+" : "\u2212", std::abs(change)));
    }
  }
  ImGui::EndTable();
}

void MeasuresPanel::draw() {
  BodyMeasures& measures = workspace_.document.measures;
  ImGui::PushFont(ui_.fonts.small);
  ImGui::Checkbox(tr("Lines in the view"), &workspace_.view.settings.measures);
  ImGui::SameLine();
  if (ImGui::Button(measures.has_pins() ? tr("Pin again") : tr("Pin"))) measures.pin();
  if (ImGui::IsItemHovered()) show_tooltip(tr("Keeps these values, to see beside them what sliders change"));
  if (measures.has_pins()) {
    ImGui::SameLine();
    if (ImGui::Button(tr("Unpin"))) measures.unpin();
  }
  if (measures.lines().empty()) {
    wrapped_hint(tr("There is no body in sight to measure: open one, or show what is hidden."));
    offer_body(workspace_);
  } else {
    table();
  }
  wrapped_hint(tr(
      "Of the body without clothes, in its present pose. A tape does not follow hollows. The viewer height "
      "is another figure, {}: viewers work it out from the joints.",
      document::centimetres(workspace_.document.avatar().state().size.height)));
  ImGui::PopFont();
}

}  // namespace mannequin::preview
