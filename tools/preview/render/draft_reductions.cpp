#include "tools/preview/render/draft_reductions.h"

#include <algorithm>

namespace mannequin::preview {
namespace {

// A CPU draws about three of these in a microsecond: some 10 ms of a step.
constexpr std::size_t kMostDraftTriangles = 36000;
// The least number of triangles that coarsening leaves a mesh.
constexpr std::size_t kLeastOfMesh = 1000;

// The most that each mesh may have.
std::size_t share_of(std::span<const std::size_t> triangles) {
  std::vector<std::size_t> lightest_first(triangles.begin(), triangles.end());
  std::ranges::sort(lightest_first);
  std::size_t left = kMostDraftTriangles;
  for (std::size_t i = 0; i < lightest_first.size(); ++i) {
    const std::size_t share = left / (lightest_first.size() - i);
    if (lightest_first[i] > share) return share;
    left -= lightest_first[i];
  }
  return kMostDraftTriangles;
}

}  // namespace

std::vector<std::size_t> draft_reductions(std::span<const std::size_t> triangles) {
  const std::size_t share = share_of(triangles);
  std::vector<std::size_t> reductions;
  for (const std::size_t its : triangles) {
    // In steps, so that putting on or taking off something small changes nothing.
    std::size_t reduction = 1;
    while (its > share * reduction && its >= kLeastOfMesh * 2 * reduction) reduction *= 2;
    reductions.push_back(reduction);
  }
  return reductions;
}

}  // namespace mannequin::preview
