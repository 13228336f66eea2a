// The fit lab's measure for C.
#include <cstddef>
#include <limits>
#include <string>

#include "engine/c_api/bind_arrays.h"
#include "engine/fit/garment_depth.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

std::vector<Vec3> doubled(const std::vector<Vec3f>& triples) { return {triples.begin(), triples.end()}; }

// One case, from and to the host's struct.
Result<void> measure(GarmentMeter& meter, const GarmentPair& pair, mannequin_fit_case& asked) {
  mannequin_fit_case given = *taken_struct(&asked);
  const auto body = read_triples(given.body, pair.body_vertices(), "body of a case");
  if (!body) return error_of(body);
  const auto normals = read_triples(given.body_normals, pair.body_vertices(), "body_normals of a case");
  if (!normals) return error_of(normals);
  const auto garment = read_triples(given.garment, pair.garment_vertices(), "garment of a case");
  if (!garment) return error_of(garment);
  const GarmentDepth depth = meter.measure(*body, *normals, *garment);
  given.depth = depth.depth;
  given.area = depth.area;
  given.vertex = depth.vertex.value_or(UINT32_MAX);
  if (given.outside != nullptr) {
    std::fill_n(given.outside, pair.body_vertices(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t k = 0; k < pair.counted().size(); ++k)
      given.outside[pair.counted()[k]] = static_cast<float>(meter.vertices()[k].outside);
  }
  std::memcpy(static_cast<void*>(&asked), &given, std::min<std::size_t>(given.struct_size, sizeof given));
  return {};
}

}  // namespace

mannequin_status mannequin_fit(const mannequin_bind_mesh* body, const float* body_normals,
                               const mannequin_bind_mesh* garment, int32_t outer_sides_only,
                               mannequin_fit_case* cases, uint32_t case_count, char* error,
                               size_t error_size) {
  const ErrorBuffer failed{error, error_size};
  return bind_guarded(failed, [&] {
    const Result<GivenMesh> inside = read_mesh(body, "body"), outside = read_mesh(garment, "garment");
    if (!inside) return failed.fail(inside.error());
    if (!outside) return failed.fail(outside.error());
    const auto normals = read_triples(body_normals, inside->positions.size(), "body_normals");
    if (!normals) return failed.fail(normals.error());
    if (case_count > 0 && (!taken_struct(cases) || cases->struct_size % alignof(mannequin_fit_case) != 0))
      return failed.fail(MANNEQUIN_BAD_ARGUMENT, "cases are null, or were not made with MANNEQUIN_INIT");
    const std::vector<Vec3> body_positions = doubled(inside->positions), body_directions = doubled(*normals),
                            garment_positions = doubled(outside->positions);
    const GarmentPair pair({body_positions, body_directions, inside->triangles, garment_positions,
                            outside->triangles, outer_sides_only != 0});
    GarmentMeter meter(pair);
    auto* place = reinterpret_cast<std::byte*>(cases);
    for (std::uint32_t k = 0; k < case_count; ++k, place += cases->struct_size) {
      auto& asked = *reinterpret_cast<mannequin_fit_case*>(place);
      if (asked.struct_size != cases->struct_size)
        return failed.fail(MANNEQUIN_BAD_ARGUMENT, "cases: struct_size is not one and the same");
      if (const auto measured = measure(meter, pair, asked); !measured) return failed.fail(measured.error());
    }
    return mannequin_status{MANNEQUIN_OK};
  });
}
