// What a garment is mended for, and what the result comes to: shared by `mannequin mend` and the window.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/fit/garment_mend.h"
#include "engine/io/bound_mesh.h"
#include "tools/document/file_binding.h"

namespace mannequin::document {

struct MendingCases {
  std::vector<MendCase> plan;     // to be solved on
  std::vector<MendCase> checks;   // random, so that other shapes and poses fit, too
  std::vector<MendCase> watched;  // the default shape in random poses, none of which should get deeper
  std::vector<MendCase> others;   // only measured, before and after
};
// Of a plan's shapes and poses, at least one each. Takes so many of them that mending takes minutes; in poses
// other than the first fewer shapes. `sex`: the plan's; none: both.
MendingCases mending_cases(const Character& character, std::span<const SweepShape> shapes,
                           std::span<const SweepPose> poses, std::optional<Sex> sex);

// The weights of a body's meshes. Fails (bad_data) if it has none.
Status add_body_weights(io::BoundMeshFile body, const Skeleton& skeleton, WeightSources& sources);

// A garment of meshes with weights, as this importer's viewer wears it. Fails as build_bound_mesh().
Result<WornGarment> build_garment(std::span<const BoundMeshDesc> meshes, const Skeleton& skeleton,
                                  const ImporterProfile& importer);

// What was changed, in numbers.
struct MendSizes {
  std::size_t moved = 0, reweighted = 0, vertices = 0;
  double largest = 0.0;  // metres
};
MendSizes sizes_of(const MendedGarment& mended);

// The share of the area that came through before and does not any more.
double removed_share(const MendMeasure& before, const MendMeasure& after);
// Metres by which the body comes out further in the case where that grew most; 0: in none.
double worst_increase(const MendMeasure& before, const MendMeasure& after);

}  // namespace mannequin::document
