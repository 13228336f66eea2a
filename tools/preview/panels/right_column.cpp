#include "tools/preview/panels/right_column.h"

namespace mannequin::preview {

std::optional<RightColumn::Tab> RightColumn::named(std::string_view name) {
  for (const auto& [known, tab] : {std::pair<std::string_view, Tab>{"sliders", Tab::sliders},
                                   {"joints", Tab::joints},
                                   {"weights", Tab::weights},
                                   {"skeleton", Tab::skeleton},
                                   {"pose", Tab::pose}})
    if (known == name) return tab;
  return std::nullopt;
}

float RightColumn::width() const {
  return px(tab_ == Tab::joints ? 560.0f : tab_ == Tab::skeleton ? 400.0f : 360.0f);
}

void RightColumn::draw(ImVec2 size) {
  const ViewRect& view = ui_.view;
  ImGui::SetNextWindowPos({view.min.x + view.size.x, view.min.y});
  ImGui::SetNextWindowSize({size.x - view.min.x - view.size.x, view.size.y});
  ImGui::Begin(
      "Right", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  if (ImGui::BeginTabBar("right")) {
    const Tab chosen = tab_;
    const bool choose = choose_;
    choose_ = false;
    const auto tab = [&](const char* label, Tab which, auto& panel) {
      const bool select = choose && which == chosen;
      if (!ImGui::BeginTabItem(label, nullptr, select ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None))
        return;
      // While another one is being chosen, ImGui still shows the old one for a frame.
      if (!choose) tab_ = which;
      panel.draw();
      ImGui::EndTabItem();
    };
    tab("Sliders", Tab::sliders, sliders_);
    tab("Joints", Tab::joints, joints_);
    tab("Weights", Tab::weights, weights_);
    tab("Skeleton", Tab::skeleton, skeleton_);
    tab("Pose", Tab::pose, pose_);
    ImGui::EndTabBar();
  }
  ImGui::End();
}

}  // namespace mannequin::preview
