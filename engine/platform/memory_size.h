// How much the machine has.
#pragma once

#include <cstdint>

namespace mannequin {

// Of memory; 0: the system does not say.
std::uint64_t memory_bytes();

}  // namespace mannequin
