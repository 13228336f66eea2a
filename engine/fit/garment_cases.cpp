#include "engine/fit/garment_cases.h"

#include <algorithm>
#include <atomic>
#include <glm/gtc/matrix_inverse.hpp>
#include <mutex>
#include <numeric>

#include "engine/avatar/avatar.h"
#include "engine/core/parallel.h"
#include "engine/skinning/palette.h"

namespace mannequin {
namespace {

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
        ++v;
      }
    }
  }

  std::span<const Vec3f> positions() const { return positions_; }
  std::span<const Vec3f> normals() const { return normals_; }

 private:
  const FitSurface& surface_;
  std::vector<std::vector<Mat34>> palettes_;
  std::vector<Vec3f> bound_, bound_normals_, positions_, normals_;
};

// In any order and on any thread. Calls `each` once per case with its index in `which`, the result and the
// meter.
template <typename Each>
void pose_and_measure(const CaseMeter& who, const FitSurface& garment, std::span<const MendCase> cases,
                      std::span<const std::size_t> which, Each each) {
  const Parallel parallel(who.threads);
  std::atomic<std::size_t> next = 0;
  parallel.for_each(parallel.threads(), [&](std::size_t) {
    PosedFit body(who.body), worn(garment);
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
      const GarmentDepth at = meter.measure(body.positions(), body.normals(), worn.positions());
      each(i, at, meter);
    }
  });
}

}  // namespace

std::vector<MeasuredCase> CaseMeter::measure(const FitSurface& garment, std::span<const MendCase> cases,
                                             std::span<const std::size_t> which,
                                             const GarmentPlaces* places) const {
  std::vector<MeasuredCase> out(which.size());
  pose_and_measure(*this, garment, cases, which,
                   [&](std::size_t i, const GarmentDepth& at, const GarmentMeter& meter) {
                     out[i].at = at;
                     if (places == nullptr) return;
                     const auto vertices = meter.vertices();
                     for (std::uint32_t b = 0; b < vertices.size(); ++b) {
                       if (!(vertices[b].outside > 0.0)) continue;
                       Penetration push{b, {}, static_cast<float>(vertices[b].outside)};
                       const Surface::Triangle& t = pair.garment_triangles()[vertices[b].triangle];
                       for (std::size_t c = 0; c < 3; ++c) push.place[c] = places->of[t[c]];
                       out[i].penetrations.push_back(push);
                     }
                   });
  return out;
}

std::vector<float> CaseMeter::outermost(const FitSurface& garment, std::span<const MendCase> cases) const {
  std::vector<float> out(pair.counted().size(), -1e9f);
  std::mutex mutex;
  const std::vector<std::size_t> all = all_of(cases.size());
  pose_and_measure(
      *this, garment, cases, all, [&](std::size_t, const GarmentDepth&, const GarmentMeter& meter) {
        const auto vertices = meter.vertices();
        const std::lock_guard lock(mutex);
        for (std::size_t b = 0; b < vertices.size(); ++b)
          out[b] = std::max(
              out[b], vertices[b].triangle == kNoVertex ? 0.0f : static_cast<float>(vertices[b].outside));
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
