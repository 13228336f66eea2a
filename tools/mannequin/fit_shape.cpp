// mannequin fit-shape: the slider values for which the avatar comes closest to given joints, or a mesh.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/fit/slider_reach.h"
#include "engine/io/builtin_mesh.h"
#include "engine/io/joint_places_file.h"
#include "engine/io/text_file.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/bind_mesh.h"
#include "tools/mannequin/convert_shape.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/mesh_set.h"
#include "tools/mannequin/program.h"
#include "tools/mannequin/surface_goal.h"
#include "tools/mannequin/system_avatar_options.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

struct FitShapeOptions {
  AvatarOptions avatar;
  std::filesystem::path target, output, body;
  io::ObjReading obj = io::kObjInMetres;
  ImporterProfile gltf = kViewerImporter;
  bool align = false;
  bool json = false;
};

// The result for one sex, and its input.
struct FittedShape {
  Sex sex = Sex::female;
  ShapeFit fit;
  JointPlaces joints;                   // the target's, or none
  std::vector<double> joint_residuals;  // one for each, metres
  std::optional<SurfaceApart> surface;

  // Metres; comparable between sexes. A surface's residuals are not: a body with the target's own vertices
  // has others than one without.
  double remains() const { return surface ? surface->mean : fit.rms; }
};

const char* word_of(SliderHold hold) {
  return hold == SliderHold::held ? "held" : hold == SliderHold::shared ? "shared" : "none";
}

bool is_json(std::span<const std::byte> bytes) {
  for (const std::byte b : bytes) {
    const auto c = static_cast<char>(b);
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return c == '{';
  }
  return false;
}

Result<FittedShape> fit_joints(const Character& character, const AvatarInputs& start, Sex sex, bool align,
                               const JointPlaces& places) {
  ShapeFitOptions options;
  options.sex = sex;
  options.movable = align;
  FittedShape out{sex, fit_shape(character, start, joints_goal(places), options), places, {}, {}};
  for (std::size_t i = 0; i + 2 < out.fit.residuals.size(); i += 3)
    out.joint_residuals.push_back(
        glm::length(Vec3(out.fit.residuals[i], out.fit.residuals[i + 1], out.fit.residuals[i + 2])));
  return out;
}

Result<BoundMeshes> load_body(const FitShapeOptions& options, const Character& character, Sex sex) {
  if (options.body == kSystemAvatar) {
    SystemAvatarChoice choice;
    choice.hair = choice.skirt = false;
    return load_system_meshes(options.avatar.character, choice, character, {});
  }
  const Result<io::BoundMeshFile> file =
      options.body.empty() ? io::read_builtin_mesh("mannequin", sex) : read_mesh_input(options.body);
  if (!file) return error_of(file);
  Result<BoundMeshes> body = build_meshes(*file, character.skeleton, options.gltf);
  if (!body) return error_of(body);
  if (std::ranges::none_of(body->meshes, [](const BoundMesh& mesh) { return mesh.skin.has_value(); }))
    return fail(ErrorCode::bad_data, file->source,
                "has no bone weights, so no slider changes it; give a rigged body with --body");
  return body;
}

Result<Surface> read_target_surface(const FitShapeOptions& options) {
  const Result<BindableFile> file = read_bindable(options.target, options.obj);
  if (!file) return error_of(file);
  Surface target;
  for (const BoundMeshDesc& bound : file->file.meshes) {
    const Mat4 shape = bound.rigged() ? bound.skin.bind_shape : Mat4(1.0);
    const auto first = static_cast<std::uint32_t>(target.positions.size());
    for (const Vec3f& p : bound.mesh.positions) target.positions.push_back(Vec3(shape * Vec4(Vec3(p), 1.0)));
    for (std::size_t i = 0; i + 2 < bound.mesh.indices.size(); i += 3)
      target.triangles.push_back({first + bound.mesh.indices[i], first + bound.mesh.indices[i + 1],
                                  first + bound.mesh.indices[i + 2]});
  }
  if (target.triangles.empty())
    return fail(ErrorCode::bad_data, file->file.source,
                "has no triangles to come near to; give a mesh of a body");
  if (auto status = check_surface(target); !status)
    return fail(status.error().code, file->file.source, status.error().message());
  return target;
}

Result<FittedShape> fit_surface(const FitShapeOptions& command, const Character& character,
                                const AvatarInputs& start, Sex sex, const Surface& target) {
  const Result<BoundMeshes> body = load_body(command, character, sex);
  if (!body) return error_of(body);
  BodySurface surface(character.appearance, body->meshes, target);
  AvatarInputs at_start = start;
  at_start.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  ShapeFitOptions options;
  options.sex = sex;
  options.movable = true;
  options.moved = surface.first_move(evaluate_avatar(character, at_start));
  options.surface = command.body == kSystemAvatar;
  FittedShape out{sex, fit_shape(character, start, surface.goal(), options), {}, {}, {}};
  AvatarInputs answer = start;
  answer.sliders = out.fit.sliders;
  out.surface = surface.apart(evaluate_avatar(character, answer), out.fit.moved);
  return out;
}

Json fitted_json(const FittedShape& out, const Character& character) {
  Json json{{"schema", 1},
            {"sex", out.sex == Sex::male ? "male" : "female"},
            {"rms", number(out.fit.rms)},
            {"moved", numbers(out.fit.moved)}};
  Json joints = Json::array();
  double largest = 0.0;
  std::size_t i = 0;
  for (const auto& [joint, place] : out.joints) {
    largest = std::max(largest, out.joint_residuals[i]);
    joints.push_back(
        {{"name", character.skeleton[joint].name}, {"residual", number(out.joint_residuals[i])}});
    ++i;
  }
  if (out.surface) largest = out.surface->largest;
  json["largest"] = number(largest);
  json["joints"] = std::move(joints);
  json["surface"] = nullptr;
  if (out.surface)
    json["surface"] = {{"mean", number(out.surface->mean)}, {"largest", number(out.surface->largest)}};
  Json sliders = Json::array(), free = Json::array(), undetermined = Json::array();
  for (const FittedSlider& slider : out.fit.fitted) {
    const ParameterDesc& desc = character.appearance[slider.parameter];
    sliders.push_back({{"id", desc.id},
                       {"name", slider_label(desc)},
                       {"weight", number(slider.weight)},
                       {"percent", number(percent_from_weight(desc, slider.weight))},
                       {"hold", word_of(slider.hold)},
                       {"grip", number(slider.grip)}});
    if (slider.hold == SliderHold::none) free.push_back(desc.id);
    if (slider.hold == SliderHold::shared) undetermined.push_back(desc.id);
  }
  json["sliders"] = std::move(sliders);
  json["free"] = std::move(free);
  json["undetermined"] = std::move(undetermined);
  Json shape = Json::object();
  for (const auto& [id, weight] : out.fit.sliders) shape[std::to_string(id)] = number(weight);
  json["shape"] = std::move(shape);
  return json;
}

void print_sliders(const FittedShape& out, const Character& character, SliderHold hold, const char* what) {
  std::string names;
  std::size_t count = 0;
  for (const FittedSlider& slider : out.fit.fitted) {
    if (slider.hold != hold) continue;
    const ParameterDesc& desc = character.appearance[slider.parameter];
    names += fmt::format("{}{} ({})", count++ == 0 ? "" : ", ", slider_label(desc), desc.id);
  }
  if (count > 0) say("{} {}: {}\n", count, what, names);
}

void print_fitted(const FittedShape& out, const Character& character) {
  say("{} avatar, {} sliders searched in {} steps\n", out.sex == Sex::male ? "Male" : "Female",
      out.fit.fitted.size(), out.fit.steps);
  if (out.surface)
    say("Surfaces are {:.2f} mm apart on average, {:.2f} mm at most\n", 1000.0 * out.surface->mean,
        1000.0 * out.surface->largest);
  if (!out.joints.empty()) {
    std::vector<std::pair<double, JointIndex>> worst;
    std::size_t i = 0;
    double mean = 0.0;
    for (const auto& [joint, place] : out.joints) {
      mean += out.joint_residuals[i] / static_cast<double>(out.joints.size());
      worst.emplace_back(out.joint_residuals[i++], joint);
    }
    std::ranges::sort(worst, std::greater<>{});
    say("{} joints are {:.3f} mm from their targets on average, {:.3f} mm at most; farthest:\n", worst.size(),
        1000.0 * mean, 1000.0 * worst.front().first);
    for (std::size_t w = 0; w < std::min<std::size_t>(worst.size(), 5); ++w)
      say("  {:<24} {:8.3f} mm\n", character.skeleton[worst[w].second].name, 1000.0 * worst[w].first);
  }
  print_sliders(out, character, SliderHold::shared,
                "sliders are not determined, since others can make up for them");
  print_sliders(out, character, SliderHold::none, "sliders do not matter here");
}

Result<int> run_fit_shape(const FitShapeOptions& options) {
  if (!options.output.empty())
    if (auto status = check_shape_output(options.output); !status) return error_of(status);
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  const Result<AvatarInputs> start = load_inputs(options.avatar, *character);
  if (!start) return error_of(start);
  const Result<io::Bytes> bytes = read_input(options.target);
  if (!bytes) return error_of(bytes);
  const bool joints = is_json(*bytes) && lower_ending(options.target) != ".gltf";
  JointPlaces places;
  Surface surface;
  if (joints) {
    Result<JointPlaces> read =
        io::read_joint_places(io::as_text(*bytes), options.target.filename().string(), character->skeleton);
    if (!read) return error_of(read);
    places = std::move(*read);
  } else {
    Result<Surface> read = read_target_surface(options);
    if (!read) return error_of(read);
    surface = std::move(*read);
  }
  std::vector<Sex> sexes = {Sex::female, Sex::male};
  const auto given = start->sliders.find(kMaleParameter);
  if (given != start->sliders.end()) sexes = {given->second > 0.5 ? Sex::male : Sex::female};
  std::optional<FittedShape> best;
  for (const Sex sex : sexes) {
    Result<FittedShape> one = joints ? fit_joints(*character, *start, sex, options.align, places)
                                     : fit_surface(options, *character, *start, sex, surface);
    if (!one) return error_of(one);
    if (!best || one->remains() < best->remains()) best = std::move(*one);
  }
  if (!options.output.empty())
    if (auto status = write_shape_file(options.output, best->fit.sliders, options.output.stem().string(),
                                       character->appearance);
        !status)
      return error_of(status);
  if (options.json)
    put_json(fitted_json(*best, *character));
  else
    print_fitted(*best, *character);
  return kDone;
}

}  // namespace

void add_fit_shape(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "fit-shape",
      "Slider values by which the skeleton comes nearest to given joints, or a body to a mesh; what is left, "
      "and which sliders it does not depend on. Without --sex both are tried");
  const auto options = std::make_shared<FitShapeOptions>();
  command
      ->add_option(
          "TARGET", options->target,
          "Joints as JSON: {\"joints\": {\"mElbowLeft\": [x, y, z]}}, or what 'mannequin joints --json' "
          "prints, in its frame; or a mesh: .obj, .glb, .dae, ...")
      ->required();
  command->add_option("-o,--output", options->output, "The shape: .json, .xml or .txt")->type_name("FILE");
  command
      ->add_option("--body", options->body,
                   "With a mesh: the rigged body that is to come near to it (default: the built-in one), or "
                   "system-avatar with --character")
      ->type_name("FILE");
  command->add_flag("--align", options->align,
                    "With joints: the avatar may be moved as a whole; with a mesh it always may");
  add_obj_options(*command, options->obj);
  command->add_flag("--json", options->json, "Everything as JSON, for scripts; lengths in metres");
  add_gltf_option(*command, options->gltf);
  add_avatar_options(*command, options->avatar);
  command->callback([=] { finish(run_fit_shape(*options)); });
}

}  // namespace mannequin::program
