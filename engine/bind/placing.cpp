#include "engine/bind/placing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <numbers>
#include <vector>

#include "engine/bind/edge_faults.h"
#include "engine/core/parallel.h"

namespace mannequin {
namespace {

struct Extent {
  Vec3 low{std::numeric_limits<double>::infinity()}, high{-std::numeric_limits<double>::infinity()};
  void add(const Vec3& p) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  double diagonal() const { return glm::length(high - low); }
};

Extent extent_of(const std::vector<Vec3>& points) {
  Extent box;
  for (const Vec3& p : points) box.add(p);
  return box;
}

// How the axis that points up is brought there: quarter turns about an axis. The second is what --mesh-up y
// does.
struct Upwards {
  int turns;
  Vec3 axis;
};
const std::array<Upwards, 6> kUps = {
    {{0, {1, 0, 0}}, {1, {1, 0, 0}}, {3, {1, 0, 0}}, {1, {0, 1, 0}}, {3, {0, 1, 0}}, {2, {1, 0, 0}}}};
// What a unit other than the metre, or a scale that was not applied, usually comes to.
constexpr std::array kScales = {0.01, 0.0254, 0.1, 1.0 / 2.54, 0.5, 2.0, 2.54, 10.0, 1.0 / 0.0254, 100.0};
constexpr double kPelvis = 1.067;      // metres above the ground
constexpr double kLeastShift = 0.3;    // metres; less is a sole, or another shape
constexpr double kOtherHeight = 1.6;   // times; less is another shape
constexpr double kLeastGarment = 0.5;  // metres, the diagonal of the box
constexpr double kLargestScale = 300.0;
// Of the mesh's area, what lies along the body: where it belongs, bodies, tops, trousers and boots have 0.93
// and more, and no scale or quarter turn of wide clothes, hair, wings or single parts comes to 0.8. Turned by
// 180 degrees, bodies have 0.71; trousers have 0.93, of which it cannot be told.
constexpr double kFits = 0.85, kMuchBetter = 0.2;
constexpr double kCostOfChange = 0.03;  // of several that fit, the simplest
constexpr std::size_t kSamples = 300;
// A few samples first: where these fit by so much less, all would not fit either.
constexpr std::size_t kEvery = 6;
constexpr double kSurelyLess = 0.25;
constexpr double kNear = 0.04;    // metres, from the skin
constexpr double kSameWay = 0.5;  // the least cosine between the normals

// Places of a surface, evenly by area.
class Samples {
 public:
  explicit Samples(const Surface& surface);
  // Of every `every`-th.
  double fit(const Placing& placing, const SourceTrees& body, const Extent& around,
             std::size_t every = 1) const;
  bool empty() const { return places_.empty(); }

 private:
  std::vector<Vec3> places_, normals_;
};

Samples::Samples(const Surface& surface) {
  const std::vector<Vec3> normals = triangle_normals(surface);
  std::vector<double> until;
  double area = 0.0;
  for (const Surface::Triangle& t : surface.triangles) {
    area += doubled_area(surface, t);
    until.push_back(area);
  }
  if (!(area > 0.0)) return;
  const std::size_t count = std::min(kSamples, surface.triangles.size());
  for (std::size_t s = 0; s < count; ++s) {
    const double at = area * (static_cast<double>(s) + 0.5) / static_cast<double>(count);
    const auto t = static_cast<std::size_t>(std::ranges::upper_bound(until, at) - until.begin());
    const Surface::Triangle& corners = surface.triangles[std::min(t, until.size() - 1)];
    Vec3 middle(0.0);
    for (const std::uint32_t v : corners) middle += surface.positions[v] / 3.0;
    places_.push_back(middle);
    normals_.push_back(normals[std::min(t, until.size() - 1)]);
  }
}

double Samples::fit(const Placing& placing, const SourceTrees& body, const Extent& around,
                    std::size_t every) const {
  const Mat3 rotation = placing.rotation();
  std::size_t fits = 0, all = 0;
  for (std::size_t s = 0; s < places_.size(); s += every, ++all) {
    const Vec3 at = placing.scale * (rotation * places_[s]) + Vec3(0.0, 0.0, placing.raised);
    if (glm::any(glm::lessThan(at, around.low - kNear)) ||
        glm::any(glm::greaterThan(at, around.high + kNear)))
      continue;
    const SourceTrees::Match match = body.nearest(at);
    if (match.found && match.point.distance <= kNear &&
        glm::dot(rotation * normals_[s], body.normal_at(match)) >= kSameWay)
      ++fits;
  }
  return static_cast<double>(fits) / static_cast<double>(all);
}

// All placings that are tried; `box` is the mesh's, `around` the body's.
std::vector<Placing> placings(const Extent& box, const Extent& around) {
  std::vector<Placing> all;
  for (int up = 0; up < static_cast<int>(kUps.size()); ++up)
    for (int turn = 0; turn < 4; ++turn) {
      Placing placing{.up = up, .turn = turn};
      Extent turned;
      turned.add(placing.rotation() * box.low);
      turned.add(placing.rotation() * box.high);
      for (const double raised : {0.0, kPelvis, around.low.z - turned.low.z}) {
        placing.raised = raised;
        if (box.diagonal() >= kLeastGarment && (raised == 0.0 || std::abs(raised) >= kLeastShift))
          all.push_back(placing);
      }
      placing.raised = 0.0;
      for (const double scale : kScales) {
        placing.scale = scale;
        if (scale * box.diagonal() >= kLeastGarment) all.push_back(placing);
      }
      placing.scale = (around.high.z - around.low.z) / (turned.high.z - turned.low.z);
      if (placing.scale * box.diagonal() >= kLeastGarment && placing.scale < kLargestScale &&
          (placing.scale < 1.0 / kOtherHeight || placing.scale > kOtherHeight))
        all.push_back(placing);
    }
  return all;
}

}  // namespace

Mat3 Placing::rotation() const {
  const double quarter = std::numbers::pi / 2.0;
  const Upwards& upwards = kUps[static_cast<std::size_t>(up)];
  return Mat3(glm::rotate(Mat4(1.0), turn * quarter, Vec3(0.0, 0.0, 1.0)) *
              glm::rotate(Mat4(1.0), upwards.turns * quarter, upwards.axis));
}

std::optional<Placing> better_placing(const Surface& surface, const SourceTrees& body) {
  const Samples samples(surface);
  if (samples.empty() || !body.status()) return std::nullopt;
  Extent around;
  for (const WeightSource& source : body.sources())
    for (const Vec3& p : source.surface.positions) around.add(p);
  const double now = samples.fit({}, body, around);
  if (now + kMuchBetter > 1.0) return std::nullopt;
  std::vector<Placing> all = placings(extent_of(surface.positions), around);
  Parallel(0).for_each(all.size(), [&](std::size_t p) {
    if (samples.fit(all[p], body, around, kEvery) >= kFits - kSurelyLess)
      all[p].fit = samples.fit(all[p], body, around);
  });
  std::optional<Placing> best;
  const auto worth = [](const Placing& p) { return p.fit - kCostOfChange * p.changes(); };
  for (const Placing& placing : all)
    if (placing.fit >= kFits && placing.fit >= now + kMuchBetter && (!best || worth(placing) > worth(*best)))
      best = placing;
  return best;
}

}  // namespace mannequin
