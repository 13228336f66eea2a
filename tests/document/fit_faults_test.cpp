#include "tools/document/fit_faults.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <optional>
#include <utility>

#include "engine/avatar/avatar.h"
#include "tests/builtin_character.h"

namespace mannequin::document {
namespace {

using test::builtin_character;

constexpr std::uint32_t kAround = 32;  // vertices of the tube

// A level plate that faces upwards, as vertices 0 to 3, and around it a tube that faces outwards, open at
// both ends: as where a thigh crosses a body that ends at its neck. On the pelvis, in the rest pose.
class BodyWithOpenings {
 public:
  explicit BodyWithOpenings(bool with_tube) {
    AvatarInputs rest;
    rest.apply_parameters = false;
    state_ = evaluate_avatar(builtin_character(), rest);
    const JointTransform& pelvis =
        state_.joints[static_cast<std::size_t>(builtin_character().skeleton.find("mPelvis"))];
    MeshDesc desc;
    const auto add = [&](const Vec3& at, const Vec3& normal) {
      desc.positions.emplace_back(at + pelvis.world_position);
      desc.normals.emplace_back(normal);
      desc.uvs.emplace_back(0.0f);
      desc.source_indices.push_back(static_cast<std::uint32_t>(desc.source_indices.size()));
    };
    for (const auto& [x, y] : {std::pair{-0.02, -0.02}, {0.02, -0.02}, {0.02, 0.02}, {-0.02, 0.02}})
      add(Vec3(x, y, 0.0), Vec3(0.0, 0.0, 1.0));
    desc.indices = {0, 1, 2, 0, 2, 3};
    for (std::uint32_t i = 0; with_tube && i < kAround; ++i) {
      const double angle = glm::two_pi<double>() * i / kAround;
      const Vec3 out(std::cos(angle), std::sin(angle), 0.0);
      for (const double z : {-0.4, 0.4}) add(0.2 * out + Vec3(0.0, 0.0, z), out);
      const std::uint32_t low = 4 + 2 * i, next = 4 + 2 * ((i + 1) % kAround);
      desc.indices.insert(desc.indices.end(), {low, next, low + 1, low + 1, next, next + 1});
    }
    const auto vertices = static_cast<std::uint32_t>(desc.positions.size());
    desc.materials.emplace_back();
    desc.faces.push_back({0, 0, vertices, 0, static_cast<std::uint32_t>(desc.indices.size())});
    mesh_ = Mesh::build(desc).value();
    SkinDesc skin;
    skin.joint_names = {"mPelvis"};
    skin.inverse_binds = {glm::affineInverse(pelvis.world_from_joint())};
    for (std::uint32_t v = 0; v <= vertices; ++v) skin.influence_begin.push_back(v);
    skin.influences.assign(vertices, {0, 1.0f});
    skin_ = Skin::build(skin, *mesh_, builtin_character().skeleton).value();
  }

  // With one corner of the plate so far outside, metres.
  std::vector<SweptFault> faults(double depth = 0.005) const {
    SweptCase one;
    one.at = {depth, 0.0004, 0};
    one.outside = {0};
    one.depths = {static_cast<float>(depth)};
    const FitSurface body{{{&*mesh_, &*skin_}}};
    return worst_faults({builtin_character(), body, {}, {}}, state_, {&one, 1});
  }

 private:
  AvatarState state_;
  std::optional<Mesh> mesh_;
  std::optional<Skin> skin_;
};

TEST(FitFaults, TellFromWhichSideAPlaceIsSeen) {
  const std::vector<SweptFault> faults = BodyWithOpenings(false).faults();
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_FALSE(faults.front().covered);
  EXPECT_EQ(faults.front().vertex, 0u);
  EXPECT_NEAR(glm::distance(faults.front().from, Vec3(0.0, 0.0, 1.0)), 0.0, 1e-6);
}

// In single precision it is not above the limit any more; reports that say so must name a place.
TEST(FitFaults, NameWhatIsBarelyOutside) {
  const double depth = kOutsideAbove * (1.0 + 1e-12);
  ASSERT_LE(static_cast<double>(static_cast<float>(depth)), kOutsideAbove);
  EXPECT_EQ(BodyWithOpenings(false).faults(depth).size(), 1u);
}

// An eye above would see it through the tube.
TEST(FitFaults, CallWhatLiesInsideTheBodyHidden) {
  const std::vector<SweptFault> faults = BodyWithOpenings(true).faults();
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_TRUE(faults.front().covered);
  EXPECT_NEAR(glm::distance(faults.front().from, Vec3(0.0, 0.0, 1.0)), 0.0, 1e-6) << "along its normal";
}

}  // namespace
}  // namespace mannequin::document
