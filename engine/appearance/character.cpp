#include "engine/appearance/character.h"

#include <utility>

namespace mannequin {

Result<Character> Character::build(CharacterDesc desc) {
  Result<Skeleton> skeleton = Skeleton::build(std::move(desc.skeleton));
  if (!skeleton) return error_of(std::move(skeleton));
  Result<Appearance> appearance = Appearance::build(std::move(desc.appearance), *skeleton);
  if (!appearance) return error_of(std::move(appearance));
  const BodyMeasure measure(*skeleton);
  return Character{std::move(*skeleton), std::move(*appearance), measure};
}

}  // namespace mannequin
