#include "engine/io/mesh_stream.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/mesh_asset/blocks.h"
#include "engine/io/mesh_asset/faces.h"
#include "engine/io/mesh_asset/skin_block.h"

namespace mannequin::io {
namespace {

// How many bytes a viewer checks.
constexpr std::size_t kFetchedBytes = 1024;

// Unpacks a block that `block` contains alone.
Result<Llsd> unpack_alone(std::span<const std::byte> block, const char* key, const MeshAssetHeader& header,
                          mesh_asset::Budget& budget, Notes& notes) {
  AssetBlock alone{key, 0, block.size(), 0};
  return mesh_asset::unpack(block, alone, budget, header.source, notes);
}

}  // namespace

const AssetBlock* MeshAssetHeader::find(std::string_view key) const {
  const auto found =
      std::find_if(blocks.begin(), blocks.end(), [&](const AssetBlock& block) { return block.key == key; });
  return found == blocks.end() ? nullptr : &*found;
}

Result<MeshAssetHeader> read_mesh_header(std::span<const std::byte> bytes, const std::string& source,
                                         std::optional<std::size_t> file_bytes) {
  return mesh_asset::within_this_machine(source, [&]() -> Result<MeshAssetHeader> {
    const auto header = mesh_asset::read_header(bytes, source);
    if (!header) return error_of(header);
    return mesh_asset::header_of(*header, file_bytes, source);
  });
}

bool is_fetched(std::span<const std::byte> block) {
  const auto first = block.first(std::min(block.size(), kFetchedBytes));
  return std::any_of(first.begin(), first.end(), [](std::byte b) { return b != std::byte{0}; });
}

Result<SkinDesc> read_skin_block(std::span<const std::byte> block, const MeshAssetHeader& header,
                                 Notes* notes) {
  return mesh_asset::within_this_machine(header.source, [&]() -> Result<SkinDesc> {
    Notes ignored;
    Notes& said = notes == nullptr ? ignored : *notes;
    mesh_asset::Budget budget(block.size());
    auto value = unpack_alone(block, "skin", header, budget, said);
    if (!value) return error_of(value);
    return mesh_asset::read_skin_block(*value, header.source + ", skin", said);
  });
}

Result<std::vector<AssetFace>> read_lod_block(std::span<const std::byte> block, const MeshAssetHeader& header,
                                              Lod lod, std::optional<std::size_t> joint_count, Notes* notes) {
  return mesh_asset::within_this_machine(header.source, [&]() -> Result<std::vector<AssetFace>> {
    Notes ignored;
    Notes& said = notes == nullptr ? ignored : *notes;
    mesh_asset::Budget budget(block.size());
    auto value = unpack_alone(block, lod_key(lod), header, budget, said);
    if (!value) return error_of(value);
    return mesh_asset::read_faces(*value, joint_count, fmt::format("{}, {}", header.source, lod_key(lod)),
                                  budget, said);
  });
}

BoundMeshDesc bound_level(std::vector<AssetFace> level, std::optional<SkinDesc> skin, std::string name) {
  MeshAsset asset;
  asset.name = std::move(name);
  asset.skin = std::move(skin);
  asset.levels[static_cast<std::size_t>(Lod::high)] = std::move(level);
  return bound_mesh(asset, Lod::high);
}

}  // namespace mannequin::io
