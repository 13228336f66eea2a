#include "tools/preview/panels/sliders/clothing_row.h"

#include <algorithm>
#include <array>

#include "engine/core/lower_case.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/color_choice.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

// The parameter of this name that an item of the type has as a slider; null if there is none.
const ParameterDesc* tint_part(const Appearance& appearance, const std::string& type, const char* color) {
  const auto found = std::ranges::find_if(appearance.parameters(), [&](const ParameterDesc& parameter) {
    return parameter.wearable == type && parameter.name == type + color &&
           Appearance::is_transmitted(parameter);
  });
  return found == appearance.parameters().end() ? nullptr : &*found;
}

}  // namespace

void ClothingRow::draw(const SectionDesc& section) {
  const std::string type = lower_case(section.name);
  if (!document::Clothing::is_painted(type) || type == "eyes" || type == "hair") return;
  document::Clothing& clothing = workspace_.document.clothing;
  bool worn = clothing.wears(type);
  ImGui::PushID(type.c_str());
  if (ImGui::Checkbox((tr("Wear {}", tr(type)) + "###wear").c_str(), &worn)) {
    if (worn)
      clothing.wear(type);
    else
      clothing.take_off(type);
  }
  if (ImGui::IsItemHovered())
    show_tooltip(
        tr("Painted on the body, as system clothing is, and on faces that ask for Bakes on Mesh.\n"
           "Drop an asset (LLWearable) or an outfit (.json) on the window to wear that."));
  if (clothing.wears(type)) {
    tint(type);
    for (const std::string_view slot : texture_slots())
      if (wearable_of_slot(slot) == type) texture(type, std::string(slot));
  }
  ImGui::PopID();
  ImGui::Spacing();
}

void ClothingRow::tint(const std::string& type) {
  const Appearance& appearance = workspace_.document.character().appearance;
  const std::array<const ParameterDesc*, 3> parts = {tint_part(appearance, type, "_red"),
                                                     tint_part(appearance, type, "_green"),
                                                     tint_part(appearance, type, "_blue")};
  if (std::ranges::find(parts, nullptr) != parts.end()) return;
  std::array<float, 3> color{};
  std::ranges::transform(parts, color.begin(), [&](const ParameterDesc* part) {
    return static_cast<float>(workspace_.document.avatar().weight(*part));
  });
  ImGui::SameLine();
  if (choose_color(ui_, tr("tint"), color.data(), [&] {
        return workspace_.document.avatar().outline_in_world();
      }).changed) {
    // One drag over the colours is one step of undo.
    if (!tinting_) workspace_.document.sliders.begin_trial();
    tinting_ = true;
    SliderValues sliders = workspace_.document.avatar().choice().sliders;
    for (std::size_t c = 0; c < parts.size(); ++c)
      sliders[parts[c]->id] = weight_from_percent(*parts[c], 100.0 * static_cast<double>(color[c]));
    workspace_.document.sliders.try_out(std::move(sliders));
  } else if (tinting_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    tinting_ = false;
    workspace_.document.sliders.end_trial(true, tr("Tint of {}", tr(type)));
  }
}

// Of a jacket "Upper body", "Lower body"; nothing of what has one texture alone.
std::string ClothingRow::slot_label(std::string_view type, std::string_view slot) {
  if (std::ranges::count(texture_slots(), type, wearable_of_slot) == 1) return {};
  return slot.starts_with("head")    ? tr("Head: ")
         : slot.starts_with("upper") ? tr("Upper body: ")
                                     : tr("Lower body: ");
}

// Its file's name, which asks for another one, and the way back.
void ClothingRow::texture(const std::string& type, const std::string& slot) {
  std::filesystem::path file;
  for (const auto& item : workspace_.document.clothing.worn())
    if (const auto found = item.textures.find(slot); item.type == type && found != item.textures.end())
      file = found->second.file;
  ImGui::PushID(slot.c_str());
  const float clear = ImGui::GetFrameHeight(), gap = px(4.0f);
  const float room = ImGui::GetContentRegionAvail().x - (file.empty() ? 0.0f : clear + gap);
  const std::string label =
      slot_label(type, slot) + (file.empty() ? std::string(tr("Texture...")) : file.filename().string());
  const float inner = room - 2.0f * ImGui::GetStyle().FramePadding.x;
  if (ImGui::Button((cut_in_the_middle(label, inner) + "###texture").c_str(), {room, 0.0f}))
    files_.ask_for_texture(slot);
  if (ImGui::IsItemHovered())
    show_tooltip(file.empty() ? tr("A .tga, .png or .jpg")
                              : tr("{}\nIt is shown again whenever it is saved.", file.string()));
  if (!file.empty()) {
    ImGui::SameLine(0.0f, gap);
    if (ImGui::Button("\u2715", {clear, 0.0f})) (void)workspace_.document.clothing.set_texture(slot, {});
    if (ImGui::IsItemHovered()) show_tooltip(tr("Without it again"));
  }
  ImGui::PopID();
}

}  // namespace mannequin::preview
