// Texture coordinates: the body cut into charts and each chart laid flat.
#pragma once

#include "engine/math/types.h"
#include "tools/body/rig.h"
#include "tools/body/surface.h"

namespace mannequin::body {

// Pieces of the body. All but the hands and feet are unrolled around an axis with the seam at the back, on
// the inside of the leg or below the arm; hands and feet are seen from above and from below.
enum class Piece { head, trunk, arm, hand_top, hand_palm, leg, foot };

// The place of a piece in the texture, 0..1.
struct Chart {
  Vec2 low, size;
};

// Metres are laid out at nearly one scale; the right half of the body has the lower half of the texture.
Chart chart_of(Piece piece, bool right);

struct TextureMap {
  std::vector<std::uint32_t> vertex;   // mesh vertex -> vertex of the surface: seams have one for each side
  std::vector<Vec2f> uv;               // per mesh vertex, v up
  std::vector<std::uint32_t> corners;  // three mesh vertices per triangle, numbered in order of first use
};

TextureMap lay_out(const Rig& rig, const std::vector<Vec3>& positions,
                   const std::vector<Triangle>& triangles);

}  // namespace mannequin::body
