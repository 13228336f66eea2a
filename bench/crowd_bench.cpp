// crowd/...: frames of a whole crowd, as the example of that name runs it: different avatars, each with three
// of forty garments and a clip. by_distance: levels of detail, rates and culling; in_full: all of everything.
#include <fmt/format.h>

#include <memory>

#include "bench/bench_scene.h"
#include "bench/device_case.h"
#include "bench/skin_backends.h"
#include "engine/skinning/agreement.h"
#include "examples/crowd/agreement.h"
#include "examples/crowd/crowd.h"
#include "examples/crowd/visitors.h"
#include "tools/scenes/moving_clip.h"

namespace mannequin::bench {
namespace {

constexpr std::size_t kGarments = 40, kClips = 8;
constexpr float kFrame = 1.0f / 45.0f;
constexpr int kFirstFrames = 48;  // until every turn has come and the results have their final size

struct CrowdCase {
  SkinBackend backend;
  bool in_full = false;
  std::size_t avatars = 1;
  unsigned threads = 1;
};

const std::vector<example::Garment>& wardrobe() {
  static const auto made = std::move(example::make_wardrobe(character().skeleton, kGarments).value());
  return made;
}

const std::vector<Clip>& clips() {
  static const std::vector<Clip> made = scenes::moving_clips(character().skeleton, kClips);
  return made;
}

// A crowd at work.
class Venue {
 public:
  static Result<std::unique_ptr<Venue>> open(const CrowdCase& wanted) {
    auto venue = std::make_unique<Venue>();
    auto skinner = wanted.backend.make({}, wanted.threads);
    if (!skinner) return error_of(skinner);
    venue->skinner_ = std::move(*skinner);
    auto crowd = example::Crowd::create(character(), wardrobe(), *venue->skinner_,
                                        {.threads = wanted.threads, .in_full = wanted.in_full});
    if (!crowd) return error_of(crowd);
    venue->crowd_ = std::move(*crowd);
    venue->visitors_ = example::make_visitors(character().appearance, kGarments, clips(), wanted.avatars);
    for (const example::Visitor& visitor : venue->visitors_)
      if (auto status = venue->crowd_->add(visitor); !status) return error_of(status);
    for (int n = 0; n < kFirstFrames; ++n)
      if (auto status = venue->frame(); !status) return error_of(status);
    return venue;
  }

  Result<void> frame() {
    time_ += kFrame;
    return crowd_->frame(example::camera_at(time_), time_);
  }
  const example::Crowd& crowd() const { return *crowd_; }

  // Some of those in view, each at every vertex as of its last update.
  bool is_right(benchmark::State& state) {
    std::size_t checked = 0;
    for (std::size_t i = 0; i < crowd_->size(); i += std::max<std::size_t>(1, crowd_->size() / 40)) {
      if (crowd_->drawn(i).empty()) continue;
      ++checked;
      const auto found = example::compare_drawn(character(), wardrobe(), *skinner_, *crowd_, i, visitors_[i]);
      if (!found) return check(state, 1.0, 0.0, "reading back");
      if (!check(state, found->relative, kPositionLimit, "a position") ||
          !check(state, found->normal, kNormalLimit, "a normal"))
        return false;
    }
    return check(state, checked == 0 ? 1.0 : 0.0, 0.5, "the number of avatars in view");
  }

 private:
  std::unique_ptr<Skinner> skinner_;
  std::unique_ptr<example::Crowd> crowd_;  // refers to the skinner
  std::vector<example::Visitor> visitors_;
  float time_ = 0.0f;
};

void time_frames(benchmark::State& state, const std::string& name, const CrowdCase& wanted) {
  // As in skin/...: the library calls a case several times in a row.
  static std::unique_ptr<Venue> last;
  static std::string last_name;
  if (last_name != name || !last) {
    last.reset();
    last_name = name;
    auto venue = Venue::open(wanted);
    if (!venue) {
      const bool missing = venue.error().code == ErrorCode::no_device;
      return state.SkipWithError(((missing ? "skipped: " : "") + venue.error().message()).c_str());
    }
    last = std::move(*venue);
    if (!last->is_right(state)) return last.reset();
    if (wanted.backend.on_gpu()) warm_up([&] { return last->frame().has_value(); });
  }
  example::FrameTimes sum;
  double in_view = 0.0, updated = 0.0, skinned = 0.0, vertices = 0.0;
  for (auto _ : state) {
    if (!last->frame()) return state.SkipWithError("the device failed");
    sum += last->crowd().times();
    const example::FrameCounts& counts = last->crowd().counts();
    in_view += static_cast<double>(counts.in_view);
    updated += static_cast<double>(counts.updated);
    skinned += static_cast<double>(counts.skinned);
    vertices += static_cast<double>(counts.vertices);
  }
  const double frames = static_cast<double>(state.iterations()),
               avatars = static_cast<double>(wanted.avatars);
  const auto microseconds = [&](double seconds) { return seconds * 1e6 / frames / avatars; };
  state.counters["avatars_per_second"] = benchmark::Counter(frames * avatars, benchmark::Counter::kIsRate);
  state.counters["look_us"] = microseconds(sum.look);
  state.counters["motion_us"] = microseconds(sum.motion);
  state.counters["palettes_us"] = microseconds(sum.palettes);
  state.counters["boxes_us"] = microseconds(sum.boxes);
  state.counters["gather_us"] = microseconds(sum.gather);
  state.counters["skin_us"] = microseconds(sum.skin);
  state.counters["in_view"] = in_view / frames;
  state.counters["updated"] = updated / frames;
  state.counters["skinned"] = skinned / frames;
  state.counters["vertices"] = vertices / frames;
  if (const auto bytes = last->crowd().bytes()) {
    state.counters["bytes_per_avatar"] = static_cast<double>(bytes->avatars) / avatars;
    state.counters["bytes_per_avatar_on_device"] =
        static_cast<double>(bytes->gathered + bytes->results) / avatars;
    state.counters["bytes_of_meshes"] = static_cast<double>(bytes->meshes);
  }
}

void add(const CrowdCase& wanted) {
  const std::string name =
      fmt::format("crowd/{}/{}/{}/avatars:{}/threads:{}", wanted.backend.name, wanted.backend.target,
                  wanted.in_full ? "in_full" : "by_distance", wanted.avatars, wanted.threads);
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) { time_frames(state, name, wanted); })
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
}

const bool crowds_registered = [] {
  const SkinBackend cpu = cpu_backend(best_cpu_target());
  for (const std::size_t avatars : {1u, 10u, 100u, 1000u, 10000u})
    for (const unsigned threads : {1u, 2u}) {
      add({cpu, false, avatars, threads});
      if (avatars <= 1000) add({cpu, true, avatars, threads});
    }
  for (const SkinBackend& gpu : gpu_backends())
    for (const std::size_t avatars : {1u, 10u, 100u, 1000u, 10000u})
      if (!gpu.software || avatars <= 10)
        for (const unsigned threads : {1u, 2u}) add({gpu, false, avatars, threads});
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
