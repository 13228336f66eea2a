#include "engine/io/mesh_asset/face_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/io/mesh_asset/faces.h"
#include "engine/io/mesh_asset/weights.h"
#include "engine/math/finite.h"

namespace mannequin::io::mesh_asset {
namespace {

template <typename Vec>
struct Box {
  Vec low, high;
};

template <typename Vec>
Box<Vec> box_around(const std::vector<Vec>& points) {
  if (points.empty()) return {Vec(0.0f), Vec(0.0f)};
  Box<Vec> box{points.front(), points.front()};
  for (const Vec& point : points) box = {glm::min(box.low, point), glm::max(box.high, point)};
  return box;
}

Box<Vec3f> level_box(const std::vector<AssetFace>& faces) {
  std::vector<Vec3f> corners;
  for (const AssetFace& face : faces) {
    if (face.no_geometry) continue;
    const Box<Vec3f> box = box_around(face.positions);
    corners.push_back(box.low);
    corners.push_back(box.high);
  }
  return box_around(corners);
}

void append_packed(std::uint16_t packed, Bytes& out) {
  out.push_back(static_cast<std::byte>(packed & 0xff));
  out.push_back(static_cast<std::byte>(packed >> 8));
}

// The viewer's order of operations in float32, for identical bits.
std::uint16_t pack_number(float value, float low, float high, AssetNumbers numbers) {
  const float range = high - low;
  if (!(range > 0.0f) || !std::isfinite(range)) return 0;
  const float scaled = (value - low) / range * 65535.0f;
  const float rounded = numbers == AssetNumbers::decoded ? scaled + 0.5f : scaled;
  return static_cast<std::uint16_t>(std::clamp(rounded, 0.0f, 65535.0f));
}

std::uint16_t pack_direction(float value, AssetNumbers numbers) {
  const float scaled = (value + 1.0f) * 0.5f * 65535.0f;
  const float rounded = numbers == AssetNumbers::decoded ? scaled + 0.5f : scaled;
  return static_cast<std::uint16_t>(std::clamp(rounded, 0.0f, 65535.0f));
}

template <typename Vec>
Bytes pack_points(const std::vector<Vec>& points, const Box<Vec>& box, AssetNumbers numbers) {
  Bytes out;
  for (const Vec& point : points)
    for (int axis = 0; axis < Vec::length(); ++axis)
      append_packed(pack_number(point[axis], box.low[axis], box.high[axis], numbers), out);
  return out;
}

template <typename Vec>
Llsd list_of(const Vec& v) {
  Llsd::Array items;
  for (int axis = 0; axis < Vec::length(); ++axis) items.emplace_back(static_cast<double>(v[axis]));
  return Llsd(std::move(items));
}

template <typename Vec>
Llsd domain_of(const Box<Vec>& box) {
  Llsd::Map map;
  map.emplace_back("Min", list_of(box.low));
  map.emplace_back("Max", list_of(box.high));
  return Llsd(std::move(map));
}

Status check_face(const AssetFace& face, const std::string& where) {
  const auto bad = [&](std::string what) { return fail(ErrorCode::bad_data, where, std::move(what)); };
  const std::size_t count = face.positions.size();
  if (count == 0 || count > kMaxFaceVertices)
    return bad(fmt::format("has {} vertices, but a face of a mesh asset has 1 to {}; split it", count,
                           kMaxFaceVertices));
  if ((!face.normals.empty() && face.normals.size() != count) ||
      (!face.uvs.empty() && face.uvs.size() != count) ||
      (!face.influences.empty() && face.influences.size() != count))
    return bad("positions, normals, texture coordinates or weights differ in number");
  if (std::any_of(face.indices.begin(), face.indices.end(), [&](std::uint16_t i) { return i >= count; }))
    return bad("has a triangle with a vertex that does not exist");
  const auto infinite = [](const auto& v) { return !is_finite(v); };
  if (std::any_of(face.positions.begin(), face.positions.end(), infinite) ||
      std::any_of(face.normals.begin(), face.normals.end(), infinite) ||
      std::any_of(face.uvs.begin(), face.uvs.end(), infinite))
    return bad("has a number that is not finite; repair the model there");
  return {};
}

Llsd make_face(const AssetFace& face, const Box<Vec3f>& box, bool with_weights, AssetNumbers numbers) {
  Llsd::Map map;
  if (face.no_geometry) {
    map.emplace_back("NoGeometry", Llsd(true));
    return Llsd(std::move(map));
  }
  map.emplace_back("NormalizedScale", list_of(face.normalized_scale));
  map.emplace_back("Position", Llsd(pack_points(face.positions, box, numbers)));
  map.emplace_back("PositionDomain", domain_of(box));
  if (!face.normals.empty()) {
    Bytes normals;
    for (const Vec3f& normal : face.normals)
      for (int axis = 0; axis < 3; ++axis) append_packed(pack_direction(normal[axis], numbers), normals);
    map.emplace_back("Normal", Llsd(std::move(normals)));
  }
  if (!face.uvs.empty()) {
    const Box<Vec2f> uv_box = box_around(face.uvs);
    map.emplace_back("TexCoord0", Llsd(pack_points(face.uvs, uv_box, numbers)));
    map.emplace_back("TexCoord0Domain", domain_of(uv_box));
  }
  Bytes triangles;
  for (const std::uint16_t index : face.indices) append_packed(index, triangles);
  map.emplace_back("TriangleList", Llsd(std::move(triangles)));
  if (with_weights && !face.influences.empty()) {
    Bytes weights;
    for (const VertexInfluences& influences : face.influences) pack_weights(influences, numbers, weights);
    map.emplace_back("Weights", Llsd(std::move(weights)));
  }
  return Llsd(std::move(map));
}

}  // namespace

Result<Llsd> make_level(const std::vector<AssetFace>& faces, bool with_weights, AssetNumbers numbers,
                        const std::string& mesh) {
  const Box<Vec3f> box = level_box(faces);
  Llsd::Array level;
  for (const AssetFace& face : faces) {
    const std::string where = fmt::format("mesh '{}', face {}", mesh, level.size());
    if (!face.no_geometry)
      if (auto status = check_face(face, where); !status) return error_of(status);
    level.push_back(make_face(face, box, with_weights, numbers));
  }
  return Llsd(std::move(level));
}

Llsd make_hulls(const AssetHulls& hulls) {
  Bytes counts;
  std::vector<Vec3f> points;
  for (const auto& hull : hulls.hulls) {
    // 256 points are written as 0.
    counts.push_back(static_cast<std::byte>(hull.size() & 0xff));
    points.insert(points.end(), hull.begin(), hull.end());
  }
  const Box<Vec3f> box{Vec3f(-0.5f), Vec3f(0.5f)};
  Llsd::Map map;
  map.emplace_back("Min", list_of(box.low));
  map.emplace_back("Max", list_of(box.high));
  if (!hulls.base_hull.empty())
    map.emplace_back("BoundingVerts", Llsd(pack_points(hulls.base_hull, box, AssetNumbers::decoded)));
  if (!counts.empty()) {
    map.emplace_back("HullList", Llsd(std::move(counts)));
    map.emplace_back("Positions", Llsd(pack_points(points, box, AssetNumbers::decoded)));
  }
  return Llsd(std::move(map));
}

}  // namespace mannequin::io::mesh_asset
