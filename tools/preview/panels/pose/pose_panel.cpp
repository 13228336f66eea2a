#include "tools/preview/panels/pose/pose_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/document/plain_names.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

PosePanel::PosePanel(Ui& ui, FileDialogs& files)
    : Panel(ui),
      files_(files),
      poses_(document::named_poses(workspace_.document.character().skeleton)),
      save_(ui, marked("Save the pose"), marked("As .json: the turns of the joints.")) {}

void PosePanel::named() {
  const std::string& current = workspace_.document.avatar().choice().pose_name;
  cut_name(tr("Pose: {}", document::pose_title(current)));
  float used = 0.0f;
  for (const scenes::NamedPose& pose : poses_) {
    const std::string title = document::pose_title(pose.name);
    const float width = ImGui::CalcTextSize(title.c_str()).x + px(20.0f);
    if (used > 0.0f && used + width < ImGui::GetContentRegionMax().x)
      ImGui::SameLine();
    else
      used = 0.0f;
    used += width + ImGui::GetStyle().ItemSpacing.x;
    if (ImGui::Button((title + "###" + pose.name).c_str(), {width, 0.0f}))
      workspace_.document.posing.set(pose.name, pose.pose);
  }
  if (ImGui::Button(tr("Load..."))) files_.ask_for_file();
  ImGui::SameLine();
  if (ImGui::Button(tr("Save as..."))) ask_to_save();
  ImGui::SameLine();
  if (ImGui::Button(tr("Mirror"))) workspace_.document.posing.mirror();
  if (ImGui::IsItemHovered()) show_tooltip(tr("Left and right sides change places"));
}

void PosePanel::by_hand() {
  const float room = ImGui::GetContentRegionAvail().x - tick_width("");
  ImGui::Checkbox(wrapped_label(tr("Rings to turn the selected joint (R)"), room).c_str(),
                  &workspace_.view.settings.rings);
  const JointIndex joint = workspace_.view.joint_to_turn();
  ImGui::PushFont(ui_.fonts.small);
  if (joint == kNoJoint)
    wrapped_hint(tr("No joint selected. Click the mesh or a mark in the view."));
  else
    wrapped_hint(
        tr("{}: drag a ring. Ctrl: steps of 5\u00b0. Type a number while dragging. Esc puts it back.",
           both_names(workspace_.document.character().skeleton[joint])));
  by_angle();
  ImGui::PopFont();
}

// For known angles, and for users without a pointer to drag a ring with.
void PosePanel::by_angle() {
  const JointIndex joint = workspace_.view.joint_to_turn();
  constexpr const char* kAxes[] = {"X", "Y", "Z"};
  ImGui::TextUnformatted(tr("Turn by, from how it is now:"));
  ImGui::BeginDisabled(joint == kNoJoint);
  for (int i = 0; i < 3; ++i) {
    Vec3 axis(0.0);
    axis[i] = 1.0;
    const float width = px(74.0f);
    if (i > 0) go_beside(width + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(kAxes[i]).x);
    ImGui::SetNextItemWidth(width);
    ImGui::DragFloat(kAxes[i], &turn_by_[i], 1.0f, -180.0f, 180.0f, "%.1f\u00b0",
                     ImGuiSliderFlags_AlwaysClamp);
    const bool ended = ImGui::IsItemDeactivated();
    if (ImGui::IsItemActivated()) workspace_.document.posing.begin_turn(joint);
    if (ImGui::IsItemActive() || ended)
      workspace_.document.posing.turn(axis, static_cast<double>(turn_by_[i]));
    if (ended) {
      workspace_.document.posing.end_turn();
      turn_by_[i] = 0.0f;
    }
    if (ImGui::IsItemHovered())
      show_tooltip(tr("Turn the joint by this much: drag, or double-click and type"));
  }
  ImGui::EndDisabled();
}

void PosePanel::posed_joints() {
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  const Pose& pose = workspace_.document.avatar().choice().pose;
  bool any = false;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const auto joint = static_cast<JointIndex>(j);
    if (!workspace_.document.posing.is_posed(joint)) continue;
    any = true;
    ImGui::PushID(static_cast<int>(j));
    if (ImGui::SmallButton("\u21ba")) {
      workspace_.document.posing.reset_joint(joint);
      ImGui::PopID();
      break;  // the list has changed
    }
    if (ImGui::IsItemHovered()) show_tooltip(tr("Back to how it rests"));
    ImGui::SameLine();
    const double angle = pose.rotations.empty() || !pose.rotations[j]
                             ? 0.0
                             : 2.0 * std::acos(std::min(1.0, std::abs(pose.rotations[j]->w)));
    const std::string text =
        fmt::format("{}  {:.0f}\u00b0{}", both_names(skeleton[joint]), glm::degrees(angle),
                    !pose.positions.empty() && pose.positions[j] ? tr(", moved") : "");
    if (ImGui::Selectable(text.c_str(), workspace_.view.selection.has(joint),
                          ImGuiSelectableFlags_AllowDoubleClick)) {
      workspace_.actions.select_joint(joint);
      if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) workspace_.actions.fly_to_joint(joint);
    }
    ImGui::PopID();
  }
  if (!any) ImGui::TextDisabled("%s", tr("No joint is turned: this is the rest pose."));
}

void PosePanel::draw() {
  named();
  ImGui::Separator();
  by_hand();
  ImGui::Separator();
  if (ImGui::Button(tr("Reset joint")) && workspace_.view.joint_to_turn() != kNoJoint)
    workspace_.document.posing.reset_joint(workspace_.view.joint_to_turn());
  ImGui::SameLine();
  if (ImGui::Button(tr("Reset pose"))) workspace_.document.posing.set("T", {});
  ImGui::PushFont(ui_.fonts.small);
  if (ImGui::BeginChild("posed", {0.0f, 0.0f}, false, ImGuiWindowFlags_NavFlattened)) posed_joints();
  ImGui::EndChild();
  ImGui::PopFont();
  (void)save_.draw(
      [&](const std::filesystem::path& path) { return workspace_.document.pose_file.save(path); });
}

}  // namespace mannequin::preview
