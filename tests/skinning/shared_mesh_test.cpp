// A mesh that any thread may skin gives the same bits as a skinner.
#include "engine/skinning/cpu/shared_mesh.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "engine/core/aligned.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "tests/skinning/synthetic_case.h"

namespace mannequin {
namespace {

TEST(SharedMesh, GivesTheBitsOfASkinnerOnAnyThread) {
  const auto c = test::make_synthetic_case({.vertices = 3000, .joints = 60, .morphs = 3});
  const auto instances = test::make_instances(c, 4);
  const std::size_t slots = c.skin.palette_size(), morphs = c.mesh.morphs().size();
  for (const VertexFormat format : {VertexFormat::full, VertexFormat::packed}) {
    const auto skinner = std::move(*CpuSkinner::create({.threads = 1, .format = format}));
    const MeshId id = skinner->add_mesh(c.mesh, c.skin).value();
    const SkinJob job{id, instances.rows, 4, instances.morph_weights};
    ASSERT_TRUE(skinner->skin({&job, 1}));
    const auto shared = SharedMesh::build(c.mesh, c.skin, format);
    ASSERT_TRUE(shared) << shared.error().message();
    const std::size_t bytes = (*shared)->layout().instance_bytes();
    std::vector<AlignedVector<std::byte>> found(4, AlignedVector<std::byte>(bytes));
    std::atomic<int> skinned = 0;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        skinned += (*shared)
                       ->skin(std::span(instances.rows).subspan(i * slots, slots),
                              std::span(instances.morph_weights).subspan(i * morphs, morphs), found[i])
                       .has_value();
      });
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(skinned, 4);
    std::vector<SkinnedVertex> expected(c.mesh.vertex_count()), got(c.mesh.vertex_count());
    for (std::uint32_t i = 0; i < 4; ++i) {
      ASSERT_TRUE(skinner->read_back(id, i, expected));
      gather_results((*shared)->layout(), found[i], (*shared)->remap(), got);
      for (std::size_t v = 0; v < got.size(); ++v) {
        ASSERT_EQ(got[v].position, expected[v].position) << v;
        ASSERT_EQ(got[v].normal, expected[v].normal) << v;
      }
    }
  }
}

TEST(SharedMesh, RefusesWhatDoesNotFit) {
  const auto c = test::make_synthetic_case({.vertices = 64, .joints = 8, .morphs = 2});
  const auto instances = test::make_instances(c, 1);
  const auto shared = SharedMesh::build(c.mesh, c.skin).value();
  AlignedVector<std::byte> out(shared->layout().instance_bytes() + 64);
  const std::span<const Mat34> rows = instances.rows;
  const std::span<std::byte> room(out);
  EXPECT_TRUE(shared->skin(rows, {}, room));
  EXPECT_FALSE(shared->skin(rows.first(rows.size() - 1), {}, room));
  EXPECT_FALSE(shared->skin(rows, std::span(instances.morph_weights).first(1), room));
  EXPECT_FALSE(shared->skin(rows, {}, room.first(63)));
  EXPECT_FALSE(shared->skin(rows, {}, room.subspan(4)));
}

}  // namespace
}  // namespace mannequin
