// mannequin skin MESH: a bound mesh deformed by shape, joint offsets and pose.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/bind/posed_skin.h"
#include "engine/io/collada_writer.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/obj_writer.h"
#include "engine/io/pose_file.h"
#include "engine/io/posed_json.h"
#include "engine/io/posed_mesh.h"
#include "engine/platform/path.h"
#include "engine/skinning/palette.h"
#include "tools/document/mesh_writing.h"
#include "tools/mannequin/attach_option.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/backends.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/mesh_set.h"
#include "tools/mannequin/program.h"
#include "tools/mannequin/rig_options.h"
#include "tools/mannequin/system_avatar_options.h"

namespace mannequin::program {
namespace {

struct SkinOptions {
  AvatarOptions avatar;
  SystemAvatarChoice system;
  std::filesystem::path mesh;
  std::filesystem::path output;
  std::string backend = "cpu";
  BackendOptions backend_options;
  ImporterProfile gltf = kViewerImporter;
  RigOptions rig;
  AttachedObjects attached;
  bool no_helpers = false;
  bool keep_weights = false;
  bool json = false;
};

constexpr std::array kOfCpu = {"--cpu-target"};

struct Posed {
  std::vector<Vec3f> positions, normals;
  std::vector<Vec3f> morphed_positions, morphed_normals;  // of the system avatar, before skinning
};

void add_morphed(const BoundMesh& loaded, std::span<const float> weights, Posed& posed) {
  if (loaded.part.empty()) return;
  const MorphedPart morphed = morph_part(loaded.mesh, loaded.morphs, weights);
  posed.morphed_positions.assign(morphed.positions.begin(), morphed.positions.end());
  posed.morphed_normals.assign(morphed.normals.begin(), morphed.normals.end());
}

// Unrigged meshes are returned unchanged.
Result<Posed> skin_one(Skinner& skinner, const BoundMesh& loaded, std::span<const JointTransform> joints,
                       std::span<const float> weights) {
  Posed posed;
  if (!loaded.skin) {
    posed.positions.assign(loaded.mesh.positions().begin(), loaded.mesh.positions().end());
    posed.normals.assign(loaded.mesh.normals().begin(), loaded.mesh.normals().end());
    return posed;
  }
  const Result<MeshId> id = skinner.add_mesh(loaded.mesh, *loaded.skin);
  if (!id) return error_of(id);
  std::vector<Mat34> palette(loaded.skin->palette_size());
  make_palette(*loaded.skin, joints, std::span<Mat34>(palette));
  const SkinJob job{*id, palette, 1, weights};
  if (auto status = skinner.skin({&job, 1}); !status) return error_of(status);
  std::vector<SkinnedVertex> vertices(loaded.mesh.vertex_count());
  if (auto status = skinner.read_back(*id, 0, vertices); !status) return error_of(status);
  skinner.remove_mesh(*id);
  add_morphed(loaded, weights, posed);
  posed.positions.reserve(vertices.size());
  posed.normals.reserve(vertices.size());
  for (const SkinnedVertex& vertex : vertices) {
    posed.positions.push_back(vertex.position);
    posed.normals.push_back(vertex.normal);
  }
  return posed;
}

io::PosedMesh view(const BoundMesh& loaded, const Posed& posed) {
  const Mesh& mesh = loaded.mesh;
  return {mesh.name(),          posed.positions,       posed.normals,
          mesh.uvs(),           mesh.indices(),        mesh.faces(),
          mesh.materials(),     mesh.source_indices(), posed.morphed_positions,
          posed.morphed_normals};
}

Status write_output(const std::filesystem::path& path, std::span<const io::PosedMesh> meshes,
                    std::span<const io::MeshLook> looks) {
  const std::string extension = lower_ending(path);
  if (extension == ".obj") {
    const Result<std::string> text = io::write_obj(meshes);
    if (!text) return error_of(text);
    return io::write_file(path, *text);
  }
  if (extension != ".glb")
    return fail(ErrorCode::bad_argument, path.string(),
                "has a file name extension that cannot be written; use .glb or .obj");
  const Result<io::Bytes> bytes = io::write_glb(meshes, looks);
  if (!bytes) return error_of(bytes);
  return io::write_file(path, *bytes);
}

MeshDesc desc_of(const BoundMesh& loaded, const Posed& posed) {
  const Mesh& mesh = loaded.mesh;
  const auto copy = [](auto view) { return std::vector(view.begin(), view.end()); };
  return {mesh.name(),
          posed.positions,
          posed.normals,
          copy(mesh.uvs()),
          {},
          copy(mesh.source_indices()),
          copy(mesh.indices()),
          copy(mesh.faces()),
          copy(mesh.materials()),
          {}};
}

// Binds to the current joints, so that the same shape and pose leave the mesh in place.
Status write_with_weights(const std::filesystem::path& path, std::span<const BoundMesh> meshes,
                          std::span<const Posed> posed, std::span<const io::MeshLook> looks,
                          const Skeleton& skeleton, std::span<const JointTransform> joints,
                          const ImporterProfile& importer) {
  std::vector<BoundMeshDesc> bound;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    bound.push_back({desc_of(meshes[m], posed[m]), {}});
    if (meshes[m].skin) bound.back().skin = posed_skin(meshes[m].skin->desc(), skeleton, joints, importer);
  }
  if (lower_ending(path) == ".dae")
    return io::write_collada(bound, &skeleton).and_then([&](const std::string& text) {
      return io::write_file(path, text);
    });
  return io::write_glb(bound, &skeleton, looks).and_then([&](const io::Bytes& bytes) {
    return io::write_file(path, bytes);
  });
}

void print_summary(std::span<const io::PosedMesh> meshes, const Skinner& skinner) {
  say("Skinned by {} ({})\n", skinner.backend(), skinner.device());
  for (const io::PosedMesh& mesh : meshes) {
    Vec3f low = mesh.positions.front(), high = low;
    for (const Vec3f& p : mesh.positions) {
      low = glm::min(low, p);
      high = glm::max(high, p);
    }
    say("  {:<28} {:>7} vertices, {:>7} triangles, from ({:.3f} {:.3f} {:.3f}) to ({:.3f} {:.3f} {:.3f}) m\n",
        mesh.name, mesh.positions.size(), mesh.indices.size() / 3, low.x, low.y, low.z, high.x, high.y,
        high.z);
  }
}

// joints: of the skeleton that the meshes are bound to. morph_weights: by mesh; empty if there are none.
// looks: of the first meshes, for .glb.
Result<int> skin_and_write(const SkinOptions& options, std::span<const BoundMesh> meshes,
                           const Skeleton& skeleton, std::span<const JointTransform> joints,
                           std::span<const std::vector<float>> morph_weights,
                           std::span<const io::MeshLook> looks = {}) {
  const Result<std::unique_ptr<Backend>> backend = open_backend(options.backend, options.backend_options);
  if (!backend) return error_of(backend);
  Skinner& skinner = (*backend)->skinner();
  std::vector<Posed> posed;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    Result<Posed> one = skin_one(skinner, meshes[i], joints, morph_weights[i]);
    if (!one) return error_of(one);
    posed.push_back(std::move(*one));
  }
  std::vector<io::PosedMesh> views;
  for (std::size_t i = 0; i < posed.size(); ++i) views.push_back(view(meshes[i], posed[i]));
  for (const io::PosedMesh& mesh : views)
    if (auto status = io::check_posed_mesh(mesh); !status) return error_of(status);
  if (!options.output.empty()) {
    const Status written = options.keep_weights ? write_with_weights(options.output, meshes, posed, looks,
                                                                     skeleton, joints, options.gltf)
                                                : write_output(options.output, views, looks);
    if (!written) return error_of(written);
  }
  if (options.json) {
    const Result<std::string> list = io::write_posed_json(views);
    if (!list) return error_of(list);
    put(fmt::format("{{\"schema\":1,\"backend\":{},\"device\":{},\"meshes\":{}}}\n",
                    json_text(skinner.backend()), json_text(skinner.device()), *list));
  } else {
    print_summary(views, skinner);
  }
  return kDone;
}

// A MakeHuman base mesh on its own rig: there are no sliders, only a pose.
Result<int> run_skin_rig(const SkinOptions& options) {
  RigOptions rig = options.rig;
  rig.base_mesh = options.mesh;
  const Result<RiggedFile> rigged =
      load_rigged_file(rig, options.no_helpers ? BaseMeshPart::body : BaseMeshPart::all);
  if (!rigged) return error_of(rigged);
  const Result<Pose> pose = load_rig_pose(options.avatar, *rigged);
  if (!pose) return error_of(pose);
  io::BoundMeshFile file;
  file.source = options.mesh.filename().string();
  file.meshes.push_back(rigged->bound);
  const Result<BoundMeshes> meshes = build_meshes(file, rigged->skeleton, kStrictImporter);
  if (!meshes) return error_of(meshes);
  std::vector<JointTransform> joints(rigged->skeleton.size());
  solve_pose(rigged->skeleton, rest_joints(rigged->skeleton), {}, *pose, joints);
  return skin_and_write(options, meshes->meshes, rigged->skeleton, joints,
                        std::vector<std::vector<float>>(meshes->meshes.size()));
}

// Rigid objects on attachment points, after the other meshes.
Status attach_objects(const SkinOptions& options, const Skeleton& skeleton, std::vector<BoundMesh>& meshes) {
  if (auto status = check_attached(options.attached, skeleton); !status) return status;
  for (const auto& [point, path] : options.attached) {
    Result<io::BoundMeshFile> file = read_mesh_input(path_of_utf8(path));
    if (!file) return error_of(file);
    report(file->notes);
    for (BoundMeshDesc& object : file->meshes) {
      Result<BoundMesh> mesh = build_attached_mesh(std::move(object), point, skeleton);
      if (!mesh) return fail(mesh.error().code, path + ", " + mesh.error().where, mesh.error().what);
      meshes.push_back(std::move(*mesh));
    }
  }
  return {};
}

Status check_skin_options(const SkinOptions& options, const CLI::App& command) {
  if (auto status = check_rig_options(command, options.rig); !status) return status;
  if (auto status = check_system_options(command, options.mesh != kSystemAvatar, false); !status)
    return status;
  if (options.keep_weights) {
    const std::string ending = lower_ending(options.output);
    if (ending != ".glb" && ending != ".dae")
      return fail(ErrorCode::bad_argument, "--keep-weights",
                  "needs an output that holds weights: -o FILE.glb or FILE.dae");
    if (options.mesh == kSystemAvatar)
      return fail(ErrorCode::bad_argument, "--keep-weights",
                  "is for meshes; the system avatar has weights of its own kind");
  }
  if (options.backend == "cpu") return {};
  return refuse_options(command, kOfCpu, "applies only to --backend cpu; omit one of them");
}

Result<int> run_skin(const SkinOptions& options, const CLI::App& command) {
  if (auto status = check_skin_options(options, command); !status) return error_of(status);
  if (!options.rig.rig.empty()) return run_skin_rig(options);
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  const bool system = options.mesh == kSystemAvatar;
  Result<std::vector<io::BoundMeshFile>> files =
      system ? std::vector<io::BoundMeshFile>{} : read_meshes({&options.mesh, 1}, options.system.lod);
  if (!files) return error_of(files);
  if (!system && lower_ending(options.output) == ".glb")
    report(document::take_textures(files->front(), std::filesystem::path(options.mesh).parent_path()));
  const Result<AvatarInputs> inputs = load_inputs(options.avatar, *character, *files);
  if (!inputs) return error_of(inputs);
  SystemAvatarChoice choice = options.system;
  choice.outfits = options.avatar.outfits;
  const std::vector<io::MeshLook> looks =
      files->empty() ? std::vector<io::MeshLook>() : std::move(files->front().looks);
  Result<BoundMeshes> meshes =
      system ? load_system_meshes(options.avatar.character, choice, *character, inputs->sliders)
             : build_meshes(std::move(files->front()), character->skeleton, options.gltf);
  if (!meshes) return error_of(meshes);
  if (meshes->meshes.empty())
    return fail(ErrorCode::bad_data, std::filesystem::path(options.mesh).filename().string(),
                "has no mesh, so there is nothing to skin; export one with it");
  if (auto status = attach_objects(options, character->skeleton, meshes->meshes); !status)
    return error_of(status);
  const AvatarState state = evaluate_avatar(*character, *inputs);
  std::vector<std::vector<float>> weights;
  for (const BoundMesh& mesh : meshes->meshes)
    weights.push_back(mesh.morph_weights(character->appearance, state.shape.weights));
  return skin_and_write(options, meshes->meshes, character->skeleton, state.joints, weights, looks);
}

}  // namespace

void add_skin(CLI::App& app) {
  CLI::App* command = app.add_subcommand("skin", "Deform a bound mesh by shape, joint offsets and pose");
  const auto options = std::make_shared<SkinOptions>();
  command
      ->add_option("MESH", options->mesh,
                   "A bound mesh: .dae, .gltf, .glb, .mesh, .llmesh or .slm; it counts as worn. Or "
                   "system-avatar (with "
                   "--character): all parts of the system avatar. With --rig: .obj")
      ->required();
  command->add_option("-o,--output", options->output, "The output file: .glb or .obj")->type_name("FILE");
  command->add_option("--backend", options->backend, "Skinning backend (default cpu)")
      ->check(CLI::IsMember({"reference", "cpu", "gl", "vulkan"}));
  add_cpu_target_option(*command, options->backend_options.cpu_target);
  command->add_flag("--keep-weights", options->keep_weights,
                    "Write weights too, bound to the joints as they are now (-o .glb or .dae)");
  command->add_flag("--json", options->json, "Positions and normals as JSON on stdout, for scripts");
  add_gltf_option(*command, options->gltf);
  add_attach_option(*command, options->attached);
  command->add_flag("--no-helpers", options->no_helpers,
                    "With --rig: only the body, without joint cubes and clothing cages");
  add_rig_options(*command, options->rig);
  add_avatar_options(*command, options->avatar);
  add_system_avatar_options(*command, options->system);
  command->callback([=] { finish(run_skin(*options, *command)); });
}

}  // namespace mannequin::program
