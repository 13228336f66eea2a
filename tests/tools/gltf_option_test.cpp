// --gltf on every command that reads the binds of a mesh.
#include <glm/gtc/matrix_transform.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
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

TEST_F(GltfOption, ConvertSaysHowFarImportersAreApart) {
  for (const char* out : {"@out.dae", "@out.glb", "@out.llmesh"}) {
    const auto done = run(std::string("convert @figure.glb ") + out);
    EXPECT_EQ(done.exit_code, 0);
    EXPECT_NE(done.err.find("[importer_profile]"), std::string::npos) << out << ": " << done.err;
  }
  EXPECT_EQ(run("convert @figure.glb @out.obj").err.find("[importer_profile]"), std::string::npos);
}

// A .dae keeps the file's binds unless told otherwise, which no viewer rebuilds: one finding, and its remedy
// helps.
TEST_F(GltfOption, ADaeThatKeepsTheBindsOfAGlbIsToldAsThat) {
  const auto codes = [&](const std::string& file) {
    std::set<std::string> found;
    const json report = json::parse(run("check --json --no-sliders @" + file).out);
    for (const json& each : report.at("findings"))
      if (each.at("severity") != "info") found.insert(each.at("code"));
    return found;
  };
  // Bones with the axes of Blender, whose own Y runs along them.
  const Character& character = test::builtin_character();
  io::BoundMeshFile file = io::read_bound_mesh(folder_ / "figure.glb").value();
  const Mat4 turn = glm::rotate(Mat4(1.0), 1.5707963267948966, Vec3(1, 0, 0));
  for (BoundMeshDesc& bound : file.meshes) {
    for (JointRest& rest : bound.skin.joint_rests)
      if (rest.name.find("Knee") != std::string::npos) rest.world_from_joint = rest.world_from_joint * turn;
    for (std::size_t j = 0; j < bound.skin.joint_names.size(); ++j)
      if (bound.skin.joint_names[j].find("Knee") != std::string::npos)
        bound.skin.inverse_binds[j] = glm::inverse(turn) * bound.skin.inverse_binds[j];
  }
  ASSERT_TRUE(
      io::write_file(folder_ / "turned.glb", io::write_glb(file.meshes, &character.skeleton).value()));
  const std::set<std::string> before = codes("turned.glb");
  EXPECT_FALSE(before.contains("bind_rotation"));
  EXPECT_EQ(run("convert @turned.glb @own.dae").exit_code, 0);
  EXPECT_EQ(run("convert @own.dae @again.dae").exit_code, 0);
  for (const char* written : {"own.dae", "again.dae"}) {
    const std::set<std::string> after = codes(written);
    EXPECT_TRUE(after.contains("importer_profile")) << written;
    for (const std::string& code : after) EXPECT_TRUE(before.contains(code)) << written << ": " << code;
  }
  EXPECT_EQ(run("convert @turned.glb @next.dae --gltf viewer-next").exit_code, 0);
  EXPECT_FALSE(codes("next.dae").contains("importer_profile"));
  EXPECT_FALSE(codes("next.dae").contains("bind_rotation"));
}

}  // namespace
}  // namespace mannequin
