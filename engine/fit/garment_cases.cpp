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

// A palette's matrix by columns, each padded to four numbers: blending and transforming are vector operations
// throughout, where rows need shuffles.
using Columns = std::array<float, 16>;

Columns columns_of(const Mat34& m) {
  Columns out{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      out[static_cast<std::size_t>(4 * column + row)] = m[row][column];
  return out;
}

Columns blend(const VertexInfluences& influences, std::span<const Columns> palette) {
  static_assert(kMaxInfluences == 4);
  const auto& [w0, w1, w2, w3] = influences.weight;
  const Columns &a = palette[influences.joint[0]], &b = palette[influences.joint[1]],
                &c = palette[influences.joint[2]], &d = palette[influences.joint[3]];
  Columns out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = w0 * a[i] + w1 * b[i] + w2 * c[i] + w3 * d[i];
  return out;
}

// `w`: 1 for a point, 0 for a direction.
Vec3f transform(const Columns& m, const Vec3f& v, float w) {
  std::array<float, 4> out{};
  for (std::size_t i = 0; i < 4; ++i) out[i] = v.x * m[i] + v.y * m[4 + i] + v.z * m[8 + i] + w * m[12 + i];
  return {out[0], out[1], out[2]};
}

// Skins the meshes of a surface on one thread, in single precision: all vertices, or those listed.
class PosedFit {
 public:
  PosedFit(const FitSurface& surface, bool with_normals, std::span<const std::uint32_t> only = {})
      : surface_(surface), only_(only), with_normals_(with_normals) {
    for (const FitMesh& part : surface.meshes) {
      palettes_.emplace_back(part.skin->palette_size());
      rows_.resize(std::max(rows_.size(), part.skin->palette_size()));
      const Mat3 turned = glm::inverseTranspose(Mat3(part.skin->bind_shape()));
      for (const Vec3f& p : part.mesh->positions())
        bound_.emplace_back(Vec3(part.skin->bind_shape() * Vec4(Vec3(p), 1.0)));
      for (const Vec3f& n : part.mesh->normals()) bound_normals_.emplace_back(turned * Vec3(n));
    }
    positions_.resize(bound_.size());
    normals_.resize(bound_.size());
  }

  void pose(std::span<const JointTransform> joints) {
    std::size_t first = 0, next = 0;
    for (std::size_t m = 0; m < surface_.meshes.size(); ++m) {
      const Skin& skin = *surface_.meshes[m].skin;
      make_palette(skin, joints, std::span(rows_).first(skin.palette_size()));
      std::ranges::transform(std::span(rows_).first(skin.palette_size()), palettes_[m].begin(), columns_of);
      const std::size_t count = skin.influences().size();
      if (only_.empty())
        for (std::size_t v = 0; v < count; ++v) skin_vertex(skin, m, first, v);
      for (; next < only_.size() && only_[next] < first + count; ++next)
        skin_vertex(skin, m, first, only_[next] - first);
      first += count;
    }
  }

  std::span<const Vec3f> positions() const { return positions_; }
  // 0 without them.
  std::span<const Vec3f> normals() const { return normals_; }

 private:
  void skin_vertex(const Skin& skin, std::size_t m, std::size_t first, std::size_t v) {
    const Columns blended = blend(skin.influences()[v], palettes_[m]);
    positions_[first + v] = transform(blended, bound_[first + v], 1.0f);
    if (with_normals_) normals_[first + v] = transform(blended, bound_normals_[first + v], 0.0f);
  }

  const FitSurface& surface_;
  std::span<const std::uint32_t> only_;  // ascending; empty: all
  bool with_normals_;
  std::vector<Mat34> rows_;  // of one mesh's palette
  std::vector<std::vector<Columns>> palettes_;
  std::vector<Vec3f> bound_, bound_normals_, positions_, normals_;
};

// The body's vertices that are measured, and those that the areas around them need; ascending.
std::vector<std::uint32_t> needed_of_body(const GarmentPair& pair) {
  std::vector<std::uint32_t> out(pair.counted().begin(), pair.counted().end());
  for (std::size_t i = 0; i < pair.counted().size(); ++i)
    for (const Surface::Triangle& t : pair.around(i)) out.insert(out.end(), t.begin(), t.end());
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// In any order and on any thread. Calls `each` once per case with its index in `which`, the result and the
// meter.
template <typename Each>
void pose_and_measure(const CaseMeter& who, const FitSurface& garment, std::span<const MendCase> cases,
                      std::span<const std::size_t> which, const MemoryUse* use, Each each) {
  const Parallel parallel(who.threads);
  const std::vector<std::uint32_t> needed = needed_of_body(who.pair);
  std::atomic<std::size_t> next = 0;
  parallel.for_each(parallel.threads(), [&](std::size_t) {
    PosedFit body(who.body, true, needed), worn(garment, false);
    GarmentMeter meter(who.pair);
    if (use != nullptr) meter.change(use->changed);
    AvatarInputs inputs;
    inputs.worn.assign(who.worn.begin(), who.worn.end());
    AvatarState state;
    for (std::size_t i = next++; i < which.size(); i = next++) {
      inputs.sliders = cases[which[i]].sliders;
      inputs.pose = cases[which[i]].pose;
      evaluate_avatar(who.character, inputs, state);
      body.pose(state.joints);
      worn.pose(state.joints);
      // Empty if this case was not measured before.
      const auto before = use == nullptr ? std::span<const KnownDepth>() : use->memory.cases[which[i]];
      const GarmentDepth at = meter.measure(body.positions(), body.normals(), worn.positions(), before);
      each(i, at, meter);
    }
  });
}

void remember(const GarmentMeter& meter, std::vector<KnownDepth>& known) {
  known.clear();
  for (const VertexDepth& one : meter.vertices())
    known.push_back({one.triangle, static_cast<float>(one.outside)});
}

}  // namespace

std::vector<MeasuredCase> CaseMeter::measure(const FitSurface& garment, std::span<const MendCase> cases,
                                             std::span<const std::size_t> which, const GarmentPlaces* places,
                                             const MemoryUse* use) const {
  std::vector<MeasuredCase> out(which.size());
  if (use != nullptr) use->memory.cases.resize(cases.size());
  pose_and_measure(*this, garment, cases, which, use,
                   [&](std::size_t i, const GarmentDepth& at, const GarmentMeter& meter) {
                     out[i].at = at;
                     out[i].searched = meter.searched();
                     if (use != nullptr && use->renew) remember(meter, use->memory.cases[which[i]]);
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
      *this, garment, cases, all, nullptr, [&](std::size_t, const GarmentDepth&, const GarmentMeter& meter) {
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
