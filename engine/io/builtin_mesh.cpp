#include "engine/io/builtin_mesh.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "engine/io/embedded.h"
#include "engine/io/file.h"
#include "engine/io/file_exists.h"
#include "engine/platform/own_folder.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace {

constexpr std::string_view kBuiltinBody = "mannequin";
constexpr std::string_view kGarments[] = {"top", "trousers", "dress", "boots"};
constexpr std::string_view kHeadParts[] = {"eyes", "hair"};

bool are_compiled_in() { return !embedded_asset(builtin_mesh_file(kBuiltinBody, Sex::female)).empty(); }

// Beside the library or program, or where it is installed, seen from lib and from Debian's lib/MACHINE.
constexpr const char* kFolders[] = {"", "../share/mannequin", "../../share/mannequin"};

Result<Bytes> read_installed(const std::string& file) {
  if (const std::filesystem::path own = own_folder(); !own.empty())
    for (const char* folder : kFolders)
      if (const auto path = own / folder / path_of_utf8(file); file_exists(path)) return read_file(path);
  return fail(
      ErrorCode::unsupported, fmt::format("'{}'", file),
      "is not compiled into this library, nor beside it or in share/mannequin of its prefix; install the "
      "package mannequin-body, copy the file there from assets/, or load another mesh");
}

Result<BoundMeshFile> read_own(std::span<const std::byte> bytes, const std::string& file) {
  Result<BoundMeshFile> mesh = read_gltf(bytes, "built-in " + file, {});
  if (mesh) mesh->is_builtin = true;
  return mesh;
}

}  // namespace

std::span<const std::string_view> builtin_garments() { return kGarments; }

std::span<const std::string_view> builtin_head_parts() { return kHeadParts; }

std::string builtin_mesh_file(std::string_view name, Sex sex) {
  return fmt::format("{}{}.glb", name, sex == Sex::male ? "_male" : "");
}

Result<BoundMeshFile> read_builtin_mesh(std::string_view name, Sex sex) {
  const std::string file = builtin_mesh_file(name, sex);
  if (!are_compiled_in()) {
    const Result<Bytes> bytes = read_installed(file);
    if (!bytes) return error_of(bytes);
    return read_own(*bytes, file);
  }
  const auto bytes = embedded_asset(file);
  if (bytes.empty())
    return fail(ErrorCode::bad_argument, fmt::format("'{}'", name),
                fmt::format("is not a built-in mesh; choose mannequin, {}, {}", fmt::join(kHeadParts, ", "),
                            fmt::join(kGarments, ", ")));
  return read_own(bytes, file);
}

}  // namespace mannequin::io
