#include <algorithm>
#include <cmath>

#include "engine/animation/position_conflicts.h"
#include "engine/animation/sample.h"
#include "engine/c_api/handles.h"
#include "engine/io/clip_file.h"
#include "mannequin/c_viewer.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

// body(avatar, clip) if both belong to the same character.
template <typename Body>
mannequin_status with_clip(const mannequin_avatar* avatar, const mannequin_clip* clip, Body&& body) {
  return with<AvatarObject, ClipObject>(
      avatar, clip, [&](const auto& object, const auto& played) -> mannequin_status {
        if (const auto status = check_character(*object, played->character, "clip"); status != MANNEQUIN_OK)
          return status;
        return body(*object, played);
      });
}

void start(AvatarObject& avatar, const std::shared_ptr<const ClipObject>& clip, float offset) {
  // Kept alive until the player no longer refers to it.
  if (std::ranges::find(avatar.clips, clip) == avatar.clips.end()) avatar.clips.push_back(clip);
  if (!avatar.player) avatar.player.emplace(avatar.character->character.skeleton);
  const ConstraintScene scene = scene_of(avatar, 0.0);
  avatar.player->start(clip->clip, offset, avatar.evaluated ? &scene : nullptr);
}

}  // namespace

mannequin_status mannequin_clip_load(const mannequin_character* character, const void* bytes,
                                     size_t byte_count, const char* name, mannequin_clip** out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    if (!out) return null_argument("out");
    Result<io::ClipFile> file = io::read_clip({static_cast<const std::byte*>(bytes), byte_count},
                                              name ? name : "memory", object->character.skeleton);
    if (!file) return report(file.error());
    object->log.report(file->notes);
    const Skeleton& skeleton = object->character.skeleton;
    if (const auto conflicts = find_position_conflicts(file->clip, skeleton); !conflicts.empty())
      object->log.report(Severity::warning, std::string(name ? name : "memory") + ": " +
                                                describe_position_conflicts(conflicts, skeleton) +
                                                " [position_keys_fight]");
    *out =
        static_cast<mannequin_clip*>(add_object(std::make_shared<ClipObject>(object, std::move(file->clip))));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_clip_release(mannequin_clip* clip) { return release<ClipObject>(clip); }

mannequin_status mannequin_clip_get(const mannequin_clip* clip, mannequin_clip_info* out) {
  return with<ClipObject>(clip, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    const ClipDesc& desc = object->clip.desc();
    mannequin_clip_info made{};
    made.duration = desc.duration;
    made.ease_in = desc.ease_in;
    made.ease_out = desc.ease_out;
    made.loop_in = desc.loop_in;
    made.loop_out = desc.loop_out;
    made.loops = desc.loop;
    made.priority = desc.priority;
    made.joint_count =
        static_cast<uint32_t>(std::ranges::count_if(object->clip.tracks(), &ClipTrack::played));
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_set_clip(mannequin_avatar* avatar, const mannequin_clip* clip,
                                           double seconds) {
  return with_clip(avatar, clip, [&](AvatarObject& object, const auto& played) -> mannequin_status {
    if (const auto status = check_seconds(seconds); status != MANNEQUIN_OK) return status;
    evaluate_clip(played->clip, object.character->character.skeleton, seconds, object.inputs.pose);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_start_clip(mannequin_avatar* avatar, const mannequin_clip* clip) {
  return with_clip(avatar, clip, [&](AvatarObject& object, const auto& played) -> mannequin_status {
    start(object, played, 0.0f);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_stop_clip(mannequin_avatar* avatar, const mannequin_clip* clip) {
  return with_clip(avatar, clip, [&](AvatarObject& object, const auto& played) -> mannequin_status {
    if (object.player) object.player->stop(played->clip);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_update_clips(mannequin_avatar* avatar, double seconds) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!object->player)
      return report(MANNEQUIN_BAD_ARGUMENT,
                    "No clip has been started; call mannequin_avatar_start_clip() first.");
    if (const auto status = check_update(*object, seconds); status != MANNEQUIN_OK) return status;
    const auto time = static_cast<float>(seconds);
    const ConstraintScene scene = scene_of(*object, static_cast<double>(time - object->player->time()));
    object->player->update(time, object->evaluated ? &scene : nullptr);
    take_pose(*object);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_start_clip_at(mannequin_avatar* avatar, const mannequin_clip* clip,
                                                double offset) {
  return with_clip(avatar, clip, [&](AvatarObject& object, const auto& played) -> mannequin_status {
    if (const auto status = check_seconds(offset); status != MANNEQUIN_OK) return status;
    start(object, played, static_cast<float>(offset));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_cut_clip(mannequin_avatar* avatar, const mannequin_clip* clip) {
  return with_clip(avatar, clip, [&](AvatarObject& object, const auto& played) -> mannequin_status {
    if (object.player) object.player->cut(played->clip);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_set_ground(mannequin_avatar* avatar, mannequin_ground_function ground,
                                             void* user) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!ground) {
      object->ground = nullptr;
      return MANNEQUIN_OK;
    }
    object->ground = [ground, user](const Vec3& at) {
      const double asked[3] = {at.x, at.y, at.z};
      double point[3] = {at.x, at.y, at.z}, normal[3] = {0.0, 0.0, 1.0};
      ground(user, asked, point, normal);
      const GroundPoint found{{point[0], point[1], point[2]}, {normal[0], normal[1], normal[2]}};
      const double length = glm::length(found.normal);
      // Nothing that is not finite may reach the pose.
      if (!is_within_reach(found.position) || !(length > 1e-9 && length < 1e9)) return GroundPoint{at};
      return GroundPoint{found.position, found.normal / length};
    };
    return MANNEQUIN_OK;
  });
}

namespace mannequin::c_api {

mannequin_status check_seconds(double seconds) {
  constexpr double kMaxSeconds = 1e7;  // four months; playback counts in single precision
  if (std::abs(seconds) <= kMaxSeconds) return MANNEQUIN_OK;  // false for NaN
  return report(MANNEQUIN_BAD_ARGUMENT, "seconds is not finite, or beyond 10,000,000.");
}

mannequin_status check_update(AvatarObject& avatar, double seconds) {
  if (const auto status = check_seconds(seconds); status != MANNEQUIN_OK) return status;
  if (!avatar.player) avatar.player.emplace(avatar.character->character.skeleton);
  if (static_cast<float>(seconds) >= avatar.player->time()) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_ARGUMENT,
                "seconds is " + std::to_string(seconds) + ", before the last update (" +
                    std::to_string(avatar.player->time()) + "); time must not decrease.");
}

ConstraintScene scene_of(const AvatarObject& avatar, double frame_seconds) {
  ConstraintScene scene;
  scene.joints = avatar.state.joints;
  scene.ground = [&avatar](const Vec3& at) {
    if (avatar.ground) return avatar.ground(at);
    const double height = avatar.inputs.pose.root_position.z - avatar.state.root_above_ground();
    return GroundPoint{{at.x, at.y, height}, {0.0, 0.0, 1.0}};
  };
  scene.frame_seconds = frame_seconds;
  scene.shape_version = avatar.shape_version;
  return scene;
}

void take_pose(AvatarObject& avatar) {
  std::erase_if(avatar.clips, [&](const auto& clip) { return !avatar.player->keeps(clip->clip); });
  avatar.inputs.pose.rotations = avatar.player->pose().rotations;
  avatar.inputs.pose.positions = avatar.player->pose().positions;
}

}  // namespace mannequin::c_api
