// Where the pieces of the body lie in its texture.
#pragma once

#include "engine/math/types.h"

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

}  // namespace mannequin::body
