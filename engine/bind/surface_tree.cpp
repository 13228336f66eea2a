#include "engine/bind/surface_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/bind/embree_scene.h"
#include "engine/math/triangle.h"

namespace mannequin {
namespace {

// Fractions of the segment at either end in which hits are ignored.
constexpr double kRayEnd = 1e-5;
// along() starts this far back, so that it also hits what the start lies on.
constexpr double kBehindStart = 1e-3;
constexpr double kRounding = 1e-9;  // metres, of places within a kilometre; much more than there is

// Data for the filter of one ray. Embree passes the context back to it.
struct RayQuery {
  RTCIntersectContext context;
  const Surface* surface;
  Vec3 from, way;
  std::uint32_t vertex;
  int crossings;
  CallbackList<std::uint32_t>* cut;
  Surface::Edge edge;
  CallbackList<SurfaceCrossing>* met;
};

Vec3 doubled_normal(const Surface& surface, std::uint32_t triangle) {
  const Surface::Triangle& t = surface.triangles[triangle];
  const Vec3& a = surface.positions[t[0]];
  return glm::cross(surface.positions[t[1]] - a, surface.positions[t[2]] - a);
}

// Where the ray meets the triangle's plane, as a fraction of
// its length. Single precision is too coarse near the ends.
double meets_at(const RayQuery& query, std::uint32_t triangle, const Vec3& normal) {
  const Vec3& corner = query.surface->positions[query.surface->triangles[triangle][0]];
  return glm::dot(normal, corner - query.from) / glm::dot(normal, query.way);
}

std::uint32_t hit_triangle(const RTCFilterFunctionNArguments* args) {
  return RTCHitN_primID(args->hit, args->N, 0);
}

void keep_fronts(const RTCFilterFunctionNArguments* args) {
  const auto& query = *reinterpret_cast<const RayQuery*>(args->context);
  const std::uint32_t triangle = hit_triangle(args);
  const Surface::Triangle& t = query.surface->triangles[triangle];
  const Vec3 normal = doubled_normal(*query.surface, triangle);
  const double at = meets_at(query, triangle, normal);
  const bool own = t[0] == query.vertex || t[1] == query.vertex || t[2] == query.vertex;
  if (own || !(glm::dot(normal, query.way) < 0.0) || !(at >= kRayEnd && at <= 1.0 - kRayEnd))
    args->valid[0] = 0;
}

void count_crossings(const RTCFilterFunctionNArguments* args) {
  auto& query = *reinterpret_cast<RayQuery*>(args->context);
  query.crossings += glm::dot(doubled_normal(*query.surface, hit_triangle(args)), query.way) > 0.0 ? 1 : -1;
  args->valid[0] = 0;
}

void gather_cuts(const RTCFilterFunctionNArguments* args) {
  auto& query = *reinterpret_cast<RayQuery*>(args->context);
  args->valid[0] = 0;
  const std::uint32_t triangle = hit_triangle(args);
  const double at = meets_at(query, triangle, doubled_normal(*query.surface, triangle));
  if (!(at > 1e-4 && at < 1.0 - 1e-4)) return;
  for (const std::uint32_t v : query.surface->triangles[triangle])
    for (const std::uint32_t end : query.edge)
      if (query.surface->positions[v] == query.surface->positions[end]) return;
  query.cut->add(triangle);
}

void gather_crossings(const RTCFilterFunctionNArguments* args) {
  auto& query = *reinterpret_cast<RayQuery*>(args->context);
  args->valid[0] = 0;
  const std::uint32_t triangle = hit_triangle(args);
  const Vec3 normal = doubled_normal(*query.surface, triangle);
  const double at = meets_at(query, triangle, normal);
  if (std::isfinite(at)) query.met->add({triangle, at, glm::dot(normal, query.way) > 0.0});
}

struct NearestQuery {
  const Surface* surface;
  Vec3 point;
  SurfacePoint best;
  double best_squared;
  bool found;
  double reach_squared = std::numeric_limits<double>::infinity();  // nothing further off counts
};

bool visit_nearest(RTCPointQueryFunctionArguments* args) {
  auto& query = *static_cast<NearestQuery*>(args->userPtr);
  const Surface::Triangle& t = query.surface->triangles[args->primID];
  const Vec3 &a = query.surface->positions[t[0]], &b = query.surface->positions[t[1]],
             &c = query.surface->positions[t[2]];
  // Most are further off by their boxes alone, by more than rounding.
  const Vec3 out =
      glm::max(glm::max(glm::min(glm::min(a, b), c) - query.point, query.point - glm::max(glm::max(a, b), c)),
               Vec3(0.0));
  if (glm::dot(out, out) > query.reach_squared) return false;
  const Vec3 w = nearest_in_triangle(query.point, a, b, c);
  const Vec3 at = w.x * a + w.y * b + w.z * c;
  const double squared = glm::dot(at - query.point, at - query.point);
  if (query.found && !(squared < query.best_squared ||
                       (squared == query.best_squared && args->primID < query.best.triangle)))
    return false;
  if (!query.found && !(squared <= query.best_squared)) return false;
  query.found = true;
  query.best_squared = squared;
  query.best = {args->primID, w, at, std::sqrt(squared)};
  query.reach_squared = (query.best.distance + kRounding) * (query.best.distance + kRounding);
  // Slightly wider than the best, so that equally near triangles are still visited: the first of them wins.
  const auto radius = static_cast<float>(query.best.distance * (1.0 + 1e-5) + 1e-6);
  if (!(radius < args->query->radius)) return false;
  args->query->radius = radius;
  return true;
}

RTCRay make_ray(const Vec3& from, const Vec3& way, float end) {
  RTCRay ray{};
  ray.org_x = static_cast<float>(from.x);
  ray.org_y = static_cast<float>(from.y);
  ray.org_z = static_cast<float>(from.z);
  ray.dir_x = static_cast<float>(way.x);
  ray.dir_y = static_cast<float>(way.y);
  ray.dir_z = static_cast<float>(way.z);
  ray.tfar = end;
  ray.mask = ~0u;
  return ray;
}

}  // namespace

struct SurfaceTree::Scene : EmbreeScene {};

SurfaceTree::SurfaceTree(const Surface& surface) : surface_(&surface), scene_(std::make_unique<Scene>()) {
  if (!surface.triangles.empty()) {
    float* positions = nullptr;
    const EmbreeGeometry geometry = scene_->add(surface.triangles, surface.positions.size(), positions);
    for (const Vec3& p : surface.positions)
      for (int i = 0; i < 3; ++i) *positions++ = static_cast<float>(p[i]);
    rtcCommitGeometry(geometry.get());
  }
  rtcSetSceneFlags(scene_->scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST |
                                                             RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION));
  scene_->commit();
}

SurfaceTree::~SurfaceTree() = default;
SurfaceTree::SurfaceTree(SurfaceTree&&) noexcept = default;
SurfaceTree& SurfaceTree::operator=(SurfaceTree&&) noexcept = default;

bool SurfaceTree::front_between(const Vec3& from, const Vec3& to, std::uint32_t vertex) const {
  RayQuery query{{}, surface_, from, to - from, vertex, 0, nullptr, {}, nullptr};
  if (!(glm::dot(query.way, query.way) > 0.0)) return false;
  rtcInitIntersectContext(&query.context);
  query.context.filter = keep_fronts;
  RTCRay ray = make_ray(from, query.way, 1.0f);
  rtcOccluded1(scene_->scene, &query.context, &ray);
  return ray.tfar < 0.0f;
}

bool SurfaceTree::meets(const Vec3& from, const Vec3& direction, double nearest, double farthest) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRay ray = make_ray(from, direction, static_cast<float>(farthest));
  ray.tnear = static_cast<float>(nearest);
  rtcOccluded1(scene_->scene, &context, &ray);
  return ray.tfar < 0.0f;
}

int SurfaceTree::crossings(const Vec3& from, const Vec3& direction) const {
  RayQuery query{{}, surface_, from, direction, 0, 0, nullptr, {}, nullptr};
  rtcInitIntersectContext(&query.context);
  query.context.filter = count_crossings;
  RTCRay ray = make_ray(from, direction, std::numeric_limits<float>::infinity());
  rtcOccluded1(scene_->scene, &query.context, &ray);
  return query.crossings;
}

std::vector<std::uint32_t> SurfaceTree::cut_by(std::uint32_t a, std::uint32_t b) const {
  CallbackList<std::uint32_t> gathered;
  const Vec3 &from = surface_->positions[a], &to = surface_->positions[b];
  RayQuery query{{}, surface_, from, to - from, a, 0, &gathered, {a, b}, nullptr};
  if (!(glm::dot(query.way, query.way) > 0.0)) return {};
  rtcInitIntersectContext(&query.context);
  query.context.filter = gather_cuts;
  RTCRay ray = make_ray(from, query.way, 1.0f);
  rtcOccluded1(scene_->scene, &query.context, &ray);
  std::vector<std::uint32_t> cut = std::move(gathered.items());
  std::ranges::sort(cut);
  cut.erase(std::unique(cut.begin(), cut.end()), cut.end());
  return cut;
}

std::vector<SurfaceCrossing> SurfaceTree::along(const Vec3& from, const Vec3& way) const {
  CallbackList<SurfaceCrossing> gathered;
  RayQuery query{{}, surface_, from, way, 0, 0, nullptr, {}, &gathered};
  if (!(glm::dot(way, way) > 0.0)) return {};
  rtcInitIntersectContext(&query.context);
  query.context.filter = gather_crossings;
  RTCRay ray = make_ray(from - kBehindStart * way, way, std::numeric_limits<float>::infinity());
  rtcOccluded1(scene_->scene, &query.context, &ray);
  std::vector<SurfaceCrossing> met = std::move(gathered.items());
  std::ranges::sort(met, [](const SurfaceCrossing& a, const SurfaceCrossing& b) {
    return a.at != b.at ? a.at < b.at : a.triangle < b.triangle;
  });
  met.erase(std::unique(
                met.begin(), met.end(),
                [](const SurfaceCrossing& a, const SurfaceCrossing& b) { return a.triangle == b.triangle; }),
            met.end());
  return met;
}

std::optional<SurfacePoint> SurfaceTree::nearest(const Vec3& point, double radius) const {
  if (surface_->triangles.empty()) return std::nullopt;
  NearestQuery query{surface_, point, {}, radius * radius, false};
  RTCPointQuery request{};
  request.x = static_cast<float>(point.x);
  request.y = static_cast<float>(point.y);
  request.z = static_cast<float>(point.z);
  request.radius = radius < 1e8 ? static_cast<float>(radius * (1.0 + 1e-5) + 1e-6)
                                : std::numeric_limits<float>::infinity();
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  rtcPointQuery(scene_->scene, &request, &context, visit_nearest, &query);
  if (!query.found) return std::nullopt;
  return query.best;
}

}  // namespace mannequin
