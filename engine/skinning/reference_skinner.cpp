// The reference with the interface of the fast backends.
#include <map>

#include "engine/skinning/reference.h"
#include "engine/skinning/skin_checks.h"
#include "engine/skinning/skinner.h"

namespace mannequin {
namespace {

template <typename T>
std::vector<T> copy(std::span<const T> from) {
  return {from.begin(), from.end()};
}

class ReferenceSkinner final : public Skinner {
 public:
  std::string backend() const override { return "reference"; }
  std::string device() const override { return "double precision"; }

  Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) override {
    const MeshId id = next_id_++;
    meshes_.emplace(
        id, Entry{skin.bind_shape(), copy(mesh.positions()), copy(mesh.normals()), copy(mesh.tangents()),
                  copy(skin.influences()), copy(mesh.morphs()), skin.palette_size()});
    return id;
  }

  void remove_mesh(MeshId mesh) override { meshes_.erase(mesh); }

  Status skin(std::span<const SkinJob> jobs) override {
    if (auto status = check_distinct(jobs); !status) return status;
    for (const SkinJob& job : jobs) {
      const auto found = meshes_.find(job.mesh);
      if (found == meshes_.end()) return unknown_mesh(job.mesh);
      const Entry& entry = found->second;
      if (auto status = check_job(job, entry.palette_size, entry.morphs.size()); !status) return status;
    }
    for (const SkinJob& job : jobs) skin_job(job, meshes_.at(job.mesh));
    return {};
  }

  Status read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) override {
    const auto found = meshes_.find(mesh);
    if (found == meshes_.end()) return unknown_mesh(mesh);
    const Entry& entry = found->second;
    const std::size_t count = entry.positions.size();
    const auto instances = static_cast<std::uint32_t>(entry.skinned.size() / count);
    if (auto status = check_read_back(count, instances, instance, out.size()); !status) return status;
    for (std::size_t v = 0; v < count; ++v) {
      const ReferenceVertex& vertex = entry.skinned[instance * count + v];
      out[v] = {Vec3f(vertex.position), Vec3f(vertex.normal), Vec3f(vertex.tangent)};
    }
    return {};
  }

  Status finish() override { return {}; }

  Result<MeshBytes> bytes(MeshId mesh) const override {
    const auto found = meshes_.find(mesh);
    if (found == meshes_.end()) return unknown_mesh(mesh);
    const Entry& entry = found->second;
    const std::size_t count = entry.positions.size();
    std::size_t morphs = 0;
    for (const MorphTarget& morph : entry.morphs)
      morphs += morph.vertices.size() * (sizeof(std::uint32_t) + sizeof(Vec3f)) +
                morph.normals.size() * sizeof(Vec3f);
    return MeshBytes{count * (2 * sizeof(Vec3f) + sizeof(VertexInfluences)) +
                         entry.tangents.size() * sizeof(Vec4f) + morphs,
                     count * sizeof(ReferenceVertex) + entry.palette_size * sizeof(Mat4)};
  }

 private:
  struct Entry {
    Mat4 bind_shape;
    std::vector<Vec3f> positions, normals;
    std::vector<Vec4f> tangents;
    std::vector<VertexInfluences> influences;
    std::vector<MorphTarget> morphs;
    std::size_t palette_size = 0;
    std::vector<ReferenceVertex> skinned;  // instance-major

    ReferenceInput input() const {
      ReferenceInput input;
      input.bind_shape = bind_shape;
      input.positions = positions;
      input.normals = normals;
      input.tangents = tangents;
      input.influences = influences;
      input.morphs = morphs;
      return input;
    }
  };

  static void skin_job(const SkinJob& job, Entry& entry) {
    const std::size_t count = entry.positions.size(),
                      morphs = job.morph_weights.empty() ? 0 : entry.morphs.size();
    entry.skinned.resize(count * job.instances);
    std::vector<Mat4> palette(entry.palette_size);
    for (std::uint32_t i = 0; i < job.instances; ++i) {
      for (std::size_t slot = 0; slot < palette.size(); ++slot) {
        // Rows become columns; the last row of an affine matrix is always 0 0 0 1.
        const Mat34& rows = job.palettes[i * palette.size() + slot];
        palette[slot] =
            glm::transpose(Mat4(Vec4(rows[0]), Vec4(rows[1]), Vec4(rows[2]), Vec4(0.0, 0.0, 0.0, 1.0)));
      }
      skin_reference(entry.input(), palette, job.morph_weights.subspan(i * morphs, morphs),
                     std::span(entry.skinned).subspan(i * count, count));
    }
  }

  std::map<MeshId, Entry> meshes_;
  MeshId next_id_ = 1;
};

}  // namespace

std::unique_ptr<Skinner> make_reference_skinner() { return std::make_unique<ReferenceSkinner>(); }

}  // namespace mannequin
