#include "engine/fit/garment_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/bind/embree_scene.h"
#include "engine/bind/surface_tree.h"
#include "engine/math/triangle.h"
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

Vec3 face_normal(std::span<const Vec3> positions, const Surface::Triangle& t) {
  return glm::cross(positions[t[1]] - positions[t[0]], positions[t[2]] - positions[t[0]]);
}

float above_zero(float a) { return a > 0.0f ? a : 0.0f; }

}  // namespace

// The garment of a case. Not in the unnamed namespace either.
struct PosedGarment {
  const GarmentPair& pair;
  std::span<const Vec3f> positions;

  struct Corners {
    Vec3 a, b, c;
    Vec3 normal() const { return glm::cross(b - a, c - a); }  // as long as twice the area
  };

  Corners corners(std::uint32_t triangle) const {
    const Surface::Triangle& t = pair.garment_triangles()[triangle];
    return {Vec3(positions[t[0]]), Vec3(positions[t[1]]), Vec3(positions[t[2]])};
  }
  // 0 if it does not count.
  Vec3 normal(std::uint32_t triangle) const {
    return pair.is_inner(triangle) ? Vec3(0.0) : corners(triangle).normal();
  }
  bool faces(std::uint32_t triangle, const Vec3& direction) const {
    return glm::dot(normal(triangle), direction) > 0.0;
  }
  FacingPlace nearest_in(std::uint32_t triangle, const Vec3& point) const {
    return nearest_in(triangle, corners(triangle), point);
  }
  static FacingPlace nearest_in(std::uint32_t triangle, const Corners& at, const Vec3& point) {
    const Vec3 w = nearest_in_triangle(point, at.a, at.b, at.c);
    const Vec3 away = point - (w.x * at.a + w.y * at.b + w.z * at.c);
    return {triangle, w, away, glm::length(away)};
  }
};

// Bounds of a part of the garment. Not in the unnamed namespace either.
struct PartBox {
  Vec3f low{std::numeric_limits<float>::infinity()}, high{-std::numeric_limits<float>::infinity()};

  void add(const Vec3f& p) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  bool meets(const PartBox& other) const {
    return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y &&
           low.z <= other.high.z && other.low.z <= high.z;
  }
};

// Triangles whose vertices move from case to case. Not in the unnamed namespace either.
class MovingScene : public EmbreeScene {
 public:
  // `triangles` of a garment with this many vertices.
  MovingScene(std::span<const Surface::Triangle> triangles, std::size_t vertices) {
    geometry_ = add(triangles, vertices, corners_);
    // Builds the tree once; afterwards refits its boxes to the vertices. Embree heeds a geometry's quality
    // only in a scene of this quality; in others it rebuilds the tree every time.
    rtcSetGeometryBuildQuality(geometry_.get(), RTC_BUILD_QUALITY_REFIT);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
    rtcSetSceneFlags(scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC));
  }

  // `vertices` must stay valid as long as anything is searched for.
  void move(std::span<const Vec3f> vertices) {
    vertices_ = vertices;
    is_current_ = false;
  }
  // The tree follows only now, since in many cases nothing is searched for.
  void search(RTCPointQuery& request, RTCPointQueryFunction visit, void* query) {
    if (!std::exchange(is_current_, true)) follow();
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    rtcPointQuery(scene, &request, &context, visit, query);
  }

 private:
  void follow() {
    float* corners = corners_;
    for (const Vec3f& p : vertices_)
      for (int i = 0; i < 3; ++i) *corners++ = p[i];
    rtcUpdateGeometryBuffer(geometry_.get(), RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(geometry_.get());
    commit();
  }

  EmbreeGeometry geometry_;
  float* corners_ = nullptr;  // owned by Embree, three per vertex
  std::span<const Vec3f> vertices_;
  bool is_current_ = false;
};

// Spheres, in blocks small enough for the compiler to make vectors of them.
struct SphereBlock {
  static constexpr std::size_t kCount = 16;
  std::array<float, kCount> x{}, y{}, z{}, squared{};  // squared: the radius
  std::array<float, kCount> inside{};                  // not negative: meets one of the boxes
  PartBox bounds;                                      // around all of them

  void meet(std::span<const PartBox> boxes) {
    for (std::size_t i = 0; i < kCount; ++i) inside[i] = -1.0f;
    for (const PartBox box : boxes) {
      if (!bounds.meets(box)) continue;
      for (std::size_t i = 0; i < kCount; ++i) {
        const float dx = above_zero(box.low.x - x[i]) + above_zero(x[i] - box.high.x);
        const float dy = above_zero(box.low.y - y[i]) + above_zero(y[i] - box.high.y);
        const float dz = above_zero(box.low.z - z[i]) + above_zero(z[i] - box.high.z);
        const float left = squared[i] - (dx * dx + dy * dy + dz * dz);
        inside[i] = inside[i] > left ? inside[i] : left;
      }
    }
  }
};

namespace {

// Tolerance in metres so that a garment touching the body counts, despite float32 rounding.
constexpr double kOnTheBody = 1e-6;
constexpr float kAboutZero = 1e-6f;  // metres; a depth that single precision may take for outside
// Triangles sharing the nearest point: how much farther than the nearest one, metres.
constexpr double kSameSurface = 1e-9;

double triangle_area(std::span<const Vec3f> positions, const Surface::Triangle& t) {
  const Vec3 a(positions[t[0]]);
  return 0.5 * glm::length(glm::cross(Vec3(positions[t[1]]) - a, Vec3(positions[t[2]]) - a));
}

struct FacingQuery {
  const PosedGarment& garment;
  Vec3 point, normal;
  double best;  // distance
  CallbackList<FacingPlace>* places;
};

// Tells by its plane, too, that a triangle is too far, which takes neither a root nor a division.
bool visit_facing(RTCPointQueryFunctionArguments* args) {
  auto& query = *static_cast<FacingQuery*>(args->userPtr);
  const std::uint32_t triangle = args->primID;
  if (query.garment.pair.is_inner(triangle)) return false;
  const PosedGarment::Corners at = query.garment.corners(triangle);
  const Vec3 normal = at.normal();
  if (!(glm::dot(normal, query.normal) > 0.0)) return false;
  const double along = glm::dot(normal, query.point - at.a), most = query.best + 2.0 * kSameSurface;
  if (along * along > most * most * glm::dot(normal, normal)) return false;
  const FacingPlace place = PosedGarment::nearest_in(triangle, at, query.point);
  if (!(place.distance <= query.best + kSameSurface)) return false;
  query.places->add(place);
  if (!(place.distance < query.best)) return false;
  query.best = place.distance;
  // Slightly wider than the best, so that equally near triangles are still visited.
  const auto radius = static_cast<float>(place.distance * (1.0 + 1e-5) + 1e-6);
  if (!(radius < args->query->radius)) return false;
  args->query->radius = radius;
  return true;
}

// Whether a triangle of a changed garment may be nearer than the one that was nearest.
struct NearerQuery {
  FacingQuery& facing;
  std::span<const std::uint32_t> number;  // of the triangles in the scene
  bool found = false;
};

bool visit_nearer(RTCPointQueryFunctionArguments* args) {
  auto& query = *static_cast<NearerQuery*>(args->userPtr);
  const FacingQuery& facing = query.facing;
  const std::uint32_t triangle = query.number[args->primID];
  if (query.found || !facing.garment.faces(triangle, facing.normal)) return false;
  query.found = facing.garment.nearest_in(triangle, facing.point).distance <= facing.best + kSameSurface;
  if (query.found) args->query->radius = 0.0f;
  return query.found;
}

RTCPointQuery request_at(const Vec3& point, double distance) {
  RTCPointQuery request{};
  request.x = static_cast<float>(point.x);
  request.y = static_cast<float>(point.y);
  request.z = static_cast<float>(point.z);
  // Slightly wider than that, so that equally near triangles are visited.
  request.radius = static_cast<float>(distance * (1.0 + 1e-5) + 1e-6);
  return request;
}

// Among triangles that share the nearest point, the one facing the query point most squarely decides on the
// side; of equal ones the first. Independent of the order of visits.
VertexDepth decide(const FacingQuery& query) {
  const FacingPlace* chosen = nullptr;
  double squarest = -1.0;
  for (const FacingPlace& place : query.places->items()) {
    if (place.distance > query.best + kSameSurface) continue;
    const double square = std::abs(glm::dot(place.away, unit_or_zero(query.garment.normal(place.triangle))));
    const bool better =
        chosen == nullptr || square > squarest || (square == squarest && place.triangle < chosen->triangle);
    if (better) chosen = &place, squarest = square;
  }
  VertexDepth depth;
  depth.outside = -std::numeric_limits<double>::infinity();
  if (chosen == nullptr) return depth;
  const Vec3 normal = unit_or_zero(query.garment.normal(chosen->triangle));
  const bool outside = glm::dot(chosen->away, normal) > 1e-9 * chosen->distance;
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

// The triangles of the garment that may have moved, as a scene of their own.
struct ChangedScene {
  std::vector<std::uint32_t> number;  // among the garment's
  std::vector<Surface::Triangle> triangles;
  std::vector<std::uint32_t> part;  // per triangle; those of a part share vertices
  std::vector<PartBox> boxes;       // per part
  MovingScene scene;

  ChangedScene(const GarmentPair& pair, std::vector<std::uint32_t> changed)
      : number(std::move(changed)),
        triangles(triangles_of(pair, number)),
        scene(triangles, pair.garment_vertices()) {
    boxes.resize(find_parts(pair.garment_vertices()));
  }

  void place(std::span<const Vec3f> garment) {
    scene.move(garment);
    std::ranges::fill(boxes, PartBox{});
    for (std::size_t t = 0; t < triangles.size(); ++t)
      for (const std::uint32_t v : triangles[t]) boxes[part[t]].add(garment[v]);
  }

 private:
  static std::vector<Surface::Triangle> triangles_of(const GarmentPair& pair,
                                                     std::span<const std::uint32_t> number) {
    std::vector<Surface::Triangle> out;
    for (const std::uint32_t t : number) out.push_back(pair.garment_triangles()[t]);
    return out;
  }
  std::size_t find_parts(std::size_t vertices) {
    std::vector<std::uint32_t> root(vertices);
    std::iota(root.begin(), root.end(), 0u);
    const auto find = [&root](std::uint32_t v) {
      while (root[v] != v) v = root[v] = root[root[v]];
      return v;
    };
    for (const Surface::Triangle& t : triangles) root[find(t[1])] = root[find(t[2])] = find(t[0]);
    std::vector<std::uint32_t> named(vertices, kNoVertex);
    std::uint32_t parts = 0;
    for (const Surface::Triangle& t : triangles) {
      std::uint32_t& name = named[find(t[0])];
      if (name == kNoVertex) name = parts++;
      part.push_back(name);
    }
    return parts;
  }
};

struct GarmentMeter::Scene {
  MovingScene scene;
  PosedGarment posed;
  CallbackList<FacingPlace> places;
  std::vector<std::uint32_t> last;  // per counted vertex: its last nearest triangle, a good first guess
  std::vector<char> is_changed;     // per triangle, or empty
  std::optional<ChangedScene> changed;
  std::vector<SphereBlock> around;  // the counted vertices, as wide as their nearest triangle was away

  explicit Scene(const GarmentPair& pair)
      : scene(pair.garment_triangles(), pair.garment_vertices()),
        posed{pair, {}},
        last(pair.counted().size(), kNoVertex) {}

  void change(const GarmentPair& pair, std::span<const char> vertices) {
    const auto triangles = pair.garment_triangles();
    is_changed.assign(triangles.size(), 0);
    std::vector<std::uint32_t> number;
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
      if (std::ranges::any_of(triangles[t], [&](std::uint32_t v) { return vertices[v] != 0; })) {
        is_changed[t] = 1;
        number.push_back(t);
      }
    changed.reset();
    if (!number.empty() && number.size() < triangles.size()) changed.emplace(pair, std::move(number));
  }

  void place(std::span<const Vec3f> garment, bool again) {
    posed.positions = garment;
    scene.move(garment);
    if (again && changed) changed->place(garment);
  }

  FacingQuery query_at(const Vec3& point, const Vec3& normal) {
    places.clear();
    return {posed, point, normal, std::numeric_limits<double>::infinity(), &places};
  }

  VertexDepth nearest(std::size_t i, const Vec3& point, const Vec3& normal) {
    FacingQuery query = query_at(point, normal);
    if (last[i] != kNoVertex && posed.faces(last[i], normal))
      query.best = posed.nearest_in(last[i], point).distance;
    RTCPointQuery request = request_at(point, query.best);
    scene.search(request, visit_facing, &query);
    const VertexDepth found = decide(query);
    last[i] = found.triangle;
    return found;
  }

  // Of the counted vertices, those that changed triangles may now be as near to as the nearest was.
  void find_near(const GarmentPair& pair, std::span<const Vec3f> body, std::span<const KnownDepth> before) {
    constexpr std::size_t kBlock = SphereBlock::kCount;
    around.resize((before.size() + kBlock - 1) / kBlock);
    for (std::size_t i = 0; i < before.size(); ++i) {
      SphereBlock& block = around[i / kBlock];
      const Vec3f& p = body[pair.counted()[i]];
      const float reach = std::abs(before[i].outside) * (1.0f + 1e-4f) + 1e-6f;
      block.x[i % kBlock] = p.x, block.y[i % kBlock] = p.y, block.z[i % kBlock] = p.z;
      block.squared[i % kBlock] = reach * reach;
      if (i % kBlock == 0) block.bounds = {};
      const Vec3f wider(reach * 1.001f + 1e-6f);  // than rounding
      block.bounds.add(p - wider);
      block.bounds.add(p + wider);
    }
    const auto boxes = changed ? std::span<const PartBox>(changed->boxes) : std::span<const PartBox>();
    for (SphereBlock& block : around) block.meet(boxes);
  }
  bool is_near(std::size_t i) const {
    return around[i / SphereBlock::kCount].inside[i % SphereBlock::kCount] >= 0.0f;
  }

  // Whether the triangle that was nearest did not move.
  bool stays(const KnownDepth& before) const {
    return before.triangle != kNoVertex && !is_changed.empty() && is_changed[before.triangle] == 0;
  }

  // What nearest() finds, if the triangle that was nearest stays and none of those that moved is as near.
  // Else nothing.
  std::optional<VertexDepth> still_nearest(std::size_t i, const KnownDepth& before, const Vec3f& at,
                                           const Vec3& normal) {
    if (!stays(before)) return std::nullopt;
    const bool may_change = is_near(i);
    const Vec3 point(at);
    FacingQuery query = query_at(point, normal);
    const FacingPlace place = posed.nearest_in(before.triangle, point);
    query.best = place.distance;
    if (may_change) {
      NearerQuery nearer{query, changed->number};
      RTCPointQuery request = request_at(point, query.best);
      changed->scene.search(request, visit_nearer, &nearer);
      if (nearer.found) return std::nullopt;
    }
    places.add(place);
    return decide(query);
  }
};

GarmentMeter::GarmentMeter(const GarmentPair& pair) : pair_(&pair), vertices_(pair.counted().size()) {
  if (!pair.counted().empty()) scene_ = std::make_unique<Scene>(pair);
}

GarmentMeter::~GarmentMeter() = default;
GarmentMeter::GarmentMeter(GarmentMeter&&) noexcept = default;
GarmentMeter& GarmentMeter::operator=(GarmentMeter&&) noexcept = default;

void GarmentMeter::change(std::span<const char> vertices) {
  if (scene_) scene_->change(*pair_, vertices);
}

GarmentDepth GarmentMeter::measure(std::span<const Vec3f> body_positions, std::span<const Vec3f> body_normals,
                                   std::span<const Vec3f> garment_positions,
                                   std::span<const KnownDepth> before) {
  GarmentDepth result;
  searched_ = 0;
  if (!scene_) return result;
  scene_->place(garment_positions, !before.empty());
  if (!before.empty()) scene_->find_near(*pair_, body_positions, before);
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const std::uint32_t v = pair_->counted()[i];
    // Most vertices: nothing changed near them, and they are inside.
    if (!before.empty() && before[i].outside < -kAboutZero && !scene_->is_near(i) &&
        scene_->stays(before[i])) {
      vertices_[i] = {static_cast<double>(before[i].outside), before[i].triangle, Vec3(0.0)};
      continue;
    }
    const Vec3 normal(body_normals[v]);
    std::optional<VertexDepth> found;
    if (!before.empty()) {
      found = scene_->still_nearest(i, before[i], body_positions[v], normal);
      if (!found) scene_->last[i] = before[i].triangle;
    }
    if (!found) ++searched_;
    vertices_[i] = found ? *found : scene_->nearest(i, Vec3(body_positions[v]), normal);
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
