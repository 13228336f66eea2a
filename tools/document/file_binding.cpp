#include "tools/document/file_binding.h"

#include <fmt/format.h>

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

#include "engine/avatar/avatar.h"
#include "engine/bind/across_meshes.h"
#include "engine/bind/eyeballs.h"
#include "engine/bind/groups.h"
#include "engine/bind/posed_skin.h"
#include "engine/core/lower_case.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/rig/rigged_mesh.h"
#include "engine/skinning/palette.h"

namespace mannequin::document {
namespace {

// The edges of the file's own polygons, without the diagonals of their triangulation.
std::vector<mannequin::Surface::Edge> polygon_edges(const BaseMesh& mesh) {
  std::vector<mannequin::Surface::Edge> edges;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p)
    for (std::uint32_t begin = mesh.polygon_begin[p], end = mesh.polygon_begin[p + 1], c = begin; c < end;
         ++c) {
      const std::uint32_t a = mesh.corners[c].position,
                          b = mesh.corners[c + 1 == end ? begin : c + 1].position;
      if (a != b) edges.push_back({std::min(a, b), std::max(a, b)});
    }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

// How the skin's joints move from bind space to the sex's default shape, at rest.
Result<std::map<std::string, Mat4>> moves_to_default_shape(const SkinDesc& desc, const Character& character,
                                                           Sex sex) {
  const Result<Skin> skin = Skin::build_rig(desc, "mannequin", character.skeleton);
  if (!skin) return error_of(skin);
  AvatarInputs inputs;
  if (sex == Sex::male) inputs.sliders[kMaleParameter] = 1.0;
  std::vector<Mat4> palette(skin->palette_size());
  make_palette(*skin, evaluate_avatar(character, inputs).joints, std::span<Mat4>(palette));
  const Mat4 raised = glm::translate(Mat4(1.0), Vec3(0.0, 0.0, bind_space_height(character.skeleton)));
  std::map<std::string, Mat4> moves;
  for (std::size_t j = 0; j < desc.joint_names.size(); ++j)
    moves.emplace(desc.joint_names[j], raised * palette[j]);
  return moves;
}

}  // namespace

bool keeps_own_binds(const BindOptions& options) {
  return options.method == BindMethod::preserve || !options.clear;
}

bool has_position_array(const io::BoundMeshFile& file, const std::filesystem::path& path) {
  const std::string ending = lower_ending(path);
  return !file.is_asset && !file.is_builtin && ending != ".glb" && ending != ".gltf";
}

BindableFile make_bindable(io::BoundMeshFile file, bool polygons) {
  BindableFile out;
  for (const BoundMeshDesc& bound : file.meshes) {
    BindableMesh mesh;
    const Mat4 bind_shape = bound.rigged() ? bound.skin.bind_shape : Mat4(1.0);
    mesh.welded = make_surface(bound.mesh, bind_shape, polygons ? Welding::source_index : Welding::border);
    mesh.weights = weights_of_skin(bound.skin, mesh.welded);
    out.meshes.push_back(std::move(mesh));
  }
  out.file = std::move(file);
  return out;
}

Result<BindableFile> read_bindable_obj(std::string_view text, const std::filesystem::path& path,
                                       const io::ObjReading& reading) {
  const Result<BaseMesh> base = io::read_obj(text, path.filename().string(), reading);
  if (!base) return error_of(base);
  io::BoundMeshFile file;
  file.source = path.filename().string();
  file.is_obj_with_z_up = io::up_axis(text, reading) == io::UpAxis::z;
  file.meshes.push_back({plain_mesh(*base), {}});
  file.meshes.front().mesh.name = path.stem().string();
  if (file.meshes.front().mesh.indices.empty())
    return fail(ErrorCode::bad_data, file.source,
                "holds no faces (lines that begin with f); there is nothing to bind");
  BindableFile out = make_bindable(std::move(file), true);
  out.meshes.front().welded.surface.edges = polygon_edges(*base);
  return out;
}

Status add_sources(const BindableFile& file, const std::string& remedy, WeightSources& sources) {
  const std::size_t before = sources.meshes.size();
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    if (!file.file.meshes[m].rigged()) continue;
    sources.meshes.push_back(
        {file.file.meshes[m].mesh.name, file.meshes[m].welded.surface, file.meshes[m].weights});
    for (const auto& [name, bind] : joint_binds(file.file.meshes[m].skin)) sources.binds.emplace(name, bind);
  }
  return sources.meshes.size() > before ? Status() : fail(ErrorCode::bad_data, file.file.source, remedy);
}

Status add_builtin_body(Sex sex, const Character& character, const ImporterProfile& importer,
                        WeightSources& sources) {
  Result<io::BoundMeshFile> body = io::read_builtin_mesh("mannequin", sex);
  if (!body) return error_of(body);
  const std::size_t before = sources.meshes.size();
  std::vector<std::map<std::string, Mat4>> moves;
  for (BoundMeshDesc& mesh : body->meshes) {
    retarget(mesh.skin, character.skeleton, importer);
    auto moved = moves_to_default_shape(mesh.skin, character, sex);
    if (!moved) return error_of(moved);
    moves.push_back(std::move(*moved));
  }
  if (auto status = add_sources(make_bindable(std::move(*body), false), "", sources); !status) return status;
  for (std::size_t m = 0; m < moves.size(); ++m) sources.meshes[before + m].moves = std::move(moves[m]);
  return {};
}

Status restrict_sources(const Skeleton& skeleton, const std::string& names, WeightSources& sources) {
  if (names.empty()) return {};
  const Result<std::vector<JointIndex>> joints = choose_joints(skeleton, names);
  if (!joints) return error_of(joints);
  for (WeightSource& source : sources.meshes) restrict_groups(source.weights, skeleton, *joints);
  return {};
}

void settle_binds(BindableFile& file, const Skeleton& skeleton, const ImporterProfile& importer) {
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    BoundMeshDesc& bound = file.file.meshes[m];
    if (!bound.rigged()) continue;
    retarget(bound.skin, skeleton, importer);
    file.meshes[m].weights = weights_of_skin(bound.skin, file.meshes[m].welded);
  }
}

Result<BindBones> avatar_bones(const Skeleton& skeleton, const std::string& names) {
  const Result<std::vector<JointIndex>> joints = choose_joints(skeleton, names.empty() ? "base" : names);
  if (!joints) return error_of(joints);
  BindBones bones;
  bones.chosen = bind_bones(skeleton, *joints);
  std::vector<JointIndex> every(skeleton.size());
  for (std::size_t j = 0; j < every.size(); ++j) every[j] = static_cast<JointIndex>(j);
  bones.all = bind_bones(skeleton, every);
  bones.binds = joint_binds(skeleton);
  bool any_eye = false;
  for (const JointIndex joint : *joints) {
    bones.eyes.push_back(is_eye(skeleton[joint]));
    if (!bones.eyes.back()) continue;
    any_eye = true;
    bones.eye_places.push_back(bones.all[static_cast<std::size_t>(joint)].head);
  }
  if (!any_eye) bones.eyes.clear();
  return bones;
}

bool takes_sources(const BindOptions& options) {
  return options.method == BindMethod::copy || options.method == BindMethod::transfer ||
         options.method == BindMethod::face || options.on_failure == OnFailure::transfer;
}

bool lacks_weights(BindMethod method, std::span<const BindOutcome> meshes) {
  return method != BindMethod::empty && std::ranges::any_of(meshes, [](const BindOutcome& outcome) {
           return !outcome.unweighted().empty();
         });
}

namespace {

// The built-in body, where weights come from the avatar's bones and not from meshes; else none.
Result<WeightSources> body_to_compare(const FileBinding& binding) {
  WeightSources out;
  const BindMethod method = binding.options.method;
  if (binding.skeleton == nullptr || !binding.sources.meshes.empty() ||
      (method != BindMethod::heat && method != BindMethod::voxel))
    return out;
  Result<io::BoundMeshFile> body = io::read_builtin_mesh("mannequin", Sex::female);
  if (!body) return error_of(body);
  if (auto status = add_sources(make_bindable(std::move(*body), false), "has no weights", out); !status)
    return error_of(status);
  return out;
}

}  // namespace

Result<std::vector<BindOutcome>> bind_file(const BindableFile& file, const FileBinding& binding,
                                           const std::function<BindProgress(std::size_t)>& progress_of) {
  const BindBones& bones = binding.bones;
  const BindSources sources(binding.sources.meshes);
  const Result<WeightSources> builtin = body_to_compare(binding);
  if (!builtin) return error_of(builtin);
  const BindSources body(builtin->meshes.empty() ? binding.sources.meshes : builtin->meshes);
  std::vector<BindOutcome> outcomes;
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    const BindableMesh& mesh = file.meshes[m];
    const BoundMeshDesc& desc = file.file.meshes[m];
    BindOptions options = binding.options;
    options.eye_bones = bones.eyes;
    if (!bones.eyes.empty()) options.eye_vertices = eyeball_vertices(mesh.welded.surface, bones.eye_places);
    options.progress = progress_of ? progress_of(m) : BindProgress();
    const BindInput input{&mesh.welded.surface,
                          desc.rigged() ? &mesh.weights : nullptr,
                          bones.chosen,
                          &sources,
                          bones.all,
                          binding.skeleton,
                          &body};
    Result<BindOutcome> outcome = bind_weights(input, options);
    if (!outcome) {
      Error error = outcome.error();
      error.where = fmt::format("{}, mesh '{}'{}{}", file.file.source, desc.mesh.name,
                                error.where.empty() ? "" : ", ", error.where);
      return tl::make_unexpected(std::move(error));
    }
    outcomes.push_back(std::move(*outcome));
  }
  std::vector<const mannequin::Surface*> surfaces;
  for (const BindableMesh& mesh : file.meshes) surfaces.push_back(&mesh.welded.surface);
  if (binding.options.mirror && outcomes.size() > 1) mirror_meshes(outcomes, surfaces, binding.options);
  if (binding.options.weld && (outcomes.size() > 1 || !binding.welded.empty()))
    weld_meshes(outcomes, surfaces, *binding.options.weld, binding.options, binding.welded);
  for (BindOutcome& outcome : outcomes) name_left_unweighted(binding.options, outcome);
  return outcomes;
}

void put_weights(std::span<const BindOutcome> weights, const FileBinding& binding, BindableFile& file) {
  const bool own_first = keeps_own_binds(binding.options);
  const BindMethod method = binding.options.method;
  for (std::size_t m = 0; m < weights.size(); ++m) {
    BoundMeshDesc& desc = file.file.meshes[m];
    const std::map<std::string, JointBind> own = joint_binds(desc.skin);
    std::vector<const std::map<std::string, JointBind>*> binds;
    if (own_first) binds.push_back(&own);
    if (method == BindMethod::copy || method == BindMethod::transfer || method == BindMethod::face)
      binds.push_back(&binding.sources.binds);
    binds.push_back(&binding.bones.binds);
    binds.push_back(&own);
    // Along with the file's own binds, keeps the rests that importers rebuild them from.
    std::vector<JointRest> rests;
    if (own_first) rests = std::move(desc.skin.joint_rests);
    desc.skin = skin_of_weights(weights[m].weights, file.meshes[m].welded, desc.skin, binds);
    desc.skin.joint_rests = std::move(rests);
  }
}

}  // namespace mannequin::document
