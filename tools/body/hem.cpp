#include "tools/body/hem.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace mannequin::body {
namespace {

constexpr double kRow = 0.034;  // of what is turned in: no longer than this, metres
// Behind the cloth, so far that no triangle of long rows comes through it.
constexpr double kLongRowsBehind = 0.0055;

// Along an edge, in the direction of the triangles there; from plane to plane, or once round.
struct Hemline {
  std::vector<std::uint32_t> vertices;
  bool round = false;
};

std::vector<Hemline> hemlines_of(const HalfSurface& s) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
  for (const Triangle& t : s.triangles)
    for (std::size_t k = 0; k < 3; ++k) sides.emplace(t[k], t[(k + 1) % 3]);
  std::map<std::uint32_t, std::uint32_t> next;
  std::set<std::uint32_t> behind;
  for (const auto& [a, b] : sides) {
    if (!s.on_edge[a] || !s.on_edge[b] || sides.contains({b, a})) continue;
    next[a] = b;
    behind.insert(b);
  }
  std::vector<Hemline> edges;
  const auto follow = [&](std::uint32_t first) {
    Hemline edge;
    for (std::uint32_t v = first;;) {
      edge.vertices.push_back(v);
      const auto found = next.find(v);
      if (found == next.end()) break;
      v = found->second;
      next.erase(found);
      edge.round = v == first;
      if (edge.round) break;
    }
    edges.push_back(std::move(edge));
  };
  std::vector<std::uint32_t> first;
  for (const auto& [a, b] : next)
    if (!behind.contains(a)) first.push_back(a);
  for (const std::uint32_t a : first) follow(a);
  while (!next.empty()) follow(next.begin()->first);
  return edges;
}

// What becomes a column of turned-in cloth: a place of the cloth behind a vertex of the edge, and the way
// from the opening there.
struct Column {
  Vec3 cloth, away;
  bool in_plane = false;
};

// At a place of the cloth: outwards, and along the cloth away from the opening.
struct Frame {
  Vec3 out, in;
};

class Turning {
 public:
  Turning(HalfSurface open, const Field& field, const Field& openings, const HemStyle& style)
      : field_(field), openings_(openings), style_(style) {
    hemmed_.cloth_vertices = open.positions.size();
    hemmed_.half = std::move(open);
  }

  Hemmed run() {
    for (const Hemline& edge : hemlines_of(hemmed_.half)) turn(edge);
    return std::move(hemmed_);
  }

 private:
  using Ring = std::vector<std::uint32_t>;

  Frame frame(const Column& at) const {
    const Vec3 out = glm::normalize(field_.gradient(at.cloth));
    return {out, glm::normalize(at.away - out * glm::dot(out, at.away))};
  }

  std::uint32_t add(Vec3 p, const Vec3& normal, bool in_plane) {
    if (in_plane) p.y = 0.0;
    hemmed_.half.positions.push_back(p);
    hemmed_.half.in_plane.push_back(in_plane);
    hemmed_.normals.push_back(glm::normalize(normal));
    return static_cast<std::uint32_t>(hemmed_.half.positions.size() - 1);
  }

  // Places beside those of the cloth: `in` along it and `out` of it, normals likewise.
  Ring beside(const std::vector<Column>& columns, double in, double out, double normal_in,
              double normal_out) {
    Ring ring;
    for (const Column& column : columns) {
      const Frame at = frame(column);
      ring.push_back(add(column.cloth + in * at.in + out * at.out, normal_in * at.in + normal_out * at.out,
                         column.in_plane));
    }
    return ring;
  }

  void strip(const Hemline& edge, const Ring& from, const Ring& to) {
    for (std::size_t k = 0; k + (edge.round ? 0 : 1) < from.size(); ++k) {
      const std::size_t next = (k + 1) % from.size();
      hemmed_.half.triangles.push_back({from[next], from[k], to[k]});
      hemmed_.half.triangles.push_back({from[next], to[k], to[next]});
    }
  }

  void turn(const Hemline& edge) {
    std::vector<Column> columns;
    bool skirt = false;
    for (const std::uint32_t v : edge.vertices) {
      const Vec3& p = hemmed_.half.positions[v];
      columns.push_back({p, openings_.gradient(p), hemmed_.half.in_plane[v] != 0});
      skirt = skirt || p.z < style_.skirt_below;
    }
    const double up = skirt ? style_.skirt_turned_up : style_.turned_up;
    const double half = 0.5 * style_.thick;
    const Ring rim = beside(columns, -half, -half, -1.0, 0.0);
    Ring inner = beside(columns, 0.0, -style_.thick, -0.2, -1.0);
    strip(edge, edge.vertices, rim);
    strip(edge, rim, inner);
    const int rows = static_cast<int>(std::ceil(up / kRow));
    for (int row = 0; row < rows; ++row) {
      for (Column& column : columns) climb(column, up / rows);
      const Ring higher = beside(columns, 0.0, rows > 1 ? -kLongRowsBehind : -style_.thick, 0.0, -1.0);
      strip(edge, inner, higher);
      inner = higher;
    }
  }

  // Up the cloth, from the edge inwards.
  void climb(Column& column, double by) const {
    constexpr int kSteps = 5;
    for (int step = 0; step < kSteps; ++step)
      column.cloth =
          project(field_, column.cloth + by / kSteps * frame(column).in, column.in_plane, 0.5 * by);
  }

  const Field& field_;
  const Field& openings_;
  const HemStyle& style_;
  Hemmed hemmed_;
};

}  // namespace

Hemmed turn_in(HalfSurface open, const Field& field, const Field& openings, const HemStyle& style) {
  return Turning(std::move(open), field, openings, style).run();
}

}  // namespace mannequin::body
