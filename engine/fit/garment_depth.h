// How far a body pokes out of a garment: the fit lab's measure, for one shape and pose at a time.
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
inline constexpr double kOutsideAbove = 0.0001;  // metres; smaller depths do not add to the area

// A body and a garment in the bind pose, each with its meshes concatenated: bind space, metres. The views
// need to be valid only during the constructor of GarmentPair.
struct GarmentPairInput {
  std::span<const Vec3> body_positions, body_normals;  // one normal per vertex, of any length
  std::span<const Surface::Triangle> body_triangles;
  std::span<const Vec3> garment_positions;
  std::span<const Surface::Triangle> garment_triangles;
  // Omits triangles that face the body in the bind pose: the inner side of double-sided cloth. In a wide
  // skirt a leg is closer to the inner side of the opposite wall, which faces the same way, than to the outer
  // side of its own wall, and would count as outside.
  bool outer_sides_only = false;
};

// The constant part of a sweep. Immutable: any number of threads may read it. Indices must be in range, and
// positions finite (check_surface).
class GarmentPair {
 public:
  // Determines the counted vertices by rays in the bind pose.
  explicit GarmentPair(const GarmentPairInput& input);

  // The counted body vertices, ascending.
  std::span<const std::uint32_t> counted() const { return counted_; }
  // Whether the rays from most counted vertices hit the garment from behind: its faces point inwards. It is
  // then measured as if flipped.
  bool inside_out() const { return inside_out_; }

  // As given.
  bool outer_sides_only() const { return !inner_.empty(); }
  // With outer_sides_only, for the triangles; else none.
  bool is_inner(std::size_t triangle) const { return !inner_.empty() && inner_[triangle] != 0; }

  // As given.
  std::size_t body_vertices() const { return body_vertices_; }
  // As given.
  std::size_t garment_vertices() const { return garment_vertices_; }
  // The garment's, as given; flipped if it is inside out.
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

// The result for one counted vertex.
struct VertexDepth {
  // Metres to the nearest point that faces the same way: positive outside the garment, negative under it.
  // Minus infinity if nothing faces the same way.
  double outside = 0.0;
  std::uint32_t triangle = kNoVertex;  // of the garment, with the nearest point; kNoVertex: none
  Vec3 barycentric{0.0};               // of the nearest point, in that triangle
};

// The same, as far as another measure needs it.
struct KnownDepth {
  std::uint32_t triangle = kNoVertex;
  float outside = 0.0f;
};

// The result for one shape and pose.
struct GarmentDepth {
  double depth = 0.0;                   // metres; of the worst vertex, 0 if none is outside
  double area = 0.0;                    // square metres
  std::optional<std::uint32_t> vertex;  // the outermost body vertex; none if nothing is outside
};

// Measures one pair repeatedly. Use from one thread at a time; results depend on the arguments alone, not on
// earlier calls. Refers to the pair, which must outlive it.
class GarmentMeter {
 public:
  // The pair must outlive it.
  explicit GarmentMeter(const GarmentPair& pair);
  ~GarmentMeter();
  GarmentMeter(GarmentMeter&&) noexcept;
  GarmentMeter& operator=(GarmentMeter&&) noexcept;

  // The pair's posed vertices, in its order; world space, metres. Normals of any length; a vertex with normal
  // 0 is never outside. Of the body, those that count and those around them are read.
  // Quicker where only a part of the garment differs from what was measured before with this body: `before`
  // is what was found then, per counted vertex, and vertices that change() does not list must be where they
  // were. In vertices(), depths under the garment are then of single precision and have no barycentric.
  GarmentDepth measure(std::span<const Vec3f> body_positions, std::span<const Vec3f> body_normals,
                       std::span<const Vec3f> garment_positions, std::span<const KnownDepth> before = {});
  // For measure() with `before`, per vertex of the garment: not 0 if it may have moved since.
  void change(std::span<const char> vertices);

  // The last measure()'s results, one per pair.counted().
  std::span<const VertexDepth> vertices() const { return vertices_; }
  // For how many of them the last one had to search the garment.
  std::size_t searched() const { return searched_; }

 private:
  struct Scene;
  const GarmentPair* pair_;
  std::unique_ptr<Scene> scene_;  // null if there is nothing to measure
  std::vector<VertexDepth> vertices_;
  std::size_t searched_ = 0;
};

}  // namespace mannequin
