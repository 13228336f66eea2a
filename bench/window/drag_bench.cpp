// drag/gl/TARGET/worn:WHAT: one step of dragging a slider in the window of 1280 x 800, from the new value to
// the finished picture, with the window's default skinner. The result is compared with the reference first,
// and read back only for that.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "bench/bench_scene.h"
#include "bench/skin_backends.h"
#include "tools/preview/render/canvas.h"
#include "tools/preview/stage.h"

namespace mannequin::bench {
namespace {

constexpr int kWidth = 1280, kHeight = 800;
constexpr int kBodyFat = 637;

// The files listed in MANNEQUIN_WORN, separated by colons.
std::vector<std::filesystem::path> files_worn() {
  std::vector<std::filesystem::path> files;
  const char* list = std::getenv("MANNEQUIN_WORN");
  std::istringstream names(list == nullptr ? "" : list);
  for (std::string name; std::getline(names, name, ':');) files.emplace_back(name);
  return files;
}

std::unique_ptr<preview::Stage> make_stage(benchmark::State& state, const PreviewOptions& options) {
  auto stage = preview::Stage::create(character(), options, 1.0f, true);
  if (stage) return std::move(*stage);
  state.SkipWithError(stage.error().message().c_str());
  return nullptr;
}

void drag(benchmark::State& state, const PreviewOptions& options) {
  const auto stage = make_stage(state, options);
  if (!stage) return;
  preview::Workspace& workspace = stage->workspace();
  const preview::Canvas canvas(kWidth, kHeight);
  const Appearance& appearance = character().appearance;
  const ParameterDesc& slider = appearance[appearance.find(kBodyFat)];
  if (!stage->settle(canvas.framebuffer(), kWidth, kHeight, true)) return state.SkipWithError("cannot draw");

  workspace.document.sliders.begin(slider);
  workspace.document.sliders.move(slider, 60.0);
  workspace.view.scene().check_against_reference(true);
  if (!stage->settle(canvas.framebuffer(), kWidth, kHeight, true)) return state.SkipWithError("cannot draw");
  const auto& error = workspace.view.scene().live_error();
  if (!error || !error->within_limits()) return state.SkipWithError("what is drawn is not as the reference");
  workspace.view.scene().check_against_reference(false);

  preview::PictureTime sum;
  double percent = 0.0;
  for (auto _ : state) {
    percent = percent < 99.0 ? percent + 1.0 : 0.0;
    workspace.document.sliders.move(slider, percent);
    const auto drawn = stage->frame(canvas.framebuffer(), kWidth, kHeight, 1.0f, true);
    glFinish();
    if (!drawn) return state.SkipWithError(drawn.error().message().c_str());
    const preview::PictureTime& time = workspace.view.timings.list().back();
    sum.shape += time.shape;
    sum.skin += time.skin;
    sum.draw += time.draw;
  }
  const auto mean = [](double milliseconds) {
    return benchmark::Counter(milliseconds, benchmark::Counter::kAvgIterations);
  };
  state.counters["shape_ms"] = mean(sum.shape);
  state.counters["skin_ms"] = mean(sum.skin);
  state.counters["draw_ms"] = mean(sum.draw);
}

void add(const std::string& device, const std::string& worn, const PreviewOptions& options) {
  const std::string name = fmt::format("drag/gl/{}/worn:{}", device, worn);
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { drag(state, options); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  for (const SkinBackend& backend : gpu_backends()) {
    if (backend.name != "gl") continue;  // creating its device made its context current
    PreviewOptions options;
    options.outfit = {"top", "trousers", "boots"};
    add(backend.target, "built_in", options);
    PreviewOptions own;
    own.files = files_worn();
    if (!own.files.empty()) add(backend.target, "files", own);
  }
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
