#include "tools/preview/panels/worn/baked_faces.h"

#include <algorithm>
#include <set>
#include <string>

#include "tools/document/baked_face.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/list_choice.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

std::string plain_region(std::string_view region) {
  std::string plain(region);
  std::ranges::replace(plain, '_', ' ');
  if (plain.starts_with("left")) plain.insert(4, " ");
  return plain.empty() ? tr("its own look") : tr(plain);
}

// Without the ending that exporters give to each of them.
std::string plain_face(const std::string& material) {
  constexpr std::string_view kEnding = "-material";
  if (material.empty()) return tr("face");
  return material.ends_with(kEnding) && material.size() > kEnding.size()
             ? material.substr(0, material.size() - kEnding.size())
             : material;
}

}  // namespace

void BakedFaces::draw(const WornFile& file, std::size_t index) {
  // Long lists are those of scenes, whose faces show no bakes.
  constexpr std::size_t kMost = 16;
  std::set<std::string> seen;
  if (!file.meshes.empty()) ImGui::TextDisabled("%s", tr("Faces show (Bakes on Mesh):"));
  for (const auto& mesh : file.meshes) {
    const std::vector<std::string> shown = document::shown_regions(file, *mesh);
    for (std::size_t m = 0; m < shown.size() && seen.size() < kMost; ++m) {
      const std::string& material = mesh->mesh.materials()[m].name;
      if (!seen.insert(material).second) continue;
      ImGui::PushID(material.c_str());
      const float room = ImGui::GetContentRegionAvail().x, name = 0.48f * room;
      ImGui::AlignTextToFramePadding();
      cut_name(plain_face(material), name - px(6.0f));
      ImGui::SameLine(ImGui::GetCursorPosX() + name);
      ImGui::SetNextItemWidth(room - name);
      if (ImGui::BeginCombo("##region", plain_region(shown[m]).c_str())) {
        const auto choose = [&](std::string_view region) {
          if (list_choice(plain_region(region), shown[m] == region))
            workspace_.document.wardrobe.show_region(index, material, std::string(region));
        };
        choose("");
        for (const std::string_view region : region_names()) choose(region);
        if (file.file && file.file->is_builtin) choose(document::kOwnBodyRegion);
        ImGui::EndCombo();
      }
      if (ImGui::IsItemHovered())
        show_tooltip(
            tr("Bakes on Mesh: the region of painted skin and clothing that this face shows.\n"
               "A material named BAKED_UPPER, BAKED_HEAD ... shows it by itself."));
      ImGui::PopID();
    }
  }
}

}  // namespace mannequin::preview
