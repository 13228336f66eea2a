// The definitions of an avatar: a skeleton, the parameters resolved against it, and the
// formula of its height.
#pragma once

#include "engine/appearance/appearance.h"
#include "engine/skeleton/body_size.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// The definitions as declared by files, unchecked.
struct CharacterDesc {
  SkeletonDesc skeleton;
  AppearanceDesc appearance;
};

// Immutable once built: any number of threads and avatars may share it.
struct Character {
  Skeleton skeleton;
  Appearance appearance;
  BodyMeasure measure;

  // Fails as Skeleton::build and Appearance::build do.
  static Result<Character> build(CharacterDesc desc);
};

}  // namespace mannequin
