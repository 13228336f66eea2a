#include "engine/avatar/avatar.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/obj_writer.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

namespace {

const mannequin::AvatarState& avatar() {
  static const mannequin::AvatarState state = mannequin::evaluate_avatar(mannequin::fuzz::character(), {});
  return state;
}

}  // namespace

// A mesh is read, skinned, written, and read again: what a writer takes, the reader takes.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  auto file = io::read_gltf(bytes, "fuzz.glb", {});
  if (!taken(file)) return;
  const Skeleton& skeleton = character().skeleton;
  for (BoundMeshDesc& bound : file->meshes) {
    if (!bound.rigged()) continue;
    const auto mesh = Mesh::build(std::move(bound.mesh));
    if (!mesh) continue;
    retarget(bound.skin, skeleton, kViewerImporter);
    const auto skin = Skin::build(std::move(bound.skin), *mesh, skeleton);
    if (!skin) continue;
    std::vector<Mat4> palette(skin->palette_size());
    make_palette(*skin, avatar().joints, std::span<Mat4>(palette));
    std::vector<ReferenceVertex> vertices(mesh->vertex_count());
    skin_reference(ReferenceInput(*mesh, *skin), palette, {}, vertices);
    std::vector<Vec3f> positions, normals;
    for (const ReferenceVertex& vertex : vertices) {
      positions.emplace_back(vertex.position);
      normals.emplace_back(vertex.normal);
    }
    io::PosedMesh posed;
    posed.name = mesh->name();
    posed.positions = positions;
    posed.normals = normals;
    posed.uvs = mesh->uvs();
    posed.indices = mesh->indices();
    posed.faces = mesh->faces();
    posed.materials = mesh->materials();
    if (const auto written = io::write_glb(std::span(&posed, 1)))
      require(io::read_gltf(*written, "again.glb", {}).has_value());
    (void)taken(io::write_obj(std::span(&posed, 1)));
  }
}
