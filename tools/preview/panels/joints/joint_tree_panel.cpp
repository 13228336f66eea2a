#include "tools/preview/panels/joints/joint_tree_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/document/plain_names.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/joints/joint_marks.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/find_field.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

// Before scaling: what is searched for begins in it; and of a table that has room for the plain names, which
// the tooltips have as well.
constexpr float kLeastFindField = 56.0f, kPlainNamesFrom = 420.0f;

// Numerous small joints are initially folded.
bool opens_at_first(const Joint& joint) {
  return joint.kind == JointKind::bone && joint.name != "mFaceRoot" && joint.name != "mWingsRoot" &&
         joint.name != "mHindLimbsRoot" && !joint.name.starts_with("mWrist") &&
         !joint.name.starts_with("mTail");
}

std::size_t vertices_on(const WornMesh& mesh, JointIndex joint) {
  std::size_t count = 0;
  for (std::size_t slot = 0; slot < mesh.skin.joint_count(); ++slot)
    if (mesh.skin.joints()[slot] == joint) count += mesh.slot_vertices[slot];
  return count;
}

}  // namespace

JointTreePanel::JointTreePanel(Ui& ui) : Panel(ui) {
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  children_.resize(skeleton.size());
  is_open_.resize(skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const JointIndex parent = skeleton.joints()[j].parent;
    (parent == kNoJoint ? roots_ : children_[static_cast<std::size_t>(parent)])
        .push_back(static_cast<JointIndex>(j));
  }
}

void JointTreePanel::count_weights() {
  if (counted_ == workspace_.document.avatar().worn_revision()) return;
  counted_ = workspace_.document.avatar().worn_revision();
  vertices_.assign(children_.size(), 0);
  for (const WornMesh* mesh : workspace_.document.avatar().visible_meshes())
    for (std::size_t slot = 0; slot < mesh->skin.joint_count(); ++slot)
      if (const JointIndex joint = mesh->skin.joints()[slot]; joint != kNoJoint)
        vertices_[static_cast<std::size_t>(joint)] += mesh->slot_vertices[slot];
}

bool JointTreePanel::shown(JointIndex joint) const {
  switch (workspace_.document.character().skeleton[joint].kind) {
    case JointKind::bone:
      return true;
    case JointKind::collision_volume:
      return volumes_;
    case JointKind::attachment_point:
      break;
  }
  return attachments_;
}

bool JointTreePanel::row(JointIndex joint, bool branch) {
  const Joint& definition = workspace_.document.character().skeleton[joint];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGuiTreeNodeFlags flags = ImGuiTreeNodeFlags_SpanFullWidth | ImGuiTreeNodeFlags_OpenOnArrow;
  if (!branch) flags |= ImGuiTreeNodeFlags_Leaf | ImGuiTreeNodeFlags_NoTreePushOnOpen;
  if (opens_at_first(definition)) flags |= ImGuiTreeNodeFlags_DefaultOpen;
  if (workspace_.view.selection.has(joint)) flags |= ImGuiTreeNodeFlags_Selected;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImGuiID id = ImGui::GetID(definition.name.c_str());
  const bool by_key = ImGui::GetCurrentContext()->NavActivateId == id;
  const TabStop stop(std::exchange(first_row_, false) || id == ImGui::GetFocusID());
  // Left and Right fold it by key; pressing selects it.
  if (by_key && branch) ImGui::SetNextItemOpen(!is_open_[static_cast<std::size_t>(joint)]);
  constexpr const char* kMarkRoom = "     ";
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetTreeNodeToLabelSpacing() -
                     ImGui::CalcTextSize(kMarkRoom).x;
  const bool open = ImGui::TreeNodeEx(definition.name.c_str(), flags, "%s%s", kMarkRoom,
                                      cut_in_the_middle(definition.name, room).c_str());
  is_open_[static_cast<std::size_t>(joint)] = open;
  draw_joint_mark(workspace_, joint, {at.x + ImGui::GetTreeNodeToLabelSpacing() + px(5.0f), at.y + px(9.0f)},
                  px(4.5f), theme(), *ImGui::GetWindowDrawList());
  if (by_key || (ImGui::IsItemClicked() && !ImGui::IsItemToggledOpen())) {
    workspace_.view.selection.pick({.joint = joint, .added = {}, .mesh = {}, .vertex = {}},
                                   ImGui::GetIO().KeyShift);
    followed_ = joint;  // it is visible
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) workspace_.actions.fly_to_joint(joint);
  }
  if (ImGui::IsItemHovered()) {
    std::string text = joint_summary(workspace_, std::span(&joint, 1));
    for (const WornMesh* mesh : workspace_.document.avatar().visible_meshes())
      if (const std::size_t count = vertices_on(*mesh, joint); count > 0)
        text += tr("\n{}: {} of {} vertices", mesh->mesh.name(), count, mesh->mesh.vertex_count());
    show_tooltip(text);
  }
  if (plain_names_) {
    ImGui::TableNextColumn();
    const std::string plain = tr_sentence(plain_name(definition));
    // Its mark already shows that it is a volume.
    ImGui::TextDisabled(
        "%s", cut_in_the_middle(plain.substr(0, plain.find(" (")), ImGui::GetContentRegionAvail().x).c_str());
  }
  ImGui::TableNextColumn();
  const std::size_t count = vertices_[static_cast<std::size_t>(joint)];
  const std::string text = count == 0 ? "\u2013" : fmt::format("{}", count);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                       ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextUnformatted(text.c_str());
  return open && branch;
}

void JointTreePanel::tree(JointIndex joint) {
  if (!shown(joint)) return;
  const auto& children = children_[static_cast<std::size_t>(joint)];
  const JointIndex selected = workspace_.view.selection.joint;
  // Selected elsewhere: opens and scrolls to it, once.
  if (selected != followed_ && selected != kNoJoint) {
    const Skeleton& skeleton = workspace_.document.character().skeleton;
    for (JointIndex above = skeleton[selected].parent; above != kNoJoint; above = skeleton[above].parent)
      if (above == joint) ImGui::SetNextItemOpen(true);
    if (selected == joint) {
      ImGui::SetScrollHereY();
      followed_ = joint;
    }
  }
  if (!row(joint, std::ranges::any_of(children, [&](JointIndex child) { return shown(child); }))) return;
  for (const JointIndex child : children) tree(child);
  ImGui::TreePop();
}

void JointTreePanel::draw() {
  count_weights();
  const float ticks =
      tick_width(tr("volumes")) + tick_width(tr("points")) + 2.0f * ImGui::GetStyle().ItemSpacing.x;
  ImGui::SetNextItemWidth(
      std::clamp(ImGui::GetContentRegionAvail().x - ticks, px(kLeastFindField), px(200.0f)));
  (void)find_field("##find", tr("Find: elbow, thigh ..."), search_, sizeof search_);
  go_beside(tick_width(tr("volumes")));
  ImGui::Checkbox(tr("volumes"), &volumes_);
  go_beside(tick_width(tr("points")));
  ImGui::Checkbox(tr("points"), &attachments_);
  if (ImGui::IsItemHovered()) show_tooltip(tr("Attachment points"));
  ImGui::PushFont(ui_.fonts.small);
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH;
  ImGui::PushStyleVar(ImGuiStyleVar_IndentSpacing, px(4.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(px(3.0f), px(2.0f)));
  plain_names_ = ImGui::GetContentRegionAvail().x >= px(kPlainNamesFrom);
  if (ImGui::BeginTable("tree", plain_names_ ? 3 : 2, kFlags, {0.0f, -px(24.0f)})) {
    walk_through_table();
    first_row_ = true;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("joint"), ImGuiTableColumnFlags_WidthStretch, 0.64f);
    if (plain_names_) ImGui::TableSetupColumn(tr("moves"), ImGuiTableColumnFlags_WidthStretch, 0.36f);
    ImGui::TableSetupColumn(tr("vertices"), ImGuiTableColumnFlags_WidthFixed, px(58.0f));
    ImGui::TableHeadersRow();
    const std::string wanted = search_;
    if (wanted.empty()) {
      for (const JointIndex root : roots_) tree(root);
    } else {
      const Skeleton& skeleton = workspace_.document.character().skeleton;
      for (std::size_t j = 0; j < skeleton.size(); ++j)
        if (const auto joint = static_cast<JointIndex>(j);
            shown(joint) && named_like(skeleton[joint], wanted))
          (void)row(joint, false);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar(2);
  ImGui::TextDisabled("%s", tr("click selects, double-click goes there"));
  ImGui::PopFont();
}

}  // namespace mannequin::preview
