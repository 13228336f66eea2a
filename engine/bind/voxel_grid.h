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
  // At most about `most_cells` cells, none smaller than a millimetre.
  VoxelGrid(const Surface& surface, std::size_t most_cells);

  // Metres.
  double cell_size() const { return size_; }
  // The number of cells, solid or not.
  std::size_t cell_count() const { return solid_.size(); }
  std::size_t cell_of(const Vec3& point) const;  // the nearest, if the point is outside
  // Whether the surface passes through the cell or encloses it.
  bool solid(std::size_t cell) const { return solid_[cell]; }

  // Shortest paths in metres from the nearest of the `seeds`, by steps to the 26 neighbours; steps through
  // cells that are not solid cost three times as much. Follows paths up to `reach` per cell (empty:
  // everywhere); infinity where none arrives.
  std::vector<float> distances(std::span<const std::size_t> seeds, std::span<const float> reach) const;

  // Cells along a segment.
  std::vector<std::size_t> cells_along(const Vec3& from, const Vec3& to) const;

 private:
  std::array<std::int64_t, 3> place_of(const Vec3& point) const;
  std::size_t index(const std::array<std::int64_t, 3>& place) const;
  void mark_surface(const Surface& surface);
  void fill_inside();

  Vec3 origin_{0.0};
  double size_ = 1.0;
  std::array<std::int64_t, 3> count_{1, 1, 1};
  std::vector<bool> solid_;
};

}  // namespace mannequin
