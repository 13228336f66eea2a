// MakeHuman / MPFB rigs, their weights and base meshes, as options of subcommands.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/io/mpfb/rig_file.h"
#include "engine/io/mpfb/weights_file.h"
#include "engine/io/obj_reader.h"
#include "engine/rig/rigged_mesh.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

struct RigOptions {
  std::filesystem::path rig, weights;
  std::filesystem::path base_mesh;    // .obj
  std::filesystem::path parent_mesh;  // .obj, for sub-rigs
  std::filesystem::path groups;       // basemesh_vertex_groups.json
  std::filesystem::path sub_rig;      // its bones join those of `rig`; the mesh is then the sub-rig's
  io::ObjReading obj;
};

// --vertex-groups, --parent-mesh, --mesh-scale, --mesh-up: how the base mesh is read.
void add_rig_mesh_options(CLI::App& command, RigOptions& options);

// The above, plus --rig and --weights, for subcommands that deform a base mesh.
void add_rig_options(CLI::App& command, RigOptions& options);

struct LoadedRig {
  io::MpfbRigFile file;
  Rig rig;
};

// Each prints its reader's notes to stderr.
Result<LoadedRig> load_rig(const std::filesystem::path& path);
Result<io::MpfbWeightsFile> load_weights(const std::filesystem::path& path);
Result<BaseMesh> load_base_mesh(const std::filesystem::path& path, const RigOptions& options);

// The options' rig, fitted to their base mesh, and the meshes themselves.
struct FittedRig {
  LoadedRig loaded;
  BaseMesh mesh;
  std::optional<BaseMesh> parent_mesh;
  RigFit fit;

  const BaseMesh* parent() const { return parent_mesh ? &*parent_mesh : nullptr; }
};
Result<FittedRig> load_fitted_rig(const RigOptions& options);

// Prints to stderr what the limit of four influences per vertex loses, and which groups move nothing.
void report_loss(const std::string& file, const InfluenceLoss& loss);
void report_dropped(const RigWeights& weights, const Rig& rig);

// The same, bound by the options' weights. Reports what is lost.
struct RiggedFile {
  Rig rig;
  Skeleton skeleton;
  BoundMeshDesc bound;
};
// `lowest_at`: moves mesh and rig so that their lowest point is at this height; unchanged without.
Result<RiggedFile> load_rigged_file(const RigOptions& options, BaseMeshPart part,
                                    std::optional<double> lowest_at = std::nullopt);

// For subcommands that deform an avatar, or with --rig a base mesh. Fails (bad_argument) on options that
// apply only to the other.
Status check_rig_options(const CLI::App& command, const RigOptions& options);

// The pose of --pose, a JSON pose by the rig's own joint names; the rest pose without.
// Bones that do not inherit their parents' rotations keep their directions.
Result<Pose> load_rig_pose(const AvatarOptions& options, const RiggedFile& rigged);

}  // namespace mannequin::program
