// mannequin unbind and mannequin freeze: a mesh in its current pose, without its joints.
#include <fmt/format.h>

#include <memory>

#include "engine/bind/bones.h"
#include "engine/bind/posed_skin.h"
#include "engine/bind/rebase.h"
#include "engine/mesh/bind_shape.h"
#include "engine/skinning/palette.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/convert_mesh.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/mesh_set.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

struct UnbindOptions {
  AvatarOptions avatar;
  std::filesystem::path mesh, output;
  std::string name;  // of freeze
  ImporterProfile gltf = kViewerImporter;
  bool apply_pose = false, keep_weights = false;
};

// A file's meshes, built, and the avatar wearing them.
struct DressedFile {
  Character character;
  io::BoundMeshFile file;
  std::vector<BoundMesh> meshes;
  AvatarState state;
};

Result<DressedFile> read_dressed(const UnbindOptions& options) {
  Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  Result<io::BoundMeshFile> file = read_mesh_input(options.mesh);
  if (!file) return error_of(file);
  Result<BoundMeshes> meshes = build_meshes(*file, character->skeleton, options.gltf);
  if (!meshes) return error_of(meshes);
  const Result<AvatarInputs> inputs = load_inputs(options.avatar, *character, {&*file, 1});
  if (!inputs) return error_of(inputs);
  AvatarState state = evaluate_avatar(*character, *inputs);
  return DressedFile{std::move(*character), std::move(*file), std::move(meshes->meshes), std::move(state)};
}

void pose_in_place(MeshDesc& mesh, const Skin& skin, const AvatarState& state, double up) {
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, state.joints, std::span<Mat4>(palette));
  for (Mat4& matrix : palette) matrix[3].z += up;
  palette.back() = Mat4(1.0);
  pose_mesh(mesh, skin, palette);
}

Status check_mesh_output(const std::filesystem::path& output, bool weights) {
  const std::string ending = lower_ending(output);
  if (!converts_to_mesh(ending) || (weights && ending == ".obj"))
    return fail(
        ErrorCode::bad_argument, output.string(),
        weights ? "has no file name extension for meshes with weights; use .glb, .dae, .llmesh, .mesh or .slm"
                : "has no file name extension for meshes; use .glb, .dae, .obj, .llmesh, .mesh or .slm");
  return {};
}

Result<int> run_unbind(const UnbindOptions& options) {
  if (auto status = check_mesh_output(options.output, options.keep_weights); !status) return error_of(status);
  Result<DressedFile> dressed = read_dressed(options);
  if (!dressed) return error_of(dressed);
  const Skeleton& skeleton = dressed->character.skeleton;
  const double height = bind_space_height(skeleton);
  for (std::size_t m = 0; m < dressed->meshes.size(); ++m) {
    BoundMeshDesc& bound = dressed->file.meshes[m];
    if (!bound.rigged()) continue;
    const Skin& skin = *dressed->meshes[m].skin;
    if (options.apply_pose) {
      pose_in_place(bound.mesh, skin, dressed->state, height);
      bound.skin = posed_skin(skin.desc(), skeleton, dressed->state.joints, options.gltf, height);
    } else {
      bound.skin = skin.desc();
      apply_bind_shape(bound);
      bound.skin.joint_positions.clear();
      bound.skin.joint_rests = importer_rests(skeleton, bind_places(skeleton), options.gltf);
    }
    if (!options.keep_weights) bound.skin = {};
  }
  if (auto status = write_meshes(dressed->file, skeleton, options.mesh, options.output, {}); !status)
    return error_of(status);
  return kDone;
}

Result<int> run_freeze(const UnbindOptions& options) {
  if (auto status = check_mesh_output(options.output, false); !status) return error_of(status);
  Result<DressedFile> dressed = read_dressed(options);
  if (!dressed) return error_of(dressed);
  for (std::size_t m = 0; m < dressed->meshes.size(); ++m) {
    BoundMeshDesc& bound = dressed->file.meshes[m];
    if (!options.name.empty())
      bound.mesh.name = m == 0 ? options.name : fmt::format("{}_{}", options.name, m + 1);
    if (!bound.rigged()) continue;
    pose_in_place(bound.mesh, *dressed->meshes[m].skin, dressed->state, 0.0);
    bound.skin = {};
  }
  if (auto status =
          write_meshes(dressed->file, dressed->character.skeleton, options.mesh, options.output, {});
      !status)
    return error_of(status);
  return kDone;
}

void add_common_options(CLI::App& command, UnbindOptions& options) {
  command.add_option("MESH", options.mesh, "The rigged mesh; it counts as worn")->required();
  command
      .add_option("-o,--output", options.output,
                  "The output: .glb, .dae, .obj or a mesh asset; MESH itself is replaced")
      ->type_name("FILE")
      ->required();
  add_gltf_option(command, options.gltf);
  add_avatar_options(command, options.avatar);
}

}  // namespace

void add_unbind(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "unbind", "Detach a mesh from its joints, in bind space, with or without the current pose and shape");
  const auto options = std::make_shared<UnbindOptions>();
  command->add_flag("--apply-pose", options->apply_pose,
                    "Keep the vertices as shape and pose have them, 1.067 m up");
  command->add_flag("--keep-weights", options->keep_weights,
                    "Keep the weights, bound to the joints as they are, without joint positions of its own; "
                    "'bind --method preserve' binds it again");
  add_common_options(*command, *options);
  command->callback([=] { finish(run_unbind(*options)); });
}

void add_freeze(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "freeze", "Make a static mesh of a rigged one, as shape and pose have it (where 'skin' puts it)");
  const auto options = std::make_shared<UnbindOptions>();
  command->add_option("--name", options->name,
                      "The mesh's new name; of several meshes with _2, _3, ... at its end");
  add_common_options(*command, *options);
  command->callback([=] { finish(run_freeze(*options)); });
}

}  // namespace mannequin::program
