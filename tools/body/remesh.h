// From many small triangles to as few good ones as the form needs.
#pragma once

#include <functional>

#include "tools/body/surface.h"

namespace mannequin::body {

struct RemeshSettings {
  double flatness = 0.00082;                  // metres by which an edge may cut into a curve
  double shortest = 0.0020, longest = 0.021;  // edges, metres
  double growth = 0.35;                       // how fast the edge length may change along the surface
  int rounds = 10;
  // An upper limit at a place, where bending or looks need more than the curvature asks for. May be empty.
  std::function<double(const Vec3&)> limit;
  bool creases = false;  // whether edges turn to run along what is sharp, such as lids
  // What the surface is cut open by: its edges stay on it. May be null.
  const Field* openings = nullptr;
};

// Splits, collapses and flips edges and evens out the vertices until edges have the length that the curvature
// asks for; every vertex ends on the surface. Always manifold; the rim in the plane y = 0 stays in it.
HalfSurface remesh(const Field& field, HalfSurface dense, const RemeshSettings& settings);

}  // namespace mannequin::body
