#include "tools/preview/panels/joints/picking.h"

#include <algorithm>
#include <cmath>

#include "tools/document/plain_names.h"
#include "tools/document/translation.h"
#include "tools/document/worn_names.h"
#include "tools/preview/panels/joints/joint_marks.h"
#include "tools/preview/panels/joints/vertex_card.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

constexpr float kSameSpot = 4.0f;
constexpr float kMostOfView = 0.5f;      // of its height
constexpr float kSmallerLetters = 0.8f;  // of the usual ones

}  // namespace

// One line for the joint, as at its mark, then every weight there.
std::string Picking::describe(const SurfaceHit& hit) const {
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  const std::string where =
      tr("vertex {} of {}", hit.vertex, name_told_apart(workspace_.document.avatar().worn(), *hit.mesh));
  if (hit.joint() == kNoJoint) return tr("No weight: no joint moves {}", where);
  return tr("{} \u00b7 weight {:.2f}\n{}\n{}", joint_summary(workspace_, std::span(&hit.weights[0].joint, 1)),
            hit.weights[0].weight, where, weights_text(hit.weights, skeleton));
}

void Picking::frame(std::span<const JointIndex> marks, const ViewRect& plate, bool pointing, bool clicked) {
  text_.clear();
  if (!pointing) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  // While a clip plays the surface changes in every frame, which is too much work for a text.
  const Timeline& timeline = workspace_.document.timeline();
  const bool follows = clicked || !timeline.has_clip() || !timeline.playing();
  const auto hits = follows ? workspace_.view.surface_along(ui_.view.ray(workspace_.view.camera(), at))
                            : std::vector<SurfaceHit>();
  if (!marks.empty())
    text_ = joint_summary(workspace_, marks);
  else if (!hits.empty())
    text_ = describe(hits.front());
  // Over the bare mesh only while joints are of interest: otherwise it would be in the way.
  const Selection& selection = workspace_.view.selection;
  const bool asked =
      workspace_.view.settings.joints || workspace_.view.settings.volumes || !selection.empty();
  const bool told = marks.empty() && !hits.empty() && selection.vertex == hits.front().vertex &&
                    selection.mesh == hits.front().mesh->id;
  // Nor may it cover what is being painted.
  const bool paints = workspace_.view.settings.paints;
  if (!text_.empty() && (asked || !marks.empty()) && !told && !paints) {
    std::string shown = text_;
    // No wider than the view: there in more lines, and where these take much of it, a little smaller.
    ImGui::PushFont(ui_.fonts.small);
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    float part = 1.0f;
    std::string lines;
    ImVec2 text;
    const auto lay_out = [&] {
      lines = wrapped_label(shown, (ui_.view.size.x - 2.0f * padding.x) / part);
      text = ImGui::CalcTextSize(lines.c_str());
    };
    lay_out();
    if (marks.empty() && takes_too_much(text, ui_.view)) {
      const SurfaceHit& hit = hits.front();
      shown = brief_vertex(name_told_apart(workspace_.document.avatar().worn(), *hit.mesh), hit.vertex,
                           hit.weights, workspace_.document.character().skeleton);
      lay_out();
    }
    if (text.y > kMostOfView * ui_.view.size.y || takes_too_much(text, ui_.view)) {
      part = kSmallerLetters;
      lay_out();
    }
    ImGui::SetNextWindowPos(
        tooltip_corner({part * text.x + 2.0f * padding.x, part * text.y + 2.0f * padding.y}, at, plate,
                       ImGui::GetIO().DisplaySize, ui_.scale));
    ImGui::BeginTooltip();
    ImGui::SetWindowFontScale(part);
    ImGui::TextUnformatted(lines.c_str());
    ImGui::SetWindowFontScale(1.0f);  // other tooltips have the same window
    ImGui::EndTooltip();
    ImGui::PopFont();
  }
  if (clicked) pick(marks, hits, ImGui::GetIO().KeyShift);
}

void Picking::pick(std::span<const JointIndex> marks, std::span<const SurfaceHit> hits, bool add) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  std::vector<Selection> targets;
  for (const JointIndex joint : marks)
    targets.push_back({.joint = joint, .added = {}, .mesh = {}, .vertex = {}});
  for (const SurfaceHit& hit : hits)
    targets.push_back({.joint = hit.joint(), .added = {}, .mesh = hit.mesh->id, .vertex = hit.vertex});
  if (targets.empty()) {
    workspace_.view.selection.pick({}, add);
    return;
  }
  const bool again = std::hypot(at.x - spot_.x, at.y - spot_.y) < px(kSameSpot) &&
                     seen_from_ == workspace_.view.camera() && !workspace_.view.selection.empty();
  depth_ = again ? (depth_ + 1) % targets.size() : 0;
  spot_ = at;
  seen_from_ = workspace_.view.camera();
  workspace_.view.selection.pick(targets[depth_], add);
}

}  // namespace mannequin::preview
