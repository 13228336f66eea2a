#include "tools/preview/session/hand_over.h"

#include <algorithm>

namespace mannequin::preview {

HandOver::~HandOver() { forget_others({}); }

void HandOver::forget_others(std::span<WornMesh* const> meshes) {
  std::erase_if(meshes_, [&](const auto& kept) {
    const bool gone =
        std::ranges::none_of(meshes, [&](const WornMesh* mesh) { return mesh->device == kept.first; });
    if (gone) skinner_->remove_mesh(kept.second.id);
    return gone;
  });
}

Status HandOver::skin(std::span<WornMesh* const> meshes) {
  forget_others(meshes);
  std::vector<SkinJob> jobs;
  for (WornMesh* mesh : meshes) {
    if (!meshes_.contains(mesh->device)) {
      const auto id = skinner_->add_mesh(mesh->mesh, mesh->skin);
      if (!id) return tl::make_unexpected(id.error());
      meshes_[mesh->device].id = *id;
    }
    jobs.push_back({meshes_[mesh->device].id, mesh->palette, 1, mesh->morph_weights});
  }
  if (auto status = skinner_->skin(jobs); !status) return status;
  return skinner_->finish();
}

Status HandOver::show(std::span<WornMesh* const> meshes, const MeshPlaces& order) {
  for (WornMesh* mesh : meshes) {
    std::vector<SkinnedVertex> vertices(mesh->mesh.vertex_count());
    if (auto status = read_back(*mesh, vertices); !status) return status;
    const auto places = order.of(mesh->device);
    if (!places) return tl::make_unexpected(places.error());
    const std::uint32_t place_count = mesh->drawable.place_count();
    std::vector<Vec3f> by_place(2 * std::size_t{place_count});  // positions, then normals
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      by_place[(*places)[v]] = vertices[v].position;
      by_place[place_count + (*places)[v]] = vertices[v].normal;
    }
    GlBuffer& buffer = meshes_[mesh->device].vertices;
    const std::span bytes = std::as_bytes(std::span(by_place));
    if (!buffer) {
      auto made = GlBuffer::create(bytes.size(), nullptr, GL_DYNAMIC_STORAGE_BIT, "skinned vertices");
      if (!made) return tl::make_unexpected(made.error());
      buffer = std::move(*made);
    }
    glNamedBufferSubData(buffer.id(), 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    mesh->drawable.set_skinned({buffer.id(), 0, static_cast<GLintptr>(place_count * sizeof(Vec3f))});
  }
  return {};
}

Status HandOver::read_back(const WornMesh& mesh, std::span<SkinnedVertex> out) {
  return skinner_->read_back(meshes_[mesh.device].id, 0, out);
}

}  // namespace mannequin::preview
