
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "engine/bind/eyeballs.h"
#include "engine/bind/surface_faults.h"
#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

BindFaults faults_of(const Surface& surface) { return surface_faults(surface, two_bones()); }

TEST(Heat, EachHalfOfATubeFollowsItsBone) {
  const Surface surface = tube();
  const auto bound = heat_weights(surface, two_bones());
  ASSERT_TRUE(bound) << bound.error().message();
  EXPECT_TRUE(bound->faults.empty());
  EXPECT_EQ(bound->weights.groups, (std::vector<std::string>{"upper", "lower"}));
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    const double upper = weight_of(bound->weights.vertices[v], 0),
                 lower = weight_of(bound->weights.vertices[v], 1);
    EXPECT_NEAR(upper + lower, 1.0, 0.1) << v;
    if (surface.positions[v].y < 0.25) {
      EXPECT_GT(upper, 0.9) << v;
    }
    if (surface.positions[v].y > 0.75) {
      EXPECT_GT(lower, 0.9) << v;
    }
  }
}

TEST(Heat, TheSameInputGivesTheSameBits) {
  const auto first = heat_weights(tube(), two_bones()), second = heat_weights(tube(), two_bones());
  ASSERT_TRUE(first && second);
  for (std::size_t v = 0; v < first->weights.vertices.size(); ++v) {
    ASSERT_EQ(first->weights.vertices[v].size(), second->weights.vertices[v].size());
    for (std::size_t i = 0; i < first->weights.vertices[v].size(); ++i)
      EXPECT_EQ(first->weights.vertices[v][i].weight, second->weights.vertices[v][i].weight);
  }
}

TEST(Heat, RefusesWhatCannotBeBound) {
  EXPECT_FALSE(heat_weights(tube(), {}));
  std::vector<BindBone> bones = two_bones();
  bones[0].tail.x = std::nan("");
  EXPECT_FALSE(heat_weights(tube(), bones));
  Surface far = tube();
  far.positions[3].z = 5000.0;
  EXPECT_FALSE(heat_weights(far, two_bones()));
  Surface broken = tube();
  broken.triangles[0][1] = 100000;
  EXPECT_FALSE(heat_weights(broken, two_bones()));
  const auto stopped = heat_weights(tube(), two_bones(), {{}, {}, [](double) { return false; }});
  EXPECT_FALSE(stopped) << "a cancelled run stops";
}

TEST(Heat, EmptyAndTinySurfacesComeOutWhole) {
  const auto none = heat_weights({}, two_bones());
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->weights.vertices.empty());
  Surface dot;
  dot.positions = {{0, 0.1, 0}};
  const auto one = heat_weights(dot, two_bones());
  ASSERT_TRUE(one);
  ASSERT_EQ(one->weights.vertices[0].size(), 1u);
  EXPECT_EQ(one->weights.vertices[0][0].group, 0u) << "a loose vertex takes its nearest bone";
  EXPECT_DOUBLE_EQ(one->weights.vertices[0][0].weight, 1.0);
}

TEST(Heat, EyesMoveEyesAlone) {
  Surface surface = tube();
  const std::size_t head = surface.positions.size();
  Surface ball = tube(0.03, 0.015, 4, 8);
  for (Vec3& p : ball.positions) p += Vec3(0.3, 0.985, 0.0);
  for (auto t : ball.triangles) {
    for (auto& v : t) v += static_cast<std::uint32_t>(head);
    surface.triangles.push_back(t);
  }
  surface.positions.insert(surface.positions.end(), ball.positions.begin(), ball.positions.end());
  surface.edges = triangle_edges(surface.triangles);
  std::vector<BindBone> bones = two_bones();
  bones.push_back({"mEyeLeft", "lower", {0.3, 1.0, 0}, {0.32, 1.0, 0}});
  const std::vector<Vec3> places = {bones.back().head};
  HeatOptions options{{false, false, true}, eyeball_vertices(surface, places), {}};
  const auto bound = heat_weights(surface, bones, options);
  ASSERT_TRUE(bound);
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    ASSERT_FALSE(bound->weights.vertices[v].empty()) << v;
    for (const GroupWeight& w : bound->weights.vertices[v]) EXPECT_EQ(w.group == 2, v >= head) << v;
  }
}

TEST(SurfaceFaults, ASoundTubeHasNone) { EXPECT_TRUE(faults_of(tube()).empty()); }

TEST(SurfaceFaults, EachFaultIsNamedWithItsVertices) {
  Surface inside_out = tube();
  for (auto& t : inside_out.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(codes(faults_of(inside_out)), std::set<std::string>{"inside_out"});

  Surface loose = tube();
  loose.positions.emplace_back(0.0, 0.5, 0.5);
  ASSERT_EQ(codes(faults_of(loose)), std::set<std::string>{"loose_vertices"});
  EXPECT_EQ(faults_of(loose)[0].vertices, (std::vector<std::uint32_t>{90}));

  Surface collapsed = tube();
  collapsed.triangles.push_back({0, 1, 1});
  const BindFaults flat = faults_of(collapsed);
  ASSERT_NE(fault_named(flat, "zero_area_triangles"), nullptr);
  EXPECT_EQ(fault_named(flat, "zero_area_triangles")->vertices, (std::vector<std::uint32_t>{0, 1}));

  Surface centimetres = tube();
  for (Vec3& p : centimetres.positions) p *= 100.0;
  EXPECT_TRUE(codes(faults_of(centimetres)).contains("wrong_unit"));

  Surface away = tube();
  for (Vec3& p : away.positions) p.x += 2.0;
  EXPECT_EQ(codes(faults_of(away)), std::set<std::string>{"far_from_bones"});

  Surface twice = tube();
  const auto count = static_cast<std::uint32_t>(twice.positions.size());
  for (std::uint32_t v = 0; v < count; ++v) twice.positions.push_back(twice.positions[v]);
  for (std::size_t t = 0, all = twice.triangles.size(); t < all; ++t)
    twice.triangles.push_back(
        {twice.triangles[t][0] + count, twice.triangles[t][1] + count, twice.triangles[t][2] + count});
  twice.edges = triangle_edges(twice.triangles);
  EXPECT_EQ(codes(faults_of(twice)), std::set<std::string>{"duplicate_vertices"});

  Surface crossing = tube();
  const auto spike = static_cast<std::uint32_t>(crossing.positions.size());
  crossing.positions.insert(crossing.positions.end(),
                            {{-0.3, 0.55, 0.01}, {0.3, 0.55, 0.01}, {0.0, 0.55, 0.5}});
  crossing.triangles.push_back({spike, spike + 1, spike + 2});
  crossing.edges = triangle_edges(crossing.triangles);
  ASSERT_TRUE(codes(faults_of(crossing)).contains("self_intersections"));

  Surface soup;
  for (const auto& t : tube().triangles) {
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    for (const std::uint32_t v : t) soup.positions.push_back(tube().positions[v]);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  soup.edges = triangle_edges(soup.triangles);
  EXPECT_EQ(codes(faults_of(soup)), std::set<std::string>{"not_welded"});
}

TEST(SurfaceFaults, AnOpeningWithoutABoneIsNamed) {
  const Surface closed = tube();
  const auto without = [&](auto&& gone) {
    Surface open = closed;
    std::erase_if(open.triangles, gone);
    open.edges = triangle_edges(open.triangles);
    return open;
  };
  // The ends, through which the bones go on: a sleeve.
  const Surface sleeve = without([](const Surface::Triangle& t) { return std::ranges::max(t) >= 88; });
  EXPECT_EQ(codes(faults_of(sleeve)), std::set<std::string>{"loose_vertices"});
  // A hole in its side.
  const Surface holed = without([](const Surface::Triangle& t) {
    return std::ranges::equal(t, std::array{40u, 48u, 49u});
  });
  ASSERT_EQ(codes(faults_of(holed)), std::set<std::string>{"open_shell"});
  EXPECT_EQ(faults_of(holed)[0].vertices, (std::vector<std::uint32_t>{40, 48, 49}));
  // Half of it: nothing is inside.
  const Surface half = without([&](const Surface::Triangle& t) {
    return std::ranges::all_of(t, [&](std::uint32_t v) { return closed.positions[v].x < 1e-9; });
  });
  EXPECT_TRUE(codes(faults_of(half)).contains("open_shell"));
}

TEST(SurfaceFaults, EdgesOfManyFacesAreNamed) {
  Surface doubled = tube();
  doubled.triangles.push_back(doubled.triangles.front());
  const BindFaults faults = faults_of(doubled);
  const BindFault* fault = fault_named(faults, "non_manifold");
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->vertices, (std::vector<std::uint32_t>{0, 8, 9}));
}

TEST(SurfaceFaults, RemediesAreGiven) {
  Surface bad = tube();
  bad.positions.emplace_back(0.0, 0.5, 0.5);
  for (const BindFault& fault : faults_of(bad)) {
    EXPECT_FALSE(fault.message.empty());
    EXPECT_FALSE(fault.remedy.empty());
  }
}

}  // namespace
}  // namespace mannequin::test
