// A host's own memory for what is large: palettes, the state of crowds, vertices that skinners keep. Small
// objects come from operator new, which a host replaces as in any program.
#pragma once

#include <cstddef>

#include "engine/core/result.h"

namespace mannequin {

// `allocate` returns memory aligned to `alignment` (a power of two, 64 or more), or null where there is none:
// then std::bad_alloc is thrown, or MANNEQUIN_OUT_OF_MEMORY returned. `release` gets the same size and
// alignment. Both may be called by any thread that uses the library.
struct BlockAllocator {
  void* (*allocate)(void* user, std::size_t bytes, std::size_t alignment);
  void (*release)(void* user, void* memory, std::size_t bytes, std::size_t alignment);
  void* user = nullptr;  // passed through
};

// null: our own again. Fails (bad_argument) while blocks of the present one are in use: call it before
// anything is made, or after all of it is gone. Not while another thread is inside the library.
Status set_block_allocator(const BlockAllocator* allocator);

// How many such blocks there are now, and their bytes.
struct BlockUse {
  std::size_t blocks = 0, bytes = 0;
};
BlockUse block_use();  // at this moment; any thread

}  // namespace mannequin
