#include "engine/bind/made_shape.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/bind/neighbours.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "tests/oracle/oracle_case.h"
#include "tools/document/file_binding.h"

namespace mannequin::test {
namespace {

// How far each place is from where the vertices around it went on average, in mean edges; the furthest.
double most_torn(const Surface& surface, const std::vector<Vec3>& places) {
  const Neighbours neighbours(places.size(), triangle_edges(surface.triangles));
  double most = 0.0;
  for (std::size_t v = 0; v < places.size(); ++v) {
    const auto around = neighbours.of(v);
    if (around.empty()) continue;
    Vec3 way(0.0);
    double length = 0.0;
    for (const std::uint32_t n : around) {
      way += places[n] - surface.positions[n];
      length += glm::distance(surface.positions[n], surface.positions[v]);
    }
    const auto share = 1.0 / static_cast<double>(around.size());
    most = std::max(most, glm::distance(places[v], surface.positions[v] + share * way) / (share * length));
  }
  return most;
}

// At the back of the man's neck weights change quickly, and a vertex of a collar has several places to which
// the skin there leads it; one of them is inside the body.
TEST(MadeShape, CollarsAreNotTornApart) {
  const Character& c = character(CharacterSource::builtin);
  document::WeightSources sources;
  ASSERT_TRUE(document::add_builtin_body(Sex::male, c, kStrictImporter, sources));
  const SourceTrees trees(sources.meshes);
  BoundMeshDesc top = io::read_builtin_mesh("top", Sex::male).value().meshes[0];
  retarget(top.skin, c.skeleton, kStrictImporter);
  const Surface surface = make_surface(top.mesh, top.skin.bind_shape, Welding::border).surface;
  const auto places = places_where_made(surface, trees);
  ASSERT_TRUE(places);
  EXPECT_LT(most_torn(surface, *places), 0.7);
}

}  // namespace
}  // namespace mannequin::test
