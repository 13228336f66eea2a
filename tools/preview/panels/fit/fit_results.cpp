// What a run found: the list below the panel's choices.
#include <fmt/format.h>

#include <utility>

#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/fit/fit_panel.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

void FitPanel::faults() {
  GarmentFit& fit = workspace_.document.fit;
  // One frame after the shape was applied, so that the place is where the camera goes.
  if (shown_) {
    const FitFault fault = *std::exchange(shown_, std::nullopt);
    if (shown_at_ == workspace_.view.camera_control.sent()) go_to(fault.mesh, fault.vertex);
  }
  if (fit.summary().empty()) {
    wrapped_hint(
        tr("Run lists where the body pokes through its clothes, what is seen first, the worst on top."));
    return;
  }
  if (!fit.running() && std::exchange(follows_run_, false)) scroll_to_results();
  wrapped_text(fit.summary());  // whether all was measured is said at its end
  if (fit.outdated()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
    wrapped_text(tr("\u25b2 of what was worn before: run it again"));
    ImGui::PopStyleColor();
  }
  if (fit.faults().empty()) {
    if (fit.outdated()) return;
    if (fit.stopped()) {
      // A tick would also speak for what was not measured.
      wrapped_hint(tr("The body does not poke through in what was measured."));
      return;
    }
    ImGui::PushStyleColor(ImGuiCol_Text, theme().good);
    ImGui::TextUnformatted(tr("\u2713 the body does not poke through"));
    ImGui::PopStyleColor();
    return;
  }
  // Below other things it may have little room left: then the whole panel scrolls, and nothing in it.
  const bool scrolls = ImGui::GetContentRegionAvail().y >= px(160.0f);
  if (scrolls) ImGui::BeginChild("faults", {0.0f, 0.0f}, false, ImGuiWindowFlags_NavFlattened);
  if (!fit.running() && std::exchange(new_list_, false) && scrolls) ImGui::SetScrollY(0.0f);
  const float show = button_width(tr("Show"));
  for (std::size_t i = 0; i < fit.faults().size(); ++i) {
    const FitFault& fault = fit.faults()[i];
    const FitSeverity severity = severity_of(fault.depth);
    if (fault.covered && (i == 0 || !fit.faults()[i - 1].covered))
      wrapped_hint(tr("Covered from every side by what is worn:"));
    ImGui::PushID(static_cast<int>(i));
    ImGui::PushStyleColor(ImGuiCol_Text, fault.covered ? theme().secondary : color_of(severity));
    wrapped_text(fmt::format("{} {}", fault.covered ? "\u25cb" : sign_of(severity), fault.text()),
                 ImGui::GetContentRegionMax().x - show - px(8.0f));
    ImGui::PopStyleColor();
    go_to_right_end(show);
    if (ImGui::SmallButton(tr("Show"))) {
      shown_ = fault;
      shown_at_ = workspace_.view.camera_control.sent();
      fit.show(fault);
    }
    hover_hint(
        fault.covered
            ? tr("The avatar takes that shape and pose, and the camera goes there. What covers it is shown "
                 "see-through until Esc. Ctrl+Z takes the shape back")
            : tr("The avatar takes that shape and pose, and the camera goes there. Ctrl+Z takes it back"));
    ImGui::Indent(px(14.0f));
    wrapped_hint(fmt::format("{}; {}, {}; {}", fault.garment, fault.shape, document::pose_title(fault.pose),
                             counted(fault.cases, "case", "cases")));
    ImGui::Unindent(px(14.0f));
    ImGui::PopID();
  }
  if (scrolls) ImGui::EndChild();
}

void FitPanel::follow_run() {
  const bool looked_elsewhere = ImGui::GetFrameCount() - std::exchange(drawn_at_, ImGui::GetFrameCount()) > 1;
  if (looked_elsewhere || ImGui::GetScrollY() != scroll_) follows_run_ = false;
}

// Unless some of them are in view: so that Run stays in view above them, if there is room for both.
void FitPanel::scroll_to_results() const {
  const float here = ImGui::GetCursorPosY(), bottom = here + 6.0f * ImGui::GetTextLineHeightWithSpacing(),
              height = ImGui::GetWindowHeight();
  if (bottom - ImGui::GetScrollY() <= height) return;
  ImGui::SetScrollY((bottom - run_at_ <= height ? run_at_ : here) - ImGui::GetStyle().WindowPadding.y);
}

}  // namespace mannequin::preview
