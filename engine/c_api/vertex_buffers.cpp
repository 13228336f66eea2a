#include "engine/c_api/vertex_buffers.h"

#include <cstring>

#include "engine/c_api/handles.h"

namespace mannequin::c_api {
namespace {

void scatter(std::span<const SkinnedVertex> vertices, Vec3f SkinnedVertex::*member, float* first,
             std::size_t stride) {
  if (!first) return;
  auto* place = reinterpret_cast<char*>(first);
  for (const SkinnedVertex& vertex : vertices) {
    std::memcpy(place, &(vertex.*member), sizeof(Vec3f));
    place += stride ? stride : sizeof(Vec3f);
  }
}

}  // namespace

bool names_memory(const mannequin_vertex_buffers& out) {
  return out.positions || out.normals || out.tangents;
}

mannequin_status take_buffers(const mannequin_vertex_buffers* given, std::size_t vertex_count,
                              mannequin_vertex_buffers& out) {
  const auto taken = read_struct(given, "out");
  if (!taken) return MANNEQUIN_BAD_ARGUMENT;
  out = *taken;
  for (const std::size_t stride : {out.position_stride, out.normal_stride, out.tangent_stride})
    if (const auto status = check_stride(stride); status != MANNEQUIN_OK) return status;
  if (names_memory(out) && out.vertex_count < vertex_count)
    return short_buffer(vertex_count, out.vertex_count, "vertices");
  return MANNEQUIN_OK;
}

void scatter(std::span<const SkinnedVertex> vertices, const mannequin_vertex_buffers& out) {
  scatter(vertices, &SkinnedVertex::position, out.positions, out.position_stride);
  scatter(vertices, &SkinnedVertex::normal, out.normals, out.normal_stride);
  scatter(vertices, &SkinnedVertex::tangent, out.tangents, out.tangent_stride);
}

void write_vector(const Vec3f& value, float* list, std::size_t place) {
  if (list != nullptr) std::memcpy(list + place * 3, &value, sizeof value);
}

}  // namespace mannequin::c_api
