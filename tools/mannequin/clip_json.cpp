#include "tools/mannequin/clip_json.h"

#include <algorithm>

#include "engine/animation/position_conflicts.h"
#include "tools/mannequin/json_output.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

double seconds(float time) { return number(static_cast<double>(time)); }

Json keys_json(std::span<const RotationKey> keys) {
  Json list = Json::array();
  for (const RotationKey& key : keys)
    list.push_back({seconds(key.time), seconds(key.value.x), seconds(key.value.y), seconds(key.value.z),
                    seconds(key.value.w)});
  return list;
}

Json keys_json(std::span<const PositionKey> keys) {
  Json list = Json::array();
  for (const PositionKey& key : keys)
    list.push_back({seconds(key.time), seconds(key.value.x), seconds(key.value.y), seconds(key.value.z)});
  return list;
}

Json constraint_json(const Clip& clip, const ClipConstraint& constraint) {
  const ClipConstraintDesc& desc = constraint.desc;
  Json chain = Json::array();
  for (const std::size_t track : constraint.chain) chain.push_back(clip.tracks()[track].name);
  return {{"type", desc.plane ? "plane" : "point"},
          {"chain_length", desc.chain_length},
          {"chain", std::move(chain)},
          {"source", desc.source_volume},
          {"source_offset", numbers(Vec3(desc.source_offset))},
          {"target", desc.target_volume},
          {"target_offset", numbers(Vec3(desc.target_offset))},
          {"target_direction", numbers(Vec3(desc.target_direction))},
          {"ease",
           {seconds(desc.ease_in_start), seconds(desc.ease_in_stop), seconds(desc.ease_out_start),
            seconds(desc.ease_out_stop)}}};
}

Json track_json(const Clip& clip, const ClipTrack& track, bool with_keys) {
  Json json{{"name", track.name},
            {"exists", track.joint != kNoJoint},
            {"played", track.played},
            {"priority", track.priority},
            {"effective_priority", clip.priority(track)},
            {"rotation_keys", track.rotations.size()},
            {"position_keys", track.positions.size()}};
  if (with_keys) {
    json["rotations"] = keys_json(track.rotations);
    json["positions"] = keys_json(track.positions);
  }
  return json;
}

}  // namespace

nlohmann::ordered_json clip_json(const Clip& clip, const Skeleton& skeleton, bool with_keys) {
  const ClipDesc& desc = clip.desc();
  Json joints = Json::array(), constraints = Json::array(), conflicts = Json::array();
  for (const ClipTrack& track : clip.tracks()) joints.push_back(track_json(clip, track, with_keys));
  for (const ClipConstraint& constraint : clip.constraints())
    constraints.push_back(constraint_json(clip, constraint));
  for (const PositionConflict& fight : find_position_conflicts(clip, skeleton))
    conflicts.push_back({{"joint", skeleton[fight.joint].name},
                         {"distance_mm", number(fight.distance * 1000.0)},
                         {"face", fight.face}});
  return {{"schema", 1},
          {"kind", "clip"},
          {"file", desc.source},
          {"duration", seconds(desc.duration)},
          {"priority", desc.priority},
          {"loop", desc.loop},
          {"loop_in", seconds(desc.loop_in)},
          {"loop_out", seconds(desc.loop_out)},
          {"ease_in", seconds(desc.ease_in)},
          {"ease_out", seconds(desc.ease_out)},
          {"hand_pose", desc.hand_pose},
          {"emote", desc.emote},
          {"joints", std::move(joints)},
          {"constraints", std::move(constraints)},
          {"position_fights", std::move(conflicts)}};
}

}  // namespace mannequin::program
