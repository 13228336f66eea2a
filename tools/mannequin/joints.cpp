// mannequin joints: where every joint is.
#include <fmt/format.h>

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/bind/posed_skin.h"
#include "engine/io/collada_writer.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tools/mannequin/against.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/conflicts.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

struct JointsOptions {
  AvatarOptions avatar;
  std::filesystem::path against, output;
  ImporterProfile gltf = kViewerImporter;
  double limit_mm = 0.1;
  bool conflicts = false;
  bool json = false;
};

const char* kind_name(JointKind kind) {
  switch (kind) {
    case JointKind::bone:
      return "bone";
    case JointKind::collision_volume:
      return "collision_volume";
    case JointKind::attachment_point:
      return "attachment";
  }
  return "";
}

std::string parent_name(const Skeleton& skeleton, const Joint& joint) {
  return joint.parent == kNoJoint ? "mRoot" : skeleton[joint.parent].name;
}

Json joint_json(const Skeleton& skeleton, std::size_t index, const AvatarState& state) {
  const Joint& joint = skeleton.joints()[index];
  const JointTransform& solved = state.joints[index];
  const Mat4 world = solved.world_from_joint();
  const auto& offset = state.offsets.position[index];
  Json json;
  json["name"] = joint.name;
  json["kind"] = kind_name(joint.kind);
  json["parent"] = parent_name(skeleton, joint);
  json["position"] = numbers(solved.position);
  json["rotation"] = numbers(solved.rotation);
  json["scale"] = numbers(solved.scale);
  json["world_position"] = numbers(solved.world_position);
  json["world_matrix"] = numbers(std::span(glm::value_ptr(world), 16));
  json["offset_by"] = offset ? Json(offset->mesh_id.to_string()) : Json(nullptr);
  return json;
}

void print_json(const Character& character, const AvatarState& state, Json conflicts) {
  Json json;
  json["schema"] = 1;
  json["sex"] = state.shape.weights.sex == Sex::male ? "male" : "female";
  json["body_size"] = {number(state.size.depth), number(state.size.width), number(state.size.height)};
  json["pelvis_to_foot"] = number(state.size.pelvis_to_foot);
  json["avatar_offset"] = {0.0, 0.0, number(state.shape.hover)};
  json["pelvis_offset"] = number(state.offsets.pelvis_offset);
  Json& weights = json["weights"] = Json::object();
  for (std::size_t p = 0; p < character.appearance.size(); ++p) {
    const ParameterDesc& parameter = character.appearance.parameters()[p];
    const bool geometric = parameter.kind == ParameterKind::skeleton ||
                           parameter.kind == ParameterKind::morph || parameter.kind == ParameterKind::driver;
    if (geometric) weights[std::to_string(parameter.id)] = number(state.shape.weights.weight[p]);
  }
  Json& joints = json["joints"] = Json::array();
  for (std::size_t j = 0; j < character.skeleton.size(); ++j)
    joints.push_back(joint_json(character.skeleton, j, state));
  if (!conflicts.is_null()) json["conflicts"] = std::move(conflicts);
  put_json(json);
}

void print_text(const Character& character, const AvatarState& state) {
  say("{} avatar, {:.4f} m tall, pelvis to foot {:.4f} m, hover {:+.3f} m\n\n",
      state.shape.weights.sex == Sex::male ? "Male" : "Female", state.size.height, state.size.pelvis_to_foot,
      state.shape.hover);
  say("{:<24} {:<24} {:>8} {:>8} {:>8}   {:>6} {:>6} {:>6}  {}\n", "joint", "parent", "world x", "y", "z",
      "scale x", "y", "z", "offset by");
  for (std::size_t j = 0; j < character.skeleton.size(); ++j) {
    const Joint& joint = character.skeleton.joints()[j];
    const JointTransform& solved = state.joints[j];
    const auto& offset = state.offsets.position[j];
    say("{:<24} {:<24} {:8.4f} {:8.4f} {:8.4f}    {:6.3f} {:6.3f} {:6.3f}  {}\n", joint.name,
        parent_name(character.skeleton, joint), solved.world_position.x, solved.world_position.y,
        solved.world_position.z, solved.scale.x, solved.scale.y, solved.scale.z,
        offset ? offset->mesh_id.to_string() : "");
  }
}

// The dump's own sliders and joint offsets come first; other options change them.
Result<int> run_against(const JointsOptions& options, const Character& character) {
  const Result<io::Bytes> bytes = read_input(options.against);
  if (!bytes) return error_of(bytes);
  const std::string name = options.against.filename().string();
  Result<io::RecordedJoints> dump = io::read_recorded_joints(*bytes, name);
  if (!dump) return error_of(dump);
  AvatarOptions avatar = options.avatar;
  avatar.shapes.insert(avatar.shapes.begin(), options.against);
  Result<AvatarInputs> inputs = load_inputs(avatar, character);
  if (!inputs) return error_of(inputs);
  std::ranges::move(dump->worn, std::back_inserter(inputs->worn));
  const AvatarState state = evaluate_avatar(character, *inputs);
  const Comparison comparison = compare_joints(character.skeleton, state.joints, dump->joints);
  const bool within =
      print_comparison(comparison, name, character.skeleton, state.joints, options.limit_mm, options.json);
  return within ? kDone : kFaultsFound;
}

// The skeleton to model on, in bind space.
Status write_armature(const std::filesystem::path& path, const Skeleton& skeleton, const AvatarState& state) {
  const SkinDesc joints = armature(skeleton, state.joints);
  if (lower_ending(path) == ".dae")
    return io::write_collada_armature(joints, skeleton).and_then([&](const std::string& text) {
      return io::write_file(path, text);
    });
  return io::write_glb_armature(joints, skeleton).and_then([&](const io::Bytes& bytes) {
    return io::write_file(path, bytes);
  });
}

Status check_output(const JointsOptions& options) {
  if (options.output.empty()) return {};
  if (!options.against.empty())
    return fail(ErrorCode::bad_argument, "-o",
                "does not go with --against, which writes no skeleton; omit one of them");
  const std::string ending = lower_ending(options.output);
  if (ending == ".glb" || ending == ".dae") return {};
  return fail(ErrorCode::bad_argument, options.output.string(),
              "has no file name extension for skeletons; use .glb or .dae");
}

Result<int> run_joints(const JointsOptions& options) {
  if (auto status = check_output(options); !status) return error_of(status);
  if (options.conflicts && !options.against.empty())
    return fail(ErrorCode::bad_argument, "--conflicts",
                "is about worn meshes, and --against compares joints with a dump; omit one of them "
                "out");
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  if (!options.against.empty()) return run_against(options, *character);
  OutfitOffsets outfit;
  const Result<AvatarInputs> inputs = load_inputs(options.avatar, *character, {}, &outfit);
  if (!inputs) return error_of(inputs);
  const WornSet worn{character->skeleton, outfit};
  const AvatarState state = evaluate_avatar(*character, *inputs);
  if (!options.output.empty())
    if (auto status = write_armature(options.output, character->skeleton, state); !status)
      return error_of(status);
  if (options.json) {
    print_json(*character, state, options.conflicts ? conflicts_json(worn) : Json(nullptr));
  } else if (options.conflicts) {
    print_conflicts(worn);
  } else if (options.output.empty()) {
    print_text(*character, state);
  }
  return kDone;
}

}  // namespace

void add_joints(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "joints", "The evaluated skeleton: every joint, collision volume and attachment point");
  const auto options = std::make_shared<JointsOptions>();
  command->add_flag("--json", options->json, "Everything as JSON, for scripts");
  // Importers differ only in binds, which do not affect joints; scripts may pass the option to every command.
  add_gltf_option(*command, options->gltf);
  command
      ->add_option("-o,--output", options->output,
                   "Write the skeleton to model on, .glb or .dae: bones and collision volumes in bind space "
                   "(mPelvis 1.067 m up)")
      ->type_name("FILE");
  CLI::Option* against =
      command
          ->add_option(
              "--against", options->against,
              "A viewer's appearance XML dump: use its sliders and joint offsets, and print which joints "
              "are elsewhere in it; exit 1 if one is over --limit")
          ->type_name("FILE");
  command
      ->add_option("--limit", options->limit_mm, "With --against, the tolerance in millimetres (default 0.1)")
      ->type_name("MM")
      ->check(number_between(0.0, 1e6))
      ->needs(against);
  command->add_flag("--conflicts", options->conflicts,
                    "Which worn meshes move which joints, whose position wins and why, and what would change "
                    "if one were taken off");
  add_avatar_options(*command, options->avatar);
  command->callback([=] { finish(run_joints(*options)); });
}

}  // namespace mannequin::program
