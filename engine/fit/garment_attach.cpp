#include "engine/fit/garment_attach.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "engine/bind/surface_tree.h"
#include "engine/core/parallel.h"
#include "engine/math/triangle.h"
#include "engine/math/unit.h"

namespace mannequin {
namespace {

constexpr double kFarther = 0.010;     // metres by which a better place may be farther away than the nearest
constexpr double kAside = 2.0;         // cost per metre by which a place's normal misses the vertex
constexpr double kTurnedAway = 0.005;  // metres that a perpendicular place costs; twice that if it faces away
constexpr int kLeadRounds = 4;  // towards the place in a triangle whose normal passes through the vertex

class Attaching {
 public:
  Attaching(const Surface& body, std::span<const Vec3> normals)
      : body_(body), tree_(body), normals_(normals) {
    for (const Surface::Triangle& t : body_.triangles) {
      const Vec3 middle = (body_.positions[t[0]] + body_.positions[t[1]] + body_.positions[t[2]]) / 3.0;
      double reach = 0.0;
      for (const std::uint32_t corner : t)
        reach = std::max(reach, glm::distance(middle, body_.positions[corner]));
      middles_.push_back(middle);
      reaches_.push_back(reach);
    }
  }

  GarmentAttachment attach(const Vec3& position, const Vec3& normal) const {
    GarmentAttachment best;
    const auto nearest = tree_.nearest(position);
    if (!nearest) return best;
    const double within = nearest->distance + kFarther;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t < middles_.size(); ++t) {
      if (glm::distance(position, middles_[t]) > within + reaches_[t]) continue;
      double cost = 0.0;
      const GarmentAttachment one = in_triangle(t, position, normal, cost);
      if (!(one.distance <= within) || !(cost < least)) continue;
      least = cost;
      best = one;
    }
    return best;
  }

 private:
  Vec3 mixed(const Surface::Triangle& t, const Vec3& share, std::span<const Vec3> of) const {
    return share.x * of[t[0]] + share.y * of[t[1]] + share.z * of[t[2]];
  }

  GarmentAttachment in_triangle(std::size_t triangle, const Vec3& position, const Vec3& normal,
                                double& cost) const {
    const Surface::Triangle& t = body_.triangles[triangle];
    const Vec3 &a = body_.positions[t[0]], &b = body_.positions[t[1]], &c = body_.positions[t[2]];
    GarmentAttachment out;
    out.place.corners = t;
    cost = std::numeric_limits<double>::infinity();
    Vec3 from = position;
    for (int round = 0; round <= kLeadRounds; ++round) {
      const Vec3 share = nearest_in_triangle(from, a, b, c);
      const Vec3 place = mixed(t, share, body_.positions), there = unit_or_zero(mixed(t, share, normals_));
      const double along = glm::dot(position - place, there), distance = glm::distance(position, place);
      const double aside = glm::length(position - place - along * there), facing = glm::dot(there, normal);
      const double total = distance + kAside * aside + kTurnedAway * (1.0 - facing);
      if (total < cost) {
        cost = total;
        out.place.share = share;
        out.distance = distance;
        out.facing = facing;
      }
      from = position - along * there;
    }
    return out;
  }

  const Surface& body_;
  SurfaceTree tree_;
  std::span<const Vec3> normals_;
  std::vector<Vec3> middles_;    // of triangles
  std::vector<double> reaches_;  // from the centre to the farthest corner, metres
};

}  // namespace

std::vector<GarmentAttachment> attach_to_body(const Surface& body, std::span<const Vec3> body_normals,
                                              std::span<const Vec3> positions,
                                              std::span<const Vec3> normals) {
  const Attaching attaching(body, body_normals);
  std::vector<GarmentAttachment> out(positions.size());
  const Parallel parallel(0);
  std::atomic<std::size_t> next = 0;
  parallel.for_each(parallel.threads(), [&](std::size_t) {
    for (std::size_t v = next++; v < out.size(); v = next++)
      out[v] = attaching.attach(positions[v], unit_or_zero(normals[v]));
  });
  return out;
}

}  // namespace mannequin
