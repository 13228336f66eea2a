#include "tools/preview/panels/help/help_panel.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/io/file.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/find_field.h"
#include "tools/preview/panels/shared/finding_pages.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/translated_page.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin {

std::span<const std::byte> embedded_guide(std::string_view file_name);  // see cmake/Preview.cmake

namespace preview {

void HelpPanel::draw_page(const GuidePage& page) const {
  wrapped_text(page.title);
  ImGui::Separator();
  for (std::size_t i = 0; i < page.lines.size();) {
    const GuideLine& line = page.lines[i];
    if (line.kind != GuideLine::Kind::row) {
      if (line.kind == GuideLine::Kind::heading) ImGui::PushStyleColor(ImGuiCol_Text, theme().accent);
      if (line.kind == GuideLine::Kind::item) ImGui::Bullet();
      wrapped_text(line.cells.front());
      if (line.kind == GuideLine::Kind::heading) ImGui::PopStyleColor();
      ImGui::Spacing();
      ++i;
      continue;
    }
    const auto columns = static_cast<int>(line.cells.size());
    ImGui::PushID(static_cast<int>(i));
    const bool open =
        ImGui::BeginTable("rows", columns, ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH);
    for (; i < page.lines.size() && page.lines[i].kind == GuideLine::Kind::row &&
           static_cast<int>(page.lines[i].cells.size()) == columns;
         ++i) {
      if (!open) continue;
      ImGui::TableNextRow();
      for (const std::string& cell : page.lines[i].cells) {
        ImGui::TableNextColumn();
        wrapped_text(cell);
      }
    }
    if (open) ImGui::EndTable();
    ImGui::PopID();
    ImGui::Spacing();
  }
}

void HelpPanel::make_pages() {
  pages_ = guide_pages(page_in_language("README.md", io::as_text(embedded_guide("README.md"))));
  pages_.push_back(command_page(ui_.commands));
  for (const std::string& code : findings_with_pages())
    for (GuidePage& page : guide_pages(page_of_finding(code), 1)) {
      finding_pages_.emplace(code, pages_.size());
      pages_.push_back(std::move(page));
    }
}

void HelpPanel::draw() {
  const std::string code = std::exchange(ui_.finding_to_explain, {});
  open_ = open_ || !code.empty();
  if (!open_) return;
  if (pages_.empty()) make_pages();
  if (const auto found = finding_pages_.find(code); found != finding_pages_.end()) {
    page_ = found->second;
    wanted_[0] = 0;
    scroll_ = true;
  }
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * display.x, 0.5f * display.y}, ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(px(760.0f), 0.92f * display.x), std::min(px(560.0f), 0.85f * display.y)},
                           ImGuiCond_Appearing);
  if (ImGui::Begin(titled(marked("Guide")).c_str(), &open_,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    if (closed_by_escape(ui_)) open_ = false;
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    (void)find_field("##find", tr("Search the guide: offsets, undo, drop ..."), wanted_, sizeof wanted_);
    ImGui::BeginChild("titles", {0.3f * ImGui::GetContentRegionAvail().x, 0.0f}, true,
                      ImGuiWindowFlags_NavFlattened);
    std::size_t first = pages_.size();
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (!pages_[i].has(wanted_)) continue;
      first = std::min(first, i);
      ImGui::PushID(static_cast<int>(i));
      const std::string title = wrapped_label(pages_[i].title, ImGui::GetContentRegionAvail().x);
      if (ImGui::Selectable(title.c_str(), i == page_)) page_ = i;
      ImGui::PopID();
      if (i == page_ && std::exchange(scroll_, false)) ImGui::SetScrollHereY();
    }
    if (first == pages_.size()) {
      wrapped_hint(tr("No page has all of these words."));
    } else if (!pages_[page_].has(wanted_)) {
      page_ = first;
    }
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginChild("page", {0.0f, 0.0f});
    draw_page(pages_[page_]);
    ImGui::EndChild();
  }
  ImGui::End();
}

}  // namespace preview
}  // namespace mannequin
