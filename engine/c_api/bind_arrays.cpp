#include "engine/c_api/bind_arrays.h"

#include <cmath>
#include <string>

namespace mannequin::c_api {

Result<std::vector<Vec3f>> read_triples(const float* numbers, std::size_t count, const char* name) {
  if (numbers == nullptr && count > 0) return fail(ErrorCode::bad_argument, name, "is null");
  std::vector<Vec3f> read(count);
  for (std::size_t k = 0; k < count; ++k) {
    read[k] = triple(numbers, k);
    if (!std::isfinite(read[k].x) || !std::isfinite(read[k].y) || !std::isfinite(read[k].z))
      return fail(ErrorCode::bad_argument, name, "has position " + std::to_string(k) + " that is not finite");
  }
  return read;
}

Result<GivenMesh> read_mesh(const mannequin_bind_mesh* given, const char* name) {
  const std::optional<mannequin_bind_mesh> taken = taken_struct(given);
  if (!taken || (taken->positions == nullptr && taken->vertex_count > 0) ||
      (taken->indices == nullptr && taken->index_count > 0))
    return fail(ErrorCode::bad_argument, name,
                "is null, has null arrays, or was not made with MANNEQUIN_INIT");
  Result<std::vector<Vec3f>> positions = read_triples(taken->positions, taken->vertex_count, name);
  if (!positions) return error_of(positions);
  GivenMesh mesh{std::move(*positions), {}};
  if (taken->index_count % 3 != 0)
    return fail(ErrorCode::bad_argument, name, "needs three indices per triangle");
  mesh.triangles.resize(taken->index_count / 3);
  for (std::size_t i = 0; i < taken->index_count; ++i) {
    if (taken->indices[i] >= taken->vertex_count)
      return fail(ErrorCode::bad_data, name, "has index " + std::to_string(i) + " beyond its vertices");
    mesh.triangles[i / 3][i % 3] = taken->indices[i];
  }
  return mesh;
}

}  // namespace mannequin::c_api
