#include "tools/layers/layer_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "engine/math/types.h"
#include "tools/body/charts.h"

namespace mannequin::layers {
namespace {

using body::Chart;
using body::Piece;

constexpr std::uint32_t kSide = 256;
constexpr std::uint32_t kFineSide = 512;  // of what ends at a slant, where steps would show

// Below this height of the trunk's chart a texel belongs to the lower body.
constexpr double kWaist = 0.34;

// Clothes end at this height of the trunk's chart: above it is the edge of the head's, which is no smooth
// line.
constexpr double kNeck = 0.92;

// A point of the body: the piece it is on, and its place there. across: 0 to 1, of head and trunk 0.5 in
// front and 0.75 at the left side; along: 0 to 1, upwards or outwards.
struct BodyPoint {
  Piece piece = Piece::trunk;
  bool right = false;
  double across = 0.0, along = 0.0;
};

double ramp(double from, double to, double at) { return std::clamp((at - from) / (to - from), 0.0, 1.0); }

std::optional<BodyPoint> body_point(double u, double v) {
  // A little beyond each chart, so that filtering finds no seam.
  constexpr double kMargin = 0.006;
  for (const bool right : {false, true})
    for (const Piece piece : {Piece::head, Piece::trunk, Piece::arm, Piece::hand_top, Piece::hand_palm,
                              Piece::leg, Piece::foot}) {
      const Chart chart = body::chart_of(piece, right);
      if (u < chart.low.x - kMargin || u > chart.low.x + chart.size.x + kMargin ||
          v < chart.low.y - kMargin || v > chart.low.y + chart.size.y + kMargin)
        continue;
      return BodyPoint{piece, right, std::clamp((u - chart.low.x) / chart.size.x, 0.0, 1.0),
                       std::clamp((v - chart.low.y) / chart.size.y, 0.0, 1.0)};
    }
  return std::nullopt;
}

bool is_upper(const BodyPoint& p) {
  return p.piece == Piece::arm || p.piece == Piece::hand_top || p.piece == Piece::hand_palm ||
         (p.piece == Piece::trunk && p.along >= kWaist);
}
bool is_lower(const BodyPoint& p) {
  return p.piece == Piece::leg || p.piece == Piece::foot || (p.piece == Piece::trunk && p.along < kWaist);
}
bool is_hand(const BodyPoint& p) { return p.piece == Piece::hand_top || p.piece == Piece::hand_palm; }

// How far from the middle of the front or the back, 0 to 0.5.
double off_front(const BodyPoint& p) { return std::abs(p.across - 0.5); }
double off_back(const BodyPoint& p) { return 0.5 - off_front(p); }

using Field = std::function<double(const BodyPoint&)>;  // 0..1

std::uint8_t as_byte(double value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0.0, 1.0) * 255.0 + 0.5);
}

TexelPicture body_picture(const Field& field, std::uint32_t side = kSide) {
  TexelPicture picture{side, side, 1, {}};
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      const auto point = body_point((x + 0.5) / side, (y + 0.5) / side);
      picture.texels.push_back(point ? as_byte(field(*point)) : 0);
    }
  return picture;
}

// A picture with a texture map of its own: u across, v upwards, both 0..1.
TexelPicture flat_picture(std::uint32_t side, const std::function<double(double, double)>& field) {
  TexelPicture picture{side, side, 1, {}};
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x)
      picture.texels.push_back(as_byte(field((x + 0.5) / side, (y + 0.5) / side)));
  return picture;
}

TexelPicture colored(const TexelPicture& alpha, std::array<std::uint8_t, 3> color) {
  TexelPicture picture{alpha.width, alpha.height, 4, {}};
  for (const std::uint8_t c : color) picture.texels.insert(picture.texels.end(), alpha.plane_size(), c);
  picture.texels.insert(picture.texels.end(), alpha.texels.begin(), alpha.texels.end());
  return picture;
}

// 1 at a spot of the face, 0 at `wide` and `high` from it; both halves of the face.
Field face_spots(double across, double along, double wide, double high) {
  return [=](const BodyPoint& p) {
    if (p.piece != Piece::head) return 0.0;
    const double a = (off_front(p) - across) / wide, b = (p.along - along) / high;
    return std::max(0.0, 1.0 - std::sqrt(a * a + b * b));
  };
}

// Specks at fixed places: a lattice whose points are moved about by a small integer hash.
double specks(double u, double v, double cells, double radius) {
  double most = 0.0;
  const auto hash = [](unsigned a, unsigned b) {
    unsigned h = a * 374761393u + b * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return h ^ (h >> 16);
  };
  const int column = static_cast<int>(u * cells), row = static_cast<int>(v * cells);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const unsigned h = hash(static_cast<unsigned>(column + dx + 7), static_cast<unsigned>(row + dy + 7));
      const double a = u * cells - (column + dx + 0.2 + 0.6 * ((h & 255u) / 255.0)),
                   b = v * cells - (row + dy + 0.2 + 0.6 * (((h >> 8) & 255u) / 255.0));
      most = std::max(most,
                      (1.0 - std::sqrt(a * a + b * b) / radius) * (0.3 + 0.7 * (((h >> 16) & 255u) / 255.0)));
    }
  return most;
}

// What reaches the waist continues beyond it, so that filtering finds no edge there: each region shows only
// its own part.

// The trunk whole but for the armholes of a shirt without sleeves, then less and less towards the wrist.
double sleeve(const BodyPoint& p) {
  if (p.piece == Piece::trunk) {
    const double to_side = 1.0 - ramp(0.0, 0.11, std::abs(off_front(p) - 0.25));
    return (1.0 - 0.10 * ramp(0.0, 0.5, to_side * ramp(0.66, 0.80, p.along))) *
           (1.0 - ramp(kNeck - 0.01, kNeck, p.along));
  }
  return p.piece == Piece::arm ? 1.0 - 0.98 * ramp(0.10, 0.97, p.along) : 0.0;
}

// Round necklines, one below the other, down to `lowest` in the middle.
double neckline(const BodyPoint& p, double off_middle, double lowest) {
  if (p.piece != Piece::trunk) return is_upper(p) ? 1.0 : 0.0;
  const double aside = off_middle / 0.17;
  return 0.06 + 0.94 * std::min(1.0, (kNeck - p.along) / (kNeck - lowest) + 0.16 * std::pow(aside, 6.0));
}

double collar_front(const BodyPoint& p) { return neckline(p, off_front(p), 0.56); }
double collar_back(const BodyPoint& p) { return neckline(p, off_back(p), 0.66); }

// `at_waist`: the least value, which the waist has.
double from_below(const BodyPoint& p, double at_waist, double high) {
  if (p.piece != Piece::trunk) return is_upper(p) ? 1.0 : 0.0;
  return at_waist + (1.0 - at_waist) * ramp(kWaist, high, p.along);
}

// Of trousers: 1 at the hip, near 0 at the foot.
double down_the_leg(const BodyPoint& p) {
  if (p.piece == Piece::leg) return 0.02 + 0.96 * ramp(0.02, 0.97, p.along);
  if (p.piece == Piece::trunk) return p.along < 0.13 ? 1.0 : 0.0;
  return 0.0;
}

double up_to_the_waist(const BodyPoint& p) {
  if (p.piece != Piece::trunk) return 0.0;
  return 1.0 - 0.97 * ramp(0.08, kWaist, p.along);
}

double shoe(const BodyPoint& p) {
  if (p.piece == Piece::foot) return 1.0;
  return p.piece == Piece::leg ? 1.0 - 0.98 * ramp(0.0, 0.85, p.along) : 0.0;
}

double glove(const BodyPoint& p) {
  if (is_hand(p)) return 1.0;
  // The longest end in the middle of the upper arm.
  constexpr double kLongest = 0.25;
  return p.piece == Piece::arm && p.along > kLongest ? 0.02 + 0.95 * ramp(kLongest, 1.0, p.along) : 0.0;
}

double fingers(const BodyPoint& p) { return is_hand(p) ? 1.0 - 0.97 * ramp(0.40, 0.98, p.along) : 1.0; }

// A longer jacket covers the upper body first, down to the waist, and what is below it only then.
constexpr double kJacketAtWaist = 0.60;

double jacket_skirt(const BodyPoint& p) {
  constexpr double kAtHip = 0.30, kBelowWaist = kJacketAtWaist - 0.02;
  if (p.piece == Piece::trunk) return kAtHip + (kBelowWaist - kAtHip) * ramp(0.0, kWaist, p.along);
  return p.piece == Piece::leg ? kAtHip * ramp(0.35, 1.0, p.along) : 0.0;
}

double open_in_front(const BodyPoint& p) {
  // Wider at the top, like lapels.
  if (p.piece == Piece::trunk)
    return 0.03 + 0.97 * ramp(0.0, 0.07 + 0.13 * ramp(0.2, kNeck, p.along), off_front(p));
  // Of a leg, from the inside on.
  if (p.piece == Piece::leg) return 0.03 + 0.97 * ramp(0.0, 0.30, off_back(p));
  return 1.0;
}

double shading(const BodyPoint& p) {
  switch (p.piece) {
    case Piece::trunk:
      return 0.25 * ramp(0.15, 0.30, off_front(p)) * ramp(0.30, 0.20, std::abs(p.across - 0.5) - 0.2) + 0.10;
    case Piece::head:
      return 0.15 * ramp(0.10, 0.35, off_front(p)) + 0.25 * (1.0 - ramp(0.08, 0.25, p.along));
    case Piece::arm:
    case Piece::leg:
      return 0.22 * ramp(0.20, 0.5, off_front(p));
    default:
      return 0.1;
  }
}

double highlight(const BodyPoint& p) { return 0.20 * (1.0 - ramp(0.0, 0.25, off_front(p))); }

double grain(const BodyPoint& p) {
  const double fine = specks(p.across + 0.5 * static_cast<double>(p.right), p.along, 48.0, 0.5);
  // In three steps, which pack well.
  return 1.0 - 0.02 * std::floor(3.0 * std::max(0.0, fine));
}

double nails(const BodyPoint& p) { return p.piece == Piece::hand_top ? ramp(0.66, 0.74, p.along) : 0.0; }
double toenails(const BodyPoint& p) {
  return p.piece == Piece::foot ? ramp(0.82, 0.90, p.along) * (1.0 - ramp(0.02, 0.10, off_front(p))) : 0.0;
}

Field spotted(double cells, double radius, bool (*where)(const BodyPoint&)) {
  return [=](const BodyPoint& p) {
    return where(p) ? std::max(0.0, specks(p.across + static_cast<double>(p.right), p.along, cells, radius))
                    : 0.0;
  };
}

double slit(double u, double v, double at) {
  const double away = std::min(std::abs(u - at), 1.0 - std::abs(u - at));
  return 0.02 + 0.5 * v + 8.0 * away;
}

}  // namespace

std::vector<LayerPictureFile> layer_pictures() {
  std::vector<LayerPictureFile> files;
  const auto add = [&](const std::string& name, TexelPicture picture) {
    files.push_back({name + ".tga", std::move(picture)});
  };
  const auto on_head = [](const BodyPoint& p) { return p.piece == Piece::head; };
  const auto lips = face_spots(0.0, 0.335, 0.07, 0.04);

  // Clothes.
  add("shirt_sleeve_alpha", body_picture(sleeve));
  add("shirt_bottom_alpha", body_picture([](const BodyPoint& p) { return from_below(p, 0.03, 0.72); }));
  add("shirt_collar_alpha", body_picture(collar_front, kFineSide));
  add("shirt_collar_back_alpha", body_picture(collar_back, kFineSide));
  add("jacket_length_upper_alpha",
      body_picture([](const BodyPoint& p) { return from_below(p, kJacketAtWaist, 0.70); }));
  add("jacket_length_lower_alpha", body_picture(jacket_skirt));
  add("jacket_open_upper_alpha", body_picture(open_in_front, kFineSide));
  add("jacket_open_lower_alpha", body_picture(open_in_front, kFineSide));
  add("glove_length_alpha", body_picture(glove));
  add("gloves_fingers_alpha", body_picture(fingers));
  add("pants_length_alpha", body_picture(down_the_leg));
  add("pants_waist_alpha", body_picture(up_to_the_waist));
  add("shoe_height_alpha", body_picture(shoe));
  add("skirt_length_alpha", flat_picture(kSide, [](double, double v) { return 0.01 + 0.98 * v; }));
  add("skirt_slit_front_alpha", flat_picture(kSide, [](double u, double v) { return slit(u, v, 0.5); }));
  add("skirt_slit_back_alpha", flat_picture(kSide, [](double u, double v) { return slit(u, v, 0.0); }));
  add("skirt_slit_left_alpha", flat_picture(kSide, [](double u, double v) { return slit(u, v, 0.75); }));
  add("skirt_slit_right_alpha", flat_picture(kSide, [](double u, double v) { return slit(u, v, 0.25); }));

  // Face and skin.
  add("eyebrows_alpha", body_picture(face_spots(0.055, 0.665, 0.045, 0.022)));
  add("lips_mask", body_picture(lips));
  add("lipstick_alpha", body_picture(lips));
  add("lipgloss_alpha", body_picture(face_spots(0.0, 0.325, 0.05, 0.02)));
  add("blush_alpha", body_picture(face_spots(0.10, 0.455, 0.07, 0.08)));
  add("rosyface_alpha", body_picture(face_spots(0.09, 0.50, 0.12, 0.14)));
  add("eyeshadow_outer_alpha", body_picture(face_spots(0.075, 0.59, 0.035, 0.035)));
  add("eyeshadow_inner_alpha", body_picture(face_spots(0.035, 0.59, 0.03, 0.035)));
  add("eyeliner_alpha", body_picture(face_spots(0.055, 0.555, 0.045, 0.014)));
  add("facehair_sideburns_alpha", body_picture(face_spots(0.17, 0.50, 0.05, 0.20)));
  add("facehair_moustache_alpha", body_picture(face_spots(0.02, 0.395, 0.06, 0.025)));
  add("facehair_soulpatch_alpha", body_picture(face_spots(0.0, 0.275, 0.025, 0.03)));
  add("facehair_chincurtains_alpha", body_picture(face_spots(0.07, 0.25, 0.13, 0.09)));
  add("freckles_alpha", body_picture([on_head](const BodyPoint& p) {
        return on_head(p) ? std::max(0.0, specks(p.across, p.along, 60.0, 0.35)) *
                                face_spots(0.07, 0.50, 0.16, 0.18)(p)
                          : 0.0;
      }));
  add("upperbodyfreckles_alpha", body_picture(spotted(40.0, 0.3, is_upper)));
  add("bodyfreckles_alpha", body_picture(spotted(40.0, 0.3, is_lower)));
  add("nailpolish_alpha", body_picture(nails));
  add("head_skingrain", body_picture(grain));
  add("body_skingrain", body_picture(grain));
  add("head_color", colored(body_picture(face_spots(0.0, 0.335, 0.06, 0.03)), {176, 92, 84}));
  add("upperbody_color", colored(body_picture([](const BodyPoint& p) {
                                   if (p.piece != Piece::trunk) return 0.0;
                                   const double a = (off_front(p) - 0.11) / 0.018,
                                                b = (p.along - 0.70) / 0.02;
                                   return std::max(0.0, 1.0 - std::sqrt(a * a + b * b));
                                 }),
                                 {150, 84, 74}));
  add("lowerbody_color", colored(body_picture(toenails), {214, 168, 156}));
  for (const char* region : {"head", "upperbody", "lowerbody"}) {
    add(std::string(region) + "_shading_alpha", body_picture(shading));
    add(std::string(region) + "_highlights_alpha", body_picture(highlight));
  }
  add("head_hair", body_picture([](const BodyPoint& p) {
        return 0.75 + 0.06 * std::floor(4.0 * std::max(0.0, specks(4.0 * p.across, p.along, 30.0, 0.6)));
      }));
  add("head_alpha", flat_picture(16, [](double, double) { return 1.0; }));

  // Eyes, and regions of the body that have only a base.
  TexelPicture white = flat_picture(64, [](double u, double v) {
    const double a = u - 0.5, b = v - 0.5;
    return 0.97 - 0.5 * (a * a + b * b);
  });
  TexelPicture eye{64, 64, 3, {}};
  for (int c = 0; c < 3; ++c) eye.texels.insert(eye.texels.end(), white.texels.begin(), white.texels.end());
  add("eyewhite", std::move(eye));
  add("aux_base", colored(flat_picture(16, [](double, double) { return 3.0 / 255.0; }), {255, 255, 255}));
  add("body_regions", body_picture([](const BodyPoint& p) {
        return (p.piece == Piece::head ? 1.0 : is_upper(p) ? 2.0 : 3.0) / 255.0;
      }));
  return files;
}

}  // namespace mannequin::layers
