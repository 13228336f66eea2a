// The calls of c_editor.h.
#include <cstring>

#include "mannequin/c_editor.h"
#include "tests/host/every_call.h"

namespace mannequin::test {
namespace {

mannequin_status slider_and_shape(CallScene& s) {
  double weight = 0.0;
  size_t needed = 0;
  mannequin_status status = mannequin_avatar_create(s.character, &s.made_avatar);
  if (status == MANNEQUIN_OK) status = mannequin_avatar_set_slider(s.made_avatar, 33, 1.0);
  if (status == MANNEQUIN_OK) status = mannequin_avatar_get_slider(s.made_avatar, 33, &weight);
  for (const int32_t format : {MANNEQUIN_SHAPE_JSON, MANNEQUIN_SHAPE_ARCHETYPE, MANNEQUIN_SHAPE_WEARABLE})
    if (status == MANNEQUIN_OK)
      status = mannequin_avatar_copy_shape(s.made_avatar, format, "Ann", nullptr, 0, &needed);
  return status == MANNEQUIN_SHORT_BUFFER ? MANNEQUIN_OK : status;
}

mannequin_status pose(CallScene& s) {
  static const char* const kPose = R"({"rotations": {"mElbowLeft": [0, 0, 0.6, 0.8]}})";
  const mannequin_status status = mannequin_avatar_create(s.character, &s.made_avatar);
  if (status != MANNEQUIN_OK) return status;
  return mannequin_avatar_set_pose(s.made_avatar, kPose, std::strlen(kPose), "pose.json");
}

mannequin_status effect(CallScene& s) {
  const mannequin_meshes* const sets[] = {s.meshes};
  mannequin_slider_effect effect = MANNEQUIN_INIT(mannequin_slider_effect);
  char reason[64];
  return mannequin_avatar_measure_slider(s.avatar, sets, 1, 33, &effect, reason, sizeof reason);
}

mannequin_status offsets(CallScene& s) {
  uint32_t count = 0, worn = 0;
  const mannequin_status status = mannequin_mesh_offset_count(s.meshes, 0, &count);
  if (status != MANNEQUIN_OK) return status;
  mannequin_offset_info info = MANNEQUIN_INIT(mannequin_offset_info);
  if (count > 0) {
    const mannequin_status told = mannequin_mesh_get_offset(s.meshes, 0, 0, &info);
    if (told != MANNEQUIN_OK) return told;
  }
  const mannequin_status found = mannequin_avatar_find_offset(s.avatar, 0, &worn);
  return found == MANNEQUIN_NOT_FOUND ? MANNEQUIN_OK : found;
}

}  // namespace

std::vector<EveryCall> every_editor_call() {
  return {
      {"mannequin_avatar_get_slider mannequin_avatar_copy_shape ", slider_and_shape},
      {"mannequin_avatar_set_pose ", pose},
      {"mannequin_avatar_measure_slider ", effect},
      {"mannequin_mesh_offset_count mannequin_mesh_get_offset mannequin_avatar_find_offset ", offsets},
  };
}

}  // namespace mannequin::test
