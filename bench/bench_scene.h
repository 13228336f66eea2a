// Data shared by all benchmarks, and the check that keeps them from reporting a time for a wrong result.
#pragma once

#include <benchmark/benchmark.h>

#include <span>
#include <string>

#include "engine/avatar/avatar.h"
#include "engine/mesh/skin.h"

namespace mannequin::bench {

// The built-in definitions, built once.
const Character& character();

// Avatars with distinct random shapes, seeds counting up.
std::vector<AvatarState> random_avatars(std::size_t count);

struct BoundMesh {
  Mesh mesh;
  Skin skin;
};
BoundMesh synthetic(std::size_t vertices, std::size_t influences, std::size_t joints, bool tangents = false);

// assets/mannequin.glb: weights as on real bodies. Its tangents are made up: any direction along the surface
// will do, since the time does not depend on it.
BoundMesh mannequin_body(bool tangents = false);

// The largest error of a palette's numbers, relative to the greatest of the exact row, at least 1.
double palette_difference(std::span<const Mat34> palette, std::span<const Mat4> exact);

// Ends the case with an error instead of a time unless `difference` is within `limit`. Errors about a missing
// device start with "skipped: "; report.py takes all others for a wrong result.
bool check(benchmark::State& state, double difference, double limit, const std::string& what);

}  // namespace mannequin::bench
