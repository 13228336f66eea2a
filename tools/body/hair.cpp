#include "tools/body/hair.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tools/body/feature.h"
#include "tools/body/figure.h"
#include "tools/body/sheet.h"

namespace mannequin::body {
namespace {

const Vec3 kMiddle(-0.012, 0, 0.085);  // of the skull, above mHead

// Hair as strands: columns from the hairline to the crown over the skin, each place with a height above it.
struct Style {
  std::vector<Vec3> hairline;  // from the middle of the forehead to the nape, left; x, y, height above mHead
  Vec3 crown;                  // where the strands meet
  double front, top, side, nape;  // heights above the skin, metres
  double depth;                   // of the furrows between strands
  double lift;                    // how far strands on the side rise before they run back
  double soft;                    // the part of a strand over which it rises
  double ragged;                  // of the hairline, as a part of a strand's length
};

Style woman() {
  return {{{0.080, 0.000, 0.143},
           {0.075, 0.022, 0.141},
           {0.066, 0.043, 0.131},
           {0.053, 0.058, 0.115},
           {0.043, 0.065, 0.100},
           {0.034, 0.068, 0.085},
           {0.024, 0.070, 0.076},
           {0.013, 0.071, 0.081},
           {0.004, 0.073, 0.093},
           {-0.010, 0.0745, 0.100},
           {-0.030, 0.071, 0.092},
           {-0.043, 0.063, 0.066},
           {-0.053, 0.050, 0.034},
           {-0.060, 0.034, 0.010},
           {-0.066, 0.016, 0.001},
           {-0.068, 0.000, 0.003}},
          {-0.085, 0.0, 0.138},
          0.0085,
          0.0070,
          0.0050,
          0.0045,
          0.0016,
          0.25,
          0.34,
          0.012};
}

Style man() {
  return {{{0.079, 0.000, 0.147},
           {0.073, 0.020, 0.148},
           {0.056, 0.040, 0.150},
           {0.046, 0.054, 0.133},
           {0.041, 0.062, 0.108},
           {0.030, 0.068, 0.082},
           {0.025, 0.070, 0.066},
           {0.014, 0.071, 0.066},
           {0.004, 0.073, 0.088},
           {-0.010, 0.0745, 0.100},
           {-0.030, 0.071, 0.092},
           {-0.043, 0.063, 0.062},
           {-0.054, 0.052, 0.026},
           {-0.062, 0.036, 0.002},
           {-0.068, 0.018, -0.008},
           {-0.070, 0.000, -0.008}},
          {-0.060, 0.0, 0.160},
          0.0190,
          0.0150,
          0.0055,
          0.0040,
          0.0030,
          0.10,
          0.22,
          0.030};
}

// The hairline at places between which strands are equally wide: 0..1 -> 0..1 along its points.
std::vector<double> even_strands(const Style& style, std::size_t columns) {
  constexpr std::size_t kSteps = 600;
  std::vector<double> wide(kSteps + 1, 0.0);
  for (std::size_t k = 0; k < kSteps; ++k) {
    const Vec3 a = along(style.hairline, static_cast<double>(k) / kSteps),
               b = along(style.hairline, static_cast<double>(k + 1) / kSteps);
    const Vec3 to_crown = glm::normalize(style.crown - a), outward = glm::normalize(a - kMiddle);
    const Vec3 across = glm::normalize(glm::cross(to_crown, outward));
    wide[k + 1] = wide[k] + std::abs(glm::dot(b - a, across)) + 0.15 * glm::length(b - a);
  }
  std::vector<double> at;
  std::size_t k = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    const double wanted = wide.back() * static_cast<double>(c) / static_cast<double>(columns - 1);
    while (k + 1 < kSteps && wide[k + 1] < wanted) ++k;
    at.push_back((static_cast<double>(k) + (wanted - wide[k]) / (wide[k + 1] - wide[k])) / kSteps);
  }
  return at;
}

// Different from strand to strand, the same every time: 0..1.
double chance(std::size_t k) {
  std::uint32_t x = static_cast<std::uint32_t>(k) * 2654435761u;
  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  return static_cast<double>(x % 1000u) / 999.0;
}

// The skin under the hair, seen from the middle of the skull.
struct Scalp {
  explicit Scalp(const Rig& rig)
      : field(sculpt_scalp(rig)), base(0, 0, rig.at("mHead").z), middle(base + kMiddle) {}
  Vec3 towards(const Vec3& direction) const { return surface_towards(field, middle, direction); }

  Field field;
  Vec3 base, middle;
};

// How high hair stands above the skin there: most over the forehead and on top.
double height_of(const Style& style, const Vec3& way) {
  const double above = smooth_step(0.2, 0.9, way.z), forward = smooth_step(0.0, 0.7, way.x);
  const double low = glm::mix(style.nape, style.side, smooth_step(-0.4, 0.3, way.z));
  return glm::mix(low, glm::mix(style.top, style.front, forward), above);
}

Sheet strands(const Style& style, const Scalp& scalp) {
  constexpr std::size_t kStrands = 30, kPerStrand = 3, kColumns = kStrands * kPerStrand + 1, kRows = 15;
  const double profile[] = {0.0, 1.0, 0.72};  // across a strand
  const Vec3 crown = glm::normalize(scalp.base + style.crown - scalp.middle);
  const std::vector<double> begin = even_strands(style, kColumns);
  Sheet sheet{kColumns, false, {}, {}};
  for (std::size_t row = 0; row < kRows; ++row)
    for (std::size_t c = 0; c < kColumns; ++c) {
      const bool in_plane = c == 0 || c + 1 == kColumns;
      const std::size_t strand = c / kPerStrand;
      const double ridge = profile[c % kPerStrand];
      Vec3 root = along(style.hairline, begin[c]);
      if (in_plane) root.y = 0.0;
      const Vec3 from = glm::normalize(scalp.base + root - scalp.middle);
      const double edge = style.ragged * (1.0 - ridge) * (0.4 + chance(strand));
      const double t = edge + (1.0 - edge) * static_cast<double>(row) / (kRows - 1);
      const double up = style.lift * 2.0 * t * (1.0 - t) * (1.0 - glm::dot(from, crown));
      const Vec3 way = glm::normalize((1.0 - t) * from + t * crown + Vec3(0, 0, up));
      const Vec3 on = scalp.towards(way);
      double height = height_of(style, way) * (0.75 + 0.35 * chance(strand + 100));
      height -=
          style.depth * (1.0 - ridge) * smooth_step(0.0, style.soft, t) * (1.0 - smooth_step(0.8, 1.0, t));
      height =
          glm::mix(-0.0010, height, smooth_step(-0.02, style.soft, t));  // out of the skin at the hairline
      Vec3 place = on + height * glm::normalize(scalp.field.gradient(on));
      if (row + 1 == kRows) place = scalp.towards(crown) + style.top * crown;
      if (in_plane || row + 1 == kRows) place.y = 0.0;
      sheet.places.push_back(place);
      const double shade = glm::mix(0.55, 1.0, ridge) * (0.8 + 0.3 * chance(strand + 50));
      sheet.colors.push_back(Vec3f(static_cast<float>(shade)));
    }
  return sheet;
}

// On the crown, wound round.
Sheet knot(const Style& style, const Scalp& scalp) {
  constexpr int kRows = 15, kColumns = 19;
  const Vec3 up = glm::normalize(scalp.base + style.crown - scalp.middle),
             at = scalp.towards(up) + 0.020 * up;
  const Vec3 fore = glm::normalize(Vec3(up.z, 0, -up.x)), left(0, 1, 0);
  Sheet sheet{kColumns, false, {}, {}};
  for (int row = 0; row < kRows; ++row)
    for (int c = 0; c < kColumns; ++c) {
      const double polar = 180.0 * kDegree * (kRows - 1 - row) / (kRows - 1);
      const double around = 180.0 * kDegree * c / (kColumns - 1);
      const bool furrow = row % 3 == 0, pole = row == 0 || row + 1 == kRows;
      const double radius = furrow ? 0.0281 : 0.0299, wide = pole ? 0.0 : sine(polar);
      Vec3 place =
          at + radius * (0.85 * cosine(polar) * up + wide * (cosine(around) * fore + sine(around) * left));
      if (pole || c == 0 || c + 1 == kColumns) place.y = 0.0;
      sheet.places.push_back(place);
      sheet.colors.push_back(Vec3f(furrow ? 0.55f : 1.0f));
    }
  return sheet;
}

}  // namespace

Bound hair_mesh(const Rig& rig) {
  const Style style = rig.sex == Sex::male ? man() : woman();
  const Scalp scalp(rig);
  std::vector<Sheet> sheets{strands(style, scalp)};
  if (rig.sex == Sex::female) sheets.push_back(knot(style, scalp));
  const Sculpture hair = join(sheets);
  const auto below = [&](const Vec3& p) { return scalp.towards(glm::normalize(p - scalp.middle)); };
  return feature_mesh(rig, hair, weigh_as_skin(rig, hair, below), "hair", "hair", {0.085f, 0.042f, 0.022f});
}

}  // namespace mannequin::body
