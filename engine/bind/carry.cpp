#include "engine/bind/carry.h"

#include <fmt/format.h>

#include "engine/bind/copy.h"
#include "engine/bind/surface_tree.h"
#include "engine/bind/weight_edits.h"

namespace mannequin {
namespace {

constexpr double kUnmoved = 1e-5, kBeside = 2e-3;  // metres

}  // namespace

Result<CarriedWeights> carry_weights(const Surface& before, const WeightTable& weights, const Surface& now) {
  if (weights.vertices.size() != before.positions.size())
    return fail(ErrorCode::bad_argument, "weights",
                fmt::format("are of {} vertices, but the mesh before had {}", weights.vertices.size(),
                            before.positions.size()));
  CarriedWeights out;
  if (before.positions.size() == now.positions.size() && before.triangles == now.triangles) {
    if (auto status = check_surface(now); !status) return error_of(status);
    out.weights = weights;
    out.same = now.positions.size();
    return out;
  }
  const WeightSource source{"before", before, weights};
  Result<BoundWeights> made = transfer_weights(now, SourceTrees({&source, 1}));
  if (!made) return error_of(made);
  out.weights = std::move(made->weights);
  out.faults = std::move(made->faults);
  // A vertex has not moved if a model vertex is in the same place.
  const std::vector<bool> same = weld_to(out.weights, now, {&source, 1}, kUnmoved);
  const SurfaceTree tree(before);
  for (std::size_t v = 0; v < same.size(); ++v) {
    if (same[v])
      ++out.same;
    else if (tree.nearest(now.positions[v], kBeside))
      ++out.interpolated;
    else
      ++out.made_up;
  }
  return out;
}

}  // namespace mannequin
