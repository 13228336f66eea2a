// viewer/crowd/...: a viewer's frame. A hundred avatars, each in its own outfit
// of thirty rigs, with two clips, avatar physics and the palettes of everything
// they wear, on one thread; and one change in the crowd. Each case compares
// palettes with the double-precision ones, and counts its heap allocations: none.
// viewer/bounds/...: the posed box of the built-in body, and a pick of it.
#include <fmt/format.h>

#include <functional>
#include <memory>

#include "bench/bench_scene.h"
#include "engine/animation/player.h"
#include "engine/animation/sample.h"
#include "engine/avatar/avatar_batch.h"
#include "engine/bounds/pick.h"
#include "engine/motion/physics.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/host/allocations.h"
#include "tools/scenes/moving_clip.h"
#include "tools/scenes/scenes.h"

namespace mannequin::bench {
namespace {

constexpr std::size_t kAvatars = 100, kRigsEach = 30, kRigs = 120;
constexpr double kRigLimit = 4e-6;  // of a row's greatest number
constexpr float kFrame = 1.0f / 45.0f;

struct Rig {
  BoundMesh bound;
  std::shared_ptr<const WornRig> rig;
};

// With 10 to 110 joints; created once.
std::span<const Rig> all_rigs() {
  static const std::vector<Rig> rigs = [] {
    std::vector<Rig> made;
    for (std::size_t k = 0; k < kRigs; ++k) {
      BoundMesh bound = synthetic(64, 4, 10 + k % 101);
      auto rig =
          WornRig::build(bound.skin, character().skeleton, Uuid::numbered(static_cast<std::uint32_t>(k)));
      made.push_back({std::move(bound), std::move(*rig)});
    }
    return made;
  }();
  return rigs;
}

// What avatar i wears: no two wear the same.
std::size_t rig_of(std::size_t avatar, std::size_t place) {
  return (avatar * 7 + place * (1 + avatar % 4)) % kRigs;
}

// The motions of one avatar.
struct CrowdMember {
  SliderValues sliders;
  Player player{character().skeleton};
  AvatarPhysics physics{character().appearance};
};

// The crowd of a viewer's scene, frame by frame.
class ViewerScene {
 public:
  ViewerScene() : batch_(std::move(AvatarBatch::create(character(), {.capacity = kAvatars}).value())) {
    for (std::uint32_t seed = 0; seed < 8; ++seed)
      clips_.push_back(scenes::moving_clip(character().skeleton, seed));
    for (PhysicsSettings& settings : settings_) settings.max_effect = 2.0f;
    for (std::size_t i = 0; i < kAvatars; ++i) {
      auto& member = members_.emplace_back(std::make_unique<CrowdMember>());
      member->sliders = scenes::random_shape(character().appearance, i % 2 ? Sex::male : Sex::female,
                                             static_cast<std::uint32_t>(i));
      member->player.start(clips_[i % 8]);
      member->player.start(clips_[(i + 3) % 8]);
      batch_.add_avatar();
      batch_.set_sliders(i, member->sliders);
      std::vector<std::shared_ptr<const WornRig>> outfit;
      for (std::size_t k = 0; k < kRigsEach; ++k) outfit.push_back(all_rigs()[rig_of(i, k)].rig);
      if (!batch_.set_outfit(i, std::move(outfit))) std::abort();
    }
    batch_.evaluate();
    for (int n = 0; n < 3; ++n) frame();  // the first ones allocate
  }

  AvatarBatch& batch() { return batch_; }
  CrowdMember& member(std::size_t i) { return *members_[i]; }
  static constexpr std::size_t kOne = 37;  // the one that a single change affects

  // Everything that a frame changes on one avatar.
  void animate(std::size_t i) {
    CrowdMember& member = *members_[i];
    member.player.update(time_);
    member.physics.update(time_, joint(i, chest_), joint(i, pelvis_), settings_);
    for (const ParameterWeight& weight : member.physics.weights())
      batch_.set_slider(i, weight.parameter, static_cast<double>(weight.weight));
    batch_.set_pose(i, member.player.pose());
  }
  void frame() {
    time_ += kFrame;
    for (std::size_t i = 0; i < kAvatars; ++i) animate(i);
    batch_.evaluate();
  }

  bool is_right(benchmark::State& state) {
    for (const std::size_t i : {std::size_t{0}, kOne, kAvatars - 1}) {
      AvatarInputs inputs;
      inputs.sliders = members_[i]->sliders;
      for (const ParameterWeight& weight : members_[i]->physics.weights())
        inputs.sliders[weight.parameter] = static_cast<double>(weight.weight);
      inputs.pose = members_[i]->player.pose();
      const AvatarState exact = evaluate_avatar(character(), inputs);
      for (std::size_t k = 0; k < batch_.worn(i).size(); ++k) {
        const Skin* skin = skin_of(*batch_.worn(i)[k]);
        std::vector<Mat4> palette(skin->palette_size());
        make_palette(*skin, exact.joints, std::span<Mat4>(palette));
        if (!check(state, palette_difference(batch_.worn_palette(i, k), palette), kRigLimit,
                   fmt::format("the palette of avatar {}, attachment {}", i, k)))
          return false;
      }
    }
    return true;
  }

 private:
  static const Skin* skin_of(const WornRig& rig) {
    for (const Rig& known : all_rigs())
      if (known.rig.get() == &rig) return &known.bound.skin;
    std::abort();
  }
  // As of the last frame; faster than copy_joints(), for two joints.
  PhysicsJoint joint(std::size_t avatar, JointIndex joint) const {
    const Mat34& m = batch_.world_matrices(avatar)[static_cast<std::size_t>(joint)];
    glm::mat3 turned(m[0][0], m[1][0], m[2][0], m[0][1], m[1][1], m[2][1], m[0][2], m[1][2], m[2][2]);
    for (int column = 0; column < 3; ++column) turned[column] = glm::normalize(turned[column]);
    return {{m[0][3], m[1][3], m[2][3]}, glm::quat_cast(turned)};
  }

  AvatarBatch batch_;
  std::vector<Clip> clips_;
  std::vector<std::unique_ptr<CrowdMember>> members_;
  AllPhysicsSettings settings_;
  JointIndex chest_ = character().skeleton.find("mChest"), pelvis_ = character().skeleton.find("mPelvis");
  float time_ = 0.0f;
};

// step: one frame, or one change. allocates: whether it may, because new outfits need other memory.
void time_steps(benchmark::State& state, const std::function<void(ViewerScene&)>& step,
                bool allocates = false) {
  ViewerScene scene;
  step(scene);
  step(scene);
  scene.batch().evaluate();  // unless the step itself does
  if (!scene.is_right(state)) return;
  const std::size_t before = test::allocations();
  std::size_t steps = 0;
  for (auto _ : state) {
    step(scene);
    ++steps;
    benchmark::ClobberMemory();
  }
  const double each = static_cast<double>(test::allocations() - before) /
                      static_cast<double>(std::max<std::size_t>(steps, 1));
  // Excludes the loop's own bookkeeping from the steps, but not from the count.
  if (!allocates && !check(state, each, 0.5, "allocations in a frame")) return;
  scene.batch().evaluate();
  if (!scene.is_right(state)) return;
  state.counters["allocations"] = each < 0.5 ? 0.0 : each;
  state.counters["avatars"] = static_cast<double>(kAvatars);
}

void add_case(const std::string& name, std::function<void(ViewerScene&)> step, bool allocates = false) {
  benchmark::RegisterBenchmark(
      ("viewer/crowd/" + name).c_str(),
      [step = std::move(step), allocates](benchmark::State& state) { time_steps(state, step, allocates); })
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
}

// The built-in body in sixteen shapes and poses.
struct PosedBody {
  BoundMesh body = mannequin_body();
  PosedBounds bounds{body.mesh, body.skin};
  Picker picker{body.mesh, body.skin};
  std::vector<std::vector<Mat34>> palettes;
  std::vector<Box> tightest;

  PosedBody() {
    for (std::uint32_t seed = 0; seed < 16; ++seed) {
      AvatarInputs inputs;
      inputs.sliders = scenes::random_shape(character().appearance, seed % 2 ? Sex::male : Sex::female, seed);
      evaluate_clip(scenes::moving_clip(character().skeleton, seed), character().skeleton, 1.3, inputs.pose);
      const AvatarState state = evaluate_avatar(character(), inputs);
      make_palette(body.skin, state.joints,
                   std::span<Mat34>(palettes.emplace_back(body.skin.palette_size())));
      std::vector<Mat4> exact(body.skin.palette_size());
      make_palette(body.skin, state.joints, std::span<Mat4>(exact));
      std::vector<ReferenceVertex> vertices(body.mesh.vertex_count());
      skin_reference(body.mesh, body.skin, exact, vertices);
      Box& box = tightest.emplace_back();
      for (const ReferenceVertex& vertex : vertices) box.extend(vertex.position);
    }
  }
};

void time_boxes(benchmark::State& state) {
  const PosedBody posed;
  double volume = 0.0;
  for (std::size_t k = 0; k < posed.palettes.size(); ++k) {
    const Box box = posed.bounds.posed_box(posed.palettes[k]), &tight = posed.tightest[k];
    volume += box.volume() / tight.volume() / static_cast<double>(posed.palettes.size());
    if (!check(state, box.holds(tight.min) && box.holds(tight.max) ? 0.0 : 1.0, 0.5, "vertices outside"))
      return;
  }
  if (!check(state, volume - 1.0, 0.15, "the box's volume")) return;
  std::size_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(posed.bounds.posed_box(posed.palettes[k++ % 16]));
  state.counters["volume"] = volume;
}

// From the front, to the middle of the pose.
void time_picks(benchmark::State& state) {
  PosedBody posed;
  std::vector<Ray> rays(posed.palettes.size());
  std::size_t hits = 0;
  for (std::size_t k = 0; k < rays.size(); ++k) {
    const Box& box = posed.tightest[k];
    rays[k].origin = 0.5 * (box.min + box.max) + Vec3(5.0, 0.0, 0.1);
    rays[k].direction = Vec3(-1.0, 0.0, 0.0);
    hits += posed.picker.pick(rays[k], posed.palettes[k]).has_value();
  }
  if (!check(state, hits > rays.size() / 2 ? 0.0 : 1.0, 0.5, "rays that miss")) return;
  std::size_t k = 0, skinned = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(posed.picker.pick(rays[k % 16], posed.palettes[k % 16]));
    skinned += posed.picker.skinned_vertices();
    ++k;
  }
  state.counters["skinned"] = static_cast<double>(skinned) / static_cast<double>(std::max<std::size_t>(k, 1));
}

const bool viewer_registered = [] {
  const auto add_bounds = [](const std::string& name, void (*run)(benchmark::State&)) {
    benchmark::RegisterBenchmark(("viewer/bounds/" + name + "/mesh:mannequin").c_str(), run)
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
  };
  add_bounds("box", time_boxes);
  add_bounds("pick", time_picks);
  add_case("frame", [](ViewerScene& scene) { scene.frame(); });
  // The change and the resulting palettes, of one avatar among the hundred.
  add_case("one_slider", [](ViewerScene& scene) {
    double& height = scene.member(ViewerScene::kOne).sliders[33];
    height = height > 0.5 ? 0.1 : 0.9;
    scene.batch().set_slider(ViewerScene::kOne, 33, height);
    scene.batch().evaluate();
  });
  add_case("one_pose", [](ViewerScene& scene) {
    scene.batch().set_pose(ViewerScene::kOne, scene.member(ViewerScene::kOne).player.pose());
    scene.batch().evaluate();
  });
  const auto attach = [](ViewerScene& scene) {
    static const auto& extra = all_rigs()[rig_of(ViewerScene::kOne, kRigsEach - 1)].rig;
    AvatarBatch& batch = scene.batch();
    if (batch.worn(ViewerScene::kOne).size() == kRigsEach)
      (void)batch.take_off(ViewerScene::kOne, *extra);
    else
      (void)batch.wear(ViewerScene::kOne, extra);
  };
  add_case("one_attachment", attach, true);
  add_case(
      "one_attachment/evaluated",
      [attach](ViewerScene& scene) {
        attach(scene);
        scene.batch().evaluate();
      },
      true);
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
