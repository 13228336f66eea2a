#include "tools/mannequin/rig_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/io/file.h"
#include "engine/io/mpfb/vertex_groups.h"
#include "engine/io/pose_file.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

constexpr const char* kGroup = "MakeHuman / MPFB rig";

void report_loss(const RigOptions& options, const RiggedMesh& rigged) {
  const std::string file = options.weights.filename().string();
  if (const InfluenceLoss& loss = rigged.loss; loss.vertices > 0)
    say(stderr,
        "warning: {}: {} vertices have more than {} influences, up to {}; the largest are kept. The largest "
        "weight "
        "dropped is {:.4f}, the most dropped from one vertex {:.4f} of its sum. [influences_reduced]\n",
        file, loss.vertices, kMaxInfluences, loss.most, loss.largest_weight, loss.largest_sum);
  if (rigged.unweighted > 0)
    say(stderr,
        "warning: {}: {} vertices have no bone weights and stay where they are. [unweighted_vertices]\n",
        file, rigged.unweighted);
}

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
          "Which axis of the .obj points up (default y)")
      ->type_name("y|z")
      ->check(CLI::IsMember({"y", "z"}))
      ->group(kGroup);
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
  report_loss(options, *rigged);
  Result<Skeleton> skeleton = Skeleton::build(make_skeleton_desc(rig, fitted->fit));
  if (!skeleton) return error_of(skeleton);
  return RiggedFile{std::move(*skeleton), std::move(rigged->bound)};
}

Status check_rig_options(const CLI::App& command, const RigOptions& options) {
  static constexpr std::array kOfRigs = {"--weights",     "--no-helpers", "--vertex-groups",
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

Result<Pose> load_rig_pose(const AvatarOptions& options, const Skeleton& skeleton) {
  if (options.pose.empty()) return Pose{};
  const Result<io::Bytes> bytes = read_input(options.pose);
  if (!bytes) return error_of(bytes);
  return io::read_pose(io::as_text(*bytes), options.pose.filename().string(), skeleton);
}

}  // namespace mannequin::program
