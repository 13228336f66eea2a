#include "engine/wear/outfit.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

// An item of one mesh that moves mElbowLeft.
OutfitItem elbow(std::string name, double x, std::optional<Uuid> id = std::nullopt) {
  WornOffsets offsets;
  offsets.joints.push_back({"mElbowLeft", {x, 0.2, 0}});
  return {std::move(name), {{"mesh", id, offsets}}, true, std::nullopt};
}

std::vector<Uuid> ids(const Outfit& outfit) {
  std::vector<Uuid> found;
  for (const WornOffsets& worn : outfit.offsets().worn) found.push_back(worn.mesh_id);
  return found;
}

const Uuid kSmallAsset = *Uuid::parse("0000abcd-0000-0000-0000-000000000001");
const Uuid kGreatAsset = *Uuid::parse("ffff0000-0000-0000-0000-000000000001");

TEST(Outfit, MeshesWithoutIdAreNumberedBelowAllAssets) {
  const Outfit outfit{{elbow("a.glb", 1), elbow("b.llmesh", 2, kSmallAsset), elbow("c.glb", 3)}};
  const auto found = ids(outfit);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_LT(found[0], found[2]) << "the later one wins";
  EXPECT_LT(found[2], found[1]) << "an asset wins, wherever it is worn";
  EXPECT_EQ(found[1], kSmallAsset);
}

TEST(Outfit, NumbersThatAssetsHaveAreLeftOut) {
  const Outfit outfit{{elbow("a.glb", 1), elbow("b.llmesh", 2, Uuid::numbered(1)), elbow("c.glb", 3),
                       elbow("d.llmesh", 4, Uuid::numbered(2))}};
  EXPECT_EQ(ids(outfit),
            (std::vector{Uuid::numbered(3), Uuid::numbered(1), Uuid::numbered(4), Uuid::numbered(2)}));
}

TEST(Outfit, OneAssetWornTwiceIsOne) {
  const Outfit outfit{{elbow("a.llmesh", 1, kGreatAsset), elbow("a.llmesh", 2, kGreatAsset)}};
  EXPECT_EQ(ids(outfit), (std::vector{kGreatAsset, kGreatAsset}));
}

TEST(Outfit, WhatIsSwitchedOffKeepsTheOthersNumbers) {
  Outfit outfit{{elbow("a.glb", 1), elbow("b.glb", 2), elbow("c.glb", 3)}};
  const auto before = ids(outfit);
  outfit.items[1].joint_positions = false;
  EXPECT_EQ(ids(outfit), (std::vector{before[0], before[2]}));
  EXPECT_EQ(outfit.offsets().sources[1].item, 2u);
}

TEST(Outfit, LockScaleIsTheFilesUntilSomebodyDecides) {
  Outfit outfit{{elbow("a.glb", 1)}};
  WornOffsets locked = outfit.items[0].meshes[0].offsets;
  locked.lock_scale = true;
  outfit.items[0].meshes.push_back({"other", std::nullopt, locked});
  EXPECT_FALSE(outfit.offsets().worn[0].lock_scale);
  EXPECT_TRUE(outfit.offsets().worn[1].lock_scale);
  outfit.items[0].lock_scale = true;
  EXPECT_TRUE(outfit.offsets().worn[0].lock_scale);
  outfit.items[0].lock_scale = false;
  EXPECT_FALSE(outfit.offsets().worn[1].lock_scale);
}

TEST(Outfit, SourcesNameFileAndMesh) {
  Outfit outfit{{elbow("a.glb", 1), elbow("b.glb", 2)}};
  outfit.items[1].meshes.push_back({"left", std::nullopt, {}});
  const OutfitOffsets offsets = outfit.offsets();
  ASSERT_EQ(offsets.sources.size(), 3u);
  EXPECT_EQ(offsets.sources[0].name, "a.glb");
  EXPECT_EQ(offsets.sources[2].name, "b.glb, mesh 'left'");
  EXPECT_EQ(offsets.sources[2].item, 1u);
  EXPECT_EQ(offsets.sources[2].mesh, 1u);
}

TEST(Outfit, OffsetsWithoutAMeshHaveTheirOwnIds) {
  WornOffsets first;
  first.mesh_id = kGreatAsset;
  const Outfit outfit{{outfit_item("worn.json", {first, {}}), elbow("a.glb", 1)}};
  const OutfitOffsets offsets = outfit.offsets();
  EXPECT_EQ(offsets.worn[0].mesh_id, kGreatAsset);
  EXPECT_EQ(offsets.sources[1].name, "worn.json");
  EXPECT_TRUE(offsets.sources[0].has_asset_id);
  EXPECT_EQ(offsets.worn[2].mesh_id, Uuid::numbered(1));
}

TEST(Outfit, SaysWhyAndWhetherItIsCertain) {
  const Outfit outfit{{elbow("a.glb", 1), elbow("b.glb", 2), elbow("c.llmesh", 3, kSmallAsset),
                       elbow("d.llmesh", 4, kGreatAsset)}};
  const OutfitOffsets offsets = outfit.offsets();
  EXPECT_EQ(offsets.reason(1, 0), "it is worn later, and both get their ids only with the upload");
  EXPECT_EQ(offsets.reason(2, 1), "it has an asset id, and b.glb gets one only with its upload");
  EXPECT_EQ(offsets.reason(3, 2),
            "id ffff0000-0000-0000-0000-000000000001 is greater than "
            "0000abcd-0000-0000-0000-000000000001");
  EXPECT_FALSE(offsets.certain(1, 0));
  EXPECT_FALSE(offsets.certain(2, 1));
  EXPECT_TRUE(offsets.certain(3, 2));
}

TEST(Outfit, NothingWornIsNothing) {
  EXPECT_TRUE(Outfit{}.offsets().worn.empty());
  EXPECT_TRUE((Outfit{{OutfitItem{"stone.glb", {}, true, std::nullopt}}}.offsets().worn.empty()));
}

}  // namespace
}  // namespace mannequin
