#include "tools/preview/panels/fit/fit_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tools/document/figures.h"
#include "tools/document/plain_names.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/files/typed_path.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/list_choice.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/panels/worn/stand_in_offer.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

struct NamedPlan {
  FitPlan plan;
  const char *label, *hint;
};
constexpr std::array kFitPlans = {
    NamedPlan{FitPlan::random, marked("60 random shapes"), marked("In the present pose; some seconds")},
    NamedPlan{FitPlan::sliders, marked("every slider, both ends"), marked("In the present pose")},
    NamedPlan{FitPlan::poses, marked("this shape in all poses"), marked("The poses of the Pose tab")},
    NamedPlan{FitPlan::thorough, marked("thorough"),
              marked("Sliders and 100 random shapes, each in all poses; minutes")},
    NamedPlan{FitPlan::file, marked("a plan file"), marked("As `mannequin fit --sweep` takes it")}};

constexpr float kBesideNow = 300.0f;  // of the column, before scaling: what "Now" says stands beside it

}  // namespace

void FitPanel::hover_hint(const char* text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tooltip(text);
}

const char* FitPanel::sign_of(FitSeverity severity) {
  return severity == FitSeverity::bad ? "\u2715" : severity == FitSeverity::slight ? "\u25cb" : "\u25b2";
}

ImU32 FitPanel::color_of(FitSeverity severity) const {
  return severity == FitSeverity::bad      ? theme().error
         : severity == FitSeverity::slight ? theme().secondary
                                           : theme().warning;
}

void FitPanel::go_to(const std::shared_ptr<const WornGeometry>& geometry, std::uint32_t vertex) {
  for (const auto& file : workspace_.document.avatar().worn())
    for (const auto& mesh : file->meshes)
      if (mesh->geometry == geometry) workspace_.actions.go_to({mesh->id, mesh->mesh.name(), vertex, 0.0});
}

// What has to be worn before anything can be measured.
void FitPanel::missing() {
  const GarmentFit& fit = workspace_.document.fit;
  if (fit.bodies().empty()) {
    wrapped_hint(tr("Wear a body, or choose below which of what is worn is one."));
    offer_body(workspace_);
  } else if (fit.garments().empty()) {
    wrapped_hint(tr("Open a garment: it is worn over the body, and measured."));
    offer_clothes(workspace_);
  }
}

// A place of the current state, in as many lines as it needs.
void FitPanel::now_at(const char* sign, const std::string& text, ImU32 color,
                      const std::optional<CurrentPlace>& place, const char* hint) {
  const float go = button_width(tr("go"));
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  wrapped_text(fmt::format("{} {}", sign, text), ImGui::GetContentRegionMax().x - go - px(8.0f));
  ImGui::PopStyleColor();
  if (!place) return;
  ImGui::PushID(hint);
  go_to_right_end(go);
  if (ImGui::SmallButton(tr("go"))) {
    workspace_.document.messages().outdate_last();  // it is about something else
    go_to(place->mesh, place->vertex);
  }
  hover_hint(hint);
  ImGui::PopID();
}

// What both places take at most, whatever the sliders say: as much as a long name of a part of the body and
// the longest of what is worn over it need.
float FitPanel::height_of_places(float column) const {
  const GarmentFit& fit = workspace_.document.fit;
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  const JointIndex arm = skeleton.find("mShoulderRight");
  const std::string part = arm == kNoJoint ? std::string() : tr_sentence(document::plain_name(skeleton[arm]));
  std::string garment;
  for (const std::size_t row : fit.garments())
    if (const std::string& name = workspace_.document.avatar().worn()[row]->name;
        name.size() > garment.size())
      garment = name;
  const std::string sample = tr("{:.1f} mm at {}, through {}", 88.8, part, garment);
  const float right = ImGui::GetContentRegionMax().x - button_width(tr("go")) - px(8.0f);
  float height = 0.0f;
  for (const std::string& text : {sample, tr("covered: {}", sample)})
    height += ImGui::CalcTextSize(wrapped_label("\u25cb " + text, right - column).c_str()).y +
              ImGui::GetStyle().ItemSpacing.y;
  return height;
}

// The current state, which follows the sliders. Once there was a place to name, it stays as high as two of
// them need, so that nothing below it moves; until then it has two lines.
void FitPanel::now() {
  ImGui::TextUnformatted(tr("Now"));
  // Below it in a narrow column, where its text would need many lines beside it.
  if (ImGui::GetContentRegionAvail().x >= px(kBesideNow)) go_to_column(px(56.0f));
  const float column = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
  now_places(column);
  const auto& measured = workspace_.document.fit.now();
  if (measured && !measured->measured) return;
  if (measured && (measured->seen || measured->covered))
    named_of_ = workspace_.document.avatar().worn_revision();
  const bool named = named_of_ == workspace_.document.avatar().worn_revision();
  const float least = named ? height_of_places(column) : 2.0f * ImGui::GetTextLineHeightWithSpacing();
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), top + least));
}

void FitPanel::now_places(float column) {
  GarmentFit& fit = workspace_.document.fit;
  fit.need_now(true);
  if (!fit.now()) {
    ImGui::TextDisabled("%s", tr("measuring ..."));
    return;
  }
  const CurrentFit& now = *fit.now();
  if (!now.measured) {
    wrapped_text(tr("nothing is worn over a body to measure"));
    missing();
    return;
  }
  const FitSeverity severity = now.seen ? severity_of(now.seen->depth) : FitSeverity::slight;
  now_at(sign_of(severity),
         now.seen      ? now.seen->text
         : now.covered ? std::string(tr("nothing that is seen pokes through"))
                       : std::string(tr("nothing pokes through")),
         color_of(severity), now.seen, tr("To the place where the body pokes through furthest and is seen"));
  if (!now.covered) return;
  ImGui::SetCursorPosX(column);
  now_at("\u25cb", tr("covered: {}", now.covered->text), theme().secondary, now.covered,
         tr("To the deepest place that what is worn covers from every side"));
}

// What poses tear is nowhere in "Now", which measures how far the body pokes out.
void FitPanel::tears() {
  for (const FileFinding& found : workspace_.document.findings().list()) {
    if (found.finding.code != "torn_weights" || !workspace_.actions.can_show(found)) continue;
    ImGui::PushID(&found);
    ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
    const float show = button_width(tr("Show"));
    wrapped_text(tr("\u25b2 {}: its weights tear it in some poses", found.path.filename().string()),
                 ImGui::GetContentRegionMax().x - show - px(8.0f));
    ImGui::PopStyleColor();
    go_to_right_end(show);
    if (ImGui::SmallButton(tr("Show"))) workspace_.actions.show(found);
    hover_hint(
        tr("The avatar takes the pose that tears it most, and the camera goes there. Ctrl+Z takes it back"));
    ImGui::PopID();
  }
}

void FitPanel::rows(const char* label, const std::vector<std::size_t>& taking_part,
                    std::vector<std::shared_ptr<const WornFile>>& chosen) {
  const auto& worn = workspace_.document.avatar().worn();
  std::string names;
  for (const std::size_t row : taking_part) names += (names.empty() ? "" : ", ") + worn[row]->name;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  go_to_column(px(70.0f));
  ImGui::SetNextItemWidth(-1.0f);
  ImGui::PushID(label);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - px(12.0f);
  const std::string shown = names.empty() ? tr("none") : cut_in_the_middle(names, room);
  if (ImGui::BeginCombo("##rows", shown.c_str())) {
    if (ImGui::Selectable(tr("by itself"), chosen.empty(), ImGuiSelectableFlags_DontClosePopups))
      chosen.clear();
    hover_hint(tr("What looks like a body, and everything visible over it"));
    for (std::size_t i = 0; i < worn.size(); ++i) {
      if (worn[i]->refused()) continue;
      bool on = std::ranges::find(taking_part, i) != taking_part.end();
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Checkbox(worn[i]->name.c_str(), &on)) {
        if (chosen.empty())
          for (const std::size_t row : taking_part) chosen.push_back(worn[row]);
        std::erase(chosen, worn[i]);
        if (on) chosen.push_back(worn[i]);
      }
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  if (!names.empty() && shown != names && ImGui::IsItemHovered()) show_tooltip(names);
  ImGui::PopID();
}

void FitPanel::plan() {
  FitChoice& choice = workspace_.document.fit.choice;
  const auto now = std::ranges::find(kFitPlans, choice.plan, &NamedPlan::plan);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Plan"));
  go_to_column(px(70.0f));
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::BeginCombo("##plan", tr(now->label))) {
    for (const NamedPlan& each : kFitPlans) {
      if (list_choice(tr(each.label), each.plan == choice.plan)) choice.plan = each.plan;
      hover_hint(tr(each.hint));
    }
    ImGui::EndCombo();
  }
  hover_hint(tr(now->hint));
  if (choice.plan != FitPlan::file) return;
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::InputTextWithHint("##file", tr("path of a plan (.json)"), file_, sizeof file_))
    choice.file = typed_path(file_);
}

void FitPanel::run() {
  GarmentFit& fit = workspace_.document.fit;
  if (!fit.running()) {
    if (ImGui::Button(tr("Run"), {-1.0f, 0.0f})) {
      shown_.reset();
      (void)fit.run();  // reported in the messages
      follows_run_ = fit.running();
      scroll_ = ImGui::GetScrollY();
    }
    hover_hint(tr("Measures in the background how far the body pokes through each garment"));
    return;
  }
  new_list_ = true;
  const bool looking = fit.to_look() != 0;
  const std::size_t done = looking ? fit.looked() : fit.done(), all = looking ? fit.to_look() : fit.all();
  const bool stopping = fit.stopping();
  ImGui::ProgressBar(static_cast<float>(done) / static_cast<float>(std::max<std::size_t>(all, 1)),
                     {-px(84.0f), 0.0f},
                     (stopping  ? std::string(tr("stopping ..."))
                      : looking ? tr("What is seen: {} of {}", grouped(done), grouped(all))
                                : tr("{} of {}", grouped(done), grouped(all)))
                         .c_str());
  ImGui::SameLine();
  if (stopping) ImGui::BeginDisabled();
  if (ImGui::Button(tr("Cancel"), {-1.0f, 0.0f})) fit.cancel();
  if (stopping) ImGui::EndDisabled();
  hover_hint(tr("Stops it. What was found by then is kept"));
}

void FitPanel::draw() {
  ImGui::PushFont(ui_.fonts.small);
  follow_run();
  now();
  tears();
  people();
  ImGui::Separator();
  FitChoice& choice = workspace_.document.fit.choice;
  rows(tr("Body"), workspace_.document.fit.bodies(), choice.bodies);
  rows(tr("Clothes"), workspace_.document.fit.garments(), choice.garments);
  plan();
  run_at_ = ImGui::GetCursorPosY();
  run();
  mend_.draw();
  faults();
  ImGui::PopFont();
}

}  // namespace mannequin::preview
