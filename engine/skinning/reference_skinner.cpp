// The reference behind the interface that the fast backends share.
#include <map>

#include "engine/skinning/bound_copy.h"
#include "engine/skinning/skinner.h"

namespace mannequin {
namespace {

class ReferenceSkinner final : public Skinner {
 public:
  std::string backend() const override { return "reference"; }
  std::string device() const override { return "double precision"; }

  Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) override {
    const MeshId id = next_id_++;
    meshes_[id].bound = copy_bound(mesh, skin);
    return id;
  }

  void remove_mesh(MeshId mesh) override { meshes_.erase(mesh); }

  Status skin(std::span<const SkinJob> jobs) override {
    for (const SkinJob& job : jobs) {
      const auto found = meshes_.find(job.mesh);
      if (found == meshes_.end()) return unknown_mesh(job.mesh);
      if (auto status = check_palettes(job, found->second.bound.palette_size); !status) return status;
      skin_job(job, found->second);
    }
    return {};
  }

  Status read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) override {
    const auto found = meshes_.find(mesh);
    if (found == meshes_.end()) return unknown_mesh(mesh);
    return copy_instance(found->second.skinned, found->second.bound.vertices.size(), instance, out);
  }

 private:
  struct Entry {
    BoundCopy bound;
    std::vector<SkinnedVertex> skinned;
  };

  // Palettes come in single precision; the blend and the products are double, as in skin_reference.
  static void skin_job(const SkinJob& job, Entry& entry) {
    const BoundCopy& bound = entry.bound;
    entry.skinned.clear();
    entry.skinned.reserve(bound.vertices.size() * job.instances);
    for (std::uint32_t i = 0; i < job.instances; ++i) {
      const auto palette = job.palettes.subspan(i * bound.palette_size, bound.palette_size);
      for (const BoundVertex& vertex : bound.vertices) entry.skinned.push_back(skin_vertex(vertex, palette));
    }
  }

  static SkinnedVertex skin_vertex(const BoundVertex& vertex, std::span<const Mat34> palette) {
    glm::dmat3x4 world_from_bind(0.0);
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      world_from_bind += static_cast<double>(vertex.influences.weight[k]) *
                         glm::dmat3x4(palette[vertex.influences.joint[k]]);
    // Rows, so the matrix stands on the right of the vector.
    const Vec3 position = Vec4(vertex.position, 1.0) * world_from_bind;
    const Vec3 normal = Vec4(vertex.normal, 0.0) * world_from_bind;
    const double length = glm::length(normal);
    return {Vec3f(position), length > 0.0 ? Vec3f(normal / length) : Vec3f(0.0f)};
  }

  std::map<MeshId, Entry> meshes_;
  MeshId next_id_ = 1;
};

}  // namespace

std::unique_ptr<Skinner> make_reference_skinner() { return std::make_unique<ReferenceSkinner>(); }

}  // namespace mannequin
