// Real rigged glTF files, compared with Blender, which wrote them: their content and how it deforms them.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/io/gltf_files.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace {

using Json = nlohmann::json;

// Rows of the skin of the file by joint name.
std::map<std::string, std::size_t> rows(const Json& skin) {
  std::map<std::string, std::size_t> found;
  for (std::size_t j = 0; j < skin.at("joint_names").size(); ++j) found[skin.at("joint_names")[j]] = j;
  return found;
}

void expect_skin(const BoundMeshDesc& mesh, const Json& skin) {
  const auto row = rows(skin);
  const Mat4 to_gltf = test::gltf_from_ours(), from_gltf = glm::transpose(to_gltf);
  for (std::size_t j = 0; j < mesh.skin.joint_names.size(); ++j) {
    const std::string& name = mesh.skin.joint_names[j];
    ASSERT_EQ(row.count(name), 1u) << name;
    EXPECT_LT(test::greatest_difference(mesh.skin.inverse_binds[j] * from_gltf,
                                        skin.at("inverse_bind").at(row.at(name))),
              1e-6)
        << name;
    EXPECT_LT(test::greatest_difference(to_gltf * test::rest_of(mesh.skin, name),
                                        skin.at("blender_bone_rest").at(row.at(name))),
              1e-6)
        << name;
  }
}

void expect_sampled_weights(const BoundMeshDesc& mesh, const Json& truth) {
  ASSERT_FALSE(truth.at("weights_sampled").empty());
  for (const Json& sample : truth.at("weights_sampled")) {
    const FaceDesc& face = mesh.mesh.faces.at(sample.at(0));
    const std::size_t v = face.first_vertex + sample.at(1).get<std::size_t>();
    std::map<std::string, double> got;
    double sum = 0.0, wanted_sum = 0.0;
    for (std::size_t i = mesh.skin.influence_begin[v]; i < mesh.skin.influence_begin[v + 1]; ++i) {
      got[mesh.skin.joint_names[mesh.skin.influences[i].joint]] += mesh.skin.influences[i].weight;
      sum += mesh.skin.influences[i].weight;
    }
    EXPECT_NEAR(sum, 1.0, 1e-6);
    for (const auto& [joint, weight] : sample.at(2).items()) wanted_sum += weight.get<double>();
    for (const auto& [joint, weight] : sample.at(2).items())
      // The exporter leaves out weights of 0.0001 and less.
      EXPECT_NEAR(got[joint], weight.get<double>() / wanted_sum, 2e-4) << joint << " of vertex " << v;
  }
}

void expect_pose(const BoundMeshDesc& mesh, const Json& truth, const Json& pose, const Json& document) {
  test::TestNodes nodes(document);
  for (const auto& [node, values] : pose.at("nodes").items()) nodes.pose(node, values);
  const std::vector<Vec3> positions = test::skin_in_gltf(mesh, nodes);
  const std::vector<double> wanted = pose.at("positions").at(mesh.mesh.name);
  const double tolerance = truth.at("weights_below_1e4_dropped_by_exporter") == 0 ? 5e-6 : 1e-4;
  double worst = 0.0;
  for (std::size_t p = 0; p < truth.at("primitives").size(); ++p) {
    const std::vector<std::size_t> blender = truth.at("primitives")[p].at("blender_vertex");
    const FaceDesc& face = mesh.mesh.faces.at(p);
    ASSERT_EQ(face.vertex_count, blender.size());
    for (std::size_t v = 0; v < blender.size(); ++v) {
      EXPECT_EQ(mesh.mesh.source_indices[face.first_vertex + v], v);
      const double* at = &wanted.at(3 * blender[v]);
      worst = std::max(worst, glm::length(positions[face.first_vertex + v] - Vec3(at[0], at[1], at[2])));
    }
  }
  EXPECT_LT(worst, tolerance) << mesh.mesh.name << ", pose " << pose.at("name");
}

class GltfTruth : public ::testing::TestWithParam<const char*> {};

TEST_P(GltfTruth, PositionsWeightsBindsAndPoses) {
  const std::string name = GetParam();
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/" + name);
  const auto path = test::shared_path("fixtures/gltf/" + name);
  const auto file = test::read_gltf_file(path);
  ASSERT_TRUE(file) << file.error().message();
  const Json document = test::gltf_json(path);
  const Json truth = test::read_json(path.parent_path() / (path.stem().string() + ".truth.json.gz"));
  ASSERT_EQ(file->meshes.size(), truth.at("meshes").size());
  for (const Json& expected : truth.at("meshes")) {
    const BoundMeshDesc& mesh = test::mesh_called(*file, expected.at("name"));
    ASSERT_EQ(mesh.mesh.faces.size(), expected.at("primitives").size());
    std::size_t corners = 0;
    for (std::size_t p = 0; p < mesh.mesh.faces.size(); ++p) {
      EXPECT_EQ(mesh.mesh.faces[p].index_count, expected.at("primitives")[p].at("index_count"));
      corners += mesh.mesh.faces[p].index_count;
    }
    EXPECT_EQ(corners, 3 * expected.at("triangle_count").get<std::size_t>());
    expect_skin(mesh, truth.at("skins").at(expected.at("skin").get<std::size_t>()));
    expect_sampled_weights(mesh, expected);
    for (const Json& pose : truth.at("poses")) expect_pose(mesh, expected, pose, document);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, GltfTruth,
                         ::testing::Values("Ruth2v4Body.glb", "Ruth2v4Body.gltf", "Ruth2v4FeetFlat.glb",
                                           "Ruth2v4FeetFlat.gltf", "Ruth2v4Head.glb", "Ruth2v4Head.gltf",
                                           "female_2016_08_05.glb", "female_2016_08_05.gltf"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

// One skin of 159 joints serves five meshes; counting
// before leaving out the unused ones would reject the file.
TEST(GltfTruth, UnusedJointsOfACommonSkinGo) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/female_2016_08_05.glb");
  const auto file = test::read_gltf_file(test::shared_path("fixtures/gltf/female_2016_08_05.glb"));
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ(test::mesh_called(*file, "eyeBallLeftMesh").skin.joint_names,
            std::vector<std::string>{"mEyeLeft"});
  // 45 in the .dae; the exporter leaves out weights of 0.0001 and less, and with them one joint.
  EXPECT_EQ(test::mesh_called(*file, "headMesh").skin.joint_names.size(), 44u);
  EXPECT_EQ(test::mesh_called(*file, "lowerBodyMesh").skin.joint_names.size(), 7u);
  EXPECT_EQ(test::mesh_called(*file, "upperBodyMesh").skin.joint_names.size(), 42u);
  EXPECT_TRUE(test::has_note(*file, "unused_joints_dropped"));
}

}  // namespace
}  // namespace mannequin::io
