// What the processor has.
#pragma once

#include <cstddef>

namespace mannequin {

// Bytes of the largest cache; 8 MiB where the system does not say.
std::size_t last_cache_bytes();

}  // namespace mannequin
