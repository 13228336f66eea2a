// The outer shell of a mesh asset: the header, and the compressed blocks it points to.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset.h"

namespace mannequin::io::mesh_asset {

// What may still be unpacked of one file, and how many vertices may still come of it, all blocks together.
struct Budget {
  explicit Budget(std::size_t file_bytes);

  std::size_t bytes, vertices;
};

// The value at the beginning of a file, and where the bytes behind it start. The old text header is skipped
// with its newline. Fails (cannot_read) as read_llsd does.
Result<LlsdRead> read_header(std::span<const std::byte> bytes, const std::string& source);

// Blocks that have bytes, by offset. Fails (bad_data) on an offset that is negative or a block that reaches
// beyond the `body_bytes` behind the header.
Result<std::vector<AssetBlock>> list_blocks(const Llsd& header, std::size_t body_bytes,
                                            const std::string& source);

// Unpacks one block of `body`; its unpacked_bytes are set. Fails (cannot_read) on what is no zlib stream, is
// cut off or damaged, or would exceed the limits, and as read_llsd does.
Result<Llsd> unpack(std::span<const std::byte> body, AssetBlock& block, Budget& budget,
                    const std::string& source, Notes& notes);

// The writer's half: a block's bytes.
Bytes pack(const Llsd& value);

}  // namespace mannequin::io::mesh_asset
