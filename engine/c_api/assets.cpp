// Mesh assets piece by piece.
#include "engine/c_api/handles.h"
#include "engine/io/mesh_stream.h"
#include "engine/mesh/retarget.h"
#include "mannequin/c_viewer.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

std::span<const std::byte> bytes_of(const void* bytes, std::size_t count) {
  return {static_cast<const std::byte*>(bytes), count};
}

mannequin_status output_meshes(const AssetObject& asset, Result<BoundMesh> bound, mannequin_meshes** out) {
  if (!bound) return report(bound.error());
  BoundMeshes made;
  made.source = asset.header.source;
  made.is_asset = true;
  made.asset_id = asset.id;
  made.meshes.push_back(std::move(*bound));
  *out = static_cast<mannequin_meshes*>(
      add_object(std::make_shared<MeshesObject>(asset.character, std::move(made))));
  return MANNEQUIN_OK;
}

}  // namespace

mannequin_status mannequin_asset_read_header(const mannequin_character* character, const void* bytes,
                                             size_t byte_count, uint64_t file_bytes, const char* name,
                                             mannequin_asset** out) {
  return with<CharacterObject>(character, [&](const auto& owner) -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    if (!out) return null_argument("out");
    const std::string source = name ? name : "memory";
    const auto whole = file_bytes > 0 ? std::optional<std::size_t>(file_bytes) : std::nullopt;
    auto header = io::read_mesh_header(bytes_of(bytes, byte_count), source, whole);
    if (!header) return report(header.error());
    auto object = std::make_shared<AssetObject>();
    object->character = owner;
    object->header = std::move(*header);
    io::BoundMeshFile file;
    file.source = source;
    file.is_asset = true;
    file.meshes.resize(1);
    object->id = asset_id_of(file);
    *out = static_cast<mannequin_asset*>(add_object(std::move(object)));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_asset_release(mannequin_asset* asset) { return release<AssetObject>(asset); }

mannequin_status mannequin_asset_find_block(const mannequin_asset* asset, const char* key, uint64_t* offset,
                                            uint64_t* byte_count) {
  return with<AssetObject>(asset, [&](const auto& object) -> mannequin_status {
    if (!key) return null_argument("key");
    const io::AssetBlock* block = object->header.find(key);
    if (!block) return report(MANNEQUIN_NOT_FOUND, object->header.source + ": has no block '" + key + "'.");
    if (offset) *offset = object->header.offset_of(*block);
    if (byte_count) *byte_count = block->bytes;
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_block_is_fetched(const void* bytes, size_t byte_count, int32_t* out) {
  return guarded([&]() -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    if (!out) return null_argument("out");
    *out = io::is_fetched(bytes_of(bytes, byte_count));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_asset_read_skin(mannequin_asset* asset, const void* bytes, size_t byte_count,
                                           mannequin_meshes** out) {
  return with<AssetObject>(asset, [&](const auto& object) -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    if (!out) return null_argument("out");
    io::Notes notes;
    auto read = io::read_skin_block(bytes_of(bytes, byte_count), object->header, &notes);
    if (!read) return report(read.error());
    object->character->log.report(notes);
    const Skeleton& skeleton = object->character->character.skeleton;
    const std::string& name = object->header.source;
    BoundMesh bound{Mesh::without_vertices(name), std::nullopt, worn_offsets(*read, {}), {}, {}};
    SkinDesc desc = *read;
    retarget(desc, skeleton, kViewerImporter);
    auto skin = Skin::build_rig(std::move(desc), name, skeleton);
    if (!skin) return report(skin.error());
    bound.skin = std::move(*skin);
    object->skin = std::move(*read);
    return output_meshes(*object, std::move(bound), out);
  });
}

mannequin_status mannequin_asset_read_lod(mannequin_asset* asset, uint32_t lod, const void* bytes,
                                          size_t byte_count, mannequin_meshes** out) {
  return with<AssetObject>(asset, [&](const auto& object) -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    if (!out) return null_argument("out");
    if (lod >= io::kLodCount)
      return report(MANNEQUIN_BAD_ARGUMENT, "lod is " + std::to_string(lod) + "; it must be 0 (high) to 3.");
    if (object->header.find("skin") && !object->skin)
      return report(MANNEQUIN_BAD_ARGUMENT,
                    object->header.source + ": has a skin; call mannequin_asset_read_skin() before.");
    const auto joints =
        object->skin ? std::optional<std::size_t>(object->skin->joint_names.size()) : std::nullopt;
    io::Notes notes;
    auto level = io::read_lod_block(bytes_of(bytes, byte_count), object->header, io::lod_from_finest(lod),
                                    joints, &notes);
    if (!level) return report(level.error());
    object->character->log.report(notes);
    return output_meshes(
        *object,
        build_bound_mesh(io::bound_level(std::move(*level), object->skin, object->header.source),
                         object->character->character.skeleton),
        out);
  });
}
