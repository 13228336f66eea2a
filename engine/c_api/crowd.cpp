#include <algorithm>

#include "engine/c_api/handles.h"
#include "engine/c_api/matrices.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status check_number(const CrowdObject& crowd, std::uint32_t number) {
  if (number < crowd.batch->size()) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_ARGUMENT, "number is " + std::to_string(number) + ": the crowd has " +
                                            std::to_string(crowd.batch->size()) +
                                            " avatars, counted from 0.");
}

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

// Every rigged mesh of the sets, which belong to one character.
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

}  // namespace

mannequin_status mannequin_crowd_create(const mannequin_meshes* const* sets, uint32_t set_count,
                                        const mannequin_crowd_options* given, mannequin_crowd** out) {
  return guarded([&]() -> mannequin_status {
    if (!sets) return null_argument("sets");
    if (!out) return null_argument("out");
    const auto options = given ? take_struct(given, "options") : std::nullopt;
    if (given && !options) return MANNEQUIN_BAD_ARGUMENT;
    auto object = std::make_shared<CrowdObject>();
    if (const auto status = collect_members(*object, sets, set_count); status != MANNEQUIN_OK) return status;
    std::vector<const Skin*> skins;
    for (const CrowdObject::Member& member : object->members)
      skins.push_back(&*member.meshes->meshes[member.index].skin);
    BatchOptions batch;
    if (options) {
      batch.threads = std::max(options->threads, 1u);
      batch.capacity = options->capacity;
    }
    Result<AvatarBatch> made = AvatarBatch::create(object->character->character, skins, batch);
    if (!made) return report(made.error());
    object->batch = std::move(*made);
    *out = static_cast<mannequin_crowd*>(add_object(std::move(object)));
    return MANNEQUIN_OK;
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
    *number = static_cast<uint32_t>(object->batch->add_avatar());
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_remove(mannequin_crowd* crowd, uint32_t number) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    object->evaluated = false;
    object->batch->remove_avatar(number);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_set_avatar(mannequin_crowd* crowd, uint32_t number,
                                            const mannequin_avatar* avatar) {
  return with_avatar(crowd, number, avatar, [&](CrowdObject& object, const AvatarObject& from) {
    resolve_offsets(object.character->character.skeleton, from.inputs.worn, object.offsets);
    object.batch->set_sliders(number, from.inputs.sliders);
    object.batch->set_offsets(number, object.offsets);
    object.batch->set_pose(number, from.inputs.pose);
  });
}

mannequin_status mannequin_crowd_set_pose(mannequin_crowd* crowd, uint32_t number,
                                          const mannequin_avatar* avatar) {
  return with_avatar(crowd, number, avatar, [&](CrowdObject& object, const AvatarObject& from) {
    object.batch->set_pose(number, from.inputs.pose);
  });
}

mannequin_status mannequin_crowd_set_slider(mannequin_crowd* crowd, uint32_t number, int32_t id,
                                            double weight) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    if (const auto status = check_slider(object->character->character, id, weight); status != MANNEQUIN_OK)
      return status;
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
        // Divided, since a stride may have any size.
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

mannequin_status mannequin::c_api::check_evaluated(const CrowdObject& crowd) {
  if (crowd.evaluated) return MANNEQUIN_OK;
  return report(
      MANNEQUIN_NOT_EVALUATED,
      "Avatars were added or removed since the crowd was evaluated; call mannequin_crowd_evaluate() first.");
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
