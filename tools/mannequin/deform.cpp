// mannequin deform: clothing that follows the system avatar's morphs.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/bind/bind.h"
#include "engine/bind/posed_skin.h"
#include "engine/bind/surface_tree.h"
#include "engine/fit/garment_attach.h"
#include "engine/fit/mesh_deformer.h"
#include "engine/fit/slider_reach.h"
#include "engine/mesh/bind_shape.h"
#include "engine/mesh/parameter_morph.h"
#include "engine/platform/program.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/bind_mesh.h"
#include "tools/mannequin/convert_mesh.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"
#include "tools/mannequin/system_avatar_options.h"
#include "tools/scenes/scenes.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kRandomShapes = 40;
constexpr double kFarFromBody = 0.3;  // metres on average: not made for this body
// Vertices nearer than that, in metres, and facing the same way, get exactly the weights of their place.
constexpr double kCloseToBody = 0.03, kFacesBody = 0.5;

struct DeformOptions {
  AvatarOptions avatar;
  std::filesystem::path garment, output;
  io::ObjReading obj = io::kObjInMetres;
  bool json = false;
};

// The parts of the system avatar that wear clothes.
struct SystemBody {
  BoundMeshes parts;
  std::vector<MeasuredMesh> measured;
  std::vector<WeightSource> sources;
  Surface surface;  // of all of them, numbered as in DeformerBody
};

Result<SystemBody> load_system_body(const std::filesystem::path& folder, const Character& character) {
  SystemAvatarChoice choice;
  choice.hair = choice.skirt = false;
  Result<BoundMeshes> all = load_system_meshes(folder, choice, character, {});
  if (!all) return error_of(all);
  SystemBody body;
  for (BoundMesh& mesh : all->meshes)
    if (mesh.skin &&
        (mesh.part == "headMesh" || mesh.part == "upperBodyMesh" || mesh.part == "lowerBodyMesh"))
      body.parts.meshes.push_back(std::move(mesh));
  if (body.parts.meshes.empty())
    return fail(ErrorCode::bad_data, folder.string(),
                "defines no body to wear clothes on; use a viewer's own");
  for (const BoundMesh& part : body.parts.meshes) {
    body.measured.emplace_back(part.mesh, *part.skin, part.morphs);
    WeightSource source;
    source.name = part.part;
    for (const Vec3f& p : body.measured.back().bound()) source.surface.positions.emplace_back(p);
    const auto indices = part.mesh.indices();
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
      source.surface.triangles.push_back({indices[i], indices[i + 1], indices[i + 2]});
    source.surface.edges = triangle_edges(source.surface.triangles);
    // Clothes cannot follow mRoot, the pelvis's parent: use the joint below it.
    std::vector<std::uint32_t> group;
    for (std::size_t slot = 0; slot < part.skin->joint_count(); ++slot) {
      const JointIndex joint = part.skin->joints()[slot];
      const bool root = joint == kNoJoint || part.skin->frame(slot) == SlotFrame::root;
      group.push_back(group_named(source.weights, root ? "mPelvis" : character.skeleton[joint].name));
    }
    for (const VertexInfluences& influences : part.skin->influences()) {
      auto& weights = source.weights.vertices.emplace_back();
      for (std::size_t k = 0; k < kMaxInfluences; ++k) {
        if (!(influences.weight[k] > 0.0f) || influences.joint[k] >= group.size()) continue;
        const auto same = std::ranges::find(weights, group[influences.joint[k]], &GroupWeight::group);
        if (same == weights.end())
          weights.push_back({group[influences.joint[k]], static_cast<double>(influences.weight[k])});
        else
          same->weight += static_cast<double>(influences.weight[k]);
      }
    }
    const auto first = static_cast<std::uint32_t>(body.surface.positions.size());
    body.surface.positions.insert(body.surface.positions.end(), source.surface.positions.begin(),
                                  source.surface.positions.end());
    for (const Surface::Triangle& t : source.surface.triangles)
      body.surface.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    body.sources.push_back(std::move(source));
  }
  return body;
}

// Both ends of every slider on the default avatar of either sex, and shapes drawn at random.
std::vector<SliderValues> deformer_shapes(const Appearance& appearance) {
  std::vector<SliderValues> shapes;
  for (const Sex sex : {Sex::female, Sex::male}) {
    const SliderValues plain = {{kMaleParameter, sex == Sex::male ? 1.0 : 0.0}};
    shapes.push_back(plain);
    for (const ParameterIndex p : sliders_of(appearance, sex)) {
      const SliderReach reach = slider_reach(appearance, p, sex);
      if (reach.joints().empty() && !reach.surface) continue;
      for (const double weight : {appearance[p].min, appearance[p].max}) {
        shapes.push_back(plain);
        shapes.back()[appearance[p].id] = weight;
      }
    }
    for (std::uint32_t seed = 1; seed <= kRandomShapes; ++seed)
      shapes.push_back(scenes::random_shape(appearance, sex, 7000 + seed));
  }
  return shapes;
}

struct DeformedMesh {
  std::string name;
  std::size_t vertices = 0;
  double attached_mean = 0.0, attached_largest = 0.0;  // metres from the body
  DeformerMorphs morphs;
};

double mean_distance(const SurfaceTree& tree, std::span<const Vec3> points, double raised) {
  double sum = 0.0;
  for (const Vec3& p : points)
    if (const auto near = tree.nearest(p + Vec3(0.0, 0.0, raised))) sum += near->distance;
  return points.empty() ? 0.0 : sum / static_cast<double>(points.size());
}

std::function<bool(double)> deform_progress(const std::string& name) {
  if (!errors_are_watched()) return {};
  return [name](double part) {
    fmt::print(stderr, "\rdeforming {} ... {:.0f} %\033[K{}", printable(name), 100.0 * part,
               part >= 1.0 ? "\r\033[K" : "");
    std::fflush(stderr);
    return true;
  };
}

// The weights at a place of the body, by the groups of `table`; adds missing groups.
std::vector<GroupWeight> weights_there(const SystemBody& body, const BodyAttachment& place,
                                       WeightTable& table) {
  std::vector<GroupWeight> out;
  for (std::size_t c = 0; c < 3; ++c) {
    std::uint32_t corner = place.corners[c];
    std::size_t part = 0;
    while (corner >= body.sources[part].surface.positions.size())
      corner -= static_cast<std::uint32_t>(body.sources[part++].surface.positions.size());
    const WeightTable& from = body.sources[part].weights;
    for (const GroupWeight& w : from.vertices[corner]) {
      const std::uint32_t group = group_named(table, from.groups[w.group]);
      const double weight = place.share[static_cast<int>(c)] * w.weight;
      const auto same = std::ranges::find(out, group, &GroupWeight::group);
      if (same == out.end())
        out.push_back({group, weight});
      else
        same->weight += weight;
    }
  }
  sort_by_weight(out);
  if (out.size() > kMaxInfluences) out.resize(kMaxInfluences);
  return out;
}

Result<DeformedMesh> deform_mesh(BoundMeshDesc& desc, const BindableMesh& bindable,
                                 const Character& character, const SystemBody& body,
                                 const BindSources& sources, const std::vector<SliderValues>& shapes) {
  const Surface& surface = bindable.welded.surface;
  DeformedMesh out;
  out.name = desc.mesh.name;
  out.vertices = surface.positions.size();
  BindOptions options;
  options.method = BindMethod::transfer;
  BindInput input;
  input.surface = &surface;
  input.sources = &sources;
  input.skeleton = &character.skeleton;
  Result<BindOutcome> bound = bind_weights(input, options);
  if (!bound) return error_of(bound);
  std::vector<const MeasuredMesh*> parts;
  for (const MeasuredMesh& part : body.measured) parts.push_back(&part);
  const DeformerBody deformer_body(parts);
  const std::vector<GarmentAttachment> attached =
      attach_to_body({deformer_body.bound, deformer_body.triangles, {}},
                     deformer_body.normals(deformer_body.bound), surface.positions, vertex_normals(surface));
  for (std::size_t v = 0; v < attached.size(); ++v)
    if (attached[v].distance <= kCloseToBody && attached[v].facing >= kFacesBody)
      bound->weights.vertices[v] = weights_there(body, attached[v].place, bound->weights);
  const std::map<std::string, JointBind> binds = joint_binds(character.skeleton);
  const std::map<std::string, JointBind>* const bind_list[] = {&binds};
  desc.skin = skin_of_weights(bound->weights, bindable.welded, {}, bind_list);
  desc.mesh.morphs.clear();
  const Result<Mesh> mesh = Mesh::build(desc.mesh);
  if (!mesh) return error_of(mesh);
  const Result<Skin> skin = Skin::build(desc.skin, *mesh, character.skeleton);
  if (!skin) return error_of(skin);

  std::vector<BodyAttachment> attachments;
  std::vector<Vec3> positions, normals;
  for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v) {
    positions.emplace_back(desc.mesh.positions[v]);
    normals.emplace_back(desc.mesh.normals[v]);
    const GarmentAttachment& own = attached[bindable.welded.vertex[v]];
    attachments.push_back(own.place);
    out.attached_mean += own.distance / static_cast<double>(desc.mesh.positions.size());
    out.attached_largest = std::max(out.attached_largest, own.distance);
  }
  DeformerOptions deformer;
  deformer.shapes = shapes;
  deformer.progress = deform_progress(desc.mesh.name);
  out.morphs = deformer_morphs(character, deformer_body, *skin, positions, normals, attachments, deformer);
  if (deformer.progress) (void)deformer.progress(1.0);
  desc.mesh.morphs = out.morphs.targets;
  return out;
}

void report_deformed(const DeformOptions& options, std::span<const DeformedMesh> meshes, double seconds) {
  Json list = Json::array();
  for (const DeformedMesh& mesh : meshes) {
    double mean = 0.0, largest = 0.0;
    for (const DeformerResidual& residual : mesh.morphs.residuals) {
      mean += residual.mean / static_cast<double>(mesh.morphs.residuals.size());
      largest = std::max(largest, residual.largest);
    }
    Json ids = Json::array();
    for (const MorphTarget& target : mesh.morphs.targets) ids.push_back(*parameter_of_morph(target.name));
    if (!options.json)
      say("{}: {} vertices, {:.1f} mm from the body on average, follow {} parameters; on {} shapes {:.3f} mm "
          "from where they should be on average, {:.2f} mm at most\n",
          mesh.name, mesh.vertices, 1000.0 * mesh.attached_mean, mesh.morphs.targets.size(),
          mesh.morphs.residuals.size(), 1000.0 * mean, 1000.0 * largest);
    list.push_back(
        {{"name", mesh.name},
         {"vertices", mesh.vertices},
         {"attached", {{"mean", number(mesh.attached_mean)}, {"largest", number(mesh.attached_largest)}}},
         {"parameters", std::move(ids)},
         {"shapes", mesh.morphs.residuals.size()},
         {"mean", number(mean)},
         {"largest", number(largest)}});
  }
  if (options.json) put_json(Json{{"schema", 1}, {"meshes", std::move(list)}, {"seconds", number(seconds)}});
}

Result<int> run_deform(const DeformOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  if (lower_ending(options.output) != ".glb")
    return fail(ErrorCode::bad_argument, options.output.string(),
                "has no file name extension for meshes with morph targets; use .glb");
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  if (options.avatar.character.empty())
    return fail(ErrorCode::bad_argument, "deform",
                "needs the system avatar, which is not part of the built-in definitions; give a viewer's "
                "character folder with --character DIR");
  const Result<SystemBody> body = load_system_body(options.avatar.character, *character);
  if (!body) return error_of(body);
  Result<BindableFile> file = read_bindable(options.garment, options.obj);
  if (!file) return error_of(file);
  for (BoundMeshDesc& desc : file->file.meshes) apply_bind_shape(desc);
  const SurfaceTree tree(body->surface);
  const double up = bind_space_height(character->skeleton);
  double here = 0.0, above = 0.0;
  for (const BindableMesh& mesh : file->meshes) {
    here += mean_distance(tree, mesh.welded.surface.positions, 0.0);
    above += mean_distance(tree, mesh.welded.surface.positions, up);
  }
  // As 'skin' and 'joints' write them: mRoot at the origin.
  const bool raise = above < 0.5 * here;
  if (raise)
    say(stderr, "{}: stands with its pelvis at the origin, as skinned meshes do; it is raised by {:.3f} m\n",
        file->file.source, up);
  if (std::min(here, above) > kFarFromBody * static_cast<double>(file->meshes.size()))
    return fail(
        ErrorCode::bad_data, file->file.source,
        fmt::format("is {:.2f} m from the system avatar on average, so it was not made for it; see the "
                    "scale (--mesh-scale) and the axes (--mesh-up)",
                    here / static_cast<double>(std::max<std::size_t>(file->meshes.size(), 1))));
  const std::vector<SliderValues> shapes = deformer_shapes(character->appearance);
  const BindSources sources(body->sources);
  std::vector<DeformedMesh> deformed;
  for (std::size_t m = 0; m < file->meshes.size(); ++m) {
    BoundMeshDesc& desc = file->file.meshes[m];
    if (raise) {
      for (Vec3f& p : desc.mesh.positions) p.z += static_cast<float>(up);
      for (Vec3& p : file->meshes[m].welded.surface.positions) p.z += up;
    }
    Result<DeformedMesh> one = deform_mesh(desc, file->meshes[m], *character, *body, sources, shapes);
    if (!one) {
      Error error = one.error();
      error.where = fmt::format("{}, mesh '{}'{}{}", file->file.source, desc.mesh.name,
                                error.where.empty() ? "" : ", ", error.where);
      return tl::make_unexpected(std::move(error));
    }
    deformed.push_back(std::move(*one));
  }
  if (auto status = write_meshes(file->file, character->skeleton, options.garment, options.output, {});
      !status)
    return error_of(status);
  report_deformed(options, deformed,
                  std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  return kDone;
}

}  // namespace

void add_deform(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "deform",
      "Clothing that follows the system avatar: attached to its body, with a morph target for every "
      "parameter "
      "and weights from it. No grid takes such meshes; it shows what sliders could do to clothes");
  const auto options = std::make_shared<DeformOptions>();
  command
      ->add_option("GARMENT", options->garment,
                   "A mesh around the system avatar without sliders, in bind space: .obj, .glb, .dae, ...")
      ->required();
  command->add_option("--character", options->avatar.character, "A viewer's character folder: its body")
      ->type_name("DIR");
  command->add_option("-o,--output", options->output, "The garment, .glb")->type_name("FILE")->required();
  add_obj_options(*command, options->obj);
  command->add_flag("--json", options->json, "Targets and residuals as JSON, for scripts; lengths in metres");
  command->callback([=] { finish(run_deform(*options)); });
}

}  // namespace mannequin::program
