#include "tools/preview/panels/right_column.h"

namespace mannequin::preview {

namespace {

struct NamedTab {
  std::string_view name;  // on the command line
  const char* label;
  RightColumn::Tab tab;
};
constexpr NamedTab kTabs[] = {
    {"sliders", "Sliders", RightColumn::Tab::sliders}, {"joints", "Joints", RightColumn::Tab::joints},
    {"weights", "Weights", RightColumn::Tab::weights}, {"skeleton", "Skeleton", RightColumn::Tab::skeleton},
    {"pose", "Pose", RightColumn::Tab::pose},          {"compare", "Compare", RightColumn::Tab::compare},
    {"engine", "Engine", RightColumn::Tab::engine}};

}  // namespace

std::optional<RightColumn::Tab> RightColumn::named(std::string_view name) {
  for (const NamedTab& each : kTabs)
    if (each.name == name) return each.tab;
  return std::nullopt;
}

float RightColumn::width() const {
  return px(tab_ == Tab::joints ? 560.0f : tab_ == Tab::skeleton ? 400.0f : 360.0f);
}

// In as many rows as they need: a name that is cut off is none.
void RightColumn::tabs() {
  const float right = ImGui::GetWindowContentRegionMax().x, gap = px(4.0f);
  for (const NamedTab& each : kTabs) {
    const float width = ImGui::CalcTextSize(each.label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    if (&each != kTabs) {
      ImGui::SameLine(0.0f, gap);
      if (ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
    }
    const bool open = each.tab == tab_;
    if (open) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetColorU32(ImGuiCol_TabActive));
    if (ImGui::Button(each.label)) tab_ = each.tab;
    // Not by colour alone.
    if (open) {
      ImGui::PopStyleColor();
      const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
      ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - px(3.0f)}, high, theme().accent);
    }
  }
  ImGui::Separator();
}

void RightColumn::draw(ImVec2 size) {
  const ViewRect& view = ui_.view;
  ImGui::SetNextWindowPos({view.min.x + view.size.x, view.min.y});
  ImGui::SetNextWindowSize({size.x - view.min.x - view.size.x, view.size.y});
  ImGui::Begin(
      "Right", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  tabs();
  // What does not fit scrolls, with a bar that says so.
  ImGui::BeginChild("tab");
  switch (tab_) {
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
    case Tab::compare:
      compare_.draw();
      break;
    case Tab::engine:
      engine_.draw();
      break;
  }
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace mannequin::preview
