// The container of a mesh asset: the header, and the compressed blocks it points to.
#pragma once

#include <exception>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/llsd.h"
#include "engine/io/mesh_stream.h"

namespace mannequin::io::mesh_asset {

// The remaining budget of unpacked bytes, vertices and triangles of one file, over all blocks.
struct Budget {
  explicit Budget(std::size_t file_bytes);

  std::size_t bytes, vertices, triangles;
};

// Calls read(); turns a container's length error into an error of the file (cannot_read).
template <typename Read>
auto within_this_machine(const std::string& source, const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    return fail(ErrorCode::cannot_read, source,
                std::string("cannot be read on this machine (") + problem.what() + ")");
  }
}

// The value at the beginning of a file, and the offset of the bytes after it. Skips the old text header
// and its newline. Fails (cannot_read) as read_llsd does.
Result<LlsdRead> read_header(std::span<const std::byte> bytes, const std::string& source);

// Non-empty blocks, by offset. Fails (bad_data) on a negative offset or a block that exceeds
// the `body_bytes` after the header.
Result<std::vector<AssetBlock>> list_blocks(const Llsd& header, std::size_t body_bytes,
                                            const std::string& source);

// The contents of a header. file_bytes: of the whole asset; if unknown, blocks are not checked against it.
// Fails (bad_data) on a value that is not a map, without any level of detail, and as list_blocks does, or
// (unsupported) on a version that viewers do not accept.
Result<MeshAssetHeader> header_of(const LlsdRead& read, std::optional<std::size_t> file_bytes,
                                  const std::string& source);

// Unpacks one block of `body`; its unpacked_bytes are set. Fails (cannot_read) if it is not a zlib stream, is
// truncated or damaged, or exceeds the limits, and as read_llsd does.
Result<Llsd> unpack(std::span<const std::byte> body, AssetBlock& block, Budget& budget,
                    const std::string& source, Notes& notes);

// For the writer: a block's bytes.
Bytes pack(const Llsd& value);

}  // namespace mannequin::io::mesh_asset
