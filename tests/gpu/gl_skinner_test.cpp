#include "engine/skinning/gl/gl_skinner.h"

#include <glad/gl.h>

#include <algorithm>
#include <numeric>

#include "engine/skinning/reference.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/gpu/skinning_case.h"

namespace mannequin {
namespace {

using test::make_palettes;
using test::make_skinning_case;
using test::rounded;
using test::SkinningCase;

class GlSkinnerTest : public test::GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    auto skinner = GlSkinner::create();
    ASSERT_TRUE(skinner) << skinner.error().message();
    skinner_ = std::move(*skinner);
  }
  void TearDown() override {
    skinner_.reset();
    GlTest::TearDown();
  }

  MeshId add(const SkinningCase& c) {
    const auto id = skinner_->add_mesh(c.mesh, c.skin);
    EXPECT_TRUE(id) << id.error().message();
    return id.value_or(0);
  }

  // Reads an instance back and compares it with the reference.
  void expect_result(const SkinningCase& c, MeshId id, std::uint32_t instance,
                     std::span<const Mat4> palettes) {
    std::vector<SkinnedVertex> got(c.mesh.vertex_count());
    const auto status = skinner_->read_back(id, instance, got);
    ASSERT_TRUE(status) << status.error().message();
    std::vector<ReferenceVertex> wanted(c.mesh.vertex_count());
    skin_reference(c.mesh, c.skin, palettes.subspan(instance * c.skin.palette_size(), c.skin.palette_size()),
                   wanted);
    double worst_position = 0.0, worst_normal = 0.0;
    for (std::size_t v = 0; v < got.size(); ++v) {
      worst_position = std::max(worst_position, glm::length(Vec3(got[v].position) - wanted[v].position));
      worst_normal = std::max(worst_normal, glm::length(Vec3(got[v].normal) - wanted[v].normal));
    }
    EXPECT_LT(worst_position, 2e-5);
    EXPECT_LT(worst_normal, 1e-4);
  }

  std::unique_ptr<GlSkinner> skinner_;
};

TEST_F(GlSkinnerTest, KnowsWhetherItsContextIsCurrent) {
  EXPECT_TRUE(skinner_->in_its_context());
  context_->release_current();
  EXPECT_FALSE(skinner_->in_its_context());
  {
    auto other = GlContext::create_headless();
    ASSERT_TRUE(other) << other.error().message();
    EXPECT_FALSE(skinner_->in_its_context());
  }
  ASSERT_TRUE(context_->make_current());
  EXPECT_TRUE(skinner_->in_its_context());
}

TEST_F(GlSkinnerTest, AMeshInPiecesCannotBeDrawnAsOne) {
  const auto c = make_skinning_case({.vertices = 1000, .joints = 7});
  DeviceLimits small_pages;
  small_pages.page_bytes = 20000;
  skinner_ = std::move(*GlSkinner::create({.at_most = small_pages}));
  const auto results = skinner_->results(add(c));
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().code, ErrorCode::unsupported);
}

TEST_F(GlSkinnerTest, InstancesOnSeveralPagesAreRuns) {
  const auto c = make_skinning_case({.vertices = 100, .joints = 3});
  DeviceLimits small_pages;
  small_pages.page_bytes = 20000;
  skinner_ = std::move(*GlSkinner::create({.at_most = small_pages}));
  const MeshId id = add(c);
  const auto rows = rounded(make_palettes(c.skin, 20, 5));
  const SkinJob job{id, rows, 20};
  ASSERT_TRUE(skinner_->skin({&job, 1}));
  std::uint32_t runs = 0;
  for (std::uint32_t i = 0; i < 20; ++runs) {
    const auto results = skinner_->results(id, i);
    ASSERT_TRUE(results) << results.error().message();
    EXPECT_EQ(results->first_instance, i);
    EXPECT_LE(results->instances * results->layout.instance_bytes(), 20000u);
    i += results->instances;
  }
  EXPECT_GT(runs, 1u);
  EXPECT_FALSE(skinner_->results(id, 20));
}

TEST_F(GlSkinnerTest, EmptyFacesDoNotMatter) {
  const auto c = make_skinning_case({.vertices = 300, .empty_faces = true});
  const MeshId id = add(c);
  const auto palettes = make_palettes(c.skin, 1, 6);
  const auto rows = rounded(palettes);
  const SkinJob job{id, rows, 1};
  ASSERT_TRUE(skinner_->skin({&job, 1}));
  expect_result(c, id, 0, palettes);
}

TEST_F(GlSkinnerTest, RemovedMeshIsUnknownAndOthersStay) {
  const auto a = make_skinning_case({.vertices = 100, .seed = 1});
  const auto b = make_skinning_case({.vertices = 100, .seed = 2});
  const MeshId ia = add(a), ib = add(b);
  skinner_->remove_mesh(ia);
  const auto palettes = make_palettes(a.skin, 1, 1);
  const auto rows = rounded(palettes);
  const SkinJob gone{ia, rows, 1}, there{ib, rows, 1};
  const auto status = skinner_->skin({&gone, 1});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::bad_argument);
  std::vector<SkinnedVertex> out(100);
  EXPECT_FALSE(skinner_->read_back(ia, 0, out));
  EXPECT_FALSE(skinner_->results(ia));
  ASSERT_TRUE(skinner_->skin({&there, 1}));
  expect_result(b, ib, 0, palettes);
  EXPECT_NE(add(a), ia) << "a new mesh must not take the number of one that is gone";
}

TEST_F(GlSkinnerTest, ResultsCanBeDrawnFromTheBuffer) {
  const auto c = make_skinning_case({.vertices = 100});
  const MeshId id = add(c);
  const auto rows = rounded(make_palettes(c.skin, 3, 1));
  const SkinJob job{id, rows, 3};
  ASSERT_TRUE(skinner_->skin({&job, 1}));
  const auto results = skinner_->results(id);
  ASSERT_TRUE(results);
  EXPECT_EQ(results->instances, 3u);
  // Through the buffer as through read_back.
  std::vector<SkinnedVertex> wanted(100), got(100);
  ASSERT_TRUE(skinner_->read_back(id, 2, wanted));
  std::vector<std::byte> bytes(results->layout.instance_bytes());
  glGetNamedBufferSubData(results->buffer, results->offset + static_cast<GLintptr>(2 * bytes.size()),
                          static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  gather_results(results->layout, bytes, results->remap, got);
  for (std::size_t v = 0; v < got.size(); ++v) {
    EXPECT_EQ(got[v].position, wanted[v].position);
    EXPECT_EQ(got[v].normal, wanted[v].normal);
  }
}

// Only a buffer's own bytes show it: reading back gives directions alone.
TEST_F(GlSkinnerTest, PackedTangentsKeepTheirHandedness) {
  skinner_ = std::move(*GlSkinner::create({.format = VertexFormat::packed}));
  const auto c = make_skinning_case({.vertices = 100, .tangents = true});
  const MeshId id = add(c);
  const auto rows = rounded(make_palettes(c.skin, 1, 1));
  const SkinJob job{id, rows, 1};
  ASSERT_TRUE(skinner_->skin({&job, 1}));
  const auto results = skinner_->results(id);
  ASSERT_TRUE(results);
  std::vector<std::uint32_t> tangents(results->layout.place_count);
  glGetNamedBufferSubData(results->buffer,
                          results->offset + static_cast<GLintptr>(results->layout.tangent_offset()),
                          static_cast<GLsizeiptr>(tangents.size() * 4), tangents.data());
  for (std::size_t v = 0; v < c.mesh.vertex_count(); ++v)
    EXPECT_EQ(tangents[results->remap[v]] >> 30, c.mesh.tangents()[v].w < 0.0f ? 3u : 1u);
}

TEST_F(GlSkinnerTest, LeavesTheHostsBindingsAlone) {
  GLuint buffers[2];
  glCreateBuffers(2, buffers);
  glNamedBufferStorage(buffers[0], 1024, nullptr, 0);
  glNamedBufferStorage(buffers[1], 1024, nullptr, 0);
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, buffers[0], 256, 512);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, buffers[1]);
  glBindBufferRange(GL_UNIFORM_BUFFER, 0, buffers[1], 0, 64);
  const auto c = make_skinning_case({.vertices = 100});
  const auto rows = rounded(make_palettes(c.skin, 1, 1));
  const SkinJob job{add(c), rows, 1};
  ASSERT_TRUE(skinner_->skin({&job, 1}));

  GLint value = -1;
  GLint64 wide = -1;
  glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 1, &value);
  EXPECT_EQ(value, static_cast<GLint>(buffers[0]));
  glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, 1, &wide);
  EXPECT_EQ(wide, 256);
  glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, 1, &wide);
  EXPECT_EQ(wide, 512);
  glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 3, &value);
  EXPECT_EQ(value, static_cast<GLint>(buffers[1]));
  glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 0, &value);
  EXPECT_EQ(value, static_cast<GLint>(buffers[1]));
  glGetIntegerv(GL_CURRENT_PROGRAM, &value);
  EXPECT_EQ(value, 0);
  glDeleteBuffers(2, buffers);
}

TEST_F(GlSkinnerTest, AnotherContextAfterThisOne) {
  const auto c = make_skinning_case({.vertices = 100});
  auto second = GlContext::create_headless();
  ASSERT_TRUE(second) << second.error().message();
  {
    auto other = GlSkinner::create();
    ASSERT_TRUE(other);
    const auto id = (*other)->add_mesh(c.mesh, c.skin);
    ASSERT_TRUE(id);
  }
  ASSERT_TRUE(context_->make_current());
  const MeshId id = add(c);
  const auto palettes = make_palettes(c.skin, 1, 1);
  const auto rows = rounded(palettes);
  const SkinJob job{id, rows, 1};
  ASSERT_TRUE(skinner_->skin({&job, 1}));
  expect_result(c, id, 0, palettes);
}

TEST(GlSkinnerWithoutContext, SaysSo) {
  const auto skinner = GlSkinner::create();
  ASSERT_FALSE(skinner);
  EXPECT_EQ(skinner.error().code, ErrorCode::no_device);
}

}  // namespace
}  // namespace mannequin
