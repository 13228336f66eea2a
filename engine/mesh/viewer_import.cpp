#include "engine/mesh/viewer_import.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <tuple>

namespace mannequin {
namespace {

constexpr float kShortAxis = 1e-5f;
constexpr float kSamePosition = 1e-5f;

// Finds the first of a set of positions, in (x, y, z) order, that is closer than kSamePosition to a given
// one.
class NearPositions {
 public:
  NearPositions(std::span<const Vec3f> positions, std::span<const std::uint32_t> source_indices)
      : positions_(positions) {
    for (std::uint32_t v = 0; v < positions.size(); ++v) order_.push_back(v);
    const auto place = [&](std::uint32_t v) {
      return std::tuple(positions[v].x, positions[v].y, positions[v].z);
    };
    // Equal positions: the last one in the file comes first and hides the others.
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (place(a) != place(b)) return place(a) < place(b);
      return source_indices[a] > source_indices[b];
    });
    for (std::uint32_t rank = 0; rank < order_.size(); ++rank)
      cells_.emplace_back(cell(positions[order_[rank]]), rank);
    std::sort(cells_.begin(), cells_.end());
  }

  std::uint32_t first_near(std::uint32_t vertex) const {
    const Vec3f& p = positions_[vertex];
    const Cell low = cell(p - kSamePosition), high = cell(p + kSamePosition);
    std::uint32_t best = static_cast<std::uint32_t>(order_.size());
    for (int x = std::get<0>(low); x <= std::get<0>(high); ++x)
      for (int y = std::get<1>(low); y <= std::get<1>(high); ++y)
        for (int z = std::get<2>(low); z <= std::get<2>(high); ++z)
          best = std::min(best, first_near(p, {x, y, z}, best));
    return best < order_.size() ? order_[best] : vertex;
  }

 private:
  using Cell = std::tuple<int, int, int>;

  // Wide enough that most searches visit one cell, narrow enough that it holds few positions.
  static Cell cell(const Vec3f& p) {
    const glm::ivec3 c(glm::floor(p * 10000.0f));
    return {c.x, c.y, c.z};
  }

  std::uint32_t first_near(const Vec3f& p, const Cell& cell, std::uint32_t end) const {
    auto entry = std::lower_bound(cells_.begin(), cells_.end(), std::pair(cell, 0u));
    for (; entry != cells_.end() && entry->first == cell && entry->second < end; ++entry)
      if (glm::length(positions_[order_[entry->second]] - p) < kSamePosition) return entry->second;
    return end;
  }

  std::span<const Vec3f> positions_;
  std::vector<std::uint32_t> order_;  // vertices by position
  std::vector<std::pair<Cell, std::uint32_t>> cells_;
};

}  // namespace

ViewerImport make_viewer_import(const Mesh& mesh) {
  ViewerImport import;
  Vec3f low = mesh.positions().front(), high = low;
  for (const Vec3f& position : mesh.positions()) {
    low = glm::min(low, position);
    high = glm::max(high, position);
  }
  // In float32 and in this order, as in the viewer: the numbers must be bit-identical.
  const Vec3f centre = (low + high) * -0.5f;
  Vec3f size = high - low, scale;
  for (int axis = 0; axis < 3; ++axis) {
    if (size[axis] < kShortAxis) size[axis] = 1.0f;
    scale[axis] = 1.0f / size[axis];
    import.scale[axis] = 1.0f / scale[axis];
    import.translation[axis] = -centre[axis];
  }
  for (const Vec3f& position : mesh.positions()) import.positions.push_back((position + centre) * scale);
  for (const Vec3f& normal : mesh.normals()) {
    const Vec3f scaled = normal * size;
    const float length = glm::length(scaled);
    import.normals.push_back(length > 0.0f ? scaled / length : normal);
  }
  return import;
}

ViewerImport make_viewer_import(const Mesh& mesh, const Skin& skin) {
  ViewerImport import = make_viewer_import(mesh);
  const Mat4 mesh_from_unit =
      glm::scale(glm::translate(Mat4(1.0), Vec3(import.translation)), Vec3(import.scale));
  import.bind_shape = skin.bind_shape() * mesh_from_unit;
  import.orientation = bind_orientation(import.bind_shape);
  const NearPositions near(import.positions, mesh.source_indices());
  std::vector<bool> unbound(mesh.vertex_count(), false);
  for (const std::uint32_t v : skin.unbound_vertices()) unbound[v] = true;
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v) {
    const std::uint32_t found = near.first_near(v);
    import.influences.push_back(unbound[found] ? VertexInfluences{} : skin.influences()[found]);
  }
  return import;
}

std::vector<OffsetJoint> offset_joints(const Skin& skin, const Skeleton& skeleton) {
  std::vector<OffsetJoint> offsets;
  for (std::size_t slot = 0; slot < skin.desc().joint_positions.size(); ++slot) {
    const auto& position = skin.desc().joint_positions[slot];
    const JointIndex joint = skin.joints()[slot];
    if (!position || !is_joint_offset(skeleton[joint], *position)) continue;
    const Vec3f distance = Vec3f(*position) - Vec3f(skeleton[joint].default_position);
    offsets.push_back({joint, glm::length(distance)});
  }
  return offsets;
}

}  // namespace mannequin
