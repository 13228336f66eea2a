// What every benchmark works on, and how one refuses to report a time for a wrong result.
#pragma once

#include <benchmark/benchmark.h>

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

// assets/mannequin.glb: weights as they are on real bodies. Its tangents are made up: any direction along the
// surface will do, since no time depends on which.
BoundMesh mannequin_body(bool tangents = false);

// Ends the case with an error instead of a time unless `difference` is within `limit`. An error that only
// says that a device is not there begins with "skipped: "; report.py takes any other for a wrong result.
bool check(benchmark::State& state, double difference, double limit, const std::string& what);

}  // namespace mannequin::bench
