// Huge pages for large blocks of memory.
#pragma once

#include <cstddef>

namespace mannequin {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Hints that memory starting at a multiple of kHugePage should use huge pages; harmless if ignored. Covers
// whole pages only, so that it does not affect neighbouring memory.
void prefer_huge_pages(void* memory, std::size_t bytes);

}  // namespace mannequin
