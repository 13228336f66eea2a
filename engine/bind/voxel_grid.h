// A mesh as voxels, and distances through it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin {

// Cubes around a surface, with two empty layers outside.
class VoxelGrid {
 public:
  // Where paths start: a cell, and the cost of getting there.
  struct Seed {
    std::size_t cell;
    float cost;
  };

  // At most about `most_cells` cells, none smaller than a millimetre.
  VoxelGrid(const Surface& surface, std::size_t most_cells);

  // Metres.
  double cell_size() const { return size_; }
  // The number of cells, solid or not.
  std::size_t cell_count() const { return solid_.size(); }
  std::size_t cell_of(const Vec3& point) const;  // the nearest, if the point is outside
  // Whether the surface passes through the cell or encloses it; an open surface, such as a part of a body or
  // a shirt, encloses what it would with its openings capped.
  bool solid(std::size_t cell) const { return solid_[cell]; }

  // Cheapest paths in metres from any of the `seeds`, by steps to the 26 neighbours; steps through cells that
  // are not solid cost three times as much. Follows paths up to `reach` per cell (empty: everywhere);
  // infinity where none arrives.
  std::vector<float> distances(std::span<const Seed> seeds, std::span<const float> reach) const;

  // The cells along a segment; for its points beyond the grid the nearest cells, at the cost of the way
  // there.
  std::vector<Seed> cells_along(const Vec3& from, const Vec3& to) const;

 private:
  std::array<std::int64_t, 3> place_of(const Vec3& point) const;
  std::size_t index(const std::array<std::int64_t, 3>& place) const;
  void mark_triangle(const Vec3& a, const Vec3& b, const Vec3& c);
  void mark_surface(const Surface& surface);
  void mark_caps(const Surface& surface);
  void fill_inside();

  Vec3 origin_{0.0};
  double size_ = 1.0;
  std::array<std::int64_t, 3> count_{1, 1, 1};
  std::vector<bool> solid_;
};

}  // namespace mannequin
