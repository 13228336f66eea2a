// The built-in clothes: sound as meshes, taken by the uploader, and around the body in every shape and pose.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engine/fit/upload_check.h"
#include "engine/io/builtin_mesh.h"
#include "tests/avatar/builtin_figure.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {
namespace {

using Which = std::tuple<std::string_view, Sex>;

class Wardrobe : public testing::TestWithParam<Which> {
 protected:
  std::string_view name_ = std::get<0>(GetParam());
  Sex sex_ = std::get<1>(GetParam());
  const BuiltinMesh& garment_ = builtin_mesh(name_, sex_);
};

TEST_P(Wardrobe, IsClosedWithoutHoles) {
  const Welded w = weld(garment_.mesh);
  expect_closed(w);
  EXPECT_EQ(euler_number(w), name_ == "boots" ? 4 : 2);
  EXPECT_LE(w.position.size(), 7000u);
}

TEST_P(Wardrobe, IsTheSameOnBothSides) { expect_symmetric(garment_.mesh); }

TEST_P(Wardrobe, HasNormalsThatPointOutwards) { expect_outward_normals(garment_.mesh, 0.03); }

TEST_P(Wardrobe, KeepsToTheViewersLimitsOfASkin) { expect_viewer_limits(garment_); }

// Without the bones in between the viewer takes its joints to stand elsewhere.
TEST_P(Wardrobe, HasEveryBoneAboveItsJointsAndNoOtherThatCarriesNothing) {
  const Skeleton& skeleton = figure_character().skeleton;
  const std::vector<std::string>& names = garment_.desc.skin.joint_names;
  std::set<std::string> idle = idle_joints(garment_);
  for (const std::string& name : names) {
    const JointIndex above = skeleton[skeleton.find(name)].parent;
    if (above == kNoJoint) continue;
    EXPECT_NE(std::ranges::find(names, skeleton[above].name), names.end()) << "nothing above " << name;
    idle.erase(skeleton[above].name);
  }
  EXPECT_EQ(idle, std::set<std::string>());
}

TEST_P(Wardrobe, StaysWhereItIsBoundWhenNothingIsApplied) { expect_rest_as_bound(garment_); }

TEST_P(Wardrobe, IsTakenByTheUploaderWithNotesAtMost) {
  for (const Finding& found : check_upload({&garment_.desc, 1}, figure_character(), {}))
    EXPECT_EQ(found.severity, Severity::info) << found.message;
  const io::BoundMeshFile file = io::read_builtin_mesh(name_, sex_).value();
  for (const io::Note& note : file.viewer_notes)
    EXPECT_EQ(note.severity, Severity::info) << note.where << ": " << note.what;
}

// Where the body is under the garment, and which of the garment's vertices may be the nearest there.
struct Covered {
  std::uint32_t vertex;
  std::vector<std::uint32_t> near;
};

class Cloth {
 public:
  explicit Cloth(const BuiltinMesh& garment) : garment_(garment), around_(garment.mesh.vertex_count()) {
    for (std::size_t c = 0; c < garment.mesh.indices().size(); ++c)
      around_[garment.mesh.indices()[c]].push_back(c - c % 3);
  }

  // Metres by which p is outside, negative inside: from the planes of the triangles at the nearest vertex.
  // Nearest among `near`.
  double outside(const Vec3& p, std::span<const std::uint32_t> near,
                 const std::vector<ReferenceVertex>& at) const {
    std::uint32_t closest = near.front();
    for (const std::uint32_t v : near)
      if (distance2(p, at[v].position) < distance2(p, at[closest].position)) closest = v;
    double least = 1.0;
    for (const std::size_t t : around_[closest]) {
      const auto corner = [&](std::size_t k) { return at[garment_.mesh.indices()[t + k]].position; };
      const Vec3 normal = glm::cross(corner(1) - corner(0), corner(2) - corner(0));
      if (const double size = glm::length(normal); size > 1e-12)
        least = std::min(least, glm::dot(normal, p - corner(0)) / size);
    }
    return least;
  }

  std::vector<Covered> covered(const std::vector<ReferenceVertex>& body,
                               const std::vector<ReferenceVertex>& at) const {
    std::vector<Covered> found;
    for (std::uint32_t v = 0; v < body.size(); v += 3) {
      const Vec3 p = body[v].position;
      double nearest2 = 1e9;
      for (const ReferenceVertex& g : at) nearest2 = std::min(nearest2, distance2(p, g.position));
      // Legs hang free in a skirt.
      if (nearest2 > 0.03 * 0.03) continue;
      Covered one{v, {}};
      const double reach = std::sqrt(nearest2) + 0.05;
      for (std::uint32_t g = 0; g < at.size(); ++g)
        if (distance2(p, at[g].position) < reach * reach) one.near.push_back(g);
      if (outside(p, one.near, at) < -0.002) found.push_back(std::move(one));
    }
    return found;
  }

 private:
  static double distance2(const Vec3& a, const Vec3& b) { return glm::dot(a - b, a - b); }

  const BuiltinMesh& garment_;
  std::vector<std::vector<std::size_t>> around_;  // vertex -> first corners of its triangles
};

TEST_P(Wardrobe, StaysAroundTheBody) {
  const Character& character = figure_character();
  const BuiltinMesh& body = builtin_mesh("mannequin", sex_);
  const Cloth cloth(garment_);
  AvatarInputs standing;
  standing.sliders[kMaleParameter] = sex_ == Sex::male ? 1.0 : 0.0;
  const std::vector<Covered> covered = cloth.covered(deformed(body, standing), deformed(garment_, standing));
  ASSERT_GT(covered.size(), 200u);

  std::size_t looks = 0, through = 0, deep = 0;
  double deepest = 0.0;
  std::string where;
  const std::vector<scenes::NamedPose> poses = scenes::poses(character.skeleton);
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    AvatarInputs inputs;
    inputs.sliders = scenes::random_shape(character.appearance, sex_, seed);
    const scenes::NamedPose& pose = poses[seed % 4];  // T, A, arms up, sit
    inputs.pose = pose.pose;
    const auto skin = deformed(body, inputs), around = deformed(garment_, inputs);
    for (const Covered& c : covered) {
      const double out = cloth.outside(skin[c.vertex].position, c.near, around);
      ++looks;
      if (out > 0.0) ++through;
      if (out > 0.003) ++deep;
      if (out > deepest) {
        deepest = out;
        where = pose.name + ", seed " + std::to_string(seed);
      }
    }
  }
  const double share = static_cast<double>(through) / static_cast<double>(looks);
  const double deep_share = static_cast<double>(deep) / static_cast<double>(looks);
  // Random shapes go to all ends at once. Measured: 0.05 % (boots) to 2.5 % (a dress), 1.6 % deeper than 3
  // mm; the deepest is 35 mm, under a dress that sits.
  const std::string worst = std::to_string(1000.0 * deepest) + " mm, " + where;
  EXPECT_LT(share, name_ == "boots" ? 0.003 : 0.026) << worst;
  EXPECT_LT(deep_share, name_ == "boots" ? 0.002 : 0.017) << worst;
  EXPECT_LT(deepest, name_ == "dress" ? 0.036 : 0.014) << worst;
}

INSTANTIATE_TEST_SUITE_P(All, Wardrobe,
                         testing::Combine(testing::ValuesIn(io::builtin_garments().begin(),
                                                            io::builtin_garments().end()),
                                          testing::Values(Sex::female, Sex::male)),
                         [](const auto& which) {
                           return std::string(std::get<0>(which.param)) +
                                  (std::get<1>(which.param) == Sex::male ? "_male" : "_female");
                         });

}  // namespace
}  // namespace mannequin::test
