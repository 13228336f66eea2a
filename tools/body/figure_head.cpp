#include "tools/body/figure.h"

namespace mannequin::body {
namespace {

// A ridge or furrow along a curve: cones from point to point, the same on both sides.
void trace(Field& f, const std::vector<Vec3>& points, const std::vector<double>& radii, double blend, bool cut) {
  Field curve;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const Cone piece{points[k], points[k + 1], radii[k], radii[k + 1]};
    if (cut) {
      f.cut(piece, blend, true);
    } else {
      curve.add(piece, radii[k]);
    }
  }
  if (!cut) f.add(std::move(curve), blend, true);
}

}  // namespace

Field sculpt_head(const Rig& rig) {
  const Vec3 head = rig.at("mHead");
  // Heights above mHead; the middle of the head is a little in front of it.
  const auto at = [&](double x, double y, double z) { return Vec3(x, y, head.z + z); };
  const auto ring = [&](double z, double x, double front, double back, double side, double power) {
    return Section{head.z + z, x, 0.0, back, front, side, side, power};
  };
  Field f;
  f.add(Ellipsoid{at(-0.014, 0, 0.088), {0.094, 0.0755, 0.093}}, 0.02);
  // The face from the chin to the forehead.
  f.add(Loft(2, {ring(-0.044, 0.048, 0.020, 0.020, 0.014, 2.0), ring(-0.038, 0.044, 0.032, 0.030, 0.024, 2.1),
                 ring(-0.024, 0.032, 0.048, 0.040, 0.036, 2.2), ring(-0.006, 0.018, 0.062, 0.045, 0.047, 2.2),
                 ring(0.008, 0.012, 0.072, 0.050, 0.054, 2.2), ring(0.025, 0.006, 0.078, 0.052, 0.060, 2.2),
                 ring(0.045, 0.000, 0.082, 0.052, 0.065, 2.2), ring(0.070, 0.000, 0.081, 0.052, 0.0685, 2.2),
                 ring(0.092, 0.000, 0.086, 0.052, 0.0695, 2.2), ring(0.115, -0.002, 0.087, 0.052, 0.068, 2.2),
                 ring(0.140, -0.006, 0.080, 0.052, 0.061, 2.1), ring(0.160, -0.010, 0.062, 0.050, 0.048, 2.0)}),
        0.030);
  // Jaw, chin, cheek bones.
  f.add(Cone{at(0.052, 0.016, -0.032), at(0.002, 0.052, -0.004), 0.014, 0.014}, 0.022, true);
  f.add(Cone{at(0.002, 0.052, -0.004), at(-0.006, 0.060, 0.040), 0.014, 0.014}, 0.025, true);
  f.add(Ellipsoid{at(0.062, 0, -0.031), {0.018, 0.021, 0.014}}, 0.016);
  f.add(Cone{at(0.064, 0.042, 0.041), at(0.022, 0.064, 0.052), 0.014, 0.010}, 0.026, true);
  // Brow and eye sockets.
  f.add(Cone{at(0.078, 0.010, 0.094), at(0.066, 0.048, 0.096), 0.0095, 0.0085}, 0.020, true);
  f.cut(Ellipsoid{at(0.092, 0.035, 0.074), {0.020, 0.022, 0.0135}, tilted({0, 0, 14})}, 0.016, true);
  // Eyes under closed lids: the ball, the line where the lids meet, the fold above.
  const Vec3 eye = rig.at("mEyeLeft");
  f.add(Ellipsoid{eye + Vec3(0.000, -0.001, -0.003), {0.0165, 0.0185, 0.0145}, tilted({0, 0, 10})}, 0.006, true);
  trace(f, {eye + Vec3(0.0135, -0.0145, -0.0065), eye + Vec3(0.0165, -0.006, -0.0085), eye + Vec3(0.0155, 0.005, -0.0085),
            eye + Vec3(0.0095, 0.0155, -0.0055)},
        {0.0008, 0.0010, 0.0010, 0.0008}, 0.0030, true);
  // Nose.
  f.add(Cone{at(0.078, 0, 0.078), at(0.1035, 0, 0.041), 0.0085, 0.0095}, 0.016);
  f.add(Ellipsoid{at(0.1035, 0, 0.0395), {0.0105, 0.0105, 0.0095}}, 0.008);
  f.add(Ellipsoid{at(0.090, 0.0125, 0.0345), {0.0115, 0.0075, 0.0080}, tilted({0, -8, -16})}, 0.007, true);
  f.cut(Ellipsoid{at(0.0975, 0.0070, 0.0270), {0.0062, 0.0034, 0.0050}, tilted({0, 0, -18})}, 0.004, true);
  f.cut(Cone{at(0.094, 0, 0.022), at(0.094, 0, 0.014), 0.0022, 0.0022}, 0.008);
  // Mouth: the lips on a rounded mound, the line between them.
  f.add(Ellipsoid{at(0.066, 0, 0.004), {0.022, 0.030, 0.024}}, 0.020);
  trace(f, {at(0.0900, 0.000, 0.0078), at(0.0905, 0.0065, 0.0088), at(0.0855, 0.0160, 0.0065), at(0.0765, 0.0245, 0.0035)},
        {0.0052, 0.0052, 0.0042, 0.0022}, 0.006, false);
  trace(f, {at(0.0885, 0.000, -0.0060), at(0.0875, 0.0080, -0.0055), at(0.0825, 0.0165, -0.0028), at(0.0765, 0.0235, 0.0012)},
        {0.0062, 0.0060, 0.0045, 0.0024}, 0.006, false);
  trace(f, {at(0.0965, 0.000, 0.0012), at(0.0940, 0.0090, 0.0020), at(0.0875, 0.0180, 0.0020), at(0.0790, 0.0270, 0.0024)},
        {0.0012, 0.0012, 0.0012, 0.0012}, 0.0036, true);
  f.cut(Ellipsoid{at(0.0930, 0, -0.0185), {0.0080, 0.0150, 0.0060}}, 0.012);
  // Ears: a shell leaning out, its bowl, its rim.
  Field ear;
  const Mat3 lean = tilted({-8, -12, 22});
  ear.add(Ellipsoid{at(-0.010, 0.079, 0.060), {0.0190, 0.0050, 0.0300}, lean}, 0.004);
  ear.add(Ellipsoid{at(-0.004, 0.0765, 0.036), {0.0100, 0.0048, 0.0120}, lean}, 0.008);
  ear.cut(Ellipsoid{at(-0.0085, 0.0855, 0.062), {0.0120, 0.0042, 0.0200}, lean}, 0.005);
  f.add(std::move(ear), 0.007, true);
  // The neck with the muscle from behind the ear to the breastbone.
  Field neck;
  neck.add(Loft(2, {ring(-0.120, -0.030, 0.048, 0.046, 0.056, 2.0), ring(-0.085, -0.028, 0.044, 0.044, 0.048, 2.0),
                    ring(-0.050, -0.024, 0.043, 0.044, 0.0455, 2.0), ring(-0.015, -0.020, 0.044, 0.046, 0.046, 2.0),
                    ring(0.030, -0.018, 0.044, 0.052, 0.048, 2.0)}),
           0.02);
  neck.add(Cone{at(-0.022, 0.048, 0.012), at(0.022, 0.014, -0.118), 0.0105, 0.0075}, 0.018, true);
  neck.add(Ellipsoid{at(0.014, 0, -0.060), {0.010, 0.012, 0.020}}, 0.02);
  f.add(std::move(neck), 0.020);
  return f;
}

}  // namespace mannequin::body
