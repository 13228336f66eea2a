// The built-in character, which the tests here measure on.
#pragma once

#include "engine/appearance/character.h"
#include "engine/io/definitions.h"

namespace mannequin {

inline const Character& builtin() {
  static const Character kCharacter = Character::build(io::read_builtin_character().value()).value();
  return kCharacter;
}

}  // namespace mannequin
