#include "tools/preview/panels/joints/paint_panel.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/document/worn_names.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/steady_slider.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

void paint_hint(const char* text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tooltip(text);
}

struct NamedBrush {
  BrushMode mode;
  const char *label, *hint;
};
constexpr std::array kBrushes = {
    NamedBrush{BrushMode::add, marked("add"),
               marked("Raises the weight of the joint; with Ctrl it is lowered")},
    NamedBrush{BrushMode::subtract, marked("subtract"),
               marked("Lowers the weight of the joint; with Ctrl it is raised")},
    NamedBrush{
        BrushMode::smooth, marked("smooth"),
        marked("Brings the weights of all joints closer to those around; Shift does it with any brush")},
    NamedBrush{BrushMode::replace, marked("replace"),
               marked("Brings the weight of the joint to the value below")}};

}  // namespace

void PaintPanel::modes() {
  BrushMode& mode = workspace_.document.painting.brush.mode;
  for (const NamedBrush& each : kBrushes) {
    // In two columns, as the kinds of colours above.
    if (each.mode == BrushMode::subtract || each.mode == BrushMode::replace)
      go_beside(tick_width(tr(each.label)), px(150.0f));
    if (ImGui::RadioButton(tr(each.label), mode == each.mode)) mode = each.mode;
    paint_hint(tr(each.hint));
  }
}

void PaintPanel::sizes() {
  document::BrushChoice& brush = workspace_.document.painting.brush;
  const auto slider = [&](const char* label, double& value, double factor, double low, double high,
                          const char* format, const char* what) {
    auto shown = static_cast<float>(factor * value);
    ImGui::SetNextItemWidth(px(150.0f));
    if (steady_slider(label, &shown, static_cast<float>(factor * low), static_cast<float>(factor * high),
                      format))
      value = static_cast<double>(shown) / factor;
    paint_hint(what);
  };
  slider(tr("radius"), brush.radius, 1000.0, document::kLeastBrush, document::kLargestBrush, "%.0f mm",
         tr("Of the circle at the pointer. [ and ] change it"));
  slider(
      tr("strength"), brush.strength, 1.0, 0.0, 1.0, "%.2f",
      tr("In the middle of the brush. One stroke goes no further, however often it passes; smoothing does"));
  if (brush.mode == BrushMode::replace)
    slider(tr("weight"), brush.value, 1.0, 0.0, 1.0, "%.2f", tr("What the joint's weight is brought to"));
  ImGui::Checkbox(tr("mirror"), &brush.mirror);
  paint_hint(tr("On the other side at the same time, for the joint of the other side"));
  go_beside(tick_width(tr("connected")), px(150.0f));
  ImGui::Checkbox(tr("connected"), &brush.connected);
  paint_hint(tr(
      "Only what hangs together with the place under the pointer: not the other leg, nor what lies below"));
}

void PaintPanel::lock_of(JointIndex joint) {
  auto& locked = workspace_.document.painting.locked;
  bool on = locked.contains(joint);
  if (ImGui::Checkbox("##lock", &on)) {
    if (on)
      locked.insert(joint);
    else
      locked.erase(joint);
  }
  paint_hint(tr("Locked: nothing that is painted or typed changes this joint's weights"));
}

void PaintPanel::locks() {
  auto& locked = workspace_.document.painting.locked;
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  if (const JointIndex joint = workspace_.view.colors.joint(); joint != kNoJoint) {
    ImGui::PushID("painted");
    lock_of(joint);
    ImGui::PopID();
    ImGui::SameLine();
    cut_name(tr("lock {}", skeleton[joint].name));
  }
  if (locked.empty()) return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("{} locked", counted(locked.size(), "joint", "joints")).c_str());
  if (ImGui::IsItemHovered()) {
    std::string names;
    for (const JointIndex joint : locked) names += (names.empty() ? "" : "\n") + skeleton[joint].name;
    show_tooltip(names);
  }
  ImGui::SameLine();
  if (ImGui::SmallButton(tr("unlock all"))) locked.clear();
}

void PaintPanel::brush() {
  ImGui::Separator();
  bool& paints = workspace_.view.settings.paints;
  if (ImGui::Checkbox(tr("Paint"), &paints) && paints) workspace_.view.colors.show(ViewMode::weights);
  paint_hint(
      tr("Drag over the mesh to change the weights of the joint above; elsewhere the camera is dragged, as "
         "ever"));
  if (!paints) return;
  modes();
  sizes();
  locks();
}

void PaintPanel::row(const WornMesh& mesh, JointIndex joint, double weight, bool can_type) {
  const Selection& selection = workspace_.view.selection;
  ImGui::PushID(static_cast<int>(joint));
  ImGui::TableNextColumn();
  lock_of(joint);
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  cut_name(workspace_.document.character().skeleton[joint].name);
  ImGui::TableNextColumn();
  ImGui::BeginDisabled(!can_type || workspace_.document.painting.locked.contains(joint));
  ImGui::SetNextItemWidth(-1.0f);
  // What is typed or dragged counts once it is done: each change is a step of undo.
  auto value = static_cast<float>(typing_ == joint ? typed_ : weight);
  if (ImGui::DragFloat("##weight", &value, 0.005f, 0.0f, 1.0f, "%.3f", ImGuiSliderFlags_AlwaysClamp)) {
    typing_ = joint;
    typed_ = static_cast<double>(value);
  }
  paint_hint(tr("Drag, or double-click and type"));
  if (ImGui::IsItemDeactivated() && std::exchange(typing_, kNoJoint) == joint)
    (void)workspace_.document.painting.set_weight(mesh.id, *selection.vertex, joint,
                                                  typed_);  // reported by it
  ImGui::EndDisabled();
  ImGui::PopID();
}

void PaintPanel::vertex() {
  const WornMesh* const mesh = workspace_.view.selected_mesh();
  if (mesh == nullptr) return;
  ImGui::Separator();
  const std::size_t vertex = *workspace_.view.selection.vertex;
  cut_name(tr("clicked: vertex {} of {}", grouped(vertex),
              name_told_apart(workspace_.document.avatar().worn(), *mesh)));
  const bool can_type = workspace_.document.painting.refusal(mesh->id).empty();
  // Of the file's weights, the viewer's follow: there are no more of them.
  std::vector<JointWeight> weights = vertex_weights(*mesh, vertex);
  std::erase_if(weights, [](const JointWeight& each) { return each.joint == kNoJoint; });
  // The painted joint has a row to type into, even where it has no weight yet.
  if (const JointIndex joint = workspace_.view.colors.joint();
      joint != kNoJoint && std::ranges::find(weights, joint, &JointWeight::joint) == weights.end())
    weights.push_back({joint, 0.0});
  if (!ImGui::BeginTable("typed", 3, ImGuiTableFlags_SizingStretchProp)) return;
  ImGui::TableSetupColumn(tr("lock"), ImGuiTableColumnFlags_WidthFixed, ImGui::GetFrameHeight());
  ImGui::TableSetupColumn(tr("joint"), 0, 2.0f);
  ImGui::TableSetupColumn(tr("weight"), 0, 1.0f);
  const WornMesh& shown = *mesh;
  for (const auto& [joint, weight] : weights) row(shown, joint, weight, can_type);
  ImGui::EndTable();
}

}  // namespace mannequin::preview
