// Skinning by another backend than OpenGL, and handing the vertices over for drawing.
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
  // Skins meshes whose palettes are made, and waits for it.
  Status skin(std::span<const DrawnMesh> meshes);
  // Copies what came out to buffers of OpenGL, in the order in which the drawables have it, and lets them
  // show it.
  Status show(std::span<const DrawnMesh> meshes);
  // One of the meshes that were skinned last.
  Status read_back(const DeviceMesh& mesh, std::span<SkinnedVertex> out);

 private:
  struct Entry {
    MeshId id = 0;         // on this skinner
    bool ordered = false;  // it sorts the vertices as they are drawn
    GlBuffer vertices;
  };
  void forget_others(std::span<const DrawnMesh> meshes);
  // Whether the results of a mesh of this skinner lie in this order.
  bool lies_in_order(MeshId id, std::span<const std::uint32_t> remap) const;
  // A mesh's positions, then its normals, by place of the drawable.
  Status by_place(const DrawnMesh& mesh, std::vector<Vec3f>& out);

  std::shared_ptr<Skinner> skinner_;
  CpuSkinner* processor_;           // the same, if it is one
  std::map<MeshId, Entry> meshes_;  // by the ids of the device meshes
};

}  // namespace mannequin::preview
