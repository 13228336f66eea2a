// Mutates the values of a binary LLSD.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mannequin::fuzz {

std::size_t mutate_llsd(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);

}  // namespace mannequin::fuzz

extern "C" inline __attribute__((used)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                                                            std::size_t size,
                                                                            std::size_t max_size,
                                                                            unsigned seed) {
  return mannequin::fuzz::mutate_llsd(data, size, max_size, seed);
}
