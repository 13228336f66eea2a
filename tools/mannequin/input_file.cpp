#include "tools/mannequin/input_file.h"

#include <map>
#include <mutex>

#include "tools/mannequin/program.h"

namespace mannequin::program {

Result<io::Bytes> read_input(const std::filesystem::path& path) {
  set_current_file(path);
  static std::mutex mutex;  // meshes are read in parallel with the thread that shows the progress
  static std::map<std::filesystem::path, Result<io::Bytes>> kept;
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) return io::read_file(path);
  const std::lock_guard lock(mutex);
  const auto found = kept.find(path);
  return found != kept.end() ? found->second : kept.emplace(path, io::read_file(path)).first->second;
}

Result<io::BoundMeshFile> read_mesh_input(const std::filesystem::path& path, io::Lod lod) {
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  return io::read_bound_mesh(*bytes, path.filename().string(), path.parent_path(), lod);
}

}  // namespace mannequin::program
