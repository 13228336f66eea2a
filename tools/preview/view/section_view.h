// The camera positions of the appearance editor's sections.
#pragma once

#include <optional>
#include <string_view>

#include "engine/avatar/avatar.h"
#include "tools/document/camera.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

// The target of a section's sliders, and the distance from which it is seen well; world, metres.
struct SectionPlace {
  Vec3 target{0.0};
  double distance = 1.0;
};

// None for sections about the whole avatar.
std::optional<SectionPlace> section_place(std::string_view section, const Skeleton& skeleton,
                                          const AvatarState& state);

// From the front. height: of everything that should fit if the section is about the whole avatar.
Camera section_camera(std::string_view section, const Skeleton& skeleton, const AvatarState& state,
                      double height);

}  // namespace mannequin::preview
