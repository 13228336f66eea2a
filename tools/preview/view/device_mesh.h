// A worn mesh on the GPU.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "tools/document/worn_file.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/render/mesh_drawable.h"
#include "tools/preview/view/vertex_remap.h"

namespace mannequin::preview {

// An image used by several meshes becomes one texture.
using TextureCache = std::map<const io::Image*, std::weak_ptr<const GlTexture>>;

class DeviceMesh {
 public:
  // Adds it to the skinner of `remaps`, without its textures. Fails as the skinner and OpenGL do.
  static Result<std::unique_ptr<DeviceMesh>> create(std::shared_ptr<const WornGeometry> geometry,
                                                    const std::shared_ptr<VertexRemaps>& remaps);
  ~DeviceMesh() { remaps_->remove(id_); }  // needs a current context
  DeviceMesh(const DeviceMesh&) = delete;
  DeviceMesh& operator=(const DeviceMesh&) = delete;

  // Adds the mesh's textures to `textures` once they are available. Leaves out those that cannot be made, and
  // reports them in `errors`. True if something changed.
  bool follow_textures(TextureCache& textures, std::vector<Error>& errors);

  // Shows what is painted on the avatar on faces of this material; null: their own look. Fails as OpenGL
  // does.
  Status show_baked(std::uint32_t material, const std::shared_ptr<const GlTexture>& texture,
                    bool see_through);

  // Colours chosen for materials, by name; others have their own.
  void show_colors(const std::map<std::string, Vec3f>& colors);

  MeshId id() const { return id_; }  // unique among those of its VertexRemaps
  std::span<const std::uint32_t> remap() const { return *remaps_->of(id_); }
  MeshDrawable& drawable() { return *drawable_; }
  const MeshDrawable& drawable() const { return *drawable_; }

 private:
  DeviceMesh(std::shared_ptr<const WornGeometry> geometry, std::shared_ptr<VertexRemaps> remaps, MeshId id)
      : geometry_(std::move(geometry)), remaps_(std::move(remaps)), id_(id) {}
  Status place_textures();
  Status set_textures(TextureCache& textures, std::vector<Error>& errors);

  std::shared_ptr<const WornGeometry> geometry_;  // kept alive, so that its address is not reused
  std::shared_ptr<VertexRemaps> remaps_;
  MeshId id_;
  std::optional<MeshDrawable> drawable_;
  bool textured_ = false;
};

// A mesh as an avatar wears it, and where it is on the device.
struct DrawnMesh {
  const WornMesh* mesh = nullptr;
  DeviceMesh* device = nullptr;
};

}  // namespace mannequin::preview
