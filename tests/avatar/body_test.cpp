// The built-in bodies: valid meshes, within the viewer's
// limits, and moved by every slider that moves the skeleton.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "tests/avatar/builtin_figure.h"

namespace mannequin::test {
namespace {

class Body : public testing::TestWithParam<Sex> {
 protected:
  const BuiltinMesh& body_ = builtin_mesh("mannequin", GetParam());
};

TEST_P(Body, IsOneClosedSurfaceWithoutHoles) {
  const Welded w = weld(body_.mesh);
  expect_closed(w);
  EXPECT_EQ(euler_number(w), 2);
}

TEST_P(Body, HasTheVerticesOfAnArtistsFigure) {
  const std::size_t vertices = weld(body_.mesh).position.size();
  EXPECT_GE(vertices, 10000u);
  EXPECT_LE(vertices, 15000u);
}

TEST_P(Body, IsTheSameOnBothSides) { expect_symmetric(body_.mesh); }

TEST_P(Body, HasNoSliversAndNormalsThatPointOutwards) { expect_outward_normals(body_.mesh, 0.08); }

TEST_P(Body, KeepsToTheViewersLimitsOfASkin) { expect_viewer_limits(body_); }

// It would stick out of the skin, and of every garment over it, in some shapes.
TEST_P(Body, HasNoVertexWithMuchMoreOfAJointThanAllAroundIt) {
  const Welded w = weld(body_.mesh);
  const SkinDesc& skin = body_.desc.skin;
  std::vector<std::map<std::size_t, double>> weights(w.position.size());
  for (std::size_t v = 0; v < w.place.size(); ++v)
    for (std::uint32_t k = skin.influence_begin[v]; k < skin.influence_begin[v + 1]; ++k)
      weights[w.place[v]][skin.influences[k].joint] = skin.influences[k].weight;
  std::vector<std::map<std::size_t, double>> most(w.position.size());
  for (std::size_t c = 0; c < w.corner.size(); ++c)
    for (const auto& [joint, weight] : weights[w.corner[c]])
      for (const std::size_t other : {c / 3 * 3 + (c + 1) % 3, c / 3 * 3 + (c + 2) % 3}) {
        double& known = most[w.corner[other]][joint];
        known = std::max(known, weight);
      }
  for (std::size_t v = 0; v < weights.size(); ++v)
    for (const auto& [joint, weight] : weights[v])
      EXPECT_LE(weight, most[v][joint] + 0.11) << skin.joint_names[joint] << " at " << w.position[v].x << " "
                                               << w.position[v].y << " " << w.position[v].z;
}

TEST_P(Body, HasNoJointThatCarriesNothing) { EXPECT_EQ(idle_joints(body_), std::set<std::string>()); }

TEST_P(Body, StaysWhereItIsBoundWhenNothingIsApplied) { expect_rest_as_bound(body_); }

TEST_P(Body, StandsOnTheGround) {
  const bool male = GetParam() == Sex::male;
  AvatarInputs inputs;
  if (male) inputs.sliders[kMaleParameter] = 1.0;
  const std::vector<ReferenceVertex> standing = deformed(body_, inputs);
  double low = 9.0, high = 0.0;
  for (const ReferenceVertex& v : standing) {
    low = std::min(low, v.position.z);
    high = std::max(high, v.position.z);
  }
  // A man's legs are 4.7 cm longer below a pelvis at the same height.
  EXPECT_NEAR(low, male ? -0.047 : 0.0, 0.01);
  EXPECT_NEAR(high - low, male ? 1.96 : 1.88, 0.02);
}

// Parts that a human figure does not have.
bool of_an_animal(const std::string& joint) {
  return joint.find("Wing") != std::string::npos || joint.find("Tail") != std::string::npos ||
         joint.find("Hind") != std::string::npos;
}

bool moves_a_joint(const AvatarInputs& low, const AvatarInputs& high) {
  const Character& character = figure_character();
  const Shape one = evaluate_shape(character.skeleton, character.appearance, low.sliders);
  const Shape two = evaluate_shape(character.skeleton, character.appearance, high.sliders);
  for (std::size_t j = 0; j < character.skeleton.size(); ++j) {
    if (of_an_animal(character.skeleton.joints()[j].name)) continue;
    if (one.joints.position[j] != two.joints.position[j] || one.joints.scale[j] != two.joints.scale[j])
      return true;
  }
  return false;
}

TEST_P(Body, IsMovedByEverySliderThatMovesAJoint) {
  std::set<int> moving;
  for (const double male : {0.0, 1.0}) {
    for (const ParameterDesc& p : figure_character().appearance.parameters()) {
      if (p.group != 0) continue;
      AvatarInputs low, high;
      low.sliders = high.sliders = {{kMaleParameter, male}};
      low.sliders[p.id] = p.min;
      high.sliders[p.id] = p.max;
      if (!moves_a_joint(low, high)) continue;
      moving.insert(p.id);
      const std::vector<ReferenceVertex> one = deformed(body_, low), two = deformed(body_, high);
      double furthest = 0.0;
      for (std::size_t v = 0; v < one.size(); ++v)
        furthest = std::max(furthest, glm::length(one[v].position - two[v].position));
      EXPECT_GE(furthest, 0.001) << p.id << ' ' << p.label << (male > 0.5 ? ", male" : ", female");
    }
  }
  // 82 sliders name a joint or volume; Ear Angle (15) names the ears with changes of zero.
  EXPECT_EQ(moving.size(), 81u);
  EXPECT_FALSE(moving.contains(15));
}

INSTANTIATE_TEST_SUITE_P(Both, Body, testing::Values(Sex::female, Sex::male),
                         [](const auto& which) { return which.param == Sex::male ? "Male" : "Female"; });

}  // namespace
}  // namespace mannequin::test
