// Pictures of the avatar with one slider at its ends, and what that moves: the rows that are unfolded ask for
// them, the stage makes them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mannequin::preview {

struct SliderEnds {
  static constexpr float kSide = 116.0f;  // of a picture, before scaling

  struct Wanted {
    int parameter = 0;
    std::string section;  // says where to look from
    bool operator==(const Wanted&) const = default;
  };
  struct Shown {
    std::array<std::uint32_t, 2> textures{};  // names in OpenGL, at minimum and maximum; 0: none yet
    std::string reach;                        // the joints that it moves, with millimetres
  };

  std::vector<Wanted> wanted;  // by the rows that were drawn last
  std::map<int, Shown> shown;  // by parameter; may be of a moment ago
};

}  // namespace mannequin::preview
