#include "engine/bind/eyeballs.h"

#include <gtest/gtest.h>

#include "engine/bind/bind.h"
#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

// A head, and before it an eyeball of its own from vertex `eye` on.
struct HeadWithEye {
  Surface surface;
  std::uint32_t eye = 0;
  std::vector<BindBone> bones = {{"mHead", "", {0, 0, 0}, {0, 0.25, 0}},
                                 {"mEyeLeft", "mHead", {0.1, 0.15, 0}, {0.12, 0.15, 0}}};
  std::vector<bool> eye_bones = {false, true}, eye_vertices;

  HeadWithEye() : surface(tube(0.25, 0.1, 11, 16)) {
    eye = static_cast<std::uint32_t>(surface.positions.size());
    const Surface ball = tube(0.03, 0.015, 5, 8);
    for (const Vec3& p : ball.positions) surface.positions.push_back(p + Vec3(0.1, 0.135, 0.0));
    for (Surface::Triangle t : ball.triangles) {
      for (std::uint32_t& v : t) v += eye;
      surface.triangles.push_back(t);
    }
    surface.edges = triangle_edges(surface.triangles);
    eye_vertices = eyeball_vertices(surface, std::vector<Vec3>{bones[1].head});
  }

  BindOutcome bound(const WeightSource& source, BindMethod method) const {
    BindOptions options;
    options.method = method;
    options.eye_bones = eye_bones;
    options.eye_vertices = eye_vertices;
    const BindSources from({&source, 1});
    auto outcome = bind_weights({&surface, nullptr, bones, &from, bones, nullptr}, options);
    EXPECT_TRUE(outcome);
    return outcome ? std::move(*outcome) : BindOutcome{};
  }
};

std::set<std::string> joints_of(const WeightTable& table, std::uint32_t from, std::uint32_t to) {
  std::set<std::string> names;
  for (std::uint32_t v = from; v < to; ++v)
    for (const GroupWeight& w : table.vertices[v]) names.insert(table.groups[w.group]);
  return names;
}

WeightSource head_without_eyes() {
  const Surface surface = tube(0.25, 0.1, 11, 16);
  WeightSource source{"head", surface, {{"mHead", "mFaceEyeLidUpperLeft"}, {}}};
  for (const Vec3& p : surface.positions)
    source.weights.vertices.push_back(p.x > 0.05 ? std::vector<GroupWeight>{{1, 0.6}, {0, 0.4}}
                                                 : std::vector<GroupWeight>{{0, 1.0}});
  return source;
}

TEST(Eyeballs, AnEyeballFollowsItsEyeWhereTheSourceHasOnlyLids) {
  const HeadWithEye head;
  const auto count = static_cast<std::uint32_t>(head.surface.positions.size());
  const BindOutcome outcome = head.bound(head_without_eyes(), BindMethod::transfer);
  ASSERT_EQ(outcome.weights.vertices.size(), count);
  EXPECT_TRUE(outcome.unweighted().empty());
  EXPECT_EQ(joints_of(outcome.weights, head.eye, count), std::set<std::string>{"mEyeLeft"});
  EXPECT_EQ(joints_of(outcome.weights, 0, head.eye),
            (std::set<std::string>{"mHead", "mFaceEyeLidUpperLeft"}));
}

TEST(Eyeballs, AFaceBesideAnEyeOfTheSourceDoesNotFollowIt) {
  const HeadWithEye head;
  WeightSource source{"head and eye", head.surface, {{"mHead", "mEyeLeft"}, {}}};
  for (std::uint32_t v = 0; v < head.surface.positions.size(); ++v)
    source.weights.vertices.push_back({{v >= head.eye ? 1u : 0u, 1.0}});
  HeadWithEye wider;  // its skin touches the eyeball of the source
  for (std::uint32_t v = 0; v < wider.eye; ++v) {
    wider.surface.positions[v].x *= 1.12;
    wider.surface.positions[v].z *= 1.12;
  }
  const auto count = static_cast<std::uint32_t>(wider.surface.positions.size());
  const BindOutcome outcome = wider.bound(source, BindMethod::transfer);
  ASSERT_EQ(outcome.weights.vertices.size(), count);
  EXPECT_EQ(joints_of(outcome.weights, wider.eye, count), std::set<std::string>{"mEyeLeft"});
  for (std::uint32_t v = 0; v < wider.eye; ++v)
    EXPECT_EQ(joints_of(outcome.weights, v, v + 1), std::set<std::string>{"mHead"}) << v;
}

TEST(Eyeballs, CopyTakesWhatIsNearest) {
  const HeadWithEye head;
  const auto count = static_cast<std::uint32_t>(head.surface.positions.size());
  const BindOutcome outcome = head.bound(head_without_eyes(), BindMethod::copy);
  ASSERT_EQ(outcome.weights.vertices.size(), count);
  EXPECT_EQ(joints_of(outcome.weights, head.eye, count).count("mEyeLeft"), 0u);
}

}  // namespace
}  // namespace mannequin::test
