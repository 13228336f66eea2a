// The container of a mesh asset: the header, and the compressed blocks it points to.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset.h"

namespace mannequin::io::mesh_asset {

// The remaining budget of unpacked bytes and vertices of one file, over all blocks.
struct Budget {
  explicit Budget(std::size_t file_bytes);

  std::size_t bytes, vertices;
};

// The value at the beginning of a file, and the offset of the bytes after it. Skips the old text header
// and its newline. Fails (cannot_read) as read_llsd does.
Result<LlsdRead> read_header(std::span<const std::byte> bytes, const std::string& source);

// Non-empty blocks, by offset. Fails (bad_data) on a negative offset or a block that exceeds
// the `body_bytes` after the header.
Result<std::vector<AssetBlock>> list_blocks(const Llsd& header, std::size_t body_bytes,
                                            const std::string& source);

// Unpacks one block of `body`; its unpacked_bytes are set. Fails (cannot_read) if it is not a zlib stream, is
// truncated or damaged, or exceeds the limits, and as read_llsd does.
Result<Llsd> unpack(std::span<const std::byte> body, AssetBlock& block, Budget& budget,
                    const std::string& source, Notes& notes);

// For the writer: a block's bytes.
Bytes pack(const Llsd& value);

}  // namespace mannequin::io::mesh_asset
