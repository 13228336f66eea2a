// Large pieces of memory.
#pragma once

#include <cstddef>

namespace mannequin {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

// A hint that the memory, which begins at a multiple of kHugePage, is better kept in such pages; nothing is
// lost if it is ignored. Only whole ones, so that it does not affect other memory.
void prefer_huge_pages(void* memory, std::size_t bytes);

}  // namespace mannequin
