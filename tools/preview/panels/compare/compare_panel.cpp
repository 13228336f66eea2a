#include "tools/preview/panels/compare/compare_panel.h"

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {

void ComparePanel::layout() {
  CompareLayout& comparison = workspace_.view.compare;
  bool shown = comparison.shown();
  const char* const compare = tr("Compare A and B in the view");
  const float room = ImGui::GetContentRegionAvail().x - tick_width("");
  if (ImGui::Checkbox(wrapped_label(compare, room).c_str(), &shown)) workspace_.actions.compare(shown);
  using Layout = CompareLayout::Layout;
  for (const auto& [which, label, hint] :
       {std::tuple{Layout::split, tr("split"), tr("A left of the bar, B right of it; drag the bar")},
        {Layout::side_by_side, tr("side by side"), tr("Each in its half")},
        {Layout::hold, tr("hold B to swap"),
         tr("B, and A while the key is held; the key swaps in the other layouts, too")},
        {Layout::onion, tr("onion skin"), tr("B over A")}}) {
    if (which == Layout::side_by_side || which == Layout::onion) go_beside(tick_width(label), px(150.0f));
    if (ImGui::RadioButton(label, comparison.layout() == which)) comparison.set_layout(which);
    if (ImGui::IsItemHovered()) show_tooltip(hint);
  }
  if (comparison.layout() == Layout::split) {
    auto bar = static_cast<float>(100.0 * comparison.bar());
    ImGui::SetNextItemWidth(px(200.0f));
    if (ImGui::SliderFloat(tr("bar"), &bar, 0.0f, 100.0f, "%.0f %%")) comparison.move_bar(0.01 * bar);
  }
  if (comparison.layout() != Layout::onion) return;
  auto opacity = static_cast<float>(100.0 * comparison.opacity());
  ImGui::SetNextItemWidth(px(200.0f));
  if (ImGui::SliderFloat(tr("of B"), &opacity, 0.0f, 100.0f, "%.0f %%"))
    comparison.set_opacity(0.01 * opacity);
}

void ComparePanel::side_a() {
  Comparison& comparison = workspace_.document.comparison;
  ImGui::Separator();
  cut_name(tr("A is: {}", comparison.name(workspace_.document.avatar())));
  if (ImGui::Button(tr("Set A to current"))) workspace_.document.set_a_to_current();
  if (ImGui::IsItemHovered()) show_tooltip(tr("Shape, pose and what is worn, as they are now"));
  go_beside(button_width(tr("Default")));
  if (ImGui::Button(tr("Default"))) comparison.keep_default();
  if (ImGui::IsItemHovered()) show_tooltip(tr("The shape that a new avatar has, and the T pose"));
  go_beside(button_width(tr("Swap")));
  if (ImGui::Button(tr("Swap"))) workspace_.document.swap_a_and_b();
  if (ImGui::IsItemHovered())
    show_tooltip(tr("B gets from A what they differ in, and A gets it from B. Undo takes both back"));
  ImGui::TextUnformatted(tr("They differ in:"));
  using Differs = Comparison::Differs;
  for (const auto& [which, label, hint] :
       {std::tuple{Differs::shape, tr("shape"),
                   tr("A has a shape of its own; pose and what is worn are the same")},
        {Differs::pose, tr("pose"), tr("A has a pose of its own; shape and what is worn are the same")},
        {Differs::worn, tr("worn"), tr("A wears what was worn when A was set")},
        {Differs::file, tr("file before"),
         tr("A wears files as they were before they were read again, or mended")},
        {Differs::modelled, tr("as modelled"),
         tr("A shows each vertex where the file has it, before any joint moves it. Where B differs at the "
            "default\n"
            "shape, the mesh was modelled on another shape, or its bind pose is not the avatar's")}}) {
    if (which == Differs::pose || which == Differs::file) go_beside(tick_width(label), px(150.0f));
    if (ImGui::RadioButton(label, comparison.differs() == which)) comparison.set_differs(which);
    if (ImGui::IsItemHovered()) show_tooltip(hint);
  }
}

void ComparePanel::distances() {
  Views& views = workspace_.view.colors;
  ImGui::Separator();
  ImGui::TextUnformatted(tr("Colour of B:"));
  for (const auto& [mode, label] : {std::pair{ViewMode::distance, tr("distance from A")},
                                    {ViewMode::along_normal, tr("outwards from A")},
                                    {ViewMode::solid, tr("none")}}) {
    if (mode == ViewMode::along_normal) go_beside(tick_width(label), px(150.0f));
    if (ImGui::RadioButton(label, views.mode() == mode)) views.show(mode);
    if (ImGui::IsItemHovered()) show_tooltip(tr(entry_of(mode).hint));
  }
  if (!views.measures_distances()) return;
  bool locked = views.range_locked();
  if (ImGui::Checkbox(tr("lock the range"), &locked)) views.lock_range(locked);
  if (ImGui::IsItemHovered())
    show_tooltip(tr("The colours keep meaning the same millimetres while things move"));
  if (const auto& worst = views.worst()) {
    if (ImGui::SmallButton(tr("go"))) workspace_.actions.go_to(*worst);
    ImGui::SameLine();
    wrapped_text(tr("worst {}", views.worst_text()));
  } else {
    ImGui::TextDisabled("%s", tr("A wears nothing with the same vertices."));
  }
}

void ComparePanel::draw() {
  ImGui::PushFont(ui_.fonts.small);
  if (workspace_.document.avatar().visible_meshes().empty())
    wrapped_hint(tr("Nothing is in sight to compare. Drop a mesh on the window, or press Open."));
  layout();
  side_a();
  distances();
  ImGui::PopFont();
}

}  // namespace mannequin::preview
