#include "engine/mesh/normals.h"

#include <cmath>
#include <functional>
#include <unordered_map>

#include "engine/math/finite.h"

namespace mannequin {
namespace {

struct PositionHash {
  std::size_t operator()(const Vec3f& p) const {
    const std::hash<float> hash;  // equal for 0 and -0
    return (hash(p.x) * 31 + hash(p.y)) * 31 + hash(p.z);
  }
};

}  // namespace

std::size_t finish_normals(MeshDesc& mesh) {
  std::vector<std::uint32_t> missing;
  for (std::uint32_t v = 0; v < mesh.normals.size(); ++v) {
    const Vec3 normal(mesh.normals[v]);
    const double length = glm::length(normal);
    if (length > 1e-12) {
      mesh.normals[v] = Vec3f(normal / length);
    } else {
      missing.push_back(v);
    }
  }
  if (missing.empty()) return 0;
  std::unordered_map<Vec3f, Vec3, PositionHash> around;
  // NaN equals nothing, not even itself, and all NaNs would share one bucket.
  for (const std::uint32_t v : missing)
    if (is_finite(mesh.positions[v])) around.try_emplace(mesh.positions[v], Vec3(0.0));
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const Vec3f* p = mesh.positions.data();
    const Vec3 a(p[mesh.indices[i]]), b(p[mesh.indices[i + 1]]), c(p[mesh.indices[i + 2]]);
    const Vec3 area = glm::cross(b - a, c - a);  // of twice the triangle's area: weights by area
    for (std::size_t corner = 0; corner < 3; ++corner)
      if (const auto found = around.find(p[mesh.indices[i + corner]]); found != around.end())
        found->second += area;
  }
  for (const std::uint32_t v : missing) {
    const auto found = around.find(mesh.positions[v]);
    const Vec3 sum = found == around.end() ? Vec3(0.0) : found->second;
    const double length = glm::length(sum);
    mesh.normals[v] = length > 0.0 && std::isfinite(length) ? Vec3f(sum / length) : Vec3f(0.0f, 0.0f, 1.0f);
  }
  return missing.size();
}

}  // namespace mannequin
