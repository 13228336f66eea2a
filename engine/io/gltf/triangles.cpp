#include "engine/io/gltf/triangles.h"

#include <fmt/format.h>

#include <bit>
#include <unordered_map>

#include "engine/io/gltf/accessor.h"

namespace mannequin::io {
namespace {

// The area normal, twice the area long; 0 for a degenerate triangle.
Vec3 facing(const PrimitiveData& data, std::size_t first_index) {
  const Vec3 a(data.positions[data.indices[first_index]]), b(data.positions[data.indices[first_index + 1]]),
      c(data.positions[data.indices[first_index + 2]]);
  return glm::cross(b - a, c - a);
}

Vec3f unit_or_up(const Vec3& v) {
  const double length = glm::length(v);
  return length > 0.0 && std::isfinite(length) ? Vec3f(v / length) : Vec3f(0, 0, 1);
}

struct FlatVertex {
  std::uint32_t vertex;
  std::uint32_t x, y, z;  // the normal's bits
  bool operator==(const FlatVertex&) const = default;
};

struct FlatVertexHash {
  std::size_t operator()(const FlatVertex& key) const {
    std::uint64_t hash = key.vertex;
    for (const std::uint32_t part : {key.x, key.y, key.z}) hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }
};

void make_flat(PrimitiveData& data) {
  PrimitiveData flat;
  flat.influence_begin.push_back(0);
  std::unordered_map<FlatVertex, std::uint32_t, FlatVertexHash> known;
  for (std::size_t i = 0; i < data.indices.size(); ++i) {
    const Vec3f normal = unit_or_up(facing(data, i / 3 * 3));
    const std::uint32_t v = data.indices[i];
    const FlatVertex key{v, std::bit_cast<std::uint32_t>(normal.x), std::bit_cast<std::uint32_t>(normal.y),
                         std::bit_cast<std::uint32_t>(normal.z)};
    const auto [entry, added] = known.try_emplace(key, static_cast<std::uint32_t>(flat.positions.size()));
    flat.indices.push_back(entry->second);
    if (!added) continue;
    flat.positions.push_back(data.positions[v]);
    flat.normals.push_back(normal);
    flat.uvs.push_back(data.uvs[v]);
    flat.sources.push_back(data.sources[v]);
    flat.influences.insert(flat.influences.end(), data.influences.begin() + data.influence_begin[v],
                           data.influences.begin() + data.influence_begin[v + 1]);
    flat.influence_begin.push_back(static_cast<std::uint32_t>(flat.influences.size()));
  }
  data = std::move(flat);
}

}  // namespace

Result<std::vector<std::uint32_t>> read_triangles(const GltfDocument& document,
                                                  const GltfPrimitive& primitive, std::size_t vertex_count,
                                                  const std::string& where, Notes& notes) {
  std::vector<std::uint32_t> corners;
  if (primitive.indices >= 0) {
    using namespace component;
    const std::string place = where + ".indices";
    auto read = read_accessor(document, primitive.indices, {GltfShape::scalar, kU8 | kU16 | kU32, 0}, place);
    if (!read) return error_of(std::move(read));
    for (std::size_t i = 0; i < read->count; ++i) {
      if (read->values[i] >= static_cast<double>(vertex_count))
        return fail(ErrorCode::bad_data, fmt::format("{}, entry {}", place, i),
                    fmt::format("is vertex {} of {}; export the file again", read->values[i], vertex_count));
      corners.push_back(static_cast<std::uint32_t>(read->values[i]));
    }
  } else {
    for (std::size_t v = 0; v < vertex_count; ++v) corners.push_back(static_cast<std::uint32_t>(v));
  }

  std::vector<std::uint32_t> triangles;
  switch (primitive.mode) {
    case gltf_mode::kTriangleStrip:
      for (std::size_t i = 0; i + 2 < corners.size(); ++i)
        triangles.insert(triangles.end(), {corners[i + i % 2], corners[i + 1 - i % 2], corners[i + 2]});
      break;
    case gltf_mode::kTriangleFan:
      for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        triangles.insert(triangles.end(), {corners[0], corners[i], corners[i + 1]});
      break;
    default:
      triangles = std::move(corners);
      if (const std::size_t rest = triangles.size() % 3; rest != 0) {
        notes.push_back(
            {Severity::warning, "indices_not_3n", where,
             fmt::format("has {} corners, not a whole number of triangles; the last {} {} ignored",
                         triangles.size(), rest, rest == 1 ? "is" : "are")});
        triangles.resize(triangles.size() - rest);
      }
  }
  return triangles;
}

void mend_normals(PrimitiveData& data, const std::string& where, Notes& notes) {
  if (data.normals.empty() && !data.positions.empty()) {
    make_flat(data);
    notes.push_back(
        {Severity::info, "no_normals", where, "has no normals; they are computed from its triangles"});
    return;
  }
  std::size_t zero = 0, first = 0;
  for (std::size_t v = 0; v < data.normals.size(); ++v)
    if (data.normals[v] == Vec3f(0.0f) && zero++ == 0) first = v;
  if (zero == 0) return;
  std::vector<Vec3> sums(data.positions.size(), Vec3(0.0));
  for (std::size_t i = 0; i + 2 < data.indices.size(); i += 3) {
    // Some files wind their triangles against their normals; the computed one must agree with its neighbours.
    Vec3 neighbours(0.0);
    for (std::size_t k = 0; k < 3; ++k) neighbours += Vec3(data.normals[data.indices[i + k]]);
    Vec3 normal = facing(data, i);
    if (glm::dot(normal, neighbours) < 0.0) normal = -normal;
    for (std::size_t k = 0; k < 3; ++k) sums[data.indices[i + k]] += normal;
  }
  for (std::size_t v = 0; v < data.normals.size(); ++v)
    if (data.normals[v] == Vec3f(0.0f)) data.normals[v] = unit_or_up(sums[v]);
  notes.push_back({Severity::warning, "zero_normals", fmt::format("{}, vertex {}", where, first),
                   fmt::format("{} of {} normals have length 0; they are computed from the triangles around. "
                               "Recalculate the normals of the model",
                               zero, data.normals.size())});
}

}  // namespace mannequin::io
