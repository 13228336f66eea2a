#include "engine/fit/garment_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <numeric>
#include <set>

#include "engine/avatar/avatar.h"
#include "tests/avatar/builtin_figure.h"
#include "tests/fit/builtin.h"
#include "tests/fit/fit_figures.h"

namespace mannequin {
namespace {

// A figure bound to one joint of the rest skeleton, whose origin it surrounds.
struct OnJoint {
  Mesh mesh;
  Skin skin;

  OnJoint(const FitFigure& figure, const char* joint, const Vec3& origin)
      : mesh(Mesh::build(desc_of(figure, origin)).value()),
        skin(Skin::build(skin_of(joint, figure.positions.size()), mesh, builtin().skeleton).value()) {}

  static MeshDesc desc_of(const FitFigure& figure, const Vec3& origin) {
    MeshDesc desc;
    for (std::size_t v = 0; v < figure.positions.size(); ++v) {
      desc.positions.emplace_back(figure.positions[v] + origin);
      desc.normals.emplace_back(figure.normals[v]);
      desc.uvs.emplace_back(0.0f);
      desc.source_indices.push_back(static_cast<std::uint32_t>(v));
    }
    for (const Surface::Triangle& t : figure.triangles)
      desc.indices.insert(desc.indices.end(), t.begin(), t.end());
    desc.materials.emplace_back();
    desc.faces.push_back({0, 0, static_cast<std::uint32_t>(desc.positions.size()), 0,
                          static_cast<std::uint32_t>(desc.indices.size())});
    return desc;
  }
  static SkinDesc skin_of(const char* joint, std::size_t vertices) {
    SkinDesc desc;
    desc.joint_names = {joint};
    desc.inverse_binds = {glm::affineInverse(rest_joint(joint).world_from_joint())};
    for (std::uint32_t v = 0; v <= vertices; ++v) desc.influence_begin.push_back(v);
    desc.influences.assign(vertices, {0, 1.0f});
    return desc;
  }
  static JointTransform rest_joint(const char* joint) {
    AvatarInputs rest;
    rest.apply_parameters = false;
    return evaluate_avatar(builtin(), rest).joints[static_cast<std::size_t>(builtin().skeleton.find(joint))];
  }
  FitSurface surface() const { return {{{&mesh, &skin}}}; }
};

// The body follows the belly's volume, the garment the bone that carries it: Belly Size makes one stand out
// of the other, by as much as the volume's matrices say.
TEST(GarmentSweep, MeasuresACapsuleOnAScaledVolume) {
  const JointTransform belly = OnJoint::rest_joint("BELLY");
  const double radius = 0.10, half = 0.05, around = 0.101;
  const OnJoint body(capsule_figure(radius, half, 160, 40, 20), "BELLY", belly.world_position);
  const OnJoint garment(capsule_figure(around, half, 160, 40, 20), "mPelvis", belly.world_position);
  const FitSurface body_surface = body.surface();
  const std::vector<FitSurface> garments{garment.surface()};
  const std::vector<SweepShape> shapes{{"belly", {{157, 1.0}}}, {"fat", {{637, 1.0}}}};
  const std::vector<SweepPose> poses{{"T", {}}};
  const Result<SweptGarments> swept =
      sweep_garments({builtin(), {}, body_surface, garments, shapes, poses, 0, 1, 1, {}});
  ASSERT_TRUE(swept) << swept.error().message();
  ASSERT_EQ(swept->cases.size(), 2u);
  EXPECT_EQ(swept->pairs[0].counted().size(), body.mesh.vertex_count());
  for (const SweptCase& one : swept->cases) {
    AvatarInputs inputs;
    inputs.sliders = shapes[one.shape].sliders;
    const AvatarState state = evaluate_avatar(builtin(), inputs);
    const auto matrix = [&](const char* joint) {
      return state.joints[static_cast<std::size_t>(builtin().skeleton.find(joint))].world_from_joint() *
             glm::affineInverse(OnJoint::rest_joint(joint).world_from_joint());
    };
    const Mat4 moved = matrix("BELLY"), carrier = matrix("mPelvis");
    double deepest = 0.0;
    for (const Vec3f& p : body.mesh.positions()) {
      // In the frame in which the garment's axis is the segment of Z.
      const Vec3 at = Vec3(glm::affineInverse(carrier) * moved * Vec4(Vec3(p), 1.0)) - belly.world_position;
      deepest = std::max(deepest, glm::length(at - Vec3(0.0, 0.0, std::clamp(at.z, -half, half))) - around);
    }
    EXPECT_GT(deepest, 0.002) << shapes[one.shape].name;
    // The garment is scaled with mPelvis, hence the tolerance's second part.
    const Vec3 scale(glm::length(Vec3(carrier[0])), glm::length(Vec3(carrier[1])),
                     glm::length(Vec3(carrier[2])));
    ASSERT_LT(glm::length(scale - Vec3(1.0)), 1e-6) << "choose sliders that leave the pelvis alone";
    EXPECT_NEAR(one.at.depth, deepest, 2e-5) << shapes[one.shape].name;
  }
}

class DressedSweep : public testing::Test {
 protected:
  const test::BuiltinMesh& body_ = test::builtin_mesh("mannequin", Sex::female);
  const test::BuiltinMesh& top_ = test::builtin_mesh("top", Sex::female);
  const test::BuiltinMesh& boots_ = test::builtin_mesh("boots", Sex::female);
  FitSurface body_surface_{{{&body_.mesh, &body_.skin}}};
  std::vector<FitSurface> garments_{{{{&top_.mesh, &top_.skin}}}, {{{&boots_.mesh, &boots_.skin}}}};
  std::vector<SweepShape> shapes_;
  std::vector<SweepPose> poses_{{"T", {}}, {"turned", {}}};

  void SetUp() override {
    SweepPlan plan;
    plan.random = 7;
    shapes_ = sweep_shapes(plan, builtin().appearance, {}).value();
    poses_[1].pose.set_rotation(builtin().skeleton, builtin().skeleton.find("mTorso"),
                                glm::angleAxis(0.5, Vec3(0.0, 0.0, 1.0)));
  }
  SweptGarments sweep(unsigned threads, std::size_t part = 0, std::size_t parts = 1,
                      std::function<bool(std::size_t, std::size_t)> progress = {}) const {
    return sweep_garments({builtin(),
                           {},
                           body_surface_,
                           garments_,
                           shapes_,
                           poses_,
                           part,
                           parts,
                           threads,
                           std::move(progress)})
        .value();
  }
};

bool same(const SweptCase& a, const SweptCase& b) {
  return a.shape == b.shape && a.pose == b.pose && a.garment == b.garment && a.at.depth == b.at.depth &&
         a.at.area == b.at.area && a.at.vertex == b.at.vertex && a.outside == b.outside;
}

TEST_F(DressedSweep, IsInThePlansOrderAndTheSameOnAnyNumberOfThreads) {
  const SweptGarments one = sweep(1), all = sweep(0);
  ASSERT_EQ(one.cases.size(), 7u * 2u * 2u);
  ASSERT_EQ(all.cases.size(), one.cases.size());
  double deepest = 0.0;
  for (std::size_t i = 0; i < one.cases.size(); ++i) {
    EXPECT_EQ(one.cases[i].shape, i / 4);
    EXPECT_EQ(one.cases[i].pose, i / 2 % 2);
    EXPECT_EQ(one.cases[i].garment, i % 2);
    EXPECT_TRUE(same(one.cases[i], all.cases[i])) << i;
    deepest = std::max(deepest, one.cases[i].at.depth);
  }
  EXPECT_EQ(one.worst, all.worst);
  EXPECT_GT(deepest, 0.0);
  float worst = 0.0f;
  for (const auto& garment : one.worst) worst = std::max(worst, std::ranges::max(garment));
  EXPECT_FLOAT_EQ(worst, static_cast<float>(deepest));
}

// Cases do not depend on earlier measurements on the same thread.
TEST_F(DressedSweep, IsTheSumOfItsParts) {
  const SweptGarments whole = sweep(1);
  std::vector<SweptCase> joined;
  for (std::size_t part = 0; part < 3; ++part) {
    const SweptGarments own = sweep(1, part, 3);
    joined.insert(joined.end(), own.cases.begin(), own.cases.end());
  }
  std::ranges::sort(joined, {}, [](const SweptCase& c) { return (c.shape * 2 + c.pose) * 2 + c.garment; });
  ASSERT_EQ(joined.size(), whole.cases.size());
  for (std::size_t i = 0; i < joined.size(); ++i) EXPECT_TRUE(same(joined[i], whole.cases[i])) << i;
}

TEST_F(DressedSweep, KeepsWhatWasDoneWhenItIsStopped) {
  const SweptGarments some = sweep(1, 0, 1, [](std::size_t done, std::size_t) { return done < 5; });
  EXPECT_TRUE(some.cancelled);
  EXPECT_EQ(some.cases.size(), 5u * 2u);
}

TEST(CoveringCases, ShowEverythingWithFewCases) {
  const auto make = [](std::size_t garment, std::vector<std::uint32_t> outside) {
    SweptCase one;
    one.garment = garment;
    one.outside = std::move(outside);
    return one;
  };
  const std::vector<SweptCase> cases{make(0, {1, 2}),       make(0, {}),        make(0, {1, 2, 3, 4}),
                                     make(0, {3, 4}),       make(1, {1, 2, 3}), make(0, {4, 5}),
                                     make(0, {1, 2, 5, 6}), make(1, {3})};
  EXPECT_EQ(covering_cases(cases), (std::vector<std::size_t>{2, 4, 6}));
  EXPECT_TRUE(covering_cases({}).empty());
}

}  // namespace
}  // namespace mannequin
