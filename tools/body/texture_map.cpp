#include "tools/body/texture_map.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "tools/body/charts.h"
#include "tools/body/field.h"

namespace mannequin::body {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;

struct Landmarks {
  Vec3 shoulder, wrist, hip, ankle, head, neck, middle;
};

Piece piece_of(const Landmarks& at, const Vec3& p, const Vec3& normal) {
  const double y = std::abs(p.y);
  if (p.z > at.neck.z + 0.010 - 0.3 * (p.x - at.neck.x) && y < 0.11) return Piece::head;
  if (y > at.wrist.y) return normal.z >= 0.0 ? Piece::hand_top : Piece::hand_palm;
  if (y > at.shoulder.y - 0.012 && p.z > at.shoulder.z - 0.10) return Piece::arm;
  if (p.z < at.ankle.z) return Piece::foot;
  if (p.z < at.hip.z - 0.10 + 0.45 * (y - 0.06)) return Piece::leg;
  return Piece::trunk;
}

// Angle around an axis, 0 opposite the seam, and the way along it; both 0..1.
Vec2 unrolled(const Landmarks& at, Piece piece, const Vec3& p) {
  const double y = std::abs(p.y);
  const auto turn = [](double a, double b) { return 0.5 + angle_of(a, b) / (2.0 * kHalfTurn); };
  switch (piece) {
    case Piece::head:
      return {turn(p.y, p.x + 0.01), (p.z - at.neck.z + 0.03) / 0.31};
    case Piece::trunk:
      return {turn(p.y, p.x + 0.005), (p.z - at.hip.z + 0.13) / 0.76};
    case Piece::arm:
      return {turn(p.x - at.shoulder.x, p.z - at.shoulder.z), (y - at.shoulder.y + 0.03) / 0.56};
    case Piece::leg:
      return {turn(p.x, y - at.ankle.y), (p.z - at.ankle.z + 0.02) / 0.96};
    case Piece::hand_top:
    case Piece::hand_palm:
      return {(p.x - at.middle.x + 0.11) / 0.24, (y - at.wrist.y + 0.02) / 0.26};
    case Piece::foot:
      return {turn(y - at.ankle.y, p.z - 0.025), (p.x + 0.05) / 0.28};
  }
  return {};
}

bool is_unrolled(Piece piece) { return piece != Piece::hand_top && piece != Piece::hand_palm; }

}  // namespace

TextureMap lay_out(const Rig& rig, const std::vector<Vec3>& positions,
                   const std::vector<Triangle>& triangles) {
  const Landmarks at{rig.at("mShoulderLeft"),   rig.at("mWristLeft"), rig.at("mHipLeft"),
                     rig.at("mAnkleLeft"),      rig.at("mHead"),      rig.at("mNeck"),
                     rig.at("mHandMiddle1Left")};
  TextureMap map;
  // surface vertex, piece, right side, whole turns added at the seam -> mesh vertex
  std::map<std::tuple<std::uint32_t, Piece, bool, int>, std::uint32_t> corner;
  for (const Triangle& t : triangles) {
    const Vec3 middle = (positions[t[0]] + positions[t[1]] + positions[t[2]]) / 3.0;
    const Vec3 normal = glm::cross(positions[t[1]] - positions[t[0]], positions[t[2]] - positions[t[0]]);
    const Piece piece = piece_of(at, middle, normal);
    const bool right = middle.y < 0.0 && piece != Piece::head && piece != Piece::trunk;
    const double here = unrolled(at, piece, middle).x;
    const Chart chart = chart_of(piece, right);
    for (const std::uint32_t v : t) {
      Vec2 q = unrolled(at, piece, positions[v]);
      const int turns = is_unrolled(piece) ? static_cast<int>(std::lround(here - q.x)) : 0;
      const auto [found, added] =
          corner.try_emplace({v, piece, right, turns}, static_cast<std::uint32_t>(map.vertex.size()));
      if (added) {
        q.x = std::clamp((q.x + turns + 0.03) / 1.06, 0.0, 1.0);
        q.y = std::clamp(q.y, 0.0, 1.0);
        map.vertex.push_back(v);
        map.uv.push_back(Vec2f(chart.low + q * chart.size));
      }
      map.corners.push_back(found->second);
    }
  }
  return map;
}

}  // namespace mannequin::body
