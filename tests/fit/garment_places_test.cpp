#include "engine/fit/garment_places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/fit/mend_case.h"

namespace mannequin {
namespace {

// The top, cut in two at the waist; the lower part hangs `gap` metres below the upper one. `cut`: vertices on
// the lower side of the cut, and those that they were copied from.
struct CutTop {
  BoundMeshDesc desc = settled_builtin("top");
  std::map<std::uint32_t, std::uint32_t> cut;

  explicit CutTop(float gap) {
    MeshDesc& mesh = desc.mesh;
    SkinDesc& skin = desc.skin;
    const std::vector<Vec3f> at = mesh.positions;
    float low = at[0].z, high = at[0].z;
    for (const Vec3f& p : at) low = std::min(low, p.z), high = std::max(high, p.z);
    const float waist = low + 0.4f * (high - low);
    std::vector<bool> is_upper(at.size()), is_lower(at.size());
    std::vector<bool> below;  // per index
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
      const std::size_t t = i / 3 * 3;
      below.push_back(at[mesh.indices[t]].z + at[mesh.indices[t + 1]].z + at[mesh.indices[t + 2]].z <
                      3.0f * waist);
    }
    for (std::size_t i = 0; i < mesh.indices.size(); ++i)
      (below[i] ? is_lower : is_upper)[mesh.indices[i]] = true;
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
      const std::uint32_t v = mesh.indices[i];
      if (!below[i] || !is_upper[v]) continue;
      const auto [entry, is_new] = cut.try_emplace(v, static_cast<std::uint32_t>(mesh.positions.size()));
      mesh.indices[i] = entry->second;
      if (!is_new) continue;
      mesh.positions.push_back(at[v]);
      mesh.normals.push_back(mesh.normals[v]);
      mesh.uvs.push_back(mesh.uvs[v]);
      mesh.source_indices.push_back(entry->second);
      for (std::uint32_t k = skin.influence_begin[v]; k < skin.influence_begin[v + 1]; ++k)
        skin.influences.push_back(InfluenceDesc(skin.influences[k]));
      skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
    }
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
      if (v >= at.size() || !is_upper[v]) mesh.positions[v].z -= gap;
    mesh.faces = {{0, 0, static_cast<std::uint32_t>(mesh.positions.size()), 0,
                   static_cast<std::uint32_t>(mesh.indices.size())}};
  }

  GarmentPlaces places() const {
    static const MendBody kBody;
    return find_places(build_strict({&desc, 1}).value().surface(), kBody.surface);
  }
};

TEST(GarmentPlaces, CloseSeamsThatAreNotQuiteClosed) {
  const CutTop whole(0.0f), nearly(0.0003f);
  ASSERT_GT(nearly.cut.size(), 20u);
  const GarmentPlaces closed = whole.places(), places = nearly.places();
  EXPECT_EQ(places.count(), closed.count());
  EXPECT_EQ(places.of, closed.of);
  EXPECT_EQ(places.neighbours, closed.neighbours);
  EXPECT_EQ(places.mirror, closed.mirror);
  EXPECT_TRUE(places.is_symmetric);
  for (const auto& [upper, lower] : nearly.cut) EXPECT_EQ(places.of[upper], places.of[lower]);
}

TEST(GarmentPlaces, LeaveSeparatePartsApart) {
  const CutTop parts(0.001f);
  const GarmentPlaces places = parts.places();
  std::set<std::uint32_t> of_cut;
  for (const auto& [upper, lower] : parts.cut) {
    EXPECT_NE(places.of[upper], places.of[lower]);
    of_cut.insert(places.of[lower]);
  }
  EXPECT_EQ(places.count(), CutTop(0.0f).places().count() + of_cut.size());
}

}  // namespace
}  // namespace mannequin
