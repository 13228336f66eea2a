// mannequin convert IN OUT: from one format to another. What each kind of file can become stands in
// convert_*.cpp.
#include <fmt/format.h>

#include <memory>

#include "engine/io/file.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/convert_clip.h"
#include "tools/mannequin/convert_mesh.h"
#include "tools/mannequin/convert_rig.h"
#include "tools/mannequin/convert_shape.h"
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
};

// Options that are about another kind of file would be lost in silence.
Status check_options(const ConvertOptions& options, std::optional<InputKind> kind) {
  const std::string name = options.in.filename().string();
  const bool for_shapes = !options.shape.to.empty() || !options.shape.name.empty() || options.shape.quantise;
  if (kind != InputKind::shape && for_shapes)
    return fail(ErrorCode::bad_argument, name,
                "is no shape, and --to, --name and --quantise are about shapes; leave them out");
  if (kind != InputKind::clip && options.clip.any())
    return fail(
        ErrorCode::bad_argument, name,
        "is no animation, and priority, loop, ease, hand pose and --as-uploaded are about animations; leave "
        "them out");
  if (kind != InputKind::bound_mesh && options.mesh.any())
    return fail(ErrorCode::bad_argument, name,
                "is no bound mesh, and --mesh, --no-skin, --joint-positions, --lock-scale, --pelvis-offset "
                "and --gltf are "
                "about bound meshes; leave them out");
  return {};
}

Status convert(const ConvertOptions& options, const Character& character) {
  const Result<io::Bytes> bytes = io::read_file(options.in);
  if (!bytes) return tl::make_unexpected(bytes.error());
  const auto kind = input_kind(*bytes, options.in);
  if (Status status = check_options(options, kind); !status) return status;
  if (kind == InputKind::shape)
    return convert_shape(options.in, *bytes, options.out, options.shape, character.appearance);
  if (kind == InputKind::clip)
    return convert_clip(options.in.string(), options.out.string(), options.clip, character.skeleton);
  if (kind == InputKind::bound_mesh) return convert_mesh(options.in, options.out, options.mesh);
  return fail(
      ErrorCode::unsupported, options.in.filename().string(),
      "is nothing that can be converted. Shapes (.json, appearance .xml, LLWearable text) become .json, .xml "
      "or .txt; animations (.anim, .bvh) become .anim or .json; bound meshes (.dae, .gltf, .glb, .mesh, "
      ".llmesh, "
      ".slm) become .glb, .obj or mesh assets; rigs and weights of MakeHuman stay what they are, refitted");
}

Result<int> run_convert(const ConvertOptions& options) {
  const Result<io::Bytes> head = io::read_file(options.in);
  if (!head) return tl::make_unexpected(head.error());
  if (const RigFileKind kind = rig_file_kind(*head);
      kind == RigFileKind::rig || kind == RigFileKind::weights) {
    RigOptions rig = options.rig;
    (kind == RigFileKind::rig ? rig.rig : rig.weights) = options.in;
    const StrategySaving saving = options.choose_strategies ? StrategySaving::choose : StrategySaving::keep;
    return kind == RigFileKind::rig ? convert_rig(rig, saving, options.out)
                                    : convert_weights(rig, options.out);
  }
  const Result<Character> character = load_character(options.avatar);
  if (!character) return tl::make_unexpected(character.error());
  if (Status status = convert(options, *character); !status) return tl::make_unexpected(status.error());
  return kDone;
}

}  // namespace

void add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "convert",
      "From one format to another. Shapes (.json, appearance .xml, LLWearable text) to "
      ".json, .xml or .txt; animations (.anim, .bvh) to .anim or .json; bound "
      "meshes (.dae, .gltf, .glb, .mesh, .llmesh, .slm) to .glb or mesh assets with their "
      "weights, or .obj without; rigs and weights of MakeHuman (.json), refitted to a base mesh");
  const auto options = std::make_shared<ConvertOptions>();
  command->add_option("IN", options->in, "What to convert; its kind is told by its content")->required();
  command->add_option("OUT", options->out, "Where to; its ending says the format")->required();
  command
      ->add_option(
          "--to", options->shape.to,
          "Of a shape, the format whatever the ending: json keeps every value exactly; archetype is a "
          "viewer's appearance XML; wearable is a shape asset with two decimals")
      ->check(CLI::IsMember({"json", "archetype", "wearable"}));
  command->add_option("--name", options->shape.name, "Of a shape, its name (default its own, else OUT's)")
      ->type_name("TEXT");
  command->add_flag(
      "--quantise", options->shape.quantise,
      "Of a shape, every slider as the network carries it, in one byte: as others see the avatar");
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
                 "Of a rig: choose anew how each bone's ends follow the base mesh, in place of keeping it")
      ->group("MakeHuman / MPFB rigs");
  add_rig_mesh_options(*command, options->rig);
  command
      ->add_option("--character", options->avatar.character,
                   "A viewer's character folder instead of the built-in definitions")
      ->type_name("DIR");
  command->callback([=] { finish(run_convert(*options)); });
}

}  // namespace mannequin::program
