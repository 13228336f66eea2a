// skin/.../mesh:system_avatar/...: morphs and skinning of the whole system avatar, each case compared with
// the reference first. Only where MANNEQUIN_CHARACTER names a viewer's character folder.
#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "bench/bench_scene.h"
#include "bench/skin_backends.h"
#include "engine/avatar/system_avatar.h"
#include "engine/io/definitions.h"
#include "engine/io/llm.h"
#include "engine/skinning/agreement.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tools/scenes/scenes.h"

namespace mannequin::bench {
namespace {

// The folder's definitions and every part, skirt and hair included.
struct Figure {
  Character character;
  SystemAvatar body;

  static Result<Figure> load(const std::filesystem::path& folder) {
    auto desc = io::read_character_folder(folder);
    if (!desc) return error_of(desc);
    auto character = Character::build(std::move(*desc));
    if (!character) return error_of(character);
    const auto meshes = io::read_base_meshes(folder, character->appearance.body_meshes());
    if (!meshes) return error_of(meshes);
    auto body = SystemAvatar::build(*character, *meshes);
    if (!body) return error_of(body);
    return Figure{std::move(*character), std::move(*body)};
  }
};

// Null if the environment names no folder.
const Figure* figure() {
  static const std::optional<Figure> loaded = []() -> std::optional<Figure> {
    const char* folder = std::getenv("MANNEQUIN_CHARACTER");
    if (folder == nullptr) return std::nullopt;
    Result<Figure> made = Figure::load(folder);
    if (made) return std::move(*made);
    fmt::print(stderr, "mannequin_bench: MANNEQUIN_CHARACTER: {}\n", made.error().message());
    std::exit(3);
  }();
  return loaded ? &*loaded : nullptr;
}

// Random shapes, one avatar each, on one skinner.
class Crowd {
 public:
  Crowd(const Figure& figure, std::size_t avatars) : figure_(figure), count_(avatars) {
    for (std::size_t i = 0; i < std::min<std::size_t>(avatars, 200); ++i) {
      AvatarInputs inputs;
      inputs.sliders = scenes::random_shape(figure.character.appearance, i % 2 ? Sex::male : Sex::female,
                                            static_cast<std::uint32_t>(i));
      states_.push_back(evaluate_avatar(figure.character, inputs));
    }
    for (const SystemPart& part : figure.body.parts) {
      const std::size_t slots = part.skin.palette_size(), morphs = part.morphs.size();
      auto& palettes = palettes_.emplace_back(slots * avatars);
      auto& weights = weights_.emplace_back(morphs * avatars);
      for (std::size_t i = 0; i < avatars; ++i) {
        const AvatarState& state = states_[i % states_.size()];
        make_palette(part.skin, state.joints, std::span<Mat34>(palettes).subspan(i * slots, slots));
        morph_weights(part.morphs, figure.character.appearance, state.shape.weights,
                      std::span(weights).subspan(i * morphs, morphs));
      }
    }
  }

  Status add_to(Skinner& skinner) {
    for (std::size_t p = 0; p < figure_.body.parts.size(); ++p) {
      const SystemPart& part = figure_.body.parts[p];
      const Result<MeshId> id = skinner.add_mesh(part.mesh, part.skin);
      if (!id) return error_of(id);
      jobs_.push_back({*id, palettes_[p], static_cast<std::uint32_t>(count_), weights_[p]});
    }
    return {};
  }

  std::span<const SkinJob> jobs() const { return jobs_; }

  bool agrees(benchmark::State& state, Skinner& skinner) const {
    for (std::size_t p = 0; p < jobs_.size(); ++p)
      for (const std::size_t i : std::set<std::size_t>{0, 1 % count_, count_ / 2, count_ - 1})
        if (!agrees(state, skinner, p, i)) return false;
    return true;
  }

  double vertices() const {
    double sum = 0.0;
    for (const SystemPart& part : figure_.body.parts)
      sum += static_cast<double>(part.mesh.vertex_count() * count_);
    return sum;
  }

 private:
  bool agrees(benchmark::State& state, Skinner& skinner, std::size_t p, std::size_t i) const {
    const SystemPart& part = figure_.body.parts[p];
    std::vector<SkinnedVertex> skinned(part.mesh.vertex_count());
    std::vector<ReferenceVertex> reference(part.mesh.vertex_count());
    std::vector<Mat4> palette(part.skin.palette_size());
    if (!skinner.read_back(jobs_[p].mesh, static_cast<std::uint32_t>(i), skinned))
      return check(state, 1.0, 0.0, "reading back");
    make_palette(part.skin, states_[i % states_.size()].joints, std::span<Mat4>(palette));
    const std::size_t morphs = part.morphs.size();
    skin_reference(ReferenceInput(part.mesh, part.skin), palette,
                   std::span(weights_[p]).subspan(i * morphs, morphs), reference);
    const Agreement agreement = compare_with_reference(skinned, reference);
    return check(state, agreement.relative, kPositionLimit, "a position of " + part.name) &&
           check(state, agreement.normal, kNormalLimit, "a normal of " + part.name);
  }

  const Figure& figure_;
  std::size_t count_;
  std::vector<AvatarState> states_;
  std::vector<std::vector<Mat34>> palettes_;  // by part
  std::vector<std::vector<float>> weights_;   // the same
  std::vector<SkinJob> jobs_;
};

void skin(benchmark::State& state, const SkinBackend& backend, std::size_t avatars, unsigned threads) {
  Crowd crowd(*figure(), avatars);
  auto skinner = backend.make({}, threads);
  if (!skinner) return state.SkipWithError(("skipped: " + skinner.error().message()).c_str());
  Status status = crowd.add_to(**skinner);
  if (status) status = (*skinner)->skin(crowd.jobs());
  if (!status) return state.SkipWithError(status.error().message().c_str());
  if (!crowd.agrees(state, **skinner)) return;
  for (auto _ : state) {
    const Status skinned = (*skinner)->skin(crowd.jobs());
    const Status finished = (*skinner)->finish();
    if (!skinned || !finished) return state.SkipWithError("the device failed");
    benchmark::ClobberMemory();
  }
  const auto rate = [&](double per_iteration) {
    return benchmark::Counter(static_cast<double>(state.iterations()) * per_iteration,
                              benchmark::Counter::kIsRate);
  };
  state.counters["vertices_per_second"] = rate(crowd.vertices());
  state.counters["avatars_per_second"] = rate(static_cast<double>(avatars));
}

void add(const SkinBackend& backend, std::size_t avatars, unsigned threads = 1) {
  const std::string whole = fmt::format("skin/{}/{}/pn/mesh:system_avatar/avatars:{}/threads:{}",
                                        backend.name, backend.target, avatars, threads);
  benchmark::RegisterBenchmark(whole.c_str(),
                               [=](benchmark::State& state) { skin(state, backend, avatars, threads); })
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
}

const bool registered = [] {
  if (figure() == nullptr) return false;
  add(reference_backend(), 1);
  for (const CpuTarget target : available_cpu_targets()) add(cpu_backend(target), 1);
  for (const unsigned threads : {1u, 2u}) add(cpu_backend(best_cpu_target()), 100, threads);
  for (const SkinBackend& backend : gpu_backends())
    for (const std::size_t avatars : {1u, 16u, 100u, 1000u})
      if (!backend.software || avatars <= 16) add(backend, avatars);
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
