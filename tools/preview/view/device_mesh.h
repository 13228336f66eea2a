// A worn mesh on the graphics card.
#pragma once

#include <map>
#include <memory>

#include "tools/document/worn_file.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/render/mesh_drawable.h"
#include "tools/preview/view/vertex_remap.h"

namespace mannequin::preview {

// The same image on several meshes is one texture.
using TextureCache = std::map<const io::Image*, std::weak_ptr<const GlTexture>>;

class DeviceMesh {
 public:
  // Adds it to the skinner of `remaps`, without its textures. Fails as the skinner and OpenGL do.
  static Result<std::unique_ptr<DeviceMesh>> create(std::shared_ptr<const WornGeometry> geometry,
                                                    const std::shared_ptr<VertexRemaps>& remaps);
  ~DeviceMesh() { remaps_->remove(id_); }  // needs a current context
  DeviceMesh(const DeviceMesh&) = delete;
  DeviceMesh& operator=(const DeviceMesh&) = delete;

  // Adds the mesh's textures to `textures` as soon as they are there. Those that cannot be made are left out,
  // and told of in `errors`. True if something changed.
  bool follow_textures(TextureCache& textures, std::vector<Error>& errors);

  MeshId id() const { return id_; }  // unique among those of its VertexRemaps
  std::span<const std::uint32_t> remap() const { return *remaps_->of(id_); }
  MeshDrawable& drawable() { return *drawable_; }
  const MeshDrawable& drawable() const { return *drawable_; }

 private:
  DeviceMesh(std::shared_ptr<const WornGeometry> geometry, std::shared_ptr<VertexRemaps> remaps, MeshId id)
      : geometry_(std::move(geometry)), remaps_(std::move(remaps)), id_(id) {}
  Status set_textures(TextureCache& textures, std::vector<Error>& errors);

  std::shared_ptr<const WornGeometry> geometry_;  // kept, so that its address is nobody else's
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
