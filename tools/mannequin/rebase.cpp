// mannequin rebase: turns a mesh modelled on a shape into the mesh that this shape deforms into it.
#include "engine/bind/rebase.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/bind/posed_skin.h"
#include "engine/bind/surface_tree.h"
#include "engine/core/quantity.h"
#include "engine/io/gltf_writer.h"
#include "engine/mesh/bind_shape.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/convert_mesh.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/mesh_set.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kResidualLimit = 1e-5;  // metres

struct RebaseOptions {
  AvatarOptions avatar;
  std::vector<std::filesystem::path> from_shapes, to_shapes;
  std::filesystem::path mesh, output;
  ImporterProfile gltf = kViewerImporter;
  bool json = false;
};

// Where the mesh's own vertices are in the world, 1.067 m below bind space.
std::vector<Vec3> modelled_places(const BoundMeshDesc& bound, double height) {
  std::vector<Vec3> places;
  for (const Vec3f& p : bound.mesh.positions)
    places.push_back(Vec3(bound.skin.bind_shape * Vec4(Vec3(p), 1.0)) - Vec3(0.0, 0.0, height));
  return places;
}

// Joint positions count if they are asked for; those of an asset always do.
bool counts_positions(const RebaseOptions& options, const io::BoundMeshFile& file) {
  return options.avatar.joint_positions || file.is_asset;
}

// The file as its readers will get it: writers change binds slightly, and what becomes an asset always counts
// with the joint positions that it keeps, while other files need --joint-positions.
Result<io::BoundMeshFile> as_read_again(const io::BoundMeshFile& file, const Skeleton& skeleton,
                                        const RebaseOptions& options) {
  io::BoundMeshFile again = file;
  again.is_asset = document::is_asset_ending(lower_ending(options.output));
  if (again.is_asset && !counts_positions(options, file))
    for (BoundMeshDesc& bound : again.meshes) bound.skin.joint_positions.clear();
  if (lower_ending(options.output) != ".glb") return again;
  const Result<io::Bytes> bytes = io::write_glb(file.meshes, &skeleton);
  if (!bytes) return error_of(bytes);
  Result<io::BoundMeshFile> read = io::read_bound_mesh(*bytes, file.source, {});
  if (read) read->source = file.source;
  return read;
}

std::vector<Mat4> palette_of(const Skin& skin, const AvatarState& state) {
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, state.joints, std::span<Mat4>(palette));
  return palette;
}

Result<AvatarState> state_of(AvatarOptions avatar, const std::vector<std::filesystem::path>& shapes,
                             const Character& character, const io::BoundMeshFile& file) {
  if (!shapes.empty()) {
    avatar.shapes = shapes;
    avatar.set.clear();
  }
  const Result<AvatarInputs> inputs = load_inputs(avatar, character, {&file, 1});
  if (!inputs) return error_of(inputs);
  return evaluate_avatar(character, *inputs);
}

// The largest distance from a vertex of the written file to the nearest target: writers reorder faces and
// vertices. Nothing if the meshes differ.
std::optional<double> residual_of_file(const RebaseOptions& options, const Character& character,
                                       std::span<const std::vector<Vec3>> targets) {
  const Result<io::BoundMeshFile> file = io::read_bound_mesh(options.output);
  if (!file || file->meshes.size() != targets.size()) return std::nullopt;
  const Result<AvatarState> state = state_of(options.avatar, {}, character, *file);
  const Result<BoundMeshes> built = build_meshes(*file, character.skeleton, options.gltf);
  if (!state || !built) return std::nullopt;
  double residual = 0.0;
  for (std::size_t m = 0; m < targets.size(); ++m) {
    const BoundMesh& bound = built->meshes[m];
    if (targets[m].empty()) continue;
    if (!bound.skin) return std::nullopt;
    std::vector<ReferenceVertex> skinned(bound.mesh.vertex_count());
    skin_reference(bound.mesh, *bound.skin, palette_of(*bound.skin, *state), skinned);
    const mannequin::Surface points = surface_of_points(targets[m]);
    const SurfaceTree tree(points);
    for (const ReferenceVertex& vertex : skinned)
      residual = std::max(residual, tree.nearest(vertex.position)->distance);
  }
  return residual;
}

struct RebasedMesh {
  std::string name;
  RebaseOutcome outcome;
  std::vector<std::uint32_t> source_indices;
};

// Assets do not refer to the positions of another file.
std::uint32_t in_source(const RebasedMesh& mesh, std::size_t vertex) {
  return mesh.source_indices.empty() ? static_cast<std::uint32_t>(vertex) : mesh.source_indices[vertex];
}

void report_rebased(const RebaseOptions& options, std::span<const RebasedMesh> meshes, double residual) {
  if (!options.json) {
    for (const RebasedMesh& mesh : meshes) {
      say("{}: largest distance from the model {:.3g} m, at vertex {}\n", mesh.name, mesh.outcome.residual,
          in_source(mesh, mesh.outcome.worst_vertex));
      if (!mesh.outcome.poor.empty()) {
        const auto worst = std::ranges::max_element(mesh.outcome.poor, {}, &PoorVertex::condition);
        say(stderr,
            "warning: mesh '{}': {} weighted to joints that turn or scale apart, so small changes have large "
            "effects (condition up to {:.0f}, vertex {}). Remedy: smooth the weights there. "
            "[poorly_conditioned]\n",
            mesh.name, quantity(mesh.outcome.poor.size(), "vertex is", "vertices are"), worst->condition,
            in_source(mesh, worst->vertex));
      }
    }
    say("As written: within {:.3g} m under the shape\n", residual);
    return;
  }
  Json poor = Json::array();
  for (const RebasedMesh& mesh : meshes)
    for (const PoorVertex& vertex : mesh.outcome.poor)
      poor.push_back({{"mesh", mesh.name},
                      {"vertex", in_source(mesh, vertex.vertex)},
                      {"condition", number(std::min(vertex.condition, 1e300))}});
  put_json(Json{{"schema", 1}, {"residual", number(residual)}, {"poorly_conditioned", std::move(poor)}});
}

Status check_rebase(const RebaseOptions& options) {
  if (!converts_to_mesh(lower_ending(options.output)) || lower_ending(options.output) == ".obj")
    return fail(ErrorCode::bad_argument, options.output.string(),
                "has no file name extension for bound meshes; use .glb, .dae, .llmesh, .mesh or .slm");
  if (!options.to_shapes.empty() && options.from_shapes.empty())
    return fail(ErrorCode::bad_argument, "--to-shape",
                "needs --from-shape, the shape that the mesh fits now");
  if (!options.to_shapes.empty() && !options.avatar.shapes.empty())
    return fail(ErrorCode::bad_argument, "--to-shape", "means the same as --shape here; omit one of them");
  return {};
}

// `shown`: the file as readers will get it, whose binds apply. `file` receives the vertices.
Result<std::vector<RebasedMesh>> rebase_all(io::BoundMeshFile& file, std::span<const BoundMesh> shown,
                                            const AvatarState& modelled,
                                            std::span<const std::vector<Vec3>> targets) {
  std::vector<RebasedMesh> out;
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    if (!shown[m].skin) continue;
    MeshDesc& mesh = file.meshes[m].mesh;
    if (mesh.positions.size() != shown[m].mesh.vertex_count())
      return fail(
          ErrorCode::bad_data, fmt::format("{}, mesh '{}'", file.source, mesh.name),
          "has faces without triangles, whose vertices writers leave out; delete these vertices first");
    out.push_back({mesh.name,
                   rebase_mesh(mesh, *shown[m].skin, palette_of(*shown[m].skin, modelled), targets[m]),
                   mesh.source_indices});
  }
  if (out.empty())
    return fail(ErrorCode::bad_data, file.source,
                "has no bone weights, so no shape applies to it; bind it first");
  return out;
}

Result<int> run_rebase(RebaseOptions options) {
  if (auto status = check_rebase(options); !status) return error_of(status);
  if (!options.to_shapes.empty()) options.avatar.shapes = options.to_shapes;
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  const Skeleton& skeleton = character->skeleton;
  Result<io::BoundMeshFile> file = read_mesh_input(options.mesh);
  if (!file) return error_of(file);
  const double height = bind_space_height(skeleton);
  std::vector<std::vector<Vec3>> targets;
  const bool to_glb = lower_ending(options.output) == ".glb";
  for (BoundMeshDesc& bound : file->meshes) {
    targets.push_back(bound.rigged() ? modelled_places(bound, height) : std::vector<Vec3>{});
    if (to_glb)
      apply_bind_shape(bound);
    else
      retarget(bound.skin, skeleton, options.gltf);
  }
  const Result<io::BoundMeshFile> again = as_read_again(*file, skeleton, options);
  if (!again) return error_of(again);
  const Result<BoundMeshes> built = build_meshes(*again, skeleton, options.gltf);
  if (!built) return error_of(built);
  const std::vector<BoundMesh>& shown = built->meshes;
  const Result<AvatarState> applied = state_of(options.avatar, {}, *character, *again);
  if (!applied) return error_of(applied);
  const Result<AvatarState> modelled = state_of(options.avatar, options.from_shapes, *character, *again);
  if (!modelled) return error_of(modelled);
  const Result<std::vector<RebasedMesh>> rebased = rebase_all(*file, shown, *modelled, targets);
  if (!rebased) return error_of(rebased);
  double residual = 0.0;
  for (const RebasedMesh& mesh : *rebased) residual = std::max(residual, mesh.outcome.residual);
  const bool solved = residual <= kResidualLimit;

  // From one body to another: the model is the rebased mesh under the other shape.
  if (!options.from_shapes.empty())
    for (std::size_t m = 0; m < file->meshes.size(); ++m) {
      if (!shown[m].skin) continue;
      BoundMeshDesc& bound = file->meshes[m];
      pose_mesh(bound.mesh, *shown[m].skin, palette_of(*shown[m].skin, *applied));
      const Mat4 mesh_from_bind = glm::inverse(bound.skin.bind_shape);
      const Mat3 normal_matrix = glm::transpose(Mat3(bound.skin.bind_shape));
      for (Vec3f& p : bound.mesh.positions)
        p = Vec3f(Vec3(mesh_from_bind * Vec4(Vec3(p) + Vec3(0.0, 0.0, height), 1.0)));
      for (Vec3f& n : bound.mesh.normals) n = Vec3f(glm::normalize(normal_matrix * Vec3(n)));
    }
  ConvertMeshOptions writing;
  if (document::is_asset_ending(lower_ending(options.output)))
    writing.joint_positions = counts_positions(options, *file);
  if (auto status = write_meshes(*file, skeleton, options.mesh, options.output, writing); !status)
    return error_of(status);
  if (options.from_shapes.empty())
    residual = std::max(residual, residual_of_file(options, *character, targets).value_or(0.0));
  report_rebased(options, *rebased, residual);
  if (solved) return kDone;
  say(stderr, "{}: some vertices cannot be brought to the model by any position; see their weights\n",
      file->source);
  return kFaultsFound;
}

}  // namespace

void add_rebase(CLI::App& app) {
  CLI::App* command = app.add_subcommand("rebase",
                                         "Cancel out the shape that a mesh was modelled on: afterwards, that "
                                         "shape (with pose and joint offsets) gives "
                                         "exactly the modelled vertices, instead of applying twice. With "
                                         "--from-shape A: a mesh that fits A becomes one "
                                         "that fits --shape");
  const auto options = std::make_shared<RebaseOptions>();
  command
      ->add_option("MESH", options->mesh,
                   "The rigged mesh, in bind space (as 'mannequin joints -o' has the skeleton)")
      ->required();
  command->add_option("-o,--output", options->output, "The output: .glb, .dae or a mesh asset")
      ->type_name("FILE")
      ->required();
  command
      ->add_option(
          "--from-shape", options->from_shapes,
          "The shape that the mesh fits now, to make one that fits --shape; 'rest' for the rest pose")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_option("--to-shape", options->to_shapes, "With --from-shape, the same as --shape")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "Residual and poorly conditioned vertices as JSON, for scripts");
  add_gltf_option(*command, options->gltf);
  add_avatar_options(*command, options->avatar);
  command->callback([=] { finish(run_rebase(*options)); });
}

}  // namespace mannequin::program
