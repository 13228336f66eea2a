// The worst places of a sweep where a body pokes out of its clothes: first those that a customer would see.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/fit/garment_sweep.h"
#include "tools/document/worn_file.h"

namespace mannequin::document {

// The worst place of one garment in one region of the body. Of a place and a deeper one that no side shows,
// both are listed.
struct SweptFault {
  std::size_t garment = 0;
  std::string region;  // see body_region
  std::size_t shape = 0, pose = 0;
  double depth = 0.0;        // metres that the body pokes out
  double area = 0.0;         // square metres of the body, there and elsewhere
  std::size_t cases = 0;     // shapes and poses in which it pokes out in that region
  std::uint32_t vertex = 0;  // of the body
  bool covered = false;      // what is worn, or the body itself, hides it from every side
  Vec3 from{1.0, 0.0, 0.0};  // world, unit: towards an eye that sees it; if it is covered, along its normal
};

// What is looked at; all of it must outlive that.
struct FitScene {
  const Character& character;
  const FitSurface& body;
  std::span<const FitSurface> garments;
  const std::vector<std::shared_ptr<const WornGeometry>>& others;  // that are neither body nor garment
};

// Of an avatar in this state: the places that can be seen come first, then by depth. `cases`: one per
// garment; their shapes and poses are not looked at.
std::vector<SweptFault> worst_faults(const FitScene& scene, const AvatarState& state,
                                     std::span<const SweptCase> cases);

// Looks at the places where the body is outside in the sweep's cases, with everything that is worn around
// them: `others` are those that are neither body nor garment. Those that can be seen come first, then by
// depth. Independent of the number of threads. `progress` counts the shapes and poses with
// faults. Once it returns false, what was not looked at yet
// counts as seen.
std::vector<SweptFault> worst_faults(const GarmentSweep& sweep, const SweptGarments& swept,
                                     const std::vector<std::shared_ptr<const WornGeometry>>& others,
                                     const std::function<bool(std::size_t done, std::size_t all)>& progress);

}  // namespace mannequin::document
