#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "mannequin/c_bind.h"
#include "tests/bind/bind_case.h"

namespace {

using mannequin::test::tube;

struct BindArrays {
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  mannequin_bind_mesh mesh = MANNEQUIN_INIT(mannequin_bind_mesh);
  mannequin_bind_result result = MANNEQUIN_INIT(mannequin_bind_result);

  BindArrays() {
    const mannequin::Surface surface = tube();
    for (const auto& p : surface.positions)
      for (int i = 0; i < 3; ++i) positions.push_back(static_cast<float>(p[i]));
    for (const auto& t : surface.triangles) indices.insert(indices.end(), t.begin(), t.end());
    joints.resize(4 * surface.positions.size());
    weights.resize(joints.size());
    mesh.positions = positions.data();
    mesh.vertex_count = static_cast<std::uint32_t>(surface.positions.size());
    mesh.indices = indices.data();
    mesh.index_count = static_cast<std::uint32_t>(indices.size());
    result.joints = joints.data();
    result.weights = weights.data();
  }
  double weight(std::size_t vertex, std::uint16_t joint) const {
    double sum = 0.0;
    for (std::size_t k = 4 * vertex; k < 4 * vertex + 4; ++k)
      if (joints[k] == joint) sum += static_cast<double>(weights[k]);
    return sum;
  }
};

constexpr mannequin_bind_bone kTwoBones[] = {{{0, 0, 0}, {0, 0.5f, 0}}, {{0, 0.5f, 0}, {0, 1, 0}}};

TEST(CBind, BonesMoveWhatIsNearThem) {
  for (const int voxel : {0, 1}) {
    BindArrays arrays;
    mannequin_bind_options options = MANNEQUIN_INIT(mannequin_bind_options);
    options.voxel = voxel;
    char error[200] = "";
    ASSERT_EQ(mannequin_bind(&arrays.mesh, kTwoBones, 2, &options, &arrays.result, error, sizeof error),
              MANNEQUIN_OK)
        << error;
    EXPECT_EQ(arrays.result.unweighted_count, 0u);
    for (std::size_t v = 0; v < arrays.mesh.vertex_count; ++v) {
      EXPECT_NEAR(arrays.weight(v, 0) + arrays.weight(v, 1), 1.0, 1e-5);
      if (arrays.positions[3 * v + 1] < 0.25f) {
        EXPECT_GT(arrays.weight(v, 0), 0.9);
      }
    }
  }
}

TEST(CBind, WeightsGoFromMeshToMesh) {
  BindArrays source, target;
  for (std::size_t v = 0; v < source.mesh.vertex_count; ++v) {
    source.weights[4 * v] = 1.0f - source.positions[3 * v + 1];
    source.weights[4 * v + 1] = source.positions[3 * v + 1];
    source.joints[4 * v] = 3;
    source.joints[4 * v + 1] = 70;
  }
  mannequin_bind_options options = MANNEQUIN_INIT(mannequin_bind_options);
  char error[200] = "";
  ASSERT_EQ(mannequin_transfer(&target.mesh, &source.mesh, source.joints.data(), source.weights.data(),
                               &options, &target.result, error, sizeof error),
            MANNEQUIN_OK)
      << error;
  for (std::size_t v = 0; v < target.mesh.vertex_count; ++v)
    EXPECT_NEAR(target.weight(v, 70), static_cast<double>(target.positions[3 * v + 1]), 1e-5) << v;
}

TEST(CBind, RebasingIsTheInverseOfSkinning) {
  // Half turned by 90 degrees about Z and half moved.
  const float matrices[24] = {0, -1, 0, 0,    1, 0, 0, 0, 0, 0, 1, 0,
                              1, 0,  0, 0.5f, 0, 1, 0, 0, 0, 0, 1, -0.25f};
  const float targets[6] = {0.3f, 0.2f, 0.1f, 1, 2, 3};
  const std::uint16_t joints[8] = {0, 1, 0, 0, 1, 0, 0, 0};
  const float weights[8] = {0.5f, 0.5f, 0, 0, 1, 0, 0, 0};
  float positions[6];
  double residual = 1.0;
  ASSERT_EQ(mannequin_rebase(targets, 2, joints, weights, matrices, 2, positions, &residual, nullptr, 0),
            MANNEQUIN_OK);
  EXPECT_LT(residual, 1e-6);
  EXPECT_NEAR(positions[3], 0.5f, 1e-6f);
  EXPECT_NEAR(positions[5], 3.25f, 1e-6f);
  EXPECT_EQ(mannequin_rebase(targets, 2, joints, weights, matrices, 1, positions, nullptr, nullptr, 0),
            MANNEQUIN_BAD_DATA);
  EXPECT_EQ(mannequin_rebase(nullptr, 2, joints, weights, matrices, 2, positions, nullptr, nullptr, 0),
            MANNEQUIN_BAD_ARGUMENT);
}

TEST(CBind, MisuseIsRefusedWithAText) {
  BindArrays arrays;
  mannequin_bind_options options = MANNEQUIN_INIT(mannequin_bind_options);
  char error[40] = "";
  const auto bind = [&](const mannequin_bind_mesh* mesh, std::uint32_t bones, mannequin_bind_result* result) {
    error[0] = '\0';
    return mannequin_bind(mesh, kTwoBones, bones, &options, result, error, sizeof error);
  };
  EXPECT_EQ(bind(nullptr, 2, &arrays.result), MANNEQUIN_BAD_ARGUMENT);
  EXPECT_NE(std::string(error), "");
  EXPECT_EQ(bind(&arrays.mesh, 0, &arrays.result), MANNEQUIN_BAD_ARGUMENT);
  EXPECT_EQ(bind(&arrays.mesh, 2, nullptr), MANNEQUIN_BAD_ARGUMENT);
  arrays.indices[4] = 4000;
  EXPECT_EQ(bind(&arrays.mesh, 2, &arrays.result), MANNEQUIN_BAD_DATA);
  arrays.indices[4] = 0;
  arrays.positions[7] = std::nanf("");
  EXPECT_EQ(bind(&arrays.mesh, 2, &arrays.result), MANNEQUIN_BAD_ARGUMENT);
  EXPECT_LT(std::string(error).size(), sizeof error);
}

}  // namespace
