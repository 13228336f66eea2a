#include "tools/findings/upload_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "engine/io/mesh_asset_writer.h"
#include "engine/io/mesh_stream.h"
#include "engine/platform/path.h"
#include "engine/wear/bound_mesh.h"

namespace mannequin {
namespace {

constexpr std::array kLowerLevels = {io::Lod::medium, io::Lod::low, io::Lod::lowest};  // _LOD2, _LOD1, _LOD0

std::size_t triangles_of(const std::vector<io::AssetFace>& faces) {
  std::size_t count = 0;
  for (const io::AssetFace& face : faces) count += face.indices.size() / 3;
  return count;
}

double block_bytes(const io::MeshAsset& asset, io::Lod level) {
  const auto block =
      std::ranges::find(asset.blocks, std::string_view(io::lod_key(level)), &io::AssetBlock::key);
  return block == asset.blocks.end() ? 0.0 : static_cast<double>(block->bytes);
}

double radius_of(const io::MeshAsset& asset) {
  double radius = 0.0;
  for (const io::AssetFace& face : asset.levels[static_cast<std::size_t>(io::Lod::high)])
    radius = std::max(radius, static_cast<double>(glm::length(face.normalized_scale)) / 2.0);
  return radius;
}

// A mesh as it would be uploaded, its packed blocks measured.
Result<std::vector<io::MeshAsset>> assets_of(const BoundMeshDesc& desc, const Skeleton& skeleton,
                                             const ImporterProfile& importer) {
  auto bound = build_bound_mesh(desc, skeleton, importer);
  if (!bound) return error_of(bound);
  auto assets = io::make_mesh_assets(bound->mesh, bound->skin ? &*bound->skin : nullptr, skeleton, {});
  if (!assets) return error_of(assets);
  bound = fail(ErrorCode::bad_data, "", "");  // let go of, as the assets are the same once more
  for (io::MeshAsset& asset : *assets) {
    const auto bytes = io::write_mesh_asset(asset, io::AssetNumbers::imported);
    if (!bytes) return error_of(bytes);
    auto header = io::read_mesh_header(*bytes, asset.name, bytes->size());
    if (!header) return error_of(header);
    asset.blocks = std::move(header->blocks);
    // Triangles are counted yet, and the size is looked at.
    for (std::vector<io::AssetFace>& level : asset.levels)
      for (io::AssetFace& face : level) {
        face.positions = {};
        face.normals = {};
        face.uvs = {};
        face.influences = {};
      }
  }
  return assets;
}

void add_level(LevelCost& to, std::size_t triangles, double bytes, bool generated) {
  to.triangles += triangles;
  to.bytes += static_cast<std::size_t>(bytes);
  to.generated |= generated;
}

}  // namespace

std::vector<LevelFile> level_files(const std::filesystem::path& path) {
  std::vector<LevelFile> found;
  for (std::size_t i = 0; i < kLowerLevels.size(); ++i) {
    std::filesystem::path level = path;
    level.replace_filename(
        path_of_utf8(fmt::format("{}_LOD{}{}", path.stem().string(), 2 - i, path.extension().string())));
    std::error_code error;
    if (!std::filesystem::is_regular_file(level, error)) continue;
    found.push_back({kLowerLevels[i], level, io::read_bound_mesh(level)});
  }
  return found;
}

Findings level_findings(const io::BoundMeshFile& file, const std::vector<LevelFile>& levels) {
  std::vector<DetailLevel> readable;
  Findings findings;
  for (const LevelFile& level : levels) {
    if (level.file)
      readable.push_back({level.path.filename().string(), level.file->meshes});
    else
      findings.push_back({Severity::error, "level_unreadable", "", "", std::nullopt,
                          level.file.error().message(),
                          "export it again, or take it away: then the level is generated"});
  }
  const Findings checked = check_levels(file.meshes, readable);
  findings.insert(findings.end(), checked.begin(), checked.end());
  return findings;
}

UploadCost upload_cost(const io::MeshAssetFile& file) {
  UploadCost cost;
  for (const io::MeshAsset& asset : file.meshes) {
    LevelBytes bytes{};
    for (const io::Lod level : io::kLods) {
      const auto number = static_cast<std::size_t>(level);
      bytes[number] = block_bytes(asset, level);
      add_level(cost.levels[number], triangles_of(asset.levels[number]), bytes[number], false);
    }
    cost.download += download_weight(bytes, radius_of(asset));
  }
  cost.land_impact = land_impact(cost.download, file.meshes.size());
  return cost;
}

Result<UploadCost> upload_cost(const io::BoundMeshFile& file, const std::vector<LevelFile>& levels,
                               const Skeleton& skeleton, const ImporterProfile& importer) {
  UploadCost cost;
  std::size_t objects = 0;
  std::set<std::string> textures;
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    const BoundMeshDesc& mesh = file.meshes[m];
    for (const MaterialDesc& material : mesh.mesh.materials)
      if (!material.texture.empty()) textures.insert(material.texture);
    const auto high = assets_of(mesh, skeleton, importer);
    if (!high) return error_of(high);
    std::vector<LevelBytes> bytes(high->size());
    std::vector<std::array<std::size_t, io::kLodCount>> triangles(high->size());
    for (std::size_t part = 0; part < high->size(); ++part) {
      bytes[part][3] = block_bytes((*high)[part], io::Lod::high);
      triangles[part][3] = triangles_of((*high)[part].levels[3]);
      add_level(cost.levels[3], triangles[part][3], bytes[part][3], false);
    }
    for (std::size_t step = 1; step < io::kLodCount; ++step) {
      const io::Lod level = io::lod_from_finest(step);
      const auto number = static_cast<std::size_t>(level);
      const auto given = std::ranges::find(levels, level, &LevelFile::level);
      const BoundMeshDesc* own =
          given == levels.end() || !given->file
              ? nullptr
              : level_counterpart(given->file->meshes, mesh.mesh.name, m, file.meshes.size());
      Result<std::vector<io::MeshAsset>> made;
      if (own != nullptr) made = assets_of(*own, skeleton, importer);
      for (std::size_t part = 0; part < high->size(); ++part) {
        const bool generated = own == nullptr || !made || part >= made->size();
        // What is simplified has the share of its triangles in bytes, above the frame that each block has.
        triangles[part][number] = generated ? generated_triangles(triangles[part][number + 1], 1)
                                            : triangles_of((*made)[part].levels[3]);
        bytes[part][number] =
            generated ? bytes[part][number + 1] * static_cast<double>(triangles[part][number]) /
                            static_cast<double>(std::max<std::size_t>(triangles[part][number + 1], 1))
                      : block_bytes((*made)[part], io::Lod::high);
        add_level(cost.levels[number], triangles[part][number], bytes[part][number], generated);
      }
    }
    for (std::size_t part = 0; part < high->size(); ++part)
      cost.download += download_weight(bytes[part], radius_of((*high)[part]));
    objects += high->size();
  }
  cost.textures = textures.size();
  cost.land_impact = land_impact(cost.download, objects);
  return cost;
}

Result<UploadCost> upload_cost(std::span<const std::byte> bytes, const io::BoundMeshFile& file,
                               const std::vector<LevelFile>& levels, const Skeleton& skeleton,
                               const ImporterProfile& importer) {
  if (!io::looks_like_mesh_asset(bytes)) return upload_cost(file, levels, skeleton, importer);
  const auto assets = io::read_mesh_asset(bytes, file.source);
  if (!assets) return error_of(assets);
  return upload_cost(*assets);
}

std::string cost_text(const UploadCost& cost) {
  return fmt::format(
      "land impact {} where it stands on land, none where it is worn; upload from L$ {}, of which L$ {} are "
      "for {} textures",
      cost.land_impact, kLeastFee + kTextureFee * cost.textures, kTextureFee * cost.textures, cost.textures);
}

}  // namespace mannequin
