#include "tools/preview/session/skinner_upload.h"

#include <algorithm>

namespace mannequin::preview {

SkinnerUpload::~SkinnerUpload() { forget_others({}); }

void SkinnerUpload::forget_others(std::span<WornMesh* const> meshes) {
  std::erase_if(meshes_, [&](const auto& kept) {
    const bool gone =
        std::ranges::none_of(meshes, [&](const WornMesh* mesh) { return mesh->device == kept.first; });
    if (gone) skinner_->remove_mesh(kept.second.id);
    return gone;
  });
}

Status SkinnerUpload::skin(std::span<WornMesh* const> meshes) {
  forget_others(meshes);
  std::vector<SkinJob> jobs;
  for (WornMesh* mesh : meshes) {
    if (!meshes_.contains(mesh->device)) {
      const auto id = skinner_->add_mesh(mesh->mesh, mesh->skin);
      if (!id) return error_of(id);
      meshes_[mesh->device].id = *id;
    }
    jobs.push_back({meshes_[mesh->device].id, mesh->palette, 1, mesh->morph_weights});
  }
  if (auto status = skinner_->skin(jobs); !status) return status;
  return skinner_->finish();
}

bool SkinnerUpload::lies_in_order(MeshId id, std::span<const std::uint32_t> remap) const {
  if (processor_ == nullptr) return false;
  const auto results = processor_->results(id);
  return results && results->layout.format == VertexFormat::full && std::ranges::equal(results->remap, remap);
}

Status SkinnerUpload::by_place(const WornMesh& mesh, std::span<const std::uint32_t> remap,
                               std::vector<Vec3f>& out) {
  std::vector<SkinnedVertex> vertices(mesh.mesh.vertex_count());
  if (auto status = read_back(mesh, vertices); !status) return status;
  const std::size_t place_count = mesh.drawable.place_count();
  out.resize(2 * place_count);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    out[remap[v]] = vertices[v].position;
    out[place_count + remap[v]] = vertices[v].normal;
  }
  return {};
}

Status SkinnerUpload::show(std::span<WornMesh* const> meshes, const VertexRemaps& order) {
  std::vector<Vec3f> sorted;
  for (WornMesh* mesh : meshes) {
    Entry& entry = meshes_[mesh->device];
    const auto remap = order.of(mesh->device);
    if (!remap) return error_of(remap);
    if (!entry.vertices) entry.ordered = lies_in_order(entry.id, *remap);
    // The processor's results most often lie as they are drawn, and are taken as they lie.
    std::span<const std::byte> bytes;
    std::size_t normals = 0;
    if (entry.ordered) {
      const auto results = processor_->results(entry.id);
      if (!results) return error_of(results);
      bytes = {results->data, results->layout.tangent_offset()};
      normals = results->layout.normal_offset();
    } else {
      if (auto status = by_place(*mesh, *remap, sorted); !status) return status;
      bytes = std::as_bytes(std::span(sorted));
      normals = bytes.size() / 2;
    }
    if (!entry.vertices) {
      auto made = GlBuffer::create(bytes.size(), nullptr, GL_DYNAMIC_STORAGE_BIT, "skinned vertices");
      if (!made) return error_of(made);
      entry.vertices = std::move(*made);
    }
    glNamedBufferSubData(entry.vertices.id(), 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    mesh->drawable.set_skinned({entry.vertices.id(), 0, static_cast<GLintptr>(normals)});
  }
  return {};
}

Status SkinnerUpload::read_back(const WornMesh& mesh, std::span<SkinnedVertex> out) {
  return skinner_->read_back(meshes_[mesh.device].id, 0, out);
}

}  // namespace mannequin::preview
