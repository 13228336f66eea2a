#include "engine/fit/garment_coarse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/fit/mend_case.h"

namespace mannequin {
namespace {

GarmentPlaces places_of(const BoundMeshDesc& desc, const MendBody& body) {
  return find_places(build_strict({&desc, 1}).value().surface(), body.surface);
}

Vec3 place_among(const CoarseGarment& coarse, const GarmentPlaces& places, std::uint32_t w) {
  Vec3 at(0.0);
  for (std::size_t c = 0; c < 3; ++c)
    at += coarse.share[w][static_cast<int>(c)] * places.positions[coarse.around[w][c]];
  return at;
}

std::set<std::uint32_t> kept_of(const CoarseGarment& coarse) {
  return {coarse.kept.begin(), coarse.kept.end()};
}

TEST(GarmentCoarse, KeepsSomeVerticesAsTheyAre) {
  const MendBody body;
  const BoundMeshDesc top = subdivided(settled_builtin("top"), 1);
  const GarmentPlaces places = places_of(top, body);
  const auto coarse = make_coarse({&top, 1}, places, {}, 1500);
  ASSERT_TRUE(coarse);
  ASSERT_EQ(coarse->meshes.size(), 1u);
  const BoundMeshDesc& few = coarse->meshes[0];
  ASSERT_EQ(few.mesh.positions.size(), coarse->kept.size());
  EXPECT_GT(few.mesh.positions.size(), 1000u);
  EXPECT_LT(few.mesh.positions.size(), 2000u);
  EXPECT_TRUE(build_strict(coarse->meshes)) << "it can be worn";
  for (std::size_t v = 0; v < few.mesh.positions.size(); ++v) {
    const auto same = std::ranges::find(top.mesh.positions, few.mesh.positions[v]);
    ASSERT_NE(same, top.mesh.positions.end());
    const auto from = static_cast<std::size_t>(same - top.mesh.positions.begin());
    ASSERT_EQ(few.skin.influence_begin[v + 1] - few.skin.influence_begin[v],
              top.skin.influence_begin[from + 1] - top.skin.influence_begin[from]);
    const InfluenceDesc &is = few.skin.influences[few.skin.influence_begin[v]],
                        &was = top.skin.influences[top.skin.influence_begin[from]];
    EXPECT_EQ(is.joint, was.joint);
    EXPECT_EQ(is.weight, was.weight);
  }
}

TEST(GarmentCoarse, IsSymmetricAndCloseToTheFineOne) {
  const MendBody body;
  const BoundMeshDesc top = subdivided(settled_builtin("top"), 1);
  const GarmentPlaces places = places_of(top, body);
  ASSERT_TRUE(places.is_symmetric);
  const auto coarse = make_coarse({&top, 1}, places, {}, 1500);
  ASSERT_TRUE(coarse);
  const std::set<std::uint32_t> kept = kept_of(*coarse);
  for (const std::uint32_t w : kept) EXPECT_TRUE(kept.contains(places.mirror[w])) << w;
  double sum = 0.0;
  for (std::uint32_t w = 0; w < places.count(); ++w) {
    for (const std::uint32_t near : coarse->around[w]) EXPECT_TRUE(kept.contains(near));
    const Vec3& share = coarse->share[w];
    EXPECT_NEAR(share.x + share.y + share.z, 1.0, 1e-12);
    EXPECT_GE(std::min({share.x, share.y, share.z}), -1e-12);
    const double off = glm::distance(place_among(*coarse, places, w), places.positions[w]);
    EXPECT_LT(off, 0.012) << w;
    sum += off;
  }
  EXPECT_LT(sum / static_cast<double>(places.count()), 0.0015);
}

// It is at the body's vertices that a garment is measured.
TEST(GarmentCoarse, KeepsPlacesOverTheBodysVertices) {
  const MendBody body;
  const BoundMeshDesc top = subdivided(settled_builtin("top"), 1);
  const GarmentPlaces places = places_of(top, body);
  const std::vector<Vec3> over = {places.positions[17] + Vec3(0.0, 0.0, 1e-5),
                                  places.positions[4321] + Vec3(1e-5, 0.0, 0.0)};
  const auto without = make_coarse({&top, 1}, places, {}, 1500),
             with = make_coarse({&top, 1}, places, over, 1500);
  ASSERT_TRUE(without && with);
  for (const std::uint32_t w : {17u, 4321u}) EXPECT_TRUE(kept_of(*with).contains(w)) << w;
  EXPECT_FALSE(kept_of(*without).contains(17) && kept_of(*without).contains(4321));
}

// Two sheets a millimetre apart, like cloth with a lining, with far fewer places than it would take to tell
// them apart by distance.
TEST(GarmentCoarse, KeepsLayersApart) {
  const MendBody body;
  const BoundMeshDesc sheets = two_sheets(40, 0.3f, 0.001f);
  const GarmentPlaces places = places_of(sheets, body);
  const auto coarse = make_coarse({&sheets, 1}, places, {}, 300);
  ASSERT_TRUE(coarse);
  const auto upper = [&](std::uint32_t w) { return places.positions[w].x > 0.5005; };
  const auto& indices = coarse->meshes[0].mesh.indices;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const bool is_upper = upper(coarse->kept[indices[i]]);
    EXPECT_EQ(upper(coarse->kept[indices[i + 1]]), is_upper);
    EXPECT_EQ(upper(coarse->kept[indices[i + 2]]), is_upper);
  }
  for (std::uint32_t w = 0; w < places.count(); ++w)
    for (const std::uint32_t near : coarse->around[w]) EXPECT_EQ(upper(near), upper(w)) << w;
}

TEST(GarmentCoarse, ThereIsNoneWhereItWouldBeHardlySmaller) {
  const MendBody body;
  const BoundMeshDesc top = settled_builtin("top");
  EXPECT_FALSE(make_coarse({&top, 1}, places_of(top, body), {}, 4000));
}

}  // namespace
}  // namespace mannequin
