#include "tools/preview/panels/bind/bind_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

struct NamedMethod {
  BindMethod method;
  const char *label, *hint;
};
constexpr std::array kBindMethods = {
    NamedMethod{
        BindMethod::transfer, marked("transfer"),
        marked("From the source where its surface is near and faces the same way; elsewhere filled in "
               "smoothly. Best for clothes")},
    NamedMethod{BindMethod::copy, marked("copy"),
                marked("From the nearest point of the source, whatever its distance")},
    NamedMethod{BindMethod::heat, marked("heat"),
                marked("From the bones, as Blender's automatic weights. For bodies in one piece")},
    NamedMethod{
        BindMethod::voxel, marked("voxel"),
        marked("From the bones through the inside of the mesh. For open meshes and many pieces, which heat "
               "cannot do")},
    NamedMethod{BindMethod::face, marked("face"),
                marked("A head gets the face bones' weights from the source's head")},
    NamedMethod{BindMethod::preserve, marked("keep its own"),
                marked("Only what is done afterwards changes the weights")}};

struct JointSet {
  const char *name, *hint;
};
constexpr std::array kJointSets = {JointSet{"base", marked("The classic avatar")},
                                   JointSet{"face", marked("Face bones")},
                                   JointSet{"hands", marked("Fingers")},
                                   JointSet{"eyes", marked("Eyes")},
                                   JointSet{"tail", marked("Tail")},
                                   JointSet{"wings", marked("Wings")},
                                   JointSet{"hind", marked("Hind limbs")},
                                   JointSet{"spine", marked("The spine's further joints")},
                                   JointSet{"groin", "mGroin"},
                                   JointSet{"volumes", marked("Collision volumes, for fitted mesh")}};

void bind_hint(const char* text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", text);
}

bool has_set(const std::string& list, const std::string& name) {
  return ("," + list + ",").find("," + name + ",") != std::string::npos;
}

void switch_set(std::string& list, const std::string& name) {
  std::string now;
  for (const JointSet& set : kJointSets)
    if (has_set(list, set.name) != (name == set.name))
      now += (now.empty() ? "" : ",") + std::string(set.name);
  list = now;
}

}  // namespace

std::optional<std::size_t> BindPanel::focus() {
  const auto& worn = workspace_.document.avatar().worn();
  const auto focused = workspace_.view.focused_row();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Mesh"));
  ImGui::SameLine(px(80.0f));
  ImGui::SetNextItemWidth(-1.0f);
  const std::string name = focused ? worn[*focused]->name : tr("nothing is worn");
  if (ImGui::BeginCombo("##mesh", name.c_str())) {
    for (std::size_t i = 0; i < worn.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Selectable(worn[i]->name.c_str(), focused == i)) workspace_.view.focus_on(i);
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  bind_hint(tr("What gets weights: the mesh in focus. Click it in the view, or unfold its row"));
  return workspace_.view.focused_row();
}

void BindPanel::method(BindChoice& choice) const {
  const auto now = std::ranges::find(kBindMethods, choice.method, &NamedMethod::method);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Method"));
  ImGui::SameLine(px(80.0f));
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::BeginCombo("##method", now == kBindMethods.end() ? "" : tr(now->label))) {
    for (const NamedMethod& each : kBindMethods) {
      if (ImGui::Selectable(tr(each.label), each.method == choice.method)) choice.method = each.method;
      bind_hint(tr(each.hint));
    }
    ImGui::EndCombo();
  }
  ImGui::PushTextWrapPos();
  if (now != kBindMethods.end()) ImGui::TextDisabled("%s.", tr(now->hint));
  ImGui::PopTextWrapPos();
  if (choice.method != BindMethod::copy) return;
  bool vertex = choice.nearest == Nearest::vertex;
  if (ImGui::Checkbox(tr("nearest vertex, not the nearest point of a face"), &vertex))
    choice.nearest = vertex ? Nearest::vertex : Nearest::face;
}

// Files that the method can take weights from.
void BindPanel::sources(BindChoice& choice, std::size_t bound) {
  if (!takes_sources(choice.options())) return;
  const auto& worn = workspace_.document.avatar().worn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("From"));
  ImGui::SameLine(px(80.0f));
  std::string names;
  for (const auto& source : choice.sources) names += (names.empty() ? "" : ", ") + source->name;
  ImGui::SetNextItemWidth(-1.0f);
  if (!ImGui::BeginCombo("##sources", names.empty() ? tr("the built-in body") : names.c_str())) return;
  if (ImGui::Selectable(tr("the built-in body"), choice.sources.empty())) choice.sources.clear();
  for (std::size_t i = 0; i < worn.size(); ++i) {
    if (i == bound || worn[i]->refused() || worn[i]->file == nullptr || worn[i]->file->is_builtin) continue;
    const auto found = std::ranges::find(choice.sources, worn[i]);
    bool on = found != choice.sources.end();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Checkbox(worn[i]->name.c_str(), &on)) {
      if (on)
        choice.sources.push_back(worn[i]);
      else
        choice.sources.erase(found);
    }
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

void BindPanel::joints(BindChoice& choice) {
  if (choice.method == BindMethod::preserve) return;
  const bool from_bones = choice.method == BindMethod::heat || choice.method == BindMethod::voxel;
  const char* const none = from_bones ? "base" : tr("all that the source has");
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Joints"));
  ImGui::SameLine(0.0f, ImGui::GetStyle().ItemSpacing.x);
  ImGui::SetNextItemWidth(-1.0f);
  if (!ImGui::BeginCombo("##joints", choice.joints.empty() ? none : choice.joints.c_str(),
                         ImGuiComboFlags_HeightLarge))
    return;
  if (ImGui::Selectable(none, choice.joints.empty(), ImGuiSelectableFlags_DontClosePopups))
    choice.joints.clear();
  for (const JointSet& set : kJointSets) {
    bool on = has_set(choice.joints, set.name);
    if (ImGui::Checkbox(set.name, &on)) switch_set(choice.joints, set.name);
    bind_hint(tr(set.hint));
  }
  ImGui::EndCombo();
}

void BindPanel::afterwards(BindChoice& choice) const {
  ImGui::Separator();
  ImGui::TextUnformatted(tr("Afterwards"));
  const float width = px(120.0f);
  ImGui::SetNextItemWidth(width);
  ImGui::SliderInt(tr("smooth"), &choice.smooth, 0, 20, choice.smooth == 1 ? tr("once") : tr("%d times"),
                   ImGuiSliderFlags_AlwaysClamp);
  bind_hint(tr("Smooths weights along the edges; number of passes"));
  bool fitted = choice.fitted.has_value();
  if (ImGui::Checkbox(tr("fitted"), &fitted)) choice.fitted = fitted ? std::optional<int>(100) : std::nullopt;
  bind_hint(
      tr("Shares each bone's weight with its collision volumes, so that body sliders move the mesh. Off: "
         "as the method leaves it"));
  if (choice.fitted) {
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    ImGui::SliderInt("##share", &*choice.fitted, 0, 100, "%d %%", ImGuiSliderFlags_AlwaysClamp);
    bind_hint(tr("0: classic, bones alone. 100: fitted"));
  }
  ImGui::Checkbox(tr("mirror left to right"), &choice.mirror);
  bind_hint(tr("The right side gets the left side's weights"));
  auto percent = static_cast<float>(100.0 * choice.prune);
  ImGui::SetNextItemWidth(width);
  if (ImGui::SliderFloat(tr("prune below"), &percent, 0.0f, 20.0f, "%.1f %%", ImGuiSliderFlags_AlwaysClamp))
    choice.prune = 0.01 * static_cast<double>(percent);
  bind_hint(tr("Drops weights below this"));
  ImGui::SetNextItemWidth(width);
  ImGui::SliderInt(tr("joints a vertex"), &choice.limit, 1, 4, tr("at most %d"),
                   ImGuiSliderFlags_AlwaysClamp);
  bind_hint(tr("Viewers take four at most; the strongest stay"));
  ImGui::Checkbox(tr("normalise"), &choice.normalise);
  bind_hint(tr("The weights of each vertex come to 1"));
  if (choice.method == BindMethod::preserve) return;
  bool keeps = !choice.clear;
  if (ImGui::Checkbox(tr("keep weights of other joints"), &keeps)) choice.clear = !keeps;
  bind_hint(tr("Joints without weights from the method keep the mesh's own"));
  const std::array names = {tr("stop and say which"), tr("through voxels"), tr("by transfer")};
  auto rest = static_cast<int>(choice.on_failure);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("What gets none"));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::Combo("##rest", &rest, names.data(), static_cast<int>(names.size())))
    choice.on_failure = static_cast<OnFailure>(rest);
  bind_hint(tr("What becomes of vertices that the method gives no weight"));
}

void BindPanel::run(std::size_t index) {
  WornBinding& binding = workspace_.document.binding;
  ImGui::Separator();
  if (binding.running()) {
    const std::string what = fmt::format("{} {:.0f} %", binding.running_name(), 100.0 * binding.progress());
    ImGui::ProgressBar(static_cast<float>(binding.progress()), {-px(84.0f), 0.0f}, what.c_str());
    ImGui::SameLine();
    if (binding.stopping()) ImGui::BeginDisabled();
    const bool stop = ImGui::Button(tr("Cancel"), {-1.0f, 0.0f});
    if (binding.stopping()) ImGui::EndDisabled();
    if (stop) binding.cancel();
    return;
  }
  const bool can = binding.can_bind(index);
  if (!can) ImGui::BeginDisabled();
  if (ImGui::Button(tr("Run"), {-1.0f, 0.0f})) binding.run(index);
  if (!can) ImGui::EndDisabled();
  bind_hint(can ? tr("One step of undo. The file on disk stays as it is")
                : tr("There is no file of this to bind: the system avatar's meshes are part of the viewer"));
}

void BindPanel::result() {
  const WornBinding& binding = workspace_.document.binding;
  if (!binding.report().empty()) {
    ImGui::PushTextWrapPos();
    for (const BoundReport& report : binding.report()) {
      ImGui::TextUnformatted(report.text.c_str());
      if (report.fault.empty()) continue;
      ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
      ImGui::TextUnformatted(("\u25b2 " + report.fault).c_str());
      ImGui::PopStyleColor();
    }
    if (binding.result() != nullptr)
      ImGui::TextDisabled("%s", tr("Changing an option does it again at once. Ctrl+Z takes it back."));
    ImGui::PopTextWrapPos();
  }
  unsaved_.draw();
}

void BindPanel::draw() {
  ImGui::PushFont(ui_.fonts.small);
  const auto index = focus();
  if (!index) {
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s",
                        tr("Open a mesh to give it weights: .obj, .dae, .glb, with or without a skin."));
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    return;
  }
  BindChoice choice = workspace_.document.binding.choice();
  method(choice);
  sources(choice, *index);
  joints(choice);
  afterwards(choice);
  workspace_.document.binding.choose(std::move(choice));
  run(*index);
  result();
  ImGui::PopFont();
}

}  // namespace mannequin::preview
