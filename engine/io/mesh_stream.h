// Reads mesh assets piece by piece, as a viewer fetches them: the header from the first bytes, then the skin,
// then one level of detail, each from its own bytes. Keeps no state but the returned values. Whole files:
// read_mesh_asset().
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/io/mesh_asset.h"

namespace mannequin::io {

// What the first bytes of an asset tell about the rest. The 4,096 bytes that a viewer requests suffice.
struct MeshAssetHeader {
  std::string source;            // for messages
  std::size_t header_bytes = 0;  // offset that blocks are counted from
  std::optional<int> version;
  int submodel_id = 0;             // as MeshAsset's
  std::vector<AssetBlock> blocks;  // by offset; at least one level of detail

  // Null if the asset has no such block: "skin", or a lod_key().
  const AssetBlock* find(std::string_view key) const;
  // The block's offset in the file.
  std::size_t offset_of(const AssetBlock& block) const { return header_bytes + block.offset; }
};

// bytes: the beginning of the asset, at least the whole header. file_bytes: of the whole asset if known, to
// check that it contains its blocks. Fails as read_mesh_asset() does, and (cannot_read) if the header
// continues beyond the bytes.
Result<MeshAssetHeader> read_mesh_header(std::span<const std::byte> bytes, const std::string& source,
                                         std::optional<std::size_t> file_bytes = std::nullopt);

// Whether a cache file contains a block: viewers leave zeros where nothing has been fetched yet.
bool is_fetched(std::span<const std::byte> block);

// The skin without influences, which are stored with the faces: for WornRig and joint positions, by
// Skin::build_rig, before any vertex has arrived. block: the bytes of the header's "skin". Fails as
// read_mesh_asset() does. notes: receives oddities; may be null.
Result<SkinDesc> read_skin_block(std::span<const std::byte> block, const MeshAssetHeader& header,
                                 Notes* notes = nullptr);

// The faces of one level. block: the bytes of the header's lod_key(lod). joint_count: of the skin; none for
// an asset without skin. Fails as read_mesh_asset() does.
Result<std::vector<AssetFace>> read_lod_block(std::span<const std::byte> block, const MeshAssetHeader& header,
                                              Lod lod, std::optional<std::size_t> joint_count,
                                              Notes* notes = nullptr);

// Joins both to a mesh to skin, as bound_mesh() does for a
// whole asset. skin: none for a mesh that does not move.
BoundMeshDesc bound_level(std::vector<AssetFace> level, std::optional<SkinDesc> skin, std::string name);

}  // namespace mannequin::io
