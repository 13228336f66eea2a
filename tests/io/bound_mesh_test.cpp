#include "engine/io/bound_mesh.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/io/small_meshes.h"

namespace mannequin::io {
namespace bound_mesh_test {

class BoundMesh : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::path(::testing::TempDir()) / (std::string("mannequin_bound_mesh_") + test->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& name, std::string_view text) {
    const auto path = folder_ / name;
    EXPECT_TRUE(write_file(path, text));
    return path;
  }

  std::filesystem::path folder_;
};

TEST_F(BoundMesh, ChoosesByContentAndNotByEnding) {
  const BoundMeshDesc bound = test::two_joint_strip();
  const auto glb = write_glb(std::span(&bound, 1), nullptr);
  ASSERT_TRUE(glb);
  const auto read = read_bound_mesh(file("misnamed.dae", as_text(*glb)));
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->source, "misnamed.dae");
  EXPECT_EQ(read->meshes.at(0).mesh.name, "strip");

  const auto gltf = read_bound_mesh(file("json.txt", " \n{\"asset\":{\"version\":\"2.0\"}}"));
  ASSERT_TRUE(gltf) << gltf.error().message();
  EXPECT_TRUE(gltf->meshes.empty());

  // Whatever is wrong with it, it is COLLADA's reader that says so.
  const auto xml = read_bound_mesh(file("xml.glb", "<COLLADA"));
  ASSERT_FALSE(xml);
  EXPECT_EQ(xml.error().where.find("xml.glb"), 0u);
}

TEST_F(BoundMesh, NamesWhatTheFileIsInstead) {
  const auto what = [&](const std::string& name, std::string_view text) {
    const auto read = read_bound_mesh(file(name, text));
    EXPECT_FALSE(read);
    return read ? std::string() : read.error().message();
  };
  EXPECT_NE(what("a.fbx", "Kaydara FBX Binary  \x1a").find("a.fbx: is an FBX file"), std::string::npos);
  EXPECT_NE(what("a.blend", "BLENDER-v304").find("is a Blender file"), std::string::npos);
  EXPECT_NE(what("a.obj", "v 0 0 0\n").find("is a Wavefront OBJ file"), std::string::npos);
  EXPECT_NE(what("a.xyz", "hello").find("Export as .glb or .dae"), std::string::npos);
  EXPECT_NE(what("empty.glb", "").find("is empty"), std::string::npos);
  EXPECT_NE(what("shape.json", "{\"params\": {}}").find("not glTF"), std::string::npos);
  const auto missing = read_bound_mesh(folder_ / "nowhere.glb");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::cannot_read);
}

}  // namespace bound_mesh_test
}  // namespace mannequin::io
