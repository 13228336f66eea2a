#include "tests/oracle/clip_case.h"

#include <algorithm>
#include <cfloat>

namespace mannequin::test {
namespace {

using nlohmann::json;

bool is_excused(const std::vector<std::size_t>& excused, std::size_t track) {
  return std::ranges::find(excused, track) != excused.end();
}

// Keys closer than 10 ms magnify the rounding of times.
double closeness(const ClipTrack& track) {
  const auto close = [](const auto& keys) {
    for (std::size_t i = 1; i < keys.size(); ++i)
      if (keys[i].time - keys[i - 1].time < 0.01f) return true;
    return false;
  };
  return close(track.rotations) || close(track.positions) ? kCloseKeysFactor : 1.0;
}

}  // namespace

io::Bytes from_base64(const std::string& text) {
  io::Bytes bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+'             ? 62
                      : c == '/'             ? 63
                                             : -1;
    if (value < 0) break;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count & 0xffu));
  }
  return bytes;
}

io::Bytes recorded_bytes(const nlohmann::json& oracle, const std::string& kind) {
  const std::string own = kind + "_base64";
  if (oracle.contains(own)) return from_base64(oracle.at(own));
  return io::read_file(shared_path("fixtures/" + kind + "/" + oracle.at("file").get<std::string>())).value();
}

Clip clip_from(const io::Bytes& bytes, const std::string& name, const Skeleton& skeleton) {
  const auto file = io::read_anim(bytes, name);
  if (!file) throw std::runtime_error(file.error().message());
  auto clip = Clip::build(io::decode_anim(*file), skeleton);
  if (!clip) throw std::runtime_error(clip.error().message());
  return std::move(*clip);
}

SliderValues shape_sliders(const std::string& name) {
  static const json shapes = read_json(shared_path("oracle/shapes.json.gz"));
  for (const json& shape : shapes.at("shapes"))
    if (shape.at("name") == name) return slider_values(shape.at("inputs"));
  throw std::runtime_error("no shape " + name);
}

void compare_rotation(Worst& worst, const Quat& ours, const json& numbers, std::size_t first,
                      const std::string& where) {
  Quat theirs(numbers.at(first + 3).get<double>(), numbers.at(first).get<double>(),
              numbers.at(first + 1).get<double>(), numbers.at(first + 2).get<double>());
  theirs = glm::normalize(theirs);
  Quat unit = glm::normalize(ours);
  if (glm::dot(unit, theirs) < 0.0) unit = -unit;
  for (glm::length_t i = 0; i < 4; ++i) worst.compare(unit[i], theirs[i], where);
}

void compare_skeleton(SkeletonDifference& d, const Skeleton& skeleton, std::span<const JointTransform> ours,
                      const json& state, const std::string& where) {
  ASSERT_EQ(state.size(), skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const std::string place = where + " " + skeleton.joints()[j].name;
    d.position.compare(ours[j].position, state[j], 0, place);
    compare_rotation(d.rotation, ours[j].rotation, state[j], 3, place);
    d.world.compare(ours[j].world_position, state[j], 7, place);
    compare_rotation(d.world_rotation, ours[j].world_rotation, state[j], 10, place);
  }
}

void compare_playback(PlaybackDifference& d, const Clip& clip, const Playback* ours, const json& theirs,
                      const std::string& where, const std::vector<std::size_t>& excused) {
  static const Playback none{.stopped = true};
  const Playback& playback = ours == nullptr ? none : *ours;
  EXPECT_EQ(playback.active, theirs.at("active").get<bool>()) << where;
  EXPECT_EQ(playback.stopped, theirs.at("stopped").get<bool>()) << where;
  const auto number = [&](const char* key) { return theirs.at(key).get<double>(); };
  d.time.compare(playback.clip_time, number("clip_time"), where);
  d.weight.compare(playback.weight, number("weight"), where);
  d.weight.compare(playback.residual_weight, number("residual_weight"), where);
  if (theirs.contains("stop_time")) d.time.compare(playback.stop_time, number("stop_time"), where);
  if (ours != nullptr && ours->send_stop < FLT_MAX && theirs.contains("send_stop_time"))
    d.time.compare(ours->send_stop, number("send_stop_time"), where);
  if (ours == nullptr) return;
  const json& states = theirs.at("states");
  ASSERT_EQ(states.size(), clip.tracks().size()) << where;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const ClipTrack& track = clip.tracks()[i];
    if (is_excused(excused, i)) continue;
    if (track.joint == kNoJoint) {
      EXPECT_TRUE(states[i].empty()) << where << " " << track.name;
      continue;
    }
    Worst sample(d.sample.limit());
    const std::string place = where + " " + track.name;
    std::size_t first = 0;
    if (!track.rotations.empty()) {
      compare_rotation(sample, playback.states[i].rotation, states[i], first, place);
      first = 4;
    }
    if (!track.positions.empty()) sample.compare(playback.states[i].position, states[i], first, place);
    EXPECT_EQ(states[i].size(), first + (track.positions.empty() ? 0 : 3)) << place;
    d.sample.compare(sample.value() / closeness(track), 0.0, place);
  }
}

void compare_clip(Worst& keys, const Clip& ours, const json& motion, const std::string& where) {
  const ClipDesc& desc = ours.desc();
  EXPECT_EQ(desc.priority, motion.at("base_priority").get<int>()) << where;
  // The viewer drops the name of an expression that it does not have.
  const std::string emote = motion.at("emote");
  EXPECT_TRUE(emote.empty() || desc.emote == emote) << where;
  EXPECT_EQ(desc.loop, motion.at("loop").get<bool>()) << where;
  EXPECT_EQ(desc.hand_pose, motion.at("hand_pose").get<unsigned>()) << where;
  const std::pair<float, const char*> times[] = {{desc.duration, "duration"},
                                                 {desc.loop_in, "loop_in"},
                                                 {desc.loop_out, "loop_out"},
                                                 {desc.ease_in, "ease_in"},
                                                 {desc.ease_out, "ease_out"}};
  for (const auto& [time, key] : times) EXPECT_EQ(time, motion.at(key).get<float>()) << where << " " << key;
  const json& joints = motion.at("joints");
  ASSERT_EQ(ours.tracks().size(), joints.size()) << where;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const ClipTrack& track = ours.tracks()[i];
    const std::string place = where + " " + track.name;
    EXPECT_EQ(track.name, joints[i].at("name").get<std::string>()) << where;
    EXPECT_EQ(track.joint != kNoJoint, joints[i].at("exists").get<bool>()) << place;
    EXPECT_EQ(track.priority, joints[i].at("priority").get<int>()) << place;
    const json &rotations = joints[i].at("rot_keys"), &positions = joints[i].at("pos_keys");
    ASSERT_EQ(track.rotations.size(), rotations.size()) << place;
    ASSERT_EQ(track.positions.size(), positions.size()) << place;
    for (std::size_t k = 0; k < rotations.size(); ++k) {
      const RotationKey& key = track.rotations[k];
      const float ours_now[] = {key.time, key.value.x, key.value.y, key.value.z, key.value.w};
      for (std::size_t n = 0; n < 5; ++n)
        keys.compare(static_cast<double>(ours_now[n]), static_cast<double>(rotations[k].at(n).get<float>()),
                     place);
    }
    for (std::size_t k = 0; k < positions.size(); ++k) {
      const PositionKey& key = track.positions[k];
      keys.compare(static_cast<double>(key.time), static_cast<double>(positions[k].at(0).get<float>()),
                   place);
      keys.compare(Vec3(key.value), positions[k], 1, place);
    }
  }
}

void keep(Pose& kept, const Pose& pose) {
  const auto add = [](auto& to, const auto& from) {
    if (to.size() < from.size()) to.resize(from.size());
    for (std::size_t j = 0; j < from.size(); ++j)
      if (from[j]) to[j] = from[j];
  };
  add(kept.rotations, pose.rotations);
  add(kept.positions, pose.positions);
}

}  // namespace mannequin::test
