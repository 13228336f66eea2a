// The fit lab: shapes a minute of a body under a garment, and what bounds them.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "engine/core/parallel.h"
#include "engine/fit/garment_sweep.h"
#include "engine/io/builtin_mesh.h"
#include "engine/io/definitions.h"
#include "engine/wear/bound_mesh.h"
#include "tools/scenes/scenes.h"

namespace mannequin::bench {
namespace {

// The built-in body (14,898 vertices) in a garment of about 10,000: its own dress and boots as one.
struct Dressed {
  Character character = Character::build(io::read_builtin_character().value()).value();
  std::vector<BoundMeshes> files;
  FitSurface body;
  std::vector<FitSurface> garments;
  std::vector<SweepShape> shapes;
  std::vector<SweepPose> poses;

  Dressed() {
    for (const char* name : {"mannequin", "dress", "boots"})
      files.push_back(
          build_bound_meshes(io::read_builtin_mesh(name, Sex::female).value(), character.skeleton).value());
    garments.emplace_back();
    for (std::size_t f = 0; f < files.size(); ++f)
      for (const BoundMesh& mesh : files[f].meshes)
        (f == 0 ? body : garments.front()).meshes.push_back({&mesh.mesh, &*mesh.skin});
    SweepPlan plan;
    plan.random = 50;
    shapes = sweep_shapes(plan, character.appearance, {}).value();
    for (scenes::NamedPose& pose : scenes::poses(character.skeleton))
      poses.push_back({std::move(pose.name), std::move(pose.pose)});
  }
};

const Dressed& dressed() {
  static const Dressed kDressed;
  return kDressed;
}

void sweep_dressed_body(benchmark::State& state) {
  const Dressed& d = dressed();
  const auto threads = static_cast<unsigned>(state.range(0));
  const GarmentSweep sweep{d.character, {}, d.body, d.garments, d.shapes, d.poses, 0, 1, threads, {}};
  std::size_t counted = 0;
  for (auto _ : state) {
    const Result<SweptGarments> swept = sweep_garments(sweep);
    if (!swept || swept->cases.size() != d.shapes.size() * d.poses.size()) {
      state.SkipWithError("the sweep failed");
      return;
    }
    counted = swept->pairs.front().counted().size();
    benchmark::DoNotOptimize(swept->worst.front().data());
  }
  const auto cases =
      static_cast<double>(state.iterations()) * static_cast<double>(d.shapes.size() * d.poses.size());
  state.counters["shapes_per_minute"] = benchmark::Counter(60.0 * cases, benchmark::Counter::kIsRate);
  state.counters["counted_vertices"] = static_cast<double>(counted);
  state.counters["garment_vertices"] = static_cast<double>(d.garments.front().vertex_count());
}

// The same without distances: the time for avatars and skinning.
void skin_dressed_body(benchmark::State& state) {
  const Dressed& d = dressed();
  const std::vector<FitSurface> none;
  const GarmentSweep sweep{d.character, {}, d.body, none, d.shapes, d.poses, 0, 1, 1, {}};
  for (auto _ : state) benchmark::DoNotOptimize(sweep_garments(sweep).has_value());
  const auto cases =
      static_cast<double>(state.iterations()) * static_cast<double>(d.shapes.size() * d.poses.size());
  state.counters["shapes_per_minute"] = benchmark::Counter(60.0 * cases, benchmark::Counter::kIsRate);
}

const bool kRegistered = [] {
  const auto all = static_cast<long>(Parallel(0).threads());
  auto* const sweep = benchmark::RegisterBenchmark("fit/sweep/dressed_body", sweep_dressed_body);
  sweep->ArgName("threads")->Arg(1)->UseRealTime()->Unit(benchmark::kMillisecond);
  if (all > 1) sweep->Arg(all);
  benchmark::RegisterBenchmark("fit/skin/body_alone", skin_dressed_body)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
