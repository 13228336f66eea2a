#include "tools/preview/view/device_mesh.h"

#include "tools/preview/render/enclosing.h"
#include "tools/preview/render/texture.h"

namespace mannequin::preview {

Result<std::unique_ptr<DeviceMesh>> DeviceMesh::create(std::shared_ptr<const WornGeometry> geometry,
                                                       const std::shared_ptr<VertexRemaps>& remaps) {
  const auto id = remaps->add(geometry->mesh, geometry->skin);
  if (!id) return error_of(id);
  std::unique_ptr<DeviceMesh> made(new DeviceMesh(std::move(geometry), remaps, *id));
  const WornGeometry& its = *made->geometry_;
  auto drawable = MeshDrawable::create(its.mesh, made->remap(), its.look->srgb_colors);
  if (!drawable) return error_of(drawable);
  made->drawable_.emplace(std::move(*drawable));
  made->drawable_->set_encloses_inside(encloses_inside(its.mesh, its.skin));
  if (!its.look->vertex_colors.empty())
    if (auto status = made->drawable_->set_vertex_colors(its.look->vertex_colors, made->remap()); !status)
      return error_of(status);
  return made;
}

bool DeviceMesh::follow_textures(TextureCache& textures, std::vector<Error>& errors) {
  if (textured_ || geometry_->look->textures.empty()) return false;
  textured_ = true;
  if (auto status = set_textures(textures, errors); !status) errors.push_back(status.error());
  return true;
}

Status DeviceMesh::place_textures() {
  if (drawable_->has_texture_coordinates()) return {};
  return drawable_->set_texture_coordinates(geometry_->mesh.uvs(), remap());
}

Status DeviceMesh::show_baked(std::uint32_t material, const std::shared_ptr<const GlTexture>& texture,
                              bool see_through) {
  if (texture != nullptr)
    if (auto status = place_textures(); !status) return status;
  drawable_->set_baked(material, texture, see_through);
  return {};
}

void DeviceMesh::show_colors(const std::map<std::string, Vec3f>& colors) {
  const auto materials = geometry_->mesh.materials();
  for (std::uint32_t material = 0; material < materials.size(); ++material) {
    const auto chosen = colors.find(materials[material].name);
    drawable_->set_color(material, chosen == colors.end() ? std::nullopt : std::optional(chosen->second));
  }
}

Status DeviceMesh::set_textures(TextureCache& textures, std::vector<Error>& errors) {
  // First, since a texture is drawn only where it lies.
  if (auto status = place_textures(); !status) return status;
  for (const MaterialTexture& each : geometry_->look->textures) {
    std::weak_ptr<const GlTexture>& known = textures[each.image.get()];
    std::shared_ptr<const GlTexture> texture = known.lock();
    if (texture == nullptr) {
      auto made = make_texture(*each.image, each.name);
      if (!made) {
        errors.push_back(made.error());
        continue;
      }
      texture = std::make_shared<const GlTexture>(std::move(*made));
      known = texture;
    }
    drawable_->set_texture(each.material, std::move(texture), each.see_through);
  }
  return {};
}

}  // namespace mannequin::preview
