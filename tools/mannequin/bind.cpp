// mannequin bind: weights for a mesh.
#include "engine/bind/bind.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/core/quantity.h"
#include "engine/io/bones_file.h"
#include "engine/io/text_file.h"
#include "engine/mesh/importer_profile.h"
#include "engine/platform/program.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/bind_mesh.h"
#include "tools/mannequin/convert_mesh.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;
using document::BindBones;

struct BindCommand {
  AvatarOptions avatar;
  std::filesystem::path mesh, output, bones;
  std::string method = "transfer", joints, on_failure = "stop", map;
  std::vector<std::string> fitted;
  std::vector<std::filesystem::path> from, weld_to;
  io::ObjReading obj = io::kObjInMetres;
  BindOptions options;
  std::optional<ImporterProfile> gltf;
  bool json = false;
};

constexpr double kSamePlaceAcrossFiles = 1e-4;  // metres

const std::map<std::string, BindMethod> kMethods = {
    {"preserve", BindMethod::preserve}, {"empty", BindMethod::empty}, {"heat", BindMethod::heat},
    {"voxel", BindMethod::voxel},       {"face", BindMethod::face},   {"copy", BindMethod::copy},
    {"transfer", BindMethod::transfer}};

const std::map<std::string, OnFailure> kOnFailure = {
    {"stop", OnFailure::stop}, {"voxel", OnFailure::voxel}, {"transfer", OnFailure::transfer}};

// As in `convert`: the viewer's importer for mesh assets, else strict.
ImporterProfile importer_of(const BindCommand& command) {
  const std::string ending = lower_ending(command.output);
  const bool kept = command.output.empty() || ending == ".glb" || ending == ".dae";
  return command.gltf.value_or(kept ? kStrictImporter : kViewerImporter);
}

Result<BindBones> own_bones(const BindCommand& command) {
  const Result<io::Bytes> bytes = read_input(command.bones);
  if (!bytes) return error_of(bytes);
  Result<std::vector<BindBone>> listed =
      io::read_bones(io::as_text(*bytes), command.bones.filename().string());
  if (!listed) return error_of(listed);
  BindBones bones;
  for (const BindBone& bone : *listed) {
    Mat4 bind(1.0);
    bind[3] = Vec4(-bone.head, 1.0);
    bones.binds.emplace(bone.name, JointBind{bind, std::nullopt});
  }
  bones.all = *listed;
  if (command.joints.empty() || command.joints == "all") {
    bones.chosen = std::move(*listed);
    return bones;
  }
  for (std::size_t begin = 0; begin <= command.joints.size();) {
    const std::size_t end = std::min(command.joints.find(',', begin), command.joints.size());
    const std::string name = command.joints.substr(begin, end - begin);
    const auto found = std::ranges::find(bones.all, name, &BindBone::name);
    if (found == bones.all.end())
      return fail(ErrorCode::bad_argument, "--joints",
                  fmt::format("'{}' is not one of the bones of {}; name these, or use all", name,
                              command.bones.filename().string()));
    bones.chosen.push_back(*found);
    begin = end + 1;
  }
  return bones;
}

// The meshes of other files that seams are welded to.
Result<std::vector<WeightSource>> load_welded(const BindCommand& command) {
  WeightSources sources;
  for (const auto& path : command.weld_to) {
    const Result<BindableFile> file = read_bindable(path, command.obj);
    if (!file) return error_of(file);
    if (auto status = document::add_sources(
            *file, "has no weights to weld to; give a rigged mesh with --weld-to", sources);
        !status)
      return error_of(status);
  }
  return std::move(sources.meshes);
}

// What is copied keeps the source's joints: with bones of another rig these must be its own.
Status check_rig_of_sources(const BindCommand& command, const BindBones& bones,
                            const WeightSources& sources) {
  for (const WeightSource& source : sources.meshes)
    for (const std::string& joint : source.weights.groups)
      if (std::ranges::find(bones.chosen, joint, &BindBone::name) == bones.chosen.end())
        return fail(
            ErrorCode::bad_argument, "--bones",
            fmt::format("weights of '{}' are on {}, which is not among the bones of {}; give a mesh of "
                        "that rig with --from, or use --method heat or voxel",
                        source.name, joint, command.bones.filename().string()));
  return {};
}

Result<WeightSources> load_sources(const BindCommand& command, const BindBones& bones,
                                   const Character& character, Sex sex) {
  WeightSources sources;
  if (command.from.empty())
    if (auto status = document::add_builtin_body(sex, character, importer_of(command), sources); !status)
      return error_of(status);
  for (const auto& path : command.from) {
    Result<BindableFile> file = read_bindable(path, command.obj);
    if (!file) return error_of(file);
    document::settle_binds(*file, character.skeleton, importer_of(command));
    if (auto status =
            document::add_sources(*file, "has no weights to copy; give a rigged mesh with --from", sources);
        !status)
      return error_of(status);
  }
  const Status status = command.bones.empty()
                            ? document::restrict_sources(character.skeleton, command.joints, sources)
                            : check_rig_of_sources(command, bones, sources);
  if (!status) return error_of(status);
  return sources;
}

// The result for a file: one outcome per mesh.
struct BoundFile {
  BindableFile* file;
  std::vector<BindOutcome> meshes;
  double seconds = 0.0;
};

// The entries of the file's position array that map to this vertex.
std::vector<std::vector<std::uint32_t>> file_entries(const WeldedSurface& welded) {
  std::vector<std::vector<std::uint32_t>> entries(welded.surface.positions.size());
  for (std::uint32_t e = 0; e < welded.file_vertex.size(); ++e)
    if (welded.file_vertex[e] != kNoVertex) entries[welded.file_vertex[e]].push_back(e);
  return entries;
}

std::vector<std::uint32_t> file_vertices_of(std::span<const std::uint32_t> vertices,
                                            const WeldedSurface& welded) {
  const auto entries = file_entries(welded);
  std::vector<std::uint32_t> out;
  for (const std::uint32_t v : vertices) out.insert(out.end(), entries[v].begin(), entries[v].end());
  std::ranges::sort(out);
  return out;
}

Json bound_json(const BindCommand& command, const BoundFile& bound) {
  Json json{{"schema", 1}, {"method", command.method}};
  WeightTable all;
  Json weights = Json::array(), failures = Json::array(), meshes = Json::array();
  std::size_t first = 0;
  for (std::size_t m = 0; m < bound.meshes.size(); ++m) {
    const BindOutcome& outcome = bound.meshes[m];
    const WeldedSurface& welded = bound.file->meshes[m].welded;
    std::vector<std::uint32_t> place;
    for (const std::string& name : outcome.weights.groups) place.push_back(group_named(all, name));
    for (const std::uint32_t vertex : welded.file_vertex) {
      Json list = Json::array();
      if (vertex != kNoVertex)
        for (const GroupWeight& w : outcome.weights.vertices[vertex])
          list.push_back(Json::array({place[w.group], number(w.weight)}));
      weights.push_back(std::move(list));
    }
    for (const BindFault& fault : outcome.faults) {
      std::vector<std::uint32_t> vertices = file_vertices_of(fault.vertices, welded);
      for (std::uint32_t& v : vertices) v += static_cast<std::uint32_t>(first);
      failures.push_back({{"code", fault.code},
                          {"mesh", bound.file->file.meshes[m].mesh.name},
                          {"unweighted", fault.unweighted},
                          {"vertices", vertices},
                          {"message", fault.message},
                          {"remedy", fault.remedy}});
    }
    meshes.push_back({{"name", bound.file->file.meshes[m].mesh.name},
                      {"first", first},
                      {"count", welded.file_vertex.size()},
                      {"limited_vertices", outcome.limit_loss.vertices},
                      {"limit_error_mm", number(1000.0 * outcome.limit_loss.largest_distance)}});
    first += welded.file_vertex.size();
  }
  json["groups"] = all.groups;
  json["weights"] = std::move(weights);
  json["failures"] = std::move(failures);
  json["meshes"] = std::move(meshes);
  json["seconds"] = number(bound.seconds);
  return json;
}

void print_bound(const BoundFile& bound, const BindCommand& command) {
  for (std::size_t m = 0; m < bound.meshes.size(); ++m) {
    const BindOutcome& outcome = bound.meshes[m];
    std::size_t most = 0;
    for (const auto& weights : outcome.weights.vertices) most = std::max(most, weights.size());
    say("{}: {} bound by {} to {}, at most {} for a vertex, {} without weight\n",
        bound.file->file.meshes[m].mesh.name, quantity(outcome.weights.vertices.size(), "vertex", "vertices"),
        command.method, quantity(outcome.weights.groups.size(), "joint", "joints"), most,
        outcome.unweighted().size());
    if (outcome.limit_loss.vertices > 0)
      say("  {} limited to {}; with a joint turned by 45 degrees the surface differs there by up to "
          "{:.2f} mm\n",
          quantity(outcome.limit_loss.vertices, "vertex was", "vertices were"),
          quantity(command.options.limit, "joint", "joints"), 1000.0 * outcome.limit_loss.largest_distance);
  }
}

void report_faults(const BoundFile& bound) {
  for (std::size_t m = 0; m < bound.meshes.size(); ++m)
    for (const BindFault& fault : bound.meshes[m].faults) {
      const std::vector<std::uint32_t> vertices =
          file_vertices_of(fault.vertices, bound.file->meshes[m].welded);
      std::string some;
      for (std::size_t i = 0; i < std::min<std::size_t>(vertices.size(), 8); ++i)
        some += fmt::format("{}{}", i ? ", " : "", vertices[i]);
      say(stderr, "{}: {}, mesh '{}', vertices {}{}: {}. Remedy: {}. [{}]\n",
          fault.unweighted ? "error" : "warning", bound.file->file.source,
          bound.file->file.meshes[m].mesh.name, some,
          vertices.size() > 8 ? fmt::format(" and {} more", vertices.size() - 8) : "", fault.message,
          fault.remedy, fault.code);
    }
}

// A line that overwrites itself, on a terminal.
BindProgress progress_line(const std::string& what) {
  if (!errors_are_watched()) return {};
  return [what, began = std::chrono::steady_clock::now(), shown = -1](double part) mutable {
    const int percent = static_cast<int>(100.0 * part);
    if (percent == shown || std::chrono::steady_clock::now() - began < std::chrono::seconds(1)) return true;
    shown = percent;
    fmt::print(stderr, "\rbinding {} ... {} %\033[K{}", printable(what), percent,
               part >= 1.0 ? "\r\033[K" : "");
    std::fflush(stderr);
    return true;
  };
}

Result<BoundFile> bind_file(BindableFile& file, const document::FileBinding& binding) {
  const auto began = std::chrono::steady_clock::now();
  Result<std::vector<BindOutcome>> meshes = document::bind_file(
      file, binding, [&](std::size_t m) { return progress_line(file.file.meshes[m].mesh.name); });
  if (!meshes) return error_of(meshes);
  return BoundFile{&file, std::move(*meshes),
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count()};
}

// --fitted 80, --fitted mChest=50; repeatable.
Status parse_fitted(BindCommand& command, const Skeleton& skeleton) {
  for (const std::string& text : command.fitted) {
    const std::size_t equals = text.find('=');
    const std::optional<double> percent =
        io::parse_number(equals == std::string::npos ? text : text.substr(equals + 1));
    if (!percent || !(*percent >= 0.0 && *percent <= 100.0))
      return fail(ErrorCode::bad_argument, "--fitted " + text,
                  "needs a number from 0 to 100, as in 80 or mChest=50");
    if (equals == std::string::npos) {
      command.options.fitted.all = *percent / 100.0;
      continue;
    }
    const std::string name = text.substr(0, equals);
    if (skeleton.find(name) == kNoJoint)
      return fail(ErrorCode::bad_argument, "--fitted " + text, fmt::format("there is no joint '{}'", name));
    command.options.fitted.bones[name] = *percent / 100.0;
  }
  return {};
}

Result<int> run_bind(BindCommand command) {
  if (command.output.empty() && !command.json)
    return fail(ErrorCode::bad_argument, "bind", "needs -o FILE, --json or both");
  // An .obj cannot contain weights.
  const std::string ending = lower_ending(command.output);
  if (!command.output.empty() && (!converts_to_mesh(ending) || ending == ".obj"))
    return fail(ErrorCode::bad_argument, command.output.string(),
                "has no file name extension for bound meshes; use .glb, .dae, .llmesh, .mesh or .slm");
  const Result<Character> character = load_character(command.avatar);
  if (!character) return error_of(character);
  const Result<AvatarInputs> inputs = load_inputs(command.avatar, *character);
  if (!inputs) return error_of(inputs);
  if (auto status = parse_fitted(command, character->skeleton); !status) return error_of(status);
  RigNames names;
  JointRenaming renaming;
  if (!command.map.empty()) {
    Result<RigNames> loaded = load_rig_map(command.map, character->skeleton);
    if (!loaded) return error_of(loaded);
    names = std::move(*loaded);
    renaming = {&names, &character->skeleton};
  }
  Result<BindableFile> file = read_bindable(command.mesh, command.obj, renaming);
  if (!file) return error_of(file);
  if (file->meshes.empty())
    return fail(ErrorCode::bad_data, file->file.source,
                "has no mesh, so there is nothing to bind; export one with it");
  command.options.method = kMethods.at(command.method);
  ConvertMeshOptions written;
  if (!command.output.empty() && command.bones.empty() && document::keeps_own_binds(command.options))
    written.gltf_binds = note_importers(file->file, *character, importer_of(command), ending);
  // A .glb keeps the file's own rests along with its binds, for any importer.
  const bool other_format = !command.output.empty() && ending != ".glb";
  if (command.bones.empty() && (command.gltf || other_format))
    document::settle_binds(*file, character->skeleton, importer_of(command));
  const Result<BindBones> bones = command.bones.empty()
                                      ? document::avatar_bones(character->skeleton, command.joints)
                                      : own_bones(command);
  if (!bones) return error_of(bones);
  command.options.on_failure = kOnFailure.at(command.on_failure);
  if (!command.weld_to.empty() && !command.options.weld) command.options.weld = kSamePlaceAcrossFiles;
  const AvatarState state = evaluate_avatar(*character, *inputs);
  Result<WeightSources> sources = document::takes_sources(command.options)
                                      ? load_sources(command, *bones, *character, state.shape.weights.sex)
                                      : WeightSources{};
  if (!sources) return error_of(sources);
  const Result<std::vector<WeightSource>> welded = load_welded(command);
  if (!welded) return error_of(welded);
  const document::FileBinding binding{command.options, *bones, *sources, *welded,
                                      command.bones.empty() ? &character->skeleton : nullptr};
  Result<BoundFile> bound = bind_file(*file, binding);
  if (!bound) return error_of(bound);
  report_faults(*bound);
  const bool lacking = document::lacks_weights(command.options.method, bound->meshes);
  if (command.json)
    put_json(bound_json(command, *bound));
  else
    print_bound(*bound, command);
  if (lacking) {
    say(stderr, "{}: some vertices got no weight{}\n", bound->file->file.source,
        command.output.empty() ? "" : ", so nothing was written; what mends that is said above");
    return kFaultsFound;
  }
  if (command.output.empty()) return kDone;
  document::put_weights(bound->meshes, binding, *file);
  if (auto status = write_meshes(file->file, character->skeleton, command.mesh, command.output, written);
      !status)
    return error_of(status);
  return kDone;
}

void add_switch_to(CLI::App& app, const char* name, bool& value, const char* about) {
  app.add_option_function<std::string>(
         name, [&value](const std::string& text) { value = text == "on"; }, about)
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}));
}

void add_bind_edits(CLI::App& app, BindOptions& options) {
  add_switch_to(app, "--clear", options.clear, "Drop the mesh's existing weights (default on)");
  app.add_option("--smooth", options.smooth, "Smooth weights along edges, this many times")
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  app.add_option("--factor", options.factor, "Strength of each smoothing and sharpening step (default 0.5)")
      ->type_name("F")
      ->check(number_between(0.0, 1.0));
  app.add_option("--sharpen", options.sharpen, "The opposite of smoothing, this many times")
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  const auto mirroring = [&options]() -> Mirroring& {
    return options.mirror ? *options.mirror : options.mirror.emplace();
  };
  CLI::Option* mirror = app.add_flag_callback(
      "--mirror", [mirroring] { mirroring(); }, "Mirror the weights of the left side to the right");
  app.add_option_function<std::string>(
         "--mirror-by",
         [mirroring](const std::string& by) {
           mirroring().by = by == "topology" ? MirrorBy::topology : MirrorBy::nearest;
         },
         "The counterpart of a vertex: the nearest point to its mirror image (default), or the vertex with "
         "the "
         "same place in the topology, for meshes whose sides differ in shape")
      ->type_name("nearest|topology")
      ->check(CLI::IsMember({"nearest", "topology"}))
      ->needs(mirror);
  app.add_option_function<std::string>(
         "--mirror-from", [mirroring](const std::string& side) { mirroring().from_left = side == "left"; },
         "The side whose weights are mirrored (default left)")
      ->type_name("left|right")
      ->check(CLI::IsMember({"left", "right"}))
      ->needs(mirror);
  app.add_option_function<double>(
         "--mirror-plane", [mirroring](const double& at) { mirroring().plane = at; },
         "Where the plane between the sides is, metres to the left of the middle (default 0)")
      ->type_name("METRES")
      ->check(number_between(-1000.0, 1000.0))
      ->needs(mirror);
  app.add_option("--weld", options.weld, "Equal weights for vertices at most this far apart")
      ->type_name("METRES")
      ->check(number_between(0.0, 1.0));
  app.add_option("--prune", options.prune, "Drop weights below this")
      ->type_name("WEIGHT")
      ->check(number_between(0.0, 1.0));
  app.add_option("--limit", options.limit, "Maximum joints per vertex (default 4; 0: no limit)")
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  add_switch_to(app, "--normalise", options.normalise, "Divide weights by their sum (default on)");
  app.add_flag("--keep-empty", options.keep_empty, "Keep joints that move no vertex");
}

}  // namespace

void add_bind(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("bind", "Give a mesh its weights: automatic, copied, transferred or edited");
  const auto options = std::make_shared<BindCommand>();
  command
      ->add_option("MESH", options->mesh,
                   "The mesh: .obj, .dae, .gltf, .glb or a mesh asset, facing along +X")
      ->required();
  command
      ->add_option("-o,--output", options->output,
                   "The output; its file name extension determines the format")
      ->type_name("FILE");
  command
      ->add_option(
          "--method", options->method,
          "Source of the weights: preserve existing ones, empty groups, heat from the bones, voxel from the "
          "bones through the inside of the mesh, copy from the nearest point of another mesh, transfer "
          "(default) where that is reliable and inpainted elsewhere, face from the head of the source")
      ->check(CLI::IsMember({"preserve", "empty", "heat", "voxel", "copy", "transfer", "face"}));
  command
      ->add_option("--from", options->from,
                   "A rigged mesh as the source of weights; repeatable (default the built-in body)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option_function<std::string>(
          "--nearest",
          [options](const std::string& what) {
            options->options.nearest = what == "vertex" ? Nearest::vertex : Nearest::face;
          },
          "For copy: interpolated in the nearest face (default), or the nearest vertex")
      ->type_name("face|vertex")
      ->check(CLI::IsMember({"face", "vertex"}));
  command
      ->add_option(
          "--joints", options->joints,
          "Names and sets, comma-separated: base extended face hands eyes tail wings hind spine groin "
          "volumes attachments all (default base for heat, those of the source otherwise)")
      ->type_name("SETS");
  command
      ->add_option("--bones", options->bones, "Bones of another rig: JSON list of name, parent, head, tail")
      ->type_name("FILE");
  add_obj_options(*command, options->obj);
  command
      ->add_option(
          "--map", options->map,
          "First rename the joints of another rig: mixamo, vrm, rigify, makehuman, or a JSON file of "
          "their names and ours")
      ->type_name("RIG|FILE");
  command
      ->add_option("--fitted", options->fitted,
                   "Share each bone's weight with its collision volumes: 0 classic, 100 fitted; repeatable, "
                   "also for single bones (mChest=50)")
      ->type_name("PERCENT")
      ->allow_extra_args(false);
  add_bind_edits(*command, options->options);
  command
      ->add_option(
          "--weld-to", options->weld_to,
          "A rigged mesh of another file: vertices in the place of one of its vertices (neck, wrist, ankle) "
          "get its weights; repeatable; within --weld, or 0.1 mm")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_gltf_option(*command, options->gltf,
                  "viewer to mesh assets, which are what an upload makes; else strict, as in the file");
  command
      ->add_option(
          "--on-failure", options->on_failure,
          "If vertices get no weight: stop (default, exit code 1), weight them through voxels, or transfer "
          "weights from the source")
      ->type_name("stop|voxel|transfer")
      ->check(CLI::IsMember({"stop", "voxel", "transfer"}));
  command->add_flag("--json", options->json,
                    "The weights as JSON, in the order of the file's positions, for scripts");
  command
      ->add_option("--sex", options->avatar.sex,
                   "Sex of the built-in body used as the source (default female)")
      ->check(CLI::IsMember({"female", "male"}));
  command->add_option("--character", options->avatar.character, "A viewer's character folder")
      ->type_name("DIR");
  command->callback([=] { finish(run_bind(*options)); });
}

}  // namespace mannequin::program
