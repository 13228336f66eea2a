#include "tools/document/carried_weights.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "engine/bind/carry.h"
#include "tools/document/figures.h"
#include "tools/document/file_binding.h"
#include "tools/document/file_watch.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// The mesh of that name, or the only one.
const BoundMeshDesc* counterpart(const io::BoundMeshFile& before, const BoundMeshDesc& now,
                                 std::size_t meshes_now) {
  const auto named = std::ranges::find(before.meshes, now.mesh.name,
                                       [](const BoundMeshDesc& desc) { return desc.mesh.name; });
  if (named != before.meshes.end()) return named->rigged() ? &*named : nullptr;
  const bool only = before.meshes.size() == 1 && meshes_now == 1 && before.meshes.front().rigged();
  return only ? &before.meshes.front() : nullptr;
}

// With the binds that the file has now, if it has any.
SkinDesc carried_skin(const WeightTable& weights, const WeldedSurface& welded, const SkinDesc& before,
                      const SkinDesc& now) {
  const auto own = joint_binds(now), old = joint_binds(before);
  const std::array binds = {&own, &old};
  const bool has_own = !now.joint_names.empty();
  SkinDesc skin = skin_of_weights(weights, welded, has_own ? now : before, binds);
  skin.joint_rests = has_own ? now.joint_rests : before.joint_rests;
  return skin;
}

struct CarriedCounts {
  std::size_t same = 0, interpolated = 0, made_up = 0;
};

std::string in_words(const CarriedCounts& counts) {
  std::string text = counted(counts.same, "vertex as it was", "vertices as they were");
  if (counts.interpolated > 0) text += tr(", {} from the old surface there", grouped(counts.interpolated));
  if (counts.made_up > 0) text += tr(", {} guessed from around: look at them", grouped(counts.made_up));
  return text;
}

Result<ReadMesh> carry(const std::filesystem::path& path, const MeshReading& reading,
                       const io::BoundMeshFile& before, const Skeleton& skeleton,
                       const ImporterProfile& importer) {
  const auto saved = saved_at(path);
  Result<io::BoundMeshFile> read = read_worn(path, reading);
  if (!read) return error_of(read);
  io::BoundMeshFile now = std::move(*read);
  CarriedCounts counts;
  for (BoundMeshDesc& mesh : now.meshes) {
    const BoundMeshDesc* const from = counterpart(before, mesh, now.meshes.size());
    if (from == nullptr) continue;
    const auto welding = [&](const io::BoundMeshFile& file) {
      return has_position_array(file, path) ? Welding::source_index : Welding::border;
    };
    const WeldedSurface old = make_surface(from->mesh, from->skin.bind_shape, welding(before));
    // Without a skin it has no bind shape of its own.
    const Mat4& bind_shape = mesh.rigged() ? mesh.skin.bind_shape : from->skin.bind_shape;
    const WeldedSurface welded = make_surface(mesh.mesh, bind_shape, welding(now));
    const auto carried = carry_weights(old.surface, weights_of_skin(from->skin, old), welded.surface);
    if (!carried) return error_of(carried);
    mesh.skin = carried_skin(carried->weights, welded, from->skin, mesh.skin);
    counts.same += carried->same;
    counts.interpolated += carried->interpolated;
    counts.made_up += carried->made_up;
  }
  ReadMesh made =
      make_mesh(std::make_shared<const io::BoundMeshFile>(std::move(now)), path, reading, skeleton, importer);
  if (!made.made) return made;
  (*made.made)->unsaved = true;
  (*made.made)->follows_file = true;
  (*made.made)->was_read(saved);
  made.carried = in_words(counts);
  made.guessed = counts.made_up > 0;
  return made;
}

}  // namespace

ReadMesh read_and_carry(const std::filesystem::path& path, const MeshReading& reading,
                        const io::BoundMeshFile& before, const Skeleton& skeleton,
                        const ImporterProfile& importer) {
  try {
    Result<ReadMesh> read = carry(path, reading, before, skeleton, importer);
    if (read) return std::move(*read);
    return {.file = nullptr, .made = error_of(read)};
  } catch (const std::bad_alloc&) {
    return {.file = nullptr, .made = not_enough_memory(path)};
  }
}

}  // namespace mannequin::document
