// Inputs shared by the fit lab's commands: a body, garments, and what to sweep them over.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/fit/garment_sweep.h"
#include "engine/fit/sweep_plan.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/command_line.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/mesh_set.h"

namespace mannequin::program {

struct FitOptions {
  AvatarOptions avatar;
  std::vector<std::filesystem::path> bodies, garments;  // no body: the built-in one
  std::filesystem::path plan;                           // empty: the default plan
  ImporterProfile gltf = kViewerImporter;
};

// --body, --sweep, --gltf and the avatar's options; garments are the command's own.
void add_fit_options(CLI::App& command, FitOptions& options);

// Everything read and built. Surfaces refer to the meshes here.
struct FitInputs {
  Character character;
  AvatarInputs base;  // offsets of everything worn, and what the avatar's options set under every shape
  std::vector<io::BoundMeshFile> body_files, garment_files;
  std::vector<BoundMeshes> bodies, garments;  // per file
  FitSurface body;                            // of all files
  std::vector<FitSurface> garment_surfaces;   // per file
  SweepPlan plan;
  std::vector<SweepShape> shapes;
  std::vector<SweepPose> poses;

  const FitMesh& body_mesh(std::uint32_t body_vertex) const;  // the mesh that the vertex belongs to
  // "left armpit"
  std::string region(std::uint32_t body_vertex) const;
  // Input for sweep_garments, which this must outlive.
  GarmentSweep sweep() const;
};

Result<std::unique_ptr<FitInputs>> load_fit_inputs(const FitOptions& options);

// A progress line on stderr that overwrites itself, on terminals only. The first Ctrl+C stops the work; what
// is done by then counts.
std::function<bool(std::size_t, std::size_t)> sweep_progress();

}  // namespace mannequin::program
