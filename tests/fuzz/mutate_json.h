// Mutates the values of a JSON text, or of the JSON in a .glb.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mannequin::fuzz {

std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);

}  // namespace mannequin::fuzz

extern "C" inline __attribute__((used)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                                                            std::size_t size,
                                                                            std::size_t max_size,
                                                                            unsigned seed) {
  return mannequin::fuzz::mutate_json(data, size, max_size, seed);
}
