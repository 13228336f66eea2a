// Second Life mesh assets (.mesh, .llmesh) and the viewer's saved uploads (.slm), which hold such assets.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "engine/io/lod.h"
#include "engine/io/note.h"
#include "engine/mesh/skin.h"

namespace mannequin::io {

// Vertices in file order, decoded as in the viewer.
struct AssetFace {
  bool no_geometry = false;            // an empty face that preserves its material's number
  Vec3f normalized_scale{1.0f};        // metres: the size of the mesh before it was fitted into the unit cube
  std::vector<Vec3f> positions;        // in the unit cube
  std::vector<Vec3f> normals;          // not quite unit; empty if the file has none
  std::vector<Vec2f> uvs;              // v up; empty if the file has none
  std::vector<std::uint16_t> indices;  // three per triangle
  // Per vertex, weights 0.001 to 0.999 of any sum and 0 in unused slots; a vertex without influences is bound
  // to joint 0, as in the viewer. Empty if this face has no weights.
  std::vector<VertexInfluences> influences;
};

// A run of bytes listed in the header.
struct AssetBlock {
  std::string key;                    // "skin", "high_lod", ...
  std::size_t offset = 0, bytes = 0;  // in the file, counted from the end of the header
  std::size_t unpacked_bytes = 0;     // 0: not unpacked
};

// The collision shape; in the unit cube.
struct AssetHulls {
  std::vector<std::vector<Vec3f>> hulls;
  std::vector<Vec3f> base_hull;
};

// One asset, all its blocks decoded.
struct MeshAsset {
  std::string name;
  std::size_t file_bytes = 0, header_bytes = 0;
  std::optional<int> version;
  int submodel_id = 0;                     // not 0: a part of a mesh of more than eight faces
  std::vector<std::string> material_list;  // .slm only
  std::vector<AssetBlock> blocks;          // by offset
  // Without influences. joint_positions: as in the asset, so they always apply when it is worn. The bind
  // shape maps from the unit cube.
  std::optional<SkinDesc> skin;
  std::array<std::vector<AssetFace>, kLodCount> levels;  // by Lod; empty if the file has none
  std::vector<AssetFace> physics_mesh;
  std::optional<AssetHulls> hulls;
  std::optional<Mat4> placed;  // .slm only: the scene from the unit cube
};

// A file of one asset, or a saved upload of several.
struct MeshAssetFile {
  std::string source;
  std::string name;  // .slm: the name of the upload
  bool slm = false;
  std::vector<MeshAsset> meshes;  // one, except in .slm
  Notes notes;
};

// Enough for eight faces of 65,536 vertices with four influences each; anything more is a decompression bomb.
// The limit for all blocks of a file is this much plus twice the file size: real blocks this large compress
// to half or more.
inline constexpr std::size_t kMaxUnpackedBytes = std::size_t{32} << 20;
// Limit for the vertices of all levels, plus one for every
// 24 bytes of the file; a vertex takes some 100 when read.
inline constexpr std::size_t kMaxAssetVertices = std::size_t{1} << 20;
// Limit for triangles: a face of few vertices may repeat them millions of times, which compresses to nothing.
inline constexpr std::size_t kMaxAssetTriangles = std::size_t{1} << 21;

// Whether the bytes start like such a file.
bool looks_like_mesh_asset(std::span<const std::byte> bytes);

// Reads all blocks. Accepts what the viewer accepts unless it is damaged; rejects (cannot_read, bad_data,
// unsupported), naming block, face and vertex: a level or skin that cannot be unpacked or is
// inconsistent, indices and joints out of range, numbers that are not finite, a version above 999. Unreadable
// physics only gives a note. Source: mesh oracle 19 to 30.
Result<MeshAssetFile> read_mesh_asset(std::span<const std::byte> bytes, const std::string& source);

// One level of an asset as a mesh to skin; if missing, the next lower, else the next higher one.
// Without a skin it has its original size.
BoundMeshDesc bound_mesh(const MeshAsset& asset, Lod lod);

// All meshes of a file at one level.
BoundMeshFile bound_meshes(const MeshAssetFile& file, Lod lod);
// The same, but releases each asset once its mesh is made.
BoundMeshFile bound_meshes(MeshAssetFile&& file, Lod lod);

}  // namespace mannequin::io
