// Skinning by a backend other than OpenGL, and uploading the vertices for drawing.
#pragma once

#include <map>
#include <memory>
#include <span>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "tools/preview/view/device_mesh.h"

namespace mannequin::preview {

class SkinnerUpload {
 public:
  explicit SkinnerUpload(std::shared_ptr<Skinner> skinner)
      : skinner_(std::move(skinner)), processor_(dynamic_cast<CpuSkinner*>(skinner_.get())) {}
  ~SkinnerUpload();
  SkinnerUpload(const SkinnerUpload&) = delete;
  SkinnerUpload& operator=(const SkinnerUpload&) = delete;

  std::string backend() const { return skinner_->backend(); }
  // Skins meshes whose palettes are ready, and waits for the result.
  Status skin(std::span<const DrawnMesh> meshes);
  // Copies the result to OpenGL buffers, in the
  // drawables' order, and lets them show it.
  Status show(std::span<const DrawnMesh> meshes);
  // One of the meshes last skinned.
  Status read_back(const DeviceMesh& mesh, std::span<SkinnedVertex> out);

 private:
  struct Entry {
    MeshId id = 0;         // on this skinner
    bool ordered = false;  // it sorts the vertices in drawing order
    GlBuffer vertices;
  };
  void forget_others(std::span<const DrawnMesh> meshes);
  // Whether this skinner's results for a mesh are in this order.
  bool lies_in_order(MeshId id, std::span<const std::uint32_t> remap) const;
  // A mesh's positions, then its normals, by the drawable's places.
  Status by_place(const DrawnMesh& mesh, std::vector<Vec3f>& out);

  std::shared_ptr<Skinner> skinner_;
  CpuSkinner* processor_;           // the same skinner, if it is a CpuSkinner
  std::map<MeshId, Entry> meshes_;  // by the ids of the device meshes
};

}  // namespace mannequin::preview
