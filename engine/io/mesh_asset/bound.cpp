// Assets as meshes to skin: the levels' faces joined into one mesh.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/io/mesh_asset.h"
#include "engine/io/mesh_asset/faces.h"
#include "engine/mesh/normals.h"

namespace mannequin::io {
namespace {

// A normal of length 0 is stored with at most this length, since 0 lies between two steps.
constexpr float kNoNormal = 1e-4f;

// The level used instead of a missing one: the next lower, else the next higher.
Lod nearest_level(const MeshAsset& asset, Lod wanted) {
  const auto there = [&](int lod) { return !asset.levels[static_cast<std::size_t>(lod)].empty(); };
  for (int lod = static_cast<int>(wanted); lod >= 0; --lod)
    if (there(lod)) return static_cast<Lod>(lod);
  for (int lod = static_cast<int>(wanted); lod < static_cast<int>(kLodCount); ++lod)
    if (there(lod)) return static_cast<Lod>(lod);
  return wanted;
}

// Where a face's part of the joined mesh begins.
struct Begin {
  std::size_t vertex = 0, index = 0, influence = 0;
};

std::size_t count_influences(const AssetFace& face) {
  std::size_t count = 0;
  for (const VertexInfluences& influences : face.influences)
    for (const float weight : influences.weight) count += weight > 0.0f ? 1 : 0;
  return count;
}

// One more than there are faces: the last is the end.
std::vector<Begin> begins(const Parallel& threads, const std::vector<AssetFace>& level) {
  std::vector<std::size_t> influences(level.size());
  threads.for_each(level.size(), [&](std::size_t f) { influences[f] = count_influences(level[f]); });
  std::vector<Begin> begins(level.size() + 1);
  for (std::size_t f = 0; f < level.size(); ++f)
    begins[f + 1] = {begins[f].vertex + level[f].positions.size(), begins[f].index + level[f].indices.size(),
                     begins[f].influence + influences[f]};
  return begins;
}

void fill_influences(const AssetFace& face, const Begin& begin, SkinDesc& skin) {
  std::size_t at = begin.influence;
  for (std::size_t v = 0; v < face.positions.size(); ++v) {
    for (std::size_t k = 0; k < kMaxInfluences && !face.influences.empty(); ++k)
      if (face.influences[v].weight[k] > 0.0f)
        skin.influences[at++] = {face.influences[v].joint[k], face.influences[v].weight[k]};
    skin.influence_begin[begin.vertex + v + 1] = static_cast<std::uint32_t>(at);
  }
}

void fill_face(const AssetFace& face, const Begin& begin, MeshDesc& mesh) {
  std::ranges::copy(face.positions, mesh.positions.begin() + static_cast<std::ptrdiff_t>(begin.vertex));
  for (std::size_t v = 0; v < face.normals.size(); ++v)
    if (glm::dot(face.normals[v], face.normals[v]) > kNoNormal * kNoNormal)
      mesh.normals[begin.vertex + v] = face.normals[v];
  std::ranges::copy(face.uvs, mesh.uvs.begin() + static_cast<std::ptrdiff_t>(begin.vertex));
  for (std::size_t i = 0; i < face.indices.size(); ++i)
    mesh.indices[begin.index + i] = static_cast<std::uint32_t>(begin.vertex) + face.indices[i];
}

// Without a skin, only the original size tells how large the mesh is.
void place(const MeshAsset& asset, const std::vector<AssetFace>& level, MeshDesc& mesh) {
  Vec3 scale(1.0);
  for (const AssetFace& face : level)
    if (!face.no_geometry) scale = Vec3(face.normalized_scale);
  for (int axis = 0; axis < 3; ++axis)
    if (!(scale[axis] > 0.0)) scale[axis] = 1.0;
  Mat4 placed(1.0);
  for (int axis = 0; axis < 3; ++axis) placed[axis][axis] = scale[axis];
  if (asset.placed && glm::determinant(Mat3(*asset.placed)) > 0.0) placed = *asset.placed;
  const Mat3 normal_matrix = glm::transpose(glm::inverse(Mat3(placed)));
  for (Vec3f& position : mesh.positions) position = Vec3f(placed * Vec4(Vec3(position), 1.0));
  for (Vec3f& normal : mesh.normals) normal = Vec3f(normal_matrix * Vec3(normal));
}

}  // namespace

BoundMeshDesc bound_mesh(const MeshAsset& asset, Lod lod) {
  const std::vector<AssetFace>& level = asset.levels[static_cast<std::size_t>(nearest_level(asset, lod))];
  BoundMeshDesc bound;
  bound.mesh.name = asset.name;
  std::size_t vertices = 0;
  for (const AssetFace& face : level) vertices += face.positions.size();
  const Parallel threads = mesh_asset::face_threads(vertices);
  const std::vector<Begin> begin = begins(threads, level);
  bound.mesh.positions.resize(vertices);
  bound.mesh.normals.resize(vertices, Vec3f(0.0f));
  bound.mesh.uvs.resize(vertices, Vec2f(0.0f));
  bound.mesh.indices.resize(begin.back().index);
  if (asset.skin) {
    bound.skin = *asset.skin;
    bound.skin.influence_begin.assign(vertices + 1, 0);
    bound.skin.influences.resize(begin.back().influence);
  }
  for (std::size_t f = 0; f < level.size(); ++f) {
    const bool named = f < asset.material_list.size() && !asset.material_list[f].empty();
    bound.mesh.materials.push_back({named ? asset.material_list[f] : fmt::format("face {}", f)});
    FaceDesc& face = bound.mesh.faces.emplace_back();
    face.material = static_cast<std::uint32_t>(f);
    face.first_vertex = static_cast<std::uint32_t>(begin[f].vertex);
    face.vertex_count = static_cast<std::uint32_t>(level[f].positions.size());
    face.first_index = static_cast<std::uint32_t>(begin[f].index);
    face.index_count = static_cast<std::uint32_t>(level[f].indices.size());
  }
  threads.for_each(level.size(), [&](std::size_t f) {
    fill_face(level[f], begin[f], bound.mesh);
    if (asset.skin) fill_influences(level[f], begin[f], bound.skin);
  });
  if (!asset.skin) place(asset, level, bound.mesh);
  finish_normals(bound.mesh);
  return bound;
}

namespace {

BoundMeshFile begin_bound(const MeshAssetFile& file) {
  BoundMeshFile bound;
  bound.source = file.source;
  bound.notes = file.notes;
  bound.is_asset = true;
  return bound;
}

void add_bound(const MeshAsset& asset, Lod lod, BoundMeshFile& bound) {
  static_assert(std::tuple_size_v<decltype(bound.level_vertices)> == kLodCount);
  for (std::size_t level = 0; level < kLodCount; ++level)
    for (const AssetFace& face : asset.levels[level]) bound.level_vertices[level] += face.positions.size();
  bound.meshes.push_back(bound_mesh(asset, lod));
  if (asset.levels[static_cast<std::size_t>(lod)].empty())
    bound.notes.push_back({Severity::warning, "level_missing",
                           fmt::format("{}, mesh '{}'", bound.source, asset.name),
                           fmt::format("has no {}; {} is used instead, as in viewers", lod_key(lod),
                                       lod_key(nearest_level(asset, lod)))});
}

}  // namespace

BoundMeshFile bound_meshes(const MeshAssetFile& file, Lod lod) {
  BoundMeshFile bound = begin_bound(file);
  for (const MeshAsset& asset : file.meshes) add_bound(asset, lod, bound);
  return bound;
}

BoundMeshFile bound_meshes(MeshAssetFile&& file, Lod lod) {
  BoundMeshFile bound = begin_bound(file);
  for (MeshAsset& asset : file.meshes) {
    add_bound(asset, lod, bound);
    asset = MeshAsset();
  }
  return bound;
}

}  // namespace mannequin::io
