#include "tools/mannequin/mesh_set.h"

#include <fmt/format.h>

#include "engine/io/embedded.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {

std::vector<float> LoadedMesh::morph_weights(const Appearance& appearance,
                                             const ParameterWeights& weights) const {
  std::vector<float> out(morphs.size());
  mannequin::morph_weights(morphs, appearance, weights, out);
  return out;
}

Result<std::vector<io::BoundMeshFile>> read_meshes(std::span<const std::filesystem::path> paths) {
  std::vector<io::BoundMeshFile> files;
  for (const auto& path : paths) {
    Result<io::BoundMeshFile> file = io::read_bound_mesh(path);
    if (!file) return tl::make_unexpected(file.error());
    report(file->notes);
    files.push_back(std::move(*file));
  }
  return files;
}

Result<io::BoundMeshFile> read_builtin_body() {
  return io::read_gltf(embedded_asset("mannequin.glb"), "built-in mannequin.glb", {});
}

void add_gltf_option(CLI::App& command, BindReading& reading) {
  command
      .add_option_function<std::string>(
          "--gltf",
          [&reading](const std::string& value) {
            reading = value == "viewer" ? BindReading::viewer : BindReading::strict;
          },
          "How the binds of .gltf and .glb files are read: strict by the specification (default), or rebuilt "
          "for the "
          "avatar's joints, as the viewer's importer does")
      ->type_name("strict|viewer")
      ->check(CLI::IsMember({"strict", "viewer"}));
}

Result<std::vector<LoadedMesh>> build_meshes(std::span<const io::BoundMeshFile> files,
                                             const Skeleton& skeleton, BindReading reading) {
  std::vector<LoadedMesh> meshes;
  for (const io::BoundMeshFile& file : files)
    for (const BoundMeshDesc& desc : file.meshes) {
      const auto in_file = [&](Error error) {
        error.where = file.source + (error.where.empty() ? "" : ", " + error.where);
        return tl::make_unexpected(std::move(error));
      };
      Result<Mesh> mesh = Mesh::build(desc.mesh);
      if (!mesh) return in_file(mesh.error());
      LoadedMesh loaded{file.source, std::move(*mesh), std::nullopt, {}};
      if (desc.rigged()) {
        if (reading == BindReading::strict && readings_differ(desc.skin, skeleton))
          fmt::print(
              stderr,
              "warning: {}, mesh '{}': its binds were made for other joints than the avatar's (exporters "
              "drop "
              "the scale of collision volumes, or turn bones), so it is deformed from the start. The viewer "
              "rebuilds them at import: --gltf viewer shows that. [gltf_binds_differ]\n",
              file.source, desc.mesh.name);
        SkinDesc settled = desc.skin;
        retarget(settled, skeleton, reading);
        Result<Skin> skin = Skin::build(std::move(settled), loaded.mesh, skeleton);
        if (!skin) return in_file(skin.error());
        loaded.skin = std::move(*skin);
      } else {
        fmt::print(stderr,
                   "warning: {}, mesh '{}': has no bone weights, so no slider or pose can move it. It stays "
                   "where it is. [not_rigged]\n",
                   file.source, desc.mesh.name);
      }
      meshes.push_back(std::move(loaded));
    }
  return meshes;
}

}  // namespace mannequin::program
