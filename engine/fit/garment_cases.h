// Measures a garment in cases (a shape in a pose each) while it is mended: how far the body pokes through,
// and where.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/fit/garment_places.h"
#include "engine/fit/garment_sweep.h"

namespace mannequin {

// One shape in one pose.
struct MendCase {
  SliderValues sliders;
  Pose pose;
  // The same for equal poses; 0: that in which people view their shapes.
  std::uint32_t pose_number = 0;
  bool bounded = true;  // may not become deeper; else that only costs something
};

// A body vertex that is outside in one case, and the garment triangle that it is nearest to.
struct Penetration {
  std::uint32_t body = 0;                // among those counted
  std::array<std::uint32_t, 3> place{};  // of the garment
  float outside = 0.0f;                  // metres
};

struct MeasuredCase {
  GarmentDepth at;
  std::vector<Penetration> penetrations;
  std::size_t searched = 0;  // vertices for which the garment had to be searched
};

// What measuring some cases has found, by which they are measured again quicker.
struct CaseMemory {
  std::vector<std::vector<KnownDepth>> cases;  // per counted vertex
};

// How a garment differs from that of a memory.
struct MemoryUse {
  CaseMemory& memory;
  std::span<const char> changed;  // per vertex of the garment: not 0 if it may be bound elsewhere
  bool renew;                     // remember what is found now
};

// What to measure. Everything referred to must outlive it.
struct CaseMeter {
  const Character& character;
  std::span<const WornOffsets> worn;  // joint positions that count
  const FitSurface& body;
  const GarmentPair& pair;  // of the body and the original garment
  unsigned threads = 0;     // upper limit; 0: all

  // Measures the cases listed in `which`, in that order; independent of the number of threads. With `places`:
  // also the penetrations. `use`: the memory of the same cases, or an empty one.
  std::vector<MeasuredCase> measure(const FitSurface& garment, std::span<const MendCase> cases,
                                    std::span<const std::size_t> which, const GarmentPlaces* places = nullptr,
                                    const MemoryUse* use = nullptr) const;
  // Per counted vertex its largest depth over all cases, metres; 0 if nothing faces the same way.
  std::vector<float> outermost(const FitSurface& garment, std::span<const MendCase> cases) const;
};

// 0, 1, 2, ...
std::vector<std::size_t> all_of(std::size_t count);

// Square metres, summed up.
double area_of(std::span<const MeasuredCase> cases);

}  // namespace mannequin
