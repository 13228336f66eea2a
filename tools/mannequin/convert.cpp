// mannequin convert IN OUT: from one format to another. The conversions of each kind of file are in
// convert_*.cpp.
#include <fmt/format.h>

#include <array>
#include <memory>

#include "engine/io/file.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/convert_clip.h"
#include "tools/mannequin/convert_mesh.h"
#include "tools/mannequin/convert_rig.h"
#include "tools/mannequin/convert_shape.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/input_kind.h"
#include "tools/mannequin/inspect_rig.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

struct ConvertOptions {
  std::filesystem::path in, out;
  AvatarOptions avatar;
  ShapeConversion shape;
  ClipOptions clip;
  ConvertMeshOptions mesh;
  RigOptions rig;
  bool choose_strategies = false;
  WeightSaving weights;
};

// The kind of IN; neither for any other file.
struct Kind {
  std::optional<InputKind> input;
  RigFileKind rig = RigFileKind::none;

  bool is(InputKind kind) const { return rig == RigFileKind::none && input == kind; }
  bool is(RigFileKind kind) const { return rig == kind; }
};

Status check_kind(const CLI::App& command, const Kind& kind, const std::string& name) {
  const bool rig = kind.is(RigFileKind::rig), weights = kind.is(RigFileKind::weights);
  const std::vector<OptionsAbout> all = {
      {{"--to", "--name", "--quantise"}, "shapes", kind.is(InputKind::shape)},
      {{"--priority", "--loop", "--loop-in", "--loop-out", "--ease-in", "--ease-out", "--hand-pose",
        "--positions", "--without", "--as-uploaded"},
       "animations",
       kind.is(InputKind::clip)},
      {{"--mesh", "--no-skin", "--joint-positions", "--lock-scale", "--pelvis-offset", "--gltf"},
       "bound meshes",
       kind.is(InputKind::bound_mesh)},
      {{"--choose-strategies", "--vertex-groups", "--parent-mesh"}, "MakeHuman rigs", rig},
      {{"--rig", "--evaluated", "--masks"}, "MakeHuman weights", weights},
      {{"--base-mesh", "--mesh-scale", "--mesh-up"}, "MakeHuman rigs and weights", rig || weights}};
  return check_options(command, name, all);
}

constexpr std::array kWithBaseMesh = {"--choose-strategies", "--vertex-groups", "--parent-mesh",
                                      "--mesh-scale", "--mesh-up"};

Status convert_rig_file(const ConvertOptions& options, const CLI::App& command, RigFileKind kind) {
  if (options.rig.base_mesh.empty())
    if (auto status = refuse_options(command, kWithBaseMesh,
                                     "is about fitting a rig to a base mesh; give that with --base-mesh");
        !status)
      return status;
  RigOptions rig = options.rig;
  (kind == RigFileKind::rig ? rig.rig : rig.weights) = options.in;
  const StrategySaving saving = options.choose_strategies ? StrategySaving::choose : StrategySaving::keep;
  return kind == RigFileKind::rig ? convert_rig(rig, saving, options.out)
                                  : convert_weights(rig, options.weights, options.out);
}

Status convert(const ConvertOptions& options, const CLI::App& command) {
  const Result<io::Bytes> bytes = read_input(options.in);
  if (!bytes) return error_of(bytes);
  const std::string name = options.in.filename().string();
  const Kind kind{input_kind(*bytes, options.in), rig_file_kind(*bytes)};
  const bool rig = kind.is(RigFileKind::rig) || kind.is(RigFileKind::weights);
  const bool known = kind.is(InputKind::shape) || kind.is(InputKind::clip) || kind.is(InputKind::bound_mesh);
  if (!rig && !known)
    return fail(
        ErrorCode::unsupported, name,
        "cannot be converted. Shapes (.json, appearance .xml, LLWearable text) become .json, "
        ".xml or .txt; animations (.anim, .bvh) become .anim or .json; bound meshes (.dae, .gltf, .glb, "
        ".mesh, .llmesh, .slm) become .glb, .dae, .obj or mesh assets; MakeHuman rigs and weights keep their "
        "format, refitted");
  if (Status status = check_kind(command, kind, name); !status) return status;
  if (rig) return convert_rig_file(options, command, kind.rig);
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  if (kind.is(InputKind::shape))
    return convert_shape(options.in, *bytes, options.out, options.shape, character->appearance);
  if (kind.is(InputKind::clip))
    return convert_clip(options.in, *bytes, options.out, options.clip, character->skeleton);
  return convert_mesh(options.in, *bytes, options.out, options.mesh);
}

Result<int> run_convert(const ConvertOptions& options, const CLI::App& command) {
  return convert(options, command).map([] { return int{kDone}; });
}

}  // namespace

void add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "convert",
      "Convert from one format to another: shapes (.json, appearance .xml, LLWearable text) to "
      ".json, .xml or .txt; animations (.anim, .bvh) to .anim or .json; bound "
      "meshes (.dae, .gltf, .glb, .mesh, .llmesh, .slm) to .glb, .dae or mesh assets with their "
      "weights, or .obj without; MakeHuman rigs and weights (.json), refitted to a base mesh");
  const auto options = std::make_shared<ConvertOptions>();
  command->add_option("IN", options->in, "The file to convert; its content determines the kind")->required();
  command
      ->add_option("OUT,-o,--output", options->out,
                   "The output, as second argument or with -o; its file name extension determines the format")
      ->required();
  command
      ->add_option("--to", options->shape.to,
                   "Of a shape, the format regardless of the extension: json keeps every value exactly; "
                   "archetype is a "
                   "viewer's appearance XML; wearable is a shape asset with two decimals")
      ->check(CLI::IsMember({"json", "archetype", "wearable"}));
  command
      ->add_option("--name", options->shape.name, "Of a shape, its name (default: unchanged, else from OUT)")
      ->type_name("TEXT");
  command->add_flag(
      "--quantise", options->shape.quantise,
      "Of a shape, round every slider to one byte, as the network carries it: as others see the avatar");
  add_clip_options(*command, options->clip);
  add_mesh_options(*command, options->mesh);
  command->add_option("--base-mesh", options->rig.base_mesh, "Of a rig: the base mesh (.obj) to fit it to")
      ->type_name("OBJ")
      ->group("MakeHuman / MPFB rigs");
  command->add_option("--rig", options->rig.rig, "Of weights: the rig whose bones they move")
      ->type_name("FILE")
      ->group("MakeHuman / MPFB rigs");
  command
      ->add_flag("--choose-strategies", options->choose_strategies,
                 "For a rig: choose new strategies for tying bone ends to the base mesh")
      ->group("MakeHuman / MPFB rigs");
  command
      ->add_flag(
          "--evaluated", options->weights.evaluated,
          "Of weights: as they deform, four per vertex and normalised, instead of all of them; says what is "
          "lost")
      ->group("MakeHuman / MPFB rigs");
  command
      ->add_option_function<std::string>(
          "--masks", [options](const std::string& text) { options->weights.masks = text == "on"; },
          "Of weights: whether to keep groups that control modifiers, mhmask-... (default on)")
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}))
      ->group("MakeHuman / MPFB rigs");
  add_rig_mesh_options(*command, options->rig);
  command
      ->add_option("--character", options->avatar.character,
                   "A viewer's character folder instead of the built-in definitions")
      ->type_name("DIR");
  command->callback([=] { finish(run_convert(*options, *command)); });
}

}  // namespace mannequin::program
