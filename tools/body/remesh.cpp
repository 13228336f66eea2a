#include "tools/body/remesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/body/openings.h"

namespace mannequin::body {
namespace {

using Vertex = std::uint32_t;
using Edge = std::pair<Vertex, Vertex>;

// Of a vertex at the rim of the surface: what it may not leave.
enum Rim : std::uint8_t { kInPlane = 1, kOnEdge = 2 };

// By which an edge may be off the surface where it could run along it, and how long those are that do.
constexpr double kNotch = 5e-5, kCrease = 0.007;
// Metres off the surface: good enough while vertices still wander, and at the end.
constexpr double kAnywhere = 1.0, kRough = 2e-5, kFine = 1e-7;

class Remesher {
 public:
  Remesher(const Field& field, HalfSurface surface, const RemeshSettings& settings)
      : field_(field),
        settings_(settings),
        p_(std::move(surface.positions)),
        rim_(surface.in_plane.size()),
        triangles_(std::move(surface.triangles)) {
    dead_.assign(triangles_.size(), 0);
    around_.resize(p_.size());
    for (std::uint32_t t = 0; t < triangles_.size(); ++t)
      for (Vertex v : triangles_[t]) around_[v].push_back(t);
    normal_.resize(p_.size());
    length_.assign(p_.size(), settings.shortest * 1.6);
    for (Vertex v = 0; v < p_.size(); ++v) {
      if (surface.in_plane[v]) rim_[v] |= kInPlane;
      if (!surface.on_edge.empty() && surface.on_edge[v]) rim_[v] |= kOnEdge;
    }
  }

  HalfSurface run() {
    // First thin out evenly to what shows every curve, then follow the curvature.
    find_normals();
    for (int round = 0; round < 3; ++round) collapse_short();
    for (int round = 0; round < settings_.rounds; ++round) {
      tolerance_ = round + 1 < settings_.rounds ? kRough : kFine;
      find_normals();
      find_lengths();
      split_long();
      collapse_short();
      flip();
      even_out(0.6);
      if (round * 2 >= settings_.rounds) even_out(0.6);
    }
    for (int round = 0; settings_.creases && round < 3; ++round) follow_creases();
    return finish();
  }

 private:
  // --- neighbourhood
  std::vector<Vertex> neighbours(Vertex v) const {
    std::vector<Vertex> found;
    for (std::uint32_t t : around_[v])
      for (Vertex w : triangles_[t])
        if (w != v) found.push_back(w);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // The one or two triangles at an edge.
  std::vector<std::uint32_t> at_edge(Vertex a, Vertex b) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t t : around_[a])
      if (has(t, b)) found.push_back(t);
    return found;
  }

  bool has(std::uint32_t t, Vertex v) const {
    const Triangle& tri = triangles_[t];
    return tri[0] == v || tri[1] == v || tri[2] == v;
  }

  Vertex opposite(std::uint32_t t, Vertex a, Vertex b) const {
    for (Vertex v : triangles_[t])
      if (v != a && v != b) return v;
    return a;
  }

  std::vector<Edge> edges() const {
    std::vector<Edge> found;
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      if (dead_[t]) continue;
      const Triangle& tri = triangles_[t];
      for (int k = 0; k < 3; ++k) {
        const Vertex a = tri[k], b = tri[(k + 1) % 3];
        found.emplace_back(std::min(a, b), std::max(a, b));
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // Onto the surface, and onto what bounds it there.
  Vec3 placed(const Vec3& p, std::uint8_t rim, double furthest) const {
    if (rim & kOnEdge)
      return project_on_edge(field_, *settings_.openings, p, rim & kInPlane, furthest, tolerance_);
    return project(field_, p, rim & kInPlane, furthest, tolerance_);
  }

  double edge_length(Vertex a, Vertex b) const { return glm::length(p_[a] - p_[b]); }
  double wanted(Vertex a, Vertex b) const { return 0.5 * (length_[a] + length_[b]); }

  Vec3 area_vector(const Vec3& a, const Vec3& b, const Vec3& c) const {
    return 0.5 * glm::cross(b - a, c - a);
  }

  // --- what the surface asks for
  void find_normals() {
    for (Vertex v = 0; v < p_.size(); ++v) {
      if (around_[v].empty()) continue;
      const Vec3 g = field_.gradient(p_[v]);
      const double steep = glm::length(g);
      normal_[v] = steep > 1e-9 ? g / steep : Vec3(0, 0, 1);
    }
  }

  // A chord of length L cuts into a curve of curvature k by k L^2 / 8.
  void find_lengths() {
    std::vector<std::vector<Vertex>> near(p_.size());
    std::vector<double> raw(p_.size(), settings_.longest);
    for (Vertex v = 0; v < p_.size(); ++v) {
      if (around_[v].empty()) continue;
      near[v] = neighbours(v);
      double bend = 0.0;
      for (Vertex w : near[v]) {
        const Vec3 along = p_[w] - p_[v];
        bend = std::max(bend, std::abs(glm::dot(normal_[w] - normal_[v], along)) / glm::dot(along, along));
      }
      raw[v] = std::sqrt(8.0 * settings_.flatness / std::max(bend, 1e-3));
      raw[v] = std::clamp(raw[v], settings_.shortest, settings_.longest);
      if (settings_.limit) raw[v] = std::min(raw[v], settings_.limit(p_[v]));
    }
    // One bent vertex among flat ones is more often noise than form.
    for (Vertex v = 0; v < p_.size(); ++v) {
      double sum = 2.0 * raw[v], count = 2.0;
      for (Vertex w : near[v]) {
        sum += raw[w];
        count += 1.0;
      }
      length_[v] = sum / count;
    }
    for (int sweep = 0; sweep < 12; ++sweep)
      for (Vertex v = 0; v < p_.size(); ++v)
        for (Vertex w : near[v])
          length_[v] = std::min(length_[v], length_[w] + settings_.growth * edge_length(v, w));
  }

  // --- the three changes
  void split_long() {
    for (const auto& [a, b] : edges()) {
      if (edge_length(a, b) > 1.35 * wanted(a, b)) split(a, b);
    }
  }

  void split(Vertex a, Vertex b) {
    const std::vector<std::uint32_t> at = at_edge(a, b);
    if (at.empty()) return;
    const std::uint8_t rim = at.size() == 1 ? rim_[a] & rim_[b] : 0;
    const Vertex m = static_cast<Vertex>(p_.size());
    p_.push_back(placed(0.5 * (p_[a] + p_[b]), rim, 0.3 * edge_length(a, b)));
    rim_.push_back(rim);
    normal_.push_back(glm::normalize(normal_[a] + normal_[b]));
    length_.push_back(wanted(a, b));
    around_.emplace_back();
    for (std::uint32_t t : at) {
      // The old triangle keeps a, its copy gets b.
      const std::uint32_t copy = static_cast<std::uint32_t>(triangles_.size());
      Triangle half = triangles_[t];
      for (Vertex& v : half)
        if (v == a) v = m;
      for (Vertex& v : triangles_[t])
        if (v == b) v = m;
      triangles_.push_back(half);
      dead_.push_back(0);
      std::erase(around_[b], t);
      around_[b].push_back(copy);
      around_[opposite(t, a, m)].push_back(copy);
      around_[m].push_back(t);
      around_[m].push_back(copy);
    }
  }

  void collapse_short() {
    for (const auto& [a, b] : edges()) {
      if (around_[a].empty() || around_[b].empty()) continue;
      if (edge_length(a, b) < 0.75 * wanted(a, b)) collapse(a, b);
    }
  }

  void collapse(Vertex keep, Vertex gone) {
    const auto freer = [&](Vertex one, Vertex other) { return (rim_[one] & ~rim_[other]) == 0; };
    if (!freer(gone, keep)) std::swap(keep, gone);
    if (!freer(gone, keep) || rim_[gone] == (kInPlane | kOnEdge)) return;
    const std::vector<std::uint32_t> at = at_edge(keep, gone);
    if (at.empty()) return;
    if (rim_[gone] && at.size() != 1) return;  // a chord: would pinch the rim
    const std::vector<Vertex> near_keep = neighbours(keep), near_gone = neighbours(gone);
    std::vector<Vertex> shared;
    std::set_intersection(near_keep.begin(), near_keep.end(), near_gone.begin(), near_gone.end(),
                          std::back_inserter(shared));
    if (shared.size() != at.size()) return;  // would fold a tunnel shut
    if (rim_[keep] && !rim_[gone]) {
      for (Vertex w : near_gone)  // no new chord either
        if (rim_[w] && w != keep && !std::binary_search(near_keep.begin(), near_keep.end(), w)) return;
    }
    const bool stays = rim_[keep] != rim_[gone];
    const Vec3 place =
        stays ? p_[keep] : placed(0.5 * (p_[keep] + p_[gone]), rim_[keep], 0.3 * edge_length(keep, gone));
    if (!collapse_is_fair(keep, gone, place)) return;
    for (std::uint32_t t : at) {
      dead_[t] = 1;
      for (Vertex v : triangles_[t])
        if (v != gone) std::erase(around_[v], t);
    }
    for (std::uint32_t t : around_[gone]) {
      if (dead_[t]) continue;
      for (Vertex& v : triangles_[t])
        if (v == gone) v = keep;
      around_[keep].push_back(t);
    }
    around_[gone].clear();
    p_[keep] = place;
    length_[keep] = std::min(length_[keep], length_[gone]);
  }

  // No triangle may turn over, become a sliver or grow too long.
  bool collapse_is_fair(Vertex keep, Vertex gone, const Vec3& place) const {
    for (Vertex moved : {keep, gone}) {
      for (std::uint32_t t : around_[moved]) {
        if (has(t, keep) && has(t, gone)) continue;
        Vec3 c[3];
        for (int k = 0; k < 3; ++k) {
          const Vertex v = triangles_[t][k];
          c[k] = v == moved ? place : p_[v];
          if (v != moved && glm::length(p_[v] - place) > 1.35 * wanted(v, keep)) return false;
        }
        const Triangle& tri = triangles_[t];
        const Vec3 before = area_vector(p_[tri[0]], p_[tri[1]], p_[tri[2]]),
                   after = area_vector(c[0], c[1], c[2]);
        const double size = glm::length(before) * glm::length(after);
        if (glm::dot(before, after) < 0.5 * size) return false;
        const double longest2 =
            std::max({glm::dot(c[1] - c[0], c[1] - c[0]), glm::dot(c[2] - c[1], c[2] - c[1]),
                      glm::dot(c[0] - c[2], c[0] - c[2])});
        if (glm::length(after) < 0.03 * longest2) return false;
      }
    }
    return true;
  }

  void flip() {
    for (const auto& [a, b] : edges()) {
      const std::vector<std::uint32_t> at = at_edge(a, b);
      if (at.size() != 2) continue;
      const Vertex c = opposite(at[0], a, b), d = opposite(at[1], a, b);
      if (c == d || (rim_[c] && rim_[d]) || !at_edge(c, d).empty()) continue;
      const auto off = [&](Vertex v, int change) {
        const int ideal = rim_[v] ? 3 : 6;
        const int n = static_cast<int>(around_[v].size()) + change - ideal;
        return n * n;
      };
      const int gain =
          off(a, 0) + off(b, 0) + off(c, 0) + off(d, 0) - off(a, -1) - off(b, -1) - off(c, 1) - off(d, 1);
      if (gain <= 0) continue;
      turn_edge(a, b, c, d, at[0], at[1]);
    }
  }

  // Of the two diagonals of two triangles the one that lies nearer the surface, so that edges run along lids
  // and hems instead of cutting notches into them.
  void follow_creases() {
    for (const auto& [a, b] : edges()) {
      const std::vector<std::uint32_t> at = at_edge(a, b);
      if (at.size() != 2) continue;
      const Vertex c = opposite(at[0], a, b), d = opposite(at[1], a, b);
      if (c == d || (rim_[c] && rim_[d]) || !at_edge(c, d).empty()) continue;
      if (edge_length(a, b) > kCrease || std::min(blunt(a, d, c), blunt(d, b, c)) < 0.35) continue;
      const double now = std::abs(field_.distance(0.5 * (p_[a] + p_[b])));
      if (now < kNotch || std::abs(field_.distance(0.5 * (p_[c] + p_[d]))) > 0.6 * now) continue;
      turn_edge(a, b, c, d, at[0], at[1]);
    }
  }

  // The least sine of a triangle's angles.
  double blunt(Vertex a, Vertex b, Vertex c) const {
    const double x = edge_length(b, c), y = edge_length(c, a), z = edge_length(a, b);
    const double area2 = 2.0 * glm::length(area_vector(p_[a], p_[b], p_[c]));
    return area2 / std::max({x * y, y * z, z * x});
  }

  void turn_edge(Vertex a, Vertex b, Vertex c, Vertex d, std::uint32_t first, std::uint32_t second) {
    // first holds a, b, c in some turn; orient so that a -> b runs along it.
    const Triangle& tri = triangles_[first];
    for (int k = 0; k < 3; ++k)
      if (tri[k] == b && tri[(k + 1) % 3] == a) std::swap(a, b);
    const Vec3 one = area_vector(p_[a], p_[d], p_[c]), two = area_vector(p_[d], p_[b], p_[c]);
    const Vec3 outward = normal_[a] + normal_[b] + normal_[c] + normal_[d];
    const double reach = glm::length(outward);
    if (glm::dot(one, outward) < 0.5 * glm::length(one) * reach) return;
    if (glm::dot(two, outward) < 0.5 * glm::length(two) * reach) return;
    if (glm::dot(one, two) < 0.5 * glm::length(one) * glm::length(two)) return;
    triangles_[first] = {a, d, c};
    triangles_[second] = {d, b, c};
    std::erase(around_[b], first);
    std::erase(around_[a], second);
    around_[d].push_back(first);
    around_[c].push_back(second);
  }

  // Each vertex goes towards the middle of its triangles, along the surface, and back onto it.
  void even_out(double amount) {
    const std::vector<Vec3> old = p_;
    for (Vertex v = 0; v < p_.size(); ++v) {
      if (around_[v].empty() || rim_[v] == (kInPlane | kOnEdge)) continue;
      Vec3 sum(0.0);
      double total = 0.0;
      if (rim_[v]) {
        for (Vertex w : neighbours(v)) {
          if (!rim_[w] || at_edge(v, w).size() != 1) continue;
          sum += old[w];
          total += 1.0;
        }
        if (total != 2.0) continue;
      } else {
        for (std::uint32_t t : around_[v]) {
          const Triangle& tri = triangles_[t];
          const double size = (length_[tri[0]] + length_[tri[1]] + length_[tri[2]]) / 3.0;
          const double weight =
              glm::length(area_vector(old[tri[0]], old[tri[1]], old[tri[2]])) / (size * size);
          sum += weight * (old[tri[0]] + old[tri[1]] + old[tri[2]]) / 3.0;
          total += weight;
        }
      }
      Vec3 move = sum / total - old[v];
      move -= normal_[v] * glm::dot(normal_[v], move);
      if (rim_[v] & kInPlane) move.y = 0.0;
      p_[v] = placed(old[v] + amount * move, rim_[v], 0.3 * length_[v]);
    }
  }

  HalfSurface finish() const {
    HalfSurface out;
    std::vector<Vertex> place(p_.size(), ~Vertex{0});
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      if (dead_[t]) continue;
      Triangle renamed;
      for (int k = 0; k < 3; ++k) {
        const Vertex v = triangles_[t][k];
        if (place[v] == ~Vertex{0}) {
          place[v] = static_cast<Vertex>(out.positions.size());
          out.positions.push_back(p_[v]);
          out.in_plane.push_back((rim_[v] & kInPlane) != 0);
          out.on_edge.push_back((rim_[v] & kOnEdge) != 0);
        }
        renamed[k] = place[v];
      }
      out.triangles.push_back(renamed);
    }
    return out;
  }

  const Field& field_;
  const RemeshSettings& settings_;
  std::vector<Vec3> p_;
  std::vector<std::uint8_t> rim_;  // of Rim; 0 within the surface
  std::vector<Triangle> triangles_;
  std::vector<std::uint8_t> dead_;
  std::vector<std::vector<std::uint32_t>> around_;  // vertex -> its triangles
  std::vector<Vec3> normal_;
  double tolerance_ = kAnywhere;
  std::vector<double> length_;  // wanted edge length at a vertex
};

}  // namespace

HalfSurface remesh(const Field& field, HalfSurface dense, const RemeshSettings& settings) {
  return Remesher(field, std::move(dense), settings).run();
}

}  // namespace mannequin::body
