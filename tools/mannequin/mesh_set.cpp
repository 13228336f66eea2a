#include "tools/mannequin/mesh_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <future>
#include <map>
#include <utility>

#include "engine/io/builtin_mesh.h"
#include "engine/io/file.h"
#include "engine/platform/program.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

// Runs `read` and, if it takes longer than a moment and stderr is a terminal, shows the elapsed
// time.
template <typename Read>
auto with_progress(const std::filesystem::path& path, Read read) {
  auto reading = std::async(std::launch::async, read);
  if (!errors_are_watched()) return reading.get();
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

}  // namespace

Result<std::vector<io::BoundMeshFile>> read_meshes(std::span<const std::filesystem::path> paths, int lod) {
  std::vector<io::BoundMeshFile> files;
  const io::Lod level = io::lod_from_finest(static_cast<std::size_t>(lod));
  for (const auto& path : paths) {
    Result<io::BoundMeshFile> file = with_progress(path, [&] { return read_mesh_input(path, level); });
    if (!file) return error_of(file);
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

Result<BoundMeshes> build_meshes(const io::BoundMeshFile& file, const Skeleton& skeleton,
                                 const ImporterProfile& importer) {
  Result<BoundMeshes> meshes = build_bound_meshes(file, skeleton, importer);
  if (meshes) report(meshes->notes);
  return meshes;
}

Result<BoundMeshes> build_meshes(io::BoundMeshFile&& file, const Skeleton& skeleton,
                                 const ImporterProfile& importer) {
  Result<BoundMeshes> meshes = build_bound_meshes(std::move(file), skeleton, importer);
  if (meshes) report(meshes->notes);
  return meshes;
}

}  // namespace mannequin::program
