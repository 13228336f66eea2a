// What an avatar wears, in order: whose joint positions apply, under which ids, and which mesh wins a joint
// that several want to move.
//
// In-world the greatest asset id wins a joint, regardless of the order of wearing (ALGORITHM 10.3). All
// programs and hosts assign ids by the same rule:
//
// 1. A mesh asset has its own id: as the host says, or from the name of its file ("<uuid>.llmesh").
// 2. Any other mesh has none before its upload. It gets a number by its place in the order of wearing
//    (Uuid::numbered), which is below the ids of real assets: of two such meshes the later one wins. Numbers
//    that the outfit's assets have already are left out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/skeleton/offset_claims.h"
#include "engine/wear/bound_mesh.h"

namespace mannequin {

// One mesh of an item.
struct OutfitMesh {
  std::string name;
  std::optional<Uuid> asset_id;  // none: numbered by the order of wearing
  WornOffsets offsets;           // as in its file; mesh_id is ignored
};

// A worn item: the meshes of a file, or joint offsets without a mesh.
struct OutfitItem {
  std::string name;  // of the file
  std::vector<OutfitMesh> meshes;
  bool joint_positions = true;     // false: they do not apply; the meshes keep their numbers
  std::optional<bool> lock_scale;  // instead of what the meshes' own files say
};

// The rigged meshes of a file. Its joint positions apply if `joint_positions` says so; those of assets always
// do. `id`: as the host says; of a single mesh only.
OutfitItem outfit_item(const BoundMeshes& meshes, bool joint_positions,
                       std::optional<Uuid> id = std::nullopt);

// The same for a file that is not built yet: positions do not depend on the importer.
OutfitItem outfit_item(const io::BoundMeshFile& file, const Skeleton& skeleton, bool joint_positions);

// Offsets without a mesh. They have ids of their own.
OutfitItem outfit_item(std::string name, std::vector<WornOffsets> offsets);

// The resolved outfit.
struct OutfitOffsets {
  // The origin of one entry of `worn`.
  struct Source {
    std::size_t item = 0, mesh = 0;  // indices into the outfit's items and into the item's meshes
    std::string name;                // "boots.llmesh", or "upload.slm, mesh 'left'" if the file has several
    bool has_asset_id = false;       // false: its id is an assigned number
  };
  std::vector<WornOffsets> worn;  // in order, for AvatarInputs: ids, switches and locks in effect
  std::vector<Source> sources;    // one per entry of `worn`

  // Why `winner` beats `loser`, indices into `worn`, phrased
  // to end a sentence: "id ... is greater than ...".
  std::string reason(std::size_t winner, std::size_t loser) const;
  // Whether the same happens in-world. Uncertain if one of the two has yet to be uploaded and get an id.
  bool certain(std::size_t winner, std::size_t loser) const;
};

// Everything worn, in order.
struct Outfit {
  std::vector<OutfitItem> items;

  // Of the worn items, subject to their switches and ids.
  OutfitOffsets offsets() const;
};

}  // namespace mannequin
