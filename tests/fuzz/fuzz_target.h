// What every fuzz target shares. A target is one file NAME_fuzz.cpp here that defines
//   void mannequin::fuzz::fuzz(std::span<const std::byte> bytes)
// and calls a reader; its seeds lie in corpus/NAME/, words that it may try in corpus/NAME.dict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

#include "engine/appearance/character.h"
#include "engine/core/result.h"
#include "engine/io/definitions.h"

namespace mannequin::fuzz {

void fuzz(std::span<const std::byte> bytes);

inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Stops the run, which the fuzzer reports with the bytes that led there.
inline void require(bool holds) {
  if (!holds) std::abort();
}

// A refusal must say why.
template <typename T>
bool taken(const Result<T>& result) {
  if (!result) require(!result.error().what.empty() && !result.error().where.empty());
  return result.has_value();
}

inline const Character& character() {
  static const Character built = Character::build(io::read_builtin_character().value()).value();
  return built;
}

}  // namespace mannequin::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mannequin::fuzz::fuzz(std::as_bytes(std::span(data, size)));
  return 0;
}
