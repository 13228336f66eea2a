// How far a body stands out of a garment: the measure of the fit lab, for one shape and pose at a time.
//
// A body vertex *counts* if in the bind pose the garment lies within 30 mm along its outward normal. Its
// *depth* is how far it is outside the garment's surface, measured to the nearest point of the garment whose
// normal is within 90 degrees of the body's there. The *area* of a case is a third of the area of the
// triangles around each body vertex that is outside by more than 0.1 mm.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin {

inline constexpr double kCountedWithin = 0.030;  // metres along the normal
inline constexpr double kOutsideAbove = 0.0001;  // metres; less is not counted as area

// A body and a garment in the bind pose, several meshes one after the other: bind space, metres. The views
// must be valid during the constructor of GarmentPair only.
struct GarmentPairInput {
  std::span<const Vec3> body_positions, body_normals;  // one normal per vertex, of any length
  std::span<const Surface::Triangle> body_triangles;
  std::span<const Vec3> garment_positions;
  std::span<const Surface::Triangle> garment_triangles;
  // Leaves out triangles that face the body in the bind pose: the inner side of cloth that has two. In a wide
  // skirt a leg is nearer to the inner side of the opposite wall, which faces its way, than to the outer side
  // of its own, and would count as outside.
  bool outer_sides_only = false;
};

// What is fixed for a sweep. Immutable: any number of threads may read it. Indices must be in range, and
// positions finite (check_surface).
class GarmentPair {
 public:
  // Finds what counts, by rays in the bind pose.
  explicit GarmentPair(const GarmentPairInput& input);

  // The body vertices that count, ascending.
  std::span<const std::uint32_t> counted() const { return counted_; }
  // Most of what counts sees the garment's back where it leaves it: its faces point inwards. They are then
  // measured as though they had been turned.
  bool inside_out() const { return inside_out_; }

  // Of the triangles, by outer_sides_only; else none.
  bool is_inner(std::size_t triangle) const { return !inner_.empty() && inner_[triangle] != 0; }

  // As given.
  std::size_t body_vertices() const { return body_vertices_; }
  // As given.
  std::size_t garment_vertices() const { return garment_vertices_; }
  // The garment's, as given; turned if it is inside out.
  std::span<const Surface::Triangle> garment_triangles() const { return garment_triangles_; }
  // The body's triangles around counted()[i].
  std::span<const Surface::Triangle> around(std::size_t i) const {
    return std::span(around_).subspan(around_begin_[i], around_begin_[i + 1] - around_begin_[i]);
  }

 private:
  void find_inner_sides(const GarmentPairInput& input);

  std::size_t body_vertices_, garment_vertices_;
  std::vector<std::uint32_t> counted_;
  std::vector<Surface::Triangle> garment_triangles_;
  std::vector<std::uint32_t> around_begin_;  // counted_.size() + 1
  std::vector<Surface::Triangle> around_;
  std::vector<char> inner_;  // per triangle, or empty
  bool inside_out_ = false;
};

// Where one counted vertex is.
struct VertexDepth {
  // Metres to the nearest point that faces its way: above 0 outside the garment, below 0 under it. Minus
  // infinity if nothing faces its way.
  double outside = 0.0;
  std::uint32_t triangle = kNoVertex;  // of the garment, with the nearest point; kNoVertex: none
  Vec3 barycentric{0.0};               // of the nearest point, in that triangle
};

// One shape and pose.
struct GarmentDepth {
  double depth = 0.0;                   // metres; of the worst vertex, 0 if none is outside
  double area = 0.0;                    // square metres
  std::optional<std::uint32_t> vertex;  // the body's that is outermost; none if nothing is outside
};

// Measures one pair again and again. Belongs to one thread at a time; results depend on the arguments alone,
// not on what was measured before. Refers to the pair, which must outlive it.
class GarmentMeter {
 public:
  // For this pair, which must outlive it.
  explicit GarmentMeter(const GarmentPair& pair);
  ~GarmentMeter();
  GarmentMeter(GarmentMeter&&) noexcept;
  GarmentMeter& operator=(GarmentMeter&&) noexcept;

  // The pair's vertices as posed, in its order; world space, metres. Normals of any length: of a vertex with
  // the normal 0 nothing is outside.
  GarmentDepth measure(std::span<const Vec3f> body_positions, std::span<const Vec3f> body_normals,
                       std::span<const Vec3f> garment_positions);

  // Of the last measure(), one per pair.counted().
  std::span<const VertexDepth> vertices() const { return vertices_; }

 private:
  struct Scene;
  const GarmentPair* pair_;
  std::unique_ptr<Scene> scene_;  // null if there is nothing to measure
  std::vector<VertexDepth> vertices_;
};

}  // namespace mannequin
