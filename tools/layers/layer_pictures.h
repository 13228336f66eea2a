// Our own pictures for clothing layers, computed for the texture map of our own bodies.
#pragma once

#include <string>
#include <vector>

#include "engine/layers/texel_picture.h"

namespace mannequin::layers {

struct LayerPictureFile {
  std::string name;  // "shirt_sleeve_alpha.tga"
  TexelPicture picture;
};

// Every picture that the layer sets name, and "body_regions.tga": the region of each texel of the body, 0
// none, 1 head, 2 upper body, 3 lower body. Only + - * / and square roots: the same bytes on every machine.
std::vector<LayerPictureFile> layer_pictures();

}  // namespace mannequin::layers
