#include "tools/body/figure.h"

#include <algorithm>

namespace mannequin::body {
namespace {

// A cross-section of a limb or the trunk relative to a joint: how far above it, where the middle lies, and
// the half widths forward, back, inward and outward.
struct Ring {
  double up, x, y;
  double front, back, inner, outer;
  double square = 0.0;
};

void add_rings(std::vector<Section>& sections, const Vec3& joint, const std::vector<Ring>& rings,
               double thick = 1.0) {
  for (const Ring& r : rings) {
    sections.push_back({joint.z + r.up, joint.x + r.x, joint.y + r.y, r.back * thick, r.front * thick,
                        r.inner * thick, r.outer * thick, r.square});
  }
}

Loft upright(std::vector<Section> sections) {
  std::sort(sections.begin(), sections.end(),
            [](const Section& a, const Section& b) { return a.along < b.along; });
  return Loft(2, std::move(sections));
}

std::vector<Ring> hips_of(Sex sex) {
  if (sex == Sex::male)
    return {{-0.185, -0.004, 0, 0.030, 0.040, 0.040, 0.040, 0.00},
            {-0.165, -0.008, 0, 0.050, 0.058, 0.080, 0.080, 0.00},
            {-0.130, -0.012, 0, 0.072, 0.074, 0.124, 0.124, 0.10},
            {-0.090, -0.012, 0, 0.084, 0.086, 0.146, 0.146, 0.20},
            {-0.040, -0.010, 0, 0.091, 0.090, 0.147, 0.147, 0.20},
            {0.010, -0.006, 0, 0.096, 0.090, 0.143, 0.143, 0.22},
            {0.055, -0.002, 0, 0.099, 0.088, 0.138, 0.138, 0.24},
            {0.100, 0.002, 0, 0.100, 0.085, 0.132, 0.132, 0.24},
            {0.140, 0.004, 0, 0.100, 0.084, 0.129, 0.129, 0.24},
            {0.180, 0.004, 0, 0.101, 0.085, 0.130, 0.130, 0.24}};
  return {{-0.185, -0.004, 0, 0.030, 0.040, 0.040, 0.040, 0.00},
          {-0.165, -0.008, 0, 0.050, 0.058, 0.080, 0.080, 0.00},
          {-0.130, -0.012, 0, 0.072, 0.078, 0.130, 0.130, 0.10},
          {-0.090, -0.012, 0, 0.084, 0.090, 0.157, 0.157, 0.20},
          {-0.040, -0.010, 0, 0.091, 0.096, 0.160, 0.160, 0.20},
          {0.010, -0.007, 0, 0.097, 0.092, 0.151, 0.151, 0.20},
          {0.055, -0.003, 0, 0.099, 0.084, 0.137, 0.137, 0.20},
          {0.100, 0.002, 0, 0.097, 0.077, 0.121, 0.121, 0.20},
          {0.140, 0.005, 0, 0.093, 0.073, 0.111, 0.111, 0.20},
          {0.180, 0.005, 0, 0.091, 0.073, 0.107, 0.107, 0.20}};
}

std::vector<Ring> ribs_of(Sex sex) {
  if (sex == Sex::male)
    return {{-0.065, 0.002, 0, 0.104, 0.088, 0.134, 0.134, 0.24},
            {-0.020, -0.001, 0, 0.109, 0.096, 0.143, 0.143, 0.24},
            {0.030, -0.005, 0, 0.112, 0.103, 0.152, 0.152, 0.28},
            {0.080, -0.010, 0, 0.111, 0.106, 0.159, 0.159, 0.32},
            {0.120, -0.017, 0, 0.102, 0.102, 0.160, 0.160, 0.34},
            {0.160, -0.026, 0, 0.084, 0.091, 0.152, 0.152, 0.32},
            {0.192, -0.031, 0, 0.063, 0.076, 0.130, 0.130, 0.20},
            {0.222, -0.033, 0, 0.044, 0.058, 0.090, 0.090, 0.00},
            {0.248, -0.033, 0, 0.022, 0.034, 0.048, 0.048, 0.00}};
  return {{-0.065, 0.003, 0, 0.092, 0.077, 0.108, 0.108, 0.20},
          {-0.020, 0.000, 0, 0.095, 0.084, 0.115, 0.115, 0.20},
          {0.030, -0.004, 0, 0.097, 0.089, 0.123, 0.123, 0.24},
          {0.080, -0.010, 0, 0.094, 0.090, 0.129, 0.129, 0.28},
          {0.120, -0.018, 0, 0.085, 0.086, 0.130, 0.130, 0.32},
          {0.155, -0.026, 0, 0.070, 0.078, 0.124, 0.124, 0.32},
          {0.185, -0.030, 0, 0.052, 0.066, 0.108, 0.108, 0.20},
          {0.215, -0.032, 0, 0.036, 0.050, 0.075, 0.075, 0.00},
          {0.235, -0.032, 0, 0.018, 0.028, 0.040, 0.040, 0.00}};
}

Loft trunk(const Rig& rig) {
  std::vector<Section> sections;
  add_rings(sections, {0, 0, rig.at("mPelvis").z}, hips_of(rig.sex));
  add_rings(sections, {0, 0, rig.at("mChest").z}, ribs_of(rig.sex));
  return upright(std::move(sections));
}

// y: the middle of the heel; ground: height of the sole.
void add_foot(double y, double ground, Field& f) {
  // The foot: heel to ball as sections along x, heights above the sole.
  const double sole_z = ground + 0.006;
  Field sole;
  sole.add(Loft(0, {{-0.0475, y, sole_z + 0.030, 0.004, 0.004, 0.005, 0.005, 0.00},
                    {-0.044, y, sole_z + 0.030, 0.014, 0.014, 0.016, 0.016, 0.00},
                    {-0.034, y, sole_z + 0.029, 0.025, 0.025, 0.027, 0.028, 0.10},
                    {-0.010, y, sole_z + 0.030, 0.030, 0.031, 0.029, 0.045, 0.28},
                    {0.030, y + 0.001, sole_z + 0.036, 0.030, 0.033, 0.033, 0.050, 0.20},
                    {0.070, y + 0.003, sole_z + 0.033, 0.033, 0.037, 0.031, 0.038, 0.20},
                    {0.105, y + 0.004, sole_z + 0.024, 0.038, 0.042, 0.023, 0.031, 0.28},
                    {0.140, y + 0.005, sole_z + 0.017, 0.043, 0.044, 0.016, 0.024, 0.35},
                    {0.165, y + 0.006, sole_z + 0.014, 0.042, 0.042, 0.013, 0.017, 0.35},
                    {0.178, y + 0.006, sole_z + 0.013, 0.036, 0.036, 0.010, 0.011, 0.20}}),
           0.01);
  sole.cut(Ellipsoid{{0.062, y - 0.052, sole_z - 0.004}, {0.046, 0.030, 0.017}}, 0.02);  // arch
  f.add(std::move(sole), 0.022);
  // Toes, the great one first.
  const struct {
    double root_x, root_y, tip_x, tip_y, radius;
  } toes[] = {{0.165, -0.026, 0.214, -0.026, 0.0135},
              {0.168, -0.003, 0.213, -0.004, 0.0100},
              {0.163, 0.014, 0.204, 0.013, 0.0095},
              {0.156, 0.029, 0.193, 0.028, 0.0090},
              {0.148, 0.042, 0.180, 0.041, 0.0085}};
  for (const auto& toe : toes) {
    Field one;
    const Vec3 root(toe.root_x, y + toe.root_y, ground + 0.0165),
        tip(toe.tip_x, y + toe.tip_y, ground + toe.radius);
    const Vec3 middle = glm::mix(root, tip, 0.55) + Vec3(0, 0, 0.003);
    one.add(Cone{root, middle, toe.radius, toe.radius * 0.88}, 0.004);
    one.add(Cone{middle, tip, toe.radius * 0.88, toe.radius * 0.98}, 0.004);
    f.add(std::move(one), 0.006);
  }
}

}  // namespace

Field sculpt_torso(const Rig& rig) {
  const Vec3 pelvis = rig.at("mPelvis"), chest = rig.at("mChest"), shoulder = rig.at("mShoulderLeft");
  const auto at_pelvis = [&](double x, double y, double z) { return pelvis + Vec3(x, y, z); };
  const auto at_chest = [&](double x, double y, double z) { return Vec3(0, 0, chest.z) + Vec3(x, y, z); };
  Field f;
  f.add(trunk(rig), 0.02);
  // Slope from the neck to the shoulder, collar bones, shoulder blades.
  f.add(Cone{at_chest(-0.042, 0.030, 0.243), shoulder + Vec3(-0.004, -0.020, 0.020), 0.030, 0.026}, 0.05,
        true);
  f.add(Cone{at_chest(0.0165, 0.018, 0.191), shoulder + Vec3(0.002, -0.022, 0.030), 0.0115, 0.0110}, 0.038,
        true);
  f.add(Ellipsoid{at_chest(-0.074, 0.074, 0.085), {0.022, 0.048, 0.078}, tilted({-12, 4, 0})}, 0.060, true);
  // Muscle from the ribs to the back of the armpit, and from the breastbone to its front.
  f.add(Cone{at_chest(-0.036, 0.078, -0.030), shoulder + Vec3(-0.024, -0.014, -0.022), 0.020, 0.027}, 0.07,
        true);
  f.add(Cone{at_chest(0.050, 0.045, 0.105), shoulder + Vec3(0.018, -0.012, -0.010), 0.032, 0.026}, 0.05,
        true);
  if (rig.sex == Sex::male) {
    // The great muscles of chest and back.
    f.add(Ellipsoid{at_chest(0.062, 0.072, 0.088), {0.041, 0.074, 0.052}, tilted({0, -8, 12})}, 0.038, true);
    f.add(Ellipsoid{at_chest(-0.060, 0.100, 0.070), {0.045, 0.056, 0.105}, tilted({-14, 4, 0})}, 0.060, true);
    f.add(Ellipsoid{at_chest(-0.060, 0.060, 0.200), {0.034, 0.070, 0.044}, tilted({-28, 0, 0})}, 0.060, true);
  } else {
    // Breasts: a fuller lower half, carried by a flat upper one.
    f.add(Ellipsoid{at_chest(0.060, 0.076, 0.036), {0.053, 0.051, 0.050}, tilted({0, 0, 12})}, 0.036, true);
    f.add(Ellipsoid{at_chest(0.056, 0.068, 0.076), {0.040, 0.054, 0.060}, tilted({0, -18, 10})}, 0.05, true);
  }
  // Belly and buttocks.
  if (rig.sex == Sex::male) {
    f.add(Ellipsoid{at_pelvis(0.036, 0, 0.060), {0.058, 0.092, 0.110}}, 0.06);
    f.add(Ellipsoid{at_pelvis(-0.054, 0.068, -0.088), {0.068, 0.068, 0.084}, tilted({0, -14, -10})}, 0.052,
          true);
  } else {
    f.add(Ellipsoid{at_pelvis(0.042, 0, 0.055), {0.060, 0.085, 0.095}}, 0.06);
    f.add(Ellipsoid{at_pelvis(-0.058, 0.069, -0.092), {0.076, 0.078, 0.092}, tilted({0, -14, -10})}, 0.052,
          true);
  }
  f.add(Ellipsoid{at_pelvis(0.024, 0, -0.112), {0.038, 0.048, 0.056}}, 0.050);
  return f;
}

void carve_torso(const Rig& rig, Field& f) {
  const Vec3 pelvis = rig.at("mPelvis"), chest = rig.at("mChest");
  const auto at_pelvis = [&](double x, double y, double z) { return pelvis + Vec3(x, y, z); };
  const auto at_chest = [&](double x, double y, double z) { return Vec3(0, 0, chest.z) + Vec3(x, y, z); };
  // A man's trunk is as much deeper, to the back and to the front.
  const bool male = rig.sex == Sex::male;
  const double back = male ? -0.009 : 0.0, front = male ? 0.013 : 0.0;
  // Furrows of spine and belly, the pit of the throat, the navel.
  f.cut_trace({at_chest(-0.128 + back, 0, 0.170), at_chest(-0.112 + back, 0, 0.090),
               at_chest(-0.093 + back, 0, -0.030), at_pelvis(-0.087 + back, 0, 0.140),
               at_pelvis(-0.100 + back, 0, 0.070), at_pelvis(-0.122 + back, 0, 0.030)},
              {0.004, 0.006, 0.006, 0.007, 0.006, 0.004}, 0.040);
  f.cut_trace({at_chest(0.112 + front, 0, 0.010), at_chest(0.107 + front, 0, -0.050),
               at_pelvis(0.112 + front, 0, 0.130)},
              {0.003, 0.004, 0.003}, 0.030);
  f.cut(Ellipsoid{at_chest(0.034 + 0.5 * front, 0, 0.212 - back), {0.010, 0.011, 0.011}}, 0.026);
  f.cut(Ellipsoid{at_pelvis(0.109 + 0.5 * front, 0, 0.092), {0.010, 0.0045, 0.008}}, 0.018);
}

Field sculpt_leg(const Rig& rig) {
  const Vec3 hip = rig.at("mHipLeft"), knee = rig.at("mKneeLeft"), ankle = rig.at("mAnkleLeft");
  const Vec3 foot = rig.at("mFootLeft");
  const double thigh = rig.sex == Sex::male ? 0.98 : 1.0, calf = rig.sex == Sex::male ? 1.12 : 1.0;
  std::vector<Section> sections;
  add_rings(sections, hip,
            {{0.040, -0.042, -0.040, 0.024, 0.024, 0.022, 0.022},
             {0.010, -0.042, -0.038, 0.050, 0.050, 0.045, 0.046},
             {-0.030, -0.041, -0.036, 0.072, 0.070, 0.064, 0.064},
             {-0.070, -0.038, -0.036, 0.083, 0.083, 0.076, 0.073},
             {-0.110, -0.036, -0.037, 0.086, 0.089, 0.080, 0.077},
             {-0.160, -0.034, -0.039, 0.085, 0.088, 0.077, 0.077},
             {-0.230, -0.029, -0.041, 0.080, 0.080, 0.070, 0.072},
             {-0.310, -0.023, -0.043, 0.073, 0.070, 0.062, 0.065},
             {-0.390, -0.017, -0.045, 0.062, 0.061, 0.054, 0.056}},
            thigh);
  add_rings(sections, knee,
            {{0.050, -0.014, 0.000, 0.054, 0.054, 0.048, 0.049},
             {0.000, -0.014, 0.000, 0.049, 0.049, 0.046, 0.046},
             {-0.045, -0.020, 0.000, 0.047, 0.050, 0.045, 0.044},
             {-0.095, -0.025, 0.000, 0.045, 0.057, 0.048, 0.046},
             {-0.150, -0.029, 0.000, 0.044, 0.061, 0.049, 0.048},
             {-0.210, -0.031, 0.001, 0.042, 0.057, 0.045, 0.046},
             {-0.280, -0.032, 0.001, 0.037, 0.046, 0.037, 0.039},
             {-0.345, -0.032, 0.001, 0.033, 0.037, 0.031, 0.032}},
            calf);
  add_rings(sections, ankle,
            {{0.062, -0.002, 0.001, 0.031, 0.033, 0.028, 0.029},
             {0.020, -0.001, 0.001, 0.033, 0.034, 0.029, 0.029},
             {-0.015, 0.000, 0.001, 0.036, 0.036, 0.030, 0.029}},
            rig.sex == Sex::male ? 1.05 : 1.0);
  Field f;
  f.add(upright(std::move(sections)), 0.02);
  f.add(Ellipsoid{knee + Vec3(0.021, 0.001, 0.004), {0.016, 0.024, 0.034}}, 0.042);    // kneecap
  f.add(Ellipsoid{knee + Vec3(0.008, -0.020, 0.105), {0.034, 0.026, 0.060}}, 0.04);    // inner thigh above it
  f.add(Ellipsoid{ankle + Vec3(0.002, -0.025, 0.016), {0.012, 0.008, 0.014}}, 0.022);  // ankle bones
  f.add(Ellipsoid{ankle + Vec3(-0.004, 0.025, 0.006), {0.012, 0.008, 0.014}}, 0.022);
  f.cut(Ellipsoid{ankle + Vec3(-0.026, -0.028, 0.026), {0.010, 0.012, 0.030}}, 0.02);  // beside the tendon
  f.cut(Ellipsoid{ankle + Vec3(-0.028, 0.028, 0.022), {0.010, 0.012, 0.030}}, 0.02);

  add_foot(ankle.y, foot.z - 0.012, f);
  return f;
}

Field sculpt_arm(const Rig& rig) {
  const Vec3 shoulder = rig.at("mShoulderLeft"), elbow = rig.at("mElbowLeft"), wrist = rig.at("mWristLeft");
  // Sections along y: up, forward, down and back of the joint line.
  struct Ring {
    double out, x, z;
    double back, front, down, up;
  };
  std::vector<Section> sections;
  const auto add = [&](const Vec3& joint, const std::vector<Ring>& rings, double thick) {
    for (const Ring& r : rings) {
      sections.push_back({joint.y + r.out, joint.x + r.x, joint.z + r.z, r.back * thick, r.front * thick,
                          r.down * thick, r.up * thick, 0.10});
    }
  };
  const bool male = rig.sex == Sex::male;
  add(shoulder,
      {{-0.030, -0.002, -0.006, 0.046, 0.046, 0.044, 0.036},
       {0.000, -0.001, -0.004, 0.050, 0.051, 0.050, 0.043},
       {0.030, -0.001, -0.002, 0.049, 0.050, 0.050, 0.045},
       {0.070, -0.001, 0.000, 0.045, 0.045, 0.045, 0.041},
       {0.120, -0.001, 0.002, 0.041, 0.041, 0.042, 0.037},
       {0.180, -0.001, 0.002, 0.039, 0.038, 0.039, 0.035}},
      male ? 1.28 : 1.0);
  add(elbow,
      {{-0.045, -0.001, 0.001, 0.036, 0.036, 0.034, 0.033},
       {0.000, 0.000, 0.001, 0.036, 0.036, 0.032, 0.031},
       {0.040, 0.001, 0.001, 0.037, 0.038, 0.033, 0.032},
       {0.080, 0.001, 0.001, 0.036, 0.037, 0.032, 0.031},
       {0.140, 0.000, 0.001, 0.032, 0.032, 0.027, 0.027},
       {0.195, 0.000, 0.001, 0.028, 0.028, 0.021, 0.021}},
      male ? 1.22 : 1.0);
  add(wrist,
      {{-0.012, 0.000, 0.001, 0.026, 0.026, 0.018, 0.018}, {0.015, 0.000, 0.001, 0.027, 0.027, 0.017, 0.016}},
      male ? 1.10 : 1.0);
  Field f;
  f.add(Loft(1, std::move(sections)), 0.02);
  if (male)
    f.add(Ellipsoid{shoulder + Vec3(-0.002, 0.012, 0.006), {0.060, 0.072, 0.054}, tilted({-10, 0, 0})},
          0.040);
  f.add(Ellipsoid{elbow + Vec3(-0.027, -0.006, -0.004), {0.014, 0.020, 0.015}}, 0.02);  // elbow
  f.add(Ellipsoid{wrist + Vec3(-0.018, -0.012, 0.007), {0.010, 0.014, 0.009}}, 0.020);  // wrist bone
  return f;
}

Field sculpt_figure(const Rig& rig) {
  Field f;
  Field torso = sculpt_torso(rig);
  carve_torso(rig, torso);
  f.add(std::move(torso), 0.02);
  Field leg = sculpt_leg(rig);
  f.add(std::move(leg), 0.030, true);
  Field arm = sculpt_arm(rig);
  arm.add(sculpt_hand(rig), 0.012);
  f.add(std::move(arm), 0.045);
  f.add(sculpt_head(rig), 0.030);
  return f;
}

std::function<double(const Vec3&)> edge_limit(const Rig& rig) {
  struct Place {
    Vec3 center;
    double radius, limit;
  };
  const double head = rig.at("mHead").z;
  const std::vector<Place> places = {
      // where things bend
      {rig.at("mShoulderLeft"), 0.09, 0.013},
      {rig.at("mElbowLeft"), 0.06, 0.011},
      {rig.at("mWristLeft"), 0.05, 0.009},
      {rig.at("mHipLeft"), 0.13, 0.016},
      {rig.at("mKneeLeft"), 0.08, 0.013},
      {rig.at("mAnkleLeft"), 0.06, 0.011},
      {rig.at("mNeck"), 0.09, 0.013},
      {rig.at("mHandMiddle3Left"), 0.05, 0.0045},
      {rig.at("mPelvis") + Vec3(0.100, 0.000, 0.092), 0.012, 0.0050},  // navel
      // the head, whose outline shows, and the face, which is looked at
      {{-0.014, 0.000, head + 0.090}, 0.100, 0.0125},
      {{0.080, 0.000, head + 0.045}, 0.070, 0.0065},
      {{0.076, 0.037, head + 0.073}, 0.0165, 0.0019},
      {{0.084, 0.008, head + 0.001}, 0.016, 0.0023},
      {{0.064, 0.000, head - 0.040}, 0.020, 0.0070},
      {{0.090, 0.008, head + 0.032}, 0.016, 0.0034},
      {{-0.008, 0.082, head + 0.060}, 0.028, 0.0036},
  };
  return [places](const Vec3& p) {
    double limit = 1.0;
    for (const Place& place : places) {
      const double away = std::max(0.0, glm::length(p - place.center) - place.radius);
      limit = std::min(limit, place.limit + 0.2 * away);
    }
    return limit;
  };
}

}  // namespace mannequin::body
