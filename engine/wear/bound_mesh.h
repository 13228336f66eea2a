// From a file to meshes that an avatar can wear: read, fitted to the avatar by an importer profile, and
// built. The command line, the window, C and C++ all go through this.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/avatar/system_avatar.h"
#include "engine/core/result.h"
#include "engine/core/uuid.h"
#include "engine/io/bound_mesh.h"
#include "engine/mesh/importer_profile.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/joint_offsets.h"

namespace mannequin {

// One mesh, ready to be worn. Immutable once built, and independent of its file; any number of threads may
// read it.
struct BoundMesh {
  Mesh mesh;                 // with its faces and materials
  std::optional<Skin> skin;  // none: not rigged, so nothing moves it
  WornOffsets offsets;       // the file's joint positions, whether or not they apply; an Outfit gives the id
  std::string part;          // of the system avatar: which one, "headMesh"; else empty
  std::vector<SystemMorph> morphs;  // one per mesh.morphs(): of the system avatar, or of deformed clothing

  // For SkinJob: the weight of each morph. Empty if there are none.
  std::vector<float> morph_weights(const Appearance& appearance, const ParameterWeights& weights) const;
};

// The meshes of one file.
struct BoundMeshes {
  std::string source;             // file name, for messages
  std::vector<BoundMesh> meshes;  // in file order
  bool is_asset = false;          // as distributed by a simulator: its joint positions always apply
  // Id of an asset whose file is named by it, as in archives and caches (an asset does not contain its id).
  std::optional<Uuid> asset_id;
  // What the reader noted, and what building added: not_rigged, gltf_binds_differ (strict only). For profiles
  // that rebuild binds, also what the viewer's importer would read differently.
  io::Notes notes;
};

// How a file is read.
struct WearOptions {
  io::Lod lod = io::Lod::high;                 // of mesh assets; other files have one level
  ImporterProfile importer = kViewerImporter;  // of glTF files; others read the same for all
};

// The asset id in a file name "<uuid>.llmesh", in any case.
std::optional<Uuid> asset_id_of(const io::BoundMeshFile& file);

// Fits and builds one mesh. Fails as Mesh::build and Skin::build do.
Result<BoundMesh> build_bound_mesh(BoundMeshDesc desc, const Skeleton& skeleton,
                                   const ImporterProfile& importer = kViewerImporter);

// A mesh without weights, worn on this attachment point as attached_skin() says. Fails (bad_data) if it has
// weights, and as attached_skin() and Mesh::build do.
Result<BoundMesh> build_attached_mesh(BoundMeshDesc object, const std::string& point,
                                      const Skeleton& skeleton);

// A part of the system avatar. It has no joint positions.
BoundMesh bound_part(SystemPart part);

// Fails (bad_data) if the skeleton is that before Bento and the file, unless it is built in, is bound to
// joints that it lacks: importers of that time took no part of it. Names all of them.
Status check_legacy_joints(const io::BoundMeshFile& file, const Skeleton& skeleton);

// All meshes of a file that was read; built-in ones are strict, whatever the importer. Errors and notes name
// file and mesh. Fails as check_legacy_joints(), too.
Result<BoundMeshes> build_bound_meshes(const io::BoundMeshFile& file, const Skeleton& skeleton,
                                       const ImporterProfile& importer = kViewerImporter);
// The same, but takes over the meshes instead of copying them.
Result<BoundMeshes> build_bound_meshes(io::BoundMeshFile&& file, const Skeleton& skeleton,
                                       const ImporterProfile& importer = kViewerImporter);

// Reads and builds. `name`: of the file, for messages, the kind of an unknown file, and the id of an asset.
// `folder`: the location of the buffers of a .gltf. Fails as io::read_bound_mesh and build_bound_meshes.
Result<BoundMeshes> load_bound_meshes(std::span<const std::byte> bytes, const std::string& name,
                                      const Skeleton& skeleton, const WearOptions& options = {},
                                      const std::filesystem::path& folder = {});
Result<BoundMeshes> load_bound_meshes(const std::filesystem::path& path, const Skeleton& skeleton,
                                      const WearOptions& options = {});

}  // namespace mannequin
