#include "tools/body/sheet.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace mannequin::body {
namespace {

void add_triangle(const std::vector<Vec3>& at, const Triangle& t, std::vector<Triangle>& triangles) {
  if (at[t[0]] == at[t[1]] || at[t[1]] == at[t[2]] || at[t[2]] == at[t[0]]) return;
  triangles.push_back(t);
}

HalfSurface halves(const std::vector<Sheet>& sheets, std::vector<Vec3f>& colors) {
  HalfSurface half;
  for (const Sheet& sheet : sheets) {
    const auto first = static_cast<std::uint32_t>(half.positions.size());
    const auto columns = static_cast<std::uint32_t>(sheet.columns);
    const auto rows = static_cast<std::uint32_t>(sheet.places.size()) / columns;
    half.positions.insert(half.positions.end(), sheet.places.begin(), sheet.places.end());
    colors.insert(colors.end(), sheet.colors.begin(), sheet.colors.end());
    for (std::uint32_t row = 0; row + 1 < rows; ++row)
      for (std::uint32_t c = 0; c + (sheet.around ? 0 : 1) < columns; ++c) {
        const std::uint32_t next = (c + 1) % columns;
        const std::uint32_t a = first + row * columns + c, b = first + row * columns + next;
        add_triangle(half.positions, {a, a + columns, b}, half.triangles);
        add_triangle(half.positions, {b, a + columns, b + columns}, half.triangles);
      }
  }
  for (const Vec3& p : half.positions) half.in_plane.push_back(p.y == 0.0);
  return half;
}

void find_normals(Sculpture& s) {
  std::map<std::tuple<double, double, double>, Vec3> sum;
  const auto key = [&](std::uint32_t v) {
    return std::tuple(s.positions[v].x, s.positions[v].y, s.positions[v].z);
  };
  for (const Triangle& t : s.triangles) {
    const Vec3 area =
        glm::cross(s.positions[t[1]] - s.positions[t[0]], s.positions[t[2]] - s.positions[t[0]]);
    for (const std::uint32_t v : t) sum[key(v)] += area;
  }
  for (std::uint32_t v = 0; v < s.positions.size(); ++v) {
    const auto found = sum.find(key(v));
    s.normals.push_back(found == sum.end() || glm::length(found->second) == 0.0
                            ? Vec3(0, 0, 1)
                            : glm::normalize(found->second));
  }
}

}  // namespace

Sculpture join(const std::vector<Sheet>& left) {
  Sculpture s;
  std::vector<Vec3f> colors;
  const HalfSurface half = halves(left, colors);
  mirror_join(half, s.positions, s.triangles, &s.twin);
  s.colors = colors;
  s.colors.resize(s.positions.size());
  for (std::uint32_t v = 0; v < colors.size(); ++v) s.colors[s.twin[v]] = colors[v];
  find_normals(s);
  return s;
}

Vec3 surface_towards(const Field& field, const Vec3& middle, const Vec3& direction) {
  double reach = 0.16;
  for (int step = 0; step < 200; ++step) {
    const double d = field.distance(middle + reach * direction);
    if (d < 1e-6) break;
    reach -= 0.6 * d;
  }
  return middle + reach * direction;
}

Vec3 along(const std::vector<Vec3>& points, double t) {
  const double at = std::clamp(t, 0.0, 1.0) * static_cast<double>(points.size() - 1);
  const std::size_t k = std::min(static_cast<std::size_t>(at), points.size() - 2);
  const double x = at - static_cast<double>(k);
  const Vec3 &b = points[k], &c = points[k + 1];
  const Vec3 a = k == 0 ? 2.0 * b - c : points[k - 1];
  const Vec3 d = k + 2 == points.size() ? 2.0 * c - b : points[k + 2];
  return 0.5 * (2.0 * b + (c - a) * x + (2.0 * a - 5.0 * b + 4.0 * c - d) * (x * x) +
                (3.0 * b - a - 3.0 * c + d) * (x * x * x));
}

void append(Sculpture& to, const Sculpture& other) {
  const auto first = static_cast<std::uint32_t>(to.positions.size());
  to.colors.resize(first, Vec3f(1.0f));
  to.positions.insert(to.positions.end(), other.positions.begin(), other.positions.end());
  to.normals.insert(to.normals.end(), other.normals.begin(), other.normals.end());
  to.colors.insert(to.colors.end(), other.colors.begin(), other.colors.end());
  to.colors.resize(to.positions.size(), Vec3f(1.0f));
  for (const Triangle& t : other.triangles)
    to.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  for (const std::uint32_t twin : other.twin) to.twin.push_back(twin + first);
  to.turned_in.resize(to.positions.size());
}

}  // namespace mannequin::body
