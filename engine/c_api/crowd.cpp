#include <algorithm>

#include "engine/c_api/handles.h"
#include "engine/c_api/matrices.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

// body(crowd, avatar) for a valid number and an avatar of the crowd's character.
template <typename Body>
mannequin_status with_avatar(mannequin_crowd* crowd, std::uint32_t number, const mannequin_avatar* avatar,
                             Body&& body) {
  return with<CrowdObject, AvatarObject>(
      crowd, avatar, [&](const auto& object, const auto& from) -> mannequin_status {
        if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
        if (const auto status = check_character(*from, object->character, "crowd"); status != MANNEQUIN_OK)
          return status;
        body(*object, *from);
        return MANNEQUIN_OK;
      });
}

// All rigged meshes of the sets, which belong to one character.
mannequin_status collect_members(CrowdObject& crowd, const mannequin_meshes* const* sets,
                                 std::uint32_t count) {
  for (std::uint32_t s = 0; s < count; ++s) {
    const auto set = use<MeshesObject>(sets[s]);
    if (!set) return MANNEQUIN_BAD_HANDLE;
    if (!crowd.character) crowd.character = set->character;
    if (crowd.character != set->character)
      return report(MANNEQUIN_BAD_ARGUMENT,
                    "The sets belong to different characters; load them with the same one.");
    for (std::uint32_t m = 0; m < set->meshes.size(); ++m)
      if (set->meshes[m].skin) crowd.members.push_back({set, m});
  }
  if (!crowd.members.empty()) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_DATA, "No mesh of the sets has bone weights, so there is no palette to make.");
}

mannequin_status read_options(const mannequin_crowd_options* given, BatchOptions& out) {
  if (!given) return MANNEQUIN_OK;
  const auto options = read_struct(given, "options");
  if (!options) return MANNEQUIN_BAD_ARGUMENT;
  out.threads = std::max(options->threads, 1u);
  out.capacity = options->capacity;
  return MANNEQUIN_OK;
}

mannequin_status output_crowd(std::shared_ptr<CrowdObject> object, Result<AvatarBatch> made,
                              mannequin_crowd** out) {
  if (!made) return report(made.error());
  object->batch = std::move(*made);
  *out = static_cast<mannequin_crowd*>(add_object(std::move(object)));
  return MANNEQUIN_OK;
}

bool is_mixed(const CrowdObject& crowd) { return crowd.members.empty(); }

// The rig of a rigged mesh, without joint positions: those depend on the ids of the whole outfit.
mannequin_status rig_of(CrowdObject& crowd, const std::shared_ptr<const MeshesObject>& set,
                        std::uint32_t index, std::shared_ptr<const WornRig>& out) {
  // Drops those that no avatar wears any more.
  std::erase_if(crowd.rigs, [](const CrowdObject::Rig& rig) { return rig.rig.use_count() == 1; });
  for (const CrowdObject::Rig& rig : crowd.rigs)
    if (rig.meshes == set && rig.index == index) {
      out = rig.rig;
      return MANNEQUIN_OK;
    }
  auto made = WornRig::build(*set->meshes[index].skin, crowd.character->character.skeleton, Uuid{}, false);
  if (!made) return report(made.error());
  out = *made;
  crowd.rigs.push_back({set, index, std::move(*made)});
  return MANNEQUIN_OK;
}

// The index of a mesh's rig among those the avatar wears; their count if it does not wear it.
std::size_t place_of(const CrowdObject& crowd, std::uint32_t number, const MeshesObject& set,
                     std::uint32_t mesh) {
  std::size_t place = 0;
  for (const Worn& worn : crowd.worn[number])
    for (std::uint32_t m = 0; m < worn.meshes->meshes.size(); ++m) {
      if (!worn.meshes->meshes[m].skin) continue;
      if (worn.meshes.get() == &set && m == mesh) return place;
      ++place;
    }
  return place;
}

// Changes what an avatar of a mixed crowd wears. Everything that may fail comes first.
mannequin_status dress(CrowdObject& crowd, std::uint32_t number, std::vector<Worn> worn) {
  std::vector<std::shared_ptr<const WornRig>> rigs;
  for (const Worn& set : worn)
    for (std::uint32_t m = 0; m < set.meshes->meshes.size(); ++m) {
      if (!set.meshes->meshes[m].skin) continue;
      if (const auto status = rig_of(crowd, set.meshes, m, rigs.emplace_back()); status != MANNEQUIN_OK)
        return status;
    }
  resolve_offsets(crowd.character->character.skeleton, offsets_of(worn), crowd.offsets);
  const Status dressed = crowd.batch->set_outfit(number, std::move(rigs), &crowd.offsets);
  if (!dressed) return report(dressed.error());
  crowd.worn[number] = std::move(worn);
  crowd.evaluated = false;
  return MANNEQUIN_OK;
}

std::vector<Worn> worn_without(const CrowdObject& crowd, std::uint32_t number,
                               const std::shared_ptr<const MeshesObject>& set) {
  std::vector<Worn> worn = crowd.worn[number];
  std::erase_if(worn, [&](const Worn& w) { return w.meshes == set; });
  return worn;
}

// body(crowd, set) for a number of a mixed crowd and a set of the crowd's character.
template <typename Body>
mannequin_status with_outfit(const mannequin_crowd* crowd, std::uint32_t number,
                             const mannequin_meshes* meshes, Body&& body) {
  return with<CrowdObject, MeshesObject>(
      crowd, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (const auto status = check_mixed(*object); status != MANNEQUIN_OK) return status;
        if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
        if (set->character != object->character)
          return report(
              MANNEQUIN_BAD_ARGUMENT,
              "The crowd and the meshes belong to different characters; load them with the same one.");
        return body(*object, set);
      });
}

}  // namespace

mannequin_status mannequin_crowd_create(const mannequin_meshes* const* sets, uint32_t set_count,
                                        const mannequin_crowd_options* given, mannequin_crowd** out) {
  return guarded([&]() -> mannequin_status {
    if (!sets) return null_argument("sets");
    if (!out) return null_argument("out");
    BatchOptions options;
    if (const auto status = read_options(given, options); status != MANNEQUIN_OK) return status;
    auto object = std::make_shared<CrowdObject>();
    if (const auto status = collect_members(*object, sets, set_count); status != MANNEQUIN_OK) return status;
    std::vector<const Skin*> skins;
    for (const CrowdObject::Member& member : object->members)
      skins.push_back(&*member.meshes->meshes[member.index].skin);
    const Character& character = object->character->character;
    return output_crowd(std::move(object), AvatarBatch::create(character, skins, options), out);
  });
}

mannequin_status mannequin_crowd_create_mixed(const mannequin_character* character,
                                              const mannequin_crowd_options* given, mannequin_crowd** out) {
  return with<CharacterObject>(character, [&](const auto& owner) -> mannequin_status {
    if (!out) return null_argument("out");
    BatchOptions options;
    if (const auto status = read_options(given, options); status != MANNEQUIN_OK) return status;
    auto object = std::make_shared<CrowdObject>();
    object->character = owner;
    return output_crowd(std::move(object), AvatarBatch::create(owner->character, options), out);
  });
}

mannequin_status mannequin_crowd_release(mannequin_crowd* crowd) { return release<CrowdObject>(crowd); }

mannequin_status mannequin_crowd_count(const mannequin_crowd* crowd, uint32_t* out) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    *out = static_cast<uint32_t>(object->batch->size());
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_add(mannequin_crowd* crowd, uint32_t* number) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (!number) return null_argument("number");
    object->evaluated = false;
    object->worn.reserve(object->worn.size() + 1);
    object->shapes.reserve(object->shapes.size() + 1);
    *number = static_cast<uint32_t>(object->batch->add_avatar());
    object->worn.emplace_back();
    object->shapes.emplace_back();
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_remove(mannequin_crowd* crowd, uint32_t number) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    object->evaluated = false;
    object->batch->remove_avatar(number);
    if (number + 1 < object->worn.size()) object->worn[number] = std::move(object->worn.back());
    object->worn.pop_back();
    if (number + 1 < object->shapes.size()) object->shapes[number] = std::move(object->shapes.back());
    object->shapes.pop_back();
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_set_avatar(mannequin_crowd* crowd, uint32_t number,
                                            const mannequin_avatar* avatar) {
  return with_avatar(crowd, number, avatar, [&](CrowdObject& object, const AvatarObject& from) {
    if (from.eased)
      object.batch->set_weights(number, *from.eased);
    else
      object.batch->set_sliders(number, from.inputs.sliders);
    if (is_mixed(object)) {
      CrowdObject::Shape& shape = object.shapes[number];
      shape.sliders = from.inputs.sliders;
      shape.is_eased = false;
      if (from.eased) shape.ease(*from.eased);
    } else {
      resolve_offsets(object.character->character.skeleton, from.inputs.worn, object.offsets);
      object.batch->set_offsets(number, object.offsets);
    }
    object.batch->set_pose(number, from.inputs.pose);
  });
}

mannequin_status mannequin_crowd_set_pose(mannequin_crowd* crowd, uint32_t number,
                                          const mannequin_avatar* avatar) {
  return with_avatar(crowd, number, avatar, [&](CrowdObject& object, const AvatarObject& from) {
    object.batch->set_pose(number, from.inputs.pose);
  });
}

mannequin_status mannequin_crowd_set_joints(mannequin_crowd* crowd, uint32_t number, const double xyz[3],
                                            const double xyzw[4], const float* rotations,
                                            const float* positions, uint32_t joint_count) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    PoseArrays pose;
    JointArrays& arrays = object->arrays;
    if (const auto status = read_position(xyz, pose.root_position); status != MANNEQUIN_OK) return status;
    if (const auto status = read_rotation(xyzw, pose.root_rotation); status != MANNEQUIN_OK) return status;
    if (const auto status =
            read_joints(object->character->character.skeleton, rotations, positions, joint_count, arrays);
        status != MANNEQUIN_OK)
      return status;
    pose.rotations = arrays.rotations;
    pose.positions = arrays.positions;
    object->batch->set_pose(number, pose);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_wear(mannequin_crowd* crowd, uint32_t number, const mannequin_meshes* meshes,
                                      const char* asset_id) {
  return with_outfit(crowd, number, meshes, [&](CrowdObject& object, const auto& set) -> mannequin_status {
    std::optional<Uuid> id;
    if (const auto status = read_asset_id(asset_id, *set, id); status != MANNEQUIN_OK) return status;
    if (std::ranges::none_of(set->meshes, [](const BoundMesh& mesh) { return mesh.skin.has_value(); }))
      return report(MANNEQUIN_BAD_DATA,
                    "No mesh of the set has bone weights, so there is no palette to make.");
    std::vector<Worn> worn = worn_without(object, number, set);
    worn.push_back({set, id});
    return dress(object, number, std::move(worn));
  });
}

mannequin_status mannequin_crowd_take_off(mannequin_crowd* crowd, uint32_t number,
                                          const mannequin_meshes* meshes) {
  return with_outfit(crowd, number, meshes, [&](CrowdObject& object, const auto& set) -> mannequin_status {
    return dress(object, number, worn_without(object, number, set));
  });
}

mannequin_status mannequin_crowd_copy_worn_palette(const mannequin_crowd* crowd, uint32_t number,
                                                   const mannequin_meshes* meshes, uint32_t mesh,
                                                   int32_t layout, float* out, size_t count) {
  return with_outfit(crowd, number, meshes, [&](CrowdObject& object, const auto& set) -> mannequin_status {
    if (!out) return null_argument("out");
    if (const auto status = check_layout(layout); status != MANNEQUIN_OK) return status;
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (!bound->skin) return not_rigged(*bound);
    const std::size_t place = place_of(object, number, *set, mesh);
    if (place == object.batch->worn(number).size())
      return report(
          MANNEQUIN_BAD_ARGUMENT,
          "mesh '" + bound->mesh.name() + "': the avatar does not wear it; call mannequin_crowd_wear().");
    if (const auto status = check_evaluated(object); status != MANNEQUIN_OK) return status;
    return write_palette(object.batch->worn_palette(number, place), *bound, layout, out, count);
  });
}

mannequin_status mannequin_crowd_copy_joint_matrices(const mannequin_crowd* crowd, uint32_t number,
                                                     int32_t layout, float* out, size_t count) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    if (const auto status = check_layout(layout); status != MANNEQUIN_OK) return status;
    if (const auto status = check_mixed(*object); status != MANNEQUIN_OK) return status;
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    if (const auto status = check_evaluated(*object); status != MANNEQUIN_OK) return status;
    const std::span<const Mat34> joints = object->batch->world_matrices(number);
    const std::size_t needed = joints.size() * floats_per_matrix(layout);
    if (count < needed) return short_buffer(needed, count, "floats");
    write_matrices(joints, layout, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_set_slider(mannequin_crowd* crowd, uint32_t number, int32_t id,
                                            double weight) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    if (const auto status = check_slider(object->character->character, id, weight); status != MANNEQUIN_OK)
      return status;
    if (is_mixed(*object)) {
      object->shapes[number].sliders[id] = weight;
      object->shapes[number].is_eased = false;
    }
    object->batch->set_slider(number, id, weight);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_evaluate(mannequin_crowd* crowd) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    object->evaluated = false;  // should memory run out midway
    object->batch->evaluate();
    object->evaluated = true;
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_copy_palettes(const mannequin_crowd* crowd, const mannequin_meshes* meshes,
                                               uint32_t mesh, uint32_t first, uint32_t count, int32_t layout,
                                               float* out, size_t byte_count, size_t stride) {
  return with<CrowdObject, MeshesObject>(
      crowd, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (!out) return null_argument("out");
        if (const auto status = check_layout(layout); status != MANNEQUIN_OK) return status;
        std::span<const Mat34> all;
        if (const auto status = palettes_of(*object, set, mesh, all); status != MANNEQUIN_OK) return status;
        const std::size_t avatars = object->batch->size();
        if (first > avatars || count > avatars - first)
          return report(MANNEQUIN_BAD_ARGUMENT, "The crowd has " + std::to_string(avatars) +
                                                    " avatars, not " +
                                                    std::to_string(std::size_t{first} + count) + ".");
        const std::size_t size = set->meshes[mesh].skin->palette_size();
        const std::size_t bytes = size * floats_per_matrix(layout) * sizeof(float);
        const std::size_t step = stride ? stride : bytes;
        if (step < bytes || step % 4 != 0)
          return report(MANNEQUIN_BAD_ARGUMENT, "stride is " + std::to_string(stride) +
                                                    "; it must be a multiple of 4, " + std::to_string(bytes) +
                                                    " or more.");
        if (count == 0) return MANNEQUIN_OK;
        // Divides, since a multiplication by any stride could overflow.
        if (byte_count < bytes || (byte_count - bytes) / step < count - 1)
          return short_buffer(step * (count - 1) + bytes, byte_count, "bytes");
        for (std::uint32_t i = 0; i < count; ++i)
          write_matrices(all.subspan((first + i) * size, size), layout, out + i * (step / sizeof(float)));
        return MANNEQUIN_OK;
      });
}

mannequin_status mannequin_crowd_get_height(const mannequin_crowd* crowd, uint32_t number, double* height,
                                            double* root_above_ground) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    if (const auto status = check_evaluated(*object); status != MANNEQUIN_OK) return status;
    if (height) *height = object->batch->body_size(number).height;
    if (root_above_ground) *root_above_ground = object->batch->root_above_ground(number);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin::c_api::check_number(const CrowdObject& crowd, std::uint32_t number) {
  if (number < crowd.batch->size()) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_ARGUMENT, "number is " + std::to_string(number) + ": the crowd has " +
                                            std::to_string(crowd.batch->size()) +
                                            " avatars, counted from 0.");
}

mannequin_status mannequin::c_api::check_mixed(const CrowdObject& crowd) {
  if (is_mixed(crowd)) return MANNEQUIN_OK;
  return report(MANNEQUIN_UNSUPPORTED,
                "All avatars of this crowd wear the same; create it with mannequin_crowd_create_mixed().");
}

mannequin_status mannequin::c_api::check_evaluated(const CrowdObject& crowd) {
  if (crowd.evaluated) return MANNEQUIN_OK;
  return report(MANNEQUIN_NOT_EVALUATED,
                "Avatars were added or removed, or changed clothes, since the crowd was evaluated; call "
                "mannequin_crowd_evaluate() first.");
}

mannequin_status mannequin::c_api::palettes_of(const CrowdObject& crowd,
                                               const std::shared_ptr<const MeshesObject>& meshes,
                                               std::uint32_t index, std::span<const Mat34>& out) {
  const BoundMesh* bound = mesh_at(*meshes, index);
  if (!bound) return MANNEQUIN_BAD_ARGUMENT;
  if (!bound->skin) return not_rigged(*bound);
  for (std::size_t m = 0; m < crowd.members.size(); ++m)
    if (crowd.members[m].meshes == meshes && crowd.members[m].index == index) {
      if (const auto status = check_evaluated(crowd); status != MANNEQUIN_OK) return status;
      out = crowd.batch->palettes(m);
      return MANNEQUIN_OK;
    }
  return report(MANNEQUIN_BAD_ARGUMENT,
                "mesh '" + bound->mesh.name() + "': is not in the sets that the crowd was created with.");
}
