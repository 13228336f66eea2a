#include "tools/body/figure.h"

namespace mannequin::body {
namespace {

// Places in the head: heights above mHead, x and y from the middle of the body.
struct HeadFrame {
  double base;
  Vec3 operator()(double x, double y, double z) const { return {x, y, base + z}; }
  Section ring(double z, double x, double front, double back, double side, double square) const {
    return {base + z, x, 0.0, back, front, side, side, square};
  }
};

void add_skull(const HeadFrame& at, Field& f) {
  f.add(Ellipsoid{at(-0.014, 0, 0.088), {0.094, 0.0755, 0.091}}, 0.02);
  f.add(Ellipsoid{at(-0.030, 0.026, 0.112), {0.060, 0.0445, 0.054}}, 0.040, true);
  f.add(Ellipsoid{at(0.032, 0.018, 0.124), {0.042, 0.0380, 0.036}}, 0.040, true);
  // The face from the chin to the forehead.
  f.add(Loft(2, {at.ring(-0.047, 0.050, 0.012, 0.014, 0.010, 0.00),
                 at.ring(-0.041, 0.046, 0.026, 0.026, 0.018, 0.10),
                 at.ring(-0.032, 0.038, 0.038, 0.034, 0.027, 0.20),
                 at.ring(-0.020, 0.028, 0.048, 0.040, 0.036, 0.20),
                 at.ring(-0.006, 0.016, 0.061, 0.045, 0.044, 0.20),
                 at.ring(0.008, 0.010, 0.070, 0.050, 0.050, 0.20),
                 at.ring(0.025, 0.006, 0.075, 0.052, 0.056, 0.20),
                 at.ring(0.045, 0.000, 0.080, 0.052, 0.062, 0.20),
                 at.ring(0.070, 0.000, 0.079, 0.052, 0.067, 0.20),
                 at.ring(0.092, 0.000, 0.083, 0.052, 0.0695, 0.20),
                 at.ring(0.115, -0.002, 0.084, 0.052, 0.068, 0.20),
                 at.ring(0.135, -0.008, 0.074, 0.050, 0.056, 0.10),
                 at.ring(0.149, -0.012, 0.050, 0.040, 0.036, 0.00),
                 at.ring(0.158, -0.014, 0.018, 0.018, 0.014, 0.00)}),
        0.030);
  // Jaw, chin, cheeks.
  f.add(Cone{at(0.052, 0.014, -0.032), at(0.002, 0.0395, -0.008), 0.012, 0.012}, 0.024, true);
  f.add(Cone{at(0.002, 0.0395, -0.008), at(-0.008, 0.050, 0.040), 0.012, 0.013}, 0.036, true);
  f.add(Ellipsoid{at(0.018, 0, -0.022), {0.046, 0.034, 0.022}, tilted({0, -14, 0})},
        0.030);  // floor of the mouth
  f.add(Ellipsoid{at(0.063, 0, -0.031), {0.018, 0.020, 0.014}}, 0.018);
  f.add(Ellipsoid{at(0.054, 0.043, 0.042), {0.022, 0.019, 0.016}, tilted({0, 0, 30})}, 0.034, true);
  f.add(Ellipsoid{at(0.036, 0.036, 0.008), {0.036, 0.022, 0.030}, tilted({0, 0, 22})}, 0.036, true);
}

void add_eyes(const Rig& rig, const HeadFrame& at, Field& f) {
  f.trace({at(0.0755, 0.008, 0.0925), at(0.0700, 0.034, 0.0965), at(0.0580, 0.052, 0.0930),
           at(0.0440, 0.060, 0.0840)},
          {0.0085, 0.0085, 0.0070, 0.0060}, 0.026);  // brow
  f.cut(Ellipsoid{at(0.0920, 0.036, 0.0745), {0.0180, 0.0225, 0.0120}, tilted({0, 0, 14})}, 0.018, true);
  // Closed lids over the ball, and the line where they meet.
  const Vec3 eye = rig.at("mEyeLeft");
  f.add(Ellipsoid{eye + Vec3(-0.0030, -0.0005, -0.0030), {0.0160, 0.0185, 0.0135}, tilted({0, 0, 14})}, 0.009,
        true);
  f.cut_trace({eye + Vec3(0.0105, -0.0165, -0.0070), eye + Vec3(0.0140, -0.0080, -0.0095),
               eye + Vec3(0.0135, 0.0030, -0.0102), eye + Vec3(0.0090, 0.0120, -0.0092),
               eye + Vec3(0.0040, 0.0180, -0.0068)},
              {0.0008, 0.0015, 0.0017, 0.0015, 0.0008}, 0.0065);
}

void add_nose(const HeadFrame& at, Field& f) {
  f.add(Cone{at(0.0765, 0, 0.080), at(0.0985, 0, 0.042), 0.0075, 0.0092}, 0.018);
  f.add(Ellipsoid{at(0.0985, 0, 0.0400), {0.0110, 0.0105, 0.0090}, tilted({0, -12, 0})}, 0.010);
  f.add(Ellipsoid{at(0.0875, 0.0115, 0.0345), {0.0105, 0.0068, 0.0074}, tilted({0, -8, -18})}, 0.0085, true);
  f.cut(Ellipsoid{at(0.0945, 0.0062, 0.0275), {0.0065, 0.0032, 0.0045}, tilted({0, 0, -20})}, 0.005, true);
}

void add_mouth(const HeadFrame& at, Field& f) {
  f.add(Ellipsoid{at(0.061, 0, 0.004), {0.022, 0.028, 0.024}}, 0.022);
  f.cut(Cone{at(0.0925, 0, 0.023), at(0.0940, 0, 0.0155), 0.0022, 0.0026}, 0.009);  // groove below the nose
  f.trace({at(0.0848, 0.000, 0.0072), at(0.0850, 0.0060, 0.0080), at(0.0805, 0.0150, 0.0056),
           at(0.0735, 0.0230, 0.0026)},
          {0.0050, 0.0050, 0.0042, 0.0024}, 0.0075);
  f.trace({at(0.0830, 0.000, -0.0055), at(0.0822, 0.0080, -0.0050), at(0.0780, 0.0160, -0.0026),
           at(0.0730, 0.0220, 0.0008)},
          {0.0062, 0.0060, 0.0046, 0.0026}, 0.0075);
  f.cut_trace({at(0.0908, 0.000, 0.0008), at(0.0890, 0.0080, 0.0018), at(0.0835, 0.0170, 0.0018),
               at(0.0765, 0.0250, 0.0018)},
              {0.0018, 0.0018, 0.0017, 0.0010}, 0.0065);
  f.cut(Ellipsoid{at(0.0905, 0, -0.0180), {0.0080, 0.0150, 0.0055}}, 0.014);
}

void add_ears(const HeadFrame& at, Field& f) {
  // A shell that leans out and back, hollowed in front of its rim, and the lobe.
  Field ear;
  const Mat3 lean = tilted({-8, -14, 22});
  ear.add(Ellipsoid{at(-0.010, 0.0775, 0.060), {0.0190, 0.0066, 0.0300}, lean}, 0.004);
  ear.add(Ellipsoid{at(-0.002, 0.0745, 0.036), {0.0100, 0.0060, 0.0125}, lean}, 0.010);
  ear.cut(Ellipsoid{at(-0.0075, 0.0845, 0.0610), {0.0115, 0.0048, 0.0205}, lean}, 0.010);
  ear.add(Ellipsoid{at(0.004, 0.0755, 0.0540), {0.0045, 0.0040, 0.0070}}, 0.006);
  f.add(std::move(ear), 0.008, true);
}

// A man's broader jaw, chin and brow.
void add_male_face(const HeadFrame& at, Field& f) {
  f.add(Cone{at(0.056, 0.015, -0.033), at(0.004, 0.0450, -0.008), 0.013, 0.014}, 0.022, true);
  f.add(Cone{at(0.004, 0.0450, -0.008), at(-0.008, 0.052, 0.038), 0.014, 0.013}, 0.034, true);
  f.add(Ellipsoid{at(0.066, 0, -0.034), {0.019, 0.025, 0.015}}, 0.018);
  f.trace({at(0.0800, 0.006, 0.0925), at(0.0735, 0.034, 0.0945), at(0.0600, 0.054, 0.0910)},
          {0.0095, 0.0090, 0.0070}, 0.024);
}

void add_male_neck(const HeadFrame& at, Field& f) {
  Field neck;
  neck.add(Loft(2, {at.ring(-0.165, -0.036, 0.040, 0.044, 0.058, 0.00),
                    at.ring(-0.125, -0.031, 0.052, 0.053, 0.062, 0.00),
                    at.ring(-0.085, -0.027, 0.050, 0.051, 0.0545, 0.00),
                    at.ring(-0.050, -0.023, 0.049, 0.051, 0.0515, 0.00),
                    at.ring(-0.015, -0.019, 0.048, 0.053, 0.0510, 0.00),
                    at.ring(0.020, -0.018, 0.042, 0.056, 0.0500, 0.00),
                    at.ring(0.045, -0.020, 0.026, 0.048, 0.038, 0.00)}),
           0.02);
  neck.add(Cone{at(-0.024, 0.048, 0.012), at(0.016, 0.014, -0.142), 0.0110, 0.0085}, 0.024, true);
  neck.add(Ellipsoid{at(0.026, 0, -0.066), {0.010, 0.011, 0.014}}, 0.018);  // larynx
  f.add(std::move(neck), 0.024);
}

void add_neck(const HeadFrame& at, Field& f) {
  Field neck;
  neck.add(Loft(2, {at.ring(-0.150, -0.034, 0.030, 0.034, 0.040, 0.00),
                    at.ring(-0.120, -0.030, 0.044, 0.045, 0.052, 0.00),
                    at.ring(-0.085, -0.027, 0.041, 0.044, 0.0435, 0.00),
                    at.ring(-0.050, -0.023, 0.040, 0.044, 0.0405, 0.00),
                    at.ring(-0.015, -0.019, 0.041, 0.047, 0.0410, 0.00),
                    at.ring(0.020, -0.018, 0.038, 0.052, 0.0430, 0.00),
                    at.ring(0.045, -0.020, 0.026, 0.046, 0.036, 0.00)}),
           0.02);
  // The muscle from behind the ear to the breastbone.
  neck.add(Cone{at(-0.024, 0.041, 0.012), at(0.013, 0.012, -0.122), 0.0095, 0.0070}, 0.024, true);
  f.add(std::move(neck), 0.024);
}

}  // namespace

Field sculpt_head(const Rig& rig) {
  const HeadFrame at{rig.at("mHead").z};
  Field f;
  add_skull(at, f);
  add_eyes(rig, at, f);
  add_nose(at, f);
  add_mouth(at, f);
  add_ears(at, f);
  if (rig.sex == Sex::male) {
    add_male_face(at, f);
    add_male_neck(at, f);
  } else {
    add_neck(at, f);
  }
  return f;
}

}  // namespace mannequin::body
