#include "tools/document/girth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mannequin::document {
namespace {

constexpr double kSameCurve = 1e-4;  // metres

struct Section {
  Vec2 a, b;  // in the plane, relative to the query point
};

Vec2 plane_crossing(const Vec3& a, double da, const Vec3& b, double db, const Mat3& to_plane) {
  const Vec3 point = to_plane * (a + da / (da - db) * (b - a));
  return {point.x, point.y};
}

std::vector<Section> sections(std::span<const Vec3> positions,
                              std::span<const mannequin::Surface::Triangle> triangles, const Vec3& at,
                              const Mat3& to_plane) {
  std::vector<Section> list;
  for (const mannequin::Surface::Triangle& triangle : triangles) {
    Vec3 corner[3];
    double above[3];
    for (std::size_t k = 0; k < 3; ++k) {
      corner[k] = positions[triangle[k]] - at;
      above[k] = (to_plane * corner[k]).z;
    }
    // Corners in the plane count as above it: neighbours agree, and each curve stays closed.
    Vec2 ends[2];
    int found = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      if ((above[k] >= 0.0) == (above[next] >= 0.0)) continue;
      // From the lower to the upper end, so that both triangles of an edge compute the same point.
      const bool up = above[k] < above[next];
      const std::size_t low = up ? k : next, high = up ? next : k;
      ends[found++] = plane_crossing(corner[low], above[low], corner[high], above[high], to_plane);
    }
    if (found == 2) list.push_back({ends[0], ends[1]});
  }
  return list;
}

// The curve each section belongs to.
std::vector<std::size_t> curves(std::span<const Section> list) {
  std::vector<std::size_t> curve(list.size());
  std::iota(curve.begin(), curve.end(), std::size_t{0});
  const auto root = [&](std::size_t s) {
    while (curve[s] != s) s = curve[s] = curve[curve[s]];
    return s;
  };
  struct End {
    Vec2 point;
    std::size_t section;
  };
  std::vector<End> ends;
  for (std::size_t s = 0; s < list.size(); ++s) {
    ends.push_back({list[s].a, s});
    ends.push_back({list[s].b, s});
  }
  std::ranges::sort(ends, std::ranges::less(), [](const End& end) { return end.point.x; });
  for (std::size_t i = 0; i < ends.size(); ++i)
    for (std::size_t j = i + 1; j < ends.size() && ends[j].point.x - ends[i].point.x <= kSameCurve; ++j)
      if (glm::distance(ends[i].point, ends[j].point) <= kSameCurve)
        curve[root(ends[j].section)] = root(ends[i].section);
  for (std::size_t s = 0; s < list.size(); ++s) curve[s] = root(s);
  return curve;
}

double turn_between(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }

// Counterclockwise, by Andrew's monotone chain.
std::vector<Vec2> convex_hull(std::vector<Vec2> points) {
  std::ranges::sort(points,
                    [](const Vec2& a, const Vec2& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Vec2> hull;
  const auto extend = [&](const Vec2& point, std::size_t fixed) {
    while (hull.size() > fixed &&
           turn_between(hull.back() - hull[hull.size() - 2], point - hull.back()) <= 0.0)
      hull.pop_back();
    hull.push_back(point);
  };
  for (const Vec2& point : points) extend(point, 1);
  const std::size_t lower = hull.size();
  for (auto point = points.rbegin() + 1; point < points.rend(); ++point) extend(*point, lower);
  if (hull.size() > 1) hull.pop_back();
  return hull;
}

double length_around(std::span<const Vec2> hull) {
  double length = 0.0;
  for (std::size_t i = 0; i < hull.size(); ++i) length += glm::distance(hull[i], hull[(i + 1) % hull.size()]);
  return length;
}

double distance_to(const Section& section) {
  const Vec2 along = section.b - section.a;
  const double squared = glm::dot(along, along);
  const double t = squared > 0.0 ? std::clamp(-glm::dot(section.a, along) / squared, 0.0, 1.0) : 0.0;
  return glm::length(section.a + t * along);
}

struct Curve {
  std::vector<Vec2> points;
  double nearest = std::numeric_limits<double>::infinity();
  bool around = false;  // the query point

  void add(const Section& section) {
    points.push_back(section.a);
    points.push_back(section.b);
    nearest = std::min(nearest, distance_to(section));
    // Inside if the ray along x crosses it an odd number of times.
    if ((section.a.y >= 0.0) != (section.b.y >= 0.0)) {
      const double x = section.a.x + section.a.y / (section.a.y - section.b.y) * (section.b.x - section.a.x);
      if (x > 0.0) around = !around;
    }
  }
};

}  // namespace

std::optional<Girth> girth_at(std::span<const Vec3> positions,
                              std::span<const mannequin::Surface::Triangle> triangles, const Vec3& at,
                              const Vec3& normal) {
  const Vec3 z = glm::normalize(normal);
  const Vec3 x =
      glm::normalize(glm::cross(std::abs(z.x) < 0.5 ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 1.0, 0.0), z));
  const Mat3 from_plane(x, glm::cross(z, x), z);
  const std::vector<Section> list = sections(positions, triangles, at, glm::transpose(from_plane));
  const std::vector<std::size_t> of = curves(list);
  std::vector<Curve> all(list.size());
  for (std::size_t s = 0; s < list.size(); ++s) all[of[s]].add(list[s]);
  std::optional<Girth> best;
  bool best_around = false;
  double best_nearest = 0.0;
  for (Curve& curve : all) {
    if (curve.points.empty()) continue;
    const std::vector<Vec2> hull = convex_hull(std::move(curve.points));
    const double length = length_around(hull);
    const bool better = !best || (curve.around && !best_around) ||
                        (curve.around && best_around && length > best->length) ||
                        (!curve.around && !best_around && curve.nearest < best_nearest);
    if (!better) continue;
    best.emplace();
    best->length = length;
    best_around = curve.around;
    best_nearest = curve.nearest;
    for (const Vec2& point : hull) best->tape.push_back(at + from_plane * Vec3(point, 0.0));
  }
  return best;
}

}  // namespace mannequin::document
