// One test body for all backends: compares their results with the double-precision reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <tuple>

#include "engine/skinning/agreement.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/reference.h"
#include "tests/gpu/graphics.h"
#include "tests/gpu/skinning_case.h"

namespace mannequin {
namespace {

using test::SkinningCase;
using test::SkinningCaseOptions;

// A skinner and its environment.
struct Backend {
  std::unique_ptr<test::Graphics> graphics;
  std::unique_ptr<Skinner> skinner;
};

// "reference", "cpu", "cpu_avx2", "gl", "vulkan"
Result<Backend> make_backend(const std::string& name, const ResultOptions& results) {
  Backend backend;
  if (name == "reference") {
    backend.skinner = make_reference_skinner();
  } else if (name.starts_with("cpu")) {
    CpuSkinnerOptions options{.format = results.format, .unit_directions = results.unit_directions};
    if (name != "cpu") options.target = cpu_target_named(name.substr(4));
    auto skinner = CpuSkinner::create(options);
    if (!skinner) return error_of(skinner);
    backend.skinner = std::move(*skinner);
  } else {
    auto graphics = test::Graphics::open(name);
    if (!graphics) return error_of(graphics);
    backend.graphics = std::move(*graphics);
    auto skinner = backend.graphics->make_skinner(results);
    if (!skinner) return error_of(skinner);
    backend.skinner = std::move(*skinner);
  }
  return backend;
}

// A case, the instances it is skinned for, and the expected results.
struct Crowd {
  Crowd(const SkinningCaseOptions& options, std::uint32_t count, bool give_morph_weights = true)
      : bound(test::make_skinning_case(options)),
        instances(count),
        palettes(test::make_palettes(bound.skin, count, options.seed + 100)),
        rows(test::rounded(palettes)) {
    if (give_morph_weights) weights = test::make_morph_weights(bound.mesh, count, options.seed + 200);
  }

  SkinJob job(MeshId id) const { return {id, rows, instances, weights}; }

  SkinningCase bound;
  std::uint32_t instances;
  std::vector<Mat4> palettes;
  std::vector<Mat34> rows;
  std::vector<float> weights;  // of morphs
};

using Parameter = std::tuple<std::string, VertexFormat>;

class Backends : public testing::TestWithParam<Parameter> {
 protected:
  void SetUp() override { use({format()}); }
  void use(const ResultOptions& results) {
    unit_directions_ = results.unit_directions;
    backend_.skinner.reset();  // the device goes last
    backend_.graphics.reset();
    auto backend = make_backend(std::get<0>(GetParam()), results);
    if (!backend && backend.error().code == ErrorCode::no_device) GTEST_SKIP() << backend.error().message();
    ASSERT_TRUE(backend) << backend.error().message();
    backend_ = std::move(*backend);
    EXPECT_TRUE(std::get<0>(GetParam()).starts_with(backend_.skinner->backend()))
        << backend_.skinner->backend();
  }
  // The device goes last.
  void TearDown() override {
    backend_.skinner.reset();
    if (!backend_.graphics) return;
    for (const std::string& complaint : backend_.graphics->complaints()) ADD_FAILURE() << complaint;
  }

  VertexFormat format() const { return std::get<1>(GetParam()); }

  MeshId add(const Crowd& crowd) {
    const auto id = backend_.skinner->add_mesh(crowd.bound.mesh, crowd.bound.skin);
    EXPECT_TRUE(id) << id.error().message();
    return id.value_or(0);
  }

  void expect_agreement(const SkinningCaseOptions& options, std::uint32_t instances,
                        bool give_morph_weights = true) {
    const Crowd crowd(options, instances, give_morph_weights);
    const MeshId id = add(crowd);
    const SkinJob job = crowd.job(id);
    const auto status = backend_.skinner->skin({&job, 1});
    ASSERT_TRUE(status) << status.error().message();
    expect_result(crowd, id);
    backend_.skinner->remove_mesh(id);
  }

  void expect_result(const Crowd& crowd, MeshId id) {
    const Mesh& mesh = crowd.bound.mesh;
    SCOPED_TRACE(testing::Message() << mesh.name() << ", " << mesh.vertex_count() << " vertices, "
                                    << crowd.instances << " instances");
    const std::size_t slots = crowd.bound.skin.palette_size();
    const std::size_t morphs = crowd.weights.empty() ? 0 : mesh.morphs().size();
    std::vector<SkinnedVertex> got(mesh.vertex_count());
    std::vector<ReferenceVertex> wanted(mesh.vertex_count());
    for (std::uint32_t i = 0; i < crowd.instances; ++i) {
      const auto read = backend_.skinner->read_back(id, i, got);
      ASSERT_TRUE(read) << read.error().message();
      ReferenceInput input(mesh, crowd.bound.skin);
      input.unit_directions = unit_directions_;
      skin_reference(input, std::span(crowd.palettes).subspan(i * slots, slots),
                     std::span(crowd.weights).subspan(i * morphs, morphs), wanted);
      compare(got, wanted);
      if (HasFailure()) return;
    }
  }

 private:
  void compare(std::span<const SkinnedVertex> got, std::span<const ReferenceVertex> wanted) const {
    const double direction_limit = format() == VertexFormat::packed ? kPackedNormalLimit : kNormalLimit;
    const Agreement agreement = compare_with_reference(got, wanted);
    EXPECT_LT(agreement.relative, kPositionLimit);
    EXPECT_LT(agreement.normal, direction_limit);
    EXPECT_LT(agreement.tangent, direction_limit);
  }

 protected:
  Backend backend_;
  bool unit_directions_ = true;
};

TEST_P(Backends, AgreeWithTheReference) {
  expect_agreement({.vertices = 5000, .joints = 30, .seed = 1}, 4);
  expect_agreement({.vertices = 5000, .joints = 110, .seed = 2}, 2);
  expect_agreement({.vertices = 5000, .joints = 1, .seed = 3}, 2);
  expect_agreement({.vertices = 5000, .joints = 159, .seed = 4, .bind_shape = false}, 2);
}

TEST_P(Backends, AgreeAtOddCounts) {
  for (const std::uint32_t vertices : {6u, 15u, 16u, 17u, 63u, 64u, 65u, 129u})
    expect_agreement({.vertices = vertices, .joints = 5, .seed = vertices, .tangents = vertices % 2 == 1}, 3);
}

TEST_P(Backends, AgreeForManyInstances) {
  expect_agreement({.vertices = 200, .joints = 8, .seed = 5}, 300);
  expect_agreement({.vertices = 70, .joints = 3, .seed = 6}, 1000);
}

TEST_P(Backends, AgreeWithTangents) {
  expect_agreement({.vertices = 3000, .joints = 30, .seed = 7, .tangents = true}, 3);
  expect_agreement({.vertices = 500, .joints = 5, .seed = 8, .tangents = true}, 100);
}

TEST_P(Backends, AgreeWithMorphs) {
  expect_agreement({.vertices = 3000, .joints = 30, .seed = 9, .morphs = 5}, 3);
  expect_agreement({.vertices = 3000, .joints = 30, .seed = 10, .tangents = true, .morphs = 12}, 3);
  expect_agreement({.vertices = 300, .joints = 4, .seed = 11, .morphs = 3}, 200);
  expect_agreement({.vertices = 300, .joints = 4, .seed = 12, .morphs = 3}, 2, false);
}

// Of a mesh whose bind shape scales it, under matrices that do: what is left out must not show elsewhere.
// Packed ones have no room for other lengths.
TEST_P(Backends, AgreeWithoutUnitDirections) {
  if (std::get<0>(GetParam()) == "reference") return;  // its results are always unit
  use({format(), false});
  if (IsSkipped() || HasFatalFailure()) return;
  unit_directions_ = format() == VertexFormat::packed;
  expect_agreement({.vertices = 3000, .joints = 30, .seed = 20, .tangents = true}, 3);
  expect_agreement({.vertices = 300, .joints = 4, .seed = 21, .morphs = 3}, 20);
}

// A few vertices, each bound to different joints: a block has the joints of all its vertices together.
TEST_P(Backends, AgreeWhereBlocksHaveManyJoints) {
  expect_agreement({.vertices = 16, .joints = 100, .seed = 13, .tangents = true, .morphs = 2}, 3);
  expect_agreement({.vertices = 40, .joints = 150, .seed = 14}, 5);
}

TEST_P(Backends, AgreeForSeveralMeshesInOneCall) {
  std::vector<Crowd> crowds;
  crowds.emplace_back(SkinningCaseOptions{.vertices = 1001, .joints = 20, .seed = 15}, 5u);
  crowds.emplace_back(SkinningCaseOptions{.vertices = 64, .joints = 3, .seed = 16, .tangents = true}, 1u);
  crowds.emplace_back(SkinningCaseOptions{.vertices = 4000, .joints = 109, .seed = 17, .morphs = 4}, 3u);
  crowds.emplace_back(SkinningCaseOptions{.vertices = 20, .joints = 2, .seed = 18}, 0u);
  crowds.emplace_back(SkinningCaseOptions{.vertices = 900, .joints = 20, .seed = 19}, 40u);
  std::vector<MeshId> ids;
  for (const Crowd& crowd : crowds) ids.push_back(add(crowd));
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<SkinJob> jobs;
    for (std::size_t i = 0; i < crowds.size(); ++i) jobs.push_back(crowds[i].job(ids[i]));
    if (turn == 1) std::ranges::reverse(jobs);
    const auto status = backend_.skinner->skin(jobs);
    ASSERT_TRUE(status) << status.error().message();
    for (std::size_t i = 0; i < crowds.size(); ++i) expect_result(crowds[i], ids[i]);
  }
}

TEST_P(Backends, KeepTheResultsOfMeshesThatACallDoesNotName) {
  std::vector<Crowd> crowds;
  crowds.emplace_back(SkinningCaseOptions{.vertices = 700, .joints = 20, .seed = 30}, 3u);
  crowds.emplace_back(SkinningCaseOptions{.vertices = 900, .joints = 12, .seed = 31}, 8u);
  std::vector<MeshId> ids;
  for (const Crowd& crowd : crowds) {
    ids.push_back(add(crowd));
    const SkinJob job = crowd.job(ids.back());
    ASSERT_TRUE(backend_.skinner->skin({&job, 1}));
  }
  for (std::size_t i = 0; i < crowds.size(); ++i) expect_result(crowds[i], ids[i]);
}

std::vector<Parameter> parameters() {
  std::vector<std::string> fast = {"cpu"};
  for (const CpuTarget target : available_cpu_targets()) fast.push_back("cpu_" + std::string(name(target)));
  for (const std::string& graphics : test::Graphics::backends()) fast.push_back(graphics);
  std::vector<Parameter> all = {{"reference", VertexFormat::full}};
  for (const std::string& backend : fast)
    for (const VertexFormat format : {VertexFormat::full, VertexFormat::packed})
      all.emplace_back(backend, format);
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, Backends, testing::ValuesIn(parameters()), [](const auto& backend) {
  return std::get<0>(backend.param) + (std::get<1>(backend.param) == VertexFormat::packed ? "_packed" : "");
});

}  // namespace
}  // namespace mannequin
