#include "tools/preview/view/skinner_upload.h"

#include <algorithm>

namespace mannequin::preview {

SkinnerUpload::~SkinnerUpload() { forget_others({}); }

void SkinnerUpload::forget_others(std::span<const DrawnMesh> meshes) {
  std::erase_if(meshes_, [&](const auto& kept) {
    const bool gone = std::ranges::none_of(
        meshes, [&](const DrawnMesh& drawn) { return drawn.device->id() == kept.first; });
    if (gone) skinner_->remove_mesh(kept.second.id);
    return gone;
  });
}

Status SkinnerUpload::skin(std::span<const DrawnMesh> meshes) {
  forget_others(meshes);
  std::vector<SkinJob> jobs;
  for (const auto& [mesh, device] : meshes) {
    if (!meshes_.contains(device->id())) {
      const auto id = skinner_->add_mesh(mesh->mesh, mesh->skin);
      if (!id) return error_of(id);
      meshes_[device->id()].id = *id;
    }
    jobs.push_back({meshes_[device->id()].id, mesh->palette, 1, mesh->morph_weights});
  }
  if (auto status = skinner_->skin(jobs); !status) return status;
  return skinner_->finish();
}

bool SkinnerUpload::lies_in_order(MeshId id, std::span<const std::uint32_t> remap) const {
  if (processor_ == nullptr) return false;
  const auto results = processor_->results(id);
  return results && results->layout.format == VertexFormat::full && std::ranges::equal(results->remap, remap);
}

Status SkinnerUpload::by_place(const DrawnMesh& drawn, std::vector<Vec3f>& out) {
  std::vector<SkinnedVertex> vertices(drawn.mesh->mesh.vertex_count());
  if (auto status = read_back(*drawn.device, vertices); !status) return status;
  const std::size_t place_count = drawn.device->drawable().place_count();
  const std::span<const std::uint32_t> remap = drawn.device->remap();
  out.resize(2 * place_count);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    out[remap[v]] = vertices[v].position;
    out[place_count + remap[v]] = vertices[v].normal;
  }
  return {};
}

Status SkinnerUpload::show(std::span<const DrawnMesh> meshes) {
  std::vector<Vec3f> sorted;
  for (const DrawnMesh& drawn : meshes) {
    Entry& entry = meshes_[drawn.device->id()];
    if (!entry.vertices) entry.ordered = lies_in_order(entry.id, drawn.device->remap());
    // The CPU's results are usually in drawing order already, and can be used as they are.
    std::span<const std::byte> bytes;
    std::size_t normals = 0;
    if (entry.ordered) {
      const auto results = processor_->results(entry.id);
      if (!results) return error_of(results);
      bytes = {results->data, results->layout.tangent_offset()};
      normals = results->layout.normal_offset();
    } else {
      if (auto status = by_place(drawn, sorted); !status) return status;
      bytes = std::as_bytes(std::span(sorted));
      normals = bytes.size() / 2;
    }
    if (!entry.vertices) {
      auto made = GlBuffer::create(bytes.size(), nullptr, GL_DYNAMIC_STORAGE_BIT, "skinned vertices");
      if (!made) return error_of(made);
      entry.vertices = std::move(*made);
    }
    glNamedBufferSubData(entry.vertices.id(), 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    drawn.device->drawable().set_skinned({entry.vertices.id(), 0, static_cast<GLintptr>(normals)});
  }
  return {};
}

Status SkinnerUpload::read_back(const DeviceMesh& mesh, std::span<SkinnedVertex> out) {
  return skinner_->read_back(meshes_[mesh.id()].id, 0, out);
}

}  // namespace mannequin::preview
