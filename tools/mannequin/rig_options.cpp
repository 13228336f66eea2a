#include "tools/mannequin/rig_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/core/quantity.h"
#include "engine/io/file.h"
#include "engine/io/mpfb/vertex_groups.h"
#include "engine/io/pose_file.h"
#include "engine/rig/inherit.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

constexpr const char* kGroup = "MakeHuman / MPFB rig";

void lift(FittedRig& fitted, BaseMeshPart part, double lowest_at) {
  double lowest = std::numeric_limits<double>::infinity();
  const auto body = fitted.mesh.groups.find("body");
  if (part == BaseMeshPart::body && body != fitted.mesh.groups.end())
    for (const std::uint32_t v : body->second) lowest = std::min(lowest, fitted.mesh.positions[v].z);
  else
    for (const Vec3& p : fitted.mesh.positions) lowest = std::min(lowest, p.z);
  if (!std::isfinite(lowest)) return;
  const double up = lowest_at - lowest;
  for (Vec3& p : fitted.mesh.positions) p.z += up;
  for (FittedBone& bone : fitted.fit.bones) {
    bone.head.z += up;
    bone.tail.z += up;
    bone.world_from_bone[3].z += up;
  }
}

}  // namespace

void add_rig_options(CLI::App& command, RigOptions& options) {
  command
      .add_option(
          "--rig", options.rig,
          "A MakeHuman / MPFB rig (rig.*.json) instead of the avatar; the mesh is its base mesh (.obj)")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_option("--weights", options.weights, "The rig's weights: weights.*.json")
      ->type_name("FILE")
      ->group(kGroup);
  command
      .add_option("--sub-rig", options.sub_rig,
                  "A sub-rig (of a garment, hair) together with the rig: the mesh is the sub-rig's, "
                  "--parent-mesh the "
                  "rig's, and the weights may name bones of both")
      ->type_name("FILE")
      ->group(kGroup);
  add_rig_mesh_options(command, options);
}

void add_rig_mesh_options(CLI::App& command, RigOptions& options) {
  command
      .add_option("--vertex-groups", options.groups,
                  "The base mesh's groups, basemesh_vertex_groups.json; they replace those of the .obj")
      ->type_name("FILE")
      ->group(kGroup);
  command
      .add_option("--parent-mesh", options.parent_mesh,
                  "For a sub-rig: the base mesh (.obj) of its parent rig, which has the joint cubes")
      ->type_name("FILE")
      ->group(kGroup);
  command
      .add_option("--mesh-scale", options.obj.metres_per_unit,
                  "Metres per unit of the .obj (default 0.1, as in MakeHuman)")
      ->type_name("METRES")
      ->check(number_between(1e-9, 1e6))
      ->group(kGroup);
  command
      .add_option_function<std::string>(
          "--mesh-up",
          [&options](const std::string& axis) {
            options.obj.up = axis == "z" ? io::UpAxis::z : io::UpAxis::y;
          },
          "Which axis of the .obj points up (default y, and z for those that mannequin wrote)")
      ->type_name("y|z")
      ->check(CLI::IsMember({"y", "z"}))
      ->group(kGroup);
}

void report_loss(const std::string& file, const InfluenceLoss& loss) {
  if (loss.vertices == 0) return;
  say(stderr,
      "warning: {}: {} more than {} influences, up to {}; the largest are kept. The largest weight "
      "dropped is {:.4f}, the most dropped from one vertex {:.4f} of its sum. [influences_reduced]\n",
      file, quantity(loss.vertices, "vertex has", "vertices have"), kMaxInfluences, loss.most,
      loss.largest_weight, loss.largest_sum);
}

void report_dropped(const RigWeights& weights, const Rig& rig) {
  const std::vector<std::string> names = dropped_groups(weights, match_groups(rig, weights));
  if (!names.empty())
    say(stderr,
        "warning: {}: no bone of {} has the name of {}, which {} left out: {}. "
        "[dropped_groups]\n",
        weights.source, rig.desc().source, quantity(names.size(), "group", "groups"),
        names.size() == 1 ? "is" : "are", fmt::to_string(fmt::join(names, ", ")));
}

Result<LoadedRig> load_rig(const std::filesystem::path& path) {
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  Result<io::MpfbRigFile> file = io::read_mpfb_rig(io::as_text(*bytes), path.filename().string());
  if (!file) return error_of(file);
  Result<Rig> rig = Rig::build(file->rig);
  if (!rig) return error_of(rig);
  report(file->notes);
  return LoadedRig{std::move(*file), std::move(*rig)};
}

Result<io::MpfbWeightsFile> load_weights(const std::filesystem::path& path) {
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  Result<io::MpfbWeightsFile> file = io::read_mpfb_weights(io::as_text(*bytes), path.filename().string());
  if (file) report(file->notes);
  return file;
}

Result<BaseMesh> load_base_mesh(const std::filesystem::path& path, const RigOptions& options) {
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  return io::read_obj(io::as_text(*bytes), path.filename().string(), options.obj);
}

namespace {

// Adds the bones of a sub-rig, fitted to its own mesh, to those of the main rig on the parent mesh. The
// sub-rig's bones may have parents in the main rig.
Result<FittedRig> with_sub_rig(FittedRig fitted, const std::filesystem::path& path) {
  if (!fitted.parent_mesh)
    return fail(ErrorCode::bad_argument, "--sub-rig " + path.string(),
                "needs the main rig's base mesh, too; give it with --parent-mesh");
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  Result<io::MpfbRigFile> file = io::read_mpfb_rig(io::as_text(*bytes), path.filename().string());
  if (!file) return error_of(file);
  report(file->notes);
  const Rig& main = fitted.loaded.rig;
  RigDesc together = main.desc(), alone = file->rig;
  together.bones.insert(together.bones.end(), alone.bones.begin(), alone.bones.end());
  together.extra_bones.insert(together.extra_bones.end(), alone.extra_bones.begin(), alone.extra_bones.end());
  for (BoneDesc& bone : alone.bones)
    if (main.find(bone.parent) != kNoBone) bone.parent.clear();
  Result<Rig> sub = Rig::build(std::move(alone)), both = Rig::build(std::move(together));
  if (!sub) return error_of(sub);
  if (!both) return error_of(both);
  Result<RigFit> main_fit = fit_rig(main, *fitted.parent_mesh),
                 sub_fit = fit_rig(*sub, fitted.mesh, &*fitted.parent_mesh);
  if (!main_fit) return error_of(main_fit);
  if (!sub_fit) return error_of(sub_fit);
  fitted.fit = std::move(*main_fit);
  fitted.fit.bones.insert(fitted.fit.bones.end(), sub_fit->bones.begin(), sub_fit->bones.end());
  fitted.loaded.rig = std::move(*both);
  return fitted;
}

}  // namespace

Result<FittedRig> load_fitted_rig(const RigOptions& options) {
  Result<LoadedRig> loaded = load_rig(options.rig);
  if (!loaded) return error_of(loaded);
  Result<BaseMesh> mesh = load_base_mesh(options.base_mesh, options);
  if (!mesh) return error_of(mesh);
  FittedRig fitted{std::move(*loaded), std::move(*mesh), std::nullopt, {}};
  if (!options.parent_mesh.empty()) {
    Result<BaseMesh> parent = load_base_mesh(options.parent_mesh, options);
    if (!parent) return error_of(parent);
    fitted.parent_mesh = std::move(*parent);
  }
  if (!options.groups.empty()) {
    const Result<io::Bytes> bytes = read_input(options.groups);
    if (!bytes) return error_of(bytes);
    BaseMesh& cubes = fitted.parent_mesh ? *fitted.parent_mesh : fitted.mesh;
    if (auto status =
            io::read_mpfb_vertex_groups(io::as_text(*bytes), options.groups.filename().string(), cubes);
        !status)
      return error_of(status);
  }
  if (!options.sub_rig.empty()) return with_sub_rig(std::move(fitted), options.sub_rig);
  Result<RigFit> fit = fit_rig(fitted.loaded.rig, fitted.mesh, fitted.parent());
  if (!fit) return error_of(fit);
  fitted.fit = std::move(*fit);
  return fitted;
}

Result<RiggedFile> load_rigged_file(const RigOptions& options, BaseMeshPart part,
                                    std::optional<double> lowest_at) {
  if (options.weights.empty())
    return fail(ErrorCode::bad_argument, "--rig " + options.rig.string(),
                "has bones but no weights; give them with --weights");
  Result<FittedRig> fitted = load_fitted_rig(options);
  if (!fitted) return error_of(fitted);
  if (lowest_at) lift(*fitted, part, *lowest_at);
  const Result<io::MpfbWeightsFile> weights = load_weights(options.weights);
  if (!weights) return error_of(weights);
  const Rig& rig = fitted->loaded.rig;
  Result<RiggedMesh> rigged = make_rigged_mesh(rig, fitted->fit, fitted->mesh, weights->weights, part);
  if (!rigged) return error_of(rigged);
  const std::string file = options.weights.filename().string();
  report_loss(file, rigged->loss);
  report_dropped(weights->weights, rig);
  if (rigged->unweighted > 0)
    say(stderr, "warning: {}: {} no bone weights, and no bone moves what has none. [unweighted_vertices]\n",
        file, quantity(rigged->unweighted, "vertex has", "vertices have"));
  Result<Skeleton> skeleton = Skeleton::build(make_skeleton_desc(rig, fitted->fit));
  if (!skeleton) return error_of(skeleton);
  return RiggedFile{std::move(fitted->loaded.rig), std::move(*skeleton), std::move(rigged->bound)};
}

Status check_rig_options(const CLI::App& command, const RigOptions& options) {
  static constexpr std::array kOfRigs = {"--weights",     "--no-helpers", "--vertex-groups", "--sub-rig",
                                         "--parent-mesh", "--mesh-scale", "--mesh-up"};
  static constexpr std::array kOfAvatars = {
      "--character", "--shape",    "--sex",       "--set",   "--quantise", "--wear", "--joint-positions",
      "--offsets",   "--time",     "--lod",       "--hair",  "--skirt",    "--mask", "--gltf",
      "--clothing",  "--skeleton", "--mask-size", "--attach"};
  return options.rig.empty()
             ? refuse_options(command, kOfRigs,
                              "applies only to MakeHuman rigs; give one with --rig, or omit this")
             : refuse_options(
                   command, kOfAvatars,
                   "is about the avatar, but --rig replaces it with another rig; omit one of them");
}

Result<Pose> load_rig_pose(const AvatarOptions& options, const RiggedFile& rigged) {
  if (options.pose.empty()) return Pose{};
  const Result<io::Bytes> bytes = read_input(options.pose);
  if (!bytes) return error_of(bytes);
  auto pose = io::read_pose(io::as_text(*bytes), options.pose.filename().string(), rigged.skeleton);
  if (!pose) return error_of(pose);
  return inherited_pose(rigged.rig, rigged.skeleton, std::move(*pose));
}

}  // namespace mannequin::program
