// What an editor shows and saves apart from the picture.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/c_api/handles.h"
#include "engine/fit/measured_mesh.h"
#include "engine/fit/slider_effect.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/pose_file.h"
#include "engine/io/posed_mesh.h"
#include "engine/io/shape_writer.h"
#include "engine/skeleton/joint_offsets.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/wear/outfit.h"
#include "mannequin/c_editor.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

using MeshSets = std::vector<std::shared_ptr<const MeshesObject>>;

// Copies to a caller that may have asked for the size only.
mannequin_status write_bytes(const void* bytes, std::size_t size, void* out, std::size_t byte_count,
                             std::size_t* needed) {
  if (needed) *needed = size;
  if (!out && byte_count != 0) return null_argument("out");
  if (byte_count == 0 && needed) return MANNEQUIN_OK;
  if (byte_count < size) return short_buffer(size, byte_count, "bytes");
  std::memcpy(out, bytes, size);
  return MANNEQUIN_OK;
}

std::optional<io::ShapeFormat> shape_format(std::int32_t number) {
  switch (number) {
    case MANNEQUIN_SHAPE_JSON:
      return io::ShapeFormat::json;
    case MANNEQUIN_SHAPE_ARCHETYPE:
      return io::ShapeFormat::archetype;
    case MANNEQUIN_SHAPE_WEARABLE:
      return io::ShapeFormat::wearable;
    default:
      report(MANNEQUIN_BAD_ARGUMENT,
             "format is " + std::to_string(number) + "; it must be a MANNEQUIN_SHAPE.");
      return std::nullopt;
  }
}

mannequin_status take_sets(const AvatarObject& avatar, const mannequin_meshes* const* sets,
                           std::uint32_t count, MeshSets& out) {
  if (!sets && count != 0) return null_argument("sets");
  for (std::uint32_t i = 0; i < count; ++i) {
    auto set = use<MeshesObject>(sets[i]);
    if (!set) return MANNEQUIN_BAD_HANDLE;
    if (const auto status = check_character(avatar, set->character, "meshes"); status != MANNEQUIN_OK)
      return status;
    out.push_back(std::move(set));
  }
  return MANNEQUIN_OK;
}

SliderEffect measure(const AvatarObject& avatar, const MeshSets& sets, ParameterIndex slider) {
  std::vector<MeasuredMesh> measured;
  std::vector<std::string> files;
  for (const auto& set : sets)
    for (const BoundMesh& mesh : set->meshes)
      if (mesh.skin) {
        measured.emplace_back(mesh.mesh, *mesh.skin, mesh.morphs);
        files.push_back(set->source);
      }
  std::vector<const MeasuredMesh*> all;
  all.reserve(measured.size());
  for (const MeasuredMesh& mesh : measured) all.push_back(&mesh);
  EffectNames names;
  for (const std::string& file : files)
    if (std::ranges::find(names.worn, file) == names.worn.end()) names.worn.push_back(file);
  names.mesh = [&](std::size_t index) { return files[index]; };
  const OutfitOffsets offsets = outfit_offsets_of(avatar.worn);
  names.offset_by = [&](const Uuid& id) {
    const auto found = std::ranges::find(offsets.worn, id, &WornOffsets::mesh_id);
    return found == offsets.worn.end()
               ? std::string("a worn mesh")
               : offsets.sources[static_cast<std::size_t>(found - offsets.worn.begin())].name;
  };
  return slider_effect(avatar.character->character, avatar.inputs, slider, all, names);
}

// The mesh's joint positions for joints that the skeleton has.
std::vector<std::pair<JointIndex, Vec3>> known_positions(const BoundMesh& mesh, const Skeleton& skeleton) {
  std::vector<std::pair<JointIndex, Vec3>> known;
  for (const WornOffsets::Position& entry : mesh.offsets.joints)
    if (const JointIndex joint = skeleton.find(entry.joint); joint != kNoJoint)
      known.emplace_back(joint, entry.position);
  return known;
}

struct MeshOnAvatar {
  const BoundMesh* mesh;
  std::vector<Vec3f> positions, normals;
};

// Where its vertices are on the avatar as last evaluated.
mannequin_status see(const AvatarObject& avatar, const MeshesObject& set, const BoundMesh& mesh,
                     Skinner& skinner, MeshOnAvatar& out) {
  out.mesh = &mesh;
  if (!mesh.skin) {
    out.positions.assign(mesh.mesh.positions().begin(), mesh.mesh.positions().end());
    out.normals.assign(mesh.mesh.normals().begin(), mesh.mesh.normals().end());
    return MANNEQUIN_OK;
  }
  std::vector<Mat34> palette;
  if (const auto status = palette_of(avatar, set, mesh, palette); status != MANNEQUIN_OK) return status;
  std::vector<float> weights(mesh.morphs.size());
  morph_weights_of(avatar, mesh, weights);
  const Result<MeshId> id = skinner.add_mesh(mesh.mesh, *mesh.skin);
  if (!id) return report(id.error());
  const SkinJob job{*id, palette, 1, weights};
  if (const Status status = skinner.skin({&job, 1}); !status) return report(status.error());
  std::vector<SkinnedVertex> vertices(mesh.mesh.vertex_count());
  if (const Status status = skinner.read_back(*id, 0, vertices); !status) return report(status.error());
  skinner.remove_mesh(*id);
  for (const SkinnedVertex& vertex : vertices) {
    out.positions.push_back(vertex.position);
    out.normals.push_back(vertex.normal);
  }
  return MANNEQUIN_OK;
}

mannequin_status seen_glb(const AvatarObject& avatar, const MeshSets& sets, io::Bytes& out) {
  CpuSkinnerOptions options;
  options.threads = 1;
  const auto skinner = CpuSkinner::create(options);
  if (!skinner) return report(skinner.error());
  std::vector<MeshOnAvatar> seen;
  for (const auto& set : sets)
    for (const BoundMesh& mesh : set->meshes)
      if (const auto status = see(avatar, *set, mesh, **skinner, seen.emplace_back()); status != MANNEQUIN_OK)
        return status;
  std::vector<io::PosedMesh> posed;
  for (const MeshOnAvatar& each : seen) {
    const Mesh& mesh = each.mesh->mesh;
    posed.push_back({mesh.name(),
                     each.positions,
                     each.normals,
                     mesh.uvs(),
                     mesh.indices(),
                     mesh.faces(),
                     mesh.materials(),
                     mesh.source_indices(),
                     {},
                     {}});
  }
  Result<io::Bytes> bytes = io::write_glb(posed);
  if (!bytes) return report(bytes.error());
  out = std::move(*bytes);
  return MANNEQUIN_OK;
}

}  // namespace

mannequin_status mannequin_avatar_get_slider(const mannequin_avatar* avatar, int32_t id, double* weight) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!weight) return null_argument("weight");
    if (const auto status = check_slider(object->character->character, id, 0.0); status != MANNEQUIN_OK)
      return status;
    const auto found = object->inputs.sliders.find(id);
    if (found == object->inputs.sliders.end())
      return report(MANNEQUIN_NOT_FOUND,
                    "slider " + std::to_string(id) + " is not set: it is at its default.");
    *weight = found->second;
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_copy_shape(const mannequin_avatar* avatar, int32_t format, const char* name,
                                             char* out, size_t byte_count, size_t* needed) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    const auto known = shape_format(format);
    if (!known) return MANNEQUIN_BAD_ARGUMENT;
    const io::WrittenShape written = io::write_shape(*known, object->character->character.appearance,
                                                     object->inputs.sliders, name ? name : "");
    return write_bytes(written.text.c_str(), written.text.size() + 1, out, byte_count, needed);
  });
}

mannequin_status mannequin_avatar_set_pose(mannequin_avatar* avatar, const void* bytes, size_t byte_count,
                                           const char* name) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    Result<Pose> pose = io::read_pose(std::string_view(static_cast<const char*>(bytes), byte_count),
                                      name ? name : "memory", object->character->character.skeleton);
    if (!pose) return report(pose.error());
    pose->root_position = object->inputs.pose.root_position;
    pose->root_rotation = object->inputs.pose.root_rotation;
    object->inputs.pose = std::move(*pose);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_measure_slider(const mannequin_avatar* avatar,
                                                 const mannequin_meshes* const* sets, uint32_t set_count,
                                                 int32_t id, mannequin_slider_effect* out, char* reason,
                                                 size_t byte_count) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    const Character& character = object->character->character;
    if (const auto status = check_slider(character, id, 0.0); status != MANNEQUIN_OK) return status;
    MeshSets measured;
    if (const auto status = take_sets(*object, sets, set_count, measured); status != MANNEQUIN_OK)
      return status;
    const SliderEffect effect = measure(*object, measured, character.appearance.find(id));
    if (reason) {
      const auto status =
          write_bytes(effect.reason.c_str(), effect.reason.size() + 1, reason, byte_count, nullptr);
      if (status != MANNEQUIN_OK) return status;
    }
    mannequin_slider_effect made{};
    made.why = static_cast<std::int32_t>(effect.why);
    made.metres = effect.metres;
    made.bones = effect.bones;
    made.volumes = effect.volumes;
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_mesh_offset_count(const mannequin_meshes* meshes, uint32_t mesh, uint32_t* out) {
  return with<MeshesObject>(meshes, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    const BoundMesh* bound = mesh_at(*object, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    *out = static_cast<std::uint32_t>(known_positions(*bound, object->character->character.skeleton).size());
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_mesh_get_offset(const mannequin_meshes* meshes, uint32_t mesh, uint32_t index,
                                           mannequin_offset_info* out) {
  return with<MeshesObject>(meshes, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    const BoundMesh* bound = mesh_at(*object, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    const Skeleton& skeleton = object->character->character.skeleton;
    const auto positions = known_positions(*bound, skeleton);
    if (index >= positions.size())
      return report(MANNEQUIN_BAD_ARGUMENT, "offset " + std::to_string(index) + ": the mesh has " +
                                                std::to_string(positions.size()) + ", counted from 0.");
    const auto& [found, position] = positions[index];
    const Joint& joint = skeleton[found];
    mannequin_offset_info made{};
    made.joint = static_cast<std::uint32_t>(found);
    for (int axis = 0; axis < 3; ++axis) {
      made.position[axis] = position[axis];
      made.moved[axis] = position[axis] - joint.default_position[axis];
    }
    made.counts = is_joint_offset(joint, position);
    made.lock_scale = bound->offsets.lock_scale;
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_find_offset(const mannequin_avatar* avatar, uint32_t joint,
                                              uint32_t* worn) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!worn) return null_argument("worn");
    const Skeleton& skeleton = object->character->character.skeleton;
    if (joint >= skeleton.size())
      return report(MANNEQUIN_BAD_ARGUMENT, "joint " + std::to_string(joint) + ": the skeleton has " +
                                                std::to_string(skeleton.size()) + ", counted from 0.");
    const OutfitOffsets outfit = outfit_offsets_of(object->worn);
    const JointOffsets offsets = resolve_offsets(skeleton, outfit.worn);
    if (joint >= offsets.position.size() || !offsets.position[joint])
      return report(MANNEQUIN_NOT_FOUND, "joint " + std::to_string(joint) + ": nothing worn moves it.");
    const auto won = std::ranges::find(outfit.worn, offsets.position[joint]->mesh_id, &WornOffsets::mesh_id) -
                     outfit.worn.begin();
    *worn = static_cast<std::uint32_t>(outfit.sources[static_cast<std::size_t>(won)].item);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_copy_glb(const mannequin_avatar* avatar,
                                           const mannequin_meshes* const* sets, uint32_t set_count, void* out,
                                           size_t byte_count, size_t* needed) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    MeshSets written;
    if (const auto status = take_sets(*object, sets, set_count, written); status != MANNEQUIN_OK)
      return status;
    io::Bytes bytes;
    if (const auto status = seen_glb(*object, written, bytes); status != MANNEQUIN_OK) return status;
    return write_bytes(bytes.data(), bytes.size(), out, byte_count, needed);
  });
}
