// Assets as meshes to skin: the levels' faces joined into one mesh.
#include <fmt/format.h>

#include <utility>

#include "engine/io/mesh_asset.h"
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

void append_influences(const AssetFace& face, SkinDesc& skin) {
  skin.influence_begin.reserve(skin.influence_begin.size() + face.positions.size());
  skin.influences.reserve(skin.influences.size() + kMaxInfluences * face.influences.size());
  for (std::size_t v = 0; v < face.positions.size(); ++v) {
    for (std::size_t k = 0; k < kMaxInfluences && !face.influences.empty(); ++k)
      if (face.influences[v].weight[k] > 0.0f)
        skin.influences.push_back({face.influences[v].joint[k], face.influences[v].weight[k]});
    skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
  }
}

void append_face(const AssetFace& face, std::uint32_t material, MeshDesc& mesh) {
  FaceDesc desc;
  desc.material = material;
  desc.first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
  desc.vertex_count = static_cast<std::uint32_t>(face.positions.size());
  desc.first_index = static_cast<std::uint32_t>(mesh.indices.size());
  desc.index_count = static_cast<std::uint32_t>(face.indices.size());
  mesh.faces.push_back(desc);
  mesh.positions.insert(mesh.positions.end(), face.positions.begin(), face.positions.end());
  for (std::size_t v = 0; v < face.positions.size(); ++v) {
    const Vec3f normal = face.normals.empty() ? Vec3f(0.0f) : face.normals[v];
    mesh.normals.push_back(glm::length(normal) > kNoNormal ? normal : Vec3f(0.0f));
    mesh.uvs.push_back(face.uvs.empty() ? Vec2f(0.0f) : face.uvs[v]);
  }
  for (const std::uint16_t index : face.indices) mesh.indices.push_back(desc.first_vertex + index);
}

// Growing lists take up to three times their content.
void reserve(const std::vector<AssetFace>& level, MeshDesc& mesh) {
  std::size_t vertices = 0, indices = 0;
  for (const AssetFace& face : level) {
    vertices += face.positions.size();
    indices += face.indices.size();
  }
  mesh.positions.reserve(vertices);
  mesh.normals.reserve(vertices);
  mesh.uvs.reserve(vertices);
  mesh.indices.reserve(indices);
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
  if (asset.skin) {
    bound.skin = *asset.skin;
    bound.skin.influence_begin.assign(1, 0);
  }
  reserve(level, bound.mesh);
  for (const AssetFace& face : level) {
    const auto number = static_cast<std::uint32_t>(bound.mesh.faces.size());
    const bool named = number < asset.material_list.size() && !asset.material_list[number].empty();
    bound.mesh.materials.push_back({named ? asset.material_list[number] : fmt::format("face {}", number)});
    append_face(face, number, bound.mesh);
    if (asset.skin) append_influences(face, bound.skin);
  }
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
