#include "engine/bind/edge_faults.h"

#include <gtest/gtest.h>

#include "engine/bind/surface_faults.h"
#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

BindFaults tube_faults(const Surface& surface) { return surface_faults(surface, two_bones()); }

// A tube of edges from 20 to 30 mm, torn in the middle; the far side moved along it by this much.
Surface torn_tube(double gap, double scale = 1.0) {
  Surface surface = tube(0.5, 0.05, 21, 12);
  const std::uint32_t ring = 10 * 12;
  const auto first = static_cast<std::uint32_t>(surface.positions.size());
  for (std::uint32_t v = ring; v < ring + 12; ++v)
    surface.positions.push_back(surface.positions[v] + Vec3(0.0, gap, 0.0));
  for (auto& t : surface.triangles)
    if (std::ranges::max(t) >= ring + 12 && std::ranges::max(t) != 21 * 12)
      for (std::uint32_t& v : t)
        if (v >= ring && v < ring + 12) v += first - ring;
  surface.edges = triangle_edges(surface.triangles);
  for (Vec3& p : surface.positions) p *= scale;
  return surface;
}

TEST(EdgeFaults, FacesTurnedOverAreNamed) {
  Surface one = tube();
  std::swap(one.triangles[40][0], one.triangles[40][1]);
  const BindFaults faults = tube_faults(one);
  ASSERT_EQ(codes(faults), std::set<std::string>{"flipped_faces"});
  std::vector<std::uint32_t> corners(one.triangles[40].begin(), one.triangles[40].end());
  std::ranges::sort(corners);
  EXPECT_EQ(faults[0].vertices, corners);
  EXPECT_FALSE(faults[0].remedy.empty());
  EXPECT_EQ(codes(surface_faults(one)), std::set<std::string>{"flipped_faces"}) << "for transfer, too";

  Surface half = tube();
  for (std::size_t t = 0; t < half.triangles.size(); t += 2)
    std::swap(half.triangles[t][0], half.triangles[t][1]);
  EXPECT_TRUE(codes(tube_faults(half)).contains("flipped_faces"));
}

TEST(EdgeFaults, ClothThatHasTwoSidesIsNotTurnedOver) {
  // Both sides on the same vertices, and faces that are there twice.
  for (const bool turned : {true, false}) {
    Surface sheet = tube();
    std::erase_if(sheet.triangles, [&](const Surface::Triangle& t) {
      return std::ranges::any_of(t, [&](std::uint32_t v) { return sheet.positions[v].x < -0.01; });
    });
    for (std::size_t t = 0, all = sheet.triangles.size(); t < all; ++t) {
      Surface::Triangle other = sheet.triangles[t];
      if (turned) std::swap(other[0], other[1]);
      sheet.triangles.push_back(other);
    }
    EXPECT_FALSE(codes(tube_faults(sheet)).contains("flipped_faces"));
  }
}

TEST(EdgeFaults, SidesOfASeamThatAreNearlyInOnePlaceAreNotWelded) {
  for (const double gap : {0.0, 1e-8, 1e-6, 1e-5, 1e-4}) {
    const BindFaults faults = tube_faults(torn_tube(gap));
    ASSERT_EQ(codes(faults), std::set<std::string>{"not_welded"}) << gap;
    EXPECT_EQ(faults[0].vertices.size(), 24u) << gap;
    EXPECT_EQ(faults[0].message.find("nearly") != std::string::npos, gap > 0.0);
    EXPECT_NE(faults[0].remedy.find("--weld 0.0001"), std::string::npos) << faults[0].remedy;
  }
  // Twice the distance of the usual remedy.
  const BindFaults wide = tube_faults(torn_tube(1.7e-4));
  ASSERT_TRUE(codes(wide).contains("not_welded"));
  EXPECT_NE(fault_named(wide, "not_welded")->remedy.find("--weld 0.0002"), std::string::npos);
}

TEST(EdgeFaults, EdgesOfFineMeshesAreNoSeams) {
  // Edges of 0.1 mm, and two hems of a coarse mesh half a millimetre apart.
  EXPECT_FALSE(codes(surface_faults(tube(0.01, 0.0005, 101, 32))).contains("not_welded"));
  EXPECT_FALSE(codes(surface_faults(torn_tube(0.004, 0.005))).contains("not_welded"))
      << "20 micrometres between edges of 0.1 mm";
  EXPECT_FALSE(codes(tube_faults(torn_tube(5e-4))).contains("not_welded"));
  // Parts that touch in a point alone.
  Surface touching = tube(0.4);
  Surface other = tube(0.4);
  const auto first = static_cast<std::uint32_t>(touching.positions.size());
  std::erase_if(touching.triangles, [&](const Surface::Triangle& t) { return std::ranges::max(t) >= 88; });
  for (Surface::Triangle t : other.triangles) {
    if (std::ranges::max(t) >= 88) continue;
    for (std::uint32_t& v : t) v += first;
    touching.triangles.push_back(t);
  }
  for (const Vec3& p : other.positions) touching.positions.push_back(p + Vec3(0.2 + 1e-5, 0.0, 0.0));
  EXPECT_FALSE(codes(surface_faults(touching)).contains("not_welded"));
}

TEST(EdgeFaults, ASliverHasNoAreaAndNothingElse) {
  // Its third corner lies on an edge, as exactly as a file has it.
  Surface sliver = tube();
  for (Vec3& p : sliver.positions) p.z += 1.5;
  const auto middle = static_cast<std::uint32_t>(sliver.positions.size());
  sliver.positions.push_back(Vec3(Vec3f(0.5 * (sliver.positions[40] + sliver.positions[41]))));
  sliver.triangles.push_back({40, middle, 41});
  sliver.edges = triangle_edges(sliver.triangles);
  std::vector<BindBone> bones = two_bones();
  for (BindBone& bone : bones) {
    bone.head.z += 1.5;
    bone.tail.z += 1.5;
  }
  const BindFaults faults = surface_faults(sliver, bones);
  ASSERT_EQ(codes(faults), std::set<std::string>{"zero_area_triangles"});
  EXPECT_EQ(faults[0].vertices, (std::vector<std::uint32_t>{40, 41, middle}));

  // One that fills the gap where an edge meets the middle of another opens nothing.
  Surface filled = tube();
  const auto split = static_cast<std::uint32_t>(filled.positions.size());
  filled.positions.push_back(0.5 * (filled.positions[40] + filled.positions[41]));
  const auto beside = std::ranges::find_if(filled.triangles, [](const Surface::Triangle& t) {
    return std::ranges::count(t, 40u) == 1 && std::ranges::count(t, 41u) == 1;
  });
  ASSERT_NE(beside, filled.triangles.end());
  Surface::Triangle first = *beside, second = first;
  std::ranges::replace(first, 41u, split);
  std::ranges::replace(second, 40u, split);
  Surface::Triangle between = *beside;
  for (std::uint32_t& v : between)
    if (v != 40 && v != 41) v = split;
  *beside = first;
  filled.triangles.push_back(second);
  filled.triangles.push_back(between);
  EXPECT_EQ(codes(tube_faults(filled)), std::set<std::string>{"zero_area_triangles"});
}

}  // namespace
}  // namespace mannequin::test
