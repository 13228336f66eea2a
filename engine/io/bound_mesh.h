// Files with bound meshes: the result of every reader, and one entry point for all of them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/io/file_path.h"
#include "engine/io/lod.h"
#include "engine/io/note.h"
#include "engine/mesh/file_joint.h"
#include "engine/mesh/skin.h"

namespace mannequin::io {

// A mesh's appearance beyond its MaterialDescs. Any member may be empty.
struct MeshLook {
  std::vector<Vec4f> vertex_colors;  // linear, 0..1; one per vertex of the mesh
  // Per material: the encoded image of its texture embedded in the file; null if there is none, or if
  // MaterialDesc::texture names a file.
  std::vector<std::shared_ptr<const Bytes>> images;
  std::vector<bool> see_through;  // per material: whether the alpha of its texture is used
};

// The contents of a file, whatever its format.
struct BoundMeshFile {
  std::string source;                 // file name for messages
  std::vector<BoundMeshDesc> meshes;  // in file order
  Notes notes;
  Notes viewer_notes;  // what the viewer's importer would read differently from us
  // Set if the meshes are as distributed by a simulator: their joint positions always apply.
  bool is_asset = false;
  // Set if the viewer finds joint positions only where a joint has the avatar's own name, not an alias (.dae
  // without <skeleton>).
  bool positions_by_own_names = false;
  // Set if the meshes are compiled in: no importer touches their binds, which are the avatar's own.
  bool is_builtin = false;
  // For such meshes: vertices of all meshes per level of detail, lowest first; 0: no such level.
  std::array<std::size_t, 4> level_vertices{};
  // Set if the meshes are an .obj's that was read with Z up, see ObjReading.
  bool is_obj_with_z_up = false;
  std::vector<MeshLook> looks;    // one per mesh, or empty
  std::vector<FileJoint> joints;  // the scene's nodes with names, if the format has any; see kMaxFileJoints
};

// COLLADA 1.4 (.dae). Accepts what the viewer's importer accepts, rejects broken files; joint positions
// missing from the file stay empty. Bind shape and inverse binds are in the file's own space. Source: mesh
// oracle, 1-18.
Result<BoundMeshFile> read_collada(std::span<const std::byte> bytes, const std::string& source);

// glTF 2.0 (.gltf, .glb) by the specification: joint matrix = global joint x inverse bind, the mesh node is
// ignored for skinned meshes. Vertices and matrices are converted from Y up to the avatar's frame, (x, y, z)
// -> (x, -z, y). One primitive is one face; its source indices refer to its own POSITION accessor. The file's
// joint transforms go into joint_rests, from which retarget makes joint positions for the avatar and, for
// most importers, other binds. `folder`: the location of the buffers of a .gltf.
Result<BoundMeshFile> read_gltf(std::span<const std::byte> bytes, const std::string& source,
                                const FilePath& folder);

// Meshes of one file that read_bound_mesh takes: writers need some 13 kB for each.
inline constexpr std::size_t kMaxMeshes = 20'000;

// Detects the format by content, then by file name extension. `lod`: for mesh assets (mesh_asset.h), the only
// files with several levels of detail. Not for shapes or animations.
Result<BoundMeshFile> read_bound_mesh(const FilePath& path, Lod lod = Lod::high);

// The same for bytes in memory. `folder`: the location of the buffers of a .gltf.
Result<BoundMeshFile> read_bound_mesh(std::span<const std::byte> bytes, const std::string& source,
                                      const FilePath& folder, Lod lod = Lod::high);

}  // namespace mannequin::io
