#include "tools/preview/view/device_mesh.h"

#include "tools/preview/render/texture.h"

namespace mannequin::preview {

Result<std::unique_ptr<DeviceMesh>> DeviceMesh::create(std::shared_ptr<const WornGeometry> geometry,
                                                       const std::shared_ptr<VertexRemaps>& remaps,
                                                       TextureCache& textures, std::vector<Error>& errors) {
  const auto id = remaps->add(geometry->mesh, geometry->skin);
  if (!id) return error_of(id);
  std::unique_ptr<DeviceMesh> made(new DeviceMesh(std::move(geometry), remaps, *id));
  const WornGeometry& its = *made->geometry_;
  auto drawable = MeshDrawable::create(its.mesh, made->remap(), its.look.srgb_colors);
  if (!drawable) return error_of(drawable);
  made->drawable_.emplace(std::move(*drawable));
  if (auto status = made->set_look(its.look, textures, errors); !status) return error_of(status);
  return made;
}

Status DeviceMesh::set_look(const WornLook& look, TextureCache& textures, std::vector<Error>& errors) {
  bool textured = false;
  for (const MaterialTexture& each : look.textures) {
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
    textured = true;
    drawable_->set_texture(each.material, std::move(texture), each.see_through);
  }
  if (textured)
    if (auto status = drawable_->set_texture_coordinates(geometry_->mesh.uvs(), remap()); !status)
      return status;
  return look.vertex_colors.empty() ? Status{} : drawable_->set_vertex_colors(look.vertex_colors, remap());
}

}  // namespace mannequin::preview
