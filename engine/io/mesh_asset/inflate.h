// Unpacks the zlib stream of a block.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/core/scratch_vector.h"

namespace mannequin::io::mesh_asset {

// The remedy for a damaged file.
inline constexpr std::string_view kFetchAgain = "fetch or export it again";

struct Inflated {
  ScratchVector<std::byte> bytes;
  std::size_t used = 0;  // bytes of the stream; others may follow it
};

// Fails (cannot_read) if `packed` does not begin with a zlib stream, or with one that is truncated, damaged
// or unpacks to more than `limit` bytes. `where` names the block in messages.
Result<Inflated> inflate(std::span<const std::byte> packed, std::size_t limit, const std::string& where);

}  // namespace mannequin::io::mesh_asset
