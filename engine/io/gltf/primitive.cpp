#include "engine/io/gltf/primitive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/core/scratch_vector.h"
#include "engine/io/gltf/accessor.h"
#include "engine/io/gltf/influences.h"
#include "engine/io/gltf/triangles.h"
#include "engine/io/posed_mesh.h"
#include "engine/mesh/parameter_morph.h"

namespace mannequin::io {
namespace {

using namespace component;

AccessorUse vec3_use(bool quantized, bool direction) {
  AccessorUse use{GltfShape::vec3, kFloat, 0};
  if (quantized && !direction)
    use = {GltfShape::vec3, kFloat | kI8 | kU8 | kI16 | kU16, kI8 | kU8 | kI16 | kU16};
  if (quantized && direction) use.normalized = kI8 | kI16;
  return use;
}

AccessorUse uv_use(bool quantized) {
  return {GltfShape::vec2, quantized ? kFloat | kI8 | kU8 | kI16 | kU16 : kFloat,
          quantized ? kI8 | kU8 | kI16 | kU16 : kU8 | kU16};
}

Vec3 vec3(const AccessorData& data, std::size_t element) {
  return {data.number(element, 0), data.number(element, 1), data.number(element, 2)};
}

// The vertices of a primitive in glTF's frame, in double precision until they are transformed.
struct Vertices {
  ScratchVector<Vec3> positions, normals;
  ScratchVector<Vec2> uvs;
  ScratchVector<Vec4> tangents;
  std::vector<Vec4f> colors;
};

// The least that a file without repetition has for each.
constexpr std::size_t kPositionBytes = 12, kIndexBytes = 2, kSetBytes = 8, kTargetBytes = 12;

// Without normals each triangle gets its own, which makes more vertices than the file has: allow this many
// more, plus as many as its bytes can hold.
constexpr std::size_t kFreeFlatVertices = 1'000'000;

std::size_t targets_in_use(const GltfPrimitive& primitive, const PrimitivePlace& place) {
  const std::size_t count = std::min(primitive.targets.size(), place.morph_weights.size());
  return static_cast<std::size_t>(std::count_if(
      place.morph_weights.begin(), place.morph_weights.begin() + static_cast<std::ptrdiff_t>(count),
      [](double weight) { return weight != 0.0; }));
}

bool follows_parameter(const PrimitivePlace& place, std::size_t target) {
  return target < place.target_names.size() && parameter_of_morph(place.target_names[target]).has_value();
}

// Most targets are sparse, so they count by their actual cost of reading.
std::size_t targets_kept(const GltfPrimitive& primitive, const PrimitivePlace& place) {
  std::size_t count = 0;
  for (std::size_t t = 0; t < primitive.targets.size(); ++t) count += follows_parameter(place, t) ? 1u : 0u;
  return count;
}

class PrimitiveReader {
 public:
  PrimitiveReader(const GltfDocument& document, const GltfPrimitive& primitive, const PrimitivePlace& place,
                  Notes& notes)
      : document_(document), primitive_(primitive), place_(place), notes_(notes) {}

  Status vertices(Vertices& out);
  void colors(Vertices& out);
  Status morph(Vertices& out);
  Status keep_targets(PrimitiveData& data) const;
  // Releases each list once it is converted.
  Result<PrimitiveData> placed(Vertices vertices) const;

 private:
  Result<AccessorData> attribute(const char* name, const AccessorUse& use, std::size_t count,
                                 bool finite = true);
  bool has(const char* name) const { return primitive_.attributes.count(name) != 0; }

  const GltfDocument& document_;
  const GltfPrimitive& primitive_;
  const PrimitivePlace& place_;
  Notes& notes_;
};

Result<AccessorData> PrimitiveReader::attribute(const char* name, const AccessorUse& use, std::size_t count,
                                                bool finite) {
  const std::string where = fmt::format("{}.attributes.{}", place_.where, name);
  auto data = read_accessor(document_, primitive_.attributes.at(name), use, where, finite);
  if (data && count != 0 && data->count != count)
    return fail(ErrorCode::bad_data, where,
                fmt::format("has {} elements for {} vertices; export the file again", data->count, count));
  return data;
}

Status PrimitiveReader::vertices(Vertices& out) {
  auto positions = attribute("POSITION", vec3_use(document_.quantized, false), 0);
  if (!positions) return error_of(std::move(positions));
  const std::size_t count = positions->count;
  out.positions.reserve(count);
  for (std::size_t v = 0; v < count; ++v) out.positions.push_back(vec3(*positions, v));
  if (has("NORMAL")) {
    // Treats a NaN normal like one of length 0: recomputes it once the triangles are known.
    auto normals = attribute("NORMAL", vec3_use(document_.quantized, true), count, false);
    if (!normals) return error_of(std::move(normals));
    out.normals.reserve(count);
    for (std::size_t v = 0; v < count; ++v) out.normals.push_back(vec3(*normals, v));
    if (has("TANGENT")) {
      AccessorUse use = vec3_use(document_.quantized, true);
      use.shape = GltfShape::vec4;
      auto tangents = attribute("TANGENT", use, count);
      if (!tangents) return error_of(std::move(tangents));
      out.tangents.reserve(count);
      for (std::size_t v = 0; v < count; ++v) {
        const AccessorData::Element t = (*tangents)[v];
        out.tangents.emplace_back(t[0], t[1], t[2], t[3]);
      }
    }
  }
  out.uvs.resize(count, Vec2(0.0, 1.0));  // becomes 0 0
  if (has("TEXCOORD_0")) {
    auto uvs = attribute("TEXCOORD_0", uv_use(document_.quantized), count);
    if (!uvs) return error_of(std::move(uvs));
    for (std::size_t v = 0; v < count; ++v) out.uvs[v] = {uvs->number(v, 0), uvs->number(v, 1)};
  }
  return {};
}

// Optional for a mesh.
void PrimitiveReader::colors(Vertices& out) {
  if (!has("COLOR_0")) return;
  const int accessor = primitive_.attributes.at("COLOR_0");
  const auto& accessors = document_.model.accessors;
  const bool rgb = accessor >= 0 && static_cast<std::size_t>(accessor) < accessors.size() &&
                   accessors[static_cast<std::size_t>(accessor)].shape == GltfShape::vec3;
  const auto colors = attribute("COLOR_0", {rgb ? GltfShape::vec3 : GltfShape::vec4, kFloat, kU8 | kU16},
                                out.positions.size());
  if (!colors) {
    notes_.push_back({Severity::info, "vertex_colors_unusable", colors.error().where,
                      colors.error().what + ". The mesh is complete, without these colours"});
    return;
  }
  out.colors.reserve(colors->count);
  for (std::size_t v = 0; v < colors->count; ++v) {
    Vec4 color(1.0);
    for (std::size_t i = 0; i < colors->width; ++i)
      color[static_cast<glm::length_t>(i)] = std::clamp(colors->number(v, i), 0.0, 1.0);
    out.colors.emplace_back(color);
  }
}

Status PrimitiveReader::morph(Vertices& out) {
  const auto add = [&](const GltfAttributes& target, std::size_t number, const char* name, bool direction,
                       double weight, auto& to) -> Status {
    const auto found = target.find(name);
    if (found == target.end() || to.empty()) return {};
    const std::string where = fmt::format("{}.targets[{}].{}", place_.where, number, name);
    auto delta = read_accessor(document_, found->second, vec3_use(document_.quantized, direction), where);
    if (!delta) return error_of(std::move(delta));
    if (delta->count != to.size())
      return fail(
          ErrorCode::bad_data, where,
          fmt::format("has {} elements for {} vertices; export the file again", delta->count, to.size()));
    for (std::size_t v = 0; v < to.size(); ++v)
      for (int i = 0; i < 3; ++i) to[v][i] += weight * delta->number(v, static_cast<std::size_t>(i));
    return {};
  };
  std::size_t applied = 0, kept = 0;
  for (std::size_t t = 0; t < primitive_.targets.size(); ++t) {
    const double weight = t < place_.morph_weights.size() ? place_.morph_weights[t] : 0.0;
    if (follows_parameter(place_, t)) {
      ++kept;
      continue;
    }
    if (weight == 0.0) continue;
    ++applied;
    const auto& target = primitive_.targets[t];
    if (auto done = add(target, t, "POSITION", false, weight, out.positions); !done) return done;
    if (auto done = add(target, t, "NORMAL", true, weight, out.normals); !done) return done;
    if (auto done = add(target, t, "TANGENT", true, weight, out.tangents); !done) return done;
  }
  if (primitive_.targets.size() > kept)
    notes_.push_back(
        {Severity::info, "morph_targets", place_.where,
         fmt::format("has {} morph targets; {} of them {} applied with the file's own weight, after "
                     "which they are dropped, as bound meshes have none in-world",
                     primitive_.targets.size() - kept, applied, applied == 1 ? "is" : "are")});
  return {};
}

// In the avatar's frame, without the vertices that a target does not move.
Status PrimitiveReader::keep_targets(PrimitiveData& data) const {
  const Mat3 linear(ours_from_gltf() * place_.world_from_mesh);
  const Mat3 normal_matrix = glm::transpose(glm::inverse(linear));
  for (std::size_t t = 0; t < primitive_.targets.size(); ++t) {
    if (!follows_parameter(place_, t)) continue;
    MorphTarget morph;
    morph.name = place_.target_names[t];
    std::array<std::optional<AccessorData>, 2> deltas;
    constexpr std::array<const char*, 2> kNames = {"POSITION", "NORMAL"};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      const auto found = primitive_.targets[t].find(kNames[i]);
      if (found == primitive_.targets[t].end()) continue;
      const std::string where = fmt::format("{}.targets[{}].{}", place_.where, t, kNames[i]);
      auto delta = read_accessor(document_, found->second, vec3_use(document_.quantized, i == 1), where);
      if (!delta) return error_of(std::move(delta));
      if (delta->count != data.positions.size())
        return fail(ErrorCode::bad_data, where,
                    fmt::format("has {} elements for {} vertices; export the file again", delta->count,
                                data.positions.size()));
      deltas[i] = std::move(*delta);
    }
    const auto at = [&](std::size_t i, std::size_t v) { return deltas[i] ? vec3(*deltas[i], v) : Vec3(0.0); };
    for (std::size_t v = 0; v < data.positions.size(); ++v) {
      const Vec3 moved = at(0, v), turned = at(1, v);
      if (moved == Vec3(0.0) && turned == Vec3(0.0)) continue;
      morph.vertices.push_back(static_cast<std::uint32_t>(v));
      morph.positions.push_back(Vec3f(linear * moved));
      morph.normals.push_back(Vec3f(normal_matrix * turned));
    }
    data.morphs.push_back(std::move(morph));
  }
  return {};
}

Result<PrimitiveData> PrimitiveReader::placed(Vertices vertices) const {
  const Mat4 ours = ours_from_gltf() * place_.world_from_mesh;
  const Mat3 linear(ours);
  const Mat3 normal_matrix = glm::transpose(glm::inverse(linear));
  const double handedness = glm::determinant(linear) < 0.0 ? -1.0 : 1.0;
  PrimitiveData data;
  const std::size_t count = vertices.positions.size();
  data.positions.reserve(count);
  for (const Vec3& p : vertices.positions) {
    const Vec3 placed(ours * Vec4(p, 1.0));
    // Also false for NaN.
    if (!(glm::length(placed) < kFarthestVertex))
      return fail(ErrorCode::bad_data, fmt::format("{}, vertex {}", place_.where, data.positions.size()),
                  "is infinitely far away in its node's place; correct the model and export it again");
    data.positions.push_back(Vec3f(placed));
  }
  vertices.positions = {};
  data.normals.reserve(vertices.normals.size());
  for (const Vec3& n : vertices.normals) {
    const Vec3 turned = normal_matrix * n;
    const double length = glm::length(turned);
    // Unit normals are kept as stored; 0 marks those to be computed.
    const bool unit = std::abs(length - 1.0) < 1e-6;
    data.normals.push_back(!std::isfinite(length) || length < 1e-12 ? Vec3f(0.0f)
                                                                    : Vec3f(unit ? turned : turned / length));
  }
  vertices.normals = {};
  data.uvs.reserve(count);
  for (const Vec2& uv : vertices.uvs)
    data.uvs.emplace_back(static_cast<float>(uv.x), 1.0f - static_cast<float>(uv.y));
  vertices.uvs = {};
  data.tangents.reserve(vertices.tangents.size());
  for (const Vec4& t : vertices.tangents) {
    const Vec3 turned = linear * Vec3(t);
    const double length = glm::length(turned);
    const bool unit = std::abs(length - 1.0) < 1e-6;
    data.tangents.emplace_back(Vec3f(length > 0.0 && !unit ? turned / length : turned),
                               static_cast<float>(t.w * handedness));
  }
  data.colors = std::move(vertices.colors);
  data.sources.resize(count);
  for (std::size_t v = 0; v < count; ++v) data.sources[v] = static_cast<std::uint32_t>(v);
  return data;
}

}  // namespace

Mat4 ours_from_gltf() {
  return Mat4(Vec4(1, 0, 0, 0), Vec4(0, 0, 1, 0), Vec4(0, -1, 0, 0), Vec4(0, 0, 0, 1));
}

bool has_influences(const GltfPrimitive& primitive) {
  return primitive.attributes.count("JOINTS_0") != 0 && primitive.attributes.count("WEIGHTS_0") != 0;
}

Result<PrimitiveData> read_primitive(const GltfDocument& document, const GltfPrimitive& primitive,
                                     const PrimitivePlace& place, std::size_t& budget, Notes& notes) {
  const auto passed_on = [](auto& result) { return error_of(std::move(result)); };
  if (primitive.mode >= gltf_mode::kPoints && primitive.mode <= gltf_mode::kLineStrip) {
    notes.push_back({Severity::warning, "no_triangles", place.where,
                     fmt::format("consists of {} and is ignored; only triangles are read",
                                 primitive.mode == gltf_mode::kPoints ? "points" : "lines")});
    return PrimitiveData{};
  }
  if (primitive.attributes.count("POSITION") == 0) {
    notes.push_back({Severity::warning, "no_positions", place.where, "has no POSITION and is ignored"});
    return PrimitiveData{};
  }

  // Counted before copying.
  auto count =
      accessor_count(document, primitive.attributes.at("POSITION"), place.where + ".attributes.POSITION");
  if (!count) return passed_on(count);
  auto index_count = primitive.indices < 0
                         ? Result<std::size_t>(0)
                         : accessor_count(document, primitive.indices, place.where + ".indices");
  if (!index_count) return passed_on(index_count);
  const std::size_t each = kPositionBytes + kSetBytes * count_influence_sets(primitive);
  const std::size_t cost =
      *count * (each + kTargetBytes * targets_in_use(primitive, place) + targets_kept(primitive, place)) +
      *index_count * (unrolls(primitive) ? 3 * kIndexBytes : kIndexBytes);
  if (cost > budget)
    return fail(ErrorCode::bad_data, place.where,
                "this makes more vertices than plausible for the file's size; instance the mesh less often");
  budget -= cost;

  PrimitiveReader reader(document, primitive, place, notes);
  Vertices vertices;
  if (auto done = reader.vertices(vertices); !done) return passed_on(done);
  reader.colors(vertices);
  if (auto done = reader.morph(vertices); !done) return passed_on(done);
  auto placed = reader.placed(std::move(vertices));
  if (!placed) return passed_on(placed);
  PrimitiveData data = std::move(*placed);
  auto triangles = read_triangles(document, primitive, data.positions.size(), place.where, notes);
  if (!triangles) return passed_on(triangles);
  data.indices = std::move(*triangles);
  if (glm::determinant(Mat3(place.world_from_mesh)) < 0.0)
    for (std::size_t i = 0; i + 2 < data.indices.size(); i += 3)
      std::swap(data.indices[i + 1], data.indices[i + 2]);
  if (auto done = read_influences(document, primitive, place, data, notes); !done) return passed_on(done);
  if (auto done = reader.keep_targets(data); !done) return passed_on(done);
  mend_normals(data, *count + kFreeFlatVertices + budget / each, place.where, notes);
  return data;
}

}  // namespace mannequin::io
