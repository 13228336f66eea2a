#include "engine/fit/garment_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/bind/embree_scene.h"
#include "engine/bind/surface_tree.h"
#include "engine/math/unit.h"

namespace mannequin {

// A candidate triangle for the nearest point. Not in the unnamed namespace because GarmentMeter::Scene, which
// is declared in a header, has a list of them.
struct FacingPlace {
  std::uint32_t triangle;
  Vec3 barycentric, away;  // away: from the place to the query point
  double distance;
};

namespace {

// Tolerance in metres so that a garment touching the body counts, despite float32 rounding.
constexpr double kOnTheBody = 1e-6;
// Triangles sharing the nearest point: how much farther than the nearest one, metres.
constexpr double kSameSurface = 1e-9;

Vec3 face_normal(std::span<const Vec3> positions, const Surface::Triangle& t) {
  return glm::cross(positions[t[1]] - positions[t[0]], positions[t[2]] - positions[t[0]]);
}

double triangle_area(std::span<const Vec3f> positions, const Surface::Triangle& t) {
  const Vec3 a(positions[t[0]]);
  return 0.5 * glm::length(glm::cross(Vec3(positions[t[1]]) - a, Vec3(positions[t[2]]) - a));
}

struct FacingQuery {
  std::span<const Vec3> positions, normals;  // unit, by triangle
  std::span<const Surface::Triangle> triangles;
  Vec3 point, normal;
  double best;  // distance
  CallbackList<FacingPlace>* places;
};

bool visit_facing(RTCPointQueryFunctionArguments* args) {
  auto& query = *static_cast<FacingQuery*>(args->userPtr);
  const std::uint32_t triangle = args->primID;
  const Vec3& normal = query.normals[triangle];
  if (!(glm::dot(normal, query.normal) > 0.0)) return false;
  const Surface::Triangle& t = query.triangles[triangle];
  const Vec3 &a = query.positions[t[0]], &b = query.positions[t[1]], &c = query.positions[t[2]];
  if (std::abs(glm::dot(normal, query.point - a)) > query.best + kSameSurface) return false;
  const Vec3 w = nearest_in_triangle(query.point, a, b, c);
  const Vec3 away = query.point - (w.x * a + w.y * b + w.z * c);
  const double distance = glm::length(away);
  if (!(distance <= query.best + kSameSurface)) return false;
  query.places->add({triangle, w, away, distance});
  if (!(distance < query.best)) return false;
  query.best = distance;
  // Slightly wider than the best, so that equally near triangles are still visited.
  const auto radius = static_cast<float>(distance * (1.0 + 1e-5) + 1e-6);
  if (!(radius < args->query->radius)) return false;
  args->query->radius = radius;
  return true;
}

// Among triangles that share the nearest point, the one facing the query point most squarely decides on the
// side; of equal ones the first. Independent of the order of visits.
VertexDepth decide(const FacingQuery& query) {
  const FacingPlace* chosen = nullptr;
  double squarest = -1.0;
  for (const FacingPlace& place : query.places->items()) {
    if (place.distance > query.best + kSameSurface) continue;
    const double square = std::abs(glm::dot(place.away, query.normals[place.triangle]));
    const bool better =
        chosen == nullptr || square > squarest || (square == squarest && place.triangle < chosen->triangle);
    if (better) chosen = &place, squarest = square;
  }
  VertexDepth depth;
  depth.outside = -std::numeric_limits<double>::infinity();
  if (chosen == nullptr) return depth;
  const bool outside = glm::dot(chosen->away, query.normals[chosen->triangle]) > 1e-9 * chosen->distance;
  return {outside ? chosen->distance : -chosen->distance, chosen->triangle, chosen->barycentric};
}

}  // namespace

GarmentPair::GarmentPair(const GarmentPairInput& input)
    : body_vertices_(input.body_positions.size()),
      garment_vertices_(input.garment_positions.size()),
      garment_triangles_(input.garment_triangles.begin(), input.garment_triangles.end()) {
  Surface garment;
  garment.positions.assign(input.garment_positions.begin(), input.garment_positions.end());
  garment.triangles = garment_triangles_;
  const SurfaceTree tree(garment);
  std::vector<std::uint32_t> number(body_vertices_, kNoVertex);  // among those counted
  std::size_t backwards = 0;
  for (std::uint32_t v = 0; v < body_vertices_; ++v) {
    const Vec3 normal = unit_or_zero(input.body_normals[v]);
    const std::vector<SurfaceCrossing> met = tree.along(input.body_positions[v], normal);
    const auto near = std::ranges::find_if(
        met, [](const SurfaceCrossing& m) { return m.at >= -kOnTheBody && m.at <= kCountedWithin; });
    if (near == met.end()) continue;
    number[v] = static_cast<std::uint32_t>(counted_.size());
    counted_.push_back(v);
    // A ray from inside a garment, even from between its layers, leaves through the back of a triangle.
    if (!met.back().leaves) ++backwards;
  }
  inside_out_ = 2 * backwards > counted_.size();
  if (inside_out_)
    for (Surface::Triangle& t : garment_triangles_) std::swap(t[1], t[2]);

  if (input.outer_sides_only) find_inner_sides(input);

  around_begin_.assign(counted_.size() + 1, 0);
  for (const Surface::Triangle& t : input.body_triangles)
    for (const std::uint32_t v : t)
      if (number[v] != kNoVertex) ++around_begin_[number[v] + 1];
  for (std::size_t i = 0; i < counted_.size(); ++i) around_begin_[i + 1] += around_begin_[i];
  around_.resize(around_begin_.back());
  std::vector<std::uint32_t> next(around_begin_.begin(), around_begin_.end() - 1);
  for (const Surface::Triangle& t : input.body_triangles)
    for (const std::uint32_t v : t)
      if (number[v] != kNoVertex) around_[next[number[v]]++] = t;
}

// By the nearest point of the body at any distance.
void GarmentPair::find_inner_sides(const GarmentPairInput& input) {
  Surface body;
  body.positions.assign(input.body_positions.begin(), input.body_positions.end());
  body.triangles.assign(input.body_triangles.begin(), input.body_triangles.end());
  const SurfaceTree tree(body);
  inner_.assign(garment_triangles_.size(), 0);
  for (std::size_t t = 0; t < garment_triangles_.size(); ++t) {
    const Surface::Triangle& corners = garment_triangles_[t];
    const Vec3 middle = (input.garment_positions[corners[0]] + input.garment_positions[corners[1]] +
                         input.garment_positions[corners[2]]) /
                        3.0;
    const std::optional<SurfacePoint> nearest = tree.nearest(middle);
    if (!nearest) continue;
    const Vec3 normal = face_normal(input.garment_positions, corners);
    inner_[t] = glm::dot(normal, middle - nearest->position) < 0.0 ? 1 : 0;
  }
}

struct GarmentMeter::Scene : EmbreeScene {
  EmbreeGeometry geometry;
  float* corners = nullptr;  // owned by Embree, three per vertex of the garment
  std::vector<Vec3> positions, normals;
  CallbackList<FacingPlace> places;
  std::vector<std::uint32_t> last;  // per counted vertex: its last nearest triangle, a good first guess

  explicit Scene(const GarmentPair& pair)
      : positions(pair.garment_vertices()),
        normals(pair.garment_triangles().size()),
        last(pair.counted().size(), kNoVertex) {
    geometry = add(pair.garment_triangles(), pair.garment_vertices(), corners);
    // Builds the tree once; afterwards refits its boxes to the vertices. Embree heeds a geometry's quality only
    // in a scene of this quality, and else builds anew each time.
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryBuildQuality(geometry.get(), RTC_BUILD_QUALITY_REFIT);
    rtcSetSceneFlags(scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC));
  }

  void place(const GarmentPair& pair, std::span<const Vec3f> garment) {
    for (std::size_t v = 0; v < garment.size(); ++v) {
      positions[v] = Vec3(garment[v]);
      for (int i = 0; i < 3; ++i) corners[3 * v + static_cast<std::size_t>(i)] = garment[v][i];
    }
    const auto triangles = pair.garment_triangles();
    for (std::size_t t = 0; t < triangles.size(); ++t)
      normals[t] = pair.is_inner(t) ? Vec3(0.0) : unit_or_zero(face_normal(positions, triangles[t]));
    rtcUpdateGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(geometry.get());
    commit();
  }

  VertexDepth nearest(const GarmentPair& pair, std::size_t i, const Vec3& point, const Vec3& normal) {
    places.clear();
    FacingQuery query{positions, normals, pair.garment_triangles(),
                      point,     normal,  std::numeric_limits<double>::infinity(),
                      &places};
    RTCPointQuery request{};
    request.x = static_cast<float>(point.x);
    request.y = static_cast<float>(point.y);
    request.z = static_cast<float>(point.z);
    request.radius = std::numeric_limits<float>::infinity();
    if (last[i] != kNoVertex && glm::dot(normals[last[i]], normal) > 0.0) {
      const Surface::Triangle& t = pair.garment_triangles()[last[i]];
      const Vec3 &a = positions[t[0]], &b = positions[t[1]], &c = positions[t[2]];
      const Vec3 w = nearest_in_triangle(point, a, b, c);
      query.best = glm::length(point - (w.x * a + w.y * b + w.z * c));
      request.radius = static_cast<float>(query.best * (1.0 + 1e-5) + 1e-6);
    }
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    rtcPointQuery(scene, &request, &context, visit_facing, &query);
    const VertexDepth found = decide(query);
    last[i] = found.triangle;
    return found;
  }
};

GarmentMeter::GarmentMeter(const GarmentPair& pair) : pair_(&pair), vertices_(pair.counted().size()) {
  if (!pair.counted().empty()) scene_ = std::make_unique<Scene>(pair);
}

GarmentMeter::~GarmentMeter() = default;
GarmentMeter::GarmentMeter(GarmentMeter&&) noexcept = default;
GarmentMeter& GarmentMeter::operator=(GarmentMeter&&) noexcept = default;

GarmentDepth GarmentMeter::measure(std::span<const Vec3f> body_positions, std::span<const Vec3f> body_normals,
                                   std::span<const Vec3f> garment_positions) {
  GarmentDepth result;
  if (!scene_) return result;
  scene_->place(*pair_, garment_positions);
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const std::uint32_t v = pair_->counted()[i];
    vertices_[i] = scene_->nearest(*pair_, i, Vec3(body_positions[v]), Vec3(body_normals[v]));
    const double outside = vertices_[i].outside;
    if (outside > result.depth) {
      result.depth = outside;
      result.vertex = v;
    }
    if (!(outside > kOutsideAbove)) continue;
    for (const Surface::Triangle& t : pair_->around(i)) result.area += triangle_area(body_positions, t) / 3.0;
  }
  return result;
}

}  // namespace mannequin
