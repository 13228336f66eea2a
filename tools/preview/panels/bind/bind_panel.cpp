#include "tools/preview/panels/bind/bind_panel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/document/worn_names.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/list_choice.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/steady_slider.h"
#include "tools/preview/panels/shared/wrapped_label.h"
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
    NamedMethod{BindMethod::empty, marked("empty"),
                marked("A joint list without weights, to paint on or to fill elsewhere")},
    NamedMethod{BindMethod::preserve, marked("keep its own"),
                marked("Only what is done afterwards changes the weights")}};

struct JointSet {
  const char *name, *hint;
};
constexpr std::array kJointSets = {JointSet{"base", marked("The classic avatar")},
                                   JointSet{"extended", marked("All other bones, without mGroin")},
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
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tooltip(text);
}

// Sets and names of joints, as typed.
std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words{""};
  for (const char c : list)
    if (c == ',')
      words.emplace_back();
    else if (c != ' ')
      words.back() += c;
  std::erase(words, "");
  return words;
}

void switch_set(std::vector<std::string>& words, const std::string& name) {
  if (std::erase(words, name) == 0) words.push_back(name);
}

// Sets and single joints, as typed.
void type_joints(std::string& list, float width) {
  std::array<char, 1024> text{};
  list.copy(text.data(), text.size() - 1);
  ImGui::SetNextItemWidth(width);
  if (ImGui::InputTextWithHint("##names", tr("or names: mHead,mNeck"), text.data(), text.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue))
    list = text.data();
  bind_hint(tr("Sets and names of joints, with commas between them; Enter takes them"));
}

void choose_mirror(std::optional<Mirroring>& mirror, float width) {
  int now = !mirror ? 0 : mirror->from_left ? 1 : 2;
  ImGui::SetNextItemWidth(width);
  const std::array ways = {tr("do not mirror"), tr("mirror left to right"), tr("mirror right to left")};
  if (ImGui::Combo("##mirror", &now, ways.data(), static_cast<int>(ways.size()))) {
    mirror.reset();
    if (now > 0) mirror.emplace().from_left = now == 1;
  }
  bind_hint(tr("One side gets the other's weights"));
}

void choose_weld(std::optional<double>& weld, float width) {
  bool on = weld.has_value();
  if (ImGui::Checkbox(tr("weld"), &on)) weld = on ? std::optional<double>(0.0001) : std::nullopt;
  bind_hint(tr(
      "Vertices in one place, also of different meshes of the file, get one weight: necks, wrists, seams"));
  if (!weld) return;
  ImGui::SameLine();
  auto millimetres = static_cast<float>(1000.0 * *weld);
  ImGui::SetNextItemWidth(width);
  if (steady_slider("##weld", &millimetres, 0.0f, 10.0f, tr("within %.1f mm")))
    weld = 0.001 * static_cast<double>(millimetres);
}

// A bone's own share, until it is the common one again.
void choose_fitted_bone(const std::string& bone, BindChoice& choice, float width) {
  const auto own = choice.fitted_bones.find(bone);
  int percent = own != choice.fitted_bones.end() ? own->second : choice.fitted.value_or(0);
  ImGui::PushID(bone.c_str());
  ImGui::SetNextItemWidth(width);
  if (steady_slider("##share", &percent, 0, 100,
                    own == choice.fitted_bones.end() && !choice.fitted ? tr("as it is") : "%d %%"))
    choice.fitted_bones[bone] = percent;
  ImGui::SameLine();
  if (own == choice.fitted_bones.end()) {
    ImGui::TextDisabled("%s", bone.c_str());
  } else {
    ImGui::TextUnformatted(bone.c_str());
    ImGui::SameLine();
    if (ImGui::SmallButton("\u00d7")) choice.fitted_bones.erase(bone);
    bind_hint(tr("As all others again"));
  }
  ImGui::PopID();
}

void choose_fitted(const Skeleton& skeleton, BindChoice& choice, float width) {
  bool fitted = choice.fitted.has_value();
  if (ImGui::Checkbox(tr("fitted"), &fitted)) choice.fitted = fitted ? std::optional<int>(100) : std::nullopt;
  bind_hint(
      tr("Shares each bone's weight with its collision volumes, so that body sliders move the mesh. Off: "
         "as the method leaves it"));
  if (choice.fitted) {
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    steady_slider("##share", &*choice.fitted, 0, 100, "%d %%");
    bind_hint(tr("0: classic, bones alone. 100: fitted"));
  }
  const std::string title = choice.fitted_bones.empty()
                                ? std::string(tr("bone by bone"))
                                : tr("bone by bone: {} different", choice.fitted_bones.size());
  if (!ImGui::TreeNode((title + "###bones").c_str())) return;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const auto has_volume = [&](const Joint& volume) {
      return volume.kind == JointKind::collision_volume && volume.parent == static_cast<JointIndex>(j);
    };
    if (std::ranges::any_of(skeleton.joints(), has_volume))
      choose_fitted_bone(skeleton.joints()[j].name, choice, width);
  }
  ImGui::TreePop();
}

}  // namespace

std::optional<std::size_t> BindPanel::focus() {
  const auto& worn = workspace_.document.avatar().worn();
  const auto focused = workspace_.view.focused_row();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Mesh"));
  go_to_column(px(80.0f));
  ImGui::SetNextItemWidth(-1.0f);
  const std::vector<std::string> names = document::names_told_apart(worn);
  const std::string name = focused ? names[*focused] : tr("nothing is worn");
  if (ImGui::BeginCombo("##mesh", name.c_str())) {
    for (std::size_t i = 0; i < worn.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (list_choice(names[i], focused == i)) workspace_.view.focus_on(i);
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
  go_to_column(px(80.0f));
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::BeginCombo("##method", now == kBindMethods.end() ? "" : tr(now->label))) {
    for (const NamedMethod& each : kBindMethods) {
      if (list_choice(tr(each.label), each.method == choice.method)) choice.method = each.method;
      bind_hint(tr(each.hint));
    }
    ImGui::EndCombo();
  }
  if (now != kBindMethods.end()) wrapped_hint(tr(now->hint) + std::string("."));
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
  go_to_column(px(80.0f));
  const std::vector<std::string> told = document::names_told_apart(worn);
  std::string names;
  for (const auto& source : choice.sources) {
    const auto row = std::ranges::find(worn, source);
    names += (names.empty() ? "" : ", ") +
             (row == worn.end() ? source->name : told[static_cast<std::size_t>(row - worn.begin())]);
  }
  ImGui::SetNextItemWidth(-1.0f);
  if (!ImGui::BeginCombo("##sources", names.empty() ? tr("the built-in body") : names.c_str())) return;
  if (ImGui::Selectable(tr("the built-in body"), choice.sources.empty())) choice.sources.clear();
  for (std::size_t i = 0; i < worn.size(); ++i) {
    if (i == bound || worn[i]->refused() || worn[i]->file == nullptr || worn[i]->file->is_builtin) continue;
    const auto found = std::ranges::find(choice.sources, worn[i]);
    bool on = found != choice.sources.end();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Checkbox(told[i].c_str(), &on)) {
      if (on)
        choice.sources.push_back(worn[i]);
      else
        choice.sources.erase(found);
    }
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

void BindPanel::joints(BindChoice& choice) const {
  if (choice.method == BindMethod::preserve) return;
  const bool from_source = choice.method == BindMethod::transfer || choice.method == BindMethod::copy ||
                           choice.method == BindMethod::face;
  const char* const none = from_source ? tr("all that the source has") : "base";
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Joints"));
  go_to_column(px(80.0f));
  ImGui::SetNextItemWidth(-1.0f);
  constexpr int kMostSets = 20;
  keep_list_beside_field(kMostSets);
  if (!ImGui::BeginCombo("##joints", choice.joints.empty() ? none : choice.joints.c_str())) return;
  if (from_source && ImGui::Selectable(none, choice.joints.empty(), ImGuiSelectableFlags_DontClosePopups))
    choice.joints.clear();
  // Ticked is what will be bound, the base by itself too.
  std::vector<std::string> words = words_of(choice.joints);
  if (!from_source && words.empty()) words.emplace_back("base");
  for (const JointSet& set : kJointSets) {
    bool on = std::ranges::find(words, set.name) != words.end();
    if (ImGui::Checkbox(set.name, &on)) {
      switch_set(words, set.name);
      choice.joints = fmt::format("{}", fmt::join(words, ","));
    }
    bind_hint(tr(set.hint));
  }
  ImGui::Separator();
  type_joints(choice.joints, px(220.0f));
  const std::vector<JointIndex> selected = workspace_.view.selection.joints();
  if (!selected.empty() &&
      ImGui::Selectable(counted(selected.size(), "selected joint", "selected joints").c_str())) {
    choice.joints.clear();
    for (const JointIndex joint : selected)
      choice.joints +=
          (choice.joints.empty() ? "" : ",") + workspace_.document.character().skeleton[joint].name;
  }
  ImGui::EndCombo();
}

void BindPanel::afterwards(BindChoice& choice) const {
  ImGui::Separator();
  ImGui::TextUnformatted(tr("Afterwards"));
  const float width = px(120.0f);
  ImGui::SetNextItemWidth(width);
  steady_slider(tr("smooth"), &choice.smooth, 0, 20, choice.smooth == 1 ? tr("once") : tr("%d times"));
  bind_hint(tr("Smooths weights along the edges; number of passes"));
  ImGui::SetNextItemWidth(width);
  steady_slider(tr("sharpen"), &choice.sharpen, 0, 20, choice.sharpen == 1 ? tr("once") : tr("%d times"));
  bind_hint(tr("The opposite of smoothing"));
  choose_mirror(choice.mirror, px(180.0f));
  choose_weld(choice.weld, width);
  choose_fitted(workspace_.document.character().skeleton, choice, width);
  auto percent = static_cast<float>(100.0 * choice.prune);
  ImGui::SetNextItemWidth(width);
  if (steady_slider(tr("prune below"), &percent, 0.0f, 20.0f, "%.1f %%"))
    choice.prune = 0.01 * static_cast<double>(percent);
  bind_hint(tr("Drops weights below this"));
  ImGui::SetNextItemWidth(width);
  steady_slider(tr("joints a vertex"), &choice.limit, 1, 4, tr("at most %d"));
  bind_hint(tr("Viewers take four at most; the strongest stay"));
  ImGui::Checkbox(tr("normalise"), &choice.normalise);
  bind_hint(tr("The weights of each vertex come to 1"));
  if (choice.method != BindMethod::empty) {
    ImGui::Checkbox(tr("keep empty joints"), &choice.keep_empty);
    bind_hint(tr("Joints that move no vertex stay in the mesh"));
  }
  if (choice.method == BindMethod::preserve) return;
  bool keeps = !choice.clear;
  if (ImGui::Checkbox(tr("keep weights of other joints"), &keeps)) choice.clear = !keeps;
  bind_hint(tr("Joints without weights from the method keep the mesh's own"));
  const std::array names = {tr("stop and say which"), tr("through voxels"), tr("by transfer")};
  auto rest = static_cast<int>(choice.on_failure);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("What gets none"));
  float longest = 0.0f;
  for (const char* name : names) longest = std::max(longest, ImGui::CalcTextSize(name).x);
  go_beside(longest + ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().FramePadding.x);
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
  if (ImGui::Button(tr("Run"), {-1.0f, 0.0f})) {
    binding.run(index);
    scrolls_ = true;
  }
  if (!can) ImGui::EndDisabled();
  bind_hint(can ? tr("One step of undo. The file on disk stays as it is")
                : tr("There is no file of this to bind: the system avatar's meshes are part of the viewer"));
}

void BindPanel::result() {
  const WornBinding& binding = workspace_.document.binding;
  const float top = ImGui::GetCursorPosY();
  if (!binding.report().empty()) {
    for (const BoundReport& report : binding.report()) {
      wrapped_text(report.text);
      if (report.fault.empty()) continue;
      ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
      wrapped_text("\u25b2 " + report.fault);
      ImGui::PopStyleColor();
    }
    if (binding.result() != nullptr)
      wrapped_hint(tr("Changing an option does it again at once. Ctrl+Z and Ctrl+Y: before and after."));
  }
  unsaved_.draw();
  const bool running = binding.running();
  if (binding.result() == nullptr) {
    result_height_ = 0.0f;
    scrolls_ = scrolls_ && running;
    return;
  }
  // An option that is changed binds at once, while the pointer is on it: the form stays where it is.
  result_height_ = std::max(result_height_, ImGui::GetCursorPosY() - top);
  ImGui::SetCursorPosY(top + result_height_);
  // In a low window the options above leave no room for it.
  if (!running && std::exchange(scrolls_, false)) ImGui::SetScrollHereY(1.0f);
}

void BindPanel::draw() {
  ImGui::PushFont(ui_.fonts.small);
  const auto index = focus();
  if (!index) {
    wrapped_hint(tr("Open a mesh to give it weights: .obj, .dae, .glb, with or without a skin."));
    ImGui::PopFont();
    return;
  }
  workspace_.document.binding.be_about(*index);
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
