// Mesh assets piece by piece, as a viewer fetches them: the header from the first bytes, then the skin, then
// one level of detail, each from its own bytes. Nothing is kept but what is returned. Whole files:
// read_mesh_asset().
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/io/mesh_asset.h"

namespace mannequin::io {

// What the first bytes of an asset say about the rest. A viewer's request for 4,096 bytes holds it.
struct MeshAssetHeader {
  std::string source;            // for messages
  std::size_t header_bytes = 0;  // blocks are counted from here
  std::optional<int> version;
  int submodel_id = 0;             // as MeshAsset's
  std::vector<AssetBlock> blocks;  // by offset; at least one level of detail

  // Null if the asset has none of this name: "skin", or a lod_key().
  const AssetBlock* find(std::string_view key) const;
  // Where a block begins in the file.
  std::size_t offset_of(const AssetBlock& block) const { return header_bytes + block.offset; }
};

// bytes: the beginning of the asset, in any length that has the whole header. file_bytes: of the whole asset
// where known, for the test that it holds its blocks; else blocks are believed. Fails as read_mesh_asset()
// does, (cannot_read) where the header goes on beyond the bytes.
Result<MeshAssetHeader> read_mesh_header(std::span<const std::byte> bytes, const std::string& source,
                                         std::optional<std::size_t> file_bytes = std::nullopt);

// Whether a block's bytes in a cache file are there: viewers leave zeros where nothing was fetched yet.
bool is_fetched(std::span<const std::byte> block);

// The skin without influences, which are with the faces: for WornRig and joint positions, by
// Skin::build_rig, before any vertex has arrived. block: the bytes of the header's "skin". Fails as
// read_mesh_asset() does. notes: what is odd about it; may be null.
Result<SkinDesc> read_skin_block(std::span<const std::byte> block, const MeshAssetHeader& header,
                                 Notes* notes = nullptr);

// The faces of one level. block: the bytes of the header's lod_key(lod). joint_count: of the skin; none for
// an asset without skin. Fails as read_mesh_asset() does.
Result<std::vector<AssetFace>> read_lod_block(std::span<const std::byte> block, const MeshAssetHeader& header,
                                              Lod lod, std::optional<std::size_t> joint_count,
                                              Notes* notes = nullptr);

// Both together as a mesh to skin, as bound_mesh() makes it of a whole asset. skin: none for a mesh that does
// not move.
BoundMeshDesc bound_level(std::vector<AssetFace> level, std::optional<SkinDesc> skin, std::string name);

}  // namespace mannequin::io
