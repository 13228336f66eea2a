#include "tools/preview/panels/columns/right_column.h"

#include <algorithm>

namespace mannequin::preview {

namespace {

struct NamedTab {
  std::string_view name;  // on the command line
  const char* label;
  RightColumn::Tab tab;
  bool on_request = false;  // in the row only while it is open, as ten names leave no height for sliders
};
constexpr NamedTab kTabs[] = {{"sliders", "Sliders", RightColumn::Tab::sliders},
                              {"joints", "Joints", RightColumn::Tab::joints},
                              {"weights", "Weights", RightColumn::Tab::weights},
                              {"skeleton", "Skeleton", RightColumn::Tab::skeleton},
                              {"pose", "Pose", RightColumn::Tab::pose},
                              {"bind", "Bind", RightColumn::Tab::bind, true},
                              {"fit", "Fit", RightColumn::Tab::fit, true},
                              {"measures", "Measures", RightColumn::Tab::measures, true},
                              {"compare", "Compare", RightColumn::Tab::compare},
                              {"engine", "Engine", RightColumn::Tab::engine}};

}  // namespace

std::optional<RightColumn::Tab> RightColumn::named(std::string_view name) {
  for (const NamedTab& each : kTabs)
    if (each.name == name) return each.tab;
  return std::nullopt;
}

void RightColumn::open(Tab tab) {
  tab_ = tab;
  if (tab != Tab::sliders) beside_ = tab;
}

float RightColumn::width_of(Tab tab) const {
  return px(tab == Tab::joints ? 560.0f : tab == Tab::skeleton ? 400.0f : 360.0f);
}

float RightColumn::width(float window) const {
  return is_double(window) ? width_of(Tab::sliders) + width_of(shown(true)) : width_of(tab_);
}

// A name that is cut off is none: in two rows if need be, and where that is not enough as a list to choose
// from, because more rows would leave no height for what is chosen.
void RightColumn::tabs(bool beside_sliders) {
  const float right = ImGui::GetWindowContentRegionMax().x, gap = px(4.0f);
  // They stand at the right, where the window ends: there they stay when a tab makes the column wider.
  const float width_of_all = width_of(Tab::sliders) - 2.0f * ImGui::GetStyle().WindowPadding.x;
  const float left = std::max(ImGui::GetCursorPosX(), right - width_of_all);
  const auto left_out = [&](const NamedTab& each) {
    return each.tab != shown(beside_sliders) &&
           (each.on_request || (beside_sliders && each.tab == Tab::sliders));
  };
  float needed = 0.0f;
  for (const NamedTab& each : kTabs)
    if (!left_out(each))
      needed += ImGui::CalcTextSize(each.label).x + 2.0f * ImGui::GetStyle().FramePadding.x + gap;
  if (needed > 2.0f * (right - left)) {
    tab_list(beside_sliders);
    return;
  }
  bool first = true;
  for (const NamedTab& each : kTabs) {
    if (left_out(each)) continue;
    const float width = ImGui::CalcTextSize(each.label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    if (!first) ImGui::SameLine(0.0f, gap);
    const bool wraps = !first && ImGui::GetCursorPosX() + width > right;
    if (wraps) ImGui::NewLine();
    if (first || wraps) ImGui::SetCursorPosX(left);
    first = false;
    const bool is_open = each.tab == shown(beside_sliders);
    if (is_open) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetColorU32(ImGuiCol_TabActive));
    if (ImGui::Button(each.label)) open(each.tab);
    // Not by colour alone.
    if (is_open) {
      ImGui::PopStyleColor();
      const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
      ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - px(3.0f)}, high, theme().accent);
    }
  }
  ImGui::Separator();
}

void RightColumn::tab_list(bool beside_sliders) {
  const auto now = std::ranges::find(kTabs, shown(beside_sliders), &NamedTab::tab);
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::BeginCombo("##tabs", now->label)) {
    for (const NamedTab& each : kTabs)
      if ((!beside_sliders || each.tab != Tab::sliders) && ImGui::Selectable(each.label, &each == now))
        open(each.tab);
    ImGui::EndCombo();
  }
  ImGui::Separator();
}

void RightColumn::draw_tab(Tab tab) {
  switch (tab) {
    case Tab::sliders:
      sliders_.draw();
      break;
    case Tab::joints:
      joints_.draw();
      break;
    case Tab::weights:
      weights_.draw();
      break;
    case Tab::skeleton:
      skeleton_.draw();
      break;
    case Tab::pose:
      pose_.draw();
      break;
    case Tab::bind:
      bind_.draw();
      break;
    case Tab::fit:
      fit_.draw();
      break;
    case Tab::measures:
      workspace_.document.measures.need(true);
      measures_.draw();
      break;
    case Tab::compare:
      compare_.draw();
      break;
    case Tab::engine:
      engine_.draw();
      break;
  }
}

void RightColumn::draw(ImVec2 size) {
  const ViewRect& view = ui_.view;
  ImGui::SetNextWindowPos({view.min.x + view.size.x, view.min.y});
  ImGui::SetNextWindowSize({size.x - view.min.x - view.size.x, view.size.y});
  ImGui::Begin(
      "Right", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const bool both = is_double(size.x);
  if (both) {
    const float share = width_of(Tab::sliders) / width(size.x);
    ImGui::BeginChild("beside", {share * ImGui::GetContentRegionAvail().x, 0.0f}, false,
                      ImGuiWindowFlags_NavFlattened);
    draw_tab(Tab::sliders);
    ImGui::EndChild();
    ImGui::SameLine(0.0f, px(12.0f));
    ImGui::BeginChild("right", {0.0f, 0.0f}, false, ImGuiWindowFlags_NavFlattened);
  }
  tabs(both);
  // What does not fit scrolls, with a bar that says so.
  ImGui::BeginChild("tab", {0.0f, 0.0f}, false, ImGuiWindowFlags_NavFlattened);
  draw_tab(shown(both));
  ImGui::EndChild();
  if (both) ImGui::EndChild();
  ImGui::End();
}

}  // namespace mannequin::preview
