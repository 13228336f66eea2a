#include "tools/preview/panels/files/recording_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "engine/core/lower_case.h"
#include "engine/fit/slider_reach.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/files/save_dialog.h"
#include "tools/preview/panels/files/typed_path.h"
#include "tools/preview/panels/shared/legend_plate.h"
#include "tools/preview/panels/shared/list_choice.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/platform/film.h"
#include "tools/preview/view/people_outline.h"

namespace mannequin::preview {
namespace {

constexpr const char* kTitle = marked("Save pictures");
constexpr const char* kRunning = marked("Saving pictures");
constexpr float kMostRows = 10.0f;  // of the question, at its longest
constexpr int kFewestPixels = 64, kMostSidePixels = 16384;
constexpr int kPersonHeight = 480;

bool escaped() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)); }

}  // namespace

void RecordingPanel::ask(RecordingPlan::Kind kind) {
  using Kind = RecordingPlan::Kind;
  const Timeline& timeline = workspace_.document.timeline();
  const bool was_people = plan_.kind == Kind::people;
  plan_.kind = kind;
  plan_.per_second = kind == Kind::clip ? RecordingPlan::kClipPerSecond : RecordingPlan::kFilmPerSecond;
  plan_.pictures = kind == Kind::picture                       ? 1
                   : kind == Kind::turntable                   ? 36
                   : kind == Kind::clip && timeline.has_clip() ? pictures_of_clip(plan_, timeline.duration())
                                                               : 21;
  if (kind == Kind::people) {
    workspace_.document.people.read_folder();
    plan_.pictures = static_cast<int>(workspace_.document.people.list().size());
    plan_.height = kPersonHeight;
    plan_.width = width_of_people(workspace_, kPersonHeight);
    plan_.transparent = false;
  } else if (was_people) {
    plan_.width = RecordingPlan().width;
    plan_.height = RecordingPlan().height;
  }
  // What somebody looked at last.
  if (const int moved = workspace_.document.sliders.last_moved(); moved != 0)
    plan_.parameter = moved;
  else if (plan_.parameter == 0)
    plan_.parameter = workspace_.document.character().appearance.sections().front().parameters.front();
  const std::filesystem::path proposed = kind == Kind::picture     ? "mannequin.png"
                                         : kind == Kind::turntable ? "turntable.png"
                                         : kind == Kind::clip      ? "animation.png"
                                         : kind == Kind::people    ? "people.png"
                                                                   : "sweep.png";
  // In full, to show where it goes.
  std::error_code unknown;
  const std::filesystem::path whole =
      std::filesystem::absolute(workspace_.document.settings().last_folder() / proposed, unknown)
          .lexically_normal();
  set_path(unknown ? proposed : whole);
  problem_.clear();
  asked_.clear();
  asking_ = true;
}

void RecordingPanel::set_path(const std::filesystem::path& path) {
  path_[path.string().copy(path_, sizeof path_ - 1)] = '\0';
}

void RecordingPanel::slider_choice() {
  const Appearance& appearance = workspace_.document.character().appearance;
  const ParameterDesc& chosen = appearance[appearance.find(plan_.parameter)];
  ImGui::SetNextItemWidth(px(280.0f));
  if (!ImGui::BeginCombo(tr("from 0 to 100 %"), tr(slider_label(chosen)).c_str())) return;
  for (const SectionDesc& section : appearance.sections()) {
    ImGui::TextDisabled("%s", section.name.c_str());
    for (const int id : section.parameters) {
      const ParameterIndex index = appearance.find(id);
      if (index == kNoParameter || id == kMaleParameter ||
          !concerns(appearance[index].sex, workspace_.document.avatar().sex()))
        continue;
      const ParameterDesc& p = appearance[index];
      if (list_choice(fmt::format("  {}##{}", tr(slider_label(p)), id), id == plan_.parameter))
        plan_.parameter = id;
    }
  }
  ImGui::EndCombo();
}

std::filesystem::path RecordingPanel::whole_path() const {
  std::filesystem::path path = typed_path(path_);
  const bool series = plan_.kind != RecordingPlan::Kind::picture && plan_.kind != RecordingPlan::Kind::people;
  if (path.extension() != ".png" && !(series && is_film(path))) path += ".png";
  return path;
}

void RecordingPanel::start() {
  plan_.path = whole_path();
  std::error_code error;
  const auto folder = std::filesystem::absolute(plan_.path, error).parent_path();
  if (!std::filesystem::is_directory(folder, error)) {
    problem_ = tr("There is no folder {}. Create it first, or choose another.", folder.string());
    return;
  }
  if (asked_ != plan_.path && replaced() > 0) {
    asked_ = plan_.path;
    replacing_ =
        plan_.pictures == 1 || is_one_file(plan_)
            ? tr("{} already exists in {}. Replace it?", plan_.path.filename().string(), folder.string())
            : tr("{} of these pictures already exist in {}. Replace them?", replaced(), folder.string());
    return;
  }
  if (is_film(plan_)) {
    if (const Status possible = can_make_films(); !possible) {
      problem_ = possible.error().message();
      return;
    }
    plan_.transparent = plan_.transparent && film_can_be_transparent(plan_.path);
  }
  workspace_.actions.start_recording(plan_);
  ImGui::CloseCurrentPopup();
}

int RecordingPanel::replaced() const {
  int count = 0;
  for (int i = 0; i < (is_one_file(plan_) ? 1 : plan_.pictures); ++i) {
    std::error_code error;
    if (std::filesystem::exists(picture_path(plan_, i), error)) ++count;
  }
  return count;
}

// What is recorded. A choice proposes new values for the rest.
void RecordingPanel::kinds() {
  using Kind = RecordingPlan::Kind;
  const auto kind = [&](const char* label, Kind which) {
    if (ImGui::RadioButton(label, plan_.kind == which) && plan_.kind != which) ask(which);
  };
  kind(tr("One picture"), Kind::picture);
  go_beside(tick_width(tr("Test people on one sheet")), px(220.0f));
  kind(tr("Test people on one sheet"), Kind::people);
  kind(tr("Once around"), Kind::turntable);
  go_beside(tick_width(tr("A slider from end to end")), px(220.0f));
  kind(tr("A slider from end to end"), Kind::sweep);
  if (workspace_.document.timeline().has_clip()) kind(tr("The animation, once through"), Kind::clip);
}

// How a series is saved: chosen here, or by the ending of the path.
void RecordingPanel::endings() {
  const std::filesystem::path path = whole_path();
  const std::string ending = lower_ending(path);
  for (const auto& [label, its, hint] :
       {std::tuple{tr("numbered .png"), ".png", tr("A file for each picture")},
        {tr("animated .webp"), ".webp",
         tr("One file, for web pages and chats; may be transparent. Made by ffmpeg")},
        {tr("film .mp4"), ".mp4", tr("One file, for players and social media. Made by ffmpeg")}}) {
    if (ImGui::RadioButton(label, ending == its) && ending != its) {
      std::filesystem::path other = path;
      set_path(other.replace_extension(its));
      problem_.clear();
    }
    if (ImGui::IsItemHovered()) show_tooltip(hint);
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

// How many pictures a series has, and how fast it goes.
void RecordingPanel::lengths() {
  using Kind = RecordingPlan::Kind;
  const bool film = is_film(whole_path()), clip = plan_.kind == Kind::clip;
  if (film || clip) {
    ImGui::SetNextItemWidth(px(200.0f));
    if (ImGui::InputDouble(tr("Pictures per second"), &plan_.per_second, 1.0, 5.0, "%g")) {
      plan_.per_second = std::clamp(plan_.per_second, 1.0, RecordingPlan::kMostPerSecond);
      asked_.clear();
    }
  }
  if (clip) {
    const Timeline& timeline = workspace_.document.timeline();
    const double seconds = timeline.has_clip() ? timeline.duration() : 0.0;
    plan_.pictures = pictures_of_clip(plan_, seconds);
    ImGui::TextDisabled("%s", tr("{} pictures of {:.2f} seconds", plan_.pictures, seconds).c_str());
    return;
  }
  ImGui::SetNextItemWidth(px(200.0f));
  if (ImGui::InputInt(film ? tr("Pictures") : tr("Pictures, numbered"), &plan_.pictures)) {
    plan_.pictures = std::clamp(plan_.pictures, 2, RecordingPlan::kMostPictures);
    asked_.clear();  // different files now
  }
  if (film)
    ImGui::TextDisabled("%s", tr("{:.1f} seconds", plan_.pictures / plan_.per_second).c_str());
  else if (ImGui::IsItemHovered())
    show_tooltip(
        tr("{} and so on", picture_path({.kind = plan_.kind, .path = whole_path()}, 0).filename().string()));
}

void RecordingPanel::question() {
  if (asking_) ImGui::OpenPopup(tr(kTitle));
  const bool take_focus = asking_;
  asking_ = false;
  if (!begin_dialog(tr(kTitle))) return;
  using Kind = RecordingPlan::Kind;
  // Its rows fill a small window at the largest size.
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing, padding = ImGui::GetStyle().FramePadding;
  const bool low =
      ImGui::GetIO().DisplaySize.y < (kMostRows + 2.0f) * (ImGui::GetFrameHeight() + 0.75f * spacing.y);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, low ? px(2.0f) : 0.75f * spacing.y});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding.x, low ? px(2.0f) : padding.y});
  kinds();
  asking_ = false;  // already open
  const bool people = plan_.kind == Kind::people, series = !people && plan_.kind != Kind::picture;
  ImGui::SetNextItemWidth(dialog_width(ui_) - px(48.0f));
  if (take_focus) ImGui::SetKeyboardFocusHere();
  const bool entered =
      ImGui::InputText(tr("Path"), path_, sizeof path_,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (series) endings();
  int size[2] = {plan_.width, plan_.height};
  ImGui::SetNextItemWidth(px(200.0f));
  if (ImGui::InputInt2(people ? tr("Width and height of each, pixels") : tr("Width and height, pixels"),
                       size)) {
    plan_.width = std::clamp(size[0], kFewestPixels, kMostSidePixels);
    plan_.height = std::clamp(size[1], kFewestPixels, kMostSidePixels);
  }
  if (series) lengths();
  if (people)
    ImGui::TextDisabled("%s",
                        tr("{} people, each in what is worn now, with their names", plan_.pictures).c_str());
  if (plan_.kind == Kind::sweep) slider_choice();
  const bool opaque = series && is_film(whole_path()) && !film_can_be_transparent(whole_path());
  if (!people && !opaque) ImGui::Checkbox(tr("Transparent: the avatar alone"), &plan_.transparent);
  if (!people && !workspace_.view.colors.legend().title.empty()) {
    ImGui::Checkbox(tr("With the legend of the colours"), &plan_.legend);
    if (plan_.legend && legend_scale(plan_.width, plan_.height) == 0.0f)
      ImGui::TextDisabled("%s", tr("The picture is too small for the legend."));
  }
  dialog_problem(ui_, problem_);
  if (asked_ != whole_path()) asked_.clear();
  if (asked_.empty() ? ImGui::Button(tr("Save")) || entered : replace_question(ui_, replacing_)) start();
  ImGui::SameLine();
  if (ImGui::Button(tr("Cancel")) || escaped()) ImGui::CloseCurrentPopup();
  ImGui::PopStyleVar(2);
  ImGui::EndPopup();
}

void RecordingPanel::progress() {
  if (workspace_.view.recording && !ImGui::IsPopupOpen(tr(kRunning))) ImGui::OpenPopup(tr(kRunning));
  if (!begin_dialog(tr(kRunning))) return;
  if (!workspace_.view.recording) {
    ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return;
  }
  const Recording& recording = *workspace_.view.recording;
  const int taken = recording.taken(), all = recording.plan().pictures;
  ImGui::TextUnformatted(recording.next_path().filename().string().c_str());
  const std::string count =
      recording.all_taken() ? std::string(tr("finishing the file")) : tr("{} of {}", taken, all);
  ImGui::ProgressBar(static_cast<float>(taken) / static_cast<float>(all), {px(420.0f), 0.0f}, count.c_str());
  const bool one_file = is_one_file(recording.plan());
  // Which destroys the recording.
  if (ImGui::Button(tr("Cancel")) || escaped()) workspace_.actions.end_recording({});
  ImGui::SameLine();
  ImGui::TextDisabled("%s", one_file ? tr("Then nothing is saved.") : tr("What was saved stays."));
  ImGui::EndPopup();
}

void RecordingPanel::draw() {
  question();
  progress();
}

}  // namespace mannequin::preview
