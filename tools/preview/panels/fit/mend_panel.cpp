#include "tools/preview/panels/fit/mend_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/list_choice.h"
#include "tools/preview/panels/shared/steady_slider.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

void mend_hint(const char* text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tooltip(text);
}

}  // namespace

void MendPanel::garment(const std::vector<std::size_t>& garments) {
  const auto& worn = workspace_.document.avatar().worn();
  const auto is_chosen = [&](std::size_t row) { return worn[row] == chosen_.lock(); };
  if (std::ranges::none_of(garments, is_chosen)) chosen_ = worn[garments.front()];
  if (garments.size() == 1) return;
  ImGui::SetNextItemWidth(-1.0f);
  if (!ImGui::BeginCombo("##garment", chosen_.lock()->name.c_str())) return;
  for (const std::size_t row : garments) {
    ImGui::PushID(static_cast<int>(row));
    if (list_choice(worn[row]->name, is_chosen(row))) chosen_ = worn[row];
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

void MendPanel::options() {
  MendChoice& choice = workspace_.document.mending.choice;
  const std::array names = {tr("changes weights and shape"), tr("changes the shape alone"),
                            tr("changes weights alone")};
  auto changes = static_cast<int>(choice.changes);
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::Combo("##changes", &changes, names.data(), static_cast<int>(names.size())))
    choice.changes = static_cast<MendChoice::Changes>(changes);
  if (choice.changes == MendChoice::Changes::weights) return;
  auto millimetres = static_cast<float>(1000.0 * choice.limit);
  ImGui::SetNextItemWidth(-1.0f);
  if (steady_slider("##limit", &millimetres, 0.0f, 30.0f, tr("moves vertices by up to %.0f mm")))
    choice.limit = 0.001 * static_cast<double>(millimetres);
}

void MendPanel::run(const std::vector<std::size_t>& garments) {
  WornMending& mending = workspace_.document.mending;
  if (mending.running()) {
    wrapped_text(tr("Mending {}", mending.name()));
    ImGui::ProgressBar(static_cast<float>(mending.progress()), {-px(84.0f), 0.0f},
                       fmt::format("{:.0f} %", 100.0 * mending.progress()).c_str());
    ImGui::SameLine();
    const bool stopping = mending.stopping();
    if (stopping) ImGui::BeginDisabled();
    if (ImGui::Button(tr("Cancel"), {-1.0f, 0.0f})) mending.cancel();
    if (stopping) ImGui::EndDisabled();
    return;
  }
  if (ImGui::Button(tr("Mend"), {-1.0f, 0.0f})) {
    const auto& worn = workspace_.document.avatar().worn();
    for (const std::size_t row : garments)
      if (worn[row] == chosen_.lock()) (void)mending.run(row);  // reported in the messages
  }
  mend_hint(tr("In the background; some minutes. One step of undo. The file on disk stays as it is"));
}

void MendPanel::result() {
  const WornMending& mending = workspace_.document.mending;
  for (const std::string& line : mending.report()) wrapped_text(line);
  if (mending.result() != nullptr) {
    Comparison& comparison = workspace_.document.comparison;
    CompareLayout& layout = workspace_.view.compare;
    bool compared = layout.shown() && comparison.differs() == Comparison::Differs::file;
    if (ImGui::Checkbox(tr("before and after in the view"), &compared)) {
      comparison.set_differs(Comparison::Differs::file);
      layout.show(compared);
    }
    mend_hint(tr("A is the garment before it was mended; drag the bar between A and B"));
  }
  unsaved_.draw();
}

void MendPanel::draw() {
  const std::vector<std::size_t> garments = workspace_.document.fit.garments();
  const bool unfolds = std::exchange(unfolds_, false);
  // Also while what is being mended has been taken off: it can still be cancelled.
  const bool running = workspace_.document.mending.running();
  if (garments.empty() && !running) return;
  if (unfolds) ImGui::SetNextItemOpen(true);
  const bool open = ImGui::CollapsingHeader(tr("Mend a garment"));
  if (unfolds) ImGui::SetScrollHereY(0.0f);
  if (!open) return;
  wrapped_hint(
      tr("Changes a garment so that the body stays under it in the plan's shapes and poses, "
         "and in others."));
  if (!garments.empty()) {
    garment(garments);
    options();
  }
  run(garments);
  result();
}

}  // namespace mannequin::preview
