// oracle/anim/constraints.json.gz: four clips with one constraint each, at 30 updates a second.
#include <map>

#include "tests/oracle/clip_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

constexpr double kConstraintLimit = 1e-5;  // what an independent program reached is 1.7e-6

TEST(AnimConstraintsOracle, EveryUpdate) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/constraints.json.gz");
  MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
  const Character& c = character(CharacterSource::builtin);
  const json oracle = read_json(shared_path("oracle/anim/constraints.json.gz"));
  PlaybackDifference playback{.sample = Worst(kConstraintLimit)};
  SkeletonDifference joints{.position = Worst(kConstraintLimit),
                            .rotation = Worst(kConstraintLimit),
                            .world = Worst(kConstraintLimit),
                            .world_rotation = Worst(kConstraintLimit)};
  for (const json& scenario : oracle.at("scenarios")) {
    const std::string name = scenario.at("name");
    std::map<std::string, std::unique_ptr<Clip>> clips;
    for (const auto& [key, file] : scenario.at("clips").items())
      clips[key] = std::make_unique<Clip>(
          clip_from(from_base64(oracle.at("clip_files").at(file.get<std::string>())), key, c.skeleton));
    AvatarInputs inputs;
    inputs.sliders = shape_sliders(scenario.at("shape"));
    AvatarState state = evaluate_avatar(c, inputs);
    Player player(c.skeleton);
    ConstraintScene scene;
    scene.frame_seconds = 1.0 / 30.0;
    scene.ground = [](const Vec3& at) { return GroundPoint{{at.x, at.y, -1.06}, {0.0, 0.0, 1.0}}; };
    Pose kept;
    for (const json& step : scenario.at("steps")) {
      scene.joints = state.joints;
      const std::string op = step.at("op"), where = name + " at " + std::to_string(step.value("t", 0.0));
      const auto clip = [&]() -> const Clip& { return *clips.at(step.at("clip").get<std::string>()); };
      if (op == "start") player.start(clip(), step.value("start_offset", 0.0f), &scene);
      if (op == "stop") player.stop(clip());
      if (op == "at" || op == "frame") {
        player.update(step.at("t").get<float>(), &scene);
        // The viewer's joints keep what a clip wrote last.
        keep(kept, player.pose());
        inputs.pose = kept;
        evaluate_avatar(c, inputs, state);
      }
      if (step.contains("clips"))
        for (const auto& [key, theirs] : step.at("clips").items())
          compare_playback(playback, *clips.at(key), player.find(*clips.at(key)), theirs, where);
      if (step.contains("state")) compare_skeleton(joints, c.skeleton, state.joints, step.at("state"), where);
    }
  }
  EXPECT_PLAYBACK_WITHIN(playback);
  EXPECT_SKELETON_WITHIN(joints);
  RecordProperty("worst_sample", std::to_string(playback.sample.value()));
  RecordProperty("worst_world", std::to_string(joints.world.value()));
}

}  // namespace
}  // namespace mannequin::test
