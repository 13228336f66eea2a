#include "engine/wear/bound_mesh.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/appearance/legacy_character.h"
#include "engine/core/quantity.h"
#include "engine/mesh/attachment.h"
#include "engine/mesh/parameter_morph.h"
#include "engine/mesh/retarget.h"
#include "engine/platform/path.h"

namespace mannequin {
namespace {

void note_build(const BoundMeshDesc& desc, const Skeleton& skeleton, const ImporterProfile& importer,
                BoundMeshes& out) {
  const std::string where = fmt::format("{}, mesh '{}'", out.source, desc.mesh.name);
  if (!desc.rigged())
    out.notes.push_back(
        {Severity::warning, "not_rigged", where, "has no bone weights, so sliders and poses do not move it"});
  else if (!importer.rebuilds_binds && importers_differ(desc.skin, skeleton, importer, kViewerNextImporter))
    out.notes.push_back(
        {Severity::warning, "gltf_binds_differ", where,
         "its binds were made for other joints than the avatar's (exporters drop the scale of collision "
         "volumes, or turn bones), so it is deformed from the start. Viewers rebuild them at import: the "
         "importer profile 'viewer' shows that"});
}

}  // namespace

std::vector<float> BoundMesh::morph_weights(const Appearance& appearance,
                                            const ParameterWeights& weights) const {
  std::vector<float> out(morphs.size());
  mannequin::morph_weights(morphs, appearance, weights, out);
  return out;
}

std::optional<Uuid> asset_id_of(const io::BoundMeshFile& file) {
  if (!file.is_asset || file.meshes.size() != 1) return std::nullopt;
  const std::optional<Uuid> id = Uuid::parse(path_of_utf8(file.source).stem().string());
  return id == Uuid{} ? std::nullopt : id;
}

Result<BoundMesh> build_bound_mesh(BoundMeshDesc desc, const Skeleton& skeleton,
                                   const ImporterProfile& importer) {
  Result<Mesh> mesh = Mesh::build(std::move(desc.mesh));
  if (!mesh) return error_of(std::move(mesh));
  BoundMesh bound{std::move(*mesh), std::nullopt, {}, {}, {}};
  for (const MorphTarget& target : bound.mesh.morphs()) {
    bound.morphs.emplace_back();
    bound.morphs.back().id = parameter_of_morph(target.name).value_or(-1);
  }
  if (!desc.rigged()) return bound;
  retarget(desc.skin, skeleton, importer);
  bound.offsets = worn_offsets(desc.skin, {});
  Result<Skin> skin = Skin::build(std::move(desc.skin), bound.mesh, skeleton);
  if (!skin) return error_of(std::move(skin));
  bound.skin = std::move(*skin);
  return bound;
}

Result<BoundMesh> build_attached_mesh(BoundMeshDesc object, const std::string& point,
                                      const Skeleton& skeleton) {
  Result<SkinDesc> skin = attached_skin(skeleton, point, object.mesh.positions.size());
  if (!skin) return error_of(skin);
  if (object.rigged())
    return fail(ErrorCode::bad_data, fmt::format("mesh '{}'", object.mesh.name),
                "has bone weights, so it follows its joints wherever it is attached; wear it without an "
                "attachment point");
  object.skin = std::move(*skin);
  return build_bound_mesh(std::move(object), skeleton, kStrictImporter);
}

Status check_legacy_joints(const io::BoundMeshFile& file, const Skeleton& skeleton) {
  if (file.is_builtin || !is_legacy(skeleton)) return {};
  std::vector<std::string> unknown;
  for (const BoundMeshDesc& mesh : file.meshes)
    for (const std::string& name : mesh.skin.joint_names)
      if (skeleton.find(name) == kNoJoint && std::ranges::find(unknown, name) == unknown.end())
        unknown.push_back(name);
  if (unknown.empty()) return {};
  return fail(
      ErrorCode::bad_data, file.source,
      fmt::format("is bound to {} that the avatar before Bento does not have: {}. Importers of that time "
                  "refused it; move the weights to base bones",
                  quantity(unknown.size(), "joint", "joints"), fmt::join(unknown, ", ")));
}

BoundMesh bound_part(SystemPart part) {
  return {std::move(part.mesh), std::move(part.skin), {}, std::move(part.type), std::move(part.morphs)};
}

namespace {

// take(m): mesh m of the file, moved or copied.
template <typename Take>
Result<BoundMeshes> build_each(const io::BoundMeshFile& file, const Skeleton& skeleton,
                               const ImporterProfile& wanted, const Take& take) {
  if (auto status = check_legacy_joints(file, skeleton); !status) return error_of(status);
  const ImporterProfile& importer = file.is_builtin ? kStrictImporter : wanted;
  BoundMeshes out;
  out.source = file.source;
  out.is_asset = file.is_asset;
  out.asset_id = asset_id_of(file);
  out.notes = file.notes;
  if (importer.rebuilds_binds)
    out.notes.insert(out.notes.end(), file.viewer_notes.begin(), file.viewer_notes.end());
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    note_build(file.meshes[m], skeleton, importer, out);
    Result<BoundMesh> bound = build_bound_mesh(take(m), skeleton, importer);
    if (!bound) {
      Error error = std::move(bound.error());
      error.where = file.source + (error.where.empty() ? "" : ", " + error.where);
      return tl::make_unexpected(std::move(error));
    }
    out.meshes.push_back(std::move(*bound));
  }
  return out;
}

}  // namespace

Result<BoundMeshes> build_bound_meshes(const io::BoundMeshFile& file, const Skeleton& skeleton,
                                       const ImporterProfile& importer) {
  return build_each(file, skeleton, importer, [&](std::size_t m) { return file.meshes[m]; });
}

Result<BoundMeshes> build_bound_meshes(io::BoundMeshFile&& file, const Skeleton& skeleton,
                                       const ImporterProfile& importer) {
  return build_each(file, skeleton, importer, [&](std::size_t m) { return std::move(file.meshes[m]); });
}

Result<BoundMeshes> load_bound_meshes(std::span<const std::byte> bytes, const std::string& name,
                                      const Skeleton& skeleton, const WearOptions& options,
                                      const std::filesystem::path& folder) {
  Result<io::BoundMeshFile> file = io::read_bound_mesh(bytes, name, folder, options.lod);
  if (!file) return error_of(file);
  return build_bound_meshes(std::move(*file), skeleton, options.importer);
}

Result<BoundMeshes> load_bound_meshes(const std::filesystem::path& path, const Skeleton& skeleton,
                                      const WearOptions& options) {
  Result<io::BoundMeshFile> file = io::read_bound_mesh(path, options.lod);
  if (!file) return error_of(file);
  return build_bound_meshes(std::move(*file), skeleton, options.importer);
}

}  // namespace mannequin
