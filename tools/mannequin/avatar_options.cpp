#include "tools/mannequin/avatar_options.h"

#include <fmt/format.h>

#include <charconv>

#include "engine/appearance/appearance_message.h"
#include "engine/appearance/legacy_character.h"
#include "engine/io/definitions.h"
#include "engine/io/file.h"
#include "engine/io/offsets_file.h"
#include "engine/io/shape_file.h"
#include "engine/io/text_file.h"
#include "tools/mannequin/clip_input.h"
#include "tools/mannequin/document_input.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/outfit.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

Status apply_setting(const Appearance& appearance, const std::string& setting, SliderValues& sliders) {
  const std::size_t equals = setting.rfind('=');
  if (equals == std::string::npos || equals == 0)
    return fail(ErrorCode::bad_argument, "--set " + setting, "is not of the form ID=WEIGHT or \"Name=40%\"");
  const Result<int> id = io::find_parameter(appearance, setting.substr(0, equals));
  if (!id)
    return fail(ErrorCode::bad_argument, "--set " + setting,
                id.error().what + "; 'mannequin sliders' lists them");
  const ParameterIndex parameter = appearance.find(*id);
  if (parameter == kNoParameter)
    return fail(ErrorCode::bad_argument, "--set " + setting,
                "no parameter has this id; 'mannequin sliders' lists them");
  std::string number = setting.substr(equals + 1);
  const bool percent = number.ends_with('%');
  if (percent) number.pop_back();
  double value = 0.0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size() || !(value > -1e9 && value < 1e9))
    return fail(ErrorCode::bad_argument, "--set " + setting, fmt::format("'{}' is not a number", number));
  const ParameterDesc& p = appearance[parameter];
  sliders[p.id] = percent ? weight_from_percent(p, value) : value;
  return {};
}

constexpr const char* kRestShape = "rest";

bool is_rest(const AvatarOptions& options) {
  return !options.shapes.empty() && options.shapes.back() == kRestShape;
}

// `sliders`: the document's.
Result<SliderValues> load_sliders(const AvatarOptions& options, const Appearance& appearance,
                                  SliderValues sliders) {
  for (const auto& path : options.shapes) {
    if (path == kRestShape) {
      sliders.clear();
      continue;
    }
    const Result<io::Bytes> bytes = read_input(path);
    if (!bytes) return error_of(bytes);
    const Result<io::ShapeFile> shape = io::read_shape(*bytes, path.filename().string(), appearance);
    if (!shape) return error_of(shape);
    report(shape->notes);
    for (const auto& [id, weight] : shape->sliders) sliders[id] = weight;
  }
  if (!options.outfits.empty()) {
    const Result<io::LoadedOutfit> outfit = read_outfits(options.outfits, appearance);
    if (!outfit) return error_of(outfit);
    for (const auto& [id, weight] : outfit_sliders(appearance, outfit->outfit)) sliders[id] = weight;
    if (outfit->has_sex) sliders[kMaleParameter] = outfit->outfit.sex == Sex::male ? 1.0 : 0.0;
  }
  if (!options.sex.empty()) sliders[kMaleParameter] = options.sex == "male" ? 1.0 : 0.0;
  for (const std::string& setting : options.set)
    if (auto status = apply_setting(appearance, setting, sliders); !status) return error_of(status);
  return options.quantise ? as_others_see(appearance, sliders) : sliders;
}

// Otherwise a typo would be ignored silently.
io::Notes unknown_offsets(std::span<const WornOffsets> worn, const std::string& file,
                          const Skeleton& skeleton) {
  io::Notes notes;
  for (const WornOffsets& mesh : worn)
    for (const WornOffsets::Position& offset : mesh.joints)
      if (skeleton.find(offset.joint) == kNoJoint)
        notes.push_back({io::Severity::warning, "unknown_joint", file,
                         fmt::format("there is no joint {}, so its offset has no effect; 'mannequin joints' "
                                     "lists the names",
                                     io::in_quotes(offset.joint))});
  return notes;
}

// `outfit`: what the document wears, to which the options add.
Result<Outfit> load_outfit(const AvatarOptions& options, const Skeleton& skeleton,
                           std::span<const io::BoundMeshFile> given, Outfit outfit) {
  for (const auto& path : options.offsets) {
    const Result<io::Bytes> bytes = read_input(path);
    if (!bytes) return error_of(bytes);
    Result<std::vector<WornOffsets>> more = io::read_offsets(io::as_text(*bytes), path.filename().string());
    if (!more) return error_of(more);
    report(unknown_offsets(*more, path.filename().string(), skeleton));
    outfit.items.push_back(outfit_item(path.filename().string(), std::move(*more)));
  }
  const auto wear = [&](const io::BoundMeshFile& file) {
    outfit.items.push_back(outfit_item(file, skeleton, options.joint_positions));
  };
  for (const auto& path : options.wear) {
    const Result<io::BoundMeshFile> file = read_mesh_input(path);
    if (!file) return error_of(file);
    report(file->notes);
    wear(*file);
  }
  for (const io::BoundMeshFile& file : given) wear(file);
  return outfit;
}

}  // namespace

void add_avatar_options(CLI::App& command, AvatarOptions& options) {
  const std::string group = "Avatar";
  command
      .add_option("--character", options.character,
                  "A viewer's character folder instead of the built-in definitions")
      ->type_name("DIR")
      ->group(group);
  add_skeleton_option(command, options);
  command
      .add_option(
          "--document", options.document,
          "A document saved by the window: what is worn, sliders and pose; the other options change it")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option(
          "--shape", options.shapes,
          "A shape: our JSON, an appearance XML dump, or a wearable asset; repeatable, later ones win. "
          "rest: the rest pose, without any slider")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--clothing", options.outfits,
                  "Worn clothing and body parts: an LLWearable asset, or our JSON. Its sliders apply, and "
                  "its shirt, trousers "
                  "and beard mask the clothing morphs of the system avatar; repeatable, in order of wearing")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--sex", options.sex, "The same as parameter 80 = 0 or 1")
      ->check(CLI::IsMember({"female", "male"}))
      ->group(group);
  command
      .add_option("--set", options.set,
                  "One parameter by id or name: --set 33=1.5 --set \"Body Fat=40%\"; repeatable")
      ->type_name("ID=WEIGHT")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_flag("--quantise", options.quantise,
                "Round every slider to one byte, as the network carries it: the avatar as others see it")
      ->group(group);
  command.add_option("--wear", options.wear, "A worn mesh: its joint offsets apply; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option_function<std::string>(
          "--joint-positions",
          [&options](const std::string& value) { options.joint_positions = value == "on"; },
          "Whether joint positions in .dae and .glb files count as joint offsets, as the uploader's tick box "
          "(default off); those of mesh assets always do")
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}))
      ->group(group);
  command.add_option("--offsets", options.offsets, "Worn joint offsets without a mesh, as JSON; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  CLI::Option* const pose =
      command
          .add_option("--pose", options.pose,
                      "A pose as JSON (local rotations and positions by joint name), or a .anim or .bvh")
          ->type_name("FILE")
          ->group(group);
  command
      .add_option(
          "--time", options.time,
          "Seconds since the start of the .anim or .bvh of --pose, playing alone as in the viewer: no "
          "weight at 0 if it eases in, looping or holding its last pose. Without it: the first frame")
      ->type_name("SECONDS")
      ->check(number_between(-1e6, 1e6))
      ->needs(pose)
      ->group(group);
}

void add_skeleton_option(CLI::App& command, AvatarOptions& options) {
  command
      .add_option_function<std::string>(
          "--skeleton", [&options](const std::string& value) { options.legacy = value == "legacy"; },
          "bento: today's (default); legacy: that before Bento, as on old OpenSim grids: 26 bones, 26 "
          "volumes, "
          "32 attachment points; meshes with other joints are refused there")
      ->type_name("bento|legacy")
      ->check(CLI::IsMember({"bento", "legacy"}))
      ->group("Avatar");
}

AvatarOptions without_files(AvatarOptions options) {
  options.shapes = is_rest(options) ? std::vector<std::filesystem::path>{kRestShape}
                                    : std::vector<std::filesystem::path>();
  options.outfits.clear();
  options.wear.clear();
  options.offsets.clear();
  options.document.clear();
  options.pose.clear();
  return options;
}

std::filesystem::path own_shape(const AvatarOptions& options) {
  if (options.shapes.empty() || is_rest(options)) return {};
  std::error_code error;
  return std::filesystem::absolute(options.shapes.back(), error).lexically_normal();
}

Result<Character> load_character(const AvatarOptions& options) {
  Result<CharacterDesc> desc =
      options.character.empty() ? io::read_builtin_character() : io::read_character_folder(options.character);
  if (!desc) return error_of(desc);
  if (options.legacy) return Character::build(legacy_character(std::move(*desc)));
  return Character::build(std::move(*desc));
}

Result<AvatarInputs> load_inputs(const AvatarOptions& options, const Character& character,
                                 std::span<const io::BoundMeshFile> given, OutfitOffsets* worn) {
  Result<DocumentInput> document =
      options.document.empty() ? DocumentInput{} : load_document(options.document, character);
  if (!document) return error_of(document);
  AvatarInputs inputs = std::move(document->inputs);
  Result<SliderValues> sliders = load_sliders(options, character.appearance, std::move(inputs.sliders));
  if (!sliders) return error_of(sliders);
  inputs.sliders = std::move(*sliders);
  if (is_rest(options)) {
    inputs.apply_parameters = false;
    if (!options.set.empty())
      return fail(ErrorCode::bad_argument, "--set",
                  "has no effect on the rest pose, which no slider applies to; omit it or --shape rest");
  }
  const Result<Outfit> outfit = load_outfit(options, character.skeleton, given, std::move(document->outfit));
  if (!outfit) return error_of(outfit);
  OutfitOffsets offsets = outfit->offsets();
  inputs.worn = offsets.worn;
  if (worn != nullptr) *worn = std::move(offsets);
  if (!options.pose.empty()) {
    Result<Pose> pose = load_pose(options.pose, options.time, character.skeleton);
    if (!pose) return error_of(pose);
    inputs.pose = std::move(*pose);
  }
  return inputs;
}

}  // namespace mannequin::program
