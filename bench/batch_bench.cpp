// shape/batch, palette/batch, update/...: avatars side by side, for every CPU target. A case compares its
// palettes with the double-precision ones first.
//
// update/batch/<target>/everything starts from set inputs, like its parts shape/batch and palette/batch;
// setting them is update/batch/<target>/inputs. update/one_avatar and update/one_slider include it.
#include <fmt/format.h>

#include <functional>

#include "bench/bench_scene.h"
#include "engine/avatar/avatar_batch.h"
#include "engine/avatar/batch_tables.h"
#include "engine/skinning/palette.h"
#include "tools/scenes/random.h"
#include "tools/scenes/scenes.h"

namespace mannequin::bench {
namespace {

constexpr double kLimit = 4e-6;  // of a row's greatest number

// Every bone turned, as an animation of the whole body does; volumes stay as they rest on their bones.
Pose turned_pose(std::uint32_t seed) {
  scenes::Random random(seed);
  const auto even = [&] { return random.unit() - 0.5; };
  Pose pose;
  const Skeleton& skeleton = character().skeleton;
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    if (skeleton.joints()[j].kind == JointKind::bone)
      pose.set_rotation(skeleton, static_cast<JointIndex>(j),
                        glm::normalize(Quat(1.0, even(), even(), even())));
  pose.root_position = Vec3(even(), even(), 0.0);
  return pose;
}

AvatarInputs inputs_of(std::size_t avatar) {
  const auto seed = static_cast<std::uint32_t>(avatar);
  AvatarInputs inputs;
  inputs.sliders =
      scenes::random_shape(character().appearance, seed % 2 != 0 ? Sex::male : Sex::female, seed);
  inputs.pose = turned_pose(seed);
  return inputs;
}

std::vector<double> by_index(const SliderValues& sliders) {
  std::vector<double> requested(character().appearance.size(), std::numeric_limits<double>::quiet_NaN());
  for (const auto& [id, weight] : sliders)
    requested[static_cast<std::size_t>(character().appearance.find(id))] = weight;
  return requested;
}

// A batch with its avatars' inputs set, whose palettes are checked.
struct Stage {
  BoundMesh bound = synthetic(1000, 4, 110);
  std::vector<AvatarInputs> inputs;
  AvatarBatch batch;

  Stage(CpuTarget target, unsigned threads, std::size_t avatars, std::size_t lanes = kBatchLanes)
      : batch([&] {
          const Skin* const skin = &bound.skin;
          return std::move(
              AvatarBatch::create(character(), {&skin, 1}, {target, threads, avatars, lanes}).value());
        }()) {
    for (std::size_t i = 0; i < avatars; ++i) {
      inputs.push_back(inputs_of(i));
      batch.add_avatar();
      batch.set_sliders(i, inputs[i].sliders);
      batch.set_pose(i, inputs[i].pose);
    }
    batch.evaluate();
  }

  bool is_right(benchmark::State& state) const {
    std::vector<Mat4> exact(bound.skin.palette_size());
    for (std::size_t i = 0; i < inputs.size(); i += 1 + inputs.size() / 20) {
      make_palette(bound.skin, evaluate_avatar(character(), inputs[i]).joints, std::span<Mat4>(exact));
      const auto palette = batch.palettes(0).subspan(i * exact.size(), exact.size());
      if (!check(state, palette_difference(palette, exact), kLimit,
                 fmt::format("the palette of avatar {}", i)))
        return false;
    }
    return true;
  }
};

void count(benchmark::State& state, std::size_t avatars) {
  state.counters["avatars_per_second"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(avatars), benchmark::Counter::kIsRate);
}

using Work = void (*)(AvatarBatch&);

void many(benchmark::State& state, CpuTarget target, unsigned threads, std::size_t avatars, Work work) {
  Stage stage(target, threads, avatars);
  stage.batch.invalidate();
  stage.batch.evaluate();
  if (!stage.is_right(state)) return;
  for (auto _ : state) {
    work(stage.batch);
    benchmark::ClobberMemory();
  }
  if (stage.is_right(state)) count(state, avatars);
}

void set_inputs(benchmark::State& state, CpuTarget target, std::size_t avatars) {
  Stage stage(target, 1, avatars);
  std::vector<std::vector<double>> sliders;
  for (const AvatarInputs& inputs : stage.inputs) sliders.push_back(by_index(inputs.sliders));
  for (auto _ : state)
    for (std::size_t i = 0; i < avatars; ++i) {
      stage.batch.set_sliders(i, sliders[i]);
      stage.batch.set_pose(i, stage.inputs[i].pose);
    }
  stage.batch.evaluate();
  if (stage.is_right(state)) count(state, avatars);
}

// One avatar of a group gets all its inputs and is the only one evaluated.
void one_avatar(benchmark::State& state, CpuTarget target, std::size_t lanes) {
  Stage stage(target, 1, lanes, lanes);
  const std::size_t avatar = lanes / 3;
  const std::vector<double> sliders = by_index(stage.inputs[avatar].sliders);
  for (auto _ : state) {
    stage.batch.set_sliders(avatar, sliders);
    stage.batch.set_pose(avatar, stage.inputs[avatar].pose);
    stage.batch.evaluate();
    benchmark::ClobberMemory();
  }
  if (stage.is_right(state)) count(state, 1);
}

// The editor's sliders in turn, back and forth.
void one_slider(benchmark::State& state, CpuTarget target, bool palettes, std::size_t lanes) {
  Stage stage(target, 1, lanes, lanes);
  const std::size_t avatar = lanes / 3;
  std::vector<int> ids;
  std::vector<double> low, high;
  for (const PrunedSlider& slider : stage.batch.definition().tables().pruned().sliders()) {
    const ParameterDesc& parameter = character().appearance[slider.parameter];
    if (parameter.group != 0 || slider.shape_rows.empty() || parameter.id == kMaleParameter) continue;
    ids.push_back(parameter.id);
    low.push_back(parameter.min);
    high.push_back(parameter.max);
  }
  std::size_t k = 0;
  bool up = false;
  for (auto _ : state) {
    stage.batch.set_slider(avatar, ids[k], up ? high[k] : low[k]);
    // The shape is updated at once; palettes wait to be evaluated.
    if (palettes) stage.batch.evaluate();
    benchmark::ClobberMemory();
    if (++k < ids.size()) continue;
    k = 0;
    up = !up;
  }
  for (const int id : ids) stage.batch.set_slider(avatar, id, stage.inputs[avatar].sliders.at(id));
  stage.batch.evaluate();
  if (stage.is_right(state)) count(state, 1);
}

void add(const std::string& name, std::function<void(benchmark::State&)> run) {
  benchmark::RegisterBenchmark(name.c_str(), std::move(run))->UseRealTime();
}

const bool registered = [] {
  const Work shape = [](AvatarBatch& batch) { batch.invalidate(), batch.evaluate_shapes(); };
  const Work palette = [](AvatarBatch& batch) { batch.invalidate_palettes(), batch.evaluate(); };
  const Work everything = [](AvatarBatch& batch) { batch.invalidate(), batch.evaluate(); };
  for (const CpuTarget target : available_cpu_targets()) {
    const std::string at(name(target));
    for (const auto& [form, work] :
         {std::pair{"shape/batch/{}/avatars:{}/threads:{}", shape},
          std::pair{"palette/batch/{}/joints:110/avatars:{}/threads:{}", palette},
          std::pair{"update/batch/{}/everything/avatars:{}/threads:{}", everything}})
      for (const auto& [avatars, threads] : {std::pair<std::size_t, unsigned>{16, 1}, {256, 1}, {256, 2}})
        add(fmt::format(fmt::runtime(form), at, avatars, threads),
            [=, work = work, avatars = avatars, threads = threads](benchmark::State& state) {
              many(state, target, threads, avatars, work);
            });
    add(fmt::format("update/batch/{}/inputs/avatars:256/threads:1", at),
        [=](benchmark::State& state) { set_inputs(state, target, 256); });
    for (const std::size_t lanes : {std::size_t{1}, kBatchLanes}) {
      const std::string among = lanes == 1 ? "" : "/in_group";
      add(fmt::format("update/one_avatar/{}/everything{}", at, among),
          [=](benchmark::State& state) { one_avatar(state, target, lanes); });
      for (const bool palettes : {false, true})
        add(fmt::format("update/one_slider/{}/{}{}", at, palettes ? "everything" : "shape", among),
            [=](benchmark::State& state) { one_slider(state, target, palettes, lanes); });
    }
  }
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
