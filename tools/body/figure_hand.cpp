#include <array>
#include <string>

#include "tools/body/figure.h"

namespace mannequin::body {
namespace {

struct Finger {
  const char* name;
  double radius[4];  // at the three joints and the tip
  double tip;        // how far the last bone reaches, metres
};

constexpr Finger kFingers[] = {{"Index", {0.0106, 0.0098, 0.0089, 0.0074}, 0.026},
                               {"Middle", {0.0108, 0.0101, 0.0091, 0.0076}, 0.030},
                               {"Ring", {0.0103, 0.0096, 0.0086, 0.0072}, 0.028},
                               {"Pinky", {0.0092, 0.0085, 0.0077, 0.0065}, 0.019}};

std::array<Vec3, 4> places(const Rig& rig, const std::string& name, double tip) {
  std::array<Vec3, 4> p;
  for (int k = 0; k < 3; ++k)
    p[static_cast<std::size_t>(k)] = rig.at("mHand" + name + std::to_string(k + 1) + "Left");
  p[3] = p[2] + glm::normalize(p[2] - p[1]) * tip;
  return p;
}

}  // namespace

Field sculpt_hand(const Rig& rig) {
  const Vec3 wrist = rig.at("mWristLeft");
  Field f;
  // The palm: a fan of rounded bars from the wrist to the knuckles.
  const double spread[] = {0.016, 0.004, -0.009, -0.020};
  for (int k = 0; k < 4; ++k) {
    const Vec3 knuckle = rig.at(std::string("mHand") + kFingers[k].name + "1Left");
    const Vec3 root = wrist + Vec3(spread[k], 0.012, 0.000);
    const Vec3 end = knuckle + Vec3(0.0, -0.010, -0.004);
    f.add(Cone{root, end, 0.0150, kFingers[k].radius[0] + 0.0006}, 0.030);
  }
  // Ball of the thumb and the heel of the hand.
  const std::array<Vec3, 4> thumb = places(rig, "Thumb", 0.024);
  f.add(Cone{wrist + Vec3(0.010, 0.016, -0.004), thumb[1] + Vec3(-0.004, 0.002, -0.004), 0.0145, 0.0125},
        0.016);
  f.add(Cone{wrist + Vec3(-0.022, 0.020, -0.006), wrist + Vec3(-0.026, 0.060, -0.004), 0.0125, 0.0105},
        0.016);
  f.cut(Ellipsoid{wrist + Vec3(-0.006, 0.058, -0.030), {0.018, 0.028, 0.013}}, 0.024);

  const auto add_finger = [&](const std::array<Vec3, 4>& p, const double* radius, double blend) {
    Field finger;
    for (std::size_t k = 0; k < 3; ++k) finger.add(Cone{p[k], p[k + 1], radius[k], radius[k + 1]}, 0.0015);
    f.add(std::move(finger), blend);
  };
  const double thumb_radius[] = {0.0135, 0.0118, 0.0105, 0.0085};
  add_finger(thumb, thumb_radius, 0.010);
  for (const Finger& finger : kFingers)
    add_finger(places(rig, finger.name, finger.tip), finger.radius, 0.011);
  return f;
}

}  // namespace mannequin::body
