#include "tools/body/complexion.h"

#include <algorithm>

#include "tools/body/figure.h"

namespace mannequin::body {
namespace {

// 1 in the middle, 0 from the edge of the ellipsoid on.
double spot(const Vec3& p, const Vec3& center, const Vec3& radii) {
  const Vec3 q = (p - center) / radii;
  const double rest = std::max(0.0, 1.0 - glm::dot(q, q));
  return rest * rest;
}

}  // namespace

std::vector<Vec3f> complexion(const Rig& rig, const Sculpture& surface) {
  const Field lips = sculpt_lips(rig), gaps = sculpt_lid_gaps(rig);
  const EyeFrame eye = eye_frame(rig);
  const bool male = rig.sex == Sex::male;
  const double head = rig.at("mHead").z;
  const Vec3 lip = male ? Vec3(0.86, 0.66, 0.62) : Vec3(0.84, 0.48, 0.46), flush(0.97, 0.80, 0.78);
  std::vector<Vec3f> colors(surface.positions.size(), Vec3f(1.0f));
  for (std::size_t v = 0; v < colors.size(); ++v) {
    Vec3 p = surface.positions[v];
    p.y = std::abs(p.y);
    Vec3 color(1.0);
    const auto tint = [&](const Vec3& by, double share) { color *= glm::mix(Vec3(1.0), by, share); };
    if (p.z > head - 0.06) {
      const auto at = [&](double x, double y, double z) { return Vec3(x, y, head + z); };
      tint(flush, spot(p, at(0.070, 0.042, 0.036), {0.040, 0.028, 0.026}) * (male ? 0.3 : 0.55));
      tint(flush, spot(p, at(0.104, 0, 0.040), {0.020, 0.016, 0.016}) * 0.5);
      tint(flush, 0.6 * smooth_step(0.078, 0.090, p.y));  // ears
      if (p.x > 0.060) {
        tint(lip, 1.0 - smooth_step(0.0006, 0.0020, lips.distance(p)));
        // The rim of the lids, and what lies behind the ball.
        const double in_gap = gaps.distance(p), reach = glm::length(p - eye.middle);
        const double up = (p - eye.middle).z;
        if (reach < kEyeRadius + 0.012) {
          const double rim = 1.0 - smooth_step(0.0002, 0.0012, in_gap);
          if (up > 0.001)
            tint(male ? Vec3(0.42, 0.32, 0.28) : Vec3(0.20, 0.13, 0.11), rim);
          else
            tint(Vec3(0.99, 0.84, 0.83), rim);
          tint(male ? Vec3(0.96, 0.90, 0.88) : Vec3(0.88, 0.76, 0.74),
               (1.0 - rim) * smooth_step(0.0, 0.004, up) *
                   (1.0 - smooth_step(0.0004, 0.0045, reach - kEyeRadius - 0.0010)));
        }
      }
    }
    colors[v] = Vec3f(color);
  }
  return colors;
}

}  // namespace mannequin::body
