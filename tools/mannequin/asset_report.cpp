#include "tools/mannequin/asset_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/quantity.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

struct LevelCounts {
  std::size_t faces = 0, vertices = 0, triangles = 0;
  std::array<std::size_t, kMaxInfluences + 1> influences{};  // vertices by count; all 0 without weights
};

LevelCounts count(const std::vector<io::AssetFace>& level) {
  LevelCounts counts;
  counts.faces = level.size();
  for (const io::AssetFace& face : level) {
    counts.vertices += face.positions.size();
    counts.triangles += face.indices.size() / 3;
    for (const VertexInfluences& influences : face.influences)
      ++counts.influences[static_cast<std::size_t>(
          std::ranges::count_if(influences.weight, [](float weight) { return weight > 0.0f; }))];
  }
  return counts;
}

Json level_json(const std::vector<io::AssetFace>& level) {
  const LevelCounts counts = count(level);
  return {{"faces", counts.faces},
          {"vertices", counts.vertices},
          {"triangles", counts.triangles},
          {"influences", counts.influences}};
}

Json skin_json(const io::MeshAsset& asset) {
  if (!asset.skin) return nullptr;
  return {{"joints", asset.skin->joint_names.size()},
          {"joint_positions", asset.skin->joint_positions.size()},
          {"lock_scale_if_joint_position", asset.skin->lock_scale},
          {"pelvis_offset", number(asset.skin->pelvis_offset)}};
}

Json physics_json(const io::MeshAsset& asset) {
  Json json = Json::object();
  json["mesh"] = asset.physics_mesh.empty() ? Json(nullptr) : level_json(asset.physics_mesh);
  Json hulls = nullptr;
  if (asset.hulls) {
    Json points = Json::array();
    for (const auto& hull : asset.hulls->hulls) points.push_back(hull.size());
    hulls = {{"hull_points", std::move(points)}, {"base_hull_points", asset.hulls->base_hull.size()}};
  }
  json["convex"] = std::move(hulls);
  return json;
}

Json asset_json(const io::MeshAsset& asset) {
  Json blocks = Json::array(), levels = Json::object();
  for (const io::AssetBlock& block : asset.blocks)
    blocks.push_back({{"key", block.key},
                      {"offset", block.offset},
                      {"bytes", block.bytes},
                      {"unpacked_bytes", block.unpacked_bytes}});
  for (std::size_t i = io::kLodCount; i-- > 0;)
    if (!asset.levels[i].empty()) levels[io::lod_key(io::kLods[i])] = level_json(asset.levels[i]);
  return {{"name", asset.name},
          {"file_bytes", asset.file_bytes},
          {"header_bytes", asset.header_bytes},
          {"version", asset.version ? Json(*asset.version) : Json(nullptr)},
          {"submodel_id", asset.submodel_id},
          {"materials", asset.material_list},
          {"blocks", std::move(blocks)},
          {"levels", std::move(levels)},
          {"skin", skin_json(asset)},
          {"physics", physics_json(asset)}};
}

void print_skin(const SkinDesc& skin) {
  say("  skin: {}, {}{}\n", quantity(skin.joint_names.size(), "joint", "joints"),
      skin.joint_positions.empty()
          ? "no joint positions"
          : fmt::format("joint positions, pelvis offset {:+.4f} m", skin.pelvis_offset),
      skin.joint_positions.empty() ? ""
      : skin.lock_scale            ? ", locks the scale of the joints it moves"
                                   : ", scale not locked");
}

void print_asset(const io::MeshAsset& asset) {
  say("mesh asset {}: {} bytes, header {}{}{}\n", asset.name, asset.file_bytes, asset.header_bytes,
      asset.version ? fmt::format(", version {}", *asset.version) : "",
      asset.submodel_id > 0
          ? fmt::format(", part {} of a mesh of more than eight faces", asset.submodel_id + 1)
          : "");
  for (const io::AssetBlock& block : asset.blocks)
    say("  block {:<16} {:>8} bytes at {:>8}, unpacked {:>8}\n", block.key, block.bytes, block.offset,
        block.unpacked_bytes);
  for (std::size_t i = io::kLodCount; i-- > 0;) {
    if (asset.levels[i].empty()) continue;
    const LevelCounts counts = count(asset.levels[i]);
    say("  level {:<16} {:>2} faces {:>7} vertices {:>7} triangles\n", io::lod_key(io::kLods[i]),
        counts.faces, counts.vertices, counts.triangles);
  }
  if (asset.skin) print_skin(*asset.skin);
  if (!asset.physics_mesh.empty())
    say("  physics: a mesh of {}\n", quantity(count(asset.physics_mesh).triangles, "triangle", "triangles"));
  if (asset.hulls)
    say("  physics: {}, a base hull of {}\n",
        quantity(asset.hulls->hulls.size(), "convex hull", "convex hulls"),
        quantity(asset.hulls->base_hull.size(), "point", "points"));
}

}  // namespace

Json assets_json(const io::MeshAssetFile& file) {
  Json list = Json::array();
  for (const io::MeshAsset& asset : file.meshes) list.push_back(asset_json(asset));
  return list;
}

void print_assets(const io::MeshAssetFile& file) {
  if (file.slm) say("saved upload '{}' of {}\n", file.name, quantity(file.meshes.size(), "mesh", "meshes"));
  for (const io::MeshAsset& asset : file.meshes) print_asset(asset);
}

}  // namespace mannequin::program
