// Levels of detail that lie beside a file, and what its upload costs.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/fit/finding.h"
#include "engine/fit/level_check.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/mesh_asset.h"
#include "engine/mesh/importer_profile.h"

namespace mannequin {

// "dress_LOD2.dae" of "dress.dae", as the uploader finds it.
struct LevelFile {
  io::Lod level = io::Lod::medium;
  std::filesystem::path path;
  Result<io::BoundMeshFile> file;
};

// Those that exist, finest first.
std::vector<LevelFile> level_files(const std::filesystem::path& path);

// What check_levels says, and which levels cannot be read.
Findings level_findings(const io::BoundMeshFile& file, const std::vector<LevelFile>& levels);

// One level of all meshes together.
struct LevelCost {
  std::size_t triangles = 0;
  std::size_t bytes = 0;   // packed; estimated where generated
  bool generated = false;  // by the uploader
};

// Of Second Life; the simulator tells the whole fee before anyone pays, and other grids have their own.
inline constexpr std::size_t kLeastFee = 10, kTextureFee = 10;
inline constexpr const char* kCostFormula =
    "download weight = 0.06 x triangles, weighed by the area that shows each level, (bytes - 384) / 16 "
    "triangles each; at least 0.5 per mesh; physics not counted";
inline constexpr const char* kCostDate = "as of November 2026";

struct UploadCost {
  std::array<LevelCost, io::kLodCount> levels;  // by Lod
  double download = 0.0;
  int land_impact = 0;
  std::size_t textures = 0;
};

// Of assets as they are, and of a file as it would be uploaded with its levels. Fails as building its meshes
// does.
UploadCost upload_cost(const io::MeshAssetFile& assets);
Result<UploadCost> upload_cost(const io::BoundMeshFile& file, const std::vector<LevelFile>& levels,
                               const Skeleton& skeleton, const ImporterProfile& importer);
// The one of these that fits a file of these bytes.
Result<UploadCost> upload_cost(std::span<const std::byte> bytes, const io::BoundMeshFile& file,
                               const std::vector<LevelFile>& levels, const Skeleton& skeleton,
                               const ImporterProfile& importer);

// "land impact 3 where it stands on land, none where it is worn; upload from L$ 20, of which L$ 10 are for 1
// textures"
std::string cost_text(const UploadCost& cost);

}  // namespace mannequin
