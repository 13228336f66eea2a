#include "engine/io/collada/materials.h"

#include <algorithm>

#include "engine/io/collada/numbers.h"

namespace mannequin::io::collada {
namespace {

constexpr std::size_t kMaxPathBytes = 4096;

// The <newparam> of an effect's profile with that sid.
pugi::xml_node parameter(pugi::xml_node profile, std::string_view sid) {
  for (const auto found : profile.children("newparam"))
    if (found.attribute("sid").value() == sid) return found;
  return {};
}

std::string image_file(const Document& document, std::string_view id) {
  const auto words = read_names(document, document.find("image", id).child("init_from"));
  std::string path;
  for (const std::string& word : words) path += (path.empty() ? "" : " ") + word;
  constexpr std::string_view kFile = "file://";
  return shortened(path.starts_with(kFile) ? path.substr(kFile.size()) : path, kMaxPathBytes);
}

// texture="sampler" -> <sampler2D> -> <surface> -> <image>; some exporters name the image directly.
std::string texture_file(const Document& document, pugi::xml_node profile, std::string_view name) {
  const auto sampler = parameter(profile, name).child("sampler2D");
  const std::string_view surface = sampler.child("source").child_value();
  const std::string_view image =
      parameter(profile, surface).child("surface").child("init_from").child_value();
  for (const std::string_view id : {image, surface, name})
    if (!id.empty())
      if (std::string file = image_file(document, id); !file.empty()) return file;
  return {};
}

MaterialDesc read_effect(const Document& document, pugi::xml_node effect) {
  MaterialDesc material;
  const auto profile = effect.child("profile_COMMON");
  pugi::xml_node diffuse;
  for (const auto shading : profile.child("technique").children())
    if (const auto found = shading.child("diffuse")) diffuse = found;
  if (const auto color = diffuse.child("color")) {
    const auto numbers = read_floats(document, color);
    if (numbers && numbers->size() >= 3)
      material.base_color =
          Vec4f((*numbers)[0], (*numbers)[1], (*numbers)[2], numbers->size() > 3 ? (*numbers)[3] : 1.0f);
  }
  if (const auto texture = diffuse.child("texture")) {
    material.base_color = Vec4f(1.0f);
    material.texture = texture_file(document, profile, texture.attribute("texture").value());
  }
  return material;
}

}  // namespace

void Materials::bind(pugi::xml_node instance, std::span<MaterialDesc> materials) {
  std::unordered_map<std::string_view, MaterialDesc*> by_symbol;
  for (MaterialDesc& material : materials) by_symbol.emplace(material.name, &material);
  for (const auto bound :
       instance.child("bind_material").child("technique_common").children("instance_material")) {
    const auto found =
        by_symbol.find(shortened(clean_name(bound.attribute("symbol").value()), kMaxNameBytes));
    if (found == by_symbol.end()) continue;
    const auto material = document_.resolve(bound, "target", {"material"});
    if (!material) continue;
    const auto effect = document_.resolve(material->child("instance_effect"), "url", {"effect"});
    if (!effect) continue;
    const auto [known, is_new] = effects_.try_emplace(effect->internal_object());
    if (is_new) known->second = read_effect(document_, *effect);
    found->second->base_color = known->second.base_color;
    found->second->texture = known->second.texture;
  }
}

}  // namespace mannequin::io::collada
