#include "engine/bind/made_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/bind/nearby.h"
#include "engine/bind/neighbours.h"
#include "engine/bind/vertex_work.h"

namespace mannequin {
namespace {

constexpr int kPlaceRounds = 40;
constexpr double kPlaceSettled = 1e-6;  // metres; rounds that move less end
constexpr double kLeastStep = 0.1;      // of the way that a round would lead
// Places are torn apart that are further off than this, in edges, from where those around them lead.
constexpr double kTorn = 0.5;
// How clearly cloth must have been made in bind space, of at most 2.
constexpr double kClearly = 0.1;
constexpr double kNoise = 1e-3;  // differences that tell nothing
// Vertices that face away from the skin below them tell nothing.
constexpr double kFacing = 0.5;
// Of the progress, about as long as each takes.
constexpr double kPlaced = 0.75, kMended = 0.8, kComparedHere = 0.85, kComparedThere = 0.9;

Vec3 led_by(const NearbyWeights& near, const Vec3& point, const SourceTrees& sources) {
  return sources.moved(point, strongest(near.weights, sources.influences()));
}

// The place that the weights of the nearest skin there lead to, sought from `place`. Where these change
// quickly, whole steps alternate between two places.
Vec3 place_in_moved(const Vec3& point, Vec3 place, const SourceTrees& sources) {
  double before = std::numeric_limits<double>::infinity(), share = 1.0;
  for (int round = 0; round < kPlaceRounds; ++round) {
    const Vec3 step = led_by(nearest_weights(place, *sources.moved()), point, sources) - place;
    const double length = glm::length(step);
    if (!(length > kPlaceSettled)) break;
    if (length > 0.5 * before) share = std::max(0.5 * share, kLeastStep);
    before = length;
    place += share * step;
  }
  return place;
}

// Where a vertex would be that went as far as those around it, and how far off the place is that it has, in
// mean lengths of its edges.
struct AmongNeighbours {
  Vec3 place;
  double off = 0.0;

  AmongNeighbours(std::size_t vertex, const Vec3& has, const Surface& surface, const Neighbours& neighbours,
                  const std::vector<Vec3>& places)
      : place(has) {
    const auto around = neighbours.of(vertex);
    if (around.empty()) return;
    Vec3 way(0.0);
    double length = 0.0;
    for (const std::uint32_t n : around) {
      way += places[n] - surface.positions[n];
      length += glm::distance(surface.positions[n], surface.positions[vertex]);
    }
    place = surface.positions[vertex] + way / static_cast<double>(around.size());
    off = glm::distance(place, has) / std::max(length / static_cast<double>(around.size()), kSamePlace);
  }
};

// Where weights change quickly, a vertex has several places, of which some tear the cloth: it looks for
// another one from where its neighbours went, and goes with them if there is none. False if cancelled.
bool mend_torn(const Surface& surface, const SourceTrees& sources, std::vector<Vec3>& places,
               const BindProgress& progress) {
  const Neighbours neighbours(places.size(), triangle_edges(surface.triangles));
  const std::vector<Vec3> before = places;
  const auto mend = [&](std::size_t v) {
    const AmongNeighbours first(v, before[v], surface, neighbours, before);
    if (first.off <= kTorn) return;
    const Vec3 found = place_in_moved(surface.positions[v], first.place, sources);
    const bool fits = AmongNeighbours(v, found, surface, neighbours, before).off <= kTorn;
    places[v] = fits ? found : first.place;
  };
  return for_each_vertex(places.size(), mend, progress);
}

// A measure, radians or a logarithm of distances, in two shapes of the same thing.
class Compared {
 public:
  void add(double here, double there) {
    if (std::abs(here - there) < kNoise) return;
    difference_ += here - there;
    all_ += std::abs(here - there);
  }
  // From -1, always less here, to 1, always less there.
  double less_there() const { return all_ > 0.0 ? difference_ / all_ : 0.0; }

 private:
  double difference_ = 0.0, all_ = 0.0;
};

// A shape of the cloth, with the skin nearest to each vertex.
struct ClothShape {
  const Surface& surface;
  std::vector<Vec3> normals, faces;  // of vertices, and of triangles
  std::vector<double> distances;     // infinite where the cloth does not face the skin

  ClothShape(const Surface& of, const SourceTrees& sources, const BindProgress& progress)
      : surface(of),
        normals(vertex_normals(of)),
        faces(triangle_normals(of)),
        distances(of.positions.size(), std::numeric_limits<double>::infinity()) {
    const auto measure = [&](std::size_t v) {
      const SourceTrees::Match match = sources.nearest(of.positions[v]);
      if (match.found && glm::dot(normals[v], sources.normal_at(match)) >= kFacing)
        distances[v] = std::max(match.point.distance, kSamePlace);
    };
    for_each_vertex(of.positions.size(), measure, progress);
  }
  bool facing(const Surface::Edge& edge) const {
    return std::isfinite(distances[edge[0]]) && std::isfinite(distances[edge[1]]);
  }
  double unevenness(const Surface::Edge& edge) const {
    return std::abs(std::log(distances[edge[0]] / distances[edge[1]]));
  }
  double angle(std::uint32_t a, std::uint32_t b) const {
    return std::acos(std::clamp(glm::dot(faces[a], faces[b]), -1.0, 1.0));
  }
};

// Above 0 if the cloth is smoother there, and keeps more evenly to the skin; at most 2.
double seems_made_there(const ClothShape& here, const ClothShape& there) {
  std::map<Surface::Edge, std::vector<std::uint32_t>> sides;
  for (std::uint32_t t = 0; t < here.surface.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = here.surface.triangles[t][k], b = here.surface.triangles[t][(k + 1) % 3];
      sides[{std::min(a, b), std::max(a, b)}].push_back(t);
    }
  Compared bending, unevenness;
  for (const auto& [edge, triangles] : sides) {
    if (triangles.size() == 2)
      bending.add(here.angle(triangles[0], triangles[1]), there.angle(triangles[0], triangles[1]));
    if (here.facing(edge) && there.facing(edge))
      unevenness.add(here.unevenness(edge), there.unevenness(edge));
  }
  return bending.less_there() + unevenness.less_there();
}

}  // namespace

std::optional<std::vector<Vec3>> places_where_made(const Surface& surface, const SourceTrees& sources,
                                                   const BindProgress& progress) {
  if (sources.moved() == nullptr) return std::nullopt;
  Surface there = surface;
  const auto place = [&](std::size_t v) {
    const Vec3& point = surface.positions[v];
    there.positions[v] =
        place_in_moved(point, led_by(nearest_weights(point, sources), point, sources), sources);
  };
  if (!for_each_vertex(there.positions.size(), place, part_of(progress, 0.0, kPlaced)) ||
      !mend_torn(surface, sources, there.positions, part_of(progress, kPlaced, kMended)))
    return std::nullopt;
  const ClothShape here(surface, sources, part_of(progress, kMended, kComparedHere)),
      moved(there, *sources.moved(), part_of(progress, kComparedHere, kComparedThere));
  if (progress && !progress(kComparedThere)) return std::nullopt;
  if (seems_made_there(here, moved) < -kClearly) return std::nullopt;
  return std::move(there.positions);
}

}  // namespace mannequin
