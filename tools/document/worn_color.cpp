#include "tools/document/worn_color.h"

#include <algorithm>
#include <array>

namespace mannequin::document {

// After Okabe and Ito 2008, "Color Universal Design", without black.
std::span<const Vec3f> worn_colors() {
  static const std::array kColors = {Vec3f(0.093f, 0.456f, 0.815f),  // sky blue
                                     Vec3f(0.791f, 0.347f, 0.0f),    // orange
                                     Vec3f(0.0f, 0.342f, 0.171f),    // bluish green
                                     Vec3f(0.871f, 0.776f, 0.054f),  // yellow
                                     Vec3f(0.604f, 0.191f, 0.386f),  // reddish purple
                                     Vec3f(0.0f, 0.168f, 0.445f),    // blue
                                     Vec3f(0.665f, 0.112f, 0.0f)};   // vermilion
  return kColors;
}

Vec3f next_worn_color(std::span<const Vec3f> taken) {
  return *std::ranges::min_element(worn_colors(), std::ranges::less(),
                                   [&](const Vec3f& color) { return std::ranges::count(taken, color); });
}

bool has_plain_colors(const WornFile& worn) {
  return std::ranges::any_of(worn.meshes, [](const auto& mesh) {
    return std::ranges::any_of(mesh->mesh.materials(), [](const MaterialDesc& material) {
      const Vec4f& color = material.base_color;
      return std::max({color.r, color.g, color.b}) - std::min({color.r, color.g, color.b}) > 0.02f;
    });
  });
}

bool has_own_colors(const WornFile& worn) {
  if (worn.keeps_colors || worn.texture_work != nullptr || has_plain_colors(worn)) return true;
  return std::ranges::any_of(worn.meshes, [](const auto& mesh) {
    const WornLook& look = *mesh->geometry->look;
    return !look.vertex_colors.empty() || !look.textures.empty();
  });
}

}  // namespace mannequin::document
