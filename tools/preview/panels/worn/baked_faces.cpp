#include "tools/preview/panels/worn/baked_faces.h"

#include <algorithm>
#include <set>
#include <string>

#include "tools/document/baked_face.h"

namespace mannequin::preview {
namespace {

std::string plain_region(std::string_view region) {
  std::string plain(region);
  std::ranges::replace(plain, '_', ' ');
  return plain.empty() ? "its own look" : plain;
}

}  // namespace

void BakedFaces::draw(const WornFile& file, std::size_t index) {
  // Long lists are those of scenes, whose faces show no bakes.
  constexpr std::size_t kMost = 16;
  std::set<std::string> seen;
  for (const auto& mesh : file.meshes) {
    const std::vector<std::string> shown = document::shown_regions(file, *mesh);
    for (std::size_t m = 0; m < shown.size() && seen.size() < kMost; ++m) {
      const std::string& material = mesh->mesh.materials()[m].name;
      if (!seen.insert(material).second) continue;
      ImGui::PushID(material.c_str());
      ImGui::SetNextItemWidth(px(120.0f));
      if (ImGui::BeginCombo(material.empty() ? "face" : material.c_str(), plain_region(shown[m]).c_str())) {
        const auto choose = [&](std::string_view region) {
          if (ImGui::Selectable(plain_region(region).c_str(), shown[m] == region))
            workspace_.document.wardrobe.show_region(index, material, std::string(region));
        };
        choose("");
        for (const std::string_view region : document::baked_regions()) choose(region);
        if (file.file && file.file->is_builtin) choose(document::kOwnBodyRegion);
        ImGui::EndCombo();
      }
      if (ImGui::IsItemHovered())
        ImGui::SetTooltip(
            "Bakes on Mesh: the region of painted skin and clothing that this face shows.\n"
            "A material named BAKED_UPPER, BAKED_HEAD ... shows it by itself.");
      ImGui::PopID();
    }
  }
}

}  // namespace mannequin::preview
