// mannequin verify: every backend against the double-precision reference.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/skinning/agreement.h"
#include "engine/skinning/palette.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/backends.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/mesh_set.h"
#include "tools/mannequin/program.h"
#include "tools/mannequin/shard.h"
#include "tools/mannequin/system_avatar_options.h"
#include "tools/scenes/scenes.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyOptions {
  AvatarOptions avatar;
  SystemAvatarChoice system;
  std::vector<std::filesystem::path> meshes;
  std::vector<std::string> require;
  std::optional<CpuTarget> cpu_target;  // only this one
  ImporterProfile gltf = kViewerImporter;
  std::optional<Shard> shard;
  std::vector<std::filesystem::path> merge;
  bool json = false;
};

// One backend being tested.
struct Variant {
  std::string backend;
  BackendOptions options;
};

// Each backend in both formats; the CPU with every instruction set of this processor.
std::vector<Variant> make_variants(const VerifyOptions& options) {
  std::vector<Variant> variants{{"reference", {}}};
  std::vector<CpuTarget> targets = available_cpu_targets();
  if (options.cpu_target) targets = {*options.cpu_target};
  for (const CpuTarget target : targets) variants.push_back({"cpu", {target, VertexFormat::full}});
  variants.push_back({"cpu", {targets.back(), VertexFormat::packed}});
  for (const char* backend : {"gl", "vulkan"})
    for (const VertexFormat format : {VertexFormat::full, VertexFormat::packed})
      variants.push_back({backend, {std::nullopt, format}});
  return variants;
}

// One avatar in one shape and pose, with its joints solved.
struct Case {
  std::string name;
  AvatarState state;
};

// The result of a backend over all cases.
struct Outcome {
  std::string backend, device, skipped;  // skipped: why it is missing
  VertexFormat format = VertexFormat::full;
  std::size_t comparisons = 0;
  Agreement worst_position, worst_direction;  // direction: of normals and tangents
  std::string position_at, direction_at;
  std::string failed;  // an error while skinning

  double direction_limit() const { return format == VertexFormat::full ? kNormalLimit : kPackedNormalLimit; }
  bool within_limits() const {
    return failed.empty() && comparisons > 0 && worst_position.relative <= kPositionLimit &&
           direction(worst_direction) <= direction_limit();
  }
  static double direction(const Agreement& a) { return std::max(a.normal, a.tangent); }
};

std::vector<Case> make_cases(const Character& character, const AvatarInputs& given) {
  std::vector<Case> cases;
  cases.push_back({"as given", evaluate_avatar(character, given)});
  const std::vector<scenes::NamedPose> poses = scenes::poses(character.skeleton);
  for (const scenes::NamedShape& shape : scenes::shapes(character.appearance))
    for (const scenes::NamedPose& pose : poses) {
      AvatarInputs inputs{shape.sliders, true, given.worn, pose.pose};
      cases.push_back({shape.name + ", " + pose.name, evaluate_avatar(character, inputs)});
    }
  return cases;
}

// Skins cases [first, first + count) as instances of one job and compares each.
Status verify_batch(Skinner& skinner, MeshId id, const std::string& file, const BoundMesh& loaded,
                    const Appearance& appearance, std::span<const Case> cases, Outcome& outcome) {
  const std::size_t slots = loaded.skin->palette_size(), vertices = loaded.mesh.vertex_count();
  std::vector<Mat34> palettes(slots * cases.size());
  std::vector<float> weights;  // of morphs
  for (std::size_t i = 0; i < cases.size(); ++i) {
    make_palette(*loaded.skin, cases[i].state.joints, std::span<Mat34>(palettes).subspan(i * slots, slots));
    const std::vector<float> own = loaded.morph_weights(appearance, cases[i].state.shape.weights);
    weights.insert(weights.end(), own.begin(), own.end());
  }
  const SkinJob job{id, palettes, static_cast<std::uint32_t>(cases.size()), weights};
  if (auto status = skinner.skin({&job, 1}); !status) return status;

  std::vector<SkinnedVertex> skinned(vertices);
  std::vector<ReferenceVertex> reference(vertices);
  std::vector<Mat4> palette(slots);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (auto status = skinner.read_back(id, static_cast<std::uint32_t>(i), skinned); !status) return status;
    make_palette(*loaded.skin, cases[i].state.joints, std::span<Mat4>(palette));
    const std::size_t morphs = loaded.morphs.size();
    skin_reference(ReferenceInput(loaded.mesh, *loaded.skin), palette,
                   std::span(weights).subspan(i * morphs, morphs), reference);
    const Agreement agreement = compare_with_reference(skinned, reference);
    ++outcome.comparisons;
    const std::string place = fmt::format("{}, mesh '{}', {}", file, loaded.mesh.name(), cases[i].name);
    // Orders NaN as the worst of all.
    if (!(agreement.relative <= outcome.worst_position.relative)) {
      outcome.worst_position = agreement;
      outcome.position_at = place;
    }
    if (!(Outcome::direction(agreement) <= Outcome::direction(outcome.worst_direction))) {
      outcome.worst_direction = agreement;
      outcome.direction_at = place;
    }
  }
  return {};
}

Status verify_mesh(Skinner& skinner, const std::string& file, const BoundMesh& loaded,
                   const Appearance& appearance, std::span<const Case> cases, Outcome& outcome) {
  if (!loaded.skin) return {};
  const Result<MeshId> id = skinner.add_mesh(loaded.mesh, *loaded.skin);
  if (!id) return error_of(id);
  // One instance, several, a number without round divisors, and a small crowd, in turn.
  constexpr std::size_t kInstanceCounts[] = {1, 4, 7, 64};
  constexpr std::size_t kMaxSkinnedVertices = 1'000'000;  // bounds memory for large meshes
  // For meshes so large that all cases would take minutes, only the first ones are compared.
  constexpr std::size_t kMaxComparedVertices = 2'000'000;
  const std::size_t vertices = std::max<std::size_t>(1, loaded.mesh.vertex_count());
  const std::size_t fitting = kMaxSkinnedVertices / vertices;
  cases = cases.first(std::min(cases.size(), std::max<std::size_t>(4, kMaxComparedVertices / vertices)));
  std::size_t turn = 0;
  while (!cases.empty()) {
    const std::size_t wanted = kInstanceCounts[turn++ % std::size(kInstanceCounts)];
    const std::size_t count = std::min({wanted, cases.size(), std::max<std::size_t>(1, fitting)});
    if (auto status = verify_batch(skinner, *id, file, loaded, appearance, cases.first(count), outcome);
        !status)
      return status;
    cases = cases.subspan(count);
  }
  skinner.remove_mesh(*id);
  return {};
}

Outcome verify_variant(const Variant& variant, std::span<const BoundMeshes> files,
                       const Appearance& appearance, std::span<const Case> cases) {
  Outcome outcome;
  outcome.backend = variant.backend;
  outcome.format = variant.options.format;
  const Result<std::unique_ptr<Backend>> backend = open_backend(variant.backend, variant.options);
  if (!backend) {
    outcome.skipped = backend.error().what;
    return outcome;
  }
  Skinner& skinner = (*backend)->skinner();
  outcome.device = skinner.device();
  for (const BoundMeshes& file : files)
    for (const BoundMesh& mesh : file.meshes)
      if (auto status = verify_mesh(skinner, file.source, mesh, appearance, cases, outcome); !status) {
        outcome.failed = status.error().message();
        return outcome;
      }
  return outcome;
}

const char* name(VertexFormat format) { return format == VertexFormat::full ? "full" : "packed"; }

void print_text(std::span<const Outcome> outcomes) {
  for (const Outcome& o : outcomes) {
    const std::string label =
        fmt::format("{}{}", o.backend, o.format == VertexFormat::packed ? " packed" : "");
    if (!o.skipped.empty()) {
      say("{:<14} skipped: {}\n", label, o.skipped);
      continue;
    }
    say("{:<14} {} ({}), {} comparisons\n", label, o.within_limits() ? "agrees" : "DISAGREES", o.device,
        o.comparisons);
    if (!o.failed.empty()) say("    failed: {}\n", o.failed);
    say("    positions within {:.1e} of the mesh's size ({:.1e} m; limit {:.0e}), worst in {}\n",
        o.worst_position.relative, o.worst_position.position, kPositionLimit, o.position_at);
    say("    directions within {:.1e} (limit {:.1e}), worst in {}\n", Outcome::direction(o.worst_direction),
        o.direction_limit(), o.direction_at);
  }
}

void print_json(std::span<const Outcome> outcomes, const std::optional<Shard>& shard) {
  Json json;
  json["schema"] = 1;
  if (shard) json["shard"] = shard_json(*shard);
  json["limits"] = {
      {"position", kPositionLimit}, {"normal", kNormalLimit}, {"packed_normal", kPackedNormalLimit}};
  Json& list = json["backends"] = Json::array();
  for (const Outcome& o : outcomes) {
    Json entry;
    entry["backend"] = o.backend;
    entry["format"] = name(o.format);
    if (!o.skipped.empty()) {
      entry["skipped"] = o.skipped;
    } else {
      entry["device"] = o.device;
      entry["agrees"] = o.within_limits();
      entry["comparisons"] = o.comparisons;
      entry["position_error"] = o.worst_position.relative;
      entry["position_error_metres"] = o.worst_position.position;
      entry["position_worst_at"] = o.position_at;
      entry["normal_error"] = Outcome::direction(o.worst_direction);
      entry["normal_worst_at"] = o.direction_at;
      if (!o.failed.empty()) entry["failed"] = o.failed;
    }
    list.push_back(std::move(entry));
  }
  put_json(json);
}

int exit_code(const VerifyOptions& options, std::span<const Outcome> outcomes) {
  int code = kDone;
  for (const Outcome& o : outcomes) {
    const bool required = std::ranges::find(options.require, o.backend) != options.require.end();
    if (!o.skipped.empty() && required) {
      say(stderr, "mannequin: backend {} was required: {}\n", o.backend, o.skipped);
      return kNoDevice;
    }
    if (o.skipped.empty() && !o.within_limits()) code = kFaultsFound;
  }
  return code;
}

// Comparing nothing would pass as agreement.
Status check_something_moves(std::span<const BoundMeshes> files) {
  std::string names;
  for (const BoundMeshes& file : files) {
    if (std::ranges::any_of(file.meshes, [](const BoundMesh& mesh) { return mesh.skin.has_value(); }))
      return {};
    if (names.find(file.source) == std::string::npos) names += (names.empty() ? "" : ", ") + file.source;
  }
  return fail(ErrorCode::bad_data, names,
              "has no bone weights, so there is nothing to skin and compare; give a rigged mesh");
}

// Every count-th case. Comparing nothing would pass as agreement.
Status keep_part(const std::optional<Shard>& shard, std::vector<Case>& cases) {
  if (!shard) return {};
  if (shard->count > cases.size())
    return fail(ErrorCode::bad_argument, "--shard",
                fmt::format("asks for {} parts of {} cases; take fewer parts", shard->count, cases.size()));
  std::vector<Case> kept;
  for (std::size_t i = shard->index - 1; i < cases.size(); i += shard->count)
    kept.push_back(std::move(cases[i]));
  cases = std::move(kept);
  return {};
}

// A job's parts on one backend in one format. Parts
// from machines that lack it do not count against it.
void join_outcome(Json& into, const Json& other) {
  if (other.contains("skipped")) return;
  if (into.contains("skipped")) {
    into = other;
    return;
  }
  into["comparisons"] =
      into.value("comparisons", std::size_t{0}) + other.value("comparisons", std::size_t{0});
  into["agrees"] = into.value("agrees", false) && other.value("agrees", false);
  if (other.contains("failed") && !into.contains("failed")) into["failed"] = other["failed"];
  for (const auto& [error, keys] :
       {std::pair{"position_error",
                  std::vector{"position_error", "position_error_metres", "position_worst_at"}},
        std::pair{"normal_error", std::vector{"normal_error", "normal_worst_at"}}})
    if (other.value(error, 0.0) > into.value(error, 0.0))
      for (const char* key : keys) into[key] = other.value(key, Json());
}

Result<Json> merge_outcomes(std::span<const std::filesystem::path> files) {
  Result<std::vector<ShardPart>> parts = read_shards(files, "backends");
  if (!parts) return error_of(parts);
  Json all{{"schema", 1}, {"limits", parts->front().json.value("limits", Json())}};
  Json& list = all["backends"] = Json::array();
  const auto same = [](const Json& a, const Json& b) {
    return a.value("backend", Json()) == b.value("backend", Json()) &&
           a.value("format", Json()) == b.value("format", Json()) &&
           (a.contains("skipped") || b.contains("skipped") ||
            a.value("device", Json()) == b.value("device", Json()));
  };
  for (const ShardPart& part : *parts) {
    const Json& backends = part.json["backends"];
    if (!backends.is_array() || std::ranges::any_of(backends, [](const Json& b) { return !b.is_object(); }))
      return fail(ErrorCode::bad_data, part.source,
                  "has no list of backends; write the parts again with --json --shard");
    for (const Json& outcome : backends) {
      const auto found = std::ranges::find_if(list, [&](const Json& known) { return same(known, outcome); });
      if (found == list.end())
        list.push_back(outcome);
      else
        join_outcome(*found, outcome);
    }
  }
  return all;
}

Result<int> run_merge(const VerifyOptions& options) {
  const Result<Json> all = joined([&] { return merge_outcomes(options.merge); });
  if (!all) return error_of(all);
  int code = kDone;
  for (const Json& outcome : (*all)["backends"]) {
    const std::string backend = outcome.value("backend", std::string());
    const bool skipped = outcome.contains("skipped"), agrees = outcome.value("agrees", false);
    if (skipped && std::ranges::find(options.require, backend) != options.require.end()) {
      say(stderr, "mannequin: backend {} was required, and no part has it\n", backend);
      return kNoDevice;
    }
    if (!options.json)
      say("{:<10} {:<7} {}, {} comparisons\n", backend, outcome.value("format", std::string()),
          skipped  ? "skipped"
          : agrees ? "agrees"
                   : "DISAGREES",
          outcome.value("comparisons", std::size_t{0}));
    if (!skipped && !agrees) code = kFaultsFound;
  }
  if (options.json) put_json(*all);
  return code;
}

Result<int> run_verify(const VerifyOptions& options, const CLI::App& command) {
  if (!options.merge.empty()) return run_merge(options);
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  std::vector<std::filesystem::path> paths = options.meshes;
  const bool system = std::erase(paths, kSystemAvatar) > 0;
  if (auto status = check_system_options(command, !system, true); !status) return error_of(status);
  Result<std::vector<io::BoundMeshFile>> files = read_meshes(paths);
  if (files && files->empty() && !system) {
    Result<io::BoundMeshFile> body = read_builtin_body();
    if (!body) return error_of(body);
    files->push_back(std::move(*body));
  }
  if (!files) return error_of(files);
  const Result<AvatarInputs> inputs = load_inputs(options.avatar, *character, *files);
  if (!inputs) return error_of(inputs);
  std::vector<BoundMeshes> meshes;
  for (io::BoundMeshFile& file : *files) {
    Result<BoundMeshes> built = build_meshes(std::move(file), character->skeleton, options.gltf);
    if (!built) return error_of(built);
    meshes.push_back(std::move(*built));
  }
  if (system) {
    SystemAvatarChoice choice = options.system;
    choice.outfits = options.avatar.outfits;
    Result<BoundMeshes> parts =
        load_system_meshes(options.avatar.character, choice, *character, inputs->sliders);
    if (!parts) return error_of(parts);
    meshes.push_back(std::move(*parts));
  }

  if (auto status = check_something_moves(meshes); !status) return error_of(status);

  std::vector<Case> cases = make_cases(*character, *inputs);
  if (auto status = keep_part(options.shard, cases); !status) return error_of(status);
  std::vector<Outcome> outcomes;
  for (const Variant& variant : make_variants(options))
    outcomes.push_back(verify_variant(variant, meshes, character->appearance, cases));
  options.json ? print_json(outcomes, options.shard) : print_text(outcomes);
  return exit_code(options, outcomes);
}

}  // namespace

void add_verify(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("verify", "Compare every backend with the double-precision reference");
  const auto options = std::make_shared<VerifyOptions>();
  command->add_option(
      "MESH", options->meshes,
      "Bound meshes, or system-avatar (with --character) for all its parts; the built-in body if none");
  command
      ->add_option("--require", options->require,
                   "Backends that must be available: gl,vulkan; exit 4 if one is not")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"reference", "cpu", "gl", "vulkan"}));
  command->add_flag("--json", options->json, "The same as JSON, for scripts");
  add_shard_options(*command, options->shard, options->merge);
  add_cpu_target_option(*command, options->cpu_target);
  add_gltf_option(*command, options->gltf);
  add_avatar_options(*command, options->avatar);
  add_system_avatar_options(*command, options->system);
  command->callback([=] { finish(run_verify(*options, *command)); });
}

}  // namespace mannequin::program
