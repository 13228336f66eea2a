// Pictures of the avatar with one slider at its ends, and what that moves: requested by unfolded rows, made
// by the stage.
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
    std::string section;  // determines the camera
    bool operator==(const Wanted&) const = default;
  };
  struct Shown {
    std::array<std::uint32_t, 2> textures{};  // OpenGL names, at minimum and maximum; 0: none yet
    std::string reach;                        // the joints that it moves, with millimetres
  };

  std::vector<Wanted> wanted;  // set by the rows last drawn
  std::map<int, Shown> shown;  // by parameter; may be slightly outdated
};

}  // namespace mannequin::preview
