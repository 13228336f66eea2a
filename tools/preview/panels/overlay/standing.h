// Explains why the soles are not on the ground.
#pragma once

#include <string>

#include "tools/preview/view/view.h"

namespace mannequin::preview {

struct StandingCause {
  std::string name;  // a word or two: "Heel Height"
  std::string text;  // a sentence or two
};

// The most likely reason. Only for avatars whose visible meshes are not where they would stand.
StandingCause why_off_ground(const DressedAvatar& avatar);

}  // namespace mannequin::preview
