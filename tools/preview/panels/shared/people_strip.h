// Pictures of the test people, each in the whole outfit:
// requested by the panel that shows them, made by the stage.
#pragma once

#include <cstdint>
#include <vector>

namespace mannequin::preview {

struct PeopleStrip {
  static constexpr float kSide = 132.0f;  // of a picture, before scaling; its central part is shown

  bool wanted = false;                  // set by the panel last drawn
  std::vector<std::uint32_t> textures;  // OpenGL names, one per person; 0: none yet
};

}  // namespace mannequin::preview
