#include "tools/preview/session/vertex_at.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mannequin::preview {
namespace {

struct Sight {
  Vec3 from, along;
};

Sight line_of_sight(const Camera& camera, double aspect, double x, double y) {
  const double slope = std::tan(0.5 * Camera::kFieldOfView);
  const Vec3 aside = x * aspect * slope * camera.right() + y * slope * camera.up();
  // An orthographic eye sees what lies behind it, too.
  if (camera.orthographic)
    return {camera.target + camera.distance * aside - 20.0 * camera.forward(), camera.forward()};
  return {camera.position(), camera.forward() + aside};
}

// Where along the line it meets the triangle, with the weights of the second and third corner.
struct Hit {
  double along, b, c;
};
std::optional<Hit> meet(const Sight& sight, const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 e = q - p, f = r - p, n = glm::cross(sight.along, f);
  const double volume = glm::dot(e, n);
  if (std::abs(volume) < 1e-18) return std::nullopt;
  const Vec3 to = sight.from - p, m = glm::cross(to, e);
  const Hit hit{glm::dot(f, m) / volume, glm::dot(to, n) / volume, glm::dot(sight.along, m) / volume};
  if (hit.along <= 0.0 || hit.b < 0.0 || hit.c < 0.0 || hit.b + hit.c > 1.0) return std::nullopt;
  return hit;
}

}  // namespace

std::optional<PointedVertex> vertex_at(const Scene& scene, const Camera& camera, double aspect, double x,
                                       double y) {
  Sight sight = line_of_sight(camera, aspect, x, y);
  sight.from.z -= scene.lift();
  std::optional<PointedVertex> found;
  double nearest = std::numeric_limits<double>::infinity();
  for (const WornMesh* mesh : scene.visible_meshes()) {
    const auto points = skinned_sample(*mesh, mesh->mesh.vertex_count());
    const auto indices = mesh->mesh.indices();
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
      const auto hit = meet(sight, points[indices[i]], points[indices[i + 1]], points[indices[i + 2]]);
      if (!hit || hit->along >= nearest) continue;
      nearest = hit->along;
      const double a = 1.0 - hit->b - hit->c;
      const std::size_t corner = a >= hit->b && a >= hit->c ? 0 : hit->b >= hit->c ? 1 : 2;
      found = {mesh->id, mesh->mesh.name(), indices[i + corner]};
    }
  }
  return found;
}

}  // namespace mannequin::preview
