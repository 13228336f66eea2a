// Mesh assets, compared with what the viewer decodes from them: ../shared/oracle/mesh/decode_*.json.gz.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/io/file.h"
#include "tests/oracle/asset_case.h"

namespace mannequin::test {
namespace {

const char* const kFiles[] = {"Ruth2v4Body.skin_joints_lock.llmesh",
                              "Ruth2v4Eyeballs_Ruth2v4EyeBall_L.skin_joints_pelvis.llmesh",
                              "Ruth2v4FeetFlat.noskin.llmesh",
                              "Ruth2v4FeetFlat.skin.llmesh",
                              "Ruth2v4FeetFlat.skin_convex.llmesh",
                              "Ruth2v4FeetFlat.skin_joints.llmesh",
                              "Ruth2v4FeetFlat.skin_joints.slm",
                              "Ruth2v4FeetFlat.skin_joints_lock_pelvis.llmesh",
                              "Ruth2v4FeetFlat.skin_joints_physmesh.llmesh",
                              "Ruth2v4Hands.skin.llmesh",
                              "Ruth2v4Head.skin.llmesh",
                              "Ruth2v4Head.skin_joints.llmesh",
                              "angel_bentoUpperBody.skin_joints.llmesh",
                              "female_eyeBallLeftMesh.skin_high.llmesh",
                              "female_eyeBallLeftMesh.skin_joints_high.llmesh",
                              "female_headMesh.skin_joints.llmesh",
                              "female_headMesh.skin_joints_lock.llmesh"};

class MeshAssetDecode : public testing::TestWithParam<const char*> {};

TEST_P(MeshAssetDecode, AgreesWithTheViewer) {
  const std::string asset = std::string("fixtures/mesh-asset/") + GetParam();
  const std::string golden = std::string("oracle/mesh/decode_") + GetParam() + ".json.gz";
  MANNEQUIN_NEEDS_SHARED(asset);
  MANNEQUIN_NEEDS_SHARED(golden);
  const nlohmann::json decoded = read_json(shared_path(golden));
  const auto bytes = io::read_file(shared_path(asset));
  ASSERT_TRUE(bytes);
  EXPECT_TRUE(io::looks_like_mesh_asset(*bytes));
  const auto file = io::read_mesh_asset(*bytes, GetParam());
  ASSERT_TRUE(file) << file.error().message();
  for (const io::Note& note : file->notes) ADD_FAILURE() << note.where << ": " << note.what;

  AssetLimits limits;
  ASSERT_EQ(file->slm, decoded.contains("meshes"));
  if (file->slm) {
    EXPECT_EQ(file->name, decoded.at("name").get<std::string>());
    ASSERT_EQ(file->meshes.size(), decoded.at("meshes").size());
    EXPECT_EQ(file->meshes[0].name, decoded.at("instances")[0].at("label").get<std::string>());
    for (std::size_t i = 0; i < file->meshes.size(); ++i)
      compare_asset(file->meshes[i], decoded.at("meshes")[i], limits);
  } else {
    ASSERT_EQ(file->meshes.size(), 1u);
    compare_asset(file->meshes[0], decoded, limits);
  }
  expect_within(limits, file->meshes[0].skin.has_value());
  const auto record = [](const char* name, const Worst& worst) {
    RecordProperty(name, fmt::format("{:.2g}", worst.value()));
  };
  record("positions", limits.positions);
  record("normals", limits.normals);
  record("uvs", limits.uvs);
  record("weights", limits.weights);
}

INSTANTIATE_TEST_SUITE_P(Files, MeshAssetDecode, testing::ValuesIn(kFiles), [](const auto& file) {
  std::string name = file.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

TEST(MeshAssetDecodeTable, NamesEveryFile) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mesh-asset");
  for (const auto& entry : std::filesystem::directory_iterator(shared_path("fixtures/mesh-asset")))
    EXPECT_NE(std::find(std::begin(kFiles), std::end(kFiles), entry.path().filename().string()),
              std::end(kFiles))
        << entry.path();
}

}  // namespace
}  // namespace mannequin::test
