// What the avatar is made of, as a person chose it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

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
};

}  // namespace mannequin::document
