#include "tools/preview/panels/joints/weights_panel.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <vector>

#include "engine/core/lower_case.h"
#include "engine/skeleton/joint_sides.h"
#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/document/vertex_weights.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/find_field.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

constexpr double kLeastWeight = 0.0005;  // less is shown as 0.000, as if there were none

// The joints with weights whose names contain it: first the one whose whole name it is.
std::vector<JointIndex> find_joints(const DressedAvatar& avatar, const std::string& wanted) {
  const Skeleton& skeleton = avatar.character().skeleton;
  std::vector<JointIndex> found;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const auto joint = static_cast<JointIndex>(j);
    // Joints without weights would show nothing but hatching.
    if (avatar.has_weights(joint) && contains_any_case(skeleton[joint].name, wanted)) found.push_back(joint);
  }
  std::stable_partition(found.begin(), found.end(),
                        [&](JointIndex joint) { return skeleton[joint].name.size() == wanted.size(); });
  return found;
}

}  // namespace

void WeightsPanel::joint_choice() {
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  const JointIndex chosen = workspace_.view.colors.joint();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Joint"));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  constexpr int kMostInSight = 20;
  keep_list_beside_field(kMostInSight);
  if (!ImGui::BeginCombo("##joint",
                         chosen == kNoJoint ? tr("none has weights") : skeleton[chosen].name.c_str()))
    return;
  const bool taken = joint_list(chosen);
  ImGui::EndCombo();
  // What was typed ends here, whatever opened the list.
  if (taken) ui_.focus = {ImGui::GetCurrentWindow(), ImGui::GetID("##joint")};
}

// True if Enter took one of them.
bool WeightsPanel::joint_list(JointIndex chosen) {
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  if (ImGui::IsWindowAppearing()) {
    search_[0] = '\0';
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1.0f);
  const FindKey left = find_field("##find", tr("Find: elbow, BELLY ..."), search_, sizeof search_);
  const std::string wanted = search_;
  const std::vector<JointIndex> found = find_joints(workspace_.document.avatar(), wanted);
  for (const JointIndex joint : found)
    if (ImGui::Selectable(skeleton[joint].name.c_str(), joint == chosen))
      workspace_.actions.show_weights_of(joint);
  const bool taken = left == FindKey::enter && !wanted.empty() && !found.empty();
  if (taken) workspace_.actions.show_weights_of(found.front());
  if (taken || left == FindKey::leave) ImGui::CloseCurrentPopup();
  return taken;
}

void WeightsPanel::modes() {
  Views& views = workspace_.view.colors;
  for (const auto& [mode, label] : {std::pair{ViewMode::weights, tr("one joint")},
                                    {ViewMode::influences, tr("how many")},
                                    {ViewMode::strongest, tr("strongest")},
                                    {ViewMode::solid, tr("none")}}) {
    // In two columns: the panel is narrow.
    if (mode == ViewMode::influences || mode == ViewMode::solid) go_beside(tick_width(label), px(150.0f));
    if (ImGui::RadioButton(label, views.mode() == mode)) views.show(mode);
    if (ImGui::IsItemHovered()) show_tooltip(tr(entry_of(mode).hint));
  }
}

// Of the mesh in focus, or else of all that is worn: once per choice, as it takes every vertex.
void WeightsPanel::count(JointIndex joint, JointIndex other) {
  const DressedAvatar& avatar = workspace_.document.avatar();
  std::shared_ptr<const WornFile> file = workspace_.view.chosen();
  if (file != nullptr && (!file->visible || file->refused())) file = nullptr;
  if (counted_ == joint && counted_file_ == file && counted_worn_ == avatar.worn_revision()) return;
  counted_ = joint;
  counted_file_ = file;
  counted_worn_ = avatar.worn_revision();
  vertices_ = weighted_vertices(avatar, joint, file.get());
  mirrored_vertices_ = other == kNoJoint ? 0 : weighted_vertices(avatar, other, file.get());
}

void WeightsPanel::counts() {
  const DressedAvatar& avatar = workspace_.document.avatar();
  const JointIndex joint = workspace_.view.colors.joint();
  if (joint == kNoJoint) return;
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  const JointIndex other = mirrored_joint(skeleton, joint);
  count(joint, other);
  const std::size_t all = avatar.visible_vertices(counted_file_.get());
  const double percent =
      100.0 * static_cast<double>(vertices_) / static_cast<double>(std::max<std::size_t>(all, 1));
  const std::string share =
      vertices_ > 0 && percent < 1.0 ? fmt::format("{:.2f}", percent) : fmt::format("{:.0f}", percent);
  cut_name(
      counted_file_
          ? tr("{}: {} of {} vertices ({} %)", counted_file_->name, grouped(vertices_), grouped(all), share)
          : tr("all that is worn: {} of {} vertices ({} %)", grouped(vertices_), grouped(all), share));
  if (other == kNoJoint) return;
  ImGui::TextUnformatted(
      tr("mirrored joint {}: {}", skeleton[other].name, grouped(mirrored_vertices_)).c_str());
  if (mirrored_vertices_ == vertices_) return;
  go_beside(button_width(tr("show it")));
  if (ImGui::SmallButton(tr("show it"))) workspace_.actions.show_weights_of(other);
}

// What is above or below it has other weights: there the body comes through.
bool WeightsPanel::facing(const WornMesh& mesh, std::size_t vertex) {
  const DressedAvatar& avatar = workspace_.document.avatar();
  const auto other = document::facing_vertex(avatar, mesh.id, vertex);
  if (!other || !ImGui::BeginTable("beside", 3, ImGuiTableFlags_SizingStretchProp)) return false;
  ImGui::TableSetupColumn(tr("joint"), 0, 2.0f);
  ImGui::TableSetupColumn(tr("here"), 0, 1.0f);
  ImGui::TableSetupColumn(tr("there"), 0, 1.0f);
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", tr("{:.1f} mm apart", 1000.0 * other->metres).c_str());
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", tr("here"));
  ImGui::TableNextColumn();
  cut_name(other->file->name);
  for (const auto& [joint, here, there] : document::weights_side_by_side(mesh, vertex, *other)) {
    if (std::max(here, there) < kLeastWeight) continue;
    ImGui::TableNextColumn();
    cut_name(joint == kNoJoint ? "mRoot" : workspace_.document.character().skeleton[joint].name);
    for (const double weight : {here, there}) {
      ImGui::TableNextColumn();
      if (weight >= kLeastWeight)
        ImGui::Text("%.3f", weight);
      else
        ImGui::TextDisabled("\u2013");
    }
  }
  ImGui::EndTable();
  return true;
}

void WeightsPanel::pointed() {
  ImGui::Separator();
  const auto& pointed = workspace_.view.colors.pointed();
  const WornMesh* mesh = pointed ? visible_mesh(workspace_.document.avatar(), pointed->mesh) : nullptr;
  if (mesh == nullptr || pointed->vertex >= mesh->mesh.vertex_count()) {
    wrapped_hint(tr("Point at the mesh: its weights are shown here."));
    return;
  }
  cut_name(tr("pointed at: vertex {} of {}", grouped(pointed->vertex), pointed->mesh_name));
  if (facing(*mesh, pointed->vertex)) return;
  const auto shares = vertex_weights(*mesh, pointed->vertex);
  if (shares.empty()) ImGui::TextUnformatted(tr("no weight at all: it follows the first joint of its skin"));
  for (const auto& [joint, weight] : shares) {
    if (weight < kLeastWeight) continue;
    ImGui::TextUnformatted(
        fmt::format("{:.3f}  {}", weight,
                    joint == kNoJoint ? "mRoot" : workspace_.document.character().skeleton[joint].name)
            .c_str());
  }
}

void WeightsPanel::draw() {
  ImGui::PushFont(ui_.fonts.small);
  if (workspace_.document.avatar().visible_meshes().empty()) {
    ImGui::TextDisabled("%s", tr("Nothing worn. Drop a rigged mesh, or open one."));
    ImGui::PopFont();
    return;
  }
  joint_choice();
  modes();
  bool cividis = workspace_.view.colors.uses_cividis();
  if (ImGui::Checkbox(tr("blue to yellow (cividis)"), &cividis)) workspace_.view.colors.use_cividis(cividis);
  if (ImGui::IsItemHovered()) show_tooltip(tr("For eyes that see little of red or green"));
  counts();
  paint_.brush();
  paint_.vertex();
  // Below all that one takes hold of: it comes with the first stroke, and goes with its undo.
  unsaved_.draw();
  pointed();
  ImGui::PopFont();
}

}  // namespace mannequin::preview
