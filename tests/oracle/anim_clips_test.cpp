// oracle/anim/*.anim.json.gz: each clip decoded, written back, packed for upload, and played alone.
//
// The viewer leaves on a joint what a clip last wrote; ours starts every update with the shape and the rest
// pose. So its joints differ where a clip no longer takes part, by exactly what the clip last wrote: that is
// compared, too.
#include <algorithm>

#include "engine/animation/sample.h"
#include "engine/io/anim_upload.h"
#include "tests/oracle/clip_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

std::vector<std::filesystem::path> clip_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(shared_path("oracle/anim")))
    if (entry.path().filename().string().find(".anim.json") != std::string::npos)
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::vector<JointTransform> solve(const Character& c, const std::string& shape, const Pose& pose) {
  AvatarInputs inputs;
  inputs.sliders = shape_sliders(shape);
  inputs.pose = pose;
  return evaluate_avatar(c, inputs).joints;
}

class AnimOracle : public testing::Test {
 protected:
  const Character& c = character(CharacterSource::builtin);
};

TEST_F(AnimOracle, DecodesAndWritesBackEveryClip) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/README.md");
  Worst keys(kKeyLimit);
  for (const auto& path : clip_files()) {
    const json oracle = read_json(path);
    const std::string name = oracle.at("file");
    ASSERT_TRUE(oracle.at("accepted").get<bool>()) << name;
    const io::Bytes bytes = recorded_bytes(oracle, "anim");
    const auto file = io::read_anim(bytes, name);
    ASSERT_TRUE(file) << file.error().message();
    EXPECT_EQ(bytes.size() - file->trailing.size(), oracle.at("bytes_read").get<std::size_t>()) << name;
    EXPECT_EQ(io::write_anim(*file), bytes) << name << ": unedited, and not the same bytes";
    compare_clip(keys, clip_from(bytes, name, c.skeleton), oracle.at("motion"), name);
  }
  EXPECT_WITHIN_LIMIT(keys);
  RecordProperty("keys", std::to_string(keys.value()));
}

TEST_F(AnimOracle, ConstraintsAreKept) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/syn_constraints.anim.json");
  const json oracle = read_json(shared_path("oracle/anim/syn_constraints.anim.json"));
  const Clip clip = clip_from(recorded_bytes(oracle, "anim"), "syn_constraints.anim", c.skeleton);
  const json& theirs = oracle.at("motion").at("constraints");
  ASSERT_EQ(clip.constraints().size(), theirs.size());
  std::vector<JointIndex> volumes;
  for (std::size_t j = 0; j < c.skeleton.size(); ++j)
    if (c.skeleton.joints()[j].kind == JointKind::collision_volume)
      volumes.push_back(static_cast<JointIndex>(j));
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const ClipConstraint& ours = clip.constraints()[i];
    const json& t = theirs[theirs.size() - 1 - i];  // the viewer keeps them the other way round
    EXPECT_EQ(ours.desc.chain_length, t.at("chain_length").get<unsigned>());
    EXPECT_EQ(ours.desc.plane, t.at("type") == "plane");
    EXPECT_EQ(ours.source, volumes.at(t.at("source_volume").get<std::size_t>()));
    EXPECT_EQ(ours.target == kNoJoint, t.at("target_type") == "ground");
    if (ours.target != kNoJoint) {
      EXPECT_EQ(ours.target, volumes.at(t.at("target_volume").get<std::size_t>()));
    }
    EXPECT_EQ(ours.chain, t.at("joint_indices").get<std::vector<std::size_t>>());
    Worst offsets(kKeyLimit);
    offsets.compare(Vec3(ours.desc.source_offset), t.at("source_offset"), 0, "source");
    offsets.compare(Vec3(ours.desc.target_offset), t.at("target_offset"), 0, "target");
    EXPECT_WITHIN_LIMIT(offsets);
    EXPECT_EQ(ours.desc.ease_in_start, t.at("ease_in_start").get<float>());
    EXPECT_EQ(ours.desc.ease_out_stop, t.at("ease_out_stop").get<float>());
  }
}

TEST_F(AnimOracle, PacksForUploadAsTheViewer) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/README.md");
  std::size_t packed = 0, refused = 0;
  for (const auto& path : clip_files()) {
    const json oracle = read_json(path);
    const std::string name = oracle.at("file");
    // Clips packed with unknown joints were never uploaded: the oracle packs what it plays.
    const bool unknown = std::ranges::any_of(
        oracle.at("motion").at("joints"), [](const json& joint) { return !joint.at("exists").get<bool>(); });
    const Clip clip = clip_from(recorded_bytes(oracle, "anim"), name, c.skeleton);
    const auto upload = io::pack_upload(clip);
    EXPECT_EQ(upload.has_value(), !unknown) << name;
    refused += !upload.has_value();
    if (!upload) continue;
    io::Bytes expected = from_base64(oracle.at("reserialized_anim_base64"));
    io::Bytes ours = io::write_anim(*upload);
    // Behind the NUL of a volume's name the viewer leaves whatever its memory held.
    const auto clear_names = [&](io::Bytes& bytes) {
      auto file = io::read_anim(bytes, name).value();
      for (io::AnimConstraint& constraint : file.constraints)
        for (auto* field : {&constraint.source, &constraint.target})
          std::fill(std::ranges::find(*field, '\0'), field->end(), '\0');
      bytes = io::write_anim(file);
    };
    clear_names(expected);
    clear_names(ours);
    EXPECT_EQ(ours, expected) << name;
    ++packed;
  }
  EXPECT_GT(packed, 10u);
  EXPECT_GT(refused, 0u);
}

// Plays a clip as its oracle file did.
struct OraclePlayback {
  const Character& c;
  const json& oracle;
  PlaybackDifference playback;
  SkeletonDifference bare, with_history, at_once;
  std::size_t ended = 0;

  void run() {
    const std::string name = oracle.at("file");
    const Clip clip = clip_from(recorded_bytes(oracle, "anim"), name, c.skeleton);
    Player player(c.skeleton);
    player.start(clip);
    Pose kept;
    bool has_played = false, stop_requested = false;
    for (const json& frame : oracle.at("frames")) {
      if (frame.contains("event")) {
        player.stop(clip);
        stop_requested = true;
        playback.time.compare(player.find(clip)->stop_time, frame.at("stop_time").get<double>(), name);
        continue;
      }
      const auto t = frame.at("t").get<float>();
      const std::string where = name + " at " + std::to_string(t);
      player.update(t);
      keep(kept, player.pose());
      compare_playback(playback, clip, player.find(clip), frame, where);
      const bool takes_part = frame.at("weight").get<double>() > 0.0;
      has_played |= takes_part;
      if (!frame.contains("state")) continue;
      const std::string shape = oracle.at("shape");
      compare_skeleton(with_history, c.skeleton, solve(c, shape, kept), frame.at("state"), where);
      if (takes_part || !has_played)
        compare_skeleton(bare, c.skeleton, solve(c, shape, player.pose()), frame.at("state"), where);
      else
        ++ended;
      if (!stop_requested)
        compare_skeleton(at_once, c.skeleton,
                         solve(c, shape, evaluate_clip(clip, c.skeleton, static_cast<double>(t))),
                         frame.at("state"), where);
    }
  }
};

TEST_F(AnimOracle, PlaysEveryClip) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/README.md");
  MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
  std::size_t ended = 0;
  for (const auto& path : clip_files()) {
    const json oracle = read_json(path);
    if (!oracle.contains("frames") || oracle.at("frames").empty())
      continue;  // syn_constraints is only decoded
    OraclePlayback rehearsal{c, oracle};
    rehearsal.run();
    EXPECT_PLAYBACK_WITHIN(rehearsal.playback);
    EXPECT_SKELETON_WITHIN(rehearsal.bare);
    EXPECT_SKELETON_WITHIN(rehearsal.with_history);
    EXPECT_SKELETON_WITHIN(rehearsal.at_once);
    ended += rehearsal.ended;
  }
  EXPECT_GT(ended, 5u) << "no frame shows what stays on joints";
}

}  // namespace
}  // namespace mannequin::test
