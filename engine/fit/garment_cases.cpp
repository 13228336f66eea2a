#include "engine/fit/garment_cases.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <mutex>
#include <numeric>
#include <optional>

#include "engine/avatar/avatar.h"
#include "engine/core/parallel.h"
#include "engine/math/unit.h"
#include "engine/skinning/palette.h"

namespace mannequin {
namespace {

constexpr double kOnTheCloth = 1e-6;  // metres

// Skins the meshes of a surface on one thread, in single precision.
class PosedFit {
 public:
  explicit PosedFit(const FitSurface& surface) : surface_(surface) {
    for (const FitMesh& part : surface.meshes) {
      palettes_.emplace_back(part.skin->palette_size());
      const Mat3 turned = glm::inverseTranspose(Mat3(part.skin->bind_shape()));
      for (const Vec3f& p : part.mesh->positions())
        bound_.emplace_back(Vec3(part.skin->bind_shape() * Vec4(Vec3(p), 1.0)));
      for (const Vec3f& n : part.mesh->normals()) bound_normals_.emplace_back(turned * Vec3(n));
    }
    positions_.resize(bound_.size());
    normals_.resize(bound_.size());
    blended_.resize(bound_.size());
  }

  void pose(std::span<const JointTransform> joints) {
    std::size_t v = 0;
    for (std::size_t m = 0; m < surface_.meshes.size(); ++m) {
      const Skin& skin = *surface_.meshes[m].skin;
      make_palette(skin, joints, std::span<Mat34>(palettes_[m]));
      for (const VertexInfluences& influences : skin.influences()) {
        Mat34 blended(0.0f);
        for (std::size_t k = 0; k < kMaxInfluences; ++k)
          if (influences.weight[k] > 0.0f)
            blended += influences.weight[k] * palettes_[m][influences.joint[k]];
        positions_[v] = Vec4f(bound_[v], 1.0f) * blended;
        normals_[v] = Vec4f(bound_normals_[v], 0.0f) * blended;
        blended_[v++] = blended;
      }
    }
  }

  std::span<const Vec3f> positions() const { return positions_; }
  std::span<const Vec3f> normals() const { return normals_; }
  // The posed displacement for a small displacement of a vertex in bind space.
  Vec3 turned(std::uint32_t v, const Vec3& change) const {
    return Vec3(Vec4f(Vec3f(change), 0.0f) * blended_[v]);
  }

 private:
  const FitSurface& surface_;
  std::vector<std::vector<Mat34>> palettes_;
  std::vector<Vec3f> bound_, bound_normals_, positions_, normals_;
  std::vector<Mat34> blended_;
};

// The posed meshes of one case.
struct PosedCase {
  const PosedFit& body;
  const PosedFit& worn;
  const PosedFit* own = nullptr;  // both or neither
  const PosedFit* other = nullptr;
};

// In any order and on any thread. Calls `each` once per case with its index in `which`, the result, the
// meter, and the posed meshes.
template <typename Each>
void pose_and_measure(const CaseMeter& who, const FitSurface& garment, std::span<const MendCase> cases,
                      std::span<const std::size_t> which, const WeightEnds* ends, Each each) {
  const Parallel parallel(who.threads);
  std::atomic<std::size_t> next = 0;
  parallel.for_each(parallel.threads(), [&](std::size_t) {
    PosedFit body(who.body), worn(garment);
    std::optional<PosedFit> own, other;
    if (ends != nullptr) {
      own.emplace(ends->own);
      other.emplace(ends->other);
    }
    GarmentMeter meter(who.pair);
    AvatarInputs inputs;
    inputs.worn.assign(who.worn.begin(), who.worn.end());
    AvatarState state;
    for (std::size_t i = next++; i < which.size(); i = next++) {
      inputs.sliders = cases[which[i]].sliders;
      inputs.pose = cases[which[i]].pose;
      evaluate_avatar(who.character, inputs, state);
      body.pose(state.joints);
      worn.pose(state.joints);
      if (own) own->pose(state.joints);
      if (other) other->pose(state.joints);
      const GarmentDepth at = meter.measure(body.positions(), body.normals(), worn.positions());
      each(i, at, meter, PosedCase{body, worn, own ? &*own : nullptr, other ? &*other : nullptr});
    }
  });
}

// The way in which a vertex that stands `from` its nearest point comes out further.
Vec3 unit_away(const Vec3& from, double outside, const Vec3& normal) {
  if (std::abs(outside) < kOnTheCloth) return normal;
  return outside > 0.0 ? unit_or_zero(from) : -unit_or_zero(from);
}

// Of one counted vertex that has a triangle.
Penetration push_of(const CaseMeter& who, std::uint32_t counted, const VertexDepth& depth,
                    const GarmentPlaces& places, const PosedCase& posed) {
  const PosedFit& worn = posed.worn;
  const Surface::Triangle& t = who.pair.garment_triangles()[depth.triangle];
  const Vec3 p0(worn.positions()[t[0]]), p1(worn.positions()[t[1]]), p2(worn.positions()[t[2]]);
  const Vec3 normal = unit_or_zero(glm::cross(p1 - p0, p2 - p0));
  Penetration push;
  push.body = counted;
  push.outside = static_cast<float>(depth.outside);
  // Next to a hem the nearest point is far away, and only the height above the plane can be compensated.
  push.above =
      static_cast<float>(glm::dot(normal, Vec3(posed.body.positions()[who.pair.counted()[counted]]) - p0));
  const Vec3 away =
      unit_away(Vec3(posed.body.positions()[who.pair.counted()[counted]]) -
                    (depth.barycentric.x * p0 + depth.barycentric.y * p1 + depth.barycentric.z * p2),
                depth.outside, normal);
  for (std::size_t c = 0; c < 3; ++c) {
    push.place[c] = places.of[t[c]];
    const double part = depth.barycentric[static_cast<int>(c)];
    const Vec3 moved = part * worn.turned(t[c], places.outwards[push.place[c]]);
    push.gain[c] = static_cast<float>(glm::dot(normal, moved));
    push.gain_away[c] = static_cast<float>(glm::dot(away, moved));
    if (posed.other == nullptr) continue;
    const Vec3 shared = part * Vec3(posed.other->positions()[t[c]] - posed.own->positions()[t[c]]);
    push.share[c] = static_cast<float>(glm::dot(normal, shared));
    push.share_away[c] = static_cast<float>(glm::dot(away, shared));
  }
  return push;
}

}  // namespace

std::vector<MeasuredCase> CaseMeter::measure(const FitSurface& garment, std::span<const MendCase> cases,
                                             std::span<const std::size_t> which, const GarmentPlaces* places,
                                             double within, const WeightEnds* ends) const {
  std::vector<MeasuredCase> out(which.size());
  pose_and_measure(
      *this, garment, cases, which, ends,
      [&](std::size_t i, const GarmentDepth& at, const GarmentMeter& meter, const PosedCase& posed) {
        out[i].at = at;
        if (places == nullptr) return;
        const auto vertices = meter.vertices();
        for (std::uint32_t b = 0; b < vertices.size(); ++b)
          if (vertices[b].outside > -within && vertices[b].triangle != kNoVertex)
            out[i].penetrations.push_back(push_of(*this, b, vertices[b], *places, posed));
      });
  return out;
}

std::vector<float> CaseMeter::outermost(const FitSurface& garment, std::span<const MendCase> cases) const {
  std::vector<float> out(pair.counted().size(), -1e9f);
  std::mutex mutex;
  const std::vector<std::size_t> all = all_of(cases.size());
  pose_and_measure(*this, garment, cases, all, nullptr,
                   [&](std::size_t, const GarmentDepth&, const GarmentMeter& meter, const PosedCase&) {
                     const auto vertices = meter.vertices();
                     const std::lock_guard lock(mutex);
                     for (std::size_t b = 0; b < vertices.size(); ++b)
                       out[b] = std::max(out[b], vertices[b].triangle == kNoVertex
                                                     ? 0.0f
                                                     : static_cast<float>(vertices[b].outside));
                   });
  return out;
}

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> out(count);
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

double area_of(std::span<const MeasuredCase> cases) {
  double sum = 0.0;
  for (const MeasuredCase& one : cases) sum += one.at.area;
  return sum;
}

}  // namespace mannequin
