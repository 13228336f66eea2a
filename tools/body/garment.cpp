#include "tools/body/garment.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/body/cloth_weights.h"
#include "tools/body/figure.h"
#include "tools/body/sheet.h"

namespace mannequin::body {
namespace {

constexpr double kGarmentCell = 0.004;  // of the first, dense surface
constexpr double kHemEdge = 0.011;      // the longest edge of triangles at hems
constexpr double kWeltGap = 0.0006;     // that straight edges of soles do not cut into boots
constexpr double kCorner = 0.001;       // how round it is where openings meet

// The trunk as cloth spans it: no hollow between the breasts and behind.
Field clothed_torso(const Rig& rig) {
  const Vec3 pelvis = rig.at("mPelvis"), chest(0, 0, rig.at("mChest").z);
  Field f = sculpt_torso(rig);
  f.add(Ellipsoid{chest + Vec3(rig.sex == Sex::male ? 0.070 : 0.062, 0, 0.042), {0.042, 0.060, 0.050}},
        0.040);
  f.add(Ellipsoid{pelvis + Vec3(-0.078, 0, -0.080), {0.050, 0.052, 0.065}}, 0.040);
  f.add(sculpt_leg(rig), 0.030, true);
  return f;
}

HalfSpace below(double z) { return {{0, 0, z}, {0, 0, -1}}; }
HalfSpace above(double z, double rise_forward = 0.0) {
  return {{0, 0, z}, glm::normalize(Vec3(-rise_forward, 0, 1))};
}

Pattern top(const Rig& rig) {
  const Vec3 shoulder = rig.at("mShoulderLeft"), chest(0, 0, rig.at("mChest").z);
  Field body = clothed_torso(rig);
  body.add(sculpt_arm(rig), 0.055);
  Pattern made{body.grown(0.0090), {}, {}};
  made.flatness = 0.0008;
  made.shortest = 0.0034;
  made.openings.add(below(rig.at("mPelvis").z - 0.050), kCorner);
  made.openings.add(HalfSpace{shoulder + Vec3(0, 0.135, 0), glm::normalize(Vec3(0, 1, -0.22))}, kCorner);
  made.openings.add(Ellipsoid{chest + Vec3(-0.004, 0, 0.262), {0.098, 0.098, 0.082}, tilted({0, 14, 0})},
                    kCorner);
  return made;
}

Pattern trousers(const Rig& rig) {
  Pattern made{clothed_torso(rig).grown(0.0044), {}, {}};
  made.hem.thick = 0.0020;
  made.flatness = 0.0008;
  made.openings.add(above(rig.at("mPelvis").z + 0.075, 0.08), kCorner);
  made.openings.add(below(rig.at("mAnkleLeft").z + 0.035), kCorner);
  return made;
}

// A long skirt has no bones of its own: each half follows a leg, and a wide stride of thin legs shows them.
// The armholes keep to the inside of the fold that lowered arms make.
Pattern dress(const Rig& rig) {
  const Vec3 shoulder = rig.at("mShoulderLeft"), chest(0, 0, rig.at("mChest").z);
  const double pelvis = rig.at("mPelvis").z, hem = rig.at("mAnkleLeft").z + 0.150;
  const auto ring = [&](double part, double front, double back, double side) {
    return Section{hem + part * (pelvis - hem), 0.0, 0.0, back, front, side, side, 0.0};
  };
  Field body = clothed_torso(rig);
  body.add(sculpt_arm(rig), 0.045);
  Field f = body.grown(0.0080);
  f.add(Loft(2, {ring(-0.05, 0.206, 0.222, 0.262), ring(0.00, 0.202, 0.218, 0.258),
                 ring(0.20, 0.178, 0.200, 0.236), ring(0.42, 0.152, 0.180, 0.212),
                 ring(0.66, 0.124, 0.160, 0.190), ring(0.82, 0.106, 0.146, 0.178),
                 ring(0.92, 0.096, 0.126, 0.166), ring(1.02, 0.086, 0.098, 0.148),
                 ring(1.10, 0.070, 0.080, 0.125)}),
        0.030);
  Pattern made{std::move(f), {}, {}};
  made.openings.add(below(hem), kCorner);
  Field armhole;
  armhole.add(HalfSpace{shoulder + Vec3(0, -0.030, 0), glm::normalize(Vec3(0, 1, 0.10))}, kCorner);
  armhole.cut(below(shoulder.z - 0.150), 0.120);
  made.openings.add(std::move(armhole), kCorner);
  made.openings.add(Ellipsoid{chest + Vec3(0.020, 0, 0.250), {0.130, 0.094, 0.112}, tilted({0, 10, 0})},
                    kCorner);
  made.hem.skirt_below = hem + 0.050;
  made.hem.skirt_turned_up = 0.100;
  return made;
}

Pattern boots(const Rig& rig) {
  const Vec3 ankle = rig.at("mAnkleLeft");
  const double ground = rig.at("mFootLeft").z - 0.012, y = ankle.y + 0.004;
  Field leg = sculpt_leg(rig);
  // Over the toes, and from the heel up to the shaft.
  leg.add(Loft(0, {{-0.040, y, ground + 0.030, 0.028, 0.028, 0.028, 0.034, 0.2},
                   {0.000, y, ground + 0.033, 0.031, 0.031, 0.031, 0.050, 0.2},
                   {0.070, y, ground + 0.032, 0.034, 0.038, 0.031, 0.040, 0.3},
                   {0.130, y, ground + 0.022, 0.043, 0.046, 0.022, 0.028, 0.4},
                   {0.175, y - 0.002, ground + 0.018, 0.043, 0.045, 0.018, 0.020, 0.4},
                   {0.205, y - 0.006, ground + 0.017, 0.034, 0.036, 0.017, 0.016, 0.3},
                   {0.224, y - 0.010, ground + 0.016, 0.014, 0.014, 0.012, 0.010, 0.0}}),
          0.030);
  leg.add(Ellipsoid{ankle + Vec3(-0.014, 0.001, 0.022), {0.036, 0.030, 0.062}}, 0.030);
  Field f = leg.grown(0.0095);
  f.cut(below(ground - 0.0010), 0.003);
  Pattern made{std::move(f), {}, {}};
  made.openings.add(above(rig.at("mKneeLeft").z - 0.120, 0.12), kCorner);
  return made;
}

// Wider than the boot above it, with a heel: rings from the tread up to the boot. Open there: a top inside
// the boot would be nearer to toes than the boot around them.
Sculpture soles(const Rig& rig) {
  const Vec3 ankle = rig.at("mAnkleLeft");
  const double ground = rig.at("mFootLeft").z - 0.012;
  // Halves of the outline from the tip of the toes to the heel: x, to the inner and to the outer side.
  const std::vector<Vec3> given = {{0.248, 0.008, -0.006}, {0.244, 0.030, 0.016},  {0.233, 0.045, 0.034},
                                   {0.212, 0.055, 0.053},  {0.180, 0.060, 0.066},  {0.140, 0.059, 0.069},
                                   {0.100, 0.050, 0.065},  {0.060, 0.042, 0.058},  {0.020, 0.042, 0.051},
                                   {-0.020, 0.043, 0.047}, {-0.045, 0.039, 0.042}, {-0.061, 0.028, 0.030},
                                   {-0.068, 0.010, 0.012}};
  // And a place on a curve between each two, so that the welt keeps to the boot around the toes.
  std::vector<Vec3> widths;
  for (std::size_t k = 0; k + 1 < given.size(); ++k) {
    const Vec3 &before = given[k > 0 ? k - 1 : 0], &after = given[std::min(k + 2, given.size() - 1)];
    widths.push_back(given[k]);
    widths.push_back((9.0 * (given[k] + given[k + 1]) - before - after) / 16.0);
  }
  widths.push_back(given.back());
  struct Layer {
    double wide, up;
    bool tread;
  };
  const Layer layers[] = {{0.00, 0.0, true},     {0.93, 0.0, true},     {0.99, 0.0012, true},
                          {1.00, 0.0040, false}, {1.00, 0.0105, false}, {0.98, 0.0128, false}};
  const std::size_t count = widths.size();
  Sheet sheet{2 * count, true, {}, {}};
  for (const Layer& layer : layers)
    for (std::size_t c = 0; c < 2 * count; ++c) {
      const bool inner = c < count;
      const Vec3& at = widths[inner ? c : 2 * count - 1 - c];
      const double middle = 0.5 * (at.z - at.y), half = 0.5 * (at.z + at.y) * layer.wide;
      const double x = 0.088 + (at.x - 0.088) * (layer.wide > 0.0 ? 0.6 + 0.4 * layer.wide : 0.94);
      const double arch = smooth_step(0.004, 0.014, x) * (1.0 - smooth_step(0.060, 0.110, x));
      const double up = layer.tread ? layer.up + 0.0065 * arch : std::max(layer.up, 0.0040 + 0.0050 * arch);
      sheet.places.emplace_back(x, ankle.y + middle + (inner ? -half : half), ground - 0.0035 + up);
    }
  // And from there to the boot.
  const Field boot = boots(rig).form;
  for (std::size_t c = 0; c < 2 * count; ++c) {
    Vec3 p = sheet.places[sheet.places.size() - 2 * count];
    for (int step = 0; step < 8; ++step) {
      const Vec3 flat = boot.gradient(p) * Vec3(1, 1, 0);
      p -= flat * ((boot.distance(p) - kWeltGap) / std::max(glm::dot(flat, flat), 0.1));
    }
    sheet.places.push_back(p);
  }
  sheet.colors.assign(sheet.places.size(), Vec3f(0.32f));
  return join({sheet});
}

constexpr Garment kWardrobe[] = {{"top", {0.60f, 0.20f, 0.17f}, top},
                                 {"trousers", {0.13f, 0.16f, 0.24f}, trousers},
                                 {"dress", {0.16f, 0.34f, 0.36f}, dress},
                                 {"boots", {0.17f, 0.11f, 0.08f}, boots, soles}};

}  // namespace

std::span<const Garment> wardrobe() { return kWardrobe; }

Bound garment_mesh(const Body& body, const Garment& garment) {
  RemeshSettings settings;
  settings.longest = 0.030;
  const Pattern made = garment.pattern(body.rig);
  settings.flatness = made.flatness;
  settings.shortest = made.shortest;
  settings.limit = [&, limit = edge_limit(body.rig), least = settings.shortest](const Vec3& p) {
    const double to_hem = std::abs(made.openings.distance(p));
    return std::max(std::min(limit(p), kHemEdge + 0.6 * to_hem), least);
  };
  Sculpture cloth = sculpt_cloth(made.form, made.openings, made.hem, kGarmentCell, settings);
  if (garment.sewn_on != nullptr) append(cloth, garment.sewn_on(body.rig));
  Bound bound = bind(body.rig, cloth, weigh_cloth(body, cloth), garment.name,
                     {garment.name, Vec4f(garment.color, 1.0f), ""});
  add_ancestors(body.rig, bound.desc.skin);
  return bound;
}

}  // namespace mannequin::body
