// layers_gl/...: painting skin and clothing in OpenGL, each case compared first with the CPU.
#include <glad/gl.h>

#include <algorithm>
#include <cstdlib>

#include "bench/bench_scene.h"
#include "bench/gl/gl_device.h"
#include "bench/layers_scene.h"
#include "engine/layers/gl/gl_layer_composer.h"

namespace mannequin::bench {
namespace {

// False after reporting to `state`, if the case has no time.
bool agrees(benchmark::State& state, GlLayerComposer& composer, const OutfitPaint& paint) {
  LayerComposer reference;
  reference.compose(paint);
  int most = 0;
  for (const auto& [region, composite] : reference.composites()) {
    const auto read = composer.read_back(region);
    if (!read) {
      state.SkipWithError(read.error().message().c_str());
      return false;
    }
    for (std::size_t i = 0; i < read->rgba.size(); ++i)
      most = std::max(most, std::abs(int{read->rgba[i]} - int{composite->rgba[i]}));
  }
  return check(state, most, 1.0, "the largest difference of a byte");
}

// Paints, and waits for the device; false after reporting to `state`.
bool compose(benchmark::State& state, GlLayerComposer& composer, const OutfitPaint& paint) {
  const auto changed = composer.compose(paint);
  if (!changed) state.SkipWithError(changed.error().message().c_str());
  glFinish();
  return changed.has_value();
}

// Every region from scratch, its pictures uploaded.
void all_sets(benchmark::State& state) {
  const auto composer = GlLayerComposer::create();
  if (!composer) return state.SkipWithError(composer.error().message().c_str());
  const std::array<OutfitPaint, 2> paints = two_paints();
  if (!compose(state, **composer, paints[0]) || !agrees(state, **composer, paints[0])) return;
  std::size_t i = 0;
  for (auto _ : state)
    if (!compose(state, **composer, paints[++i % 2])) break;
}

// One slider dragged: its region's pictures stay on the device.
void dragged(benchmark::State& state, int slider) {
  const auto composer = GlLayerComposer::create();
  if (!composer) return state.SkipWithError(composer.error().message().c_str());
  LayerOutfit outfit = everything();
  int step = 0;
  const auto drag = [&] {
    drag_slider(outfit, slider, ++step);
    return planned(outfit);
  };
  if (!compose(state, **composer, planned(outfit))) return;
  const OutfitPaint first = drag();
  if (!compose(state, **composer, first) || !agrees(state, **composer, first)) return;
  for (auto _ : state)
    if (!compose(state, **composer, drag())) break;
}

const bool registered = [] {
  const auto add = [](const char* name, auto run) {
    benchmark::RegisterBenchmark(name,
                                 [=](benchmark::State& state) {
                                   const GlDevice& device = gl_device();
                                   if (!device.available())
                                     return state.SkipWithError(device.missing.c_str());
                                   // Minutes, for what the cases of the CPU measure.
                                   if (device.software)
                                     return state.SkipWithError("skipped: OpenGL runs on the processor");
                                   state.SetLabel(device.name);
                                   run(state);
                                 })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  add("layers_gl/all_sets/2048", all_sets);
  add("layers_gl/drag/sleeve_length", [](benchmark::State& state) { dragged(state, 800); });
  add("layers_gl/drag/skin_pigment", [](benchmark::State& state) { dragged(state, 111); });
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
