// mannequin check FILE: the uploader's verdict, before anyone pays for it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/core/quantity.h"
#include "engine/fit/expected_slider.h"
#include "engine/fit/slider_effect.h"
#include "engine/fit/standard_poses.h"
#include "engine/io/anim_upload.h"
#include "engine/io/clip_file.h"
#include "engine/io/file.h"
#include "engine/io/layer_sets_file.h"
#include "engine/io/mesh_asset.h"
#include "engine/platform/path.h"
#include "engine/wear/file_findings.h"
#include "tools/findings/clip_findings.h"
#include "tools/findings/reports.h"
#include "tools/findings/textures.h"
#include "tools/findings/upload_costs.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/input_kind.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/mesh_set.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  AvatarOptions avatar;
  std::filesystem::path file;
  std::filesystem::path sarif, junit;
  ImporterProfile gltf = kViewerImporter;
  bool json = false, all = false, sliders = true;
};

const char* severity_name(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "info";
}

struct SliderLine {
  ParameterIndex slider;
  SliderEffect effect;
  bool surprising = false;  // dead, although the mesh is where the slider acts
};

bool may_surprise(DeadReason why) {
  return why == DeadReason::no_weights || why == DeadReason::fixed_by_offset;
}

// All sliders of the avatar's sex, on the wearable meshes of the file.
Result<std::vector<SliderLine>> slider_lines(const io::BoundMeshFile& file, const Character& character,
                                             const AvatarOptions& options, const ImporterProfile& importer) {
  Result<AvatarInputs> inputs = load_inputs(options, character, {&file, 1});
  if (!inputs) return error_of(inputs);
  const Result<BoundMeshes> built = build_bound_meshes(file, character.skeleton, importer);
  if (!built) return error_of(built);
  std::vector<MeasuredMesh> measured;
  for (const BoundMesh& bound : built->meshes)
    if (bound.skin) measured.emplace_back(bound.mesh, *bound.skin);
  std::vector<const MeasuredMesh*> worn;
  worn.reserve(measured.size());
  for (const MeasuredMesh& mesh : measured) worn.push_back(&mesh);
  std::vector<SliderLine> lines;
  if (worn.empty()) return lines;
  const Sex sex = evaluate_weights(character.appearance, inputs->sliders).sex;
  EffectNames names;
  names.layers = &io::builtin_layer_sets();
  names.worn = {path_of_utf8(file.source).filename().string()};
  for (const ParameterIndex slider : sliders_of(character.appearance, sex))
    lines.push_back({slider, slider_effect(character, *inputs, slider, worn, names)});
  for (SliderLine& line : lines)
    line.surprising = may_surprise(line.effect.why) && is_expected(character, line.slider, sex, worn);
  return lines;
}

const char* why_name(DeadReason why) {
  switch (why) {
    case DeadReason::surface_only:
      return "surface_only";
    case DeadReason::texture_only:
      return "texture_only";
    case DeadReason::no_weights:
      return "no_weights";
    case DeadReason::fixed_by_offset:
      return "joint_offset";
    case DeadReason::too_little:
      return "too_little";
    case DeadReason::other_sex:
      return "other_sex";
    case DeadReason::none:
      break;
  }
  return "";
}

Json finding_json(const Finding& finding) {
  Json joints = Json::array();
  for (const JointDetail& detail : finding.joints)
    joints.push_back({{"joint", detail.joint}, {"message", detail.message}});
  return {{"severity", severity_name(finding.severity)},
          {"code", finding.code},
          {"mesh", finding.mesh.empty() ? Json(nullptr) : Json(finding.mesh)},
          {"joint", finding.joint.empty() ? Json(nullptr) : Json(finding.joint)},
          {"vertex", finding.vertex ? Json(*finding.vertex) : Json(nullptr)},
          {"message", finding.message},
          {"remedy", finding.remedy},
          {"joints", std::move(joints)}};
}

Json stats_json(const io::BoundMeshFile& file, const Character& character,
                std::span<const SliderLine> sliders) {
  Json meshes = Json::array();
  for (const BoundMeshDesc& bound : file.meshes)
    meshes.push_back({{"name", bound.mesh.name},
                      {"vertices", bound.mesh.positions.size()},
                      {"triangles", bound.mesh.indices.size() / 3},
                      {"faces", bound.mesh.faces.size()},
                      {"rigged", bound.rigged()},
                      {"joints", bound.skin.joint_names.size()}});
  Json lines = Json::array();
  for (const SliderLine& line : sliders) {
    const ParameterDesc& p = character.appearance[line.slider];
    lines.push_back({{"id", p.id},
                     {"label", slider_label(p)},
                     {"moves_mm", number(line.effect.metres * 1000.0)},
                     {"dead", line.effect.why != DeadReason::none},
                     {"why", why_name(line.effect.why)},
                     {"surprising", line.surprising},
                     {"reason", line.effect.reason}});
  }
  return {{"meshes", std::move(meshes)}, {"sliders", std::move(lines)}};
}

// What is said in the same words of several meshes, but of no vertex, has the same key; empty for the rest.
std::string key_of_same(const Finding& f) {
  return f.mesh.empty() || f.vertex
             ? ""
             : fmt::format("{}\n{}\n{}\n{}", f.code, severity_name(f.severity), f.message, f.remedy);
}

// What is said of several meshes in the same words is said once, unless `all`.
void print_findings(const Findings& findings, bool all) {
  std::unordered_map<std::string, std::size_t> meshes;
  for (const Finding& f : findings) ++meshes[key_of_same(f)];
  for (const Finding& f : findings) {
    const std::string key = all ? "" : key_of_same(f);
    std::size_t more = 0;
    if (!key.empty()) {
      std::size_t& left = meshes[key];  // 0 once it has been said
      if (left == 0) continue;
      more = std::exchange(left, 0) - 1;
    }
    const char* sign = f.severity == Severity::error     ? "ERROR  "
                       : f.severity == Severity::warning ? "warning"
                                                         : "note   ";
    std::string where = f.mesh.empty() ? "" : fmt::format("mesh '{}'", f.mesh);
    if (more > 0) where += fmt::format(" and {}", quantity(more, "more", "more"));
    if (f.vertex) where += fmt::format(", vertex {}", *f.vertex);
    say("{}  {}{}{}. [{}]\n", sign, where, where.empty() ? "" : ": ", f.message, f.code);
    if (!f.remedy.empty()) say("         -> {}.\n", f.remedy);
    if (!all) continue;
    for (const JointDetail& detail : f.joints) say("         {}\n", detail.message);
  }
}

void print_sliders(const Character& character, std::span<const SliderLine> sliders, bool all) {
  if (sliders.empty()) return;
  std::map<DeadReason, std::vector<std::string>> dead;
  std::vector<const SliderLine*> surprising;
  for (const SliderLine& line : sliders) {
    if (line.effect.why != DeadReason::none)
      dead[line.effect.why].push_back(slider_label(character.appearance[line.slider]));
    if (line.surprising) surprising.push_back(&line);
  }
  const std::map<DeadReason, const char*> headings = {
      {DeadReason::surface_only, "change only the surface of the system body"},
      {DeadReason::texture_only, "change only a texture of system clothing"},
      {DeadReason::no_weights, "move joints to which this file has no weights"},
      {DeadReason::fixed_by_offset, "move joints fixed by this file's joint offsets"},
      {DeadReason::too_little, "move the mesh by less than 0.05 mm"}};
  say("\nSliders: {} of {} do nothing to this file.\n",
      std::ranges::count_if(sliders,
                            [](const SliderLine& line) { return line.effect.why != DeadReason::none; }),
      sliders.size());
  for (const auto& [why, labels] : dead)
    if (all)
      say("  {} {}: {}\n", labels.size(), headings.at(why), fmt::join(labels, ", "));
    else
      say("  {} {}\n", labels.size(), headings.at(why));
  if (!surprising.empty()) say("Of these, people will expect {} to work here:\n", surprising.size());
  for (const SliderLine* line : surprising)
    say("  {}: {}\n", slider_label(character.appearance[line->slider]), line->effect.reason);
  if (!all && !dead.empty()) say("--all lists every slider.\n");
}

Status write_reports(const CheckOptions& options, const Findings& findings) {
  const CheckedFile checked{options.file.generic_string(), findings};
  if (!options.sarif.empty())
    if (Status done = io::write_file(options.sarif, sarif_report(checked)); !done) return done;
  return options.junit.empty() ? Status() : io::write_file(options.junit, junit_report(checked));
}

const char* level_name(io::Lod level) {
  return level == io::Lod::high     ? "high"
         : level == io::Lod::medium ? "medium"
         : level == io::Lod::low    ? "low"
                                    : "lowest";
}

Json cost_json(const UploadCost& cost) {
  Json levels = Json::object();
  for (std::size_t i = io::kLodCount; i-- > 0;)
    levels[level_name(io::kLods[i])] = {{"triangles", cost.levels[i].triangles},
                                        {"bytes", cost.levels[i].bytes},
                                        {"generated", cost.levels[i].generated}};
  return {{"levels", std::move(levels)},
          {"download_weight", number(cost.download)},
          {"land_impact", cost.land_impact},
          {"textures", cost.textures},
          {"fee_from", kLeastFee + kTextureFee * cost.textures},
          {"formula", kCostFormula},
          {"as_of", kCostDate}};
}

void print_cost(const UploadCost& cost) {
  say("\nLevels of detail:");
  for (std::size_t i = io::kLodCount; i-- > 0;)
    if (cost.levels[i].triangles > 0)
      say(" {} {} triangles{}{}", level_name(io::kLods[i]), cost.levels[i].triangles,
          cost.levels[i].generated ? " (the uploader makes them)" : "", i > 0 ? "," : "");
  say("\nEstimate: {}.\n  ({}; {})\n", cost_text(cost), kCostFormula, kCostDate);
}

// The findings, and what else the plain output and --json report about the file.
struct Checked {
  Findings findings;
  Json stats = Json::object();
  std::size_t meshes = 0;  // of a clip: 0
  std::vector<SliderLine> sliders;
  std::optional<UploadCost> cost;
};

// What was looked at, so that nobody takes silence for more than it is.
void print_extent(const Checked& checked) {
  say("{} {}: {} rules, {} poses.\n", checked.findings.empty() ? "No problems found in" : "Looked at",
      quantity(checked.meshes, "mesh", "meshes"), upload_rules().size(), kCheckPoses);
}

Checked check_clip_input(const CheckOptions& options, const io::Bytes& bytes, const Skeleton& skeleton) {
  const auto clip = io::read_clip(bytes, options.file.filename().string(), skeleton);
  if (!clip) return Checked{Findings{unreadable_finding(clip.error())}};
  Checked checked{clip_findings(*clip, skeleton)};
  checked.stats = {{"kind", "clip"},
                   {"duration", number(static_cast<double>(clip->clip.duration()))},
                   {"loop", clip->clip.loops()},
                   {"priority", clip->clip.desc().priority},
                   {"joints", clip->clip.tracks().size()}};
  if (const auto packed = io::pack_upload(clip->clip))
    checked.stats["uploaded_bytes"] = io::write_anim(*packed).size();
  return checked;
}

Checked check_mesh_input(const CheckOptions& options, const io::Bytes& bytes, const Character& character) {
  const Result<io::BoundMeshFile> file =
      io::read_bound_mesh(bytes, options.file.filename().string(), options.file.parent_path());
  if (!file) return Checked{Findings{unreadable_finding(file.error())}};
  Checked checked{file_findings(
      *file, character, {.joint_positions = options.avatar.joint_positions, .importer = options.gltf})};
  Findings& findings = checked.findings;
  for (const io::Note& note : texture_notes(*file, options.file.parent_path()))
    findings.push_back(finding_of(note));
  const std::vector<LevelFile> levels = level_files(options.file);
  const Findings of_levels = level_findings(*file, levels);
  findings.insert(findings.end(), of_levels.begin(), of_levels.end());
  std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::severity);
  const bool unknown = std::ranges::any_of(findings, [](const Finding& f) {
    return f.severity == Severity::error && (f.code == "unknown_joint" || f.code == "control_bone");
  });
  const auto lines = unknown || !options.sliders
                         ? Result<std::vector<SliderLine>>()
                         : slider_lines(*file, character, options.avatar, options.gltf);
  // A mesh that cannot be built is among the findings already, or adds one.
  if (lines)
    checked.sliders = *lines;
  else if (!is_refused(findings))
    findings.insert(findings.begin(), unreadable_finding(lines.error()));
  checked.meshes = file->meshes.size();
  checked.stats = stats_json(*file, character, checked.sliders);
  // There is none for meshes that cannot be built.
  if (!is_refused(findings))
    if (const auto cost = upload_cost(bytes, *file, levels, character.skeleton, options.gltf); cost)
      checked.cost = *cost;
  if (checked.cost) checked.stats["cost"] = cost_json(*checked.cost);
  return checked;
}

Result<int> check(const CheckOptions& options) {
  const Result<Character> loaded = load_character(options.avatar);
  if (!loaded) return error_of(loaded);
  const Character& character = *loaded;
  const Result<io::Bytes> bytes = read_input(options.file);
  if (!bytes) return error_of(bytes);
  const bool is_clip = input_kind(*bytes, options.file) == InputKind::clip;
  Checked checked = is_clip ? check_clip_input(options, *bytes, character.skeleton)
                            : check_mesh_input(options, *bytes, character);
  const Findings& findings = checked.findings;
  const bool refused = is_refused(findings);
  if (const Status written = write_reports(options, findings); !written) return error_of(written);
  if (options.json) {
    Json list = Json::array();
    for (const Finding& finding : findings) list.push_back(finding_json(finding));
    put_json(Json{{"schema", 1},
                  {"verdict", refused ? "rejected" : "accepted"},
                  {"findings", list},
                  {"stats", std::move(checked.stats)}},
             1);
  } else {
    const auto count = [&](Severity severity, const char* one, const char* many) {
      return quantity(static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity)),
                      one, many);
    };
    say("{}: {} ({}, {}, {})\n", options.file.filename().string(),
        refused ? "the uploader would reject this" : "the uploader would accept this",
        count(Severity::error, "error", "errors"), count(Severity::warning, "warning", "warnings"),
        count(Severity::info, "note", "notes"));
    if (checked.meshes > 0) print_extent(checked);
    say("\n");
    print_findings(findings, options.all);
    if (checked.cost) print_cost(*checked.cost);
    print_sliders(character, checked.sliders, options.all);
  }
  return refused ? kFaultsFound : kDone;
}

}  // namespace

void add_check(CLI::App& app) {
  CLI::App* command = app.add_subcommand("check",
                                         "What the viewer's uploader would say about a bound mesh or a clip, "
                                         "and which sliders will do nothing to the "
                                         "mesh");
  const auto options = std::make_shared<CheckOptions>();
  command
      ->add_option("FILE", options->file,
                   "A bound mesh (.dae, .gltf, .glb, .llmesh, .slm) or a clip (.anim, .bvh)")
      ->required();
  add_gltf_option(*command, options->gltf);
  add_avatar_options(*command, options->avatar);
  command->add_flag("--json", options->json, "The same as JSON, for scripts");
  command->add_flag(
      "--all", options->all,
      "Name every slider that does nothing, not only the surprising ones, and every joint or mesh "
      "of a finding about several");
  command->add_flag("!--no-sliders", options->sliders, "Leave the sliders out, which is much faster");
  command->add_option("--sarif", options->sarif, "Also write the findings as SARIF 2.1.0")->type_name("FILE");
  command->add_option("--junit", options->junit, "Also write the findings as JUnit XML")->type_name("FILE");
  command->footer(
      "A mesh is also tried in 20 poses: its weights must not tear it. Exit code 1 if the uploader would "
      "reject it. --joint-positions on checks what \"include joint positions\" would upload.");
  command->callback([=] { finish(check(*options)); });
}

}  // namespace mannequin::program
