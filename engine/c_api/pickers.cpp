// Boxes and picking.
#include <cmath>
#include <cstring>
#include <glm/gtc/type_ptr.hpp>
#include <limits>

#include "engine/c_api/handles.h"
#include "engine/math/finite.h"
#include "mannequin/c_viewer.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

void write_box(const Box& box, double* box_min, double* box_max) {
  for (int axis = 0; axis < 3; ++axis) {
    box_min[axis] = box.empty() ? 0.0 : box.min[axis];
    box_max[axis] = box.empty() ? 0.0 : box.max[axis];
  }
}

mannequin_status take_palette(PickerObject& picker, const float* palette, std::size_t float_count) {
  if (!palette) return null_argument("palette");
  const std::size_t needed = picker.palette.size() * 12;
  if (float_count != needed)
    return report(MANNEQUIN_BAD_ARGUMENT, "The palette has " + std::to_string(float_count) +
                                              " floats, but this mesh's has " + std::to_string(needed) + ".");
  if (!are_finite({palette, float_count}))
    return report(MANNEQUIN_BAD_DATA, "The palette has a number that is not finite.");
  std::memcpy(static_cast<void*>(picker.palette.data()), palette, float_count * sizeof(float));
  return MANNEQUIN_OK;
}

RiggedExtents extents_of(const MeshesObject& meshes, const BoundMesh& bound) {
  return rigged_extents(bound.mesh, *bound.skin, meshes.character->character.skeleton,
                        meshes.is_asset ? ExtentWeights::as_in_file : ExtentWeights::normalised);
}

void find_extents(AvatarObject& avatar) {
  RiggedExtents all;
  for (const Worn& worn : avatar.worn)
    for (const BoundMesh& bound : worn.meshes->meshes)
      if (bound.skin && bound.part.empty()) merge_extents(all, extents_of(*worn.meshes, bound));
  if (all.empty()) all.resize(avatar.character->character.skeleton.size());
  avatar.extents = std::move(all);
  avatar.extents_due = false;
}

Vec3 vector_of(const double* xyz) { return {xyz[0], xyz[1], xyz[2]}; }

}  // namespace

mannequin_status mannequin_picker_create(const mannequin_meshes* meshes, uint32_t mesh,
                                         mannequin_picker** out) {
  return with<MeshesObject>(meshes, [&](const auto& set) -> mannequin_status {
    if (!out) return null_argument("out");
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (!bound->skin) return not_rigged(*bound);
    if (const auto status = check_vertices(*bound); status != MANNEQUIN_OK) return status;
    *out = static_cast<mannequin_picker*>(add_object(std::make_shared<PickerObject>(set, *bound)));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_picker_release(mannequin_picker* picker) { return release<PickerObject>(picker); }

mannequin_status mannequin_picker_get_box(const mannequin_picker* picker, const float* palette,
                                          size_t float_count, double box_min[3], double box_max[3]) {
  return with<PickerObject>(picker, [&](const auto& object) -> mannequin_status {
    if (!box_min) return null_argument("box_min");
    if (!box_max) return null_argument("box_max");
    if (const auto status = take_palette(*object, palette, float_count); status != MANNEQUIN_OK)
      return status;
    write_box(object->picker.bounds().posed_box(object->palette), box_min, box_max);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_picker_pick(mannequin_picker* picker, const float* palette, size_t float_count,
                                       const double origin[3], const double direction[3], double longest,
                                       mannequin_hit* out) {
  return with<PickerObject>(picker, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    Ray ray;
    if (const auto status = read_position(origin, ray.origin); status != MANNEQUIN_OK) return status;
    if (const auto status = read_position(direction, ray.direction); status != MANNEQUIN_OK) return status;
    if (glm::length(ray.direction) == 0.0)
      return report(MANNEQUIN_BAD_ARGUMENT, "direction has the length 0.");
    if (std::isnan(longest) || longest < 0.0)
      return report(MANNEQUIN_BAD_ARGUMENT, "longest is below 0, or no number.");
    ray.longest = longest > 0.0 ? longest : std::numeric_limits<double>::infinity();
    if (const auto status = take_palette(*object, palette, float_count); status != MANNEQUIN_OK)
      return status;
    mannequin_hit made{};
    if (const auto found = object->picker.pick(ray, object->palette)) {
      made.hit = 1;
      made.distance = found->distance;
      made.triangle = found->triangle;
      made.front = found->front;
      for (int k = 0; k < 3; ++k) {
        made.barycentric[k] = found->barycentric[k];
        made.position[k] = found->position[k];
      }
      made.slot_count = found->joint_count;
      static_assert(std::tuple_size_v<decltype(found->joints)> == std::size(made.slots));
      for (std::uint32_t k = 0; k < found->joint_count; ++k) {
        made.slots[k] = found->joints[k].slot;
        made.weights[k] = found->joints[k].weight;
      }
    }
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_mesh_copy_extents(const mannequin_meshes* meshes, uint32_t mesh, float* out,
                                             size_t count) {
  return with<MeshesObject>(meshes, [&](const auto& set) -> mannequin_status {
    if (!out) return null_argument("out");
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (!bound->skin) return not_rigged(*bound);
    const std::size_t needed = set->character->character.skeleton.size() * 6;
    if (count < needed) return short_buffer(needed, count, "floats");
    const RiggedExtents extents = extents_of(*set, *bound);
    for (std::size_t joint = 0; joint < extents.size(); ++joint)
      for (int axis = 0; axis < 3; ++axis) {
        float* const box = out + joint * 6 + axis;
        box[0] = extents[joint] ? static_cast<float>(extents[joint]->min[axis]) : NAN;
        box[3] = extents[joint] ? static_cast<float>(extents[joint]->max[axis]) : NAN;
      }
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_get_box(mannequin_avatar* avatar, const mannequin_box_parts* given,
                                          double box_min[3], double box_max[3]) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!box_min) return null_argument("box_min");
    if (!box_max) return null_argument("box_max");
    if (!object->evaluated) return not_evaluated();
    mannequin_box_parts asked{};
    if (given) {
      const auto taken = read_struct(given, "parts");
      if (!taken) return MANNEQUIN_BAD_ARGUMENT;
      asked = *taken;
    }
    if (asked.system_joint_count > 0 && !asked.system_joints) return null_argument("parts->system_joints");
    if (asked.rigid_count > 0 && !asked.rigid_boxes) return null_argument("parts->rigid_boxes");
    std::vector<Vec3> system;
    for (std::uint32_t k = 0; k < asked.system_joint_count; ++k)
      system.push_back(vector_of(asked.system_joints + std::size_t{3} * k));
    std::vector<Box> rigid;
    for (std::uint32_t k = 0; k < asked.rigid_count; ++k)
      rigid.push_back({vector_of(asked.rigid_boxes + std::size_t{6} * k),
                       vector_of(asked.rigid_boxes + std::size_t{6} * k + 3)});
    AvatarBoxParts parts;
    parts.is_control_avatar = asked.is_control_avatar != 0;
    parts.system_joints = system;
    parts.rigid_objects = rigid;
    parts.render_position = object->inputs.pose.root_position;
    if (object->extents_due) find_extents(*object);
    write_box(viewer_avatar_box(object->character->character.skeleton, object->state.joints, object->extents,
                                parts),
              box_min, box_max);
    return MANNEQUIN_OK;
  });
}
