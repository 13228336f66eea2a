// Small surfaces and bones to bind.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "engine/bind/bones.h"
#include "engine/bind/fault.h"
#include "engine/bind/surface.h"

namespace mannequin::test {

// A closed tube along Y from y = 0 to `length`, outside out; `rings` x `sides` vertices and two caps'
// middles.
inline Surface tube(double length = 1.0, double radius = 0.1, std::uint32_t rings = 11,
                    std::uint32_t sides = 8) {
  Surface surface;
  for (std::uint32_t r = 0; r < rings; ++r)
    for (std::uint32_t s = 0; s < sides; ++s) {
      const double turn = 2.0 * std::numbers::pi * s / sides;
      surface.positions.emplace_back(radius * std::cos(turn), length * r / (rings - 1),
                                     radius * std::sin(turn));
    }
  const auto at = [&](std::uint32_t r, std::uint32_t s) { return r * sides + s % sides; };
  for (std::uint32_t r = 0; r + 1 < rings; ++r)
    for (std::uint32_t s = 0; s < sides; ++s) {
      surface.triangles.push_back({at(r, s), at(r + 1, s), at(r + 1, s + 1)});
      surface.triangles.push_back({at(r, s), at(r + 1, s + 1), at(r, s + 1)});
    }
  const std::uint32_t first = rings * sides, last = first + 1;
  surface.positions.emplace_back(0.0, 0.0, 0.0);
  surface.positions.emplace_back(0.0, length, 0.0);
  for (std::uint32_t s = 0; s < sides; ++s) {
    surface.triangles.push_back({first, at(0, s), at(0, s + 1)});
    surface.triangles.push_back({last, at(rings - 1, s + 1), at(rings - 1, s)});
  }
  surface.edges = triangle_edges(surface.triangles);
  return surface;
}

// Two bones that halve such a tube.
inline std::vector<BindBone> two_bones(double length = 1.0) {
  return {{"upper", "", {0, 0, 0}, {0, length / 2, 0}},
          {"lower", "upper", {0, length / 2, 0}, {0, length, 0}}};
}

inline std::set<std::string> codes(const BindFaults& faults) {
  std::set<std::string> out;
  for (const BindFault& fault : faults) out.insert(fault.code);
  return out;
}

inline const BindFault* fault_named(const BindFaults& faults, const std::string& code) {
  const auto found = std::ranges::find(faults, code, &BindFault::code);
  return found == faults.end() ? nullptr : &*found;
}

}  // namespace mannequin::test
