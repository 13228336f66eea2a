// skin/...: skinning by backend, each case compared with the reference first.
#include <fmt/format.h>

#include <memory>
#include <tuple>

#include "bench/bench_scene.h"
#include "engine/skinning/agreement.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/cpu/cpu_skinner.h"

namespace mannequin::bench {
namespace {

using MakeSkinner = std::unique_ptr<Skinner> (*)();

std::unique_ptr<Skinner> make_cpu() { return std::move(*CpuSkinner::create({.threads = 1})); }

bool agrees(benchmark::State& state, Skinner& skinner, MeshId id, const BoundMesh& bound,
            std::span<const AvatarState> avatars) {
  std::vector<SkinnedVertex> skinned(bound.mesh.vertex_count());
  std::vector<ReferenceVertex> reference(bound.mesh.vertex_count());
  std::vector<Mat4> palette(bound.skin.palette_size());
  for (std::size_t i = 0; i < avatars.size(); ++i) {
    if (!skinner.read_back(id, static_cast<std::uint32_t>(i), skinned))
      return check(state, 1.0, 0.0, "reading back");
    make_palette(bound.skin, avatars[i].joints, std::span<Mat4>(palette));
    skin_reference(bound.mesh, bound.skin, palette, reference);
    const Agreement agreement = compare_with_reference(skinned, reference);
    if (!check(state, agreement.relative, kPositionLimit, "a position") ||
        !check(state, agreement.normal, kNormalLimit, "a normal"))
      return false;
  }
  return true;
}

struct Case {
  const char* backend;
  const char* target;
  MakeSkinner make;
  std::size_t vertices, influences, avatars;

  std::string name() const {
    return fmt::format("skin/{}/{}/pn/verts:{}/infl:{}/avatars:{}/threads:1", backend, target, vertices,
                       influences, avatars);
  }
};

void skin(benchmark::State& state, const Case& c) {
  const auto [vertices, influences, count] = std::tuple(c.vertices, c.influences, c.avatars);
  const BoundMesh bound = synthetic(vertices, influences, 110);
  const std::vector<AvatarState> avatars = random_avatars(count);
  const std::size_t slots = bound.skin.palette_size();
  std::vector<Mat34> palettes(slots * count);
  for (std::size_t i = 0; i < count; ++i)
    make_palette(bound.skin, avatars[i].joints, std::span<Mat34>(palettes).subspan(i * slots, slots));
  const std::unique_ptr<Skinner> skinner = c.make();
  const Result<MeshId> id = skinner->add_mesh(bound.mesh, bound.skin);
  if (!id) return state.SkipWithError(id.error().message().c_str());
  const SkinJob job{*id, palettes, static_cast<std::uint32_t>(count)};
  if (!skinner->skin({&job, 1}) || !agrees(state, *skinner, *id, bound, avatars)) return;
  for (auto _ : state) {
    benchmark::DoNotOptimize(skinner->skin({&job, 1}));
    benchmark::ClobberMemory();
  }
  state.counters["vertices_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(vertices * count),
                         benchmark::Counter::kIsRate);
}

// Names are whole: the library would otherwise append the arguments in a form of its own.
const bool registered = [] {
  for (const std::size_t influences : {1u, 4u})
    for (const std::size_t avatars : {1u, 16u})
      for (const Case& c : {Case{"reference", "scalar", make_reference_skinner, 20000, influences, avatars},
                            Case{"cpu", "best", make_cpu, 20000, influences, avatars}})
        benchmark::RegisterBenchmark(c.name().c_str(), [c](benchmark::State& state) { skin(state, c); });
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
