// shape/...: sliders to joint shape. Checked against the viewer's
// own method, deltas accumulated parameter by parameter.
#include "bench/bench_scene.h"
#include "tools/scenes/scenes.h"

namespace mannequin::bench {
namespace {

// For each parameter in turn, changes every joint by (effective - last) x delta, from the file's effects by
// name.
JointShape accumulate(const ParameterWeights& weights) {
  const Character& c = character();
  JointShape shape = rest_joints(c.skeleton);
  for (std::size_t p = 0; p < c.appearance.size(); ++p) {
    const ParameterDesc& parameter = c.appearance.parameters()[p];
    const double w = weights.effective[p];
    for (const JointEffectDesc& effect : parameter.joints) {
      const JointIndex bone = c.skeleton.find(effect.joint);
      shape.scale[static_cast<std::size_t>(bone)] += w * effect.scale;
      shape.position[static_cast<std::size_t>(bone)] += w * effect.position;
      for (std::size_t j = 0; j < c.skeleton.size(); ++j) {
        const Joint& joint = c.skeleton.joints()[j];
        if (joint.parent == bone && joint.kind == JointKind::collision_volume)
          shape.scale[j] += w * joint.rest_scale * effect.scale;
      }
    }
    for (const MorphDesc& morph : parameter.morphs)
      for (const JointEffectDesc& volume : morph.volumes) {
        const auto j = static_cast<std::size_t>(c.skeleton.find(volume.joint));
        shape.scale[j] += w * volume.scale;
        shape.position[j] += w * volume.position;
      }
  }
  return shape;
}

double greatest_difference(const JointShape& a, const JointShape& b) {
  double worst = 0.0;
  for (std::size_t j = 0; j < a.position.size(); ++j)
    worst =
        std::max({worst, glm::length(a.position[j] - b.position[j]), glm::length(a.scale[j] - b.scale[j])});
  return worst;
}

void shape_from_sliders(benchmark::State& state) {
  const Character& c = character();
  const SliderValues sliders = scenes::random_shape(c.appearance, Sex::female, 1);
  const Shape shape = evaluate_shape(c.skeleton, c.appearance, sliders);
  if (!check(state, greatest_difference(shape.joints, accumulate(shape.weights)), 1e-9, "the shape")) return;
  for (auto _ : state) benchmark::DoNotOptimize(evaluate_shape(c.skeleton, c.appearance, sliders));
  state.counters["avatars_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(shape_from_sliders)->Name("shape/double/avatars:1");

}  // namespace
}  // namespace mannequin::bench
