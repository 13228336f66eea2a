#include "tools/preview/panels/columns/right_column.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {

namespace {

struct NamedTab {
  std::string_view name;  // on the command line
  const char* label;
  RightColumn::Tab tab;
};
// What is used most stands first: the rest may have no room in the row.
constexpr NamedTab kTabs[] = {{"sliders", marked("Sliders"), RightColumn::Tab::sliders},
                              {"joints", marked("Joints"), RightColumn::Tab::joints},
                              {"weights", marked("Weights"), RightColumn::Tab::weights},
                              {"pose", marked("Pose"), RightColumn::Tab::pose},
                              {"fit", marked("Fit"), RightColumn::Tab::fit},
                              {"compare", marked("Compare"), RightColumn::Tab::compare},
                              {"bind", marked("Bind"), RightColumn::Tab::bind},
                              {"measures", marked("Measures"), RightColumn::Tab::measures},
                              {"skeleton", marked("Skeleton"), RightColumn::Tab::skeleton},
                              {"engine", marked("Engine"), RightColumn::Tab::engine},
                              {"worn", marked("Worn"), RightColumn::Tab::worn}};
constexpr const char* kMore = "\u00bb";

float width_of_button(const char* label) {
  return ImGui::CalcTextSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
}

}  // namespace

std::optional<RightColumn::Tab> RightColumn::named(std::string_view name) {
  for (const NamedTab& each : kTabs)
    if (each.name == name) return each.tab;
  return std::nullopt;
}

void RightColumn::open(Tab tab) {
  tab_ = tab;
  if (tab != Tab::sliders && tab != Tab::worn) beside_ = tab;
  // What the left column has where there is room for it is no tab to come back to.
  if (tab != Tab::worn)
    workspace_.view.settings.open_tab = std::ranges::find(kTabs, tab, &NamedTab::tab)->name;
}

void RightColumn::open_worn() {
  if (with_worn_) open(Tab::worn);
}

void RightColumn::open_mending() {
  open(Tab::fit);
  fit_.unfold_mending();
}

void RightColumn::save_pose() {
  open(Tab::pose);
  pose_.ask_to_save();
}

RightColumn::Tab RightColumn::shown(bool beside_sliders) const {
  const Tab open = tab_ == Tab::worn && !with_worn_ ? Tab::sliders : tab_;
  return beside_sliders && open == Tab::sliders ? beside_ : open;
}

// The same for all tabs: the view, and with it the avatar, stays where it is. Beside the sliders, in a very
// wide window, there is room for a whole table.
float RightColumn::width(float window) const { return px(is_double(window) ? kWidth + kWide : kWidth); }

// In one row, because each row of names costs one of sliders: what has no room is behind the sign at its end.
// The open one is always in the row.
void RightColumn::tabs(bool beside_sliders) {
  const float room = ImGui::GetContentRegionAvail().x, gap = px(4.0f);
  std::vector<const NamedTab*> row, left_out;
  for (const NamedTab& each : kTabs)
    if ((!beside_sliders || each.tab != Tab::sliders) && (with_worn_ || each.tab != Tab::worn))
      row.push_back(&each);
  const NamedTab* const open_one = std::ranges::find(kTabs, shown(beside_sliders), &NamedTab::tab);
  const auto needed = [&] {
    float width = left_out.empty() ? -gap : width_of_button(kMore);
    for (const NamedTab* each : row) width += width_of_button(tr(each->label)) + gap;
    return width;
  };
  while (row.size() > 1 && needed() > room) {
    auto last = row.end() - 1;
    if (*last == open_one) --last;
    left_out.insert(left_out.begin(), *last);
    row.erase(last);
  }
  for (const NamedTab* each : row) {
    if (each != row.front()) ImGui::SameLine(0.0f, gap);
    const bool is_open = each == open_one;
    if (is_open) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetColorU32(ImGuiCol_TabActive));
    if (ImGui::Button(tr(each->label))) open(each->tab);
    // Not by colour alone.
    if (is_open) {
      ImGui::PopStyleColor();
      const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
      ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - px(3.0f)}, high, theme().accent);
    }
  }
  if (!left_out.empty()) {
    ImGui::SameLine(0.0f, gap);
    if (ImGui::Button(kMore)) ImGui::OpenPopup("more tabs");
    if (ImGui::IsItemHovered()) show_tooltip(tr("The tabs that have no room in the row"));
    if (ImGui::BeginPopup("more tabs")) {
      for (const NamedTab* each : left_out)
        if (ImGui::MenuItem(tr(each->label))) open(each->tab);
      ImGui::EndPopup();
    }
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
    case Tab::worn:
      worn_.draw_tabs();
      break;
  }
}

void RightColumn::draw(ImVec2 size, bool with_worn) {
  with_worn_ = with_worn;
  const ViewRect& view = ui_.view;
  ImGui::SetNextWindowPos({view.min.x + view.size.x, view.min.y});
  ImGui::SetNextWindowSize({size.x - view.min.x - view.size.x, ui_.column});
  ImGui::Begin(
      "Right", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const bool both = is_double(size.x);
  if (both) {
    const float share = kWidth / (kWidth + kWide);
    ImGui::BeginChild("beside", {share * ImGui::GetContentRegionAvail().x, 0.0f}, false,
                      ImGuiWindowFlags_NavFlattened);
    draw_tab(Tab::sliders);
    ImGui::EndChild();
    ImGui::SameLine(0.0f, px(12.0f));
    ImGui::BeginChild("right", {0.0f, 0.0f}, false, ImGuiWindowFlags_NavFlattened);
  }
  tabs(both);
  // Scrolls if it does not fit, with a visible scroll bar.
  ImGui::BeginChild("tab", {0.0f, 0.0f}, false, ImGuiWindowFlags_NavFlattened);
  if (const Tab open = shown(both); open != std::exchange(scrolled_, open)) ImGui::SetScrollY(0.0f);
  draw_tab(shown(both));
  ImGui::EndChild();
  if (both) ImGui::EndChild();
  ImGui::End();
}

}  // namespace mannequin::preview
