#include "tools/preview/panels/worn/findings_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/fit/upload_check.h"

namespace mannequin::preview {
namespace {

// More of them than anybody reads would only slow the window down.
constexpr std::size_t kMostFindings = 200;

struct Look {
  const char* word;
  ImU32 color;
};

Look look_of(Severity severity, const Theme& theme) {
  switch (severity) {
    case Severity::error:
      return {"\u2715 Error", theme.error};
    case Severity::warning:
      return {"\u25b2 Warning", theme.warning};
    case Severity::info:
      break;
  }
  return {"\u25cb Note", theme.secondary};
}

std::string coded_text(const FileFinding& found) {
  return fmt::format("{} [{}]", found.text(), found.finding.code);
}

std::string whole_text(const FileFinding& found) {
  return found.finding.remedy.empty() ? coded_text(found)
                                      : fmt::format("{} \u2192 {}.", coded_text(found), found.finding.remedy);
}

}  // namespace

void FindingsPanel::turn_positions_on(const std::filesystem::path& path) {
  const auto& worn = workspace_.document.avatar().worn();
  for (std::size_t i = 0; i < worn.size(); ++i)
    if (worn[i]->on_disk && worn[i]->path == path)
      return workspace_.document.wardrobe.use_joint_positions(i, true);
}

void FindingsPanel::row(const FileFinding& found) {
  const Look look = look_of(found.finding.severity, theme());
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, look.color);
  ImGui::TextUnformatted(look.word);
  ImGui::PopStyleColor();
  // In place of Show: the whole file is meant.
  const bool ignored = found.finding.code == "offsets_ignored";
  const bool showable = !ignored && workspace_.actions.can_show(found);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - px(ignored ? 124.0f : showable ? 112.0f : 52.0f));
  if (ignored) {
    if (ImGui::Button("Turn on")) turn_positions_on(found.path);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("Let the file's joint positions count; undo turns them off");
    ImGui::SameLine(0.0f, px(6.0f));
  }
  if (showable) {
    if (ImGui::Button("Show")) workspace_.actions.show(found);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Select it in the view and go there");
    ImGui::SameLine(0.0f, px(6.0f));
  }
  if (ImGui::Button("Copy")) ImGui::SetClipboardText(whole_text(found).c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("The text, its code and the remedy, to the clipboard");
  ImGui::TextUnformatted(coded_text(found).c_str());
  if (!found.finding.remedy.empty()) ImGui::TextDisabled("\u2192 %s.", found.finding.remedy.c_str());
  ImGui::Spacing();
}

// Says that not all are listed, and lists them again.
void FindingsPanel::which_file() {
  const auto& worn = workspace_.document.avatar().worn();
  if (std::ranges::none_of(worn, [&](const auto& file) { return file->path == only_; })) only_.clear();
  if (only_.empty()) return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(fmt::format("Only {}", only_.filename().string()).c_str());
  ImGui::SameLine();
  if (ImGui::Button("All")) only_.clear();
}

// What the uploads would cost, and how that is reckoned.
void FindingsPanel::list_costs() {
  bool any = false;
  for (const FileCost& each : workspace_.document.findings().costs()) {
    if (!only_.empty() && each.path != only_) continue;
    if (!any) ImGui::Separator();
    any = true;
    ImGui::TextDisabled("%s: %s (an estimate).", each.path.filename().string().c_str(),
                        cost_text(each.cost).c_str());
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", fmt::format("{}; {}", kCostFormula, kCostDate).c_str());
  }
}

void FindingsPanel::list_findings() {
  const WornFindings& findings = workspace_.document.findings();
  const std::size_t errors = findings.count(Severity::error), warnings = findings.count(Severity::warning);
  ImGui::PushTextWrapPos();
  ImGui::PushStyleColor(ImGuiCol_Text, errors > 0     ? theme().error
                                       : warnings > 0 ? theme().warning
                                                      : theme().good);
  ImGui::TextUnformatted(fmt::format("{} {}{}",
                                     errors > 0     ? "\u2715"
                                     : warnings > 0 ? "\u25b2"
                                                    : "\u2713",
                                     findings.verdict(), findings.finished() ? "" : " ...")
                             .c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::Separator();
  ImGui::BeginChild("findings", {0.0f, 0.0f}, false, ImGuiWindowFlags_NavFlattened);
  ImGui::PushFont(ui_.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8.0f), px(2.0f)));
  ImGui::PushTextWrapPos();
  which_file();
  std::size_t count = 0;
  for (const FileFinding& found : findings.list()) {
    if (!only_.empty() && found.path != only_) continue;
    if (++count > kMostFindings) continue;
    ImGui::PushID(static_cast<int>(count));
    row(found);
    ImGui::PopID();
  }
  if (count > kMostFindings)
    ImGui::TextDisabled("and %zu more; mannequin check lists all of them", count - kMostFindings);
  if (findings.meshes() == 0 && findings.list().empty() && findings.finished())
    ImGui::TextDisabled("Drop a rigged mesh: what the uploader would say is listed here.");
  if (count == 0 && !only_.empty() && findings.finished())
    ImGui::TextDisabled("Nothing was found in it, %zu rules checked.", upload_rules().size());
  list_costs();
  ImGui::PopTextWrapPos();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::EndChild();
}

void FindingsPanel::list_messages() {
  ImGui::BeginChild("messages", {0.0f, 0.0f});
  ImGui::PushFont(ui_.fonts.small);
  ImGui::PushTextWrapPos();
  const auto& messages = workspace_.document.messages().list();
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    const bool done = message->kind == Message::Kind::done, error = message->kind == Message::Kind::error;
    ImGui::PushStyleColor(ImGuiCol_Text, done ? theme().secondary : error ? theme().error : theme().warning);
    ImGui::TextUnformatted(message->signed_text().c_str());
    ImGui::PopStyleColor();
  }
  if (messages.empty()) ImGui::TextDisabled("No messages yet.");
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndChild();
}

void FindingsPanel::draw() {
  const WornFindings& findings = workspace_.document.findings();
  std::string title = "Findings";
  for (const auto& [severity, sign] :
       {std::pair{Severity::error, "\u2715"}, {Severity::warning, "\u25b2"}, {Severity::info, "\u25cb"}})
    if (const std::size_t count = findings.count(severity)) title += fmt::format("  {}{}", count, sign);
  // The tab stays the same one while the counts change.
  title += "###findings";
  if (!ImGui::BeginTabBar("below")) return;
  if (ImGui::BeginTabItem(title.c_str(), nullptr, bring_up_ ? ImGuiTabItemFlags_SetSelected : 0)) {
    list_findings();
    ImGui::EndTabItem();
  }
  bring_up_ = false;
  if (ImGui::BeginTabItem("Messages")) {
    list_messages();
    ImGui::EndTabItem();
  }
  ImGui::EndTabBar();
}

}  // namespace mannequin::preview
