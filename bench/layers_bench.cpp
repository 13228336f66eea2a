// layers/...: painting skin and clothing, each case compared first with one thread of the scalar kernels.
#include <benchmark/benchmark.h>

#include "bench/layers_scene.h"
#include "engine/layers/layer_composer.h"

namespace mannequin::bench {
namespace {

// False after reporting to `state`, if the case has no time.
bool agrees(const LayerComposer& composer, const OutfitPaint& paint, benchmark::State& state) {
  LayerComposer reference({1, CpuTarget::scalar});
  reference.compose(paint);
  for (const auto& [region, composite] : reference.composites())
    if (composer.composites().at(region)->rgba != composite->rgba) {
      state.SkipWithError((region + " differs from the scalar kernels").c_str());
      return false;
    }
  return true;
}

// Every region from scratch, into allocated memory.
void all_sets(benchmark::State& state) {
  const std::array<OutfitPaint, 2> paints = two_paints();
  LayerComposer composer({static_cast<unsigned>(state.range(0)), best_cpu_target()});
  composer.compose(paints[0]);
  if (!agrees(composer, paints[0], state)) return;
  std::size_t i = 0;
  for (auto _ : state) composer.compose(paints[++i % 2]);
}

// One slider dragged: repaints only what it affects.
void dragged(benchmark::State& state, int slider) {
  LayerOutfit outfit = everything();
  LayerComposer composer({2, best_cpu_target()});
  composer.compose(planned(outfit));
  int step = 0;
  const auto drag = [&] {
    drag_slider(outfit, slider, ++step);
    const OutfitPaint paint = planned(outfit);
    composer.compose(paint);
    return paint;
  };
  if (!agrees(composer, drag(), state)) return;
  for (auto _ : state) drag();
}

BENCHMARK(all_sets)
    ->Name("layers/all_sets/2048")
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(dragged, sleeve, 800)
    ->Name("layers/drag/sleeve_length")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(dragged, trousers, 815)
    ->Name("layers/drag/trouser_length")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(dragged, red, 803)
    ->Name("layers/drag/shirt_red")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(dragged, pigment, 111)
    ->Name("layers/drag/skin_pigment")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace mannequin::bench
