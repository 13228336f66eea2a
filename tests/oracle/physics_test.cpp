// physics.json.gz: six oscillators over 130 cases, frame by frame, started as the viewer does.
#include "engine/motion/physics.h"

#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

constexpr double kPhysicsLimit = 2e-5;  // of a range's upper end; of README-physics.md

class PhysicsOracle : public testing::Test {
 protected:
  void SetUp() override { MANNEQUIN_NEEDS_SHARED("oracle/host/physics.json.gz"); }
};

AllPhysicsSettings settings_of(const Character& c, const json& set) {
  SliderValues sliders;
  for (const auto& [id, weight] : set.items()) sliders[std::stoi(id)] = weight.get<float>();
  return physics_settings(c.appearance, evaluate_weights(c.appearance, sliders));
}

PhysicsJoint joint_at(const json& joint, std::size_t frame) {
  const auto p = [&](std::size_t k) { return joint.at("p")[3 * frame + k].get<float>(); };
  const auto q = [&](std::size_t k) { return joint.at("q")[4 * frame + k].get<float>(); };
  return {{p(0), p(1), p(2)}, glm::quat(q(3), q(0), q(1), q(2))};
}

// steps: a character per frame, 0 where nothing was computed.
struct Recorded {
  const json& motion;
  double weight(std::size_t frame) const {
    return motion.contains("weight_constant") ? motion.at("weight_constant").get<double>()
                                              : motion.at("weight")[frame].get<double>();
  }
};

TEST_F(PhysicsOracle, EveryFrameOfEveryCase) {
  const Character& c = character(CharacterSource::builtin);
  const json oracle = read_json(shared_path("oracle/host/physics.json.gz"));
  std::map<std::string, AllPhysicsSettings> sets;
  for (const auto& [name, set] : oracle.at("param_sets").items()) sets[name] = settings_of(c, set);

  Worst weight(kPhysicsLimit), inside(kPhysicsLimit);
  for (const json& recorded : oracle.at("cases")) {
    const std::string rate = recorded.at("rate"), moved = recorded.at("joint_motion"),
                      params = recorded.at("params"), label = moved + " " + rate + " " + params;
    const json& joints = oracle.at("joint_motions").at(moved).at(rate);
    PhysicsOptions options;
    options.start_as_viewer = true;
    options.level_of_detail = recorded.at("lod").get<float>();
    options.own_avatar = recorded.at("is_self").get<bool>();
    options.sqrt_pixel_area = recorded.at("sqrt_pixel_area").get<float>();
    AvatarPhysics physics(c.appearance, options);
    const std::string updates = recorded.at("update");
    std::array<std::size_t, kPhysicsMotions> next_checkpoint{};
    std::string now = params;
    for (std::size_t frame = 0; frame < updates.size(); ++frame) {
      if (recorded.contains("schedule"))
        for (const json& change : recorded.at("schedule"))
          if (change[0].get<std::size_t>() <= frame) now = change[1].get<std::string>();
      const bool seen =
          physics.update(joints.at("t")[frame].get<float>(), joint_at(joints.at("mChest"), frame),
                         joint_at(joints.at("mPelvis"), frame), sets.at(now));
      const std::string where = label + " frame " + std::to_string(frame);
      ASSERT_EQ(seen, updates[frame] == '1') << where;
      for (std::size_t m = 0; m < kPhysicsMotions; ++m) {
        const json& motion = recorded.at("motions")[m];
        for (const json& id : oracle.at("motions")[m].at("driven")) {
          const auto ours = std::ranges::find(physics.weights(), id.get<int>(), &ParameterWeight::parameter);
          ASSERT_NE(ours, physics.weights().end());
          const double max = oracle.at("driven").at(std::to_string(id.get<int>())).at("max").get<double>();
          weight.compare(static_cast<double>(ours->weight) / max, Recorded{motion}.weight(frame) / max,
                         where);
        }
        const json& checkpoints = motion.at("checkpoints");
        if (next_checkpoint[m] == checkpoints.size()) continue;
        const json& checkpoint = checkpoints[next_checkpoint[m]];
        if (checkpoint[0].get<std::size_t>() != frame) continue;
        ++next_checkpoint[m];
        const AvatarPhysics::State& state = physics.state(m);
        const double values[] = {state.x, state.velocity, state.joint_velocity, state.joint_acceleration};
        const double x = checkpoint[1].get<double>();
        const bool at_an_end = std::abs(x) < 1e-6 || std::abs(x - 1.0) < 1e-6;
        for (std::size_t k = 0; k < 4; ++k) {
          if (k == 1 && at_an_end) continue;  // there the result depends on the last bit
          const double theirs = checkpoint[k + 1].get<double>(), size = std::max(1.0, std::abs(theirs));
          inside.compare(values[k] / size, theirs / size, where + " checkpoint");
        }
      }
    }
    for (std::size_t m = 0; m < kPhysicsMotions; ++m)
      EXPECT_EQ(next_checkpoint[m], recorded.at("motions")[m].at("checkpoints").size()) << label;
  }
  EXPECT_WITHIN_LIMIT(weight);
  EXPECT_WITHIN_LIMIT(inside);
  RecordProperty("worst_weight", std::to_string(weight.value()));
}

// What the driven weights do to collision volumes, of either sex.
TEST_F(PhysicsOracle, VolumesFollowTheWeights) {
  const Character& c = character(CharacterSource::builtin);
  const json oracle = read_json(shared_path("oracle/host/physics.json.gz"));
  Worst offset(1e-6);
  for (const json& set : oracle.at("volume_offsets"))
    for (const char* sex : {"female", "male"}) {
      AvatarInputs still;
      still.sliders[kMaleParameter] = sex == std::string("male") ? 1.0 : 0.0;
      AvatarInputs swinging = still;
      for (const auto& [id, weight] : set.at("weights").items())
        swinging.sliders[std::stoi(id)] = weight.get<double>();
      const AvatarState before = evaluate_avatar(c, still), after = evaluate_avatar(c, swinging);
      for (const auto& [name, numbers] : set.at(sex).items()) {
        const auto joint = static_cast<std::size_t>(c.skeleton.find(name));
        offset.compare(after.joints[joint].position - before.joints[joint].position, numbers, 0, name);
      }
    }
  EXPECT_WITHIN_LIMIT(offset);
}

}  // namespace
}  // namespace mannequin::test
