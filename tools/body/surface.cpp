#include "tools/body/surface.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace mannequin::body {
namespace {

constexpr int kBlock = 8;  // cells per side of the blocks that are skipped where the surface is far

struct GridPoint {
  int x, y, z;
};

// A cube is six tetrahedra around its diagonal: each goes from the low corner to the high one by one axis
// after the other. Neighbouring cubes agree on the diagonals of their common face.
constexpr int kPaths[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
constexpr bool kEvenPath[6] = {true, false, false, true, true, false};

class Extraction {
 public:
  Extraction(const Field& field, double cell, const Field* openings)
      : field_(field), openings_(openings), cell_(cell) {
    const Box& box = field.box();
    low_ = {static_cast<int>(std::floor(box.low.x / cell)) - 2, 0,
            static_cast<int>(std::floor(box.low.z / cell)) - 2};
    for (int k = 0; k < 3; ++k) {
      blocks_[k] = (static_cast<int>(std::ceil(box.high[k] / cell)) + 2 - (&low_.x)[k]) / kBlock + 1;
    }
  }

  HalfSurface run() {
    for (int z = 0; z < blocks_[2]; ++z)
      for (int y = 0; y < blocks_[1]; ++y)
        for (int x = 0; x < blocks_[0]; ++x) {
          block({low_.x + x * kBlock, low_.y + y * kBlock, low_.z + z * kBlock});
        }
    return std::move(surface_);
  }

 private:
  Vec3 place(const GridPoint& g) const { return Vec3(g.x, g.y, g.z) * cell_; }
  double& value(int x, int y, int z) { return values_[(z * (kBlock + 1) + y) * (kBlock + 1) + x]; }

  void block(const GridPoint& corner) {
    // Distances are estimates: skip only what is further away than they can be wrong.
    const double half_diagonal = 0.5 * kBlock * cell_ * std::sqrt(3.0);
    const Vec3 center = place(corner) + 0.5 * kBlock * cell_;
    if (std::abs(field_.distance(center)) > 3.5 * half_diagonal) return;
    if (openings_ != nullptr && openings_->distance(center) < -3.5 * half_diagonal) return;
    bool inside = false, outside = false;
    for (int z = 0; z <= kBlock; ++z)
      for (int y = 0; y <= kBlock; ++y)
        for (int x = 0; x <= kBlock; ++x) {
          const double d = field_.distance(place({corner.x + x, corner.y + y, corner.z + z}));
          value(x, y, z) = d == 0.0 ? 1e-12 : d;
          (d < 0.0 ? inside : outside) = true;
        }
    if (!inside || !outside) return;
    for (int z = 0; z < kBlock; ++z)
      for (int y = 0; y < kBlock; ++y)
        for (int x = 0; x < kBlock; ++x) cube(corner, {x, y, z});
  }

  void cube(const GridPoint& corner, const GridPoint& cell) {
    for (int path = 0; path < 6; ++path) {
      GridPoint at[4];
      double d[4];
      at[0] = cell;
      for (int k = 0; k < 4; ++k) {
        if (k > 0) {
          at[k] = at[k - 1];
          ++(&at[k].x)[kPaths[path][k - 1]];
        }
        d[k] = value(at[k].x, at[k].y, at[k].z);
      }
      for (GridPoint& g : at) g = {g.x + corner.x, g.y + corner.y, g.z + corner.z};
      tetrahedron(at, d, kEvenPath[path]);
    }
  }

  void tetrahedron(const GridPoint (&at)[4], const double (&d)[4], bool positive) {
    int in[4], out[4], in_count = 0, out_count = 0;
    for (int k = 0; k < 4; ++k) {
      if (d[k] < 0.0) {
        in[in_count++] = k;
      } else {
        out[out_count++] = k;
      }
    }
    if (in_count == 0 || out_count == 0) return;
    // Bring the corners into the order in, out and keep track of the orientation.
    int order[4];
    std::copy(in, in + in_count, order);
    std::copy(out, out + out_count, order + in_count);
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) positive ^= order[a] > order[b];
    const auto cross = [&](int a, int b) {
      return crossing(at[order[a]], d[order[a]], at[order[b]], d[order[b]]);
    };
    if (in_count == 1) {
      triangle(cross(0, 1), cross(0, 2), cross(0, 3), positive);
    } else if (in_count == 3) {
      triangle(cross(3, 0), cross(3, 1), cross(3, 2), positive);
    } else {
      const std::uint32_t ac = cross(0, 2), ad = cross(0, 3), bd = cross(1, 3), bc = cross(1, 2);
      triangle(ac, ad, bd, positive);
      triangle(ac, bd, bc, positive);
    }
  }

  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool positive) {
    if (positive) {
      surface_.triangles.push_back({a, b, c});
    } else {
      surface_.triangles.push_back({a, c, b});
    }
  }

  std::uint32_t crossing(GridPoint a, double da, GridPoint b, double db) {
    if (b.x < a.x || b.y < a.y || b.z < a.z) {
      std::swap(a, b);
      std::swap(da, db);
    }
    const auto part = [](int v, int shift) { return static_cast<std::uint64_t>(v + 4096) << shift; };
    const std::uint64_t direction =
        static_cast<std::uint64_t>((b.x - a.x) + 2 * (b.y - a.y) + 4 * (b.z - a.z));
    const std::uint64_t key = part(a.x, 3) | part(a.y, 19) | part(a.z, 35) | direction;
    const auto [found, added] =
        vertex_.try_emplace(key, static_cast<std::uint32_t>(surface_.positions.size()));
    if (added) {
      const double t = std::clamp(da / (da - db), 0.02, 0.98);
      const bool in_plane = a.y == 0 && b.y == 0;
      surface_.positions.push_back(glm::mix(place(a), place(b), t));
      surface_.in_plane.push_back(in_plane);
    }
    return found->second;
  }

  const Field& field_;
  const Field* openings_;
  double cell_;
  GridPoint low_{};
  int blocks_[3]{};
  double values_[(kBlock + 1) * (kBlock + 1) * (kBlock + 1)]{};
  std::unordered_map<std::uint64_t, std::uint32_t> vertex_;  // only looked up, never walked through
  HalfSurface surface_;
};

}  // namespace

HalfSurface extract(const Field& field, double cell, const Field* openings) {
  return Extraction(field, cell, openings).run();
}

void mirror_join(const HalfSurface& half, std::vector<Vec3>& positions, std::vector<Triangle>& triangles,
                 std::vector<std::uint32_t>* twin) {
  positions = half.positions;
  triangles = half.triangles;
  std::vector<std::uint32_t> image(positions.size());
  for (std::uint32_t v = 0; v < image.size(); ++v) {
    if (half.in_plane[v]) {
      image[v] = v;
    } else {
      image[v] = static_cast<std::uint32_t>(positions.size());
      const Vec3 p = positions[v];
      positions.push_back({p.x, -p.y, p.z});
    }
  }
  for (const Triangle& t : half.triangles) triangles.push_back({image[t[0]], image[t[2]], image[t[1]]});
  if (twin == nullptr) return;
  twin->assign(positions.size(), 0);
  for (std::uint32_t v = 0; v < image.size(); ++v) {
    (*twin)[v] = image[v];
    (*twin)[image[v]] = v;
  }
}

Vec3 project(const Field& field, Vec3 p, bool in_plane, double furthest, double tolerance) {
  for (int round = 0; round < 4; ++round) {
    const double d = field.distance(p);
    if (std::abs(d) < tolerance) break;
    const Vec3 g = field.gradient(p);
    const double steep2 = glm::dot(g, g);
    if (steep2 < 1e-6) break;
    Vec3 step = g * (-d / steep2);
    const double length = glm::length(step);
    if (length > furthest) step *= furthest / length;
    p += step;
    p.y = in_plane ? 0.0 : std::max(p.y, 1e-4);
  }
  return p;
}

}  // namespace mannequin::body
