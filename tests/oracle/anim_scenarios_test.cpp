// oracle/anim/scenarios.json.gz: several clips, update by update.
//
// Our joints do not depend on history: every update starts with the shape, worn
// meshes and rest rotations. The steps where the viewer shows earlier state are
// listed, with the reason. What clips do is compared in each of them, and if the
// only reason is that joints keep what the last clip wrote, that is checked, too.
#include <algorithm>
#include <map>
#include <set>

#include "tests/oracle/clip_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

enum class ClipHistory { kept, added, saved };
// kept: joints keep what the last clip wrote (8.2)
// added: a slider adds its change to that, or a mesh replaces it (8.3)
// saved: taking off a mesh brings back a position that was saved while a clip had moved the joint (8.4)

const std::map<std::pair<std::string, int>, ClipHistory>& clip_history_steps();

class Stage {
 public:
  Stage(const Character& character, const json& scenario) : c_(character), player_(character.skeleton) {
    inputs_.sliders = shape_sliders(scenario.at("shape"));
  }

  void add_clip(const std::string& key, const io::Bytes& bytes) {
    clips_.emplace(key, std::make_unique<Clip>(clip_from(bytes, key, c_.skeleton)));
  }

  void act(const json& step, PlaybackDifference& d, const std::string& where) {
    const std::string op = step.at("op");
    if (op == "start") player_.start(clip(step), step.value("start_offset", 0.0f));
    if (op == "stop") player_.stop(clip(step));
    if (op == "stop_immediate") player_.cut(clip(step));
    if (op == "param") inputs_.sliders[step.at("id").get<int>()] = step.at("weight").get<double>();
    if (op == "detach") inputs_.worn.clear();
    if (op == "attach") {
      WornOffsets worn;
      worn.mesh_id = Uuid::numbered(1);
      for (const json& joint : step.at("joints")) {
        meshed_.insert(c_.skeleton.find(joint[0].get<std::string>()));
        worn.joints.push_back({joint[0].get<std::string>(),
                               Vec3(joint[1].get<double>(), joint[2].get<double>(), joint[3].get<double>())});
      }
      inputs_.worn = {worn};
    }
    if (op == "at" || op == "frame") {
      player_.update(step.at("t").get<float>());
      keep(kept_, player_.pose());
    }
    if (step.contains("stop_time"))
      d.time.compare(player_.find(clip(step))->stop_time, step.at("stop_time").get<double>(), where);
  }

  const Clip& clip(const json& step) const { return *clips_.at(step.at("clip").get<std::string>()); }
  const std::map<std::string, std::unique_ptr<Clip>>& clips() const { return clips_; }
  const Player& player() const { return player_; }
  std::size_t active() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(player_.playbacks(), [](const auto& p) { return p->active; }));
  }

  // Whether a clip or a mesh of the scenario places the joint.
  bool ever_moved(JointIndex joint) const {
    if (meshed_.count(joint)) return true;
    for (const auto& [key, clip] : clips_)
      for (const ClipTrack& track : clip->tracks())
        if (track.joint == joint && !track.positions.empty()) return true;
    return false;
  }

  std::vector<JointTransform> bare() { return solve(player_.pose()); }
  std::vector<JointTransform> with_history() { return solve(kept_); }

 private:
  std::vector<JointTransform> solve(const Pose& pose) {
    inputs_.pose = pose;
    return evaluate_avatar(c_, inputs_).joints;
  }

  const Character& c_;
  Player player_;
  std::map<std::string, std::unique_ptr<Clip>> clips_;
  AvatarInputs inputs_;
  std::set<JointIndex> meshed_;
  Pose kept_;
};

struct ScenarioResult {
  PlaybackDifference playback;
  std::size_t named = 0, compared = 0;
};

void compare_step(const Character& c, Stage& stage, const json& step, const std::string& where,
                  const ClipHistory* history, ScenarioResult& outcome) {
  if (step.contains("clips")) {
    for (const auto& [key, theirs] : step.at("clips").items()) {
      const Clip& clip = *stage.clips().at(key);
      compare_playback(outcome.playback, clip, stage.player().find(clip), theirs, where + " " + key);
    }
    EXPECT_EQ(stage.active(), step.at("active_motions").get<std::size_t>()) << where;
  }
  if (!step.contains("state")) return;
  ++outcome.compared;
  SkeletonDifference bare, kept;
  compare_skeleton(bare, c.skeleton, stage.bare(), step.at("state"), where);
  if (history == nullptr) {
    EXPECT_TRUE(bare.within()) << where << ": " << bare.position.value() << " m and " << bare.rotation.value()
                               << " at " << bare.position.where() << " and " << bare.rotation.where();
    return;
  }
  ++outcome.named;
  EXPECT_FALSE(bare.within()) << where << " agrees; take it off the list";
  compare_skeleton(kept, c.skeleton, stage.with_history(), step.at("state"), where);
  if (*history == ClipHistory::kept) {
    EXPECT_TRUE(kept.within()) << where
                               << " is not explained by what clips wrote last: " << kept.position.value()
                               << " at " << kept.position.where();
    return;
  }
  EXPECT_FALSE(kept.within()) << where << " is explained by what clips wrote last; list it so";
  // Positions have a history of their own then; rotations have not, nor has what no clip and no mesh ever
  // moved.
  EXPECT_WITHIN_LIMIT(kept.rotation);
  EXPECT_WITHIN_LIMIT(kept.world_rotation);
  const std::vector<JointTransform> joints = stage.bare();
  Worst untouched(kSampleLimit);
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (!stage.ever_moved(static_cast<JointIndex>(j)))
      untouched.compare(joints[j].position, step.at("state")[j], 0,
                        where + " " + c.skeleton.joints()[j].name);
  EXPECT_WITHIN_LIMIT(untouched);
}

TEST(AnimScenariosOracle, EveryStepAgreesOrIsNamed) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/scenarios.json.gz");
  MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
  const Character& c = character(CharacterSource::builtin);
  const json oracle = read_json(shared_path("oracle/anim/scenarios.json.gz"));
  ScenarioResult outcome;
  for (const json& scenario : oracle.at("scenarios")) {
    const std::string name = scenario.at("name");
    Stage stage(c, scenario);
    for (const auto& [key, file] : scenario.at("clips").items())
      stage.add_clip(key, from_base64(oracle.at("clip_files").at(file.get<std::string>())));
    int index = -1;
    for (const json& step : scenario.at("steps")) {
      ++index;
      const std::string where =
          name + " step " + std::to_string(index) + " " + step.at("op").get<std::string>();
      stage.act(step, outcome.playback, where);
      const auto listed = clip_history_steps().find({name, index});
      compare_step(c, stage, step, where, listed == clip_history_steps().end() ? nullptr : &listed->second,
                   outcome);
    }
  }
  EXPECT_PLAYBACK_WITHIN(outcome.playback);
  EXPECT_EQ(outcome.named, clip_history_steps().size());
  EXPECT_GT(outcome.compared - outcome.named, 150u);
}

const std::map<std::pair<std::string, int>, ClipHistory>& clip_history_steps() {
  static const std::map<std::pair<std::string, int>, ClipHistory> steps = [] {
    std::map<std::pair<std::string, int>, ClipHistory> made;
    const auto add = [&](const char* scenario, ClipHistory history, std::initializer_list<int> indices) {
      for (const int index : indices) made[{scenario, index}] = history;
    };
    add("01_low_then_high", ClipHistory::kept, {22, 23, 24, 25, 26, 27, 28, 29, 30, 31});
    add("09_positions_on_random_shape", ClipHistory::kept, {12, 13, 14, 15, 26, 27, 28});
    add("09_positions_on_random_shape", ClipHistory::added, {16, 17, 18, 23});
    add("10_two_position_clips", ClipHistory::kept, {15, 16, 17});
    add("11_pelvis_once", ClipHistory::kept, {10, 11, 12});
    add("12_restart_while_easing", ClipHistory::kept, {18});
    add("13_start_offset_and_stop_immediate", ClipHistory::kept, {9, 10, 12, 13});
    add("16_mesh_overrides_and_positions", ClipHistory::kept, {11, 12});
    add("16_mesh_overrides_and_positions", ClipHistory::added, {8, 13, 16, 17});
    add("16_mesh_overrides_and_positions", ClipHistory::saved, {6, 14, 15, 18, 19});
    add("17_pelvis_with_permanent_pelvis_fix", ClipHistory::kept, {14, 15, 16});
    return made;
  }();
  return steps;
}

}  // namespace
}  // namespace mannequin::test
