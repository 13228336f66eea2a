#include "tools/body/field.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mannequin::body {
namespace {

constexpr double kPi = 3.14159265358979323846;
const Box kEverywhere{Vec3(-1e6), Vec3(1e6)};

Vec3 mirror(const Vec3& p) { return {p.x, -p.y, p.z}; }

Box mirror(const Box& box) {
  return {{box.low.x, -box.high.y, box.low.z}, {box.high.x, -box.low.y, box.high.z}};
}

// In the plane through the axis and p: the slanted side touches both end spheres, its normal leans by the
// angle whose sine is (difference of radii / length). p belongs to the side if that normal through p meets
// the axis between the ends, else to the nearer sphere.
double distance_to(const Cone& cone, const Vec3& p) {
  const Vec3 axis = cone.b - cone.a, q = p - cone.a;
  const double length2 = glm::dot(axis, axis);
  const double difference = cone.radius_a - cone.radius_b;
  const double slant2 = length2 - difference * difference;
  if (slant2 <= 1e-12) {
    return std::min(glm::length(q) - cone.radius_a, glm::length(p - cone.b) - cone.radius_b);
  }
  const double length = std::sqrt(length2);
  const double along = glm::dot(q, axis) / length;
  const double across = std::sqrt(std::max(0.0, glm::dot(q, q) - along * along));
  const double sine = difference / length, cosine = std::sqrt(slant2) / length;
  const double foot = along - across * sine / cosine;
  if (foot <= 0.0) return glm::length(q) - cone.radius_a;
  if (foot >= length) return glm::length(p - cone.b) - cone.radius_b;
  return across * cosine + along * sine - cone.radius_a;
}

double distance_to(const Ellipsoid& e, const Vec3& p) {
  const Vec3 q = glm::transpose(e.axes) * (p - e.center);
  const Vec3 unit = q / e.radii;
  const double k0 = glm::length(unit), k1 = glm::length(unit / e.radii);
  if (k1 < 1e-12) return -std::min({e.radii.x, e.radii.y, e.radii.z});
  return k0 * (k0 - 1.0) / k1;
}

}  // namespace

void Box::add(const Vec3& point, double margin) {
  low = glm::min(low, point - margin);
  high = glm::max(high, point + margin);
}

void Box::add(const Box& other) {
  low = glm::min(low, other.low);
  high = glm::max(high, other.high);
}

double Box::distance(const Vec3& p) const {
  const Vec3 outside = glm::max(glm::max(low - p, p - high), Vec3(0.0));
  return glm::length(outside);
}

double smooth_min(double a, double b, double width) {
  const double h = std::max(width - std::abs(a - b), 0.0) / width;
  return std::min(a, b) - h * h * h * width / 6.0;
}

double smooth_step(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

double sine(double angle) {
  if (angle > 0.5 * kPi) return sine(kPi - angle);
  if (angle < -0.5 * kPi) return sine(-kPi - angle);
  const double x2 = angle * angle;
  double term = angle, sum = angle;
  for (int k = 1; k <= 11; ++k) {
    term *= -x2 / ((2.0 * k) * (2.0 * k + 1.0));
    sum += term;
  }
  return sum;
}

double cosine(double angle) { return sine(0.5 * kPi - std::abs(angle)); }

double angle_of(double y, double x) {
  const double reach = std::sqrt(x * x + y * y);
  if (reach == 0.0) return 0.0;
  // Half the angle, twice: what is left is small enough for the series.
  double half_x = x / reach + 1.0, half_y = y / reach;
  if (half_x < 1e-9) return y < 0.0 ? -kPi : kPi;
  const double t = half_y / half_x;
  if (t > 1.0) return kPi - angle_of(y, -x);
  if (t < -1.0) return -kPi - angle_of(y, -x);
  const double quarter = t / (1.0 + std::sqrt(1.0 + t * t));
  const double q2 = quarter * quarter;
  double power = quarter, sum = 0.0;
  for (int k = 0; k < 18; ++k) {
    sum += (k % 2 == 0 ? power : -power) / (2.0 * k + 1.0);
    power *= q2;
  }
  return 4.0 * sum;
}

Mat3 tilted(const Vec3& degrees) {
  const Vec3 r = degrees * (kPi / 180.0);
  const auto turn = [](double angle, int from, int to) {
    Mat3 m(1.0);
    m[from][from] = m[to][to] = sine(0.5 * kPi - angle);
    m[from][to] = sine(angle);
    m[to][from] = -sine(angle);
    return m;
  };
  return turn(r.z, 0, 1) * turn(r.y, 2, 0) * turn(r.x, 1, 2);
}

Loft::Loft(int axis, std::vector<Section> sections)
    : axis_(axis), u_(axis == 0 ? 1 : 0), v_(axis == 2 ? 1 : 2) {
  for (const Section& s : sections) {
    along_.push_back(s.along);
    value_.push_back({s.u, s.v, s.u_low, s.u_high, s.v_low, s.v_high, s.square});
    Vec3 low, high;
    low[axis_] = high[axis_] = s.along;
    low[u_] = s.u - s.u_low;
    high[u_] = s.u + s.u_high;
    low[v_] = s.v - s.v_low;
    high[v_] = s.v + s.v_high;
    box_.add(low, 0.01);  // the curve between sections may swing out a little
    box_.add(high, 0.01);
  }
  // Three-point slopes, limited where the outline has an extreme so that it does not overshoot.
  slope_.assign(value_.size(), std::vector<double>(kFields, 0.0));
  for (std::size_t i = 0; i < value_.size(); ++i) {
    for (std::size_t f = 0; f < kFields; ++f) {
      const auto chord = [&](std::size_t k) {
        return (value_[k + 1][f] - value_[k][f]) / (along_[k + 1] - along_[k]);
      };
      if (i == 0) {
        slope_[i][f] = chord(0);
      } else if (i + 1 == value_.size()) {
        slope_[i][f] = chord(i - 1);
      } else {
        const double before = along_[i] - along_[i - 1], after = along_[i + 1] - along_[i];
        slope_[i][f] = (chord(i - 1) * after + chord(i) * before) / (before + after);
      }
    }
  }
}

void Loft::at(double along, double (&out)[kFields]) const {
  const auto above = std::upper_bound(along_.begin(), along_.end(), along);
  const std::size_t k = std::min<std::size_t>(
      above == along_.begin() ? 0 : static_cast<std::size_t>(above - along_.begin()) - 1, along_.size() - 2);
  const double width = along_[k + 1] - along_[k];
  const double t = std::clamp((along - along_[k]) / width, 0.0, 1.0);
  const double t2 = t * t, t3 = t2 * t;
  const double a = 2 * t3 - 3 * t2 + 1, b = (t3 - 2 * t2 + t) * width, c = 3 * t2 - 2 * t3,
               d = (t3 - t2) * width;
  for (std::size_t f = 0; f < kFields; ++f) {
    out[f] = a * value_[k][f] + b * slope_[k][f] + c * value_[k + 1][f] + d * slope_[k + 1][f];
  }
}

double Loft::distance(const Vec3& p) const {
  const double along = p[axis_];
  const double nearest = std::clamp(along, along_.front(), along_.back());
  double s[kFields];
  at(nearest, s);
  const double u = p[u_] - s[0], v = p[v_] - s[1];
  const double ru = u < 0.0 ? s[2] : s[3], rv = v < 0.0 ? s[4] : s[5];
  const double reach = std::sqrt(u * u + v * v);
  double across;
  if (reach < 1e-9) {
    across = -std::min(ru, rv);
  } else {
    const double u2 = (u / ru) * (u / ru), v2 = (v / rv) * (v / rv);
    const double round = std::sqrt(u2 + v2), square = std::sqrt(std::sqrt(u2 * u2 + v2 * v2));
    const double ratio = round + s[6] * (square - round);
    across = reach - reach / ratio;
  }
  const double past = std::abs(along - nearest);
  if (past == 0.0) return across;
  return across > 0.0 ? std::sqrt(across * across + past * past) : std::max(across, past);
}

void Field::push(Kind kind, std::size_t index, double blend, bool cut, bool mirrored, const Box& box) {
  forms_.push_back({kind, index, blend, cut, mirrored, box});
  if (cut) return;
  box_.add(box);
  if (mirrored) box_.add(mirror(box));
}

void Field::add(const Cone& cone, double blend, bool mirrored) {
  Box box;
  box.add(cone.a, cone.radius_a);
  box.add(cone.b, cone.radius_b);
  cones_.push_back(cone);
  push(Kind::cone, cones_.size() - 1, blend, false, mirrored, box);
}

void Field::add(const Ellipsoid& ellipsoid, double blend, bool mirrored) {
  Box box;
  box.add(ellipsoid.center, std::max({ellipsoid.radii.x, ellipsoid.radii.y, ellipsoid.radii.z}));
  ellipsoids_.push_back(ellipsoid);
  push(Kind::ellipsoid, ellipsoids_.size() - 1, blend, false, mirrored, box);
}

void Field::add(const Loft& loft, double blend, bool mirrored) {
  lofts_.push_back(loft);
  push(Kind::loft, lofts_.size() - 1, blend, false, mirrored, loft.box());
}

void Field::add(Field group, double blend, bool mirrored) {
  const Box box = group.box();
  groups_.push_back(std::move(group));
  push(Kind::group, groups_.size() - 1, blend, false, mirrored, box);
}

void Field::add(const HalfSpace& beyond, double blend) {
  half_spaces_.push_back(beyond);
  push(Kind::half_space, half_spaces_.size() - 1, blend, false, false, kEverywhere);
}

void Field::cut(const Cone& cone, double blend, bool mirrored) {
  add(cone, blend, mirrored);
  forms_.back().cut = true;
}

void Field::cut(const Ellipsoid& ellipsoid, double blend, bool mirrored) {
  add(ellipsoid, blend, mirrored);
  forms_.back().cut = true;
}

void Field::cut(const HalfSpace& beyond, double blend) {
  half_spaces_.push_back(beyond);
  push(Kind::half_space, half_spaces_.size() - 1, blend, true, false, kEverywhere);
}

void Field::cut(Field group, double blend, bool mirrored) {
  add(std::move(group), blend, mirrored);
  forms_.back().cut = true;
}

Field Field::grown(double by) const {
  Field larger = *this;
  larger.grown_ += by;
  larger.box_.low -= by;
  larger.box_.high += by;
  Field form;
  form.add(std::move(larger), by);
  return form;
}

void Field::trace(const std::vector<Vec3>& points, const std::vector<double>& radii, double blend) {
  Field curve;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    curve.add(Cone{points[k], points[k + 1], radii[k], radii[k + 1]}, radii[k]);
  add(std::move(curve), blend, true);
}

void Field::cut_trace(const std::vector<Vec3>& points, const std::vector<double>& radii, double blend) {
  Field curve;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    curve.add(Cone{points[k], points[k + 1], radii[k], radii[k + 1]}, radii[k]);
  cut(std::move(curve), blend, true);
}

double Field::form_distance(const Form& form, const Vec3& p) const {
  switch (form.kind) {
    case Kind::cone:
      return distance_to(cones_[form.index], p);
    case Kind::ellipsoid:
      return distance_to(ellipsoids_[form.index], p);
    case Kind::loft:
      return lofts_[form.index].distance(p);
    case Kind::half_space:
      return -glm::dot(p - half_spaces_[form.index].point, half_spaces_[form.index].normal);
    case Kind::group:
      return groups_[form.index].distance(p);
  }
  return 0.0;
}

// A form whose box is further away than the blend reaches changes nothing. The factor is for forms whose
// distance is an estimate: near an eccentric ellipsoid or a steep loft it may fall short of the true one.
double Field::blended(double so_far, const Form& form, const Vec3& p) const {
  const double away = 0.6 * form.box.distance(p);
  if (form.cut) {
    if (away > form.blend - so_far) return so_far;
    return -smooth_min(-so_far, form_distance(form, p), form.blend);
  }
  if (away > so_far + form.blend) return so_far;
  return smooth_min(so_far, form_distance(form, p), form.blend);
}

double Field::distance(const Vec3& p) const {
  double d = 1.0;  // nothing of a figure is a metre away from it
  for (const Form& form : forms_) {
    d = blended(d, form, p);
    if (form.mirrored) d = blended(d, form, mirror(p));
  }
  return d - grown_;
}

// Four samples at the corners of a tetrahedron.
Vec3 Field::gradient(const Vec3& p, double step) const {
  constexpr double kCorners[4][3] = {{1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, 1}};
  Vec3 sum(0.0);
  for (const auto& c : kCorners) {
    const Vec3 corner(c[0], c[1], c[2]);
    sum += corner * distance(p + corner * step);
  }
  sum /= 4.0 * step;
  if (p.y == 0.0) sum.y = 0.0;
  return sum;
}

}  // namespace mannequin::body
