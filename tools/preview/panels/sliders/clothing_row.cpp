#include "tools/preview/panels/sliders/clothing_row.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/core/lower_case.h"

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
  if (ImGui::Checkbox("worn", &worn)) {
    if (worn)
      clothing.wear(type);
    else
      clothing.take_off(type);
  }
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip(
        "Painted on the body, as system clothing is, and on faces that ask for Bakes on Mesh.\n"
        "Drop an asset (LLWearable) or an outfit (.json) on the window to wear that.");
  if (clothing.wears(type)) {
    tint(type);
    texture(type);
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
  if (ImGui::ColorEdit3("tint", color.data(), ImGuiColorEditFlags_NoInputs)) {
    // One drag over the colours is one step of undo.
    if (!tinting_) workspace_.document.sliders.begin(*parts[0]);
    tinting_ = true;
    for (std::size_t c = 0; c < parts.size(); ++c)
      workspace_.document.sliders.move(*parts[c], 100.0 * static_cast<double>(color[c]));
  } else if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    tinting_ = false;
  }
}

void ClothingRow::texture(const std::string& type) {
  ImGui::SetNextItemWidth(-1.0f);
  if (typing_ != type) path_[0] = '\0';
  const bool entered =
      ImGui::InputTextWithHint("##texture", "Texture: path of a .tga, .png or .jpg, or none", path_,
                               std::size(path_), ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemActive()) typing_ = type;
  if (entered) (void)workspace_.document.clothing.set_texture(type, path_);  // a message says why not
}

}  // namespace mannequin::preview
