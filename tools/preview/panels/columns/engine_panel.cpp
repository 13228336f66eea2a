#include "tools/preview/panels/columns/engine_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

struct StageRow {
  double PictureTime::*time;
  const char* name;
  const char* hint;
};
constexpr StageRow kStages[] = {
    {&PictureTime::shape, marked("shape"), marked("From sliders, worn joints and pose to the skeleton")},
    {&PictureTime::skin, marked("skin"), marked("Moving the vertices")},
    {&PictureTime::draw, marked("draw"), marked("Shadows and picture")}};

}  // namespace

void EnginePanel::backends() {
  ImGui::TextUnformatted(tr("Skinned by:"));
  const std::string now = workspace_.view.scene().backend();
  for (const auto& [name, label, hint] :
       {std::tuple{"gl", "OpenGL", tr("On the graphics card; the vertices stay there")},
        {"cpu", tr("processor"), tr("With its widest instructions; the vertices are copied back")},
        {"vulkan", "Vulkan", tr("On the graphics card by its other interface; the vertices are copied back")},
        {"reference", tr("reference"),
         tr("In double precision, slowly: what the others are measured against")}}) {
    const bool refused = refused_.contains(name);
    if (std::string_view(name) == "cpu" || std::string_view(name) == "reference")
      go_beside(tick_width(label), px(150.0f));
    ImGui::BeginDisabled(refused);
    if (ImGui::RadioButton(label, now == name) && !workspace_.view.skinning.skin_by(name))
      refused_.insert(name);
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
      show_tooltip(refused ? tr("Not on this machine: the messages say why") : hint);
  }
  if (!workspace_.view.skinning.opengl_runs_on_cpu()) return;
  wrapped_hint(
      tr("There is no graphics card's driver: OpenGL computes on the processor here, which skins quicker by "
         "itself, and so it does unless you choose otherwise."));
}

void EnginePanel::error() {
  ImGui::Separator();
  Scene& scene = workspace_.view.scene();
  bool checks = scene.checks_against_reference();
  const float room = ImGui::GetContentRegionAvail().x - tick_width("");
  if (ImGui::Checkbox(wrapped_label(tr("compare with the reference all the time"), room).c_str(), &checks))
    scene.check_against_reference(checks);
  if (const auto& live = scene.live_error()) {
    ImGui::PushStyleColor(ImGuiCol_Text, live->within_limits() ? theme().good : theme().error);
    ImGui::TextUnformatted(tr("{} largest error {:.5f} mm, {}", live->within_limits() ? "\u2713" : "\u2715",
                              live->position_mm,
                              live->within_limits() ? tr("within the limit") : tr("beyond the limit"))
                               .c_str());
    ImGui::PopStyleColor();
  }
  Views& views = workspace_.view.colors;
  bool shown = views.mode() == ViewMode::error;
  if (ImGui::Checkbox(wrapped_label(tr("colour what is worn by its error"), room).c_str(), &shown))
    views.show(shown ? ViewMode::error : ViewMode::solid);
  if (!shown || !views.worst()) return;
  if (ImGui::SmallButton(tr("go to the worst"))) workspace_.actions.go_to(*views.worst());
}

void EnginePanel::times() {
  ImGui::Separator();
  const auto& list = workspace_.view.timings.list();
  if (list.empty()) {
    ImGui::TextDisabled("%s", tr("No picture was drawn yet."));
    return;
  }
  const ImU32 colors[] = {theme().accent, theme().warning, theme().secondary};
  for (std::size_t i = 0; i < std::size(kStages); ++i) {
    const StageRow& row = kStages[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + px(4.0f)}, {at.x + px(10.0f), at.y + px(14.0f)},
                                              colors[i]);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(18.0f));
    ImGui::TextUnformatted(fmt::format("{:<6} {:7.2f} ms", tr(row.name), list.back().*row.time).c_str());
    if (ImGui::IsItemHovered()) show_tooltip(tr(row.hint));
  }
  graph(px(90.0f));
}

// A stacked bar of the stages for each of the last pictures.
void EnginePanel::graph(float height) {
  const auto& list = workspace_.view.timings.list();
  double longest = 1.0;
  for (const PictureTime& time : list) longest = std::max(longest, time.whole());
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, bar = width / static_cast<float>(Timings::kMost);
  draw.AddRectFilled(at, {at.x + width, at.y + height}, theme().panel_raised);
  const ImU32 colors[] = {theme().accent, theme().warning, theme().secondary};
  float x = at.x;
  for (const PictureTime& time : list) {
    float y = at.y + height;
    for (std::size_t i = 0; i < std::size(kStages); ++i) {
      const float part = height * static_cast<float>(time.*kStages[i].time / longest);
      draw.AddRectFilled({x, y - part}, {x + std::max(bar - 1.0f, 1.0f), y}, colors[i]);
      y -= part;
    }
    x += bar;
  }
  ImGui::Dummy({width, height});
  wrapped_hint(tr("the last {} pictures; the longest took {:.0f} ms", list.size(), longest));
}

void EnginePanel::draw() {
  ImGui::PushFont(ui_.fonts.small);
  backends();
  error();
  times();
  ImGui::PopFont();
}

}  // namespace mannequin::preview
