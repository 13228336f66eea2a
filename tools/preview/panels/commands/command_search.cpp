#include "tools/preview/panels/commands/command_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui_internal.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "engine/core/lower_case.h"
#include "engine/fit/slider_reach.h"
#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

constexpr std::size_t kFewestHits = 3, kMostHits = 12;
constexpr char kCommandSign = '>';  // in front: commands alone, as editors and viewers know it

// As hits are shown, "View > Joints", the sign parts menu and name.
std::vector<std::string> search_words(std::string text) {
  std::ranges::replace(text, kCommandSign, ' ');
  std::istringstream parts(lower_case(text));
  std::vector<std::string> words;
  for (std::string word; parts >> word;) words.push_back(word);
  return words;
}

std::string name_of(const SearchHit& hit) {
  if (hit.command != nullptr) return hit.command->name;
  return hit.slider != nullptr ? slider_label(*hit.slider) : hit.file.filename().string();
}

// What people call a file of this ending.
std::string kind_of(const std::filesystem::path& file) {
  const std::string ending = lower_ending(file);
  return ending == ".anim" || ending == ".bvh" ? tr("animation") : "";
}

// In English, too: users look for what they read elsewhere.
std::string searched(const Command& command) {
  return fmt::format("{} {} {} {} {} {}", command.menu, command.name, command.hint, tr(command.menu),
                     command.title(), tr(command.hint));
}

bool has_all(const std::string& text, const std::vector<std::string>& words) {
  return std::ranges::all_of(words,
                             [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

// How near a hit is to what was typed, the nearest first: its name begins so, or menu and name do; its name
// begins with the first word; it is seen to have the words; only its hint has them. Of names that begin so,
// the shortest is the nearest.
std::pair<int, std::size_t> rank_of(const SearchHit& hit, const std::vector<std::string>& words) {
  const std::string all = fmt::format("{}", fmt::join(words, " ")), name = lower_case(tr(name_of(hit)));
  if (name.starts_with(all)) return {0, name.size()};
  const std::string shown = lower_case(hit.text());
  if (hit.command != nullptr && fmt::format("{}", fmt::join(search_words(shown), " ")).starts_with(all))
    return {0, name.size()};
  if (name.starts_with(words[0])) return {1, 0};
  return {has_all(shown + name + kind_of(hit.file), words) ? 2 : 3, 0};
}

void add_sliders_and_files(std::vector<SearchHit>& hits, const Appearance& appearance, Sex sex,
                           const std::vector<std::string>& words,
                           std::span<const std::filesystem::path> recent) {
  for (const SectionDesc& section : appearance.sections())
    for (const int id : section.parameters) {
      const ParameterIndex index = appearance.find(id);
      if (index == kNoParameter || id == kMaleParameter || !concerns(appearance[index].sex, sex)) continue;
      const ParameterDesc& p = appearance[index];
      if (has_all(lower_case(fmt::format("{} {} {} {} {} {} {} {} slider", p.name, p.label, p.label_min,
                                         p.label_max, id, tr(p.label), tr(p.label_min), tr(p.label_max))),
                  words))
        hits.push_back({.slider = &p});
    }
  for (const auto& file : recent)
    if (has_all(lower_case(fmt::format("{} {}", file.filename().string(), kind_of(file))), words))
      hits.push_back({.file = file});
}

}  // namespace

std::string SearchHit::text() const {
  if (!file.empty()) return tr("Open: {}", file.filename().string());
  return command != nullptr ? fmt::format("{} > {}", tr(command->menu), command->title())
                            : tr("Slider: {}  ({} \u2013 {})", tr(name_of(*this)), tr(slider->label_min),
                                 tr(slider->label_max));
}

std::vector<SearchHit> search(const Commands& commands, const Appearance& appearance, Sex sex,
                              std::string_view wanted, std::span<const std::filesystem::path> recent) {
  const std::size_t first = wanted.find_first_not_of(' ');
  const bool commands_only = first != std::string_view::npos && wanted[first] == kCommandSign;
  const std::vector<std::string> words = search_words(std::string(wanted));
  std::vector<SearchHit> hits;
  for (const Command& command : commands.all())
    if (has_all(lower_case(searched(command)), words)) hits.push_back({.command = &command});
  if (words.empty()) return hits;
  if (!commands_only) add_sliders_and_files(hits, appearance, sex, words, recent);
  std::ranges::stable_sort(hits, {}, [&](const SearchHit& hit) { return rank_of(hit, words); });
  return hits;
}

void CommandSearch::run(const SearchHit& hit) {
  if (hit.command != nullptr) {
    if (hit.command->can_run()) hit.command->run();
    return;
  }
  if (!hit.file.empty()) {
    (void)workspace_.document.files.open(hit.file, false);  // told in the messages
    return;
  }
  if (const Command* sliders = ui_.commands.find("Sliders tab")) sliders->run();
  workspace_.view.wanted_slider = hit.slider->id;
  ui_.keys_to_slider = true;
}

void CommandSearch::draw() {
  if (opening_) {
    ImGui::ClearActiveID();  // the field keeps its own text while it is active
    ImGui::OpenPopup("Find a command");
    wanted_[0] = '\0';
    chosen_ = 0;
    waiting_ = true;
  }
  opening_ = false;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * size.x, 0.15f * size.y}, ImGuiCond_Always, {0.5f, 0.0f});
  if (!ImGui::BeginPopup("Find a command")) {
    waiting_ = false;
    return;
  }
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(std::min(px(460.0f), size.x - px(40.0f)));
  const bool entered =
      ImGui::InputTextWithHint("##find", tr("Find a command or a slider: joints, undo, saddle ..."), wanted_,
                               sizeof wanted_, ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemActive()) {
    waiting_ = false;
    // Up and Down select while typing; they do not leave the field.
    ImGui::GetCurrentContext()->ActiveIdUsingNavDirMask |= 1u << ImGuiDir_Up | 1u << ImGuiDir_Down;
  }
  const auto hits =
      search(ui_.commands, workspace_.document.character().appearance, workspace_.document.avatar().sex(),
             wanted_, workspace_.document.settings().recent());
  // With a line for how many more there are.
  const float line = ImGui::GetTextLineHeightWithSpacing(),
              room = size.y - ImGui::GetCursorScreenPos().y - line - 2.0f * ImGui::GetStyle().WindowPadding.y;
  const std::size_t most =
      std::clamp(static_cast<std::size_t>(std::max(room, line) / line), kFewestHits, kMostHits);
  const int count = static_cast<int>(std::min(hits.size(), most));
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_DownArrow))) ++chosen_;
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_UpArrow))) --chosen_;
  chosen_ = std::clamp(chosen_, 0, std::max(count - 1, 0));
  int run_now = entered && count > 0 ? chosen_ : -1;
  for (int i = 0; i < count; ++i) {
    const SearchHit& hit = hits[static_cast<std::size_t>(i)];
    ImGui::PushID(i);
    const bool can = hit.command == nullptr || hit.command->can_run();
    if (ImGui::Selectable(hit.text().c_str(), i == chosen_, can ? 0 : ImGuiSelectableFlags_Disabled))
      run_now = i;
    const std::string keys =
        hit.command == nullptr ? std::string() : hit.command->keys(workspace_.view.settings.controls);
    if (!keys.empty()) {
      ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(keys.c_str()).x);
      ImGui::TextDisabled("%s", keys.c_str());
    }
    ImGui::PopID();
  }
  if (hits.empty()) ImGui::TextDisabled("%s", tr("Nothing has all of these words."));
  if (hits.size() > most)
    ImGui::TextDisabled("%s", tr("and {} more: type another word", hits.size() - most).c_str());
  // At once, also out of the field.
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
  if (run_now >= 0) {
    ImGui::CloseCurrentPopup();
    run(hits[static_cast<std::size_t>(run_now)]);
  }
  ImGui::EndPopup();
}

}  // namespace mannequin::preview
