#include "engine/io/builtin_mesh.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/embedded.h"

namespace mannequin::io {
namespace {

constexpr std::string_view kBuiltinBody = "mannequin";
constexpr std::string_view kGarments[] = {"top", "trousers", "dress", "boots"};
constexpr std::string_view kHeadParts[] = {"eyes", "hair"};

}  // namespace

std::span<const std::string_view> builtin_garments() { return kGarments; }

std::span<const std::string_view> builtin_head_parts() { return kHeadParts; }

std::string builtin_mesh_file(std::string_view name, Sex sex) {
  return fmt::format("{}{}.glb", name, sex == Sex::male ? "_male" : "");
}

Result<BoundMeshFile> read_builtin_mesh(std::string_view name, Sex sex) {
  const std::string file = builtin_mesh_file(name, sex);
  const auto bytes = embedded_asset(file);
  if (bytes.empty() && embedded_asset(builtin_mesh_file(kBuiltinBody, Sex::female)).empty())
    return fail(ErrorCode::unsupported, fmt::format("'{}'", name),
                "is left out of this build; configure it with MANNEQUIN_BUILTIN_MESHES on, or load a file");
  if (bytes.empty())
    return fail(ErrorCode::bad_argument, fmt::format("'{}'", name),
                fmt::format("is not a built-in mesh; choose mannequin, {}, {}", fmt::join(kHeadParts, ", "),
                            fmt::join(kGarments, ", ")));
  Result<BoundMeshFile> mesh = read_gltf(bytes, "built-in " + file, {});
  if (mesh) mesh->is_builtin = true;
  return mesh;
}

}  // namespace mannequin::io
