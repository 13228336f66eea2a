// The built-in character, which most tests use.
#pragma once

#include "engine/appearance/character.h"
#include "engine/io/definitions.h"

namespace mannequin::test {

// One of the caller's own.
inline Character make_builtin_character() {
  return Character::build(io::read_builtin_character().value()).value();
}

// One that all share.
inline const Character& builtin_character() {
  static const Character kCharacter = make_builtin_character();
  return kCharacter;
}

}  // namespace mannequin::test
