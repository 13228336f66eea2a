// The test people in the fit panel.
#include <SDL_misc.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/document/file_address.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/fit/fit_panel.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

// The centres of the pictures, six to a row.
void FitPanel::people() {
  TestPeople& people = workspace_.document.people;
  if (!ImGui::CollapsingHeader(tr("Test people"), ImGuiTreeNodeFlags_DefaultOpen)) return;
  ui_.people.wanted = true;
  constexpr int kInRow = 6;
  const float gap = px(4.0f), room = ImGui::GetContentRegionAvail().x;
  const float width = std::floor((room - gap * static_cast<float>(kInRow - 1)) / static_cast<float>(kInRow));
  const float height = 1.9f * width;
  const float part = std::min(width / height, 1.0f), left = 0.5f - 0.5f * part;
  for (std::size_t i = 0; i < people.list().size(); ++i) {
    const TestPerson& person = people.list()[i];
    if (i % kInRow != 0) ImGui::SameLine(0.0f, gap);
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::Button("##person", {width, height});
    const bool present = workspace_.document.avatar().choice().sliders == person.sliders;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(at.x + width, at.y + height);
    if (i < ui_.people.textures.size() && ui_.people.textures[i] != 0)
      list.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(ui_.people.textures[i])), at,
                    end, {left, 1.0f}, {left + part, 0.0f});
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    list.AddRect(at, end, present || hot ? theme().accent : theme().frame, 0.0f, 0,
                 present ? px(3.0f) : px(1.0f));
    if (ImGui::IsItemHovered())
      show_tooltip(tr("{}, {}{}\nA click takes this shape. Ctrl+Z takes it back.", person.name,
                      person.sex == Sex::male ? tr("male") : tr("female"),
                      person.file.empty() ? "" : fmt::format("\n{}", person.file.string())));
    if (pressed) people.take(i);
    ImGui::PopID();
  }
  if (ImGui::SmallButton(tr("Contact sheet...")))
    if (const Command* const save = ui_.commands.find("Save contact sheet...")) save->run();
  if (ImGui::IsItemHovered()) show_tooltip(tr("All of them on one picture, with their names"));
  if (people.folder().empty()) return;
  ImGui::SameLine();
  if (ImGui::SmallButton(tr("Your own..."))) {
    std::error_code none;
    std::filesystem::create_directories(people.folder(), none);
    people.read_folder();
    if (SDL_OpenURL(folder_address(people.folder() / "x").c_str()) != 0)
      workspace_.document.messages().report(Message::Kind::done,
                                            tr("Shapes in {} are shown here, too", people.folder().string()));
  }
  if (ImGui::IsItemHovered())
    show_tooltip(tr("Shapes (.xml, .json) in {} are shown here, too. Opens the folder and reads it again",
                    people.folder().string()));
}

}  // namespace mannequin::preview
