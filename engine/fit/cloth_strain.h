// How much cloth is stretched and sheared: its posed triangles compared with the bind pose.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin {

// Limits that 99 % of the triangles keep; the rest are folds and slivers.
struct ClothStrain {
  double stretch = 1.0;  // the largest stretch of a triangle in any direction, relative to the bind pose
  double squeeze = 1.0;  // the smallest
  double shear = 0.0;    // the change of a right angle, degrees
};

// Measures one garment repeatedly. Use from one thread at a time.
class ClothGauge {
 public:
  // Bind space. Triangles without area are ignored.
  ClothGauge(std::span<const Vec3> positions, std::span<const Surface::Triangle> triangles);
  // The same vertices, posed.
  ClothStrain measure(std::span<const Vec3f> positions);

 private:
  struct Piece {
    Surface::Triangle triangle;
    std::array<double, 3> edges;  // from flat coordinates (a 0; b c) of the edges to the identity
  };
  std::vector<Piece> pieces_;
  std::vector<double> stretch_, squeeze_, shear_;
};

}  // namespace mannequin
