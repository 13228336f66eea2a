#include <algorithm>
#include <cstdint>
#include <cstring>
#include <glm/gtc/type_ptr.hpp>
#include <span>

#include "engine/c_api/handles.h"
#include "engine/c_api/vertex_buffers.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/builtin_mesh.h"
#include "engine/skinning/reference.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status create(std::shared_ptr<const CharacterObject> character, Result<BoundMeshes> made,
                        mannequin_meshes** out) {
  if (!made) return report(made.error());
  character->log.report(made->notes);
  *out = static_cast<mannequin_meshes*>(
      add_object(std::make_shared<MeshesObject>(std::move(character), std::move(*made))));
  return MANNEQUIN_OK;
}

Mat4 matrix(const float* numbers) { return Mat4(glm::make_mat4(numbers)); }

Vec3f vector_at(const float* first, std::size_t stride, std::size_t index) {
  Vec3f v;
  std::memcpy(&v, reinterpret_cast<const char*>(first) + index * (stride ? stride : sizeof v), sizeof v);
  return v;
}

const char* missing_array(const mannequin_mesh_data& data) {
  if (!data.positions) return "positions";
  if (!data.normals) return "normals";
  if (!data.indices) return "indices";
  if (data.joint_count == 0) return nullptr;
  if (!data.joints) return "joints";
  if (!data.weights) return "weights";
  if (!data.joint_names) return "joint_names";
  if (!data.inverse_binds) return "inverse_binds";
  return std::find(data.joint_names, data.joint_names + data.joint_count, nullptr) ==
                 data.joint_names + data.joint_count
             ? nullptr
             : "one of joint_names";
}

mannequin_status check_weights(const mannequin_mesh_data& data) {
  const float* const end = data.weights + std::size_t{4} * data.vertex_count;
  const float* const wrong =
      std::find_if(data.weights, end, [](float w) { return !(w >= 0.0f && w < HUGE_VALF); });
  if (wrong == end) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_DATA, "mesh '" + std::string(data.name ? data.name : "mesh") + "', vertex " +
                                        std::to_string((wrong - data.weights) / 4) +
                                        ": has a weight that is negative or not finite.");
}

MeshDesc mesh_desc(const mannequin_mesh_data& data) {
  MeshDesc mesh;
  mesh.name = data.name ? data.name : "mesh";
  for (std::uint32_t v = 0; v < data.vertex_count; ++v) {
    mesh.positions.push_back(vector_at(data.positions, data.position_stride, v));
    mesh.normals.push_back(vector_at(data.normals, data.normal_stride, v));
    mesh.source_indices.push_back(v);
  }
  mesh.uvs.resize(data.vertex_count);
  mesh.indices.assign(data.indices, data.indices + data.index_count);
  mesh.materials.push_back({});
  mesh.faces.push_back({0, 0, data.vertex_count, 0, data.index_count});
  return mesh;
}

SkinDesc skin_desc(const mannequin_mesh_data& data) {
  SkinDesc skin;
  skin.joint_names.assign(data.joint_names, data.joint_names + data.joint_count);
  if (data.bind_shape) skin.bind_shape = matrix(data.bind_shape);
  for (std::uint32_t j = 0; j < data.joint_count; ++j) {
    skin.inverse_binds.push_back(matrix(data.inverse_binds + std::size_t{16} * j));
    if (data.joint_positions) skin.joint_positions.emplace_back(vector_at(data.joint_positions, 0, j));
  }
  skin.lock_scale = data.lock_scale != 0;
  skin.pelvis_offset = data.pelvis_offset;
  skin.influence_begin.push_back(0);
  for (std::uint32_t v = 0; v < data.vertex_count; ++v) {
    for (std::size_t k = std::size_t{4} * v; k < std::size_t{4} * v + 4; ++k)
      if (data.weights[k] > 0.0f) skin.influences.push_back({data.joints[k], data.weights[k]});
    skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
  }
  return skin;
}

// Copies the numbers that `of` returns for a mesh to the caller's memory.
template <typename Number, typename Of>
mannequin_status copy_of_mesh(const mannequin_meshes* meshes, uint32_t mesh, Number* out, size_t count,
                              const char* unit, Of of) {
  return with<MeshesObject>(meshes, [&](const auto& object) -> mannequin_status {
    const BoundMesh* bound = mesh_at(*object, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (!out) return null_argument("out");
    const auto values = of(bound->mesh);
    const std::size_t needed = values.size_bytes() / sizeof(Number);
    if (count < needed) return short_buffer(needed, count, unit);
    std::memcpy(out, values.data(), values.size_bytes());
    return MANNEQUIN_OK;
  });
}

}  // namespace

mannequin_status mannequin_meshes_load(const mannequin_character* character, const void* bytes,
                                       size_t byte_count, const char* name,
                                       const mannequin_mesh_options* given, mannequin_meshes** out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    if (!out) return null_argument("out");
    const auto options = given ? read_struct(given, "options") : std::nullopt;
    if (given && !options) return MANNEQUIN_BAD_ARGUMENT;
    const std::uint32_t lod = options ? options->lod : 0;
    if (lod >= io::kLodCount)
      return report(MANNEQUIN_BAD_ARGUMENT, "lod is " + std::to_string(lod) + "; it must be 0 (high) to 3.");
    const ImporterProfile* importer = importer_of(options ? options->importer : MANNEQUIN_IMPORTER_DEFAULT);
    if (!importer) return MANNEQUIN_BAD_ARGUMENT;
    return create(
        object,
        load_bound_meshes({static_cast<const std::byte*>(bytes), byte_count}, name ? name : "memory",
                          object->character.skeleton, {io::lod_from_finest(lod), *importer}),
        out);
  });
}

mannequin_status mannequin_meshes_builtin_body(const mannequin_character* character, mannequin_meshes** out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    const auto file = io::read_builtin_mesh("mannequin", Sex::female);
    if (!file) return report(file.error());
    return create(object, build_bound_meshes(*file, object->character.skeleton), out);
  });
}

mannequin_status mannequin_meshes_from_arrays(const mannequin_character* character,
                                              const mannequin_mesh_data* given, mannequin_meshes** out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    const auto data = read_struct(given, "data");
    if (!data) return MANNEQUIN_BAD_ARGUMENT;
    if (const char* missing = missing_array(*data)) return null_argument(missing);
    for (const std::size_t stride : {data->position_stride, data->normal_stride})
      if (const auto status = check_stride(stride); status != MANNEQUIN_OK) return status;
    if (data->index_count % 3 != 0)
      return report(MANNEQUIN_BAD_ARGUMENT,
                    "index_count is " + std::to_string(data->index_count) + "; a triangle has three.");
    if (data->joint_count != 0)
      if (const auto status = check_weights(*data); status != MANNEQUIN_OK) return status;
    io::BoundMeshFile file;
    file.source = data->name ? data->name : "arrays";
    file.meshes.push_back({mesh_desc(*data), data->joint_count ? skin_desc(*data) : SkinDesc()});
    return create(object, build_bound_meshes(file, object->character.skeleton, kStrictImporter), out);
  });
}

mannequin_status mannequin_meshes_release(mannequin_meshes* meshes) { return release<MeshesObject>(meshes); }

mannequin_status mannequin_mesh_count(const mannequin_meshes* meshes, uint32_t* out) {
  return with<MeshesObject>(meshes, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    *out = static_cast<uint32_t>(object->meshes.size());
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_mesh_get(const mannequin_meshes* meshes, uint32_t mesh, mannequin_mesh_info* out) {
  return with<MeshesObject>(meshes, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    const BoundMesh* bound = mesh_at(*object, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    mannequin_mesh_info made{};
    made.vertex_count = static_cast<uint32_t>(bound->mesh.vertex_count());
    made.index_count = static_cast<uint32_t>(bound->mesh.indices().size());
    made.palette_size = bound->skin ? static_cast<uint32_t>(bound->skin->palette_size()) : 0;
    made.name = bound->mesh.name().c_str();
    made.rigged = bound->skin.has_value();
    made.has_tangents = !bound->mesh.tangents().empty();
    made.part = bound->part.c_str();
    made.morph_count = static_cast<uint32_t>(bound->morphs.size());
    made.face_count = static_cast<uint32_t>(bound->mesh.faces().size());
    made.uses_identity = uses_identity(*bound);
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_mesh_get_face(const mannequin_meshes* meshes, uint32_t mesh, uint32_t face,
                                         mannequin_face_info* out) {
  return with<MeshesObject>(meshes, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    const BoundMesh* bound = mesh_at(*object, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    const std::span<const FaceDesc> faces = bound->mesh.faces();
    if (face >= faces.size())
      return report(MANNEQUIN_BAD_ARGUMENT, "face " + std::to_string(face) + ": the mesh has " +
                                                std::to_string(faces.size()) + ", counted from 0.");
    mannequin_face_info made{};
    made.first_index = faces[face].first_index;
    made.index_count = faces[face].index_count;
    made.first_vertex = faces[face].first_vertex;
    made.vertex_count = faces[face].vertex_count;
    made.material = bound->mesh.materials()[faces[face].material].name.c_str();
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_mesh_copy_indices(const mannequin_meshes* meshes, uint32_t mesh, uint32_t* out,
                                             size_t count) {
  return copy_of_mesh(meshes, mesh, out, count, "indices", [](const Mesh& m) { return m.indices(); });
}

mannequin_status mannequin_mesh_copy_uvs(const mannequin_meshes* meshes, uint32_t mesh, float* out,
                                         size_t count) {
  return copy_of_mesh(meshes, mesh, out, count, "floats", [](const Mesh& m) { return m.uvs(); });
}

mannequin_status mannequin_mesh_copy_joints(const mannequin_meshes* meshes, uint32_t mesh, uint32_t* out,
                                            size_t count) {
  return with<MeshesObject>(meshes, [&](const auto& object) -> mannequin_status {
    const BoundMesh* bound = mesh_at(*object, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (!out) return null_argument("out");
    if (!bound->skin) return not_rigged(*bound);
    const std::span<const JointIndex> joints = bound->skin->joints();
    if (count < joints.size()) return short_buffer(joints.size(), count, "joints");
    std::ranges::transform(joints, out, [](JointIndex joint) {
      return joint == kNoJoint ? UINT32_MAX : static_cast<std::uint32_t>(joint);
    });
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_mesh_copy_bound(const mannequin_meshes* meshes, uint32_t mesh,
                                           const mannequin_vertex_buffers* out, uint16_t* joints,
                                           float* weights) {
  return with<MeshesObject>(meshes, [&](const auto& object) -> mannequin_status {
    const BoundMesh* bound = mesh_at(*object, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (!bound->skin) return not_rigged(*bound);
    const std::size_t count = bound->mesh.vertex_count();
    mannequin_vertex_buffers buffers;
    if (const auto status = take_buffers(out, count, buffers); status != MANNEQUIN_OK) return status;
    if (buffers.vertex_count < count) return short_buffer(count, buffers.vertex_count, "vertices");
    // If joints move nothing, only the bind shape applies.
    const std::vector<Mat4> unmoved(bound->skin->palette_size(), Mat4(1.0));
    std::vector<ReferenceVertex> exact(count);
    skin_reference(bound->mesh, *bound->skin, unmoved, exact);
    std::vector<SkinnedVertex> vertices(count);
    for (std::size_t v = 0; v < count; ++v)
      vertices[v] = {Vec3f(exact[v].position), Vec3f(exact[v].normal), Vec3f(exact[v].tangent)};
    scatter(vertices, buffers);
    for (const VertexInfluences& influences : bound->skin->influences()) {
      if (joints) joints = std::ranges::copy(influences.joint, joints).out;
      if (weights) weights = std::ranges::copy(influences.weight, weights).out;
    }
    return MANNEQUIN_OK;
  });
}
