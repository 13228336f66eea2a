#include "tools/preview/panels/worn/findings_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "engine/fit/standard_poses.h"
#include "engine/fit/upload_check.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/finding_pages.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

// More than anyone reads would only slow the window down.
constexpr std::size_t kMostFindings = 200;
constexpr float kLeastBelowVerdict = 160.0f;  // before scaling

struct Look {
  const char* word;
  ImU32 color;
};

Look look_of(Severity severity, const Theme& theme) {
  switch (severity) {
    case Severity::error:
      return {tr("\u2715 Error"), theme.error};
    case Severity::warning:
      return {tr("\u25b2 Warning"), theme.warning};
    case Severity::info:
      break;
  }
  return {tr("\u25cb Note"), theme.secondary};
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
  // Replaces Show: the whole file is meant.
  const bool ignored = found.finding.code == "offsets_ignored";
  const bool showable = !ignored && workspace_.actions.can_show(found);
  const bool explained = has_page(found.finding.code);
  const float buttons = button_width(tr("Copy")) +
                        (ignored    ? button_width(tr("Turn on")) + px(6.0f)
                         : showable ? button_width(tr("Show")) + px(6.0f)
                                    : 0.0f) +
                        (explained ? px(32.0f) : 0.0f);
  if (ImGui::GetItemRectSize().x + px(6.0f) + buttons <= ImGui::GetContentRegionMax().x)
    go_to_right_end(buttons);
  if (ignored) {
    if (ImGui::Button(tr("Turn on"))) turn_positions_on(found.path);
    if (ImGui::IsItemHovered()) show_tooltip(tr("Let the file's joint positions count; undo turns them off"));
    ImGui::SameLine(0.0f, px(6.0f));
  }
  if (showable) {
    if (ImGui::Button(tr("Show"))) workspace_.actions.show(found);
    if (ImGui::IsItemHovered())
      show_tooltip(
          found.finding.pose.empty()
              ? tr("Select it in the view and go there")
              : tr("Take the pose that shows it, select it in the view and go there. Ctrl+Z takes the "
                   "pose back"));
    ImGui::SameLine(0.0f, px(6.0f));
  }
  if (ImGui::Button(tr("Copy"))) ImGui::SetClipboardText(whole_text(found).c_str());
  if (ImGui::IsItemHovered()) show_tooltip(tr("The text, its code and the remedy, to the clipboard"));
  if (explained) {
    ImGui::SameLine(0.0f, px(6.0f));
    if (ImGui::Button("?", {px(26.0f), 0.0f})) ui_.finding_to_explain = found.finding.code;
    if (ImGui::IsItemHovered()) show_tooltip(tr("What it looks like in-world, and how to mend it"));
  }
  wrapped_text(coded_text(found));
  if (!found.finding.remedy.empty()) wrapped_hint(fmt::format("\u2192 {}.", found.finding.remedy));
  ImGui::Spacing();
}

// Says that not all are listed, and offers to list them again.
void FindingsPanel::which_file() {
  const auto& worn = workspace_.document.avatar().worn();
  if (std::ranges::none_of(worn, [&](const auto& file) { return file->path == only_; })) only_.clear();
  if (only_.empty()) return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Only {}", only_.filename().string()).c_str());
  ImGui::SameLine();
  if (ImGui::Button(tr("All"))) only_.clear();
}

// The cost of the uploads, and how it is calculated.
void FindingsPanel::list_costs() {
  bool any = false;
  for (const FileCost& each : workspace_.document.findings().costs()) {
    if (!only_.empty() && each.path != only_) continue;
    if (!any) ImGui::Separator();
    any = true;
    wrapped_hint(tr("{}: {} (an estimate).", each.path.filename().string(), cost_text(each.cost)));
    if (ImGui::IsItemHovered()) show_tooltip(fmt::format("{}; {}", kCostFormula, kCostDate).c_str());
  }
}

bool FindingsPanel::is_listed(const FileFinding& found) const {
  return (only_.empty() || found.path == only_) && !left_out_.contains(found.finding.severity);
}

// Which severities are listed: one button each, with how many there are.
void FindingsPanel::filters() {
  const WornFindings& findings = workspace_.document.findings();
  int kinds = 0;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::info})
    kinds += findings.count(severity) > 0 ? 1 : 0;
  if (kinds < 2) {
    left_out_.clear();
    return;
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", tr("Show"));
  for (const auto& [severity, hint] : {std::pair{Severity::error, tr("List the errors")},
                                       {Severity::warning, tr("List the warnings")},
                                       {Severity::info, tr("List the notes")}}) {
    const std::size_t count = findings.count(severity);
    if (count == 0) continue;
    const Look look = look_of(severity, theme());
    ImGui::SameLine();
    bool on = !left_out_.contains(severity);
    const std::string sign = std::string(look.word).substr(0, std::string_view(look.word).find(' '));
    ImGui::PushStyleColor(ImGuiCol_Text, look.color);
    if (ImGui::Checkbox(fmt::format("{}{}###{}", count, sign, static_cast<int>(severity)).c_str(), &on)) {
      if (on)
        left_out_.erase(severity);
      else
        left_out_.insert(severity);
    }
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) show_tooltip(hint);
  }
}

// The worst of each cause, and below it, folded, the others that have the same one. Returns how many there
// are.
std::size_t FindingsPanel::list_by_cause(const std::vector<FileFinding>& list) {
  std::vector<std::vector<std::size_t>> causes;
  std::map<std::pair<Severity, std::string>, std::size_t> cause_of;
  std::size_t count = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!is_listed(list[i])) continue;
    ++count;
    const auto [at, is_new] =
        cause_of.try_emplace({list[i].finding.severity, list[i].finding.code}, causes.size());
    if (is_new) causes.emplace_back();
    causes[at->second].push_back(i);
  }
  std::size_t shown = 0;
  const auto show = [&](std::size_t index) {
    if (++shown > kMostFindings) return;
    ImGui::PushID(static_cast<int>(index) + 1);
    row(list[index]);
    ImGui::PopID();
  };
  for (const auto& cause : causes) {
    show(cause.front());
    if (cause.size() == 1) continue;
    const std::string& code = list[cause.front()].finding.code;
    const bool open = unfolded_.contains(code);
    if (ImGui::Button(
            (tr("{} {} more like this", open ? "\u25be" : "\u25b8", cause.size() - 1) + "###" + code)
                .c_str())) {
      if (open)
        unfolded_.erase(code);
      else
        unfolded_.insert(code);
    }
    ImGui::Spacing();
    if (open)
      for (std::size_t i = 1; i < cause.size(); ++i) show(cause[i]);
  }
  if (shown > kMostFindings)
    wrapped_hint(tr("and {} more; mannequin check lists all of them", shown - kMostFindings));
  return count;
}

void FindingsPanel::verdict() {
  const WornFindings& findings = workspace_.document.findings();
  const std::size_t errors = findings.count(Severity::error), warnings = findings.count(Severity::warning);
  const bool flawless = findings.judged() && findings.list().empty();
  ImGui::PushStyleColor(ImGuiCol_Text, errors > 0     ? theme().error
                                       : warnings > 0 ? theme().warning
                                       : flawless     ? theme().good
                                                      : theme().secondary);
  wrapped_text(fmt::format("{}{}{}",
                           errors > 0     ? "\u2715 "
                           : warnings > 0 ? "\u25b2 "
                           : flawless     ? "\u2713 "
                                          : "",
                           findings.verdict(), findings.finished() ? "" : " ..."));
  ImGui::PopStyleColor();
  ImGui::Separator();
}

void FindingsPanel::list_findings() {
  const WornFindings& findings = workspace_.document.findings();
  // In a low window it scrolls along, because little would be left below it.
  const bool low = ImGui::GetContentRegionAvail().y < px(kLeastBelowVerdict);
  if (!low) verdict();
  ImGui::BeginChild("findings", {0.0f, 0.0f}, false, ImGuiWindowFlags_NavFlattened);
  if (low) verdict();
  ImGui::PushFont(ui_.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8.0f), px(2.0f)));
  filters();
  which_file();
  const std::size_t count = list_by_cause(findings.list());
  if (findings.meshes() == 0 && findings.list().empty() && findings.finished())
    wrapped_hint(tr("Drop a rigged mesh: what the uploader would say is listed here."));
  if (count == 0 && !only_.empty() && left_out_.empty() && findings.judged())
    wrapped_hint(tr("Nothing was found in it: {} rules, {} poses.", upload_rules().size(), kCheckPoses));
  if (count == 0 && !left_out_.empty()) wrapped_hint(tr("What there is, is left out above."));
  list_costs();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::EndChild();
}

void FindingsPanel::list_messages() {
  ImGui::BeginChild("messages", {0.0f, 0.0f});
  ImGui::PushFont(ui_.fonts.small);
  const auto& messages = workspace_.document.messages().list();
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    ImGui::PushStyleColor(ImGuiCol_Text, message->kind == Message::Kind::error     ? theme().error
                                         : message->kind == Message::Kind::warning ? theme().warning
                                                                                   : theme().secondary);
    wrapped_text(message->signed_text());
    ImGui::PopStyleColor();
  }
  if (messages.empty()) wrapped_hint(tr("No messages yet."));
  ImGui::PopFont();
  ImGui::EndChild();
}

// With as many of the counts, worst first, as there is room for: ImGui would cut the titles of all tabs.
std::string FindingsPanel::title(float room) const {
  const WornFindings& findings = workspace_.document.findings();
  std::string title = tr("Findings");
  for (const auto& [severity, sign] :
       {std::pair{Severity::error, "\u2715"}, {Severity::warning, "\u25b2"}, {Severity::info, "\u25cb"}}) {
    const std::size_t count = findings.count(severity);
    if (count == 0) continue;
    const std::string longer = fmt::format("{} {}{}", title, count, sign);
    if (tab_width(longer.c_str()) > room) break;
    title = longer;
  }
  return title;
}

void FindingsPanel::draw_tabs(float room) {
  // The tab keeps its identity while the counts change.
  const std::string title = this->title(room - tab_width(tr("Messages"))) + "###findings";
  const std::optional<Tab> wanted = std::exchange(bring_up_, std::nullopt);
  const auto flags = [&](Tab tab) {
    return wanted == tab ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None;
  };
  if (ImGui::BeginTabItem(title.c_str(), nullptr, flags(Tab::findings))) {
    list_findings();
    ImGui::EndTabItem();
  }
  if (ImGui::BeginTabItem(tr("Messages"), nullptr, flags(Tab::messages))) {
    list_messages();
    ImGui::EndTabItem();
  }
}

}  // namespace mannequin::preview
