// The distance between two avatars, also with different files.
#include "tools/document/displacement.h"

#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class DisplacementTest : public DocumentTest {
 protected:
  DressedAvatar wearing(const BoundMeshDesc& desc, const SliderValues& sliders) {
    DressedAvatar avatar(character_, {});
    auto file = std::make_shared<io::BoundMeshFile>();
    file->source = "figure.dae";
    file->meshes.push_back(desc);
    auto worn = make_worn_file(std::move(file), "figure.dae", character_.skeleton);
    EXPECT_TRUE(worn);
    avatar.wear(std::move(*worn), {});
    AvatarChoice choice = avatar.choice();
    choice.sliders = sliders;
    avatar.choose(std::move(choice));
    avatar.update();
    return avatar;
  }
};

// The vertices of the one are in another order than those of the other.
BoundMeshDesc turned_round(BoundMeshDesc desc) {
  const BoundMeshDesc given = desc;
  const auto count = static_cast<std::uint32_t>(given.mesh.positions.size());
  desc.skin.influences.clear();
  desc.skin.influence_begin.assign(1, 0);
  for (std::uint32_t v = 0; v < count; ++v) {
    const std::uint32_t from = count - 1 - v;
    desc.mesh.positions[v] = given.mesh.positions[from];
    desc.mesh.normals[v] = given.mesh.normals[from];
    for (std::uint32_t i = given.skin.influence_begin[from]; i < given.skin.influence_begin[from + 1]; ++i)
      desc.skin.influences.push_back(given.skin.influences[i]);
    desc.skin.influence_begin.push_back(static_cast<std::uint32_t>(desc.skin.influences.size()));
  }
  for (std::uint32_t& index : desc.mesh.indices) index = count - 1 - index;
  return desc;
}

TEST_F(DisplacementTest, TheSameMeshIsComparedByItsVertices) {
  const BoundMeshDesc figure = test::box_figure(character_.skeleton);
  const auto a = wearing(figure, {}), b = wearing(figure, {{33, 2.0}});
  const Displacements found = measure_displacements(a, b, false);
  ASSERT_TRUE(found.worst);
  double worst = 0.0;
  for (std::size_t v = 0; v < figure.mesh.positions.size(); ++v)
    worst = std::max(worst, glm::distance(skinned_vertex(*b.visible_meshes()[0], v),
                                          skinned_vertex(*a.visible_meshes()[0], v)));
  EXPECT_NEAR(found.worst->metres, worst, 1e-9);
}

// With the same number of vertices and the same id, which follows the place in the list.
TEST_F(DisplacementTest, AnotherFileIsComparedByItsSurface) {
  const BoundMeshDesc figure = test::box_figure(character_.skeleton);
  const auto a = wearing(figure, {}), same = wearing(turned_round(figure), {});
  const Displacements nothing = measure_displacements(a, same, false);
  ASSERT_TRUE(nothing.worst);
  EXPECT_LT(nothing.worst->metres, 1e-6);

  const auto by_numbers = measure_displacements(a, wearing(figure, {{33, 2.0}}), false);
  const auto by_surface = measure_displacements(a, wearing(turned_round(figure), {{33, 2.0}}), false);
  ASSERT_TRUE(by_numbers.worst && by_surface.worst);
  EXPECT_NEAR(by_surface.worst->metres, by_numbers.worst->metres, 1e-6);
  const auto outwards = measure_displacements(a, wearing(turned_round(figure), {}), true);
  ASSERT_TRUE(outwards.worst);
  EXPECT_NEAR(outwards.worst->metres, 0.0, 1e-6);
}

TEST_F(DisplacementTest, WhatTheOtherHasNothingOfIsNotMeasured) {
  const auto a = wearing(test::box_on(character_.skeleton, "mHead", {}), {});
  const auto b = wearing(turned_round(test::box_on(character_.skeleton, "mKneeLeft", {})), {});
  const Displacements found = measure_displacements(a, b, false);
  EXPECT_FALSE(found.worst);
  ASSERT_EQ(found.meshes.size(), 1u);
  EXPECT_TRUE(found.meshes.front().metres.empty());
}

}  // namespace
}  // namespace mannequin::document
