// Morph targets for a host's own shader, and meshes that any thread may skin.
#include <algorithm>
#include <cstring>

#include "engine/c_api/handles.h"
#include "engine/c_api/vertex_buffers.h"
#include "engine/core/aligned.h"
#include "engine/skinning/to_bind_space.h"
#include "mannequin/c_viewer.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

// Null after reporting.
const MorphTarget* morph_at(const MeshesObject& meshes, std::uint32_t mesh, std::uint32_t morph) {
  const BoundMesh* bound = mesh_at(meshes, mesh);
  if (!bound) return nullptr;
  const std::span<const MorphTarget> morphs = bound->mesh.morphs();
  if (morph < morphs.size()) return &morphs[morph];
  report(MANNEQUIN_BAD_ARGUMENT, "morph is " + std::to_string(morph) + ": mesh '" + bound->mesh.name() +
                                     "' has " + std::to_string(morphs.size()) + ", counted from 0.");
  return nullptr;
}

}  // namespace

mannequin_status mannequin_mesh_get_morph(const mannequin_meshes* meshes, uint32_t mesh, uint32_t morph,
                                          mannequin_morph_info* out) {
  return with<MeshesObject>(meshes, [&](const auto& set) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    const MorphTarget* target = morph_at(*set, mesh, morph);
    if (!target) return MANNEQUIN_BAD_ARGUMENT;
    mannequin_morph_info made{};
    made.vertex_count = static_cast<std::uint32_t>(target->vertices.size());
    made.name = target->name.c_str();
    made.has_normals = !target->normals.empty();
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_mesh_copy_morph(const mannequin_meshes* meshes, uint32_t mesh, uint32_t morph,
                                           uint32_t* vertices, float* positions, float* normals,
                                           size_t count) {
  return with<MeshesObject>(meshes, [&](const auto& set) -> mannequin_status {
    const MorphTarget* target = morph_at(*set, mesh, morph);
    if (!target) return MANNEQUIN_BAD_ARGUMENT;
    if (count < target->vertices.size()) return short_buffer(target->vertices.size(), count, "vertices");
    const BoundMesh& bound = set->meshes[mesh];
    const ToBindSpace to_bind(bound.skin ? bound.skin->bind_shape() : Mat4(1.0));
    for (std::size_t k = 0; k < target->vertices.size(); ++k) {
      const std::uint32_t vertex = target->vertices[k];
      if (vertices) vertices[k] = vertex;
      write_vector(to_bind.position_delta(target->positions[k]), positions, k);
      write_vector(target->normals.empty()
                       ? Vec3f(0.0f)
                       : to_bind.normal_delta(target->normals[k], bound.mesh.normals()[vertex]),
                   normals, k);
    }
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_copy_morph_weights(mannequin_crowd* crowd, uint32_t number,
                                                    const mannequin_meshes* meshes, uint32_t mesh, float* out,
                                                    size_t count) {
  return with<CrowdObject, MeshesObject>(
      crowd, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (!out) return null_argument("out");
        if (const auto status = check_mixed(*object); status != MANNEQUIN_OK) return status;
        if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
        const BoundMesh* bound = mesh_at(*set, mesh);
        if (!bound) return MANNEQUIN_BAD_ARGUMENT;
        if (count < bound->morphs.size()) return short_buffer(bound->morphs.size(), count, "floats");
        const Appearance& appearance = object->character->character.appearance;
        const CrowdObject::Shape& shape = object->shapes[number];
        if (!shape.is_eased) evaluate_weights_with_defaults(appearance, shape.sliders, object->weights);
        morph_weights(bound->morphs, appearance, shape.is_eased ? shape.eased : object->weights,
                      {out, bound->morphs.size()});
        return MANNEQUIN_OK;
      });
}

mannequin_status mannequin_shared_mesh_create(const mannequin_meshes* meshes, uint32_t mesh,
                                              mannequin_shared_mesh** out) {
  return with<MeshesObject>(meshes, [&](const auto& set) -> mannequin_status {
    if (!out) return null_argument("out");
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (!bound->skin) return not_rigged(*bound);
    if (const auto status = check_vertices(*bound); status != MANNEQUIN_OK) return status;
    auto made = SharedMesh::build(bound->mesh, *bound->skin);
    if (!made) return report(made.error());
    auto object = std::make_shared<SharedMeshObject>();
    object->mesh = std::move(*made);
    object->palette_size = bound->skin->palette_size();
    *out = static_cast<mannequin_shared_mesh*>(add_object(std::move(object)));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_shared_mesh_release(mannequin_shared_mesh* mesh) {
  return release<SharedMeshObject>(mesh);
}

mannequin_status mannequin_shared_mesh_skin(const mannequin_shared_mesh* mesh, const float* palette,
                                            size_t float_count, const float* morph_weights,
                                            size_t weight_count, const mannequin_vertex_buffers* out) {
  return with<SharedMeshObject>(mesh, [&](const auto& object) -> mannequin_status {
    // Per thread: others skin the same mesh.
    thread_local AlignedVector<std::byte> results;
    thread_local std::vector<SkinnedVertex> vertices;
    thread_local std::vector<Mat34> matrices;
    if (!palette) return null_argument("palette");
    if (float_count != object->palette_size * 12)
      return report(MANNEQUIN_BAD_ARGUMENT, "The palette has " + std::to_string(float_count) +
                                                " floats, but this mesh's has " +
                                                std::to_string(object->palette_size * 12) + ".");
    const SharedMesh& shared = *object->mesh;
    mannequin_vertex_buffers buffers;
    if (const auto status = take_buffers(out, shared.remap().size(), buffers); status != MANNEQUIN_OK)
      return status;
    matrices.resize(object->palette_size);
    std::memcpy(static_cast<void*>(matrices.data()), palette, float_count * sizeof(float));
    if (results.size() < shared.layout().instance_bytes()) results.resize(shared.layout().instance_bytes());
    const Status status =
        shared.skin(matrices, {morph_weights, morph_weights ? weight_count : std::size_t{0}}, results);
    if (!status) return report(status.error());
    vertices.resize(shared.remap().size());
    gather_results(shared.layout(), results, shared.remap(), vertices);
    scatter(vertices, buffers);
    return MANNEQUIN_OK;
  });
}
