// Texture coordinates: the body cut into charts and each chart laid flat.
#pragma once

#include "engine/math/types.h"
#include "tools/body/rig.h"
#include "tools/body/surface.h"

namespace mannequin::body {

struct TextureMap {
  std::vector<std::uint32_t> vertex;   // mesh vertex -> vertex of the surface: seams have one for each side
  std::vector<Vec2f> uv;               // per mesh vertex, v up
  std::vector<std::uint32_t> corners;  // three mesh vertices per triangle, numbered in order of first use
};

TextureMap lay_out(const Rig& rig, const std::vector<Vec3>& positions,
                   const std::vector<Triangle>& triangles);

}  // namespace mannequin::body
