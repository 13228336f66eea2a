#include "tools/mannequin/mesh_set.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <future>
#include <map>

#include "engine/io/builtin_mesh.h"
#include "engine/io/file.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {

std::vector<float> LoadedMesh::morph_weights(const Appearance& appearance,
                                             const ParameterWeights& weights) const {
  std::vector<float> out(morphs.size());
  mannequin::morph_weights(morphs, appearance, weights, out);
  return out;
}

io::Lod asset_level(int lod) {
  const std::size_t finest = io::kLods.size() - 1;
  return io::kLods[finest - std::min(static_cast<std::size_t>(lod), finest)];
}

namespace {

// Runs `read` and, if it takes longer than a moment and stderr is a terminal, shows the elapsed
// time.
template <typename Read>
auto with_progress(const std::filesystem::path& path, Read read) {
  auto reading = std::async(std::launch::async, read);
  if (!::isatty(STDERR_FILENO)) return reading.get();
  const auto began = std::chrono::steady_clock::now();
  bool shown = false;
  while (reading.wait_for(std::chrono::milliseconds(250)) != std::future_status::ready) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (seconds < 1.0) continue;
    fmt::print(stderr, "\rreading {} ... {:.0f} s", printable(path.filename().string()), seconds);
    std::fflush(stderr);
    shown = true;
  }
  if (shown) fmt::print(stderr, "\r\033[K");
  return reading.get();
}

// Every reader returns the high level.
Result<io::BoundMeshFile> read_level(const std::filesystem::path& path, int lod) {
  if (lod == 0) return read_mesh_input(path);
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  if (!io::looks_like_mesh_asset(*bytes)) return read_mesh_input(path);
  return io::read_mesh_asset(*bytes, path.filename().string()).map([&](const io::MeshAssetFile& file) {
    return io::bound_meshes(file, asset_level(lod));
  });
}

}  // namespace

Result<std::vector<io::BoundMeshFile>> read_meshes(std::span<const std::filesystem::path> paths, int lod) {
  std::vector<io::BoundMeshFile> files;
  for (const auto& path : paths) {
    Result<io::BoundMeshFile> file = with_progress(path, [&] { return read_level(path, lod); });
    if (!file) return error_of(file);
    report(file->notes);
    files.push_back(std::move(*file));
  }
  return files;
}

Result<io::BoundMeshFile> read_builtin_body() { return io::read_builtin_mesh("mannequin", Sex::female); }

void add_lod_option(CLI::App& command, int& lod) {
  command
      .add_option(
          "--lod", lod,
          "Level of detail, 0 (the default) to 4 or high, medium, low, lowest: of the system avatar's parts, "
          "which use the next finer one they have, and of mesh assets")
      ->type_name("N")
      ->transform(
          CLI::Transformer(std::map<std::string, int>{{"high", 0}, {"medium", 1}, {"low", 2}, {"lowest", 3}}))
      ->check(CLI::Range(0, 4));
}

void add_gltf_option(CLI::App& command, BindReading& reading) {
  command
      .add_option_function<std::string>(
          "--gltf",
          [&reading](const std::string& value) {
            reading = value == "viewer" ? BindReading::viewer : BindReading::strict;
          },
          "How the binds of .gltf and .glb files are read: strict, by the specification (default), or "
          "rebuilt "
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
          say(stderr,
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
        say(stderr,
            "warning: {}, mesh '{}': has no bone weights, so no slider or pose can move it. It stays "
            "where it is. [not_rigged]\n",
            file.source, desc.mesh.name);
      }
      meshes.push_back(std::move(loaded));
    }
  return meshes;
}

}  // namespace mannequin::program
