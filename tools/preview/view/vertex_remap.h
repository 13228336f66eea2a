// The place of each vertex of a worn mesh in its drawable: as OpenGL's skinner sorts them, or in the mesh's
// own order if OpenGL does not skin.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/skinning/gl/gl_skinner.h"

namespace mannequin::preview {

class VertexRemaps {
 public:
  // Null if there is none.
  explicit VertexRemaps(std::unique_ptr<GlSkinner> skinner) : skinner_(std::move(skinner)) {}

  GlSkinner* skinner() const { return skinner_.get(); }
  Result<MeshId> add(const Mesh& mesh, const Skin& skin);
  void remove(MeshId mesh);
  // By vertex; valid while the mesh exists.
  Result<std::span<const std::uint32_t>> of(MeshId mesh) const;

 private:
  std::unique_ptr<GlSkinner> skinner_;
  std::map<MeshId, std::vector<std::uint32_t>> own_order_;  // without a skinner
  MeshId next_ = 1;
};

}  // namespace mannequin::preview
