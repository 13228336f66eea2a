#include "engine/io/gltf/triangles.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

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

std::size_t flat_hash(std::uint32_t vertex, const Vec3f& normal) {
  std::uint64_t hash = vertex;
  for (int i = 0; i < 3; ++i) hash = (hash ^ std::bit_cast<std::uint32_t>(normal[i])) * 0x9E3779B97F4A7C15u;
  return static_cast<std::size_t>(hash ^ hash >> 32);
}

bool same_bits(const Vec3f& a, const Vec3f& b) {
  return std::bit_cast<std::uint32_t>(a.x) == std::bit_cast<std::uint32_t>(b.x) &&
         std::bit_cast<std::uint32_t>(a.y) == std::bit_cast<std::uint32_t>(b.y) &&
         std::bit_cast<std::uint32_t>(a.z) == std::bit_cast<std::uint32_t>(b.z);
}

// Distinct (vertex, normal), in order of first use.
class FlatVertices {
 public:
  explicit FlatVertices(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 2), kNone) {}

  std::uint32_t number(std::uint32_t vertex, const Vec3f& normal) {
    if (2 * from.size() + 2 > slots_.size()) grow();
    std::uint32_t& slot = slots_[slot_of(vertex, normal)];
    if (slot == kNone) {
      slot = static_cast<std::uint32_t>(from.size());
      from.push_back(vertex);
      normals.push_back(normal);
    }
    return slot;
  }

  std::vector<std::uint32_t> from;
  std::vector<Vec3f> normals;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::size_t slot_of(std::uint32_t vertex, const Vec3f& normal) const {
    std::size_t at = flat_hash(vertex, normal) & (slots_.size() - 1);
    while (slots_[at] != kNone && (from[slots_[at]] != vertex || !same_bits(normals[slots_[at]], normal)))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), kNone);
    for (std::uint32_t number = 0; number < from.size(); ++number)
      slots_[slot_of(from[number], normals[number])] = number;
  }

  std::vector<std::uint32_t> slots_;
};

template <typename T>
void take_from(std::vector<T>& list, const std::vector<std::uint32_t>& vertices) {
  if (list.empty()) return;
  std::vector<T> taken;
  taken.reserve(vertices.size());
  for (const std::uint32_t vertex : vertices) taken.push_back(list[vertex]);
  list = std::move(taken);
}

void take_influences(PrimitiveData& data, const std::vector<std::uint32_t>& vertices) {
  std::vector<std::uint32_t> begin{0};
  begin.reserve(vertices.size() + 1);
  for (const std::uint32_t v : vertices)
    begin.push_back(begin.back() + data.influence_begin[v + 1] - data.influence_begin[v]);
  std::vector<InfluenceDesc> influences;
  influences.reserve(begin.back());
  for (const std::uint32_t v : vertices)
    influences.insert(influences.end(), data.influences.begin() + data.influence_begin[v],
                      data.influences.begin() + data.influence_begin[v + 1]);
  data.influence_begin = std::move(begin);
  data.influences = std::move(influences);
}

// Returns false, without changes, if that makes more than `most` vertices.
bool make_flat(PrimitiveData& data, std::size_t most) {
  FlatVertices flat(data.positions.size());
  std::vector<std::uint32_t> indices;
  indices.reserve(data.indices.size());
  std::vector<bool> used(data.positions.size());
  for (std::size_t i = 0; i < data.indices.size(); ++i) {
    indices.push_back(flat.number(data.indices[i], unit_or_up(facing(data, i / 3 * 3))));
    used[data.indices[i]] = true;
    if (flat.from.size() > most) return false;
  }
  // None is left out, so that scripts find the file's own.
  for (std::uint32_t v = 0; v < used.size(); ++v)
    if (!used[v]) flat.number(v, unit_or_up(Vec3(0.0)));
  if (flat.from.size() > most) return false;
  data.indices = std::move(indices);
  data.normals = std::move(flat.normals);
  data.tangents.clear();
  data.morphs.clear();
  take_from(data.colors, flat.from);
  take_from(data.positions, flat.from);
  take_from(data.uvs, flat.from);
  take_from(data.sources, flat.from);
  take_influences(data, flat.from);
  return true;
}

void make_smooth(PrimitiveData& data) {
  std::vector<Vec3> sums(data.positions.size(), Vec3(0.0));
  for (std::size_t i = 0; i + 2 < data.indices.size(); i += 3) {
    const Vec3 normal = facing(data, i);
    for (std::size_t k = 0; k < 3; ++k) sums[data.indices[i + k]] += normal;
  }
  data.normals.clear();
  data.normals.reserve(sums.size());
  for (const Vec3& sum : sums) data.normals.push_back(unit_or_up(sum));
}

}  // namespace

bool unrolls(const GltfPrimitive& primitive) {
  return primitive.mode == gltf_mode::kTriangleStrip || primitive.mode == gltf_mode::kTriangleFan;
}

Result<std::vector<std::uint32_t>> read_triangles(const GltfDocument& document,
                                                  const GltfPrimitive& primitive, std::size_t vertex_count,
                                                  const std::string& where, Notes& notes) {
  std::vector<std::uint32_t> corners;
  if (primitive.indices >= 0) {
    using namespace component;
    const std::string place = where + ".indices";
    auto read = read_accessor(document, primitive.indices, {GltfShape::scalar, kU8 | kU16 | kU32, 0}, place);
    if (!read) return error_of(std::move(read));
    corners.reserve(read->count);
    for (std::size_t i = 0; i < read->count; ++i) {
      const double index = read->number(i, 0);
      if (index >= static_cast<double>(vertex_count))
        return fail(ErrorCode::bad_data, fmt::format("{}, entry {}", place, i),
                    fmt::format("is vertex {} of {}; export the file again", index, vertex_count));
      corners.push_back(static_cast<std::uint32_t>(index));
    }
  } else {
    corners.reserve(vertex_count);
    for (std::size_t v = 0; v < vertex_count; ++v) corners.push_back(static_cast<std::uint32_t>(v));
  }

  std::vector<std::uint32_t> triangles;
  if (unrolls(primitive)) triangles.reserve(3 * corners.size());
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

void mend_normals(PrimitiveData& data, std::size_t most_vertices, const std::string& where, Notes& notes) {
  if (data.normals.empty() && !data.positions.empty()) {
    const bool flat = make_flat(data, most_vertices);
    if (!flat) make_smooth(data);
    notes.push_back({Severity::info, "no_normals", where,
                     flat ? "has no normals; they are computed from its triangles"
                          : "has no normals; as so many corners would make far more vertices, smooth ones "
                            "are computed instead of each triangle's own. Export with normals"});
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
