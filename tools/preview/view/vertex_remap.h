// Which vertex of a worn mesh lies where in what it is drawn from: as OpenGL's skinner sorts them, or in the
// mesh's own order where OpenGL skins nothing.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/skinning/gl/gl_skinner.h"

namespace mannequin::preview {

class VertexRemaps {
 public:
  // Null where there is none.
  explicit VertexRemaps(std::unique_ptr<GlSkinner> skinner) : skinner_(std::move(skinner)) {}

  GlSkinner* skinner() const { return skinner_.get(); }
  Result<MeshId> add(const Mesh& mesh, const Skin& skin);
  void remove(MeshId mesh);
  // By vertex; they live as long as the mesh is there.
  Result<std::span<const std::uint32_t>> of(MeshId mesh) const;

 private:
  std::unique_ptr<GlSkinner> skinner_;
  std::map<MeshId, std::vector<std::uint32_t>> own_order_;  // without a skinner
  MeshId next_ = 1;
};

}  // namespace mannequin::preview
