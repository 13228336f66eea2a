// Mutates the chunks of a PNG and corrects their checksums, which would otherwise reject almost every changed
// byte. Pixels are mutated unpacked.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mannequin::fuzz {

std::size_t mutate_png(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);

}  // namespace mannequin::fuzz

extern "C" inline __attribute__((used)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                                                            std::size_t size,
                                                                            std::size_t max_size,
                                                                            unsigned seed) {
  return mannequin::fuzz::mutate_png(data, size, max_size, seed);
}
