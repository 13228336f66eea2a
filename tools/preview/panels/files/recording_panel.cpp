#include "tools/preview/panels/files/recording_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/fit/slider_reach.h"
#include "tools/preview/panels/files/save_dialog.h"
#include "tools/preview/panels/files/typed_path.h"

namespace mannequin::preview {
namespace {

constexpr const char* kTitle = "Save pictures";
constexpr const char* kRunning = "Saving pictures";
constexpr int kFewestPixels = 64, kMostPixels = 16384;

bool escaped() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)); }

}  // namespace

void RecordingPanel::ask(RecordingPlan::Kind kind) {
  using Kind = RecordingPlan::Kind;
  plan_.kind = kind;
  plan_.pictures = kind == Kind::picture ? 1 : kind == Kind::turntable ? 36 : 21;
  if (plan_.parameter == 0)
    plan_.parameter = workspace_.document.character().appearance.sections().front().parameters.front();
  const std::filesystem::path proposed = kind == Kind::picture     ? "mannequin.png"
                                         : kind == Kind::turntable ? "turntable.png"
                                                                   : "sweep.png";
  // In full, to show where it goes.
  std::error_code unknown;
  const std::filesystem::path whole = std::filesystem::absolute(proposed, unknown);
  path_[(unknown ? proposed : whole).string().copy(path_, sizeof path_ - 1)] = '\0';
  problem_.clear();
  asked_.clear();
  asking_ = true;
}

void RecordingPanel::slider_choice() {
  const Appearance& appearance = workspace_.document.character().appearance;
  const ParameterDesc& chosen = appearance[appearance.find(plan_.parameter)];
  ImGui::SetNextItemWidth(px(280.0f));
  if (!ImGui::BeginCombo("from 0 to 100 %", slider_label(chosen).c_str())) return;
  for (const SectionDesc& section : appearance.sections()) {
    ImGui::TextDisabled("%s", section.name.c_str());
    for (const int id : section.parameters) {
      const ParameterIndex index = appearance.find(id);
      if (index == kNoParameter || id == kMaleParameter ||
          !concerns(appearance[index].sex, workspace_.document.avatar().sex()))
        continue;
      const ParameterDesc& p = appearance[index];
      if (ImGui::Selectable(fmt::format("  {}##{}", slider_label(p), id).c_str(), id == plan_.parameter))
        plan_.parameter = id;
    }
  }
  ImGui::EndCombo();
}

std::filesystem::path RecordingPanel::whole_path() const {
  std::filesystem::path path = typed_path(path_);
  if (path.extension() != ".png") path += ".png";
  return path;
}

void RecordingPanel::start() {
  plan_.path = whole_path();
  std::error_code error;
  const auto folder = std::filesystem::absolute(plan_.path, error).parent_path();
  if (!std::filesystem::is_directory(folder, error)) {
    problem_ = fmt::format("There is no folder {}. Create it first, or choose another.", folder.string());
    return;
  }
  if (asked_ != plan_.path && replaced() > 0) {
    asked_ = plan_.path;
    replacing_ = plan_.pictures == 1 ? fmt::format("{} already exists in {}. Replace it?",
                                                   plan_.path.filename().string(), folder.string())
                                     : fmt::format("{} of these pictures already exist in {}. Replace them?",
                                                   replaced(), folder.string());
    return;
  }
  workspace_.actions.start_recording(plan_);
  ImGui::CloseCurrentPopup();
}

int RecordingPanel::replaced() const {
  int count = 0;
  for (int i = 0; i < plan_.pictures; ++i) {
    std::error_code error;
    if (std::filesystem::exists(picture_path(plan_, i), error)) ++count;
  }
  return count;
}

void RecordingPanel::question() {
  if (asking_) ImGui::OpenPopup(kTitle);
  asking_ = false;
  place_dialog();
  if (!ImGui::BeginPopupModal(kTitle, nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
  using Kind = RecordingPlan::Kind;
  if (ImGui::RadioButton("One picture", plan_.kind == Kind::picture)) ask(Kind::picture);
  ImGui::SameLine();
  if (ImGui::RadioButton("Once around", plan_.kind == Kind::turntable)) ask(Kind::turntable);
  if (ImGui::RadioButton("A slider from end to end", plan_.kind == Kind::sweep)) ask(Kind::sweep);
  asking_ = false;  // already open
  ImGui::SetNextItemWidth(dialog_width(ui_) - px(48.0f));
  ImGui::InputText("Path", path_, sizeof path_, ImGuiInputTextFlags_AutoSelectAll);
  int size[2] = {plan_.width, plan_.height};
  ImGui::SetNextItemWidth(px(200.0f));
  if (ImGui::InputInt2("Width and height, pixels", size)) {
    plan_.width = std::clamp(size[0], kFewestPixels, kMostPixels);
    plan_.height = std::clamp(size[1], kFewestPixels, kMostPixels);
  }
  if (plan_.kind != Kind::picture) {
    ImGui::SetNextItemWidth(px(200.0f));
    if (ImGui::InputInt("Pictures, numbered", &plan_.pictures)) {
      plan_.pictures = std::clamp(plan_.pictures, 2, RecordingPlan::kMostPictures);
      asked_.clear();  // different files now
    }
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s and so on",
                        picture_path({.kind = plan_.kind, .path = path_}, 0).filename().string().c_str());
  }
  if (plan_.kind == Kind::sweep) slider_choice();
  ImGui::Checkbox("Transparent: the avatar alone", &plan_.transparent);
  dialog_problem(ui_, problem_);
  if (asked_ != whole_path()) asked_.clear();
  if (asked_.empty() ? ImGui::Button("Save") : replace_question(ui_, replacing_)) start();
  ImGui::SameLine();
  if (ImGui::Button("Cancel") || escaped()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void RecordingPanel::progress() {
  if (workspace_.view.recording && !ImGui::IsPopupOpen(kRunning)) ImGui::OpenPopup(kRunning);
  place_dialog();
  if (!ImGui::BeginPopupModal(kRunning, nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
  if (!workspace_.view.recording) {
    ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return;
  }
  const Recording& recording = *workspace_.view.recording;
  const int taken = recording.taken(), all = recording.plan().pictures;
  ImGui::TextUnformatted(recording.next_path().filename().string().c_str());
  ImGui::ProgressBar(static_cast<float>(taken) / static_cast<float>(all), {px(420.0f), 0.0f},
                     fmt::format("{} of {}", taken, all).c_str());
  if (ImGui::Button("Cancel") || escaped()) workspace_.actions.end_recording({});
  ImGui::SameLine();
  ImGui::TextDisabled("What was saved stays.");
  ImGui::EndPopup();
}

void RecordingPanel::draw() {
  question();
  progress();
}

}  // namespace mannequin::preview
