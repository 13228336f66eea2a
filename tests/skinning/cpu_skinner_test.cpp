// The CPU backend with every instruction set of this processor, in every format and with every kind of store,
// compared with the reference.
#include "engine/skinning/cpu/cpu_skinner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "engine/skinning/agreement.h"
#include "engine/skinning/cpu/block_kernels.h"
#include "engine/skinning/reference.h"
#include "tests/skinning/synthetic_case.h"

namespace mannequin {
namespace {

class CpuSkinners : public testing::TestWithParam<CpuTarget> {
 protected:
  std::unique_ptr<CpuSkinner> make(VertexFormat format = VertexFormat::full,
                                   CpuStores stores = CpuStores::automatic, unsigned threads = 1) {
    auto skinner = CpuSkinner::create({GetParam(), threads, format, stores});
    EXPECT_TRUE(skinner);
    return std::move(*skinner);
  }

  static void expect_agreement(CpuSkinner& skinner, const scenes::SyntheticMesh& options,
                               std::uint32_t count) {
    const auto c = test::make_synthetic_case(options);
    const auto id = skinner.add_mesh(c.mesh, c.skin);
    ASSERT_TRUE(id) << id.error().message();
    const auto instances = test::make_instances(c, count);
    const SkinJob job{*id, instances.rows, count, instances.morph_weights};
    const auto status = skinner.skin({&job, 1});
    ASSERT_TRUE(status) << status.error().message();
    compare(skinner, *id, c, instances, count);
    skinner.remove_mesh(*id);
  }

  static void compare(CpuSkinner& skinner, MeshId id, const test::SyntheticCase& c,
                      const test::SyntheticInstances& instances, std::uint32_t count) {
    const bool packed = skinner.results(id)->layout.format == VertexFormat::packed;
    const std::size_t slots = c.skin.palette_size(), morphs = c.mesh.morphs().size();
    std::vector<SkinnedVertex> got(c.mesh.vertex_count());
    std::vector<ReferenceVertex> wanted(c.mesh.vertex_count());
    for (std::uint32_t i = 0; i < count; ++i) {
      ASSERT_TRUE(skinner.read_back(id, i, got));
      skin_reference(ReferenceInput(c.mesh, c.skin), std::span(instances.palettes).subspan(i * slots, slots),
                     std::span(instances.morph_weights).subspan(i * morphs, morphs), wanted);
      const Agreement agreement = compare_with_reference(got, wanted);
      EXPECT_LE(agreement.relative, packed ? kPositionLimit : 1e-6);
      EXPECT_LE(agreement.normal, packed ? kPackedNormalLimit : 1e-6);
      EXPECT_LE(agreement.tangent, packed ? kPackedNormalLimit : 1e-6);
    }
  }
};

TEST_P(CpuSkinners, AgreeWithTheReference) {
  const auto skinner = make();
  for (const std::size_t influences : {1u, 2u, 3u, 4u})
    expect_agreement(*skinner, {.vertices = 3000, .influences = influences, .joints = 110}, 3);
}

TEST_P(CpuSkinners, AgreeWithTangentsAndMorphs) {
  for (const VertexFormat format : {VertexFormat::full, VertexFormat::packed})
    for (const CpuStores stores : {CpuStores::cached, CpuStores::streaming}) {
      const auto skinner = make(format, stores);
      expect_agreement(*skinner, {.vertices = 2000, .joints = 60, .tangents = true, .morphs = 7}, 3);
      expect_agreement(*skinner, {.vertices = 2000, .joints = 60, .tangents = true}, 2);
      expect_agreement(*skinner, {.vertices = 2000, .joints = 60, .morphs = 7}, 2);
      expect_agreement(*skinner, {.vertices = 2000, .joints = 60}, 2);
    }
}

TEST_P(CpuSkinners, AgreeAtOddCounts) {
  const auto skinner = make();
  for (const std::size_t vertices : {3u, 15u, 16u, 17u, 33u, 1001u})
    expect_agreement(*skinner, {.vertices = vertices + 32, .joints = 7, .tangents = true, .morphs = 1}, 3);
}

TEST_P(CpuSkinners, ManyThreadsGiveTheSameBits) {
  const auto c = test::make_synthetic_case({.vertices = 50000, .joints = 110, .tangents = true});
  const auto instances = test::make_instances(c, 9);
  std::vector<std::byte> bytes[2];
  for (const unsigned threads : {1u, 4u}) {
    const auto skinner = make(VertexFormat::full, CpuStores::automatic, threads);
    const MeshId id = skinner->add_mesh(c.mesh, c.skin).value();
    const SkinJob job{id, instances.rows, 9, {}};
    ASSERT_TRUE(skinner->skin({&job, 1}));
    const CpuResults results = skinner->results(id).value();
    bytes[threads == 1 ? 0 : 1].assign(results.data, results.data + 9 * results.layout.instance_bytes());
  }
  EXPECT_TRUE(bytes[0] == bytes[1]);
}

TEST_P(CpuSkinners, SeveralMeshesInOneCall) {
  const auto skinner = make(VertexFormat::full, CpuStores::automatic, 2);
  std::vector<test::SyntheticCase> cases;
  std::vector<test::SyntheticInstances> instances;
  std::vector<SkinJob> jobs;
  for (std::uint32_t m = 0; m < 5; ++m) {
    cases.push_back(
        test::make_synthetic_case({.vertices = 500 + 100 * m, .joints = 20 + m, .seed = m, .morphs = m}));
    instances.push_back(test::make_instances(cases.back(), m, m + 1));
  }
  for (std::uint32_t m = 0; m < 5; ++m)
    jobs.push_back({skinner->add_mesh(cases[m].mesh, cases[m].skin).value(), instances[m].rows, m,
                    instances[m].morph_weights});
  ASSERT_TRUE(skinner->skin(jobs));
  for (std::uint32_t m = 0; m < 5; ++m) compare(*skinner, jobs[m].mesh, cases[m], instances[m], m);
}

// Everything that a kernel is given is only read, except the results: this is what lets threads share a mesh.
TEST_P(CpuSkinners, TwoThreadsSkinDifferentAvatarsOfOneMesh) {
  const auto c = test::make_synthetic_case({.vertices = 5000, .joints = 50, .tangents = true, .morphs = 2});
  const JointBlocks blocks = make_joint_blocks(c.mesh, c.skin);
  const auto instances = test::make_instances(c, 2);
  const ResultLayout layout{blocks.place_count(), true, VertexFormat::full};
  std::vector<AlignedVector<std::byte>> results(2, AlignedVector<std::byte>(layout.instance_bytes()));
  const auto skin = [&](std::uint32_t i) {
    BlockRun run;
    run.mesh = &blocks;
    run.block_count = static_cast<std::uint32_t>(blocks.blocks.size());
    run.palette = instances.rows.data() + i * c.skin.palette_size();
    run.morph_weights = instances.morph_weights.data() + i * 2;
    run.instance = results[i].data();
    run.layout = layout;
    for (int frame = 0; frame < 20; ++frame) block_kernel(GetParam(), layout, frame % 2 == 0)(run);
    finish_streaming();
  };
  std::thread first(skin, 0), second(skin, 1);
  first.join();
  second.join();
  for (std::uint32_t i = 0; i < 2; ++i) {
    std::vector<SkinnedVertex> got(5000);
    std::vector<ReferenceVertex> wanted(5000);
    gather_results(layout, results[i], blocks.remap, got);
    skin_reference(ReferenceInput(c.mesh, c.skin),
                   std::span(instances.palettes).subspan(i * c.skin.palette_size(), c.skin.palette_size()),
                   std::span(instances.morph_weights).subspan(i * 2, 2), wanted);
    EXPECT_LE(compare_with_reference(got, wanted).relative, 1e-6);
  }
}

TEST_P(CpuSkinners, TwoSkinnersWorkAtOnce) {
  std::thread threads[2];
  for (std::thread& thread : threads)
    thread = std::thread([this] {
      const auto skinner = make(VertexFormat::full, CpuStores::automatic, 2);
      expect_agreement(*skinner, {.vertices = 40000, .joints = 30}, 2);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST_P(CpuSkinners, VanishingNormalsStayZero) {
  auto desc = scenes::make_synthetic_mesh(test::builtin_character().skeleton, {.vertices = 64, .joints = 4});
  desc.mesh.normals[5] = Vec3f(0.0f);
  Mesh mesh = Mesh::build(std::move(desc.mesh)).value();
  Skin skin = Skin::build(std::move(desc.skin), mesh, test::builtin_character().skeleton).value();
  const test::SyntheticCase c{std::move(mesh), std::move(skin)};
  const auto skinner = make();
  const MeshId id = skinner->add_mesh(c.mesh, c.skin).value();
  const auto instances = test::make_instances(c, 1);
  const SkinJob job{id, instances.rows, 1, {}};
  ASSERT_TRUE(skinner->skin({&job, 1}));
  std::vector<SkinnedVertex> got(64);
  ASSERT_TRUE(skinner->read_back(id, 0, got));
  EXPECT_EQ(got[5].normal, Vec3f(0.0f));
  EXPECT_NEAR(glm::length(got[6].normal), 1.0f, 1e-6f);
}

TEST_P(CpuSkinners, NothingGrowsOverManyFrames) {
  const auto c = test::make_synthetic_case({.vertices = 64, .joints = 8});
  const auto skinner = make();
  const MeshId id = skinner->add_mesh(c.mesh, c.skin).value();
  const auto instances = test::make_instances(c, 3);
  const SkinJob job{id, instances.rows, 3, {}};
  ASSERT_TRUE(skinner->skin({&job, 1}));
  const std::byte* data = skinner->results(id)->data;
  const MeshBytes bytes = skinner->bytes(id).value();
  for (int frame = 0; frame < 10000; ++frame) {
    SkinJob fewer = job;
    fewer.instances = 1 + frame % 3;
    fewer.palettes = fewer.palettes.first(fewer.instances * c.skin.palette_size());
    ASSERT_TRUE(skinner->skin({&fewer, 1}));
  }
  EXPECT_EQ(skinner->results(id)->data, data) << "results were reallocated";
  EXPECT_EQ(skinner->bytes(id)->mesh, bytes.mesh);
  EXPECT_EQ(skinner->bytes(id)->instance, bytes.instance);
}

INSTANTIATE_TEST_SUITE_P(Targets, CpuSkinners, testing::ValuesIn(available_cpu_targets()),
                         [](const auto& target) { return std::string(name(target.param)); });

TEST(CpuSkinner, NamesATargetThatIsNotThere) {
  for (const CpuTarget target :
       {CpuTarget::sse4, CpuTarget::avx2, CpuTarget::avx512, CpuTarget::neon, CpuTarget::wasm}) {
    const auto available = available_cpu_targets();
    if (std::ranges::find(available, target) != available.end()) continue;
    const auto skinner = CpuSkinner::create({.target = target});
    ASSERT_FALSE(skinner);
    EXPECT_EQ(skinner.error().code, ErrorCode::no_device);
    EXPECT_NE(skinner.error().message().find(name(target)), std::string::npos);
  }
}

TEST(CpuSkinner, RefusesWhatDoesNotFit) {
  const auto c = test::make_synthetic_case({.vertices = 64, .joints = 8, .morphs = 2});
  const auto skinner = std::move(*CpuSkinner::create());
  const MeshId id = skinner->add_mesh(c.mesh, c.skin).value();
  const auto instances = test::make_instances(c, 2);
  const std::span<const Mat34> rows = instances.rows;
  const std::span<const float> weights = instances.morph_weights;
  const SkinJob good{id, rows, 2, weights};
  const SkinJob unknown{id + 1, rows, 2, weights}, short_palette{id, rows.first(9), 2, weights},
      short_weights{id, rows, 2, weights.first(3)};
  for (const SkinJob& bad : {unknown, short_palette, short_weights}) EXPECT_FALSE(skinner->skin({&bad, 1}));
  const SkinJob twice[] = {good, good};
  EXPECT_FALSE(skinner->skin(twice));
  EXPECT_TRUE(skinner->skin({&good, 1}));
  std::vector<SkinnedVertex> out(64), few(63);
  EXPECT_FALSE(skinner->read_back(id, 2, out));
  EXPECT_FALSE(skinner->read_back(id, 0, few));
  EXPECT_TRUE(skinner->read_back(id, 1, out));
  skinner->remove_mesh(id);
  EXPECT_FALSE(skinner->skin({&good, 1}));
  EXPECT_FALSE(skinner->read_back(id, 0, out));
  EXPECT_FALSE(skinner->bytes(id));
}

}  // namespace
}  // namespace mannequin
