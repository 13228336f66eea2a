// oracle/anim/bvh: .bvh files as in the viewer's upload window: frames kept, bytes packed and uploaded,
// resulting playback; and the verdict on every spoilt one.
#include <algorithm>
#include <map>

#include "engine/io/anim_settings.h"
#include "engine/io/anim_upload.h"
#include "engine/io/bvh_keys.h"
#include "engine/io/bvh_reader.h"
#include "engine/io/clip_file.h"
#include "tests/oracle/clip_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

std::vector<std::filesystem::path> bvh_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(shared_path("oracle/anim/bvh")))
    if (entry.path().filename().string().find(".bvh.json") != std::string::npos)
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// Bytes of our packing and the viewer's: how many counts differ, and by how much.
struct CountDifference {
  std::size_t compared = 0, differing = 0;
  int largest = 0;

  void compare(const io::AnimFile& ours, const io::AnimFile& theirs, const std::string& name) {
    ASSERT_EQ(ours.tracks.size(), theirs.tracks.size()) << name;
    for (std::size_t i = 0; i < ours.tracks.size(); ++i) {
      const io::AnimTrack &a = ours.tracks[i], &b = theirs.tracks[i];
      EXPECT_EQ(a.joint, b.joint) << name;
      EXPECT_EQ(a.priority, b.priority) << name;
      compare_keys(a.rotations, b.rotations, name + " " + a.joint);
      compare_keys(a.positions, b.positions, name + " " + a.joint);
    }
    // The keys are judged; all else has to be the same.
    io::AnimFile ours_rest = ours, theirs_rest = theirs;
    for (io::AnimFile* file : {&ours_rest, &theirs_rest})
      for (io::AnimTrack& track : file->tracks) track.rotations.clear(), track.positions.clear();
    EXPECT_EQ(io::write_anim(ours_rest), io::write_anim(theirs_rest)) << name;
  }

 private:
  void compare_keys(const std::vector<io::AnimKey>& a, const std::vector<io::AnimKey>& b,
                    const std::string& where) {
    ASSERT_EQ(a.size(), b.size()) << where;
    for (std::size_t k = 0; k < a.size(); ++k) {
      compare_count(a[k].time, b[k].time);
      for (std::size_t axis = 0; axis < 3; ++axis) compare_count(a[k].value[axis], b[k].value[axis]);
    }
  }
  void compare_count(int a, int b) {
    ++compared;
    differing += a != b;
    largest = std::max(largest, std::abs(a - b));
  }
};

io::AnimFile anim(const json& base64, const std::string& name) {
  return io::read_anim(from_base64(base64), name).value();
}

class BvhOracle : public testing::Test {
 protected:
  const Character& c = character(CharacterSource::builtin);
};

TEST_F(BvhOracle, KeepsTheViewersFrames) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/bvh");
  std::size_t joints = 0;
  for (const auto& path : bvh_files()) {
    const json oracle = read_json(path);
    const std::string name = oracle.at("file");
    const io::Bytes bytes = recorded_bytes(oracle, "bvh");
    const auto document = io::read_bvh_document(io::as_text(bytes), name);
    ASSERT_TRUE(document) << document.error().message();
    const json& loader = oracle.at("loader");
    EXPECT_EQ(document->frame_count, loader.at("num_frames").get<int>()) << name;
    EXPECT_EQ(document->frame_time, loader.at("frame_time").get<float>()) << name;
    ASSERT_EQ(document->joints.size(), loader.at("joints").size()) << name;
    for (std::size_t j = 0; j < document->joints.size(); ++j) {
      const json& theirs = loader.at("joints")[j];
      const std::string where = name + " " + document->joints[j].name;
      EXPECT_EQ(document->joints[j].name, theirs.at("name").get<std::string>());
      EXPECT_EQ(document->joints[j].channels, theirs.at("channels").get<int>()) << where;
      EXPECT_EQ(document->joints[j].levels_below, theirs.at("max_depth_below").get<int>()) << where;
      const io::BvhKeys keys = io::choose_bvh_keys(*document, j);
      EXPECT_EQ(!keys.moves, theirs.at("dropped").get<bool>()) << where;
      EXPECT_EQ(keys.rotations.size(), theirs.at("num_rot_keys").get<std::size_t>()) << where;
      if (!theirs.contains("rot_frames")) continue;
      EXPECT_EQ(keys.rotations, theirs.at("rot_frames").get<std::vector<std::size_t>>()) << where;
      if (!theirs.at("positions_dropped").get<bool>()) {
        EXPECT_EQ(keys.positions, theirs.at("pos_frames").get<std::vector<std::size_t>>()) << where;
      }
      ++joints;
    }
  }
  EXPECT_GT(joints, 200u);
}

TEST_F(BvhOracle, MakesTheLoadersBytes) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/bvh");
  CountDifference d;
  for (const auto& path : bvh_files()) {
    const json oracle = read_json(path);
    const std::string name = oracle.at("file");
    const io::Bytes bytes = recorded_bytes(oracle, "bvh");
    const auto bvh = io::read_bvh(io::as_text(bytes), name, c.skeleton);
    ASSERT_TRUE(bvh) << bvh.error().message();
    d.compare(io::pack_anim(bvh->desc), anim(oracle.at("loader").at("loader_anim_base64"), name), name);
  }
  EXPECT_GT(d.compared, 15'000u);
  EXPECT_LE(d.largest, 1);
  // Sums in another order than the viewer's; the oracle's own re-computation has 14.
  EXPECT_LE(d.differing, 14u);
  RecordProperty("differing", static_cast<int>(d.differing));
}

TEST_F(BvhOracle, UploadsTheViewersBytes) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/bvh");
  for (const auto& path : bvh_files()) {
    const json oracle = read_json(path);
    const std::string name = oracle.at("file");
    const json& loader = oracle.at("loader");
    if (!loader.contains("upload_anim_base64")) continue;
    // From the loader's own bytes: packing alone is judged, exactly.
    io::AnimFile file = anim(loader.at("loader_anim_base64"), name);
    const auto uploaded = [&] {
      return io::write_anim(io::pack_upload(Clip::build(io::decode_anim(file), c.skeleton).value()).value());
    };
    EXPECT_EQ(uploaded(), from_base64(loader.at("upload_anim_base64"))) << name;
    io::AnimSettings settings;
    settings.priority = 4;
    settings.loop = true;
    settings.loop_in = {25.0f, true};
    settings.loop_out = {75.0f, true};
    settings.ease_in = 0.5f;
    settings.ease_out = 0.25f;
    settings.hand_pose = 5;
    ASSERT_TRUE(io::apply_settings(file, settings)) << name;
    EXPECT_EQ(uploaded(), from_base64(loader.at("upload_variant_base64"))) << name;
  }
}

TEST_F(BvhOracle, PlaysWhatWasUploaded) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/bvh");
  MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
  PlaybackDifference playback;
  SkeletonDifference skeleton, whole_road;
  // A count of a rotation key is 3e-5, of a position key 1.5e-4 m; the source through our own reader may be
  // one off.
  whole_road.rotation = whole_road.world_rotation = Worst(1e-4);
  whole_road.position = whole_road.world = Worst(4e-4);
  for (const auto& path : bvh_files()) {
    const json oracle = read_json(path);
    if (!oracle.contains("frames")) continue;
    const std::string name = oracle.at("file");
    const Clip clip = clip_from(from_base64(oracle.at("loader").at("upload_anim_base64")), name, c.skeleton);
    Worst keys(kKeyLimit);
    compare_clip(keys, clip, oracle.at("uploaded_motion"), name);
    EXPECT_WITHIN_LIMIT(keys);
    const auto ours = io::read_clip(recorded_bytes(oracle, "bvh"), name, c.skeleton);
    ASSERT_TRUE(ours) << ours.error().message();
    Player player(c.skeleton), our_player(c.skeleton);
    player.start(clip);
    our_player.start(ours->clip);
    Pose kept, our_kept;
    AvatarInputs inputs;
    inputs.sliders = shape_sliders(oracle.at("shape"));
    for (const json& frame : oracle.at("frames")) {
      if (frame.contains("event")) {
        player.stop(clip);
        our_player.stop(ours->clip);
        continue;
      }
      const std::string where = name + " at " + frame.at("t").dump();
      player.update(frame.at("t").get<float>());
      our_player.update(frame.at("t").get<float>());
      keep(kept, player.pose());
      keep(our_kept, our_player.pose());
      compare_playback(playback, clip, player.find(clip), frame, where);
      if (!frame.contains("state")) continue;
      inputs.pose = kept;
      compare_skeleton(skeleton, c.skeleton, evaluate_avatar(c, inputs).joints, frame.at("state"), where);
      inputs.pose = our_kept;
      compare_skeleton(whole_road, c.skeleton, evaluate_avatar(c, inputs).joints, frame.at("state"), where);
    }
  }
  EXPECT_PLAYBACK_WITHIN(playback);
  EXPECT_SKELETON_WITHIN(skeleton);
  EXPECT_SKELETON_WITHIN(whole_road);
}

// Otherwise judged than by the viewer, with the reason.
const std::map<std::string, std::string>& otherwise() {
  static const char kNotFinite[] =
      "a number that is not finite: what the viewer makes of it depends on the processor";
  static const std::map<std::string, std::string> cases = {
      {"value_nan.bvh", kNotFinite},
      {"value_inf.bvh", kNotFinite},
      {"value_rot_nan.bvh", kNotFinite},
      {"frame_time_nan.bvh", "refused by both; the viewer says \"Ok\" for the reason"}};
  return cases;
}

TEST_F(BvhOracle, EveryVerdictOnSpoiltFiles) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/bvh/spoilt_bvh.json.gz");
  const json oracle = read_json(shared_path("oracle/anim/bvh/spoilt_bvh.json.gz"));
  CountDifference d;
  std::size_t named = 0;
  for (const json& spoilt : oracle.at("cases")) {
    const std::string name = spoilt.at("name");
    const io::Bytes bytes = from_base64(spoilt.at("input_base64"));
    const auto bvh = io::read_bvh(io::as_text(bytes), name, c.skeleton);
    if (otherwise().count(name)) {
      EXPECT_FALSE(bvh) << name;
      ++named;
      continue;
    }
    EXPECT_EQ(bvh.has_value(), spoilt.at("result") == "accept")
        << name << ": " << (bvh ? "accepted" : bvh.error().message());
    if (bvh) {
      if (spoilt.contains("loader_anim_base64"))
        d.compare(io::pack_anim(bvh->desc), anim(spoilt.at("loader_anim_base64"), name), name);
      continue;
    }
    if (spoilt.at("result") == "accept") continue;
    // The word behind what the window would show.
    const std::string message = spoilt.at("message");
    const std::string word = message == "failed_file_read" ? spoilt.at("status").get<std::string>() : message;
    EXPECT_TRUE(bvh.error().what.ends_with("[" + word + "]")) << name << ": " << bvh.error().message();
    EXPECT_NE(bvh.error().where.find(name), std::string::npos) << bvh.error().where;
  }
  EXPECT_EQ(named, otherwise().size());
  EXPECT_LE(d.largest, 1);
  EXPECT_GT(d.compared, 1000u);
}

}  // namespace
}  // namespace mannequin::test
