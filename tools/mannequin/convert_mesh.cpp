#include "tools/mannequin/convert_mesh.h"

#include <fmt/format.h>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/obj_writer.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

// Into bind space, where the avatar stands: what the file's own program shows.
void work_in_bind_shape(BoundMeshDesc& bound) {
  if (!bound.rigged()) return;
  const Mat4& bind = bound.skin.bind_shape;
  const Mat3 normals = glm::transpose(glm::inverse(Mat3(bind)));
  for (Vec3f& position : bound.mesh.positions) position = Vec3f(Vec3(bind * Vec4(Vec3(position), 1.0)));
  for (Vec3f& normal : bound.mesh.normals) {
    const Vec3 turned = normals * Vec3(normal);
    const double length = glm::length(turned);
    if (length > 0.0) normal = Vec3f(turned / length);
  }
}

Result<std::string> obj_text(io::BoundMeshFile& file) {
  std::vector<io::PosedMesh> views;
  for (BoundMeshDesc& bound : file.meshes) {
    work_in_bind_shape(bound);
    const MeshDesc& mesh = bound.mesh;
    views.push_back({mesh.name, mesh.positions, mesh.normals, mesh.uvs, mesh.indices, mesh.faces,
                     mesh.materials, mesh.source_indices});
  }
  return io::write_obj(views);
}

}  // namespace

Status convert_mesh(const std::filesystem::path& in, const std::filesystem::path& out,
                    const Skeleton& skeleton) {
  const std::string ending = out.extension().string();
  if (ending != ".glb" && ending != ".obj")
    return fail(
        ErrorCode::bad_argument, out.string(),
        "has an ending that a bound mesh cannot be written to; use .glb, or .obj without the weights");
  Result<io::BoundMeshFile> file = io::read_bound_mesh(in);
  if (!file) return tl::make_unexpected(file.error());
  report(file->notes);
  std::size_t vertices = 0, rigged = 0;
  for (const BoundMeshDesc& bound : file->meshes) {
    vertices += bound.mesh.positions.size();
    rigged += bound.rigged();
  }
  if (ending == ".glb") {
    const Result<io::Bytes> bytes = io::write_glb(file->meshes, &skeleton);
    if (!bytes) return tl::make_unexpected(bytes.error());
    if (Status status = io::write_file(out, *bytes); !status) return status;
  } else {
    const Result<std::string> text = obj_text(*file);
    if (!text) return tl::make_unexpected(text.error());
    if (Status status = io::write_file(out, std::string_view(*text)); !status) return status;
  }
  fmt::print("{}: {} mesh{}, {} vertices, {}\n", out.filename().string(), file->meshes.size(),
             file->meshes.size() == 1 ? "" : "es", vertices,
             ending == ".obj" ? "without weights" : fmt::format("{} rigged", rigged));
  return {};
}

}  // namespace mannequin::program
