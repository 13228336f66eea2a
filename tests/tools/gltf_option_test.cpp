// --gltf on every command that reads the binds of a mesh.
#include <nlohmann/json.hpp>

#include "engine/io/gltf_writer.h"
#include "tests/document/figure.h"
#include "tests/tools/program_test.h"

namespace mannequin {
namespace {

using nlohmann::json;

// The belly of the figure is bound to a collision volume that is turned at rest.
class GltfOption : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    const Character& character = test::builtin_character();
    test::write_box_figure(character.skeleton, folder_ / "figure.glb");
  }
};

TEST_F(GltfOption, ChoosesTheImporterAndTheViewersIsTheDefault) {
  const std::string by_default = run("skin --json @figure.glb").out;
  const std::string viewer = run("skin --json --gltf viewer @figure.glb").out;
  const std::string next = run("skin --json --gltf viewer-next @figure.glb").out;
  const std::string strict = run("skin --json --gltf strict @figure.glb").out;
  EXPECT_FALSE(viewer.empty());
  EXPECT_EQ(by_default, viewer);
  EXPECT_NE(next, viewer);
  EXPECT_NE(strict, viewer);
}

TEST_F(GltfOption, IsTakenByEveryCommandThatReadsBinds) {
  for (const char* command :
       {"skin --json @figure.glb", "inspect @figure.glb", "check @figure.glb", "verify @figure.glb",
        "convert @figure.glb @out.llmesh", "preview --screenshot @out.png @figure.glb"}) {
    EXPECT_EQ(run(std::string(command) + " --gltf viewer-next").exit_code, 0) << command;
    EXPECT_EQ(run(std::string(command) + " --gltf blender").exit_code, 2) << command;
  }
  EXPECT_EQ(run("convert @figure.glb @out.llmesh").exit_code, 0);
  const std::string viewer = read("out.llmesh");
  EXPECT_EQ(run("convert @figure.glb @out.llmesh --gltf viewer").exit_code, 0);
  EXPECT_EQ(read("out.llmesh"), viewer) << "an upload is the viewer's";
  EXPECT_EQ(run("convert @figure.glb @out.llmesh --gltf viewer-next").exit_code, 0);
  EXPECT_NE(read("out.llmesh"), viewer);
}

TEST_F(GltfOption, CheckMeasuresHowFarImportersAreApart) {
  const auto finding = [&](const std::string& arguments) {
    const json report = json::parse(run("check --json @figure.glb " + arguments).out);
    json found;
    for (const json& each : report.at("findings"))
      if (each.at("code") == "importer_profile") {
        EXPECT_TRUE(found.is_null()) << "one finding";
        found = each;
      }
    return found;
  };
  const json found = finding("");
  ASSERT_FALSE(found.is_null());
  EXPECT_EQ(found.at("severity"), "warning");
  EXPECT_EQ(found.at("joint"), "BELLY");
  EXPECT_TRUE(found.at("vertex").is_number());
  EXPECT_NE(found.at("message").get<std::string>().find(" mm by 'viewer-next'"), std::string::npos);
  EXPECT_NE(finding("--gltf viewer-next").at("message").get<std::string>().find(" mm by 'viewer'"),
            std::string::npos);
}

}  // namespace
}  // namespace mannequin
