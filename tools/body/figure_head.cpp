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
}

// Jaw, chin, cheeks.
void add_jaw(const HeadFrame& at, Field& f) {
  f.add(Cone{at(0.054, 0.011, -0.033), at(0.002, 0.0375, -0.008), 0.012, 0.012}, 0.024, true);
  f.add(Cone{at(0.002, 0.0375, -0.008), at(-0.008, 0.050, 0.040), 0.012, 0.013}, 0.036, true);
  f.add(Ellipsoid{at(0.018, 0, -0.022), {0.046, 0.034, 0.022}, tilted({0, -14, 0})},
        0.030);  // floor of the mouth
  f.add(Ellipsoid{at(0.0665, 0, -0.0305), {0.0165, 0.0165, 0.0140}}, 0.018);
  f.add(Ellipsoid{at(0.0510, 0.0420, 0.0440), {0.0225, 0.0200, 0.0160}, tilted({0, 10, 32})}, 0.044, true);
  f.add(Ellipsoid{at(0.034, 0.033, 0.010), {0.034, 0.021, 0.030}, tilted({0, 0, 22})}, 0.036, true);
}

void add_male_jaw(const HeadFrame& at, Field& f) {
  f.add(Cone{at(0.056, 0.015, -0.034), at(0.004, 0.0450, -0.009), 0.013, 0.014}, 0.022, true);
  f.add(Cone{at(0.004, 0.0450, -0.009), at(-0.008, 0.052, 0.038), 0.014, 0.013}, 0.034, true);
  f.add(Ellipsoid{at(0.018, 0, -0.022), {0.048, 0.038, 0.023}, tilted({0, -14, 0})}, 0.030);
  f.add(Ellipsoid{at(0.0670, 0.0080, -0.0330), {0.0170, 0.0150, 0.0145}}, 0.018, true);
  f.add(Ellipsoid{at(0.0520, 0.0430, 0.0440), {0.0225, 0.0200, 0.0150}, tilted({0, 10, 32})}, 0.040, true);
  f.add(Ellipsoid{at(0.034, 0.034, 0.008), {0.034, 0.021, 0.030}, tilted({0, 0, 22})}, 0.036, true);
}

void add_eyes(const Rig& rig, const HeadFrame& at, Field& f) {
  // Brow: a man's is a ridge, a woman's an arch.
  if (rig.sex == Sex::male)
    f.trace({at(0.0800, 0.007, 0.0925), at(0.0790, 0.022, 0.0935), at(0.0715, 0.040, 0.0945),
             at(0.0580, 0.054, 0.0915), at(0.0420, 0.061, 0.0820)},
            {0.0090, 0.0095, 0.0090, 0.0075, 0.0060}, 0.022);
  else
    f.trace({at(0.0775, 0.008, 0.0945), at(0.0755, 0.022, 0.0985), at(0.0690, 0.038, 0.1010),
             at(0.0570, 0.053, 0.0965), at(0.0420, 0.060, 0.0850)},
            {0.0080, 0.0080, 0.0080, 0.0070, 0.0060}, 0.026);
  f.cut(Ellipsoid{at(0.0960, 0.0365, 0.0785), {0.0190, 0.0250, 0.0125}, tilted({0, 0, 16})}, 0.016, true);
  const EyeFrame eye = eye_frame(rig);
  const double r = kEyeRadius;
  f.add(Ellipsoid{eye.middle, Vec3(r + 0.0018)}, 0.008, true);  // lids
  // The fold above the upper lid.
  f.cut_trace({eye(-38, 28, r + 0.0032), eye(-10, 39, r + 0.0036), eye(20, 36, r + 0.0036),
               eye(46, 23, r + 0.0036), eye(62, 8, r + 0.0034)},
              {0.0008, 0.0014, 0.0014, 0.0012, 0.0006}, 0.0045);
  f.cut(sculpt_lid_gaps(rig), 0.0024, true);
}

void add_nose(const Rig& rig, const HeadFrame& at, Field& f) {
  if (rig.sex == Sex::male) {
    f.add(Cone{at(0.0770, 0, 0.082), at(0.0890, 0, 0.062), 0.0080, 0.0078}, 0.016);
    f.add(Cone{at(0.0890, 0, 0.062), at(0.0985, 0, 0.042), 0.0074, 0.0080}, 0.014);
    f.add(Cone{at(0.0790, 0.0085, 0.060), at(0.0865, 0.0110, 0.040), 0.0050, 0.0060}, 0.014, true);
    f.add(Ellipsoid{at(0.0995, 0, 0.0400), {0.0095, 0.0092, 0.0080}, tilted({0, -10, 0})}, 0.010);
    f.add(Ellipsoid{at(0.0885, 0.0125, 0.0355), {0.0105, 0.0064, 0.0070}, tilted({0, -6, -20})}, 0.0090,
          true);
  } else {
    f.add(Cone{at(0.0765, 0, 0.080), at(0.0865, 0, 0.060), 0.0066, 0.0062}, 0.016);
    f.add(Cone{at(0.0865, 0, 0.060), at(0.0970, 0, 0.0440), 0.0060, 0.0066}, 0.014);
    f.add(Cone{at(0.0785, 0.0075, 0.060), at(0.0860, 0.0095, 0.040), 0.0046, 0.0054}, 0.014, true);
    f.add(Ellipsoid{at(0.0985, 0, 0.0412), {0.0085, 0.0080, 0.0072}, tilted({0, -16, 0})}, 0.010);
    f.add(Ellipsoid{at(0.0890, 0.0105, 0.0360), {0.0095, 0.0056, 0.0062}, tilted({0, -8, -22})}, 0.0090,
          true);
  }
  f.add(Cone{at(0.0975, 0, 0.0362), at(0.0860, 0, 0.0310), 0.0040, 0.0050}, 0.008);  // between the nostrils
  f.cut(Ellipsoid{at(0.0925, 0.0068, 0.0290), {0.0058, 0.0024, 0.0036}, tilted({0, -24, -22})}, 0.0035, true);
}

void add_mouth(const Rig& rig, const HeadFrame& at, Field& f) {
  f.add(Ellipsoid{at(0.0620, 0, 0.004), {0.0215, 0.028, 0.024}}, 0.022);
  f.cut(Cone{at(0.0935, 0, 0.0235), at(0.0945, 0, 0.0150), 0.0022, 0.0026}, 0.008);  // groove below the nose
  f.add(sculpt_lips(rig), 0.0070, true);
  f.cut_trace({at(0.0912, 0.000, 0.0006), at(0.0900, 0.0060, 0.0016), at(0.0852, 0.0145, 0.0014),
               at(0.0798, 0.0205, 0.0017), at(0.0772, 0.0238, 0.0024)},
              {0.0015, 0.0015, 0.0014, 0.0012, 0.0010}, 0.0052);
  f.cut(Ellipsoid{at(0.0925, 0, -0.0180), {0.0080, 0.0150, 0.0055}}, 0.014);
}

void add_ears(const HeadFrame& at, Field& f) {
  // A plate that leans out and back; on it the rim, the ridge inside it and the lobe, and the hollow to the
  // ear's canal with the flap before it.
  const Mat3 lean = tilted({-6, -12, 24});
  const auto on = [&](double x, double out, double z) {
    return at(-0.0100, 0.0765, 0.0600) + lean * Vec3(x, out, z);
  };
  Field ear;
  ear.add(Ellipsoid{on(-0.001, -0.0005, 0.001), {0.0160, 0.0042, 0.0270}, lean}, 0.004);
  const auto ridge = [&](const std::vector<Vec3>& points, const std::vector<double>& radii, double blend) {
    for (std::size_t k = 0; k + 1 < points.size(); ++k)
      ear.add(Cone{points[k], points[k + 1], radii[k], radii[k + 1]}, blend);
  };
  ear.add(Ellipsoid{on(0.0030, 0.0000, -0.0215), {0.0085, 0.0042, 0.0090}, lean}, 0.008);
  ear.cut(Ellipsoid{on(-0.0045, 0.0060, 0.0040), {0.0105, 0.0046, 0.0190}, lean}, 0.004);
  ridge({on(0.0060, 0.0012, 0.0040), on(0.0115, 0.0022, 0.0150), on(0.0070, 0.0030, 0.0250),
         on(-0.0040, 0.0036, 0.0280), on(-0.0135, 0.0040, 0.0190), on(-0.0160, 0.0040, 0.0030),
         on(-0.0125, 0.0034, -0.0110), on(-0.0050, 0.0024, -0.0210)},
        {0.0022, 0.0030, 0.0032, 0.0034, 0.0032, 0.0030, 0.0028, 0.0024}, 0.0035);
  ridge({on(0.0000, 0.0020, 0.0165), on(-0.0070, 0.0030, 0.0080), on(-0.0080, 0.0032, -0.0030),
         on(-0.0030, 0.0030, -0.0130)},
        {0.0022, 0.0028, 0.0028, 0.0026}, 0.0035);
  ear.cut(Ellipsoid{on(0.0015, 0.0055, -0.0020), {0.0062, 0.0058, 0.0095}, lean}, 0.0035);
  ear.add(Ellipsoid{on(0.0100, 0.0016, -0.0040), {0.0042, 0.0036, 0.0060}, lean}, 0.005);
  f.add(std::move(ear), 0.006, true);
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
  neck.add(Ellipsoid{at(0.026, 0, -0.066), {0.009, 0.010, 0.016}}, 0.026);  // larynx
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

Vec3 EyeFrame::operator()(double out, double up, double reach) const {
  return middle + reach * tilted({0, -up, out})[0];
}

EyeFrame eye_frame(const Rig& rig) { return {rig.at("mEyeLeft")}; }

// As deep as the ball hides.
Field sculpt_lid_gaps(const Rig& rig) {
  const EyeFrame eye = eye_frame(rig);
  const double r = kEyeRadius, open = rig.sex == Sex::male ? -0.0004 : 0.0;
  Field gap;
  gap.trace({eye(-64, -9, r + 0.0030), eye(-52, -5, r + 0.0024), eye(-33, 0.0, r + 0.0030),
             eye(-8, 2.0, r + 0.0034), eye(20, 2.0, r + 0.0034), eye(46, 2.0, r + 0.0028),
             eye(64, 3, r + 0.0022), eye(76, 3, r + 0.0030)},
            {0.0008, 0.0026, 0.0055 + open, 0.0065 + open, 0.0064 + open, 0.0048 + open, 0.0026, 0.0008},
            0.0024);
  return gap;
}

Field sculpt_lips(const Rig& rig) {
  const HeadFrame at{rig.at("mHead").z};
  const double thin = rig.sex == Sex::male ? -0.0008 : 0.0;
  Field lips;
  // The upper lip is highest beside its middle, the lower one fullest in it.
  lips.trace({at(0.0840, 0.000, 0.0056), at(0.0840, 0.0050, 0.0066 + thin), at(0.0805, 0.0135, 0.0050),
              at(0.0735, 0.0225, 0.0026)},
             {0.0044 + thin, 0.0046 + thin, 0.0038 + thin, 0.0018}, 0.0060);
  lips.trace({at(0.0826, 0.000, -0.0048), at(0.0818, 0.0075, -0.0044), at(0.0780, 0.0150, -0.0022),
              at(0.0730, 0.0222, 0.0016)},
             {0.0058 + thin, 0.0055 + thin, 0.0042 + thin, 0.0018}, 0.0030);
  return lips;
}

Field sculpt_scalp(const Rig& rig) {
  const HeadFrame at{rig.at("mHead").z};
  Field f;
  add_skull(at, f);
  if (rig.sex == Sex::male) {
    add_male_jaw(at, f);
    add_male_neck(at, f);
  } else {
    add_jaw(at, f);
    add_neck(at, f);
  }
  return f;
}

Field sculpt_head(const Rig& rig) {
  const HeadFrame at{rig.at("mHead").z};
  Field f;
  add_skull(at, f);
  if (rig.sex == Sex::male)
    add_male_jaw(at, f);
  else
    add_jaw(at, f);
  add_eyes(rig, at, f);
  add_nose(rig, at, f);
  add_mouth(rig, at, f);
  add_ears(at, f);
  if (rig.sex == Sex::male) {
    add_male_neck(at, f);
  } else {
    add_neck(at, f);
  }
  return f;
}

}  // namespace mannequin::body
