// The built-in character, used for measuring by these tests.
#pragma once

#include "engine/appearance/character.h"
#include "engine/io/definitions.h"

namespace mannequin {

inline const Character& builtin() {
  static const Character kCharacter = Character::build(io::read_builtin_character().value()).value();
  return kCharacter;
}

}  // namespace mannequin
