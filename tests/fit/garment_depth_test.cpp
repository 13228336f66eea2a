#include "engine/fit/garment_depth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/avatar/avatar.h"
#include "engine/fit/garment_sweep.h"
#include "engine/io/builtin_mesh.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/avatar/builtin_figure.h"
#include "tests/fit/builtin.h"
#include "tests/fit/fit_figures.h"
#include "tools/scenes/scenes.h"

namespace mannequin {
namespace {

GarmentDepth measure_figures(const GarmentPair& pair, const FitFigure& body, const FitFigure& garment) {
  GarmentMeter meter(pair);
  return meter.measure(singles(body.positions), singles(body.normals), singles(garment.positions));
}

FitFigure scaled(FitFigure figure, const Vec3& by) {
  for (Vec3& p : figure.positions) p *= by;
  for (Vec3& n : figure.normals) n = glm::normalize(n / by);
  return figure;
}

// How far a point is outside a capsule about Z.
double outside_capsule(const Vec3& p, double radius, double half) {
  return glm::length(p - Vec3(0.0, 0.0, std::clamp(p.z, -half, half))) - radius;
}

// A capsule in a capsule, swelling by Z and across like a collision volume.
TEST(GarmentDepth, MatchesCapsulesInEachOther) {
  const double radius = 0.14, half = 0.1, garment_radius = 0.15;
  const FitFigure body = capsule_figure(radius, half, 320, 60, 40);
  const FitFigure garment = capsule_figure(garment_radius, half, 320, 60, 40);
  EXPECT_GT(body.triangles.size() + garment.triangles.size(), 100'000u);
  const GarmentPair pair = figure_pair(body, garment);
  EXPECT_EQ(pair.counted().size(), body.positions.size());
  EXPECT_FALSE(pair.inside_out());

  const Vec3 by(1.15, 1.15, 1.02);
  const FitFigure swollen = scaled(body, by);
  const GarmentDepth found = measure_figures(pair, swollen, garment);

  double deepest = 0.0;
  for (const Vec3& p : swollen.positions)
    deepest = std::max(deepest, outside_capsule(p, garment_radius, half));
  EXPECT_GT(deepest, 0.01);
  EXPECT_NEAR(found.depth, deepest, 1e-5);
  ASSERT_TRUE(found.vertex);
  EXPECT_NEAR(outside_capsule(swollen.positions[*found.vertex], garment_radius, half), deepest, 1e-5);

  // The area of the true surface that is outside: rings of the swollen capsule, finely.
  double area = 0.0;
  const int steps = 200'000;
  const double length = 2.0 * half + std::numbers::pi * radius;
  const auto profile = [&](double at) {  // along the capsule's outline from its lowest point
    const double quarter = 0.5 * std::numbers::pi * radius;
    double r = radius, z = at - quarter - half;
    if (at < quarter) r = radius * std::sin(at / radius), z = -half - radius * std::cos(at / radius);
    if (at > length - quarter)
      r = radius * std::sin((length - at) / radius), z = half + radius * std::cos((length - at) / radius);
    return Vec2(r * by.x, z * by.z);
  };
  for (int i = 0; i < steps; ++i) {
    const Vec2 a = profile(length * i / steps), b = profile(length * (i + 1) / steps), m = 0.5 * (a + b);
    if (outside_capsule(Vec3(m.x, 0.0, m.y), garment_radius, half) > kOutsideAbove)
      area += 2.0 * std::numbers::pi * m.x * glm::length(b - a);
  }
  EXPECT_NEAR(found.area, area, 0.01 * area);
}

TEST(GarmentDepth, IsNothingWhereASphereJustTouches) {
  FitFigure body = capsule_figure(0.1, 0.0, 64, 24, 1);
  const FitFigure garment = capsule_figure(0.12, 0.0, 64, 24, 1);
  const GarmentPair pair = figure_pair(body, garment);
  for (Vec3& p : body.positions) p.z += 0.02;  // until the poles meet
  const GarmentDepth found = measure_figures(pair, body, garment);
  EXPECT_LT(found.depth, 1e-6);
  EXPECT_EQ(found.area, 0.0);
  for (Vec3& p : body.positions) p.z += 0.001;
  EXPECT_NEAR(measure_figures(pair, body, garment).depth, 0.001, 1e-5);
}

// Cloth with an inner and an outer face: between the two is under it.
TEST(GarmentDepth, IsMeasuredFromTheOuterOfTwoFaces) {
  const FitFigure body = capsule_figure(0.1, 0.0, 64, 24, 1);
  FitFigure garment = capsule_figure(0.115, 0.0, 64, 24, 1), inner = capsule_figure(0.105, 0.0, 64, 24, 1);
  inner.turn_inside_out();
  garment.add(inner);
  const GarmentPair pair = figure_pair(body, garment);
  EXPECT_EQ(pair.counted().size(), body.positions.size());
  EXPECT_FALSE(pair.inside_out());
  EXPECT_EQ(measure_figures(pair, scaled(body, Vec3(1.10)), garment).depth, 0.0);
  EXPECT_NEAR(measure_figures(pair, scaled(body, Vec3(1.20)), garment).depth, 0.005, 5e-5);
  EXPECT_EQ(measure_figures(pair, body, garment).depth, 0.0);
}

// A leg beside the wall of a wide skirt with two sides: the inner side across faces its way and is nearer
// than the outer side of its own wall once that has swung away.
TEST(GarmentDepth, LeavesOutTheInnerSidesOfAWideSkirtIfAsked) {
  FitFigure skirt = tube_figure(0.200, -0.3, 0.3, 96, 12), inner = tube_figure(0.195, -0.3, 0.3, 96, 12);
  inner.turn_inside_out();
  skirt.add(inner);
  FitFigure leg = tube_figure(0.05, -0.2, 0.2, 36, 8);
  for (Vec3& p : leg.positions) p.x += 0.13;
  FitFigure swung = skirt;
  for (Vec3& p : swung.positions) p.x += 0.2;
  const GarmentPair all = figure_pair(leg, skirt);
  EXPECT_GT(measure_figures(all, leg, swung).depth, 0.01);
  const GarmentPair outer(
      {leg.positions, leg.normals, leg.triangles, skirt.positions, skirt.triangles, true});
  EXPECT_EQ(outer.counted().size(), all.counted().size());
  EXPECT_EQ(measure_figures(outer, leg, swung).depth, 0.0);
  for (Vec3& p : leg.positions) p.x += 0.03;  // now through its own wall
  EXPECT_NEAR(measure_figures(outer, leg, skirt).depth, 0.01, 2e-4);
  std::size_t inner_sides = 0;
  for (std::size_t t = 0; t < outer.garment_triangles().size(); ++t) inner_sides += outer.is_inner(t);
  EXPECT_EQ(inner_sides, inner.triangles.size());
}

TEST(GarmentDepth, CountsWhatIsUnderAnOpenSkirtOnly) {
  const FitFigure legs = tube_figure(0.10, -0.5, 0.5, 72, 100);
  const FitFigure skirt = tube_figure(0.11, -0.2, 0.3, 72, 50);
  const GarmentPair pair = figure_pair(legs, skirt);
  EXPECT_FALSE(pair.inside_out());
  std::vector<std::uint32_t> under;
  for (std::uint32_t v = 0; v < legs.positions.size(); ++v)
    if (legs.positions[v].z > -0.2001 && legs.positions[v].z < 0.3001) under.push_back(v);
  // Those level with the hem may count or not.
  std::vector<std::uint32_t> counted(pair.counted().begin(), pair.counted().end());
  std::erase_if(counted, [&](std::uint32_t v) {
    return std::abs(legs.positions[v].z + 0.2) < 1e-4 || std::abs(legs.positions[v].z - 0.3) < 1e-4;
  });
  std::erase_if(under, [&](std::uint32_t v) {
    return std::abs(legs.positions[v].z + 0.2) < 1e-4 || std::abs(legs.positions[v].z - 0.3) < 1e-4;
  });
  EXPECT_EQ(counted, under);
  EXPECT_EQ(measure_figures(pair, legs, skirt).depth, 0.0);
  const FitFigure thick = scaled(legs, Vec3(1.13, 1.13, 1.0));
  const GarmentDepth found = measure_figures(pair, thick, skirt);
  EXPECT_NEAR(found.depth, 0.003, 2e-5);
  EXPECT_NEAR(found.area, 2.0 * std::numbers::pi * 0.113 * 0.5, 0.02 * found.area);
}

TEST(GarmentDepth, NamesAGarmentThatIsInsideOutAndMeasuresItAsTurned) {
  const FitFigure body = capsule_figure(0.1, 0.1, 64, 24, 10);
  FitFigure garment = capsule_figure(0.11, 0.1, 64, 24, 10);
  const FitFigure thick = scaled(body, Vec3(1.15, 1.15, 1.0));
  const GarmentDepth right = measure_figures(figure_pair(body, garment), thick, garment);
  garment.turn_inside_out();
  const GarmentPair turned = figure_pair(body, garment);
  EXPECT_TRUE(turned.inside_out());
  const GarmentDepth found = measure_figures(turned, thick, garment);
  EXPECT_GT(right.depth, 0.004);
  EXPECT_EQ(found.depth, right.depth);
  EXPECT_EQ(found.area, right.area);
}

TEST(GarmentDepth, CountsNothingFarFromTheGarment) {
  const FitFigure body = capsule_figure(0.1, 0.0, 32, 12, 1);
  const FitFigure garment = capsule_figure(0.1301, 0.0, 32, 12, 1);
  FitFigure near = capsule_figure(0.1299, 0.0, 32, 12, 1);
  EXPECT_LT(figure_pair(body, garment).counted().size(), figure_pair(body, near).counted().size());
  const FitFigure far = capsule_figure(0.2, 0.0, 32, 12, 1);
  const GarmentPair pair = figure_pair(body, far);
  EXPECT_TRUE(pair.counted().empty());
  EXPECT_EQ(measure_figures(pair, body, far).area, 0.0);
}

// --- brute force, in double precision, by other formulas

// The nearest point of a triangle by the regions of its corners and edges.
Vec3 nearest_by_regions(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0) return a;
  const Vec3 bp = p - b;
  const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
  if (d3 >= 0.0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return a + d1 / (d1 - d3) * ab;
  const Vec3 cp = p - c;
  const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
  if (d6 >= 0.0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return a + d2 / (d2 - d6) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) return b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b);
  const double sum = va + vb + vc;
  return a + vb / sum * ab + vc / sum * ac;
}

std::vector<ReferenceVertex> skinned_at(const test::BuiltinMesh& mesh, const AvatarState& state) {
  std::vector<Mat4> palette(mesh.skin.palette_size());
  make_palette(mesh.skin, state.joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> out(mesh.mesh.vertex_count());
  skin_reference(mesh.mesh, mesh.skin, palette, out);
  return out;
}

// A random shape, in each of the poses in turn.
AvatarState shape_in_a_pose(std::uint32_t shape) {
  const std::vector<scenes::NamedPose> poses = scenes::poses(builtin().skeleton);
  AvatarInputs inputs;
  inputs.sliders = scenes::random_shape(builtin().appearance, Sex::female, 4000 + shape);
  inputs.pose = poses[shape % poses.size()].pose;
  return evaluate_avatar(builtin(), inputs);
}

TEST(GarmentDepth, AgreesWithBruteForceOnADressedBody) {
  const test::BuiltinMesh& body = test::builtin_mesh("mannequin", Sex::female);
  const test::BuiltinMesh& top = test::builtin_mesh("top", Sex::female);
  const FitSurface body_surface{{{&body.mesh, &body.skin}}}, top_surface{{{&top.mesh, &top.skin}}};
  const GarmentPair pair = make_garment_pair(body_surface, top_surface);
  ASSERT_GT(pair.counted().size(), 1000u);
  GarmentMeter meter(pair);
  const std::vector<Surface::Triangle> triangles = top_surface.triangles(),
                                       skin_triangles = body_surface.triangles();
  std::size_t outside = 0;
  for (std::uint32_t shape = 0; shape < 50; ++shape) {
    const AvatarState state = shape_in_a_pose(shape);
    const std::vector<ReferenceVertex> b = skinned_at(body, state), t = skinned_at(top, state);
    std::vector<Vec3f> b_positions, b_normals, t_positions;
    for (const ReferenceVertex& v : b) b_positions.emplace_back(v.position), b_normals.emplace_back(v.normal);
    for (const ReferenceVertex& v : t) t_positions.emplace_back(v.position);
    const GarmentDepth found = meter.measure(b_positions, b_normals, t_positions);

    struct Flat {
      Vec3 low, high, normal;
    };
    std::vector<Flat> flats;
    for (const Surface::Triangle& corner : triangles) {
      const Vec3 &p = t[corner[0]].position, &q = t[corner[1]].position, &r = t[corner[2]].position;
      flats.push_back({glm::min(glm::min(p, q), r), glm::max(glm::max(p, q), r),
                       glm::normalize(glm::cross(q - p, r - p))});
    }
    double deepest = 0.0, area = 0.0, area_found = 0.0;
    for (std::size_t i = shape % 10; i < pair.counted().size(); i += 10) {
      const std::uint32_t v = pair.counted()[i];
      double least = std::numeric_limits<double>::infinity(), side = 0.0, square = -1.0;
      for (std::size_t f = 0; f < flats.size(); ++f) {
        // The box of a triangle that is farther than the best so far can be skipped.
        const Vec3 to_box =
            glm::max(glm::max(flats[f].low - b[v].position, b[v].position - flats[f].high), Vec3(0.0));
        if (glm::dot(to_box, to_box) > (least + 1e-6) * (least + 1e-6)) continue;
        const Vec3& normal = flats[f].normal;
        if (!(glm::dot(normal, b[v].normal) > 0.0)) continue;
        const Vec3 &p = t[triangles[f][0]].position, &q = t[triangles[f][1]].position,
                   &r = t[triangles[f][2]].position;
        const Vec3 away = b[v].position - nearest_by_regions(b[v].position, p, q, r);
        const double distance = glm::length(away), facing = glm::dot(away, normal);
        const bool same_place = std::abs(distance - least) < 1e-8;
        if (distance > least && !same_place) continue;
        if (same_place && std::abs(facing) <= square) continue;
        least = std::min(least, distance), side = facing, square = std::abs(facing);
      }
      const double expected = side > 0.0 ? least : -least;
      // Float32 positions; at a ridge the two may take either side of a place that is no distance away.
      EXPECT_NEAR(meter.vertices()[i].outside, expected, 2e-6) << "shape " << shape << ", vertex " << v;
      deepest = std::max(deepest, expected);
      double around = 0.0;
      for (const Surface::Triangle& corner : skin_triangles)
        if (corner[0] == v || corner[1] == v || corner[2] == v)
          around += glm::length(glm::cross(b[corner[1]].position - b[corner[0]].position,
                                           b[corner[2]].position - b[corner[0]].position)) /
                    6.0;
      if (expected > kOutsideAbove) area += around, ++outside;
      if (meter.vertices()[i].outside > kOutsideAbove) area_found += around;
    }
    EXPECT_GE(found.depth, deepest - 2e-6);
    EXPECT_NEAR(area_found, area, 1e-3 * area + 1e-6);
    EXPECT_GE(found.area, 0.999 * area_found);
  }
  EXPECT_GT(outside, 100u);  // else nothing was compared
}

// Moves vertices near one of them, as mending does.
std::vector<char> move_about(std::vector<Vec3f>& positions, std::size_t middle, float reach, float by) {
  std::vector<char> moved(positions.size(), 0);
  const Vec3f at = positions[middle];
  for (std::size_t v = 0; v < positions.size(); ++v)
    if (glm::distance(positions[v], at) < reach) positions[v] += Vec3f(by, -by, by), moved[v] = 1;
  return moved;
}

TEST(GarmentDepth, IsTheSameWhereOnlyWhatMovedIsMeasuredAgain) {
  const test::BuiltinMesh& body = test::builtin_mesh("mannequin", Sex::female);
  const test::BuiltinMesh& top = test::builtin_mesh("top", Sex::female);
  const FitSurface body_surface{{{&body.mesh, &body.skin}}}, top_surface{{{&top.mesh, &top.skin}}};
  const GarmentPair pair = make_garment_pair(body_surface, top_surface);
  std::size_t outside = 0, searched = 0, changed = 0;
  for (std::uint32_t shape = 0; shape < 24; ++shape) {
    SCOPED_TRACE(shape);
    const AvatarState state = shape_in_a_pose(shape);
    const PosedSurface skin = pose_surface(body_surface, state.joints);
    std::vector<Vec3f> cloth = pose_surface(top_surface, state.joints).positions;
    GarmentMeter meter(pair), fresh(pair);
    meter.measure(skin.positions, skin.normals, cloth);
    std::vector<KnownDepth> known;
    for (const VertexDepth& one : meter.vertices())
      known.push_back({one.triangle, static_cast<float>(one.outside)});
    meter.change(std::vector<char>(cloth.size(), 0));
    const GarmentDepth same = meter.measure(skin.positions, skin.normals, cloth, known);
    EXPECT_EQ(same.depth, fresh.measure(skin.positions, skin.normals, cloth).depth);
    EXPECT_EQ(meter.searched(), 0u);

    const float reach = shape % 3 == 0 ? 0.3f : 0.03f;
    meter.change(move_about(cloth, 100 * shape % cloth.size(), reach, shape % 2 == 0 ? 0.006f : -0.006f));
    const GarmentDepth again = meter.measure(skin.positions, skin.normals, cloth, known);
    const GarmentDepth expected = fresh.measure(skin.positions, skin.normals, cloth);
    EXPECT_EQ(again.depth, expected.depth);
    EXPECT_EQ(again.area, expected.area);
    EXPECT_EQ(again.vertex, expected.vertex);
    for (std::size_t i = 0; i < known.size(); ++i) {
      const VertexDepth &is = meter.vertices()[i], &should = fresh.vertices()[i];
      EXPECT_EQ(is.triangle, should.triangle) << i;
      if (should.outside > 0.0) {
        EXPECT_EQ(is.outside, should.outside) << i;
        ++outside;
      } else {
        EXPECT_NEAR(is.outside, should.outside, 1e-6 * std::abs(should.outside)) << i;
      }
      changed += should.outside != known[i].outside && should.triangle != known[i].triangle ? 1 : 0;
    }
    searched += meter.searched();
  }
  EXPECT_GT(outside, 100u);
  EXPECT_GT(changed, 100u);
  EXPECT_LT(searched, 24 * pair.counted().size() / 2) << "else all was searched";
}

}  // namespace
}  // namespace mannequin
