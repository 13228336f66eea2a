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

// As the skin in an armpit that came through a sleeve, and is seen at its edge only.
TEST_F(SightTest, BesideACoveredPlaceTheNearestThatIsSeenIsLookedAt) {
  if (!character_) return;
  put("case", {}, Vec3(0.02));
  put("cloth", {-0.01, -0.05, -0.05}, {0.005, 0.06, 0.06});
  const Vec3 place = go_to_corner(), target = view_->camera().target;
  EXPECT_FALSE(is_seen(place));
  EXPECT_TRUE(is_seen(target));
  EXPECT_LT(glm::distance(target, place), 0.12);
  const Message& last = document_->messages().list().back();
  EXPECT_TRUE(last.text.starts_with("case.glb covers the place")) << last.text;
  EXPECT_EQ(*view_->selected_vertex_in_world(), target) << "it has the mark";
}

TEST_F(SightTest, WhereEverySideIsCoveredThatIsSaid) {
  if (!character_) return;
  put("case", {}, Vec3(0.08));
  const Vec3 place = go_to_corner();
  EXPECT_FALSE(is_seen(place));
  EXPECT_GT(-view_->camera().forward().x, 0.99);
  const Message& last = document_->messages().list().back();
  EXPECT_EQ(last.kind, Message::Kind::warning);
  EXPECT_TRUE(last.text.starts_with("case.glb covers this place")) << last.text;
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
