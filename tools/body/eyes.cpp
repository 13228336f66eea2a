#include "tools/body/eyes.h"

#include <algorithm>

#include "tools/body/feature.h"
#include "tools/body/figure.h"
#include "tools/body/sheet.h"
#include "tools/body/weights.h"

namespace mannequin::body {
namespace {

const Vec3f kWhite(1.0f);

// Eye Opening moves the lids straight down and up, so the ball stays clear of where they go.
constexpr double kBallRadius = kEyeRadius - 0.0014;
double ball_radius(double degrees_off_axis) {
  return kBallRadius - 0.0026 * smooth_step(30.0, 80.0, degrees_off_axis);
}

// A cap of the ball around the axis forwards: rings from one angle to another, degrees, as far within the
// ball.
Sheet ball_cap(const EyeFrame& eye, double within, const std::vector<double>& angles,
               const std::vector<Vec3f>& colors, std::size_t columns) {
  Sheet sheet{columns, true, {}, {}};
  for (std::size_t row = 0; row < angles.size(); ++row)
    for (std::size_t c = 0; c < columns; ++c) {
      const double around = -180.0 + 360.0 * static_cast<double>(c) / static_cast<double>(columns);
      const double out = sine(angles[row] * kDegree);
      const double radius = ball_radius(angles[row]) - within;
      sheet.places.push_back(eye.middle + radius * Vec3(cosine(angles[row] * kDegree),
                                                        out * cosine(around * kDegree),
                                                        out * sine(around * kDegree)));
      sheet.colors.push_back(colors[row]);
    }
  std::reverse(sheet.places.begin(), sheet.places.end());
  std::reverse(sheet.colors.begin(), sheet.colors.end());
  return sheet;
}

// The light that a window throws into an eye.
Sheet glint(const EyeFrame& eye) {
  Sheet sheet{4, false, {}, {}};
  for (const double up : {8.0, 9.5, 12.0, 14.0})
    for (const double out : {-3.0, -1.0, 1.0, 3.0}) {
      const bool edge = up == 8.0 || up == 14.0;
      sheet.places.push_back(eye(-2.0 + out * (edge ? 0.55 : 1.0), up, kBallRadius + 0.0003));
      sheet.colors.push_back(kWhite);
    }
  return sheet;
}

// The white, the pupil and the light in it.
Sculpture make_eyeballs(const Rig& rig) {
  const EyeFrame eye = eye_frame(rig);
  const Vec3f edge(0.62f, 0.50f, 0.47f), back(0.80f, 0.55f, 0.50f), pupil(0.0f);
  return join(
      {ball_cap(eye, 0.0, {26.0, 31.0, 44.0, 58.0, 74.0, 92.0},
                {edge, kWhite, kWhite, Vec3f(0.98f, 0.94f, 0.93f), Vec3f(0.92f, 0.78f, 0.75f), back}, 28),
       ball_cap(eye, 0.0003, {0.0, 10.0}, {pupil, pupil}, 20), glint(eye)});
}

Sculpture make_irises(const Rig& rig) {
  const EyeFrame eye = eye_frame(rig);
  // Brighter towards the pupil, a dark ring outside.
  return join({ball_cap(eye, 0.0002, {9.6, 12.5, 18.0, 24.0, 27.0},
                        {Vec3f(0.35f), Vec3f(1.0f), Vec3f(0.85f), Vec3f(0.45f), Vec3f(0.22f)}, 28)});
}

Sculpture make_brows(const Rig& rig) {
  const Field head = sculpt_head(rig);
  const double z = rig.at("mHead").z;
  const bool male = rig.sex == Sex::male;
  const std::vector<Vec3> middle = male ? std::vector<Vec3>{{0.1, 0.0120, z + 0.0950},
                                                            {0.1, 0.0230, z + 0.0965},
                                                            {0.1, 0.0350, z + 0.0980},
                                                            {0.1, 0.0470, z + 0.0970},
                                                            {0.1, 0.0575, z + 0.0920}}
                                        : std::vector<Vec3>{{0.1, 0.0130, z + 0.0985},
                                                            {0.1, 0.0230, z + 0.1005},
                                                            {0.1, 0.0350, z + 0.1030},
                                                            {0.1, 0.0465, z + 0.1025},
                                                            {0.1, 0.0570, z + 0.0970}};
  const double thick = male ? 0.0044 : 0.0031;
  constexpr std::size_t kColumns = 25;
  const double rise[] = {-0.0003, 0.0005, 0.0008, 0.0005, -0.0003}, up[] = {-1.0, -0.5, 0.0, 0.5, 1.0};
  Sheet sheet{kColumns, false, {}, {}};
  for (std::size_t row = 0; row < 5; ++row)
    for (std::size_t c = 0; c < kColumns; ++c) {
      const double t = static_cast<double>(c) / (kColumns - 1);
      // Blunt towards the nose, pointed outwards; the hairs stand out of its edge.
      const double width = thick * smooth_step(-0.10, 0.14, t) * (1.0 - 0.75 * smooth_step(0.50, 1.0, t));
      const double ragged = c % 2 == 0 ? 0.0 : 0.09 * up[row];
      const Vec3 guess = along(middle, t) + Vec3(0, 0, width * (up[row] + ragged));
      const Vec3 direction = glm::normalize(guess - Vec3(-0.01, 0.0, z + 0.085));
      const Vec3 on = surface_towards(head, Vec3(-0.01, 0.0, z + 0.085), direction);
      sheet.places.push_back(on + glm::normalize(head.gradient(on)) * rise[row]);
      sheet.colors.push_back(c % 2 == 0 ? kWhite : Vec3f(0.86f));
    }
  return join({sheet});
}

Sculpture make_lashes(const Rig& rig) {
  const Field gaps = sculpt_lid_gaps(rig);
  const EyeFrame eye = eye_frame(rig);
  const bool male = rig.sex == Sex::male;
  constexpr std::size_t kColumns = 41;
  Sheet sheet{kColumns, false, {}, {}};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t c = 0; c < kColumns; ++c) {
      const double t = static_cast<double>(c) / (kColumns - 1), out = -44.0 + 108.0 * t;
      double up = 2.0;  // in the gap; the rim is where the lid begins
      while (up < 40.0 && gaps.distance(eye(out, up, kEyeRadius + 0.0016)) < 0.0) up += 0.25;
      const double length = (male ? 0.0014 : 0.0032) * smooth_step(-0.2, 0.7, t) *
                            (1.0 - smooth_step(0.88, 1.1, t)) * (c % 2 == 0 ? 1.0 : 0.78);
      const Vec3 root = eye(out + 4.0 * t, up - 1.0, kEyeRadius + 0.0012);
      const Vec3 tip = eye(out + 14.0 * t, up + 7.0 * length / 0.005, kEyeRadius + 0.0014 + length);
      const Vec3 low = eye(out + 8.0 * t, up - 2.0, kEyeRadius + 0.0014 + 0.5 * length);
      sheet.places.push_back(row == 0 ? root : row == 1 ? low : tip);
      sheet.colors.push_back(kWhite);
    }
  return join({sheet});
}

std::size_t slot(const std::string& name) {
  const std::vector<std::string>& joints = skin_joints();
  return static_cast<std::size_t>(std::ranges::find(joints, name) - joints.begin());
}

std::vector<VertexWeights> on_eyes(const Sculpture& s) {
  std::vector<VertexWeights> weights(s.positions.size());
  for (std::size_t v = 0; v < weights.size(); ++v) {
    weights[v].joint[0] = static_cast<std::uint16_t>(slot(s.positions[v].y > 0.0 ? "mEyeLeft" : "mEyeRight"));
    weights[v].weight[0] = 1.0;
  }
  return weights;
}

}  // namespace

std::vector<Bound> eye_meshes(const Rig& rig) {
  const Sculpture balls = make_eyeballs(rig), irises = make_irises(rig), brows = make_brows(rig),
                  lashes = make_lashes(rig);
  const auto here = [](const Vec3& p) { return p; };
  // Lashes follow the lid they grow on, not what is in front of it.
  const EyeFrame eye = eye_frame(rig);
  const auto on_lid = [&](Vec3 p) {
    const double side = p.y < 0.0 ? -1.0 : 1.0;
    p.y *= side;
    p = eye.middle + (kEyeRadius + 0.0016) * glm::normalize(p - eye.middle);
    p.y *= side;
    return p;
  };
  return {feature_mesh(rig, balls, on_eyes(balls), "eyes", "eye", {0.86f, 0.84f, 0.82f}),
          feature_mesh(rig, irises, on_eyes(irises), "irises", "iris", {0.20f, 0.10f, 0.04f}),
          feature_mesh(rig, brows, weigh_as_skin(rig, brows, here), "brows", "brow", {0.07f, 0.036f, 0.020f}),
          feature_mesh(rig, lashes, weigh_as_skin(rig, lashes, on_lid), "lashes", "lash",
                       {0.012f, 0.008f, 0.007f})};
}

}  // namespace mannequin::body
