// Imports of real .dae files against the viewer's: ../shared/oracle/mesh/import_*.json.gz.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "tests/oracle/import_case.h"

namespace mannequin::test {
namespace {

class MeshImport : public testing::TestWithParam<const char*> {};

TEST_P(MeshImport, AgreesWithTheViewer) {
  const std::string dae = std::string("fixtures/") + GetParam() + ".dae";
  const std::string golden = "oracle/mesh/import_" +
                             dae.substr(dae.rfind('/') + 1, dae.rfind('.') - dae.rfind('/') - 1) + ".json.gz";
  MANNEQUIN_NEEDS_SHARED(dae);
  MANNEQUIN_NEEDS_SHARED(golden);
  const nlohmann::json expected = read_json(shared_path(golden));
  const auto bytes = io::read_file(shared_path(dae));
  ASSERT_TRUE(bytes);
  auto file = io::read_collada(*bytes, dae);
  ASSERT_TRUE(file) << file.error().message();
  ASSERT_EQ(file->meshes.size(), expected["models"].size());

  ImportLimits limits;
  for (const nlohmann::json& model : expected["models"]) {
    const auto found = std::find_if(
        file->meshes.begin(), file->meshes.end(),
        [&](const BoundMeshDesc& bound) { return bound.mesh.name == model["label"].get<std::string>(); });
    ASSERT_NE(found, file->meshes.end()) << model["label"];
    compare_import(*found, model, {}, limits);
  }
  expect_within(limits, {}, true);
  const auto record = [](const char* name, const Worst& worst) {
    RecordProperty(name, fmt::format("{:.2g}", worst.value()));
  };
  record("positions", limits.positions);
  record("boxes", limits.boxes);
  record("weights", limits.weights);
  record("normals", limits.normals);
  record("uvs", limits.uvs);
}

INSTANTIATE_TEST_SUITE_P(Files, MeshImport,
                         testing::Values("bento/angel_2016_08_05", "bento/female_2016_08_05",
                                         "ruth2/Ruth2v4Body", "ruth2/Ruth2v4Eyeballs",
                                         "ruth2/Ruth2v4FeetFlat", "ruth2/Ruth2v4FeetHigh",
                                         "ruth2/Ruth2v4Hands", "ruth2/Ruth2v4Head"),
                         [](const auto& file) {
                           const std::string path = file.param;
                           return path.substr(path.find('/') + 1);
                         });

}  // namespace
}  // namespace mannequin::test
