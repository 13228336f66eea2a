// mannequin effects MESH: what each slider does to a mesh, in either direction.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/bind/surface.h"
#include "engine/fit/garment_sweep.h"
#include "engine/fit/slider_effect.h"
#include "engine/fit/slider_movement.h"
#include "engine/io/file.h"
#include "engine/io/layer_sets_file.h"
#include "engine/io/xml_text.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/html_page.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/mesh_set.h"
#include "tools/mannequin/program.h"
#include "tools/mannequin/system_avatar_options.h"

namespace mannequin::program {
namespace {

struct EffectsOptions {
  AvatarOptions avatar;
  std::filesystem::path mesh, html, csv;
  ImporterProfile gltf = kViewerImporter;
  SystemAvatarChoice system;
  bool json = false;
};

// One slider, moved from where it is to one of its ends.
struct EffectLine {
  ParameterIndex slider;
  Sex sex;
  bool up;
  SliderMovement movement;
  std::string reason;  // why nothing moves; empty if something does
};

constexpr std::size_t kPicturedSliders = 8;

const char* effect_sex(Sex sex) { return sex == Sex::male ? "male" : "female"; }

// The mesh as built, and how it is measured.
struct EffectMesh {
  BoundMeshes file;
  std::vector<MeasuredMesh> measured;
  std::vector<const MeasuredMesh*> worn;
  FitSurface surface;
};

Result<std::unique_ptr<EffectMesh>> make_effect_mesh(BoundMeshes meshes) {
  auto mesh = std::make_unique<EffectMesh>();
  mesh->file = std::move(meshes);
  for (const BoundMesh& one : mesh->file.meshes) {
    if (!one.skin) continue;
    mesh->measured.emplace_back(one.mesh, *one.skin, one.morphs);
    mesh->surface.meshes.push_back({&one.mesh, &*one.skin});
  }
  if (mesh->measured.empty())
    return fail(ErrorCode::bad_data, mesh->file.source,
                "has no bone weights, so no slider moves it; bind it first: mannequin bind");
  for (const MeasuredMesh& one : mesh->measured) mesh->worn.push_back(&one);
  return mesh;
}

// With its morphs, in the avatar's frame.
PosedSurface placed_mesh(const EffectMesh& mesh, const Character& character, const AvatarInputs& inputs) {
  const AvatarState state = evaluate_avatar(character, inputs);
  Surface surface;
  surface.triangles = mesh.surface.triangles();
  PosedSurface out;
  std::vector<Vec3f> part;
  for (const MeasuredMesh& one : mesh.measured) {
    one.place(one.at(character.appearance, state), part);
    out.positions.insert(out.positions.end(), part.begin(), part.end());
  }
  surface.positions.assign(out.positions.begin(), out.positions.end());
  const std::vector<Vec3> normals = vertex_normals(surface);
  out.normals.assign(normals.begin(), normals.end());
  return out;
}

AvatarInputs at_end(const AvatarInputs& base, const ParameterDesc& parameter, bool up) {
  AvatarInputs inputs = base;
  inputs.sliders[parameter.id] = up ? parameter.max : parameter.min;
  return inputs;
}

std::vector<EffectLine> effect_lines(const EffectMesh& mesh, const Character& character,
                                     const AvatarInputs& given, std::span<const Sex> sexes) {
  EffectNames names;
  names.worn = {mesh.file.source};
  names.layers = &io::builtin_layer_sets();
  std::vector<EffectLine> lines;
  for (const Sex sex : sexes) {
    AvatarInputs base = given;
    base.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
    const AvatarState now = evaluate_avatar(character, base);
    for (const ParameterIndex slider : sliders_of(character.appearance, sex)) {
      const ParameterDesc& parameter = character.appearance[slider];
      const auto set = base.sliders.find(parameter.id);
      const double weight = set != base.sliders.end() ? set->second : parameter.default_weight;
      std::string whole_reason;
      for (const bool up : {true, false}) {
        const AvatarState end = evaluate_avatar(character, at_end(base, parameter, up));
        EffectLine line{slider, sex, up, slider_movement(character, now, end, mesh.worn), {}};
        if (line.movement.moved == 0) {
          if (whole_reason.empty())
            whole_reason = slider_effect(character, base, slider, mesh.worn, names).reason;
          const bool at_this_end = up ? weight >= parameter.max : weight <= parameter.min;
          line.reason = !whole_reason.empty()             ? whole_reason
                        : parameter.id == kHoverParameter ? "Hover lifts the avatar as a whole."
                        : at_this_end ? fmt::format("{} is at this end already.", slider_label(parameter))
                                      : fmt::format("{} moves the mesh in the other direction only.",
                                                    slider_label(parameter));
        }
        lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

std::vector<std::string> through_names(const EffectLine& line, const Skeleton& skeleton) {
  std::vector<std::string> names;
  for (const JointIndex joint : line.movement.through) names.push_back(skeleton[joint].name);
  return names;
}

nlohmann::ordered_json effects_json(std::span<const EffectLine> lines, const EffectMesh& mesh,
                                    const Character& character) {
  nlohmann::ordered_json sliders = nlohmann::ordered_json::array();
  for (const EffectLine& line : lines) {
    const ParameterDesc& parameter = character.appearance[line.slider];
    nlohmann::ordered_json entry{{"id", parameter.id},
                                 {"name", slider_label(parameter)},
                                 {"sex", effect_sex(line.sex)},
                                 {"direction", line.up ? "up" : "down"},
                                 {"moved", line.movement.moved},
                                 {"largest", number(line.movement.largest)},
                                 {"mean", number(line.movement.mean)},
                                 {"through", through_names(line, character.skeleton)},
                                 {"reason", nullptr}};
    if (!line.reason.empty()) entry["reason"] = line.reason;
    sliders.push_back(std::move(entry));
  }
  return {{"schema", 1}, {"vertices", mesh.surface.vertex_count()}, {"sliders", std::move(sliders)}};
}

// A field for a spreadsheet: quoted, and safe from formulas.
std::string csv_field(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string effects_csv(std::span<const EffectLine> lines, const Character& character) {
  std::string out = "id,name,sex,direction,moved,largest_mm,mean_mm,through,reason\r\n";
  for (const EffectLine& line : lines) {
    const ParameterDesc& parameter = character.appearance[line.slider];
    out += fmt::format("{},{},{},{},{},{:.4f},{:.4f},{},{}\r\n", parameter.id,
                       csv_field(slider_label(parameter)), effect_sex(line.sex), line.up ? "up" : "down",
                       line.movement.moved, 1000.0 * line.movement.largest, 1000.0 * line.movement.mean,
                       csv_field(fmt::format("{}", fmt::join(through_names(line, character.skeleton), " "))),
                       csv_field(line.reason));
  }
  return out;
}

// The sliders that move most, once each, in descending order.
std::vector<const EffectLine*> strongest_effects(std::span<const EffectLine> lines) {
  std::vector<const EffectLine*> all;
  for (const EffectLine& line : lines)
    if (line.movement.moved > 0) all.push_back(&line);
  std::ranges::stable_sort(all, [](const EffectLine* a, const EffectLine* b) {
    return a->movement.largest > b->movement.largest;
  });
  std::vector<const EffectLine*> found;
  for (const EffectLine* line : all) {
    const bool known = std::ranges::any_of(found, [&](const EffectLine* other) {
      return other->slider == line->slider && other->sex == line->sex;
    });
    if (!known && found.size() < kPicturedSliders) found.push_back(line);
  }
  return found;
}

// The mesh at one end of a slider, coloured by how far it has moved.
FigurePicture end_picture(const EffectMesh& mesh, const Character& character, const AvatarInputs& base,
                          const EffectLine& line, bool up, const PictureView& view) {
  const ParameterDesc& parameter = character.appearance[line.slider];
  const PosedSurface now = placed_mesh(mesh, character, base),
                     end = placed_mesh(mesh, character, at_end(base, parameter, up));
  std::vector<Vec3f> colours;
  for (std::size_t v = 0; v < end.positions.size(); ++v)
    colours.push_back(heat_colour(glm::length(end.positions[v] - now.positions[v]), line.movement.largest));
  FigurePicture picture(240, 360);
  const std::vector<Surface::Triangle> triangles = mesh.surface.triangles();
  picture.draw({end.positions, end.normals, colours, triangles}, view);
  return picture;
}

Result<std::string> effects_page(std::span<const EffectLine> lines, const EffectMesh& mesh,
                                 const Character& character, const AvatarInputs& given) {
  const auto alive = std::ranges::count_if(lines, [](const EffectLine& l) { return l.movement.moved > 0; });
  std::string body = fmt::format(
      "<p class=\"verdict\">{} of {} slider movements change this mesh of {} vertices.</p>\n"
      "<p>Each row is one slider, moved from where it is to one of its ends. A vertex counts as moved above "
      "0.05 mm; the mean is that of the vertices that moved. Pictures are from the front and the left, "
      "coloured "
      "from yellow to dark red by how far each place has moved.</p>\n<h2>The strongest sliders</h2>\n",
      alive, lines.size(), mesh.surface.vertex_count());
  for (const EffectLine* line : strongest_effects(lines)) {
    const ParameterDesc& parameter = character.appearance[line->slider];
    AvatarInputs base = given;
    base.sliders[kMaleParameter] = line->sex == Sex::male ? 1.0 : 0.0;
    std::vector<Vec3f> both;
    for (const bool up : {false, true}) {
      const PosedSurface end = placed_mesh(mesh, character, at_end(base, parameter, up));
      both.insert(both.end(), end.positions.begin(), end.positions.end());
    }
    body += fmt::format("<h3>{} ({}): {:.0f} mm</h3>\n", io::xml_text(slider_label(parameter)),
                        effect_sex(line->sex), 1000.0 * line->movement.largest);
    for (const char* from : {"front", "left"})
      for (const bool up : {false, true}) {
        const Result<std::string> figure = html_figure(
            end_picture(mesh, character, base, *line, up, whole_view(both, from, 240.0 / 360.0)),
            fmt::format("{}, {}", up ? "100 %" : "0 %", up ? parameter.label_max : parameter.label_min));
        if (!figure) return error_of(figure);
        body += *figure;
      }
  }
  body +=
      "<h2>All sliders</h2>\n<table><tr><th>Slider<th>Sex<th>To<th class=\"n\">Vertices<th "
      "class=\"n\">Largest mm<th class=\"n\">Mean mm<th>Through, or why not</tr>\n";
  for (const EffectLine& line : lines) {
    const ParameterDesc& parameter = character.appearance[line.slider];
    const std::string& end = line.up ? parameter.label_max : parameter.label_min;
    body += fmt::format(
        "<tr><td>{}<td>{}<td>{}<td class=\"n\">{}<td class=\"n\">{:.2f}<td class=\"n\">{:.2f}<td>{}"
        "</tr>\n",
        io::xml_text(slider_label(parameter)), effect_sex(line.sex),
        io::xml_text(end.empty() ? (line.up ? "100 %" : "0 %") : end), line.movement.moved,
        1000.0 * line.movement.largest, 1000.0 * line.movement.mean,
        io::xml_text(line.reason.empty()
                         ? fmt::format("{}", fmt::join(through_names(line, character.skeleton), ", "))
                         : line.reason));
  }
  return html_page("What the sliders do to " + mesh.file.source, body + "</table>\n");
}

void print_effects(std::span<const EffectLine> lines, const EffectMesh& mesh, const Character& character) {
  say("{}: {} vertices\n", mesh.file.source, mesh.surface.vertex_count());
  say("   id  slider               sex     to      vertices  largest mm  mean mm  through, or why not\n");
  for (const EffectLine& line : lines) {
    const ParameterDesc& parameter = character.appearance[line.slider];
    const std::vector<std::string> names = through_names(line, character.skeleton);
    const std::size_t shown = std::min<std::size_t>(names.size(), 4);
    const std::string through = fmt::format(
        "{}{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
        names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "");
    say("{:>5}  {:<20} {:<7} {:<6} {:>9} {:>11.2f} {:>8.2f}  {}\n", parameter.id, slider_label(parameter),
        effect_sex(line.sex), line.up ? "up" : "down", line.movement.moved, 1000.0 * line.movement.largest,
        1000.0 * line.movement.mean, line.reason.empty() ? through : line.reason);
  }
}

Result<int> run_effects(const EffectsOptions& options, const CLI::App& command) {
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  const bool system = options.mesh == kSystemAvatar;
  if (auto status = check_system_options(command, !system, true); !status) return error_of(status);
  std::vector<std::filesystem::path> paths;
  if (!system) paths.push_back(options.mesh);
  const Result<std::vector<io::BoundMeshFile>> files = read_meshes(paths);
  if (!files) return error_of(files);
  const Result<AvatarInputs> inputs = load_inputs(options.avatar, *character, *files);
  if (!inputs) return error_of(inputs);
  if (!inputs->apply_parameters)
    return fail(ErrorCode::bad_argument, "--shape rest",
                "is the avatar without sliders, whose effects these are; omit it");
  SystemAvatarChoice choice = options.system;
  choice.outfits = options.avatar.outfits;
  Result<BoundMeshes> built =
      system ? load_system_meshes(options.avatar.character, choice, *character, inputs->sliders)
             : build_meshes(files->front(), character->skeleton, options.gltf);
  if (!built) return error_of(built);
  const Result<std::unique_ptr<EffectMesh>> mesh = make_effect_mesh(std::move(*built));
  if (!mesh) return error_of(mesh);
  std::vector<Sex> sexes{Sex::female, Sex::male};
  if (const auto sex = inputs->sliders.find(kMaleParameter); sex != inputs->sliders.end())
    sexes = {sex->second > 0.5 ? Sex::male : Sex::female};
  const std::vector<EffectLine> lines = effect_lines(**mesh, *character, *inputs, sexes);
  if (!options.csv.empty())
    if (auto status = io::write_file(options.csv, effects_csv(lines, *character)); !status)
      return error_of(status);
  if (!options.html.empty()) {
    const Result<std::string> page = effects_page(lines, **mesh, *character, *inputs);
    if (!page) return error_of(page);
    if (auto status = io::write_file(options.html, *page); !status) return error_of(status);
  }
  options.json ? put_json(effects_json(lines, **mesh, *character)) : print_effects(lines, **mesh, *character);
  return kDone;
}

}  // namespace

void add_effects(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "effects",
      "What each slider does to a bound mesh: how much it moves, through which joints, or why not");
  const auto options = std::make_shared<EffectsOptions>();
  command
      ->add_option("MESH", options->mesh,
                   "A bound mesh: .dae, .gltf, .glb, .mesh, .llmesh or .slm; or system-avatar (with "
                   "--character) for all its parts")
      ->required();
  command->add_flag("--json", options->json, "The same as JSON, for scripts");
  command->add_option("--csv", options->csv, "Also write a table for spreadsheets")->type_name("FILE");
  command
      ->add_option("--html", options->html,
                   "Also write one page with pictures at both ends of the strongest sliders")
      ->type_name("FILE");
  add_gltf_option(*command, options->gltf);
  add_avatar_options(*command, options->avatar);
  add_system_avatar_options(*command, options->system);
  command->footer("Both sexes, unless --sex or a shape says which. A vertex counts as moved above 0.05 mm.");
  command->callback([=] { finish(run_effects(*options, *command)); });
}

}  // namespace mannequin::program
