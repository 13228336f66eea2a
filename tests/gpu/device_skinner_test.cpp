// Requirements on every graphics backend: limits, growth, long use, misuse, lack of memory.
#include "engine/skinning/device_skinner.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "engine/skinning/agreement.h"
#include "engine/skinning/reference.h"
#include "tests/gpu/graphics.h"
#include "tests/gpu/skinning_case.h"

namespace mannequin {
namespace {

using test::make_palettes;
using test::make_skinning_case;
using test::rounded;
using test::SkinningCase;

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  statm >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

class DeviceSkinnerTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto graphics = test::Graphics::open(GetParam());
    if (!graphics && graphics.error().code == ErrorCode::no_device)
      GTEST_SKIP() << graphics.error().message();
    ASSERT_TRUE(graphics) << graphics.error().message();
    graphics_ = std::move(*graphics);
    use({});
  }
  void TearDown() override {
    skinner_.reset();
    if (!graphics_) return;
    for (const std::string& complaint : graphics_->complaints()) ADD_FAILURE() << complaint;
  }

  void use(const DeviceLimits& limits, VertexFormat format = VertexFormat::full) {
    skinner_.reset();
    auto skinner = graphics_->make_skinner({format}, limits);
    ASSERT_TRUE(skinner) << skinner.error().message();
    skinner_ = std::move(*skinner);
  }

  MeshId add(const SkinningCase& c) {
    const auto id = skinner_->add_mesh(c.mesh, c.skin);
    EXPECT_TRUE(id) << id.error().message();
    return id.value_or(0);
  }

  void expect_skins(const SkinningCase& c, MeshId id, std::uint32_t instances, std::uint32_t seed) {
    const auto palettes = make_palettes(c.skin, instances, seed);
    const auto rows = rounded(palettes);
    const SkinJob job{id, rows, instances};
    const auto status = skinner_->skin({&job, 1});
    ASSERT_TRUE(status) << status.error().message();
    const std::size_t slots = c.skin.palette_size();
    std::vector<SkinnedVertex> got(c.mesh.vertex_count());
    std::vector<ReferenceVertex> wanted(c.mesh.vertex_count());
    for (std::uint32_t i = 0; i < instances; ++i) {
      const auto read = skinner_->read_back(id, i, got);
      ASSERT_TRUE(read) << read.error().message();
      skin_reference(c.mesh, c.skin, std::span(palettes).subspan(i * slots, slots), wanted);
      ASSERT_TRUE(compare_with_reference(got, wanted).within_limits()) << "instance " << i;
    }
  }

  std::unique_ptr<test::Graphics> graphics_;
  std::unique_ptr<DeviceSkinner> skinner_;
};

TEST_P(DeviceSkinnerTest, SmallLimitsGiveTheSame) {
  const auto c = make_skinning_case({.vertices = 1000, .joints = 7, .tangents = true});
  DeviceLimits few_groups, few_rows, small_batches, small_pages, all_at_once;
  few_groups.groups_x = 2;
  few_rows.groups_y = 3;
  small_batches.call_bytes = 2048;
  small_pages.page_bytes = 20000;  // less than the mesh, and than one instance
  all_at_once = stricter(stricter(few_groups, few_rows), stricter(small_batches, small_pages));
  for (const DeviceLimits& limits : {few_groups, few_rows, small_batches, small_pages, all_at_once}) {
    use(limits);
    expect_skins(c, add(c), 11, 5);
  }
}

TEST_P(DeviceSkinnerTest, TheLogHearsOfWhatTheDeviceCannotDoWell) {
  std::vector<std::string> told;
  DeviceLimits small_pages;
  small_pages.page_bytes = 20000;
  skinner_.reset();
  auto skinner = graphics_->make_skinner({}, small_pages, [&](Severity severity, const std::string& text) {
    EXPECT_EQ(severity, Severity::warning);
    told.push_back(text);
  });
  ASSERT_TRUE(skinner) << skinner.error().message();
  skinner_ = std::move(*skinner);
  const bool software = skinner_->device().find("llvmpipe") != std::string::npos;
  ASSERT_EQ(told.size(), software ? 1u : 0u);
  for (const std::string& text : told) EXPECT_NE(text.find("[software_device]"), std::string::npos) << text;
  told.clear();
  add(make_skinning_case({.vertices = 100, .joints = 3}));
  EXPECT_TRUE(told.empty());
  add(make_skinning_case({.vertices = 1000, .joints = 7, .tangents = true}));
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("[mesh_in_parts]"), std::string::npos) << told[0];
}

TEST_P(DeviceSkinnerTest, InstancesSpreadOverPages) {
  const auto c = make_skinning_case({.vertices = 100, .joints = 3});
  DeviceLimits small_pages;
  small_pages.page_bytes = 20000;
  use(small_pages);
  const MeshId id = add(c);
  expect_skins(c, id, 50, 5);
  EXPECT_GT(skinner_->memory().result_pages, 5u);
  expect_skins(c, id, 7, 6);
}

TEST_P(DeviceSkinnerTest, MoreAndFewerInstancesFromCallToCall) {
  const auto c = make_skinning_case({.vertices = 500});
  const MeshId id = add(c);
  std::vector<SkinnedVertex> out(c.mesh.vertex_count());
  for (const std::uint32_t instances : {2u, 9u, 1u, 0u, 4u, 200u, 3u}) {
    expect_skins(c, id, instances, instances + 1);
    EXPECT_FALSE(skinner_->read_back(id, instances, out));
  }
}

// Segments of the ring come round thousands of times while the device works on those before: nothing may be
// overwritten too early, and nothing may pile up.
TEST_P(DeviceSkinnerTest, TenThousandCallsTakeNoMoreMemory) {
  const auto c = make_skinning_case({.vertices = 300, .joints = 5});
  const MeshId id = add(c);
  const auto rows = rounded(make_palettes(c.skin, 3, 1));
  const SkinJob job{id, rows, 3};
  const auto skin = [&](int times) {
    for (int i = 0; i < times; ++i) ASSERT_TRUE(skinner_->skin({&job, 1}));
    ASSERT_TRUE(skinner_->finish());
  };
  skin(1000);
  const DeviceMemory before = skinner_->memory();
  const std::size_t resident = resident_bytes();
  skin(10000);
  EXPECT_EQ(skinner_->memory().bytes, before.bytes);
  EXPECT_EQ(skinner_->memory().result_pages, before.result_pages);
  EXPECT_LT(resident_bytes(), resident + (std::size_t{8} << 20)) << "10,000 calls left something behind";
  expect_skins(c, id, 3, 2);
}

TEST_P(DeviceSkinnerTest, EveryCallHasItsOwnPalettes) {
  const auto c = make_skinning_case({.vertices = 2000, .joints = 5});
  const MeshId id = add(c);
  std::vector<std::vector<Mat34>> frames;
  for (std::uint32_t f = 0; f < 10; ++f) frames.push_back(rounded(make_palettes(c.skin, 4, f)));
  // Without waiting in between: a segment that is filled too early would give a later frame's positions.
  for (std::uint32_t f = 0; f < frames.size(); ++f) {
    for (std::uint32_t ahead = 0; ahead <= f; ++ahead) {
      const SkinJob job{id, frames[ahead], 4};
      ASSERT_TRUE(skinner_->skin({&job, 1}));
    }
    expect_skins(c, id, 4, f);
  }
}

TEST_P(DeviceSkinnerTest, RemovedMeshesGiveTheirMemoryBack) {
  const auto a = make_skinning_case({.vertices = 3000, .seed = 1});
  const auto b = make_skinning_case({.vertices = 1000, .seed = 2});
  const MeshId ib = add(b);
  expect_skins(b, ib, 2, 1);
  const DeviceMemory before = skinner_->memory();
  for (std::uint32_t turn = 0; turn < 8; ++turn) {
    const MeshId ia = add(a);
    expect_skins(a, ia, 10 + 20 * turn % 70, 1);
    skinner_->remove_mesh(ia);
    std::vector<SkinnedVertex> out(3000);
    EXPECT_FALSE(skinner_->read_back(ia, 0, out));
  }
  EXPECT_EQ(skinner_->memory().bytes, before.bytes);
  expect_skins(b, ib, 2, 3);
}

TEST_P(DeviceSkinnerTest, RefusesWhatDoesNotFit) {
  const auto c = make_skinning_case({.vertices = 100, .morphs = 2});
  const MeshId id = add(c);
  std::vector<SkinnedVertex> out(100), short_out(99), long_out(101);
  EXPECT_FALSE(skinner_->read_back(id, 0, out)) << "nothing was skinned yet";
  EXPECT_FALSE(skinner_->read_back(77, 0, out));
  const auto rows = rounded(make_palettes(c.skin, 2, 1));
  const std::vector<float> weights(3);
  const SkinJob wrong_count{id, rows, 3}, right{id, rows, 2}, wrong_weights{id, rows, 2, weights};
  EXPECT_FALSE(skinner_->skin({&wrong_count, 1}));
  EXPECT_FALSE(skinner_->skin({&wrong_weights, 1}));
  const SkinJob twice[] = {right, right}, unknown[] = {{77, rows, 2}};
  EXPECT_FALSE(skinner_->skin(twice));
  const auto status = skinner_->skin(unknown);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::bad_argument);
  ASSERT_TRUE(skinner_->skin({&right, 1}));
  EXPECT_TRUE(skinner_->read_back(id, 1, out));
  EXPECT_FALSE(skinner_->read_back(id, 2, out));
  EXPECT_FALSE(skinner_->read_back(id, 0, short_out));
  EXPECT_FALSE(skinner_->read_back(id, 0, long_out));
}

TEST_P(DeviceSkinnerTest, VanishingNormalStaysZero) {
  const auto c = make_skinning_case({.vertices = 300, .joints = 4});
  const MeshId id = add(c);
  // Every joint flattened to a point: positions go to it, normals have no direction left.
  std::vector<Mat4> palettes(c.skin.palette_size(), Mat4(0.0));
  for (auto& m : palettes) m[3] = Vec4(1.0, 2.0, 3.0, 1.0);
  const auto rows = rounded(palettes);
  const SkinJob job{id, rows, 1};
  ASSERT_TRUE(skinner_->skin({&job, 1}));
  std::vector<SkinnedVertex> got(c.mesh.vertex_count());
  ASSERT_TRUE(skinner_->read_back(id, 0, got));
  for (const auto& v : got) {
    EXPECT_EQ(v.normal, Vec3f(0.0f));
    EXPECT_NEAR(glm::length(v.position - Vec3f(1.0f, 2.0f, 3.0f)), 0.0f, 1e-6f);
  }
}

// 4e9 instances would need terabytes; only their palettes would have to exist, and are pretended to.
TEST_P(DeviceSkinnerTest, OutOfMemoryIsAnErrorAndTheSkinnerGoesOn) {
  const auto c = make_skinning_case({.vertices = 60000, .joints = 1});
  const MeshId id = add(c);
  const auto rows = rounded(make_palettes(c.skin, 1, 1));
  const std::uint32_t instances = 4'000'000'000u;
  const SkinJob huge{id, std::span<const Mat34>(rows.data(), std::size_t{instances} * c.skin.palette_size()),
                     instances};
  const auto status = skinner_->skin({&huge, 1});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::device);
  graphics_->forgive();
  expect_skins(c, id, 1, 1);
}

TEST_P(DeviceSkinnerTest, AFullMemoryHitsOnlyWhatAsks) {
  const auto small = make_skinning_case({.vertices = 100, .joints = 2, .seed = 1});
  const auto large = make_skinning_case({.vertices = 5000, .joints = 2, .seed = 2});
  DeviceLimits limits;
  limits.total_bytes = 2'000'000;  // of meshes, and as much of results
  use(limits);
  const MeshId is = add(small), il = add(large);
  expect_skins(small, is, 2, 1);
  const auto rows = rounded(make_palettes(large.skin, 30, 1));
  const SkinJob too_many{il, rows, 30};
  EXPECT_FALSE(skinner_->skin({&too_many, 1}));
  expect_skins(large, il, 5, 3);
  expect_skins(small, is, 2, 4);
  std::size_t meshes = 0;
  while (skinner_->add_mesh(large.mesh, large.skin) && meshes < 1000) ++meshes;
  EXPECT_LT(meshes, 20u);
  expect_skins(large, il, 5, 5);
}

TEST_P(DeviceSkinnerTest, APaletteLargerThanABatchIsRefused) {
  const auto c = make_skinning_case({.vertices = 100, .joints = 100});
  DeviceLimits small_batches;
  small_batches.call_bytes = 2048;
  use(small_batches);
  const auto id = skinner_->add_mesh(c.mesh, c.skin);
  ASSERT_FALSE(id);
  EXPECT_EQ(id.error().code, ErrorCode::device);
}

TEST_P(DeviceSkinnerTest, SoftwareClocksAreNotTrusted) {
  const auto c = make_skinning_case({.vertices = 3000});
  expect_skins(c, add(c), 10, 1);
  const auto seconds = skinner_->device_seconds();
  if (skinner_->device().find("llvmpipe") != std::string::npos) {
    EXPECT_FALSE(seconds);
  } else {
    ASSERT_TRUE(seconds);
    EXPECT_GT(*seconds, 0.0);
    EXPECT_LT(*seconds, 1.0);
  }
}

TEST_P(DeviceSkinnerTest, BytesAreThoseOfTheMesh) {
  const auto plain = make_skinning_case({.vertices = 1600, .joints = 1});
  const MeshId id = add(plain);
  const auto bytes = skinner_->bytes(id);
  ASSERT_TRUE(bytes);
  EXPECT_GE(bytes->instance, 1600u * 24 + 2 * 48);
  EXPECT_LT(bytes->instance, 1600u * 26);
  EXPECT_GE(bytes->mesh, 1600u * 24);
  EXPECT_LT(bytes->mesh, 1600u * 36);
  use({}, VertexFormat::packed);
  const auto packed = skinner_->bytes(add(plain));
  ASSERT_TRUE(packed);
  EXPECT_LT(packed->mesh, bytes->mesh * 4 / 5);
  EXPECT_LT(packed->instance, bytes->instance * 3 / 4);
  EXPECT_FALSE(skinner_->bytes(77));
}

INSTANTIATE_TEST_SUITE_P(All, DeviceSkinnerTest, testing::ValuesIn(test::Graphics::backends()),
                         [](const auto& backend) { return backend.param; });

}  // namespace
}  // namespace mannequin
