#include <algorithm>
#include <cstring>

#include "engine/c_api/handles.h"
#include "engine/skinning/cpu/cpu_skinner.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

constexpr const char* kKind = "skinner";

bool good_stride(std::size_t stride) { return stride == 0 || (stride >= 12 && stride % 4 == 0); }

mannequin_status check_buffers(const mannequin_vertex_buffers* out, std::size_t vertex_count) {
  if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
  if (!good_stride(out->position_stride) || !good_stride(out->normal_stride) || !good_stride(out->tangent_stride))
    return report(MANNEQUIN_BAD_ARGUMENT, "A stride is neither 0 nor a multiple of 4 from 12 on.");
  if (out->vertex_count < vertex_count) return short_buffer(vertex_count, out->vertex_count, "vertices");
  return MANNEQUIN_OK;
}

void scatter(std::span<const SkinnedVertex> vertices, Vec3f SkinnedVertex::*member, float* first, std::size_t stride) {
  if (!first) return;
  auto* place = reinterpret_cast<char*>(first);
  for (const SkinnedVertex& vertex : vertices) {
    std::memcpy(place, &(vertex.*member), sizeof(Vec3f));
    place += stride ? stride : sizeof(Vec3f);
  }
}

void scatter(std::span<const SkinnedVertex> vertices, const mannequin_vertex_buffers& out) {
  scatter(vertices, &SkinnedVertex::position, out.positions, out.position_stride);
  scatter(vertices, &SkinnedVertex::normal, out.normals, out.normal_stride);
  scatter(vertices, &SkinnedVertex::tangent, out.tangents, out.tangent_stride);
}

// Where it is, for a mesh that no joint moves.
void copy_unmoved(const Mesh& mesh, std::vector<SkinnedVertex>& out) {
  for (std::size_t v = 0; v < out.size(); ++v)
    out[v] = {mesh.positions()[v], mesh.normals()[v],
              mesh.tangents().empty() ? Vec3f(0.0f) : Vec3f(mesh.tangents()[v])};
}

Result<MeshId> prepare(SkinnerObject& skinner, const std::shared_ptr<const MeshesObject>& meshes,
                       std::uint32_t index) {
  // Of sets that are gone nothing can be asked any more.
  std::erase_if(skinner.prepared, [&](const PreparedMesh& prepared) {
    if (!prepared.meshes.expired()) return false;
    skinner.skinner->remove_mesh(prepared.id);
    return true;
  });
  for (const PreparedMesh& prepared : skinner.prepared)
    if (prepared.index == index && prepared.meshes.lock() == meshes) return prepared.id;
  const BoundMesh& mesh = meshes->meshes[index];
  skinner.prepared.reserve(skinner.prepared.size() + 1);
  const Result<MeshId> id = skinner.skinner->add_mesh(mesh.mesh, *mesh.skin);
  if (id) skinner.prepared.push_back({meshes, index, *id});
  return id;
}

// With skinner.palette, into the caller's buffers.
mannequin_status skin(SkinnerObject& skinner, const std::shared_ptr<const MeshesObject>& meshes, std::uint32_t index,
                      const mannequin_vertex_buffers& out) {
  const BoundMesh& mesh = meshes->meshes[index];
  skinner.vertices.resize(mesh.mesh.vertex_count());
  const Result<MeshId> id = prepare(skinner, meshes, index);
  if (!id) return report(id.error());
  const SkinJob job{*id, skinner.palette, 1, {}};
  if (auto status = skinner.skinner->skin({&job, 1}); !status) return report(status.error());
  if (auto status = skinner.skinner->read_back(*id, 0, skinner.vertices); !status) return report(status.error());
  scatter(skinner.vertices, out);
  return MANNEQUIN_OK;
}

}  // namespace

mannequin_status mannequin_skinner_create(const mannequin_skinner_options* options, mannequin_skinner** out) {
  return guarded([&]() -> mannequin_status {
    if (!out) return null_argument("out");
    if (options && !has_size(options, "options")) return MANNEQUIN_BAD_ARGUMENT;
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
  return guarded([&] { return release<SkinnerObject>(skinner, kKind); });
}

mannequin_status mannequin_skinner_skin(mannequin_skinner* skinner, const mannequin_avatar* avatar,
                                        const mannequin_meshes* meshes, uint32_t mesh,
                                        const mannequin_vertex_buffers* out) {
  return guarded([&]() -> mannequin_status {
    const auto object = use<SkinnerObject>(skinner, kKind);
    if (!object) return MANNEQUIN_BAD_HANDLE;
    const auto worn_by = use<AvatarObject>(avatar, "avatar");
    if (!worn_by) return MANNEQUIN_BAD_HANDLE;
    const auto set = use<MeshesObject>(meshes, "meshes");
    if (!set) return MANNEQUIN_BAD_HANDLE;
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (const auto status = check_buffers(out, bound->mesh.vertex_count()); status != MANNEQUIN_OK) return status;
    if (!bound->skin) {
      object->vertices.resize(bound->mesh.vertex_count());
      copy_unmoved(bound->mesh, object->vertices);
      scatter(object->vertices, *out);
      return MANNEQUIN_OK;
    }
    if (const auto status = palette_of(*worn_by, *set, *bound, object->palette); status != MANNEQUIN_OK)
      return status;
    return skin(*object, set, mesh, *out);
  });
}

mannequin_status mannequin_skinner_skin_palette(mannequin_skinner* skinner, const mannequin_meshes* meshes,
                                                uint32_t mesh, const float* palette, size_t float_count,
                                                const mannequin_vertex_buffers* out) {
  return guarded([&]() -> mannequin_status {
    const auto object = use<SkinnerObject>(skinner, kKind);
    if (!object) return MANNEQUIN_BAD_HANDLE;
    const auto set = use<MeshesObject>(meshes, "meshes");
    if (!set) return MANNEQUIN_BAD_HANDLE;
    if (!palette) return null_argument("palette");
    const BoundMesh* bound = mesh_at(*set, mesh);
    if (!bound) return MANNEQUIN_BAD_ARGUMENT;
    if (const auto status = check_buffers(out, bound->mesh.vertex_count()); status != MANNEQUIN_OK) return status;
    if (!bound->skin)
      return report(MANNEQUIN_BAD_DATA, "mesh '" + bound->mesh.name() + "': has no bone weights, so no palette.");
    const std::size_t needed = bound->skin->palette_size() * 12;
    if (float_count != needed)
      return report(MANNEQUIN_BAD_ARGUMENT, "The palette has " + std::to_string(float_count) + " floats, but " +
                                                std::to_string(needed) + " belong to this mesh.");
    object->palette.resize(bound->skin->palette_size());
    std::memcpy(static_cast<void*>(object->palette.data()), palette, needed * sizeof(float));
    return skin(*object, set, mesh, *out);
  });
}

mannequin_status mannequin_skinner_forget(mannequin_skinner* skinner, const mannequin_meshes* meshes) {
  return guarded([&]() -> mannequin_status {
    const auto object = use<SkinnerObject>(skinner, kKind);
    if (!object) return MANNEQUIN_BAD_HANDLE;
    const auto set = use<MeshesObject>(meshes, "meshes");
    if (!set) return MANNEQUIN_BAD_HANDLE;
    std::erase_if(object->prepared, [&](const PreparedMesh& prepared) {
      if (prepared.meshes.lock() != set) return false;
      object->skinner->remove_mesh(prepared.id);
      return true;
    });
    return MANNEQUIN_OK;
  });
}
