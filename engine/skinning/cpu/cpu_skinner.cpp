// Skinning on the CPU in single precision: blend the 3x4 matrices first, then transform once.
#include <cmath>
#include <map>

#include "engine/skinning/bound_copy.h"
#include "engine/skinning/skinner.h"

namespace mannequin {
namespace {

struct PackedVertex {
  Vec3f position;
  Vec3f normal;
  VertexInfluences influences;
};

struct Entry {
  std::vector<PackedVertex> vertices;
  std::size_t palette_size = 0;
  std::vector<SkinnedVertex> skinned;  // instance-major
};

// The products are written out: their order, and so the last bit, is the same at every optimisation level.
SkinnedVertex skin_vertex(const PackedVertex& vertex, const Mat34* palette) {
  const VertexInfluences& influences = vertex.influences;
  Mat34 m = influences.weight[0] * palette[influences.joint[0]];
  for (std::size_t k = 1; k < kMaxInfluences; ++k) m += influences.weight[k] * palette[influences.joint[k]];
  const Vec3f& p = vertex.position;
  const Vec3f& n = vertex.normal;
  SkinnedVertex out;
  for (int r = 0; r < 3; ++r) {
    out.position[r] = m[r].x * p.x + m[r].y * p.y + m[r].z * p.z + m[r].w;
    out.normal[r] = m[r].x * n.x + m[r].y * n.y + m[r].z * n.z;
  }
  const float squared = glm::dot(out.normal, out.normal);
  out.normal *= squared > 0.0f ? 1.0f / std::sqrt(squared) : 0.0f;
  return out;
}

class CpuSkinner final : public Skinner {
 public:
  std::string backend() const override { return "cpu"; }
  std::string device() const override { return "scalar"; }

  Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) override {
    const BoundCopy bound = copy_bound(mesh, skin);
    Entry entry;
    entry.palette_size = bound.palette_size;
    entry.vertices.reserve(bound.vertices.size());
    for (const BoundVertex& v : bound.vertices)
      entry.vertices.push_back({Vec3f(v.position), Vec3f(v.normal), v.influences});
    const MeshId id = next_id_++;
    meshes_.emplace(id, std::move(entry));
    return id;
  }

  void remove_mesh(MeshId mesh) override { meshes_.erase(mesh); }

  Status skin(std::span<const SkinJob> jobs) override {
    for (const SkinJob& job : jobs) {
      const auto found = meshes_.find(job.mesh);
      if (found == meshes_.end()) return unknown_mesh(job.mesh);
      Entry& entry = found->second;
      if (auto status = check_palettes(job, entry.palette_size); !status) return status;
      entry.skinned.resize(entry.vertices.size() * job.instances);
      SkinnedVertex* out = entry.skinned.data();
      for (std::uint32_t i = 0; i < job.instances; ++i) {
        const Mat34* palette = job.palettes.data() + i * entry.palette_size;
        for (const PackedVertex& vertex : entry.vertices) *out++ = skin_vertex(vertex, palette);
      }
    }
    return {};
  }

  Status read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) override {
    const auto found = meshes_.find(mesh);
    if (found == meshes_.end()) return unknown_mesh(mesh);
    return copy_instance(found->second.skinned, found->second.vertices.size(), instance, out);
  }

 private:
  std::map<MeshId, Entry> meshes_;
  MeshId next_id_ = 1;
};

}  // namespace

std::unique_ptr<Skinner> make_cpu_skinner() { return std::make_unique<CpuSkinner>(); }

}  // namespace mannequin
