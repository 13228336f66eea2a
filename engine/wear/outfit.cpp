#include "engine/wear/outfit.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "engine/mesh/retarget.h"

namespace mannequin {
namespace {

// Numbers meshes that have no asset id.
class Numbering {
 public:
  explicit Numbering(const Outfit& outfit) {
    for (const OutfitItem& item : outfit.items)
      for (const OutfitMesh& mesh : item.meshes)
        if (mesh.asset_id) taken_.insert(*mesh.asset_id);
  }

  Uuid next() {
    Uuid id = Uuid::numbered(++last_);
    while (taken_.contains(id)) id = Uuid::numbered(++last_);
    return id;
  }

 private:
  std::set<Uuid> taken_;
  std::uint32_t last_ = 0;
};

}  // namespace

OutfitItem outfit_item(const BoundMeshes& meshes, bool joint_positions, std::optional<Uuid> id) {
  OutfitItem item{meshes.source, {}, joint_positions || meshes.is_asset, std::nullopt};
  for (const BoundMesh& bound : meshes.meshes)
    if (bound.skin) item.meshes.push_back({bound.mesh.name(), id ? id : meshes.asset_id, bound.offsets});
  return item;
}

OutfitItem outfit_item(const io::BoundMeshFile& file, const Skeleton& skeleton, bool joint_positions) {
  OutfitItem item{file.source, {}, joint_positions || file.is_asset, std::nullopt};
  for (const BoundMeshDesc& desc : file.meshes) {
    if (!desc.rigged()) continue;
    SkinDesc skin = desc.skin;
    retarget(skin, skeleton, kViewerImporter);
    item.meshes.push_back({desc.mesh.name, asset_id_of(file), worn_offsets(skin, {})});
  }
  return item;
}

OutfitItem outfit_item(std::string name, std::vector<WornOffsets> offsets) {
  OutfitItem item{std::move(name), {}, true, std::nullopt};
  for (WornOffsets& each : offsets) {
    const Uuid id = each.mesh_id;
    item.meshes.push_back({"", id, std::move(each)});
  }
  return item;
}

OutfitOffsets Outfit::offsets() const {
  OutfitOffsets out;
  Numbering numbering(*this);
  for (std::size_t i = 0; i < items.size(); ++i)
    for (std::size_t m = 0; m < items[i].meshes.size(); ++m) {
      const OutfitItem& item = items[i];
      const OutfitMesh& mesh = item.meshes[m];
      const Uuid id = mesh.asset_id ? *mesh.asset_id : numbering.next();
      if (!item.joint_positions) continue;
      WornOffsets& worn = out.worn.emplace_back(mesh.offsets);
      worn.mesh_id = id;
      worn.lock_scale = item.lock_scale.value_or(worn.lock_scale);
      const bool alone = item.meshes.size() == 1 || mesh.name.empty();
      out.sources.push_back({i, m, alone ? item.name : fmt::format("{}, mesh '{}'", item.name, mesh.name),
                             mesh.asset_id.has_value()});
    }
  return out;
}

std::string OutfitOffsets::reason(std::size_t winner, std::size_t loser) const {
  const Source &first = sources[winner], &second = sources[loser];
  if (!first.has_asset_id && !second.has_asset_id)
    return "it is worn later, and both get their ids only with the upload";
  if (first.has_asset_id && !second.has_asset_id)
    return fmt::format("it has an asset id, and {} gets one only with its upload", second.name);
  return fmt::format("id {} is greater than {}", worn[winner].mesh_id.to_string(),
                     worn[loser].mesh_id.to_string());
}

bool OutfitOffsets::certain(std::size_t winner, std::size_t loser) const {
  return sources[winner].has_asset_id && sources[loser].has_asset_id;
}

}  // namespace mannequin
