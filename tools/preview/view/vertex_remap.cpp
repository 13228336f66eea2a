#include "tools/preview/view/vertex_remap.h"

#include <fmt/format.h>

#include <numeric>

namespace mannequin::preview {

Result<MeshId> VertexRemaps::add(const Mesh& mesh, const Skin& skin) {
  if (skinner_) return skinner_->add_mesh(mesh, skin);
  std::vector<std::uint32_t>& order = own_order_[next_];
  order.resize(mesh.vertex_count());
  std::iota(order.begin(), order.end(), 0u);
  return next_++;
}

void VertexRemaps::remove(MeshId mesh) {
  if (skinner_)
    skinner_->remove_mesh(mesh);
  else
    own_order_.erase(mesh);
}

Result<std::span<const std::uint32_t>> VertexRemaps::of(MeshId mesh) const {
  if (skinner_) return skinner_->remap(mesh);
  const auto found = own_order_.find(mesh);
  if (found == own_order_.end())
    return fail(ErrorCode::bad_argument, fmt::format("mesh {}", mesh), "There is none of this number.");
  return std::span<const std::uint32_t>(found->second);
}

}  // namespace mannequin::preview
