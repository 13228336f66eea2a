// Surfaces with known distances, for the tests of the fit lab.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "engine/fit/garment_depth.h"

namespace mannequin {

struct FitFigure {
  std::vector<Vec3> positions, normals;
  std::vector<Surface::Triangle> triangles;

  void add(const FitFigure& other) {
    const auto first = static_cast<std::uint32_t>(positions.size());
    positions.insert(positions.end(), other.positions.begin(), other.positions.end());
    normals.insert(normals.end(), other.normals.begin(), other.normals.end());
    for (const Surface::Triangle& t : other.triangles)
      triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  void turn_inside_out() {
    for (Surface::Triangle& t : triangles) std::swap(t[1], t[2]);
    for (Vec3& n : normals) n = -n;
  }
};

// A surface of revolution about Z through rings of `around` vertices; the first and last ring may be points.
struct FitRing {
  double radius, z;
  Vec2 normal;  // outwards, along Z
};

inline FitFigure revolved(const std::vector<FitRing>& rings, int around) {
  FitFigure figure;
  for (const FitRing& ring : rings)
    for (int i = 0; i < around; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / around, c = std::cos(angle), s = std::sin(angle);
      figure.positions.emplace_back(ring.radius * c, ring.radius * s, ring.z);
      figure.normals.emplace_back(ring.normal.x * c, ring.normal.x * s, ring.normal.y);
    }
  const auto at = [&](std::size_t ring, int i) {
    return static_cast<std::uint32_t>(ring * static_cast<std::size_t>(around) +
                                      static_cast<std::size_t>(i % around));
  };
  for (std::size_t ring = 0; ring + 1 < rings.size(); ++ring)
    for (int i = 0; i < around; ++i) {
      if (rings[ring].radius > 0.0)
        figure.triangles.push_back({at(ring, i), at(ring, i + 1), at(ring + 1, i + 1)});
      if (rings[ring + 1].radius > 0.0)
        figure.triangles.push_back({at(ring, i), at(ring + 1, i + 1), at(ring + 1, i)});
    }
  return figure;
}

// About the segment of Z from -half to half; a sphere for half = 0. cap: rings per half sphere.
inline FitFigure capsule_figure(double radius, double half, int around, int cap, int middle) {
  std::vector<FitRing> rings;
  for (int i = 0; i <= cap; ++i) {
    const double angle = 0.5 * std::numbers::pi * i / cap, c = std::cos(angle), s = std::sin(angle);
    rings.push_back({i == 0 ? 0.0 : radius * s, -half - radius * c, {i == 0 ? 0.0 : s, -c}});
  }
  for (int i = 1; i < middle; ++i) rings.push_back({radius, -half + 2.0 * half * i / middle, {1.0, 0.0}});
  for (int i = half > 0.0 ? 0 : 1; i <= cap; ++i) {
    const double angle = 0.5 * std::numbers::pi * i / cap, c = std::cos(angle), s = std::sin(angle);
    rings.push_back({i == cap ? 0.0 : radius * c, half + radius * s, {i == cap ? 0.0 : c, s}});
  }
  return revolved(rings, around);
}

// Open at both ends.
inline FitFigure tube_figure(double radius, double low, double high, int around, int rings) {
  std::vector<FitRing> all;
  for (int i = 0; i <= rings; ++i) all.push_back({radius, low + (high - low) * i / rings, {1.0, 0.0}});
  return revolved(all, around);
}

inline GarmentPair figure_pair(const FitFigure& body, const FitFigure& garment) {
  return GarmentPair({body.positions, body.normals, body.triangles, garment.positions, garment.triangles});
}

inline std::vector<Vec3f> singles(const std::vector<Vec3>& all) {
  return std::vector<Vec3f>(all.begin(), all.end());
}

}  // namespace mannequin
