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
  static Result<Character> build(CharacterDesc desc) {
    Result<Skeleton> skeleton = Skeleton::build(std::move(desc.skeleton));
    if (!skeleton) return error_of(std::move(skeleton));
    Result<Appearance> appearance = Appearance::build(std::move(desc.appearance), *skeleton);
    if (!appearance) return error_of(std::move(appearance));
    const BodyMeasure measure(*skeleton);
    return Character{std::move(*skeleton), std::move(*appearance), measure};
  }
};

}  // namespace mannequin
