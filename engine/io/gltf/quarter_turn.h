// The viewer's guess that a glTF model faces another way: it looks at the shoulders of the first skin of a
// file, whatever uses that, and turns mesh and joints by 90 degrees about the vertical. Source: glTF import
// oracle, 12.
#pragma once

#include <cmath>
#include <string>

#include "engine/math/types.h"

namespace mannequin::io {

// The avatar's name for a shoulder, including the one older files use; empty for other joints.
inline std::string shoulder_called(const std::string& name) {
  if (name == "mShoulderLeft" || name == "lShldr" || name == "avatar_mShoulderLeft") return "mShoulderLeft";
  if (name == "mShoulderRight" || name == "rShldr" || name == "avatar_mShoulderRight")
    return "mShoulderRight";
  return "";
}

// Whether a shoulder speaks for it; both have to. `rest` is where the viewer sees it in the file. For a valid
// file the product is not the identity but the inverse rest rotation squared.
inline bool looks_turned(const Mat4& rest, const Mat4& inverse_bind) {
  constexpr double kTurnedBelow = 0.5;
  const Mat4 product = glm::inverse(rest) * inverse_bind;
  return std::abs(product[0][0]) < kTurnedBelow && std::abs(product[1][1]) < kTurnedBelow &&
         std::abs(product[2][2]) < kTurnedBelow;
}

}  // namespace mannequin::io
