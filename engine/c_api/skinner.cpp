#include <algorithm>
#include <cstring>

#include "engine/c_api/handles.h"
#include "engine/c_api/vertex_buffers.h"
#include "engine/math/finite.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/device_skinner.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

// body(skinner, set) on a thread and in a context allowed to use the skinner.
template <typename Body>
mannequin_status with_skinner(const mannequin_skinner* skinner, const mannequin_meshes* meshes, Body&& body) {
  return with<SkinnerObject, MeshesObject>(
      skinner, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (const auto status = check_context(*object); status != MANNEQUIN_OK) return status;
        return body(*object, set);
      });
}

// Its position, for a mesh that no joint moves.
void copy_unmoved(const Mesh& mesh, std::vector<SkinnedVertex>& out) {
  const auto positions = mesh.positions(), normals = mesh.normals();
  const auto tangents = mesh.tangents();
  for (std::size_t v = 0; v < out.size(); ++v)
    out[v] = {positions[v], normals[v], tangents.empty() ? Vec3f(0.0f) : Vec3f(tangents[v])};
}

mannequin_status run(SkinnerObject& skinner, MeshId mesh, std::span<const Mat34> palettes,
                     std::uint32_t instances, std::span<const float> morph_weights) {
  const SkinJob job{mesh, palettes, instances, morph_weights};
  const Status status = skinner.skinner->skin({&job, 1});
  return status ? MANNEQUIN_OK : report(status.error());
}

mannequin_status read_back(SkinnerObject& skinner, MeshId mesh, std::uint32_t instance,
                           std::size_t vertex_count, const mannequin_vertex_buffers& out) {
  if (!names_memory(out)) return MANNEQUIN_OK;
  skinner.vertices.resize(vertex_count);
  if (auto status = skinner.skinner->read_back(mesh, instance, skinner.vertices); !status)
    return report(status.error());
  const auto wrong = std::ranges::find_if_not(
      skinner.vertices, [](const SkinnedVertex& vertex) { return is_finite(vertex.position); });
  if (wrong != skinner.vertices.end())
    return report(
        MANNEQUIN_BAD_DATA,
        "Vertex " + std::to_string(wrong - skinner.vertices.begin()) +
            " is not finite where it was moved to: the mesh, or its palette, has numbers that are too "
            "large.");
  scatter(skinner.vertices, out);
  return MANNEQUIN_OK;
}

// Skins with skinner.palette and skinner.morph_weights into the caller's buffers.
mannequin_status skin(SkinnerObject& skinner, const std::shared_ptr<const MeshesObject>& meshes,
                      std::uint32_t index, const mannequin_vertex_buffers& out) {
  MeshId id = 0;
  if (const auto status = prepare(skinner, meshes, index, id); status != MANNEQUIN_OK) return status;
  if (const auto status = run(skinner, id, skinner.palette, 1, skinner.morph_weights); status != MANNEQUIN_OK)
    return status;
  return read_back(skinner, id, 0, meshes->meshes[index].mesh.vertex_count(), out);
}

// Copies the host's own palettes to skinner.palette.
mannequin_status take_palettes(SkinnerObject& skinner, const BoundMesh& mesh, const float* palettes,
                               std::size_t float_count, std::size_t instances) {
  if (!mesh.skin) return not_rigged(mesh);
  const std::size_t matrices = mesh.skin->palette_size() * instances, needed = matrices * 12;
  if (float_count != needed)
    return report(MANNEQUIN_BAD_ARGUMENT, "The palette has " + std::to_string(float_count) + " floats, but " +
                                              std::to_string(needed) + " belong to this mesh.");
  if (!are_finite({palettes, needed}))
    return report(MANNEQUIN_BAD_ARGUMENT, "The palette has a number that is not finite.");
  skinner.palette.resize(matrices);
  std::memcpy(static_cast<void*>(skinner.palette.data()), palettes, needed * sizeof(float));
  return MANNEQUIN_OK;
}

// The remap; empty for the reference, which keeps mesh order.
Result<std::span<const std::uint32_t>> remap_of(const Skinner& skinner, MeshId mesh) {
  if (const auto* device = dynamic_cast<const DeviceSkinner*>(&skinner)) return device->remap(mesh);
  if (const auto* cpu = dynamic_cast<const CpuSkinner*>(&skinner))
    return cpu->results(mesh).map([](const CpuResults& results) { return results.remap; });
  return fail(ErrorCode::unsupported, skinner.backend(), "has no results in block order; read them back");
}

}  // namespace

mannequin_status mannequin_skinner_create(const mannequin_skinner_options* given, mannequin_skinner** out) {
  return guarded([&]() -> mannequin_status {
    if (!out) return null_argument("out");
    const auto options = given ? read_struct(given, "options") : std::nullopt;
    if (given && !options) return MANNEQUIN_BAD_ARGUMENT;
    auto object = std::make_shared<SkinnerObject>();
    if (options && options->reference) {
      object->skinner = make_reference_skinner();
    } else {
      CpuSkinnerOptions cpu;
      if (options) cpu.threads = options->threads;
      auto made = CpuSkinner::create(cpu);
      if (!made) return report(made.error());
      object->skinner = std::move(*made);
    }
    *out = static_cast<mannequin_skinner*>(add_object(std::move(object)));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_skinner_release(mannequin_skinner* skinner) {
  if (!skinner) return MANNEQUIN_OK;
  return with<SkinnerObject>(skinner, [&](const auto& object) -> mannequin_status {
    const auto status = check_context(*object);
    return status == MANNEQUIN_OK ? release<SkinnerObject>(skinner) : status;
  });
}

mannequin_status mannequin_skinner_skin(mannequin_skinner* skinner, const mannequin_avatar* avatar,
                                        const mannequin_meshes* meshes, uint32_t mesh,
                                        const mannequin_vertex_buffers* out) {
  return with_skinner(skinner, meshes, [&](SkinnerObject& object, const auto& set) -> mannequin_status {
    return with<AvatarObject>(avatar, [&](const auto& worn_by) -> mannequin_status {
      const BoundMesh* bound = mesh_at(*set, mesh);
      if (!bound) return MANNEQUIN_BAD_ARGUMENT;
      mannequin_vertex_buffers buffers;
      if (const auto status = take_buffers(out, bound->mesh.vertex_count(), buffers); status != MANNEQUIN_OK)
        return status;
      if (!bound->skin) {
        object.vertices.resize(bound->mesh.vertex_count());
        copy_unmoved(bound->mesh, object.vertices);
        scatter(object.vertices, buffers);
        return MANNEQUIN_OK;
      }
      if (const auto status = palette_of(*worn_by, *set, *bound, object.palette); status != MANNEQUIN_OK)
        return status;
      object.morph_weights.resize(bound->morphs.size());
      morph_weights_of(*worn_by, *bound, object.morph_weights);
      return skin(object, set, mesh, buffers);
    });
  });
}

mannequin_status mannequin_skinner_skin_palette(mannequin_skinner* skinner, const mannequin_meshes* meshes,
                                                uint32_t mesh, const float* palette, size_t float_count,
                                                const mannequin_vertex_buffers* out) {
  return with_skinner(skinner, meshes, [&](SkinnerObject& object, const auto& set) -> mannequin_status {
    if (!palette) return null_argument("palette");
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    mannequin_vertex_buffers buffers;
    if (const auto status = take_buffers(out, bound->mesh.vertex_count(), buffers); status != MANNEQUIN_OK)
      return status;
    if (const auto status = take_palettes(object, *bound, palette, float_count, 1); status != MANNEQUIN_OK)
      return status;
    object.morph_weights.clear();
    return skin(object, set, mesh, buffers);
  });
}

mannequin_status mannequin_skinner_skin_palettes(mannequin_skinner* skinner, const mannequin_meshes* meshes,
                                                 uint32_t mesh, const float* palettes, size_t float_count,
                                                 const float* morph_weights, size_t weight_count,
                                                 uint32_t instance_count) {
  return with_skinner(skinner, meshes, [&](SkinnerObject& object, const auto& set) -> mannequin_status {
    if (!palettes) return null_argument("palettes");
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (const auto status = take_palettes(object, *bound, palettes, float_count, instance_count);
        status != MANNEQUIN_OK)
      return status;
    const std::size_t weights = bound->morphs.size() * instance_count;
    if (morph_weights && weight_count != weights)
      return report(MANNEQUIN_BAD_ARGUMENT, "There are " + std::to_string(weight_count) +
                                                " morph weights, but " + std::to_string(weights) +
                                                " belong to this mesh and its instances.");
    MeshId id = 0;
    if (const auto status = prepare(object, set, mesh, id); status != MANNEQUIN_OK) return status;
    return run(object, id, object.palette, instance_count,
               {morph_weights, morph_weights ? weight_count : std::size_t{0}});
  });
}

mannequin_status mannequin_skinner_skin_crowd(mannequin_skinner* skinner, const mannequin_crowd* crowd,
                                              const mannequin_meshes* meshes, uint32_t mesh) {
  return with_skinner(skinner, meshes, [&](SkinnerObject& object, const auto& set) -> mannequin_status {
    return with<CrowdObject>(crowd, [&](const auto& avatars) -> mannequin_status {
      std::span<const Mat34> palettes;
      if (const auto status = palettes_of(*avatars, set, mesh, palettes); status != MANNEQUIN_OK)
        return status;
      MeshId id = 0;
      if (const auto status = prepare(object, set, mesh, id); status != MANNEQUIN_OK) return status;
      return run(object, id, palettes, static_cast<std::uint32_t>(avatars->batch->size()), {});
    });
  });
}

mannequin_status mannequin_skinner_read_back(mannequin_skinner* skinner, const mannequin_meshes* meshes,
                                             uint32_t mesh, uint32_t instance,
                                             const mannequin_vertex_buffers* out) {
  return with_skinner(skinner, meshes, [&](SkinnerObject& object, const auto& set) -> mannequin_status {
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    mannequin_vertex_buffers buffers;
    if (const auto status = take_buffers(out, bound->mesh.vertex_count(), buffers); status != MANNEQUIN_OK)
      return status;
    MeshId id = 0;
    if (const auto status = prepare(object, set, mesh, id); status != MANNEQUIN_OK) return status;
    return read_back(object, id, instance, bound->mesh.vertex_count(), buffers);
  });
}

mannequin_status mannequin_skinner_copy_places(mannequin_skinner* skinner, const mannequin_meshes* meshes,
                                               uint32_t mesh, uint32_t* out, size_t count) {
  return with_skinner(skinner, meshes, [&](SkinnerObject& object, const auto& set) -> mannequin_status {
    if (!out) return null_argument("out");
    MeshId id = 0;
    if (const auto status = prepare(object, set, mesh, id); status != MANNEQUIN_OK) return status;
    const auto remap = remap_of(*object.skinner, id);
    if (!remap) return report(remap.error());
    if (count < remap->size()) return short_buffer(remap->size(), count, "remap");
    std::ranges::copy(*remap, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_skinner_forget(mannequin_skinner* skinner, const mannequin_meshes* meshes) {
  return with_skinner(skinner, meshes, [&](SkinnerObject& object, const auto& set) -> mannequin_status {
    std::erase_if(object.prepared, [&](const PreparedMesh& prepared) {
      if (prepared.meshes.lock() != set) return false;
      object.skinner->remove_mesh(prepared.id);
      return true;
    });
    return MANNEQUIN_OK;
  });
}

namespace mannequin::c_api {

mannequin_status check_context(const SkinnerObject& skinner) {
  if (skinner.thread && *skinner.thread != this_thread())
    return report(MANNEQUIN_WRONG_THREAD,
                  "This skinner uses a graphics context; use and release it on the thread that created it.");
  if (skinner.in_its_context && !skinner.in_its_context(*skinner.skinner))
    return report(MANNEQUIN_DEVICE,
                  "The graphics context of this skinner is not current; make it current first.");
  return MANNEQUIN_OK;
}

mannequin_status not_skinned(const BoundMesh& mesh) {
  return report(
      MANNEQUIN_BAD_DATA,
      "mesh '" + mesh.mesh.name() + "': has not been skinned yet; call mannequin_skinner_skin...() first.");
}

mannequin_status wrong_backend(const SkinnerObject& skinner, const char* wanted) {
  return report(MANNEQUIN_UNSUPPORTED, "This skinner works on " + skinner.skinner->backend() + ", not on " +
                                           wanted + ", and has no such buffers.");
}

mannequin_status prepare(SkinnerObject& skinner, const std::shared_ptr<const MeshesObject>& meshes,
                         std::uint32_t index, MeshId& out) {
  const BoundMesh* mesh = mesh_at(*meshes, index);
  if (!mesh) return MANNEQUIN_BAD_ARGUMENT;
  if (!mesh->skin) return not_rigged(*mesh);
  if (const auto status = check_vertices(*mesh); status != MANNEQUIN_OK) return status;
  // Released sets can no longer be queried.
  std::erase_if(skinner.prepared, [&](const PreparedMesh& prepared) {
    if (!prepared.meshes.expired()) return false;
    skinner.skinner->remove_mesh(prepared.id);
    return true;
  });
  const std::uint32_t changes = meshes->changes.empty() ? 0 : meshes->changes[index];
  // Prepares a mesh again if its mask has changed since.
  std::erase_if(skinner.prepared, [&](const PreparedMesh& prepared) {
    if (prepared.index != index || prepared.changes == changes || prepared.meshes.lock() != meshes)
      return false;
    skinner.skinner->remove_mesh(prepared.id);
    return true;
  });
  for (const PreparedMesh& prepared : skinner.prepared)
    if (prepared.index == index && prepared.meshes.lock() == meshes) {
      out = prepared.id;
      return MANNEQUIN_OK;
    }
  skinner.prepared.reserve(skinner.prepared.size() + 1);
  const Result<MeshId> id = skinner.skinner->add_mesh(mesh->mesh, *mesh->skin);
  if (!id) return report(id.error());
  skinner.prepared.push_back({meshes, index, changes, *id});
  out = *id;
  return MANNEQUIN_OK;
}

mannequin_result_streams streams_of(const ResultLayout& layout, std::uint64_t offset,
                                    std::uint32_t first_instance, std::uint32_t instances) {
  mannequin_result_streams streams{};
  streams.place_count = layout.place_count;
  streams.first_instance = first_instance;
  streams.instance_count = instances;
  streams.packed = layout.format == VertexFormat::packed;
  streams.instance_stride = layout.instance_bytes();
  streams.position_offset = offset;
  streams.normal_offset = offset + layout.normal_offset();
  streams.tangent_offset = layout.tangents ? offset + layout.tangent_offset() : 0;
  streams.position_stride = sizeof(Vec3f);
  streams.direction_stride = static_cast<std::uint32_t>(layout.direction_bytes());
  return streams;
}

}  // namespace mannequin::c_api
