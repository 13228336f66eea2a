#include "engine/fit/garment_sweep.h"

#include <algorithm>
#include <atomic>
#include <glm/gtc/matrix_inverse.hpp>
#include <mutex>
#include <optional>
#include <queue>

#include "engine/avatar/avatar.h"
#include "engine/core/parallel.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"

namespace mannequin {
namespace {

// Skins the meshes of one surface on one thread.
class SurfaceSkinner {
 public:
  static Result<SurfaceSkinner> create(Skinner& skinner, const FitSurface& surface) {
    SurfaceSkinner made(skinner, surface);
    std::size_t most = 0;
    for (const FitMesh& part : surface.meshes) {
      const Result<MeshId> id = skinner.add_mesh(*part.mesh, *part.skin);
      if (!id) return error_of(id);
      made.ids_.push_back(*id);
      made.palettes_.emplace_back(part.skin->palette_size());
      most = std::max(most, part.mesh->vertex_count());
    }
    made.skinned_.resize(most);
    made.positions_.resize(surface.vertex_count());
    made.normals_.resize(surface.vertex_count());
    return made;
  }

  Status skin(std::span<const JointTransform> joints) {
    std::size_t first = 0;
    for (std::size_t m = 0; m < ids_.size(); ++m) {
      const FitMesh& part = surface_->meshes[m];
      make_palette(*part.skin, joints, std::span<Mat34>(palettes_[m]));
      const SkinJob job{ids_[m], palettes_[m], 1, {}};
      if (auto status = skinner_->skin({&job, 1}); !status) return status;
      const std::size_t count = part.mesh->vertex_count();
      const auto out = std::span(skinned_).first(count);
      if (auto status = skinner_->read_back(ids_[m], 0, out); !status) return status;
      for (std::size_t v = 0; v < count; ++v) {
        positions_[first + v] = out[v].position;
        normals_[first + v] = out[v].normal;
      }
      first += count;
    }
    return {};
  }

  std::span<const Vec3f> positions() const { return positions_; }
  std::span<const Vec3f> normals() const { return normals_; }

 private:
  SurfaceSkinner(Skinner& skinner, const FitSurface& surface) : skinner_(&skinner), surface_(&surface) {}

  Skinner* skinner_;
  const FitSurface* surface_;
  std::vector<MeshId> ids_;
  std::vector<std::vector<Mat34>> palettes_;
  std::vector<SkinnedVertex> skinned_;
  std::vector<Vec3f> positions_, normals_;
};

// The state of one thread.
class SweepWorker {
 public:
  SweepWorker(const GarmentSweep& sweep, const SweptGarments& shared) : sweep_(sweep), shared_(shared) {
    worst_.assign(sweep.garments.size(), std::vector<float>(sweep.body.vertex_count(), 0.0f));
  }

  Status prepare() {
    CpuSkinnerOptions options;
    options.threads = 1;
    Result<std::unique_ptr<CpuSkinner>> skinner = CpuSkinner::create(options);
    if (!skinner) return error_of(skinner);
    skinner_ = std::move(*skinner);
    const auto add = [&](const FitSurface& surface) -> Status {
      Result<SurfaceSkinner> made = SurfaceSkinner::create(*skinner_, surface);
      if (!made) return error_of(made);
      surfaces_.push_back(std::move(*made));
      return {};
    };
    if (auto status = add(sweep_.body); !status) return status;
    for (const FitSurface& garment : sweep_.garments)
      if (auto status = add(garment); !status) return status;
    for (const GarmentPair& pair : shared_.pairs) meters_.emplace_back(pair);
    for (const FitSurface& garment : sweep_.garments)
      gauges_.emplace_back(garment.bound_positions(), garment.triangles());
    inputs_.worn.assign(sweep_.worn.begin(), sweep_.worn.end());
    return {};
  }

  // Measures all garments on one posed shape; `out` has one case per garment.
  Status measure(std::size_t shape, std::size_t pose, std::span<SweptCase> out) {
    inputs_.sliders = sweep_.shapes[shape].sliders;
    inputs_.pose = sweep_.poses[pose].pose;
    evaluate_avatar(sweep_.character, inputs_, state_);
    for (SurfaceSkinner& surface : surfaces_)
      if (auto status = surface.skin(state_.joints); !status) return status;
    const SurfaceSkinner& body = surfaces_.front();
    for (std::size_t g = 0; g < meters_.size(); ++g) {
      out[g].shape = shape, out[g].pose = pose, out[g].garment = g;
      out[g].at = meters_[g].measure(body.positions(), body.normals(), surfaces_[g + 1].positions());
      out[g].strain = gauges_[g].measure(surfaces_[g + 1].positions());
      const auto vertices = meters_[g].vertices();
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const std::uint32_t v = shared_.pairs[g].counted()[i];
        if (vertices[i].outside > kOutsideAbove) {
          out[g].outside.push_back(v);
          out[g].depths.push_back(static_cast<float>(vertices[i].outside));
        }
        if (vertices[i].triangle != kNoVertex) out[g].gap = std::max(out[g].gap, -vertices[i].outside);
        worst_[g][v] = std::max(worst_[g][v], static_cast<float>(vertices[i].outside));
      }
    }
    return {};
  }

  const std::vector<std::vector<float>>& worst() const { return worst_; }

 private:
  const GarmentSweep& sweep_;
  const SweptGarments& shared_;
  std::unique_ptr<CpuSkinner> skinner_;
  std::vector<SurfaceSkinner> surfaces_;  // body, garments
  std::vector<GarmentMeter> meters_;
  std::vector<ClothGauge> gauges_;
  AvatarInputs inputs_;
  AvatarState state_;
  std::vector<std::vector<float>> worst_;
};

}  // namespace

std::size_t FitSurface::vertex_count() const {
  std::size_t count = 0;
  for (const FitMesh& part : meshes) count += part.mesh->vertex_count();
  return count;
}

std::vector<Surface::Triangle> FitSurface::triangles() const {
  std::vector<Surface::Triangle> all;
  std::uint32_t first = 0;
  for (const FitMesh& part : meshes) {
    const auto indices = part.mesh->indices();
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
      all.push_back({first + indices[i], first + indices[i + 1], first + indices[i + 2]});
    first += static_cast<std::uint32_t>(part.mesh->vertex_count());
  }
  return all;
}

std::vector<Vec3> FitSurface::bound_positions() const {
  std::vector<Vec3> all;
  for (const FitMesh& part : meshes)
    for (const Vec3f& p : part.mesh->positions())
      all.push_back(Vec3(part.skin->bind_shape() * Vec4(Vec3(p), 1.0)));
  return all;
}

std::vector<Vec3> FitSurface::bound_normals() const {
  std::vector<Vec3> all;
  for (const FitMesh& part : meshes) {
    const Mat3 turned = glm::inverseTranspose(Mat3(part.skin->bind_shape()));
    for (const Vec3f& n : part.mesh->normals()) all.push_back(turned * Vec3(n));
  }
  return all;
}

GarmentPair make_garment_pair(const FitSurface& body, const FitSurface& garment, bool outer_sides_only) {
  const std::vector<Vec3> body_positions = body.bound_positions(), body_normals = body.bound_normals(),
                          garment_positions = garment.bound_positions();
  const std::vector<Surface::Triangle> body_triangles = body.triangles(),
                                       garment_triangles = garment.triangles();
  return GarmentPair(
      {body_positions, body_normals, body_triangles, garment_positions, garment_triangles, outer_sides_only});
}

PosedSurface pose_surface(const FitSurface& surface, std::span<const JointTransform> joints) {
  PosedSurface out;
  for (const FitMesh& part : surface.meshes) {
    std::vector<Mat4> palette(part.skin->palette_size());
    make_palette(*part.skin, joints, std::span<Mat4>(palette));
    std::vector<ReferenceVertex> vertices(part.mesh->vertex_count());
    skin_reference(*part.mesh, *part.skin, palette, vertices);
    for (const ReferenceVertex& vertex : vertices) {
      out.positions.emplace_back(vertex.position);
      out.normals.emplace_back(vertex.normal);
    }
  }
  return out;
}

Result<SweptGarments> sweep_garments(const GarmentSweep& sweep) {
  SweptGarments out;
  const std::size_t garments = sweep.garments.size(), poses = sweep.poses.size(),
                    all_posed = sweep.shapes.size() * poses;
  for (const FitSurface& garment : sweep.garments)
    out.pairs.push_back(make_garment_pair(sweep.body, garment, sweep.outer_sides_only));
  out.worst.assign(garments, std::vector<float>(sweep.body.vertex_count(), 0.0f));
  const std::size_t posed =
      all_posed > sweep.part ? (all_posed - sweep.part + sweep.part_count - 1) / sweep.part_count : 0;
  out.cases.resize(posed * garments);
  std::vector<char> reached(posed, 0);

  const Parallel parallel(sweep.threads);
  std::atomic<std::size_t> next = 0, done = 0;
  std::atomic<bool> stop = false;
  std::mutex mutex;  // guards everything below
  std::optional<Error> error;
  parallel.for_each(parallel.threads(), [&](std::size_t) {
    SweepWorker worker(sweep, out);
    Status status = worker.prepare();
    while (status && !stop) {
      const std::size_t i = next++;
      if (i >= posed) break;
      const std::size_t at = sweep.part + i * sweep.part_count;
      status = worker.measure(at / poses, at % poses, std::span(out.cases).subspan(i * garments, garments));
      reached[i] = 1;
      const std::size_t finished = ++done;
      if (!sweep.progress || !status) continue;
      const std::lock_guard lock(mutex);
      if (!stop && !sweep.progress(finished, posed)) stop = out.cancelled = true;
    }
    const std::lock_guard lock(mutex);
    if (!status && !error) error = status.error();
    if (!status) stop = true;
    for (std::size_t g = 0; g < garments; ++g)
      for (std::size_t v = 0; v < out.worst[g].size(); ++v)
        out.worst[g][v] = std::max(out.worst[g][v], worker.worst()[g][v]);
  });
  if (error) return tl::make_unexpected(std::move(*error));
  if (out.cancelled) {
    std::vector<SweptCase> kept;
    for (std::size_t i = 0; i < out.cases.size(); ++i)
      if (reached[i / garments] != 0) kept.push_back(std::move(out.cases[i]));
    out.cases = std::move(kept);
  }
  return out;
}

std::vector<std::size_t> covering_cases(std::span<const SweptCase> cases) {
  struct Gain {
    std::size_t count, which;  // upper limit of the vertices not shown yet
    bool operator<(const Gain& other) const {
      return count != other.count ? count < other.count : which > other.which;
    }
  };
  std::priority_queue<Gain> queue;
  std::size_t garments = 0, vertices = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].outside.empty()) continue;
    queue.push({cases[i].outside.size(), i});
    garments = std::max(garments, cases[i].garment + 1);
    vertices = std::max<std::size_t>(vertices, cases[i].outside.back() + 1);
  }
  std::vector<std::vector<char>> shown(garments, std::vector<char>(vertices, 0));
  std::vector<std::size_t> cover;
  while (!queue.empty()) {
    const Gain most = queue.top();
    queue.pop();
    const SweptCase& swept = cases[most.which];
    std::vector<char>& own = shown[swept.garment];
    const auto fresh = static_cast<std::size_t>(
        std::ranges::count_if(swept.outside, [&](std::uint32_t v) { return own[v] == 0; }));
    if (fresh == 0) continue;
    // A count made when fewer vertices were shown may be too high: requeue with the current count.
    if (fresh < most.count) {
      queue.push({fresh, most.which});
      continue;
    }
    cover.push_back(most.which);
    for (const std::uint32_t v : swept.outside) own[v] = 1;
  }
  return cover;
}

}  // namespace mannequin
