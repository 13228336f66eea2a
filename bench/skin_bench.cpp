// skin/...: skinning by backend, each case compared with the reference first.
#include <fmt/format.h>

#include <memory>
#include <set>

#include "bench/bench_scene.h"
#include "bench/device_case.h"
#include "bench/limit_kernels.h"
#include "bench/skin_backends.h"
#include "bench/skin_needs.h"
#include "engine/skinning/agreement.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"

namespace mannequin::bench {
namespace {

// packed has tangents too; pnt_raw: as pnt, with directions that are only blended, not normalised.
enum class Layout { pn, pnt, packed, pnt_raw };

const char* name(Layout layout) {
  constexpr const char* kNames[] = {"pn", "pnt", "packed", "pnt_raw"};
  return kNames[static_cast<int>(layout)];
}

ResultOptions results_of(Layout layout) {
  return {layout == Layout::packed ? VertexFormat::packed : VertexFormat::full, layout != Layout::pnt_raw};
}

// One mesh worn by many avatars, or many meshes (separate copies) worn by one each.
struct Crowd {
  std::size_t vertices = 20000, influences = 4;
  bool real_body = false;  // assets/mannequin.glb instead of a synthetic mesh
  std::size_t avatars = 1, meshes = 0;
  unsigned threads = 1;

  std::string name() const {
    const std::string mesh =
        real_body ? "mesh:mannequin" : fmt::format("verts:{}/infl:{}", vertices, influences);
    const std::string many =
        meshes != 0 ? fmt::format("meshes:{}", meshes) : fmt::format("avatars:{}", avatars);
    return fmt::format("{}/{}/threads:{}", mesh, many, threads);
  }
};

// Bytes that any skinner must read and write per vertex in this layout: the results, and for meshes read from
// memory each time, positions, directions and weights as stored.
double bytes_written(Layout layout) {
  return layout == Layout::pn ? 24.0 : layout == Layout::packed ? 20.0 : 36.0;
}
double bytes_read(Layout layout, double influences) {
  const double weight = layout == Layout::packed ? 2.0 : 4.0;
  return (layout == Layout::pnt || layout == Layout::pnt_raw ? 36.0 : 24.0) + weight * influences;
}

class Scene {
 public:
  Scene(const Crowd& crowd, Layout layout)
      : crowd_(crowd),
        layout_(layout),
        bound_(crowd.real_body ? mannequin_body(layout != Layout::pn)
                               : synthetic(crowd.vertices, crowd.influences, 110, layout != Layout::pn)),
        // A few hundred shapes can represent any number: the time does not depend on the shapes.
        avatars_(random_avatars(std::min<std::size_t>(std::max(crowd.avatars, crowd.meshes), 200))) {
    const std::size_t slots = bound_.skin.palette_size(), count = std::max(crowd.avatars, crowd.meshes);
    palettes_.resize(slots * count);
    for (std::size_t i = 0; i < count; ++i)
      make_palette(bound_.skin, avatars_[i % avatars_.size()].joints,
                   std::span<Mat34>(palettes_).subspan(i * slots, slots));
  }

  Result<std::vector<SkinJob>> add_to(Skinner& skinner) const {
    std::vector<SkinJob> jobs;
    const std::size_t slots = bound_.skin.palette_size();
    const std::span<const Mat34> palettes = palettes_;
    for (std::size_t m = 0; m < std::max<std::size_t>(crowd_.meshes, 1); ++m) {
      const Result<MeshId> id = skinner.add_mesh(bound_.mesh, bound_.skin);
      if (!id) return error_of(id);
      if (crowd_.meshes == 0)
        jobs.push_back({*id, palettes, static_cast<std::uint32_t>(crowd_.avatars), {}});
      else
        jobs.push_back({*id, palettes.subspan(m * slots, slots), 1, {}});
    }
    return jobs;
  }

  // The first, the last and some in between, each at every vertex.
  bool agrees(benchmark::State& state, Skinner& skinner, std::span<const SkinJob> jobs) const {
    const std::size_t count = std::max(crowd_.avatars, crowd_.meshes);
    for (const std::size_t i : std::set<std::size_t>{0, 1 % count, count / 3, count / 2, count - 1}) {
      std::vector<SkinnedVertex> skinned(bound_.mesh.vertex_count());
      std::vector<ReferenceVertex> reference(bound_.mesh.vertex_count());
      std::vector<Mat4> palette(bound_.skin.palette_size());
      const SkinJob& job = jobs[crowd_.meshes == 0 ? 0 : i];
      if (!skinner.read_back(job.mesh, static_cast<std::uint32_t>(crowd_.meshes == 0 ? i : 0), skinned))
        return check(state, 1.0, 0.0, "reading back");
      make_palette(bound_.skin, avatars_[i % avatars_.size()].joints, std::span<Mat4>(palette));
      ReferenceInput input(bound_.mesh, bound_.skin);
      input.unit_directions = results_of(layout_).unit_directions;
      skin_reference(input, palette, {}, reference);
      const Agreement agreement = compare_with_reference(skinned, reference);
      const double limit = layout_ == Layout::packed ? kPackedNormalLimit : kNormalLimit;
      if (!check(state, agreement.relative, kPositionLimit, "a position") ||
          !check(state, agreement.normal, limit, "a normal") ||
          !check(state, agreement.tangent, limit, "a tangent"))
        return false;
    }
    return true;
  }

  // What a CPU backend of that target needs per vertex, and the bytes of all meshes with what is derived from
  // them: their location, L1 cache or memory, decides how fast they load.
  void report_needs(benchmark::State& state, CpuTarget target) const {
    const ResultOptions results = results_of(layout_);
    JointBlocks blocks = make_joint_blocks(bound_.mesh, bound_.skin);
    if (results.format == VertexFormat::packed) pack(blocks);
    const ResultLayout layout{blocks.place_count(), blocks.has_tangents(), results.format,
                              results.unit_directions};
    const SkinNeeds needs = skin_needs(blocks, layout, results.unit_directions, limit_kernels(target).lanes);
    const double own = static_cast<double>(bound_.mesh.vertex_count());
    state.counters["products_per_vertex"] = needs.products;
    state.counters["vector_loads_per_vertex"] = needs.vector_loads;
    state.counters["broadcasts_per_vertex"] = needs.broadcasts;
    state.counters["bytes_in_per_vertex"] = needs.bytes_in;
    state.counters["bytes_out_per_vertex"] = needs.bytes_out;
    state.counters["bytes_of_meshes"] =
        own * needs.bytes_in * static_cast<double>(std::max<std::size_t>(crowd_.meshes, 1));
    state.counters["bytes_of_results"] = vertices() * needs.bytes_out;
  }

  double vertices() const {
    return static_cast<double>(bound_.mesh.vertex_count() * std::max(crowd_.avatars, crowd_.meshes));
  }
  // With one mesh for all, its own data stay in a cache.
  double bytes() const {
    return vertices() *
           (bytes_written(layout_) +
            (crowd_.meshes != 0 ? bytes_read(layout_, static_cast<double>(crowd_.influences)) : 0.0));
  }

 private:
  Crowd crowd_;
  Layout layout_;
  BoundMesh bound_;
  std::vector<AvatarState> avatars_;
  std::vector<Mat34> palettes_;
};

// A case ready to run: meshes added, skinned once, compared with the reference.
struct Prepared {
  Prepared(const Crowd& crowd, Layout layout) : scene(crowd, layout) {}

  // Whether the backend could do it.
  bool skin(int calls) {
    for (int i = 0; i < calls; ++i)
      if (!skinner->skin(jobs)) return false;
    return skinner->finish().has_value();
  }

  Scene scene;
  std::unique_ptr<Skinner> skinner;
  std::vector<SkinJob> jobs;
};

// Null after reporting the reason to the state.
std::unique_ptr<Prepared> prepare(benchmark::State& state, const SkinBackend& backend, Layout layout,
                                  const Crowd& crowd) {
  auto prepared = std::make_unique<Prepared>(crowd, layout);
  auto skinner = backend.make(results_of(layout), crowd.threads);
  if (!skinner) {
    state.SkipWithError(("skipped: " + skinner.error().message()).c_str());
    return nullptr;
  }
  prepared->skinner = std::move(*skinner);
  auto jobs = prepared->scene.add_to(*prepared->skinner);
  if (!jobs) {
    state.SkipWithError(jobs.error().message().c_str());
    return nullptr;
  }
  prepared->jobs = std::move(*jobs);
  if (const Status status = prepared->skinner->skin(prepared->jobs); !status) {
    state.SkipWithError(status.error().message().c_str());
    return nullptr;
  }
  return prepared->scene.agrees(state, *prepared->skinner, prepared->jobs) ? std::move(prepared) : nullptr;
}

// A GPU that nobody waits for skins one frame while the processor writes the next one's palettes. Its memory
// is measured like that, too.
int calls_per_wait(const SkinBackend& backend, const Crowd& crowd) {
  return backend.on_gpu() && std::max(crowd.avatars, crowd.meshes) >= 100 ? kPerWait : 1;
}

void skin(benchmark::State& state, const std::string& name, const SkinBackend& backend, Layout layout,
          const Crowd& crowd) {
  // The library calls a case several times in a row to find
  // its number of iterations; creating a crowd takes seconds.
  static std::unique_ptr<Prepared> last;
  static std::string last_name;
  const int calls = calls_per_wait(backend, crowd);
  if (last_name != name || !last) {
    last.reset();
    last = prepare(state, backend, layout, crowd);
    last_name = name;
    if (!last) return;
    if (backend.on_gpu()) warm_up([&] { return last->skin(calls); });
  }
  for (auto _ : state) {
    if (!last->skin(calls)) return state.SkipWithError("the device failed");
    benchmark::ClobberMemory();
  }
  if (const auto seconds = last->skinner->device_seconds())
    state.counters["device_us_per_call"] = *seconds * 1e6;
  const auto rate = [&](double per_call) {
    return benchmark::Counter(static_cast<double>(state.iterations()) * calls * per_call,
                              benchmark::Counter::kIsRate);
  };
  state.counters["vertices_per_second"] = rate(last->scene.vertices());
  state.counters["bytes_per_second"] = rate(last->scene.bytes());
  if (const auto target = cpu_target_named(backend.target); backend.name == "cpu" && target)
    last->scene.report_needs(state, *target);
}

// Names are complete: otherwise the library would append the arguments in its own format.
void add(const SkinBackend& backend, Layout layout, const Crowd& crowd) {
  const std::string whole =
      fmt::format("skin/{}/{}/{}/{}", backend.name, backend.target, name(layout), crowd.name());
  benchmark::RegisterBenchmark(whole.c_str(),
                               [=](benchmark::State& state) { skin(state, whole, backend, layout, crowd); })
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
}

constexpr Layout kLayouts[] = {Layout::pn, Layout::pnt, Layout::packed};

void add_cpu_cases(CpuTarget target, bool best) {
  const SkinBackend backend = cpu_backend(target);
  for (const Layout layout : kLayouts) {
    add(backend, layout, {});
    add(backend, layout, {.vertices = 5000});
    add(backend, layout, {.real_body = true});
  }
  add(backend, Layout::pnt_raw, {});
  for (const std::size_t influences : {1u, 2u}) add(backend, Layout::pnt, {.influences = influences});
  if (!best) return;
  for (const std::size_t vertices : {1000u, 100000u, 500000u})
    for (const Layout layout : kLayouts) add(backend, layout, {.vertices = vertices});
  for (const unsigned threads : {1u, 2u}) {
    for (const std::size_t avatars : {4u, 16u, 100u, 1000u})
      add(backend, Layout::pnt, {.avatars = avatars, .threads = threads});
    for (const Layout layout : {Layout::pnt, Layout::packed})
      add(backend, layout, {.meshes = 400, .threads = threads});
  }
  add(backend, Layout::packed, {.avatars = 1000});
}

// On a GPU one avatar measures the launch; crowds measure the device. Software GPUs get a few cases, for
// correctness only: their speed is meaningless.
void add_gpu_cases(const SkinBackend& backend) {
  add(backend, Layout::pnt, {});
  for (const Layout layout : {Layout::pnt, Layout::packed}) {
    for (const std::size_t avatars : {16u, 100u, 1000u, 4000u})
      if (!backend.software || avatars <= 16) add(backend, layout, {.avatars = avatars});
    for (const std::size_t meshes : {16u, 400u, 1000u})
      if (!backend.software || meshes <= 16) add(backend, layout, {.avatars = 0, .meshes = meshes});
  }
  if (backend.software) return;
  for (const std::size_t vertices : {1000u, 5000u, 100000u, 500000u})
    add(backend, Layout::pnt, {.vertices = vertices});
}

const bool registered = [] {
  add(reference_backend(), Layout::pnt, {});
  for (const CpuTarget target : available_cpu_targets()) add_cpu_cases(target, target == best_cpu_target());
  for (const SkinBackend& backend : gpu_backends()) add_gpu_cases(backend);
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
