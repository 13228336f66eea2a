// What moving one slider does to worn meshes, vertex by vertex.
#pragma once

#include <span>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/fit/measured_mesh.h"

namespace mannequin {

// Smaller movements are invisible; metres.
inline constexpr double kVisibleMovement = 0.00005;

// How far a slider, moved in one direction, takes the vertices of a mesh.
struct SliderMovement {
  std::size_t moved = 0;            // vertices, by more than kVisibleMovement
  double largest = 0.0;             // metres, of all vertices
  double mean = 0.0;                // of those moved; 0 if there are none
  std::vector<JointIndex> through;  // joints that change and carry weight, or carry joints that do; ascending
};

// Between two states of one avatar. Pure; any thread.
SliderMovement slider_movement(const Character& character, const AvatarState& from, const AvatarState& to,
                               std::span<const MeasuredMesh* const> worn);

}  // namespace mannequin
