// Converts between formats of bound meshes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/appearance/character.h"
#include "engine/core/result.h"
#include "engine/io/bound_mesh.h"
#include "engine/mesh/importer_profile.h"
#include "tools/document/mesh_writing.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

struct ConvertMeshOptions : document::MeshWriting {
  std::string mesh;                     // only the mesh with this name; empty: all
  std::optional<ImporterProfile> gltf;  // not given: the viewer's for mesh assets, else strict
};

// Says what other importers make of the binds that are written. True if those are the file's own, of a glTF
// file, and nobody rebuilds them in what is written: a .dae.
bool note_importers(const io::BoundMeshFile& file, const Character& character,
                    const ImporterProfile& importer, const std::string& ending);

void add_mesh_options(CLI::App& command, ConvertMeshOptions& options);

using document::converts_to_mesh;

// document::write_meshes; prints to stderr what the format cannot hold.
Status write_meshes(io::BoundMeshFile& file, const Skeleton& skeleton, const std::filesystem::path& in,
                    const std::filesystem::path& out, const ConvertMeshOptions& options);

// `bytes` of the file `in`, a .dae, .glb, .gltf, .mesh, .llmesh or .slm; writes .glb, .dae, .obj, .mesh,
// .llmesh, .slm, by the extension. A mesh asset to asset keeps all its levels of detail and its physics;
// other formats get the high level. Readers' notes go to stderr. Fails (bad_argument) on other extensions, an
// unknown mesh name, several meshes for a file that holds one, and options without effect on the
// output.
Status convert_mesh(const std::filesystem::path& in, const io::Bytes& bytes, const std::filesystem::path& out,
                    const ConvertMeshOptions& options);

}  // namespace mannequin::program
