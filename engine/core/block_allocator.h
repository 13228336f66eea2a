// The host's allocator for large blocks: palettes, crowd state, vertices that skinners keep, what large files
// are unpacked to while they are read. Small objects come from operator new, which a host can replace as in
// any program.
#pragma once

#include <cstddef>

#include "engine/core/result.h"

namespace mannequin {

// `allocate` returns memory aligned to `alignment` (a power of two, 64 or more), or null if there is none:
// then std::bad_alloc is thrown, or MANNEQUIN_OUT_OF_MEMORY returned. `release` gets the same size and
// alignment. Any thread that uses the library may call either.
struct BlockAllocator {
  void* (*allocate)(void* user, std::size_t bytes, std::size_t alignment);
  void (*release)(void* user, void* memory, std::size_t bytes, std::size_t alignment);
  void* user = nullptr;  // passed through
};

// null: back to the built-in one. Fails (bad_argument) while blocks of the current allocator are in use: call
// it before creating anything, or after releasing everything. Not while another thread is inside the library.
Result<void> set_block_allocator(const BlockAllocator* allocator);

// The number of such blocks in use, and their bytes.
struct BlockUse {
  std::size_t blocks = 0, bytes = 0;
};
BlockUse block_use();  // at this moment; any thread

}  // namespace mannequin
