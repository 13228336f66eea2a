#include "tools/mannequin/bind_mesh.h"

#include <algorithm>

#include "engine/io/gltf/glb_container.h"
#include "engine/rig/rigged_mesh.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

// The edges of the file's own polygons: diagonals that cut them into triangles join nothing.
std::vector<Surface::Edge> polygon_edges(const BaseMesh& mesh) {
  std::vector<Surface::Edge> edges;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p)
    for (std::uint32_t begin = mesh.polygon_begin[p], end = mesh.polygon_begin[p + 1], c = begin; c < end;
         ++c) {
      const std::uint32_t a = mesh.corners[c].position,
                          b = mesh.corners[c + 1 == end ? begin : c + 1].position;
      if (a != b) edges.push_back({std::min(a, b), std::max(a, b)});
    }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

Result<BindableFile> read_obj_file(const io::Bytes& bytes, const std::filesystem::path& path,
                                   const io::ObjReading& reading) {
  const Result<BaseMesh> base = io::read_obj(io::as_text(bytes), path.filename().string(), reading);
  if (!base) return error_of(base);
  io::BoundMeshFile file;
  file.source = path.filename().string();
  file.meshes.push_back({plain_mesh(*base), {}});
  file.meshes.front().mesh.name = path.stem().string();
  if (file.meshes.front().mesh.indices.empty())
    return fail(ErrorCode::bad_data, file.source,
                "holds no faces (lines that begin with f); there is nothing to bind");
  BindableFile out = make_bindable(std::move(file), true);
  out.meshes.front().welded.surface.edges = polygon_edges(*base);
  return out;
}

}  // namespace

BindableFile make_bindable(io::BoundMeshFile file, bool polygons) {
  BindableFile out;
  for (const BoundMeshDesc& bound : file.meshes) {
    BindableMesh mesh;
    const Mat4 bind_shape = bound.rigged() ? bound.skin.bind_shape : Mat4(1.0);
    mesh.welded = make_surface(bound.mesh, bind_shape, polygons ? Welding::source_index : Welding::border);
    mesh.weights = weights_of_skin(bound.skin, mesh.welded);
    out.meshes.push_back(std::move(mesh));
  }
  out.file = std::move(file);
  return out;
}

void add_obj_options(CLI::App& command, io::ObjReading& obj, const std::string& up) {
  command.add_option("--mesh-scale", obj.metres_per_unit, "Metres per unit of an .obj (default 1)")
      ->type_name("METRES")
      ->check(number_between(1e-9, 1e6));
  command
      .add_option_function<std::string>(
          "--mesh-up",
          [&obj](const std::string& axis) { obj.up = axis == "z" ? io::UpAxis::z : io::UpAxis::y; },
          "Which axis of an .obj points up (default " + up + ")")
      ->type_name("y|z")
      ->check(CLI::IsMember({"y", "z"}));
}

Result<BindableFile> read_bindable(const std::filesystem::path& path, const io::ObjReading& obj,
                                   const JointRenaming& renaming) {
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  const std::string ending = lower_ending(path);
  if (ending == ".obj") return read_obj_file(*bytes, path, obj);
  Result<io::BoundMeshFile> file = read_mesh_input(path);
  if (!file) return error_of(file);
  report(file->notes);
  if (renaming.names != nullptr)
    if (auto status = apply_rig_map(*file, path, *renaming.names, *renaming.skeleton); !status)
      return error_of(status);
  const bool gltf = io::looks_like_glb(*bytes) || ending == ".gltf";
  return make_bindable(std::move(*file), !gltf && !file->is_asset);
}

void add_sources(const BindableFile& file, WeightSources& sources) {
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    if (!file.file.meshes[m].rigged()) continue;
    sources.meshes.push_back(
        {file.file.meshes[m].mesh.name, file.meshes[m].welded.surface, file.meshes[m].weights});
    for (const auto& [name, bind] : joint_binds(file.file.meshes[m].skin)) sources.binds.emplace(name, bind);
  }
}

}  // namespace mannequin::program
