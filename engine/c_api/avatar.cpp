#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <utility>

#include "engine/c_api/handles.h"
#include "engine/c_api/matrices.h"
#include "engine/io/shape_file.h"
#include "engine/math/finite.h"
#include "engine/skinning/palette.h"
#include "engine/wear/outfit.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status set_rotation(AvatarObject& avatar, std::uint32_t joint, const double* xyzw) {
  Quat rotation;
  if (const auto status = read_rotation(xyzw, rotation); status != MANNEQUIN_OK) return status;
  avatar.inputs.pose.set_rotation(avatar.character->character.skeleton, static_cast<JointIndex>(joint),
                                  rotation);
  return MANNEQUIN_OK;
}

// Without the set, then with `added` appended.
mannequin_status change_worn(AvatarObject& avatar, const std::shared_ptr<MeshesObject>& set,
                             std::optional<Worn> added) {
  std::vector<Worn> worn = avatar.worn;
  std::erase_if(worn, [&](const Worn& w) { return w.meshes == set; });
  if (added) worn.push_back(std::move(*added));
  avatar.inputs.worn = offsets_of(worn);
  avatar.worn = std::move(worn);
  avatar.shape_changed();
  avatar.extents_due = true;
  return MANNEQUIN_OK;
}

}  // namespace

mannequin_status mannequin_avatar_create(const mannequin_character* character, mannequin_avatar** out) {
  return with<CharacterObject>(character, [&](const auto& owner) -> mannequin_status {
    if (!out) return null_argument("out");
    auto object = std::make_shared<AvatarObject>();
    object->character = owner;
    *out = static_cast<mannequin_avatar*>(add_object(std::move(object)));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_release(mannequin_avatar* avatar) { return release<AvatarObject>(avatar); }

mannequin_status mannequin_avatar_set_slider(mannequin_avatar* avatar, int32_t id, double weight) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_slider(object->character->character, id, weight); status != MANNEQUIN_OK)
      return status;
    object->inputs.sliders[id] = weight;
    object->eased.reset();
    object->shape_changed();
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_unset_slider(mannequin_avatar* avatar, int32_t id) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_slider(object->character->character, id, 0.0); status != MANNEQUIN_OK)
      return status;
    object->inputs.sliders.erase(id);
    object->eased.reset();
    object->shape_changed();
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_reset_sliders(mannequin_avatar* avatar) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    object->inputs.sliders.clear();
    object->eased.reset();
    object->shape_changed();
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_set_shape(mannequin_avatar* avatar, const void* bytes, size_t byte_count,
                                            const char* name) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    Result<io::ShapeFile> shape =
        io::read_shape({static_cast<const std::byte*>(bytes), byte_count}, name ? name : "memory",
                       object->character->character.appearance);
    if (!shape) return report(shape.error());
    object->character->log.report(shape->notes);
    object->inputs.sliders = std::move(shape->sliders);
    object->eased.reset();
    object->shape_changed();
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_set_rotation(mannequin_avatar* avatar, uint32_t joint,
                                               const double xyzw[4]) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_joint(object->character->character.skeleton, joint); status != MANNEQUIN_OK)
      return status;
    return set_rotation(*object, joint, xyzw);
  });
}

mannequin_status mannequin_avatar_set_joints(mannequin_avatar* avatar, const float* rotations,
                                             const float* positions, uint32_t joint_count) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    JointArrays& arrays = object->arrays;
    if (const auto status =
            read_joints(object->character->character.skeleton, rotations, positions, joint_count, arrays);
        status != MANNEQUIN_OK)
      return status;
    Pose& pose = object->inputs.pose;
    pose.assign({arrays.rotations, arrays.positions, pose.root_position, pose.root_rotation});
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_set_rotation_of(mannequin_avatar* avatar, const char* joint,
                                                  const double xyzw[4]) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!joint) return null_argument("joint");
    std::uint32_t index = 0;
    if (const auto status = find_joint(object->character->character.skeleton, joint, index);
        status != MANNEQUIN_OK)
      return status;
    return set_rotation(*object, index, xyzw);
  });
}

mannequin_status mannequin_avatar_set_position(mannequin_avatar* avatar, uint32_t joint,
                                               const double xyz[3]) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_joint(object->character->character.skeleton, joint); status != MANNEQUIN_OK)
      return status;
    Vec3 position;
    if (const auto status = read_position(xyz, position); status != MANNEQUIN_OK) return status;
    object->inputs.pose.set_position(object->character->character.skeleton, static_cast<JointIndex>(joint),
                                     position);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_set_root(mannequin_avatar* avatar, const double xyz[3],
                                           const double xyzw[4]) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    Vec3 position;
    Quat rotation;
    if (const auto status = read_position(xyz, position); status != MANNEQUIN_OK) return status;
    if (const auto status = read_rotation(xyzw, rotation); status != MANNEQUIN_OK) return status;
    object->inputs.pose.root_position = position;
    object->inputs.pose.root_rotation = rotation;
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_clear_pose(mannequin_avatar* avatar) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    object->player.reset();
    object->clips.clear();
    object->inputs.pose.clear_joints();
    object->inputs.pose.root_position = Vec3(0.0);
    object->inputs.pose.root_rotation = Quat(1.0, 0.0, 0.0, 0.0);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_wear(mannequin_avatar* avatar, const mannequin_meshes* meshes,
                                       const char* asset_id) {
  return with<AvatarObject, MeshesObject>(
      avatar, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (const auto status = check_character(*object, set->character, "meshes"); status != MANNEQUIN_OK)
          return status;
        std::optional<Uuid> id;
        if (const auto status = read_asset_id(asset_id, *set, id); status != MANNEQUIN_OK) return status;
        return change_worn(*object, set, Worn{set, id});
      });
}

mannequin_status mannequin_avatar_take_off(mannequin_avatar* avatar, const mannequin_meshes* meshes) {
  return with<AvatarObject, MeshesObject>(avatar, meshes,
                                          [&](const auto& object, const auto& set) -> mannequin_status {
                                            return change_worn(*object, set, std::nullopt);
                                          });
}

mannequin_status mannequin_avatar_evaluate(mannequin_avatar* avatar) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    object->evaluated = false;  // should memory run out midway
    const bool shape_due = std::exchange(object->shape_due, true);
    if (object->object)
      object->object->evaluate(object->inputs.worn, object->inputs.pose, object->state);
    else if (shape_due && object->eased)
      evaluate_avatar(object->character->character, object->inputs, *object->eased, object->state);
    else if (shape_due)
      evaluate_avatar(object->character->character, object->inputs, object->state);
    else
      evaluate_pose(object->character->character, object->inputs.pose, object->state);
    object->shape_due = false;
    object->evaluated = true;
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_get_body_size(const mannequin_avatar* avatar, mannequin_body_size* out) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    if (!object->evaluated) return not_evaluated();
    mannequin_body_size made{};
    made.male = object->state.shape.weights.sex == Sex::male;
    made.height = object->state.size.height;
    made.pelvis_to_foot = object->state.size.pelvis_to_foot;
    made.root_above_ground = object->state.root_above_ground();
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_get_joint_position(const mannequin_avatar* avatar, uint32_t joint,
                                                     double xyz[3]) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!xyz) return null_argument("xyz");
    if (!object->evaluated) return not_evaluated();
    if (const auto status = check_joint(object->character->character.skeleton, joint); status != MANNEQUIN_OK)
      return status;
    std::copy_n(glm::value_ptr(object->state.joints[joint].world_position), 3, xyz);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_copy_joint_matrices(const mannequin_avatar* avatar, int32_t layout,
                                                      float* out, size_t count) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    if (const auto status = check_layout(layout); status != MANNEQUIN_OK) return status;
    if (!object->evaluated) return not_evaluated();
    const std::size_t each = floats_per_matrix(layout), needed = object->state.joints.size() * each;
    if (count < needed) return short_buffer(needed, count, "floats");
    for (const JointTransform& joint : object->state.joints) {
      write_matrix(to_mat34(joint.world_from_joint()), layout, out);
      out += each;
    }
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_copy_palette(const mannequin_avatar* avatar, const mannequin_meshes* meshes,
                                               uint32_t mesh, int32_t layout, float* out, size_t count) {
  return with<AvatarObject, MeshesObject>(
      avatar, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (!out) return null_argument("out");
        if (const auto status = check_layout(layout); status != MANNEQUIN_OK) return status;
        const BoundMesh* bound = mesh_at(*set, mesh);
        if (!bound) return MANNEQUIN_BAD_ARGUMENT;
        std::vector<Mat34>& palette = object->palette;
        if (const auto status = palette_of(*object, *set, *bound, palette); status != MANNEQUIN_OK)
          return status;
        return write_palette(palette, *bound, layout, out, count);
      });
}

mannequin_status mannequin_avatar_copy_morph_weights(const mannequin_avatar* avatar,
                                                     const mannequin_meshes* meshes, uint32_t mesh,
                                                     float* out, size_t count) {
  return with<AvatarObject, MeshesObject>(
      avatar, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (!out) return null_argument("out");
        if (!object->evaluated) return not_evaluated();
        if (const auto status = check_character(*object, set->character, "meshes"); status != MANNEQUIN_OK)
          return status;
        const BoundMesh* bound = mesh_at(*set, mesh);
        if (!bound) return MANNEQUIN_BAD_ARGUMENT;
        if (count < bound->morphs.size()) return short_buffer(bound->morphs.size(), count, "floats");
        morph_weights_of(*object, *bound, {out, bound->morphs.size()});
        return MANNEQUIN_OK;
      });
}

namespace mannequin::c_api {

mannequin_status not_evaluated() {
  return report(MANNEQUIN_NOT_EVALUATED,
                "The avatar has not been evaluated yet; call mannequin_avatar_evaluate() first.");
}

mannequin_status check_joint(const Skeleton& skeleton, std::uint32_t joint) {
  if (joint < skeleton.size()) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_ARGUMENT, "joint " + std::to_string(joint) + ": the skeleton has " +
                                            std::to_string(skeleton.size()) + ", counted from 0.");
}

mannequin_status check_vertices(const BoundMesh& mesh) {
  if (mesh.mesh.vertex_count() > 0) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_DATA, "mesh '" + mesh.mesh.name() +
                                        "': has a skin, but no vertices; read one of its levels of detail.");
}

mannequin_status read_asset_id(const char* text, const MeshesObject& meshes, std::optional<Uuid>& out) {
  if (!text) return MANNEQUIN_OK;
  out = Uuid::parse(text);
  if (!out)
    return report(MANNEQUIN_BAD_ARGUMENT, "asset_id is not of the form 8-4-4-4-12 hexadecimal digits.");
  if (meshes.meshes.size() != 1)
    return report(MANNEQUIN_BAD_ARGUMENT, "An asset id names one mesh, but the set has " +
                                              std::to_string(meshes.meshes.size()) + "; give null.");
  return MANNEQUIN_OK;
}

OutfitOffsets outfit_offsets_of(std::span<const Worn> all) {
  Outfit outfit;
  for (const Worn& worn : all) outfit.items.push_back(outfit_item(*worn.meshes, true, worn.id));
  return outfit.offsets();
}

std::vector<WornOffsets> offsets_of(std::span<const Worn> all) { return outfit_offsets_of(all).worn; }

bool uses_identity(const BoundMesh& mesh) {
  if (!mesh.skin) return false;
  const std::uint16_t identity = mesh.skin->bind_slot();
  return std::ranges::any_of(mesh.skin->influences(), [&](const VertexInfluences& influences) {
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      if (influences.weight[k] > 0.0f && influences.joint[k] == identity) return true;
    return false;
  });
}

mannequin_status write_palette(std::span<const Mat34> palette, const BoundMesh& mesh, std::int32_t layout,
                               float* out, std::size_t count) {
  const std::size_t each = floats_per_matrix(layout), needed = palette.size() * each;
  const bool without_identity = count < needed && count >= needed - each && !uses_identity(mesh);
  if (count < needed && !without_identity) return short_buffer(needed, count, "floats");
  write_matrices(without_identity ? palette.first(palette.size() - 1) : palette, layout, out);
  return MANNEQUIN_OK;
}

void morph_weights_of(const AvatarObject& avatar, const BoundMesh& mesh, std::span<float> out) {
  morph_weights(mesh.morphs, avatar.character->character.appearance, avatar.state.shape.weights, out);
}

mannequin_status check_character(const AvatarObject& avatar,
                                 const std::shared_ptr<const CharacterObject>& other, const char* what) {
  if (avatar.character == other) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_ARGUMENT, std::string("The avatar and the ") + what +
                                            " belong to different characters; create the " + what +
                                            " with the avatar's.");
}

mannequin_status palette_of(const AvatarObject& avatar, const MeshesObject& meshes, const BoundMesh& mesh,
                            std::vector<Mat34>& out) {
  if (!avatar.evaluated) return not_evaluated();
  if (const auto status = check_character(avatar, meshes.character, "meshes"); status != MANNEQUIN_OK)
    return status;
  if (!mesh.skin) return not_rigged(mesh);
  out.resize(mesh.skin->palette_size());
  make_palette(*mesh.skin, avatar.state.joints, std::span<Mat34>(out));
  if (!are_finite({glm::value_ptr(out.front()), 12 * out.size()}))
    return report(MANNEQUIN_BAD_DATA,
                  "mesh '" + mesh.mesh.name() +
                      "': its palette is not finite; its binds, or the avatar's pose, have "
                      "numbers that are too large.");
  return MANNEQUIN_OK;
}

}  // namespace mannequin::c_api
