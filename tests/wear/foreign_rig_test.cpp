#include "engine/wear/foreign_rig.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

#include "engine/wear/bound_mesh.h"
#include "tests/builtin_character.h"
#include "tests/document/figure.h"

namespace mannequin {
namespace {

const Skeleton& rig_skeleton() { return test::builtin_character().skeleton; }

// The box figure with the joints of another program, placed by its binds.
BoundMeshDesc of_another_rig() {
  BoundMeshDesc bound = test::box_figure(rig_skeleton());
  for (std::string& name : bound.skin.joint_names) name = "J_Bip_" + name;
  bound.skin.joint_positions.clear();
  return bound;
}

TEST(ForeignRig, IsMoreThanAMisspeltJoint) {
  EXPECT_TRUE(is_of_another_rig(of_another_rig(), rig_skeleton()));
  EXPECT_FALSE(is_of_another_rig(test::box_figure(rig_skeleton()), rig_skeleton()));
  BoundMeshDesc one = of_another_rig();
  one.skin.joint_names[0] = "mPelvis";
  EXPECT_FALSE(is_of_another_rig(one, rig_skeleton()));
  BoundMeshDesc box = test::box_on(rig_skeleton(), "mChest", {});
  box.skin.joint_names[0] = "mChesd";
  EXPECT_FALSE(is_of_another_rig(box, rig_skeleton()));
}

TEST(ForeignRig, StaysWhereItsFileShowsIt) {
  const BoundMeshDesc given = of_another_rig();
  EXPECT_FALSE(build_bound_mesh(given, rig_skeleton())) << "not to be worn";
  const BoundMeshDesc shown = as_its_file_shows(given, rig_skeleton());
  ASSERT_EQ(shown.mesh.positions.size(), given.mesh.positions.size());
  for (std::size_t v = 0; v < given.mesh.positions.size(); ++v)
    EXPECT_LT(glm::distance(Vec3(shown.mesh.positions[v]),
                            Vec3(given.skin.bind_shape * Vec4(Vec3(given.mesh.positions[v]), 1.0))),
              1e-6);
  const auto built = build_bound_mesh(shown, rig_skeleton());
  ASSERT_TRUE(built) << built.error().message();
  EXPECT_EQ(built->skin->frame(0), SlotFrame::root);
}

// In its file each joint is 0.3 m further left than it is bound.
TEST(ForeignRig, IsPlacedByItsOwnJoints) {
  BoundMeshDesc given = of_another_rig();
  const Mat4 aside = glm::translate(Mat4(1.0), Vec3(0.0, 0.3, 0.0));
  for (std::size_t slot = 0; slot < given.skin.joint_names.size(); ++slot)
    given.skin.joint_rests.push_back(
        {given.skin.joint_names[slot], aside * glm::inverse(given.skin.inverse_binds[slot])});
  const BoundMeshDesc shown = as_its_file_shows(given, rig_skeleton());
  for (std::size_t v = 0; v < given.mesh.positions.size(); ++v) {
    const Vec3 bound(given.skin.bind_shape * Vec4(Vec3(given.mesh.positions[v]), 1.0));
    EXPECT_LT(glm::distance(Vec3(shown.mesh.positions[v]), bound + Vec3(0.0, 0.3, 0.0)), 1e-6);
  }
}

}  // namespace
}  // namespace mannequin
