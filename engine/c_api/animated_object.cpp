#include <glm/gtc/type_ptr.hpp>

#include "engine/c_api/handles.h"
#include "engine/c_api/poses.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

// Copies what is needed of the root mesh from the struct to the object.
mannequin_status read_root_mesh(const mannequin_animated_object& given, AnimatedObject& out) {
  if (!given.root_meshes) return MANNEQUIN_OK;
  const auto set = use<MeshesObject>(given.root_meshes);
  if (!set) return MANNEQUIN_BAD_HANDLE;
  const BoundMesh* bound = mesh_at(*set, given.root_mesh);
  if (!bound) return MANNEQUIN_BAD_ARGUMENT;
  if (!bound->skin) return not_rigged(*bound);
  out.root_is_rigged = true;
  out.root_bind_shape = bound->skin->bind_shape();
  out.root_pelvis_offset = bound->skin->desc().pelvis_offset;
  return MANNEQUIN_OK;
}

mannequin_status read_box(const mannequin_animated_object& given, Box& out) {
  if (given.has_box == 0) return MANNEQUIN_OK;
  Vec3 low, high;
  if (const auto status = read_position(given.box_min, low); status != MANNEQUIN_OK) return status;
  if (const auto status = read_position(given.box_max, high); status != MANNEQUIN_OK) return status;
  out.extend(low);
  out.extend(high);
  return MANNEQUIN_OK;
}

// The joint that it is attached to; reports and returns none on failure.
const JointTransform* attachment_of(const mannequin_animated_object& given, const AvatarObject& wearer) {
  if (!wearer.evaluated) {
    report(MANNEQUIN_NOT_EVALUATED,
           "The wearer has not been evaluated; call mannequin_avatar_evaluate() for "
           "it first.");
    return nullptr;
  }
  if (given.attachment < wearer.state.joints.size()) return &wearer.state.joints[given.attachment];
  report(MANNEQUIN_BAD_ARGUMENT, "attachment is " + std::to_string(given.attachment) +
                                     ": the wearer's skeleton has " +
                                     std::to_string(wearer.state.joints.size()) + " joints.");
  return nullptr;
}

mannequin_status place(AvatarObject& avatar, const mannequin_animated_object& given) {
  AnimatedObject object;
  Box box;
  if (const auto status = read_position(given.position, object.position); status != MANNEQUIN_OK)
    return status;
  if (const auto status = read_rotation(given.rotation, object.rotation); status != MANNEQUIN_OK)
    return status;
  if (const auto status = read_root_mesh(given, object); status != MANNEQUIN_OK) return status;
  if (const auto status = read_box(given, box); status != MANNEQUIN_OK) return status;
  const auto wearer = given.wearer ? use<AvatarObject>(given.wearer) : nullptr;
  if (given.wearer && !wearer) return MANNEQUIN_BAD_HANDLE;
  const JointTransform* attachment = wearer ? attachment_of(given, *wearer) : nullptr;
  if (wearer && !attachment) return wearer->evaluated ? MANNEQUIN_BAD_ARGUMENT : MANNEQUIN_NOT_EVALUATED;
  const AnimatedObjectLimits defaults;
  if (!avatar.object) avatar.object.emplace(avatar.character->character);
  avatar.object->set_limits({given.farthest > 0.0 ? given.farthest : defaults.farthest,
                             given.largest > 0.0 ? given.largest : defaults.largest});
  if (attachment)
    avatar.object->place_attached(*attachment, object.position, object.rotation, box);
  else
    avatar.object->place(object, box);
  return MANNEQUIN_OK;
}

}  // namespace

mannequin_status mannequin_avatar_set_object(mannequin_avatar* avatar,
                                             const mannequin_animated_object* given) {
  return with<AvatarObject>(avatar, [&](const auto& avatar_object) -> mannequin_status {
    avatar_object->shape_changed();
    if (!given) {
      avatar_object->object.reset();
      return MANNEQUIN_OK;
    }
    const auto object = read_struct(given, "object");
    return object ? place(*avatar_object, *object) : MANNEQUIN_BAD_ARGUMENT;
  });
}
