// Files with bound meshes: what every reader returns, and one door to all of them.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/io/note.h"
#include "engine/mesh/skin.h"

namespace mannequin::io {

// How a mesh looks, as far as its file says more than its MaterialDescs do. Any of it may be empty.
struct MeshLook {
  std::vector<Vec4f> vertex_colors;  // linear, 0..1; one per vertex of the mesh
  // Per material: the image of its texture as the file holds it, encoded; null where there is none, or where
  // MaterialDesc::texture names a file.
  std::vector<std::shared_ptr<const Bytes>> images;
  std::vector<bool> see_through;  // per material: the alpha of its texture counts
};

// What a file holds, whatever its format.
struct BoundMeshFile {
  std::string source;                 // file name for messages
  std::vector<BoundMeshDesc> meshes;  // in file order
  Notes notes;
  Notes viewer_notes;  // what the viewer's importer would make of it otherwise than we do
  // The meshes are as a simulator hands them out: their joint positions count without anybody asking for it.
  bool is_asset = false;
  // Of such: vertices of all meshes at each level of detail, lowest first; 0: the file has no such level.
  std::array<std::size_t, 4> level_vertices{};
  std::vector<MeshLook> looks;  // one per mesh, or empty
};

// COLLADA 1.4 (.dae). Takes what the viewer's importer takes, refuses what is broken; joint positions that
// the file does not give stay empty. Bind shape and inverse binds are in the file's own space. Source: mesh
// oracle, 1-18.
Result<BoundMeshFile> read_collada(std::span<const std::byte> bytes, const std::string& source);

// glTF 2.0 (.gltf, .glb) by the specification: joint matrix = global joint x inverse bind, the mesh node is
// ignored for skinned meshes. Vertices and matrices are turned from Y up to the avatar's frame, (x, y, z) ->
// (x, -z, y). One primitive is one face; its source indices count within its own POSITION accessor. Where the
// file stands its joints goes into joint_rests, from which retarget makes joint positions for the avatar and,
// on request, the binds that the viewer would make. `folder`: where the buffers of a .gltf lie.
Result<BoundMeshFile> read_gltf(std::span<const std::byte> bytes, const std::string& source,
                                const std::filesystem::path& folder);

// Chooses by the file's content, then by its ending. Of mesh assets (mesh_asset.h) the high level of detail.
// What it is not: shapes, animations.
Result<BoundMeshFile> read_bound_mesh(const std::filesystem::path& path);

// The same of bytes in memory. `folder`: where the buffers of a .gltf lie.
Result<BoundMeshFile> read_bound_mesh(std::span<const std::byte> bytes, const std::string& source,
                                      const std::filesystem::path& folder);

}  // namespace mannequin::io
