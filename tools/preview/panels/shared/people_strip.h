// Pictures of the test people, each in the whole outfit: the panel that shows them asks for them, the stage
// makes them.
#pragma once

#include <cstdint>
#include <vector>

namespace mannequin::preview {

struct PeopleStrip {
  static constexpr float kSide = 132.0f;  // of a picture, before scaling; its middle is shown

  bool wanted = false;                  // by the panel that was drawn last
  std::vector<std::uint32_t> textures;  // names in OpenGL, one per person; 0: none yet
};

}  // namespace mannequin::preview
