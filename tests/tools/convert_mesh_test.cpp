#include "tools/mannequin/convert_mesh.h"

#include <gtest/gtest.h>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/mesh_asset.h"
#include "tests/io/asset_files.h"
#include "tests/io/small_meshes.h"

namespace mannequin::program {
namespace {

class ConvertMesh : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::path(testing::TempDir()) / (std::string("mannequin_convert_mesh_") + test->name());
    std::filesystem::create_directories(folder_);
    BoundMeshDesc second = test::two_joint_strip();
    second.mesh.name = "second";
    const std::vector<BoundMeshDesc> one{test::two_joint_strip()}, two{test::two_joint_strip(), second};
    ASSERT_TRUE(io::write_file(folder_ / "one.glb", io::write_glb(one, nullptr).value()));
    ASSERT_TRUE(io::write_file(folder_ / "two.glb", io::write_glb(two, nullptr).value()));
    ASSERT_TRUE(io::write_file(folder_ / "triangle.llmesh", test::triangle_asset()));
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Status convert(const char* in, const char* out, ConvertMeshOptions options = {}) {
    options.gltf = kStrictImporter;
    return convert_mesh(folder_ / in, io::read_file(folder_ / in).value(), folder_ / out, options);
  }

  io::BoundMeshFile read(const char* name) { return io::read_bound_mesh(folder_ / name).value(); }

  // Where each vertex is bound.
  static std::vector<Vec3> bound(const BoundMeshDesc& mesh) {
    std::vector<Vec3> places;
    for (const Vec3f& p : mesh.mesh.positions) places.emplace_back(mesh.skin.bind_shape * Vec4(Vec3(p), 1.0));
    return places;
  }

  static void expect_same_places(const BoundMeshDesc& a, const BoundMeshDesc& b, double limit) {
    const auto ours = bound(a), theirs = bound(b);
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t v = 0; v < ours.size(); ++v) EXPECT_LT(glm::length(ours[v] - theirs[v]), limit) << v;
  }

  std::filesystem::path folder_;
};

TEST_F(ConvertMesh, AMeshBecomesAnAssetAndBack) {
  ASSERT_TRUE(convert("one.glb", "one.llmesh"));
  const auto glb = read("one.glb"), asset = read("one.llmesh");
  EXPECT_TRUE(asset.is_asset);
  ASSERT_TRUE(asset.meshes.at(0).rigged());
  expect_same_places(asset.meshes[0], glb.meshes.at(0), 1e-5);
  ASSERT_TRUE(convert("one.llmesh", "back.glb"));
  const auto back = read("back.glb");
  ASSERT_TRUE(back.meshes.at(0).rigged());
  expect_same_places(back.meshes[0], asset.meshes[0], 1e-6);
  EXPECT_EQ(back.meshes[0].mesh.indices, glb.meshes[0].mesh.indices);
  ASSERT_TRUE(convert("one.llmesh", "back.obj"));
  EXPECT_GT(std::filesystem::file_size(folder_ / "back.obj"), 100u);
}

TEST_F(ConvertMesh, AnAssetThatStaysOneKeepsItsNumbers) {
  ASSERT_TRUE(convert("triangle.llmesh", "again.mesh"));
  const auto before = io::read_mesh_asset(io::read_file(folder_ / "triangle.llmesh").value(), "a"),
             after = io::read_mesh_asset(io::read_file(folder_ / "again.mesh").value(), "b");
  ASSERT_TRUE(before && after);
  const io::MeshAsset &a = before->meshes[0], &b = after->meshes[0];
  EXPECT_EQ(a.levels[3].at(0).positions, b.levels[3].at(0).positions);
  EXPECT_EQ(a.levels[3].at(0).normalized_scale, b.levels[3].at(0).normalized_scale);
  for (std::size_t j = 0; j < 2; ++j)  // in float32, as the viewer has them
    EXPECT_EQ(Vec3f(*a.skin->joint_positions.at(j)), Vec3f(*b.skin->joint_positions.at(j)));
  EXPECT_EQ(a.skin->pelvis_offset, b.skin->pelvis_offset);
  EXPECT_TRUE(b.skin->lock_scale);
  ConvertMeshOptions options;
  options.joint_positions = false;
  ASSERT_TRUE(convert("triangle.llmesh", "still.llmesh", options));
  EXPECT_TRUE(read("still.llmesh").meshes.at(0).skin.joint_positions.empty());
  options.skin = false;
  ASSERT_TRUE(convert("triangle.llmesh", "bare.llmesh", options));
  EXPECT_FALSE(read("bare.llmesh").meshes.at(0).rigged());
}

TEST_F(ConvertMesh, TheUploadsChoicesAreTaken) {
  ConvertMeshOptions options;
  options.joint_positions = true;
  options.lock_scale = true;
  options.pelvis_offset = 0.25;
  ASSERT_TRUE(convert("triangle.llmesh", "chosen.llmesh", options));
  const auto chosen = read("chosen.llmesh");
  EXPECT_EQ(chosen.meshes.at(0).skin.pelvis_offset, 0.25);
  EXPECT_TRUE(chosen.meshes[0].skin.lock_scale);
  EXPECT_EQ(chosen.meshes[0].skin.joint_positions.size(), 2u);
}

TEST_F(ConvertMesh, SeveralMeshesNeedAFileThatHoldsThem) {
  const auto refused = convert("two.glb", "two.llmesh");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::bad_argument);
  EXPECT_NE(refused.error().what.find("'second'"), std::string::npos) << refused.error().what;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "two.llmesh"));
  ASSERT_TRUE(convert("two.glb", "two.slm"));
  EXPECT_EQ(read("two.slm").meshes.size(), 2u);
  ConvertMeshOptions options;
  options.mesh = "second";
  ASSERT_TRUE(convert("two.glb", "second.llmesh", options));
  ASSERT_TRUE(convert("two.slm", "second.mesh", options));
  options.mesh = "third";
  const auto unknown = convert("two.glb", "third.llmesh", options);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().what.find("'strip', 'second'"), std::string::npos) << unknown.error().what;
}

TEST_F(ConvertMesh, WithoutASkinAMeshStandsWhereItIsBound) {
  ConvertMeshOptions options;
  options.skin = false;
  ASSERT_TRUE(convert("triangle.llmesh", "bare.glb", options));
  const auto bare = read("bare.glb"), asset = read("triangle.llmesh");
  EXPECT_FALSE(bare.meshes.at(0).rigged());
  expect_same_places(bare.meshes[0], asset.meshes.at(0), 1e-6);
}

TEST_F(ConvertMesh, OtherEndingsAreRefused) {
  const auto refused = convert("one.glb", "one.fbx");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::bad_argument);
  EXPECT_TRUE(converts_to_mesh(".mesh"));
  EXPECT_TRUE(converts_to_mesh(".dae"));
  EXPECT_FALSE(converts_to_mesh(".fbx"));
}

}  // namespace
}  // namespace mannequin::program
