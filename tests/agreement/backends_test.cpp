// One test body for every backend: its results against the reference in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "engine/gpu/gl_context.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/gl/gl_skinner.h"
#include "engine/skinning/reference.h"
#include "tests/gpu/skinning_case.h"

namespace mannequin {
namespace {

// Positions by the diagonal of the skinned mesh's box, normals as a distance of unit vectors.
constexpr double kPositionTolerance = 1e-5;
constexpr double kNormalTolerance = 1e-4;

// A skinner and what it works in.
struct Backend {
  std::optional<GlContext> context;
  std::unique_ptr<Skinner> skinner;
};

Result<Backend> make_backend(const std::string& name) {
  Backend backend;
  if (name == "reference") backend.skinner = make_reference_skinner();
  if (name == "cpu") {
    auto skinner = CpuSkinner::create();
    if (!skinner) return tl::make_unexpected(skinner.error());
    backend.skinner = std::move(*skinner);
  }
  if (name == "gl") {
    auto context = GlContext::create_headless();
    if (!context) return tl::make_unexpected(context.error());
    backend.context.emplace(std::move(*context));
    auto skinner = GlSkinner::create();
    if (!skinner) return tl::make_unexpected(skinner.error());
    backend.skinner = std::move(*skinner);
  }
  return backend;
}

class Backends : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    auto backend = make_backend(GetParam());
    if (!backend && backend.error().code == ErrorCode::no_device) GTEST_SKIP() << backend.error().message();
    ASSERT_TRUE(backend) << backend.error().message();
    backend_ = std::move(*backend);
  }
  // The context goes last.
  void TearDown() override { backend_.skinner.reset(); }

  void expect_agreement(const test::SkinningCaseOptions& options, std::uint32_t instances) {
    SCOPED_TRACE(testing::Message() << options.vertices << " vertices, " << options.joints << " joints, seed "
                                    << options.seed << ", " << instances << " instances");
    const auto c = test::make_skinning_case(options);
    const auto id = backend_.skinner->add_mesh(c.mesh, c.skin);
    ASSERT_TRUE(id) << id.error().message();
    const auto palettes = test::make_palettes(c.skin, instances, options.seed + 100);
    const auto rows = test::rounded(palettes);
    const SkinJob job{*id, rows, instances};
    const auto status = backend_.skinner->skin({&job, 1});
    ASSERT_TRUE(status) << status.error().message();
    for (std::uint32_t i = 0; i < instances; ++i) {
      std::vector<SkinnedVertex> got(c.mesh.vertex_count());
      const auto read = backend_.skinner->read_back(*id, i, got);
      ASSERT_TRUE(read) << read.error().message();
      compare(c, std::span(palettes).subspan(i * c.skin.palette_size(), c.skin.palette_size()), got);
    }
    backend_.skinner->remove_mesh(*id);
  }

 private:
  static void compare(const test::SkinningCase& c, std::span<const Mat4> palette,
                      std::span<const SkinnedVertex> got) {
    std::vector<ReferenceVertex> wanted(c.mesh.vertex_count());
    skin_reference(c.mesh, c.skin, palette, wanted);
    Vec3 low = wanted.front().position, high = low;
    double position_error = 0.0, normal_error = 0.0;
    for (std::size_t v = 0; v < wanted.size(); ++v) {
      low = glm::min(low, wanted[v].position);
      high = glm::max(high, wanted[v].position);
      position_error = std::max(position_error, glm::length(Vec3(got[v].position) - wanted[v].position));
      normal_error = std::max(normal_error, glm::length(Vec3(got[v].normal) - wanted[v].normal));
    }
    EXPECT_LT(position_error, kPositionTolerance * glm::length(high - low));
    EXPECT_LT(normal_error, kNormalTolerance);
  }

  Backend backend_;
};

TEST_P(Backends, AgreeWithTheReference) {
  expect_agreement({.vertices = 5000, .joints = 30, .seed = 1}, 4);
  expect_agreement({.vertices = 5000, .joints = 110, .seed = 2}, 2);
  expect_agreement({.vertices = 5000, .joints = 1, .seed = 3}, 2);
  expect_agreement({.vertices = 5000, .joints = 159, .seed = 4, .bind_shape = false}, 2);
}

TEST_P(Backends, AgreeAtOddCounts) {
  for (const std::uint32_t vertices : {6u, 63u, 64u, 65u, 129u})
    expect_agreement({.vertices = vertices, .joints = 5, .seed = vertices}, 3);
}

TEST_P(Backends, AgreeForManyInstances) { expect_agreement({.vertices = 200, .joints = 8, .seed = 5}, 300); }

INSTANTIATE_TEST_SUITE_P(All, Backends, testing::Values("reference", "cpu", "gl"),
                         [](const auto& backend) { return std::string(backend.param); });

}  // namespace
}  // namespace mannequin
