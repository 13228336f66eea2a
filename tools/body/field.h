// The figure as a signed distance field: rounded forms that are blended into each other. Distances are in
// metres, negative inside, exact only for cones; everywhere else close enough to blend by and to project
// along.
#pragma once

#include <limits>
#include <vector>

#include "engine/math/types.h"

namespace mannequin::body {

// Only + - * / and sqrt are used on the way to the body: they are exact to the last bit on every machine,
// which the mathematical library's other functions are not. These two stand in for them; within 1e-12.
double sine(double angle);            // |angle| up to pi
double angle_of(double y, double x);  // as atan2
double cosine(double angle);
constexpr double kDegree = 3.14159265358979323846 / 180.0;

struct Box {
  Vec3 low{std::numeric_limits<double>::max()};
  Vec3 high{std::numeric_limits<double>::lowest()};

  void add(const Vec3& point, double margin);
  void add(const Box& other);
  // 0 inside.
  double distance(const Vec3& p) const;
};

// Smooth minimum: equals min(a, b) where the two differ by more than `width`, and is lower in between.
double smooth_min(double a, double b, double width);

// 0 below `low`, 1 above `high`, smooth between.
double smooth_step(double low, double high, double x);

// A cone with rounded ends, or a sphere where both ends coincide.
struct Cone {
  Vec3 a, b;
  double radius_a, radius_b;
};

// `tilt` turns the axes (X, then Y, then Z; degrees).
struct Ellipsoid {
  Vec3 center, radii;
  Mat3 axes{1.0};  // columns: the ellipsoid's axes
};
Mat3 tilted(const Vec3& degrees);

// What lies beyond a plane: on the side to which the normal (unit) points.
struct HalfSpace {
  Vec3 point, normal;
};

// One cross-section of a loft: centre, half widths to each side, and how square it is (0: an ellipse, 1: the
// curve x^4 + y^4 = 1). For a loft along axis k the sides are those of the two other axes in the order x, y,
// z.
struct Section {
  double along;
  double u, v;                          // centre
  double u_low, u_high, v_low, v_high;  // half widths
  double square = 0.0;
};

// A tube of sections along a coordinate axis, smooth in between.
class Loft {
 public:
  // At least two sections, ascending.
  Loft(int axis, std::vector<Section> sections);

  double distance(const Vec3& p) const;
  const Box& box() const { return box_; }

 private:
  static constexpr int kFields = 7;
  void at(double along, double (&out)[kFields]) const;

  int axis_, u_, v_;
  std::vector<double> along_;
  std::vector<std::vector<double>> value_, slope_;  // [section][field]
  Box box_;
};

// Forms in the order in which they are added to, or cut from, each other.
class Field {
 public:
  void add(const Cone& cone, double blend, bool mirrored = false);
  void add(const Ellipsoid& ellipsoid, double blend, bool mirrored = false);
  void add(const Loft& loft, double blend, bool mirrored = false);
  void add(Field group, double blend, bool mirrored = false);
  void add(const HalfSpace& beyond, double blend);

  void cut(const Cone& cone, double blend, bool mirrored = false);
  void cut(const Ellipsoid& ellipsoid, double blend, bool mirrored = false);
  void cut(const HalfSpace& beyond, double blend);
  void cut(Field group, double blend, bool mirrored = false);

  // A form of its own whose surface lies further out by as much, as cloth over a body.
  Field grown(double by) const;

  // A ridge (or a furrow) along a curve, on both sides of the body: cones from point to point.
  void trace(const std::vector<Vec3>& points, const std::vector<double>& radii, double blend);
  void cut_trace(const std::vector<Vec3>& points, const std::vector<double>& radii, double blend);

  double distance(const Vec3& p) const;
  // Of length about 1 near the surface; exactly in the plane y = 0 for a point of it.
  Vec3 gradient(const Vec3& p, double step = 2e-4) const;
  const Box& box() const { return box_; }

 private:
  enum class Kind { cone, ellipsoid, loft, half_space, group };
  struct Form {
    Kind kind;
    std::size_t index;
    double blend;
    bool cut, mirrored;
    Box box;
  };
  void push(Kind kind, std::size_t index, double blend, bool cut, bool mirrored, const Box& box);
  double form_distance(const Form& form, const Vec3& p) const;
  double blended(double so_far, const Form& form, const Vec3& p) const;

  std::vector<Form> forms_;
  std::vector<Cone> cones_;
  std::vector<Ellipsoid> ellipsoids_;
  std::vector<Loft> lofts_;
  std::vector<HalfSpace> half_spaces_;
  std::vector<Field> groups_;
  double grown_ = 0.0;
  Box box_;
};

}  // namespace mannequin::body
