#include "engine/bind/place_faults.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "engine/bind/bind.h"
#include "engine/bind/surface_faults.h"
#include "engine/io/builtin_mesh.h"
#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

using Moving = std::function<Vec3(const Vec3&)>;

Surface builtin_surface(std::string_view name, Sex sex) {
  const BoundMeshDesc bound = io::read_builtin_mesh(name, sex).value().meshes[0];
  return make_surface(bound.mesh, bound.skin.bind_shape, Welding::border).surface;
}

// The built-in body, and what is said of meshes on it.
class PlaceFaults : public testing::Test {
 protected:
  static WeightSource source() {
    Surface surface = builtin_surface("mannequin", Sex::female);
    const std::size_t count = surface.positions.size();
    return {"body", std::move(surface), {{"mPelvis"}, {count, {{0, 1.0}}}}};
  }
  BindFaults misplaced(Surface surface, const Moving& move) const {
    for (Vec3& p : surface.positions) p = move(p);
    BindFaults faults;
    find_misplaced(surface, trees_, faults);
    return faults;
  }

  const WeightSource body_ = source();
  const SourceTrees trees_{std::span(&body_, 1)};
};

Vec3 turned(const Vec3& p) { return {-p.y, p.x, p.z}; }

TEST_F(PlaceFaults, WhatIsWornAsItIsMadeHasNone) {
  for (const Sex sex : {Sex::female, Sex::male}) {
    std::vector<std::string_view> names = {"mannequin", "hair", "eyes"};
    for (const std::string_view garment : io::builtin_garments()) names.push_back(garment);
    for (const std::string_view name : names)
      EXPECT_TRUE(misplaced(builtin_surface(name, sex), [](const Vec3& p) { return p; }).empty()) << name;
  }
}

TEST_F(PlaceFaults, AnotherUnitIsNamedWithItsFactor) {
  for (const char* name : {"mannequin", "top", "trousers", "boots"})
    for (const auto& [scale, factor] : std::map<double, std::string>{{0.01, "100"},
                                                                     {0.1, "10"},
                                                                     {1.0 / 2.54, "2.54"},
                                                                     {0.5, "2"},
                                                                     {2.54, "0.394"},
                                                                     {100.0, "0.01"}}) {
      const BindFaults faults =
          misplaced(builtin_surface(name, Sex::male), [by = scale](const Vec3& p) { return by * p; });
      ASSERT_EQ(codes(faults), std::set<std::string>{"wrong_unit"}) << name << scale;
      EXPECT_NE(faults[0].message.find(" " + factor + " times"), std::string::npos) << faults[0].message;
      EXPECT_NE(faults[0].remedy.find("--mesh-scale"), std::string::npos);
      EXPECT_FALSE(faults[0].vertices.empty());
    }
}

TEST_F(PlaceFaults, AMeshThatLiesFacesElsewhereOrFloatsIsNamed) {
  const auto of_top = [&](const Moving& move) {
    return misplaced(builtin_surface("top", Sex::female), move);
  };
  // On its side, as a file with Y up is read with Z up, and on its back.
  const BindFaults lying = of_top([](const Vec3& p) { return Vec3(p.x, p.z, -p.y); });
  ASSERT_EQ(codes(lying), std::set<std::string>{"wrong_up"});
  EXPECT_NE(lying[0].remedy.find("--mesh-up"), std::string::npos);
  EXPECT_EQ(codes(of_top([](const Vec3& p) { return Vec3(-p.z, p.y, p.x); })),
            std::set<std::string>{"wrong_up"});

  const BindFaults aside = of_top(turned);
  ASSERT_EQ(codes(aside), std::set<std::string>{"wrong_front"});
  EXPECT_NE(aside[0].message.find("-90 degrees"), std::string::npos) << aside[0].message;
  EXPECT_NE(aside[0].remedy.find("+X"), std::string::npos);
  EXPECT_EQ(codes(of_top([](const Vec3& p) { return turned(turned(p)); })),
            std::set<std::string>{"wrong_front"});
  EXPECT_EQ(codes(misplaced(body_.surface, [](const Vec3& p) { return turned(turned(p)); })),
            std::set<std::string>{"wrong_front"});

  const BindFaults low = of_top([](const Vec3& p) { return p - Vec3(0.0, 0.0, 1.067); });
  ASSERT_EQ(codes(low), std::set<std::string>{"wrong_height"});
  EXPECT_NE(low[0].message.find("1.07 m higher"), std::string::npos) << low[0].message;

  EXPECT_EQ(codes(of_top([](const Vec3& p) { return 0.1 * turned(p); })),
            (std::set<std::string>{"wrong_front", "wrong_unit"}));
}

TEST_F(PlaceFaults, WhateverTheMethodAMisplacedMeshIsNamed) {
  Surface tiny = builtin_surface("top", Sex::female);
  for (Vec3& p : tiny.positions) p *= 0.1;
  const BindSources from({&body_, 1});
  const std::vector<BindBone> bones = {{"mTorso", "", {0, 0, 1.1}, {0, 0, 1.5}}};
  for (const BindMethod method :
       {BindMethod::heat, BindMethod::voxel, BindMethod::copy, BindMethod::transfer}) {
    BindOptions options;
    options.method = method;
    const auto outcome = bind_weights({&tiny, nullptr, bones, &from, bones, nullptr, &from}, options);
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(codes(outcome->faults).contains("wrong_unit"));
  }
}

TEST_F(PlaceFaults, PartsFarFromWhatMovesThemAreNamed) {
  Surface surface = tube();
  const auto first = static_cast<std::uint32_t>(surface.positions.size());
  // One at 0.4 m, near a vertex of the tube, and one at 5 m.
  for (const double away : {0.35, 5.0}) {
    const auto begin = static_cast<std::uint32_t>(surface.positions.size());
    const Surface small = tube(0.1, 0.02);
    for (const Vec3& p : small.positions) surface.positions.push_back(p + Vec3(away, 0.5, 0.0));
    for (Surface::Triangle t : small.triangles) {
      for (std::uint32_t& v : t) v += begin;
      surface.triangles.push_back(t);
    }
  }
  surface.edges = triangle_edges(surface.triangles);
  std::vector<std::uint32_t> last;
  for (std::uint32_t v = first + 90; v < surface.positions.size(); ++v) last.push_back(v);
  const BindFaults by_bones = surface_faults(surface, two_bones());
  ASSERT_EQ(codes(by_bones), std::set<std::string>{"far_from_bones"});
  EXPECT_EQ(by_bones[0].vertices, last);
  EXPECT_FALSE(by_bones[0].remedy.empty());

  const WeightSource source{"tube", tube(), {{"upper"}, {90, {{0, 1.0}}}}};
  BindFaults copied;
  find_far_from_source(surface, SourceTrees({&source, 1}), copied);
  ASSERT_EQ(codes(copied), std::set<std::string>{"far_from_source"});
  EXPECT_EQ(copied[0].vertices, last);
}

}  // namespace
}  // namespace mannequin::test
