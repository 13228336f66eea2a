#include "tools/mannequin/memory_use.h"

#include "tools/mannequin/backends.h"

namespace mannequin::program {
namespace {

Result<MemoryUse> use_of(const std::string& backend, VertexFormat format,
                         std::span<const SkinnedMesh> meshes) {
  const Result<std::unique_ptr<Backend>> opened = open_backend(backend, {std::nullopt, format});
  if (!opened) return error_of(opened);
  Skinner& skinner = (*opened)->skinner();
  MemoryUse use{backend, skinner.device(), format, {}};
  for (const SkinnedMesh& m : meshes) {
    const Result<MeshBytes> bytes =
        skinner.add_mesh(*m.mesh, *m.skin).and_then([&](MeshId id) { return skinner.bytes(id); });
    if (!bytes) return error_of(bytes);
    use.meshes.push_back(*bytes);
  }
  return use;
}

}  // namespace

std::vector<MemoryUse> memory_use(std::span<const SkinnedMesh> meshes) {
  std::vector<MemoryUse> uses;
  for (const char* backend : {"cpu", "gl", "vulkan"})
    for (const VertexFormat format : {VertexFormat::full, VertexFormat::packed})
      if (Result<MemoryUse> use = use_of(backend, format, meshes)) uses.push_back(std::move(*use));
  return uses;
}

}  // namespace mannequin::program
