#include "engine/fit/garment_shifts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/wear/bound_mesh.h"
#include "tests/fit/builtin.h"
#include "tests/fit/fit_figures.h"

namespace mannequin {
namespace {

// A figure bound to one joint as a whole, and the surface that it makes.
struct WornFigure {
  BoundMesh bound;

  explicit WornFigure(const FitFigure& figure) : bound(build(figure)) {}
  FitSurface surface() const { return {{{&bound.mesh, &*bound.skin}}}; }

 private:
  static BoundMesh build(const FitFigure& figure) {
    BoundMeshDesc desc;
    desc.mesh.name = "figure";
    desc.mesh.positions = singles(figure.positions);
    desc.mesh.normals = singles(figure.normals);
    desc.mesh.uvs.assign(figure.positions.size(), {0, 0});
    for (const Surface::Triangle& t : figure.triangles)
      desc.mesh.indices.insert(desc.mesh.indices.end(), t.begin(), t.end());
    const auto vertices = static_cast<std::uint32_t>(figure.positions.size());
    desc.mesh.faces = {{0, 0, vertices, 0, static_cast<std::uint32_t>(desc.mesh.indices.size())}};
    desc.mesh.materials = {{"cloth", {1, 1, 1, 1}, ""}};
    desc.skin.joint_names = {"mPelvis"};
    desc.skin.inverse_binds = {Mat4(1.0)};
    desc.skin.joint_positions = {std::nullopt};
    desc.skin.influence_begin = {0};
    for (std::uint32_t v = 0; v < vertices; ++v) {
      desc.skin.influences.push_back({0, 1.0f});
      desc.skin.influence_begin.push_back(v + 1);
    }
    return build_bound_mesh(std::move(desc), builtin().skeleton, kStrictImporter).value();
  }
};

// A tube of cloth around a tube of body, 4 mm from it, with a lining at 2 mm.
struct Sleeve {
  FitFigure cloth = tube_figure(0.054, -0.1, 0.1, 96, 40), lining = tube_figure(0.052, -0.1, 0.1, 96, 40);
  WornFigure body{tube_figure(0.050, -0.2, 0.2, 96, 80)};
  std::optional<WornFigure> garment;

  Sleeve() {
    lining.turn_inside_out();
    cloth.add(lining);
    garment.emplace(cloth);
  }
};

double radius(const Vec3& p) { return std::hypot(p.x, p.y); }

TEST(GarmentShifts, MoveOutwardsByAtMostTheLimit) {
  const Sleeve sleeve;
  const GarmentPlaces places = find_places(sleeve.garment->surface(), sleeve.body.surface());
  for (const double limit : {0.010, 0.003}) {
    double most = 0.0;
    for (const auto& shift :
         make_shifts(places, sleeve.garment->surface(), sleeve.body.surface(), limit).ways)
      for (std::size_t w = 0; w < places.count(); ++w) {
        EXPECT_LE(glm::length(shift[w]), limit + 1e-9);
        most = std::max(most, radius(places.positions[w] + shift[w]) - radius(places.positions[w]));
      }
    EXPECT_NEAR(most, limit, 1e-5);
  }
}

// Cloth gets close to the body, but neither into it nor through its own lining.
TEST(GarmentShifts, MoveCloserAndKeepLayersApart) {
  const Sleeve sleeve;
  const GarmentPlaces places = find_places(sleeve.garment->surface(), sleeve.body.surface());
  const GarmentShifts shifts = make_shifts(places, sleeve.garment->surface(), sleeve.body.surface(), 0.010);
  double closest = 1.0;
  for (const auto& shift : shifts.ways) {
    double outer = 1.0, inner = 0.0;
    for (std::size_t w = 0; w < places.count(); ++w) {
      const double before = radius(places.positions[w]), after = radius(places.positions[w] + shift[w]);
      if (before > 0.053)
        outer = std::min(outer, after);
      else
        inner = std::max(inner, after);
      closest = std::min(closest, after);
    }
    EXPECT_GT(outer, inner + 0.0004);
  }
  EXPECT_GT(closest, 0.0503);
  EXPECT_LT(closest, 0.0507);
}

// Three quarters of the distance, but 3 mm at most.
TEST(GarmentShifts, LeaveRoomBelow) {
  const Sleeve sleeve;
  const GarmentPlaces places = find_places(sleeve.garment->surface(), sleeve.body.surface());
  const GarmentShifts shifts = make_shifts(places, sleeve.garment->surface(), sleeve.body.surface(), 0.010);
  ASSERT_EQ(shifts.rooms.size(), places.count());
  for (std::size_t w = 0; w < places.count(); ++w) {
    const Vec3& p = places.positions[w];
    EXPECT_NEAR(shifts.rooms[w].room, radius(p) > 0.053 ? 0.003 : 0.0015, 1e-4);
    EXPECT_GT(glm::dot(shifts.rooms[w].away, Vec3(p.x, p.y, 0.0) / radius(p)), 0.999);
  }
}

TEST(GarmentShifts, MoveNothingWithoutALimit) {
  const Sleeve sleeve;
  const GarmentPlaces places = find_places(sleeve.garment->surface(), sleeve.body.surface());
  const GarmentShifts shifts = make_shifts(places, sleeve.garment->surface(), sleeve.body.surface(), 0.0);
  ASSERT_EQ(shifts.ways.size(), 1u);
  EXPECT_TRUE(std::ranges::all_of(shifts.ways[0], [](const Vec3& s) { return s == Vec3(0.0); }));
}

}  // namespace
}  // namespace mannequin
