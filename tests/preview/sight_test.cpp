// Flying to a place of a mesh: the camera arrives where nothing covers it.
#include <algorithm>
#include <array>

#include "tests/preview/workspace_case.h"

namespace mannequin::preview {
namespace {

class SightTest : public WorkspaceTest {
 protected:
  void SetUp() override {
    WorkspaceTest::SetUp();
    if (!context_) return;
    view_->settings.reduce_motion = true;
    ASSERT_TRUE(document_->files.open(
        write_mesh(test::divided(test::box_figure(character_->skeleton), 3), "body.glb"), false));
    update();
    const WornMesh& mesh = *document_->avatar().visible_meshes().front();
    // Of the chest's front, the upper corner at the left.
    double best = -1e9;
    for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
      if (mesh.mesh.normals()[v].x < 0.9f) continue;
      const std::size_t slot = mesh.skin.influences()[v].joint[0];
      if (mesh.skin.joints()[slot] != character_->skeleton.find("mChest")) continue;
      const Vec3 p(mesh.mesh.positions()[v]);
      if (p.y + p.z > best) best = p.y + p.z, corner_ = v, bound_ = p;
    }
  }
  void update() {
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(actions_->update(0.02));
  }
  // A box that follows the chest, this far from the corner.
  void put(const char* name, const Vec3& away, const Vec3& half) {
    BoundMeshDesc desc = test::box_on(character_->skeleton, "mChest", {});
    desc.mesh.name = name;
    Vec3f middle(0.0f);
    for (const Vec3f& p : desc.mesh.positions) middle += p / static_cast<float>(desc.mesh.positions.size());
    for (Vec3f& p : desc.mesh.positions) p = Vec3f(bound_ + away + half * Vec3(p - middle) / 0.02);
    ASSERT_TRUE(document_->files.open(write_mesh(desc, std::string(name) + ".glb"), true));
    update();
  }
  // In place of the body: the same with a box of this half size of its own around the corner.
  void wear_with_own_box(float half) {
    BoundMeshDesc desc = test::divided(test::box_figure(character_->skeleton), 3);
    const BoundMeshDesc box = test::box_on(character_->skeleton, "mChest", {});
    const auto chest = static_cast<std::uint32_t>(std::ranges::find(desc.skin.joint_names, "mChest") -
                                                  desc.skin.joint_names.begin());
    Vec3f middle(0.0f);
    for (const Vec3f& p : box.mesh.positions) middle += p / static_cast<float>(box.mesh.positions.size());
    const auto first = static_cast<std::uint32_t>(desc.mesh.positions.size());
    for (std::size_t v = 0; v < box.mesh.positions.size(); ++v) {
      desc.mesh.positions.push_back(Vec3f(bound_) + half / 0.02f * (box.mesh.positions[v] - middle));
      desc.mesh.normals.push_back(box.mesh.normals[v]);
      if (!desc.mesh.uvs.empty()) desc.mesh.uvs.emplace_back(0.0f);
      desc.skin.influences.push_back({chest, 1.0f});
      desc.skin.influence_begin.push_back(static_cast<std::uint32_t>(desc.skin.influences.size()));
    }
    for (const std::uint32_t i : box.mesh.indices) desc.mesh.indices.push_back(first + i);
    desc.mesh.faces.back().index_count += static_cast<std::uint32_t>(box.mesh.indices.size());
    desc.mesh.faces.back().vertex_count += static_cast<std::uint32_t>(box.mesh.positions.size());
    document_->wardrobe.take_off(0);
    ASSERT_TRUE(document_->files.open(write_mesh(desc, "own.glb"), false));
    update();
  }
  float opacity_of(const char* name) const {
    for (const WornMesh* mesh : document_->avatar().visible_meshes())
      if (mesh->mesh.name() == name) return view_->scene().drawable_of(*mesh)->opacity();
    return 0.0f;
  }
  const Message& last_message() const { return document_->messages().list().back(); }
  // Returns where it is.
  Vec3 go_to_corner() {
    const auto meshes = document_->avatar().visible_meshes();
    const auto body = std::ranges::find(meshes, "figure", [](const auto* mesh) { return mesh->mesh.name(); });
    EXPECT_NE(body, meshes.end());
    if (body == meshes.end()) return {};
    actions_->go_to({(*body)->id, "figure", corner_, 0.0});
    update();
    return skinned_vertex(**body, corner_) + Vec3(0.0, 0.0, document_->avatar().lift());
  }
  // From the avatar's axis, and a little upwards.
  Vec3 outwards() const { return glm::normalize(Vec3(glm::normalize(Vec2(bound_)), 0.1)); }
  // What stands between the eye and the place.
  bool is_seen(const Vec3& place) {
    const Vec3 eye = view_->camera().position();
    const auto hits = view_->surface_along({eye, glm::normalize(place - eye)});
    // At a corner the ray may just miss the triangles of the place itself.
    return hits.empty() || hits.front().distance > glm::distance(eye, place) - 1e-4;
  }

  std::size_t corner_ = 0;
  Vec3 bound_{0.0};
};

TEST_F(SightTest, APlaceIsLookedAtStraightWhereNothingIsInBetween) {
  if (!character_) return;
  // At its side, where it would come between an eye that only keeps the body out of the way.
  put("flap", 0.15 * outwards(), Vec3(0.05));
  const Vec3 place = go_to_corner();
  EXPECT_LT(glm::distance(view_->camera().target, place), 1e-6);
  EXPECT_TRUE(is_seen(place));
  EXPECT_GT(-view_->camera().forward().x, 0.99) << "straight above the surface";
}

TEST_F(SightTest, AroundWhatCoversItTheNearestFreeSideIsTaken) {
  if (!character_) return;
  put("flap", 0.15 * outwards(), Vec3(0.05));
  put("plate", {0.10, 0.0, 0.0}, {0.01, 0.03, 0.03});
  const Vec3 place = go_to_corner();
  EXPECT_TRUE(is_seen(place));
  EXPECT_LT(-view_->camera().forward().x, 0.98);
  EXPECT_GT(-view_->camera().forward().x, 0.7);
  EXPECT_TRUE(std::ranges::none_of(document_->messages().list(),
                                   [](const Message& each) { return each.kind == Message::Kind::warning; }));
}

// Whatever covers it: the place itself is looked at, through that.
TEST_F(SightTest, WhereEverySideIsCoveredWhatCoversItIsSeeThroughUntilSomethingElseIsSelected) {
  if (!character_) return;
  put("case", {}, Vec3(0.08));
  EXPECT_EQ(opacity_of("case"), 1.0f);
  const Vec3 place = go_to_corner();
  EXPECT_FALSE(is_seen(place));
  EXPECT_LT(glm::distance(view_->camera().target, place), 1e-6);
  EXPECT_GT(-view_->camera().forward().x, 0.99);
  EXPECT_LT(opacity_of("case"), 0.5f);
  const Message& last = document_->messages().list().back();
  EXPECT_EQ(last.kind, Message::Kind::warning);
  EXPECT_TRUE(last.text.starts_with("See-through until Esc: case.glb")) << last.text;
  EXPECT_EQ(document_->history().size(), 2u) << "what was opened: it is the view's own, and saved nowhere";
  EXPECT_FALSE(last.past);
  actions_->select_nothing();
  update();
  EXPECT_EQ(opacity_of("case"), 1.0f);
  EXPECT_TRUE(document_->messages().list().back().past) << "Esc was pressed";
}

// As the skin in an armpit that came through a sleeve, and is seen at its edge only: the body is in the way.
TEST_F(SightTest, BesideAPlaceThatItsOwnMeshCoversTheNearestThatIsSeenIsLookedAt) {
  if (!character_) return;
  wear_with_own_box(0.02f);
  put("cloth", {-0.01, -0.05, -0.05}, {0.005, 0.06, 0.06});
  const Vec3 place = go_to_corner(), target = view_->camera().target;
  EXPECT_FALSE(is_seen(place));
  EXPECT_TRUE(is_seen(target));
  EXPECT_LT(glm::distance(target, place), 0.12);
  const Message& last = document_->messages().list().back();
  EXPECT_TRUE(last.text.starts_with("own.glb covers the place")) << last.text;
  EXPECT_EQ(*view_->selected_vertex_in_world(), target) << "it has the mark";
}

// As an armpit under a sleeve: the arm is in the way of who stands apart, and the sleeve of who comes close.
TEST_F(SightTest, WhereItsOwnMeshIsInTheWayFurtherOffItIsSeenFromNearerThroughWhatCoversIt) {
  if (!character_) return;
  wear_with_own_box(0.5f);
  put("sleeve", {}, Vec3(0.08));
  const Vec3 place = go_to_corner();
  EXPECT_LT(glm::distance(view_->camera().target, place), 1e-6);
  EXPECT_LT(glm::distance(view_->camera().position(), place), 0.35) << "before its own mesh";
  EXPECT_LT(opacity_of("sleeve"), 0.5f);
  EXPECT_EQ(opacity_of("figure"), 1.0f);
  EXPECT_TRUE(last_message().text.starts_with("See-through until Esc: sleeve.glb,")) << last_message().text;
}

// As in a deep fold, into which one sees from its own opening only.
TEST_F(SightTest, WhereItsOwnMeshIsCloseOverItTheEyeGoesIn) {
  if (!character_) return;
  wear_with_own_box(0.12f);
  const Vec3 place = go_to_corner();
  EXPECT_TRUE(is_seen(place));
  EXPECT_LT(glm::distance(view_->camera().target, place), 1e-6);
  EXPECT_LT(glm::distance(view_->camera().position(), place), 0.1);
  EXPECT_NE(last_message().text.find("from between the folds"), std::string::npos) << last_message().text;
}

// Nothing is asked of the user that the window can do.
TEST_F(SightTest, WhatItsOwnMeshEnclosesIsSeenThroughThat) {
  if (!character_) return;
  wear_with_own_box(0.02f);
  const Vec3 place = go_to_corner();
  EXPECT_FALSE(is_seen(place));
  EXPECT_LT(glm::distance(view_->camera().target, place), 1e-6);
  EXPECT_LT(opacity_of("figure"), 0.5f);
  EXPECT_TRUE(last_message().text.starts_with("See-through until Esc: own.glb,")) << last_message().text;
  actions_->select_nothing();
  update();
  EXPECT_EQ(opacity_of("figure"), 1.0f);
}

TEST_F(SightTest, WhatIsFurtherOffIsKeptOutOfTheWayOfWhatCoversThePlace) {
  if (!character_) return;
  put("case", {}, Vec3(0.04));
  put("plate", {0.15, 0.0, 0.0}, {0.01, 0.03, 0.03});
  const Vec3 place = go_to_corner(), eye = view_->camera().position();
  const auto hits = view_->surface_along({eye, glm::normalize(place - eye)});
  ASSERT_FALSE(hits.empty());
  EXPECT_EQ(hits.front().mesh->mesh.name(), "case");
}

}  // namespace
}  // namespace mannequin::preview
