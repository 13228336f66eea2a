// The user's choices that define the avatar.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/layers/layer_paint.h"
#include "tools/document/worn_file.h"

namespace mannequin::document {

// What undo restores.
struct AvatarChoice {
  SliderValues sliders;
  bool apply_parameters = true;
  Pose pose;
  std::string pose_name = "T";
  std::filesystem::path shape;  // the file that the sliders came from; empty for none
  std::vector<WornItem> worn;   // in the order of the list: where two move one joint, the later wins
  // Skin, hair, eyes and clothing that is painted, in order of wearing. Of the uppermost of each type
  // `sliders` has the values, of those below the item itself. Empty: nothing is painted.
  std::vector<mannequin::WornItem> clothing;
};

}  // namespace mannequin::document
