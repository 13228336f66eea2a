// MakeHuman rigs through the program: a small rig with its base mesh, inspected, skinned and drawn.
#include <nlohmann/json.hpp>

#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

const std::string kRig =
    R"({"root": {"head": {"default_position": [0, 0, 0], "strategy": "VERTEX", "vertex_index": 0},
 "tail": {"cube_name": "joint-top", "default_position": [0, 0, 9], "strategy": "CUBE"}, "parent": "", "roll": 0,
 "rigify": {"rigify_type": "x"}},
 "arm": {"head": {"cube_name": "joint-top", "default_position": [0, 0, 9], "strategy": "CUBE"},
 "tail": {"default_position": [0, 0, 9], "strategy": "MEAN", "vertex_indices": [4, 5]}, "parent": "root", "roll": 0}})";
const std::string kWeights =
    R"({"name": "n", "version": 110, "weights": {"root": [[0, 1], [1, 1], [2, 1], [3, 0.5]],
 "DEF-arm": [[4, 1], [5, 1], [3, 0.5]], "mhmask-x": [[0, 1]]}})";
// Decimetres, Y up: a body of two triangles, a joint cube (here: two vertices) of which no face is part of
// it.
const std::string kObj =
    "v 0 0 0\nv 1 0 0\nv 0 5 0\nv 0 10 0\nv 0 11 0\nv 0 13 0\n"
    "g body\nf 1 2 3\nf 4 5 6\ng joint-top\nf 4 4 4\n";

class RigCommandLine : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("rig.json", kRig);
    write("weights.json", kWeights);
    write("base.obj", kObj);
  }

  // Returns the exit code; keeps the output.
  int run(const std::string& arguments) {
    const Outcome outcome = ProgramTest::run(arguments);
    out_ = outcome.out;
    err_ = outcome.err;
    return outcome.exit_code;
  }

  std::string out_, err_;
};

TEST_F(RigCommandLine, InspectTellsTheKindsApart) {
  ASSERT_EQ(run("inspect --json rig.json"), 0) << err_;
  json rig = json::parse(out_);
  EXPECT_EQ(rig.at("kind"), "mpfb_rig");
  EXPECT_EQ(rig.at("flavour"), "flat");
  EXPECT_EQ(rig.at("version"), 100);
  EXPECT_EQ(rig.at("bone_count"), 2);
  EXPECT_EQ(rig.at("strategies").at("CUBE"), 2);
  EXPECT_EQ(rig.at("kept_bone_keys").at("rigify"), 1);
  ASSERT_EQ(run("inspect --json rig.json --base-mesh base.obj"), 0) << err_;
  rig = json::parse(out_);
  EXPECT_EQ(rig.at("ends_not_found"), 0);
  EXPECT_NEAR(rig.at("bones")[1].at("head")[2].get<double>(), 1.0, 1e-9);
  EXPECT_NEAR(rig.at("bones")[1].at("rest_position")[1].get<double>(), 1.0, 1e-9);  // along its parent's Y
  ASSERT_EQ(run("inspect --json weights.json --rig rig.json"), 0) << err_;
  const json weights = json::parse(out_);
  EXPECT_EQ(weights.at("kind"), "mpfb_weights");
  EXPECT_EQ(weights.at("mask_groups"), 1);
  EXPECT_EQ(weights.at("unmatched_groups"), 0);
  EXPECT_EQ(weights.at("groups")[0].at("name"), "root");
  EXPECT_EQ(weights.at("groups")[1].at("bone"), "arm");
  EXPECT_EQ(weights.at("vertices"), 6);
  ASSERT_EQ(run("inspect --json base.obj"), 0) << err_;
  EXPECT_EQ(json::parse(out_).at("joint_cubes"), 1);
  for (const char* file : {"rig.json", "weights.json", "base.obj", "rig.json --base-mesh base.obj"})
    EXPECT_EQ(run(std::string("inspect ") + file), 0) << err_;
}

TEST_F(RigCommandLine, SkinPosesTheBaseMesh) {
  const std::string all = "skin --rig rig.json --weights weights.json base.obj --json";
  ASSERT_EQ(run(all), 0) << err_;
  const json rest = json::parse(out_).at("meshes")[0];
  EXPECT_EQ(rest.at("source_indices"), json({0, 1, 2, 3, 4, 5}));
  EXPECT_NEAR(rest.at("positions")[3 * 5 + 2].get<double>(), 1.3, 1e-6);
  EXPECT_NEAR(rest.at("positions")[3 * 1 + 1].get<double>(), 0.1, 1e-6);  // to the left
  // The arm a quarter turn about its parent's X; the bone's own frame is its parent's. Blender's X is the
  // avatar's Y, so that what was up is in front of it.
  write("pose.json", R"({"rotations": {"arm": [0.7071067811865476, 0, 0, 0.7071067811865476]}})");
  ASSERT_EQ(run(all + " --pose pose.json -o out.glb"), 0) << err_;
  const json posed = json::parse(out_).at("meshes")[0].at("positions");
  const double expected[] = {0.3, 0.0, 1.0};
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(posed[3 * 5 + axis].get<double>(), expected[axis], 1e-6) << axis;
  EXPECT_NEAR(posed[3 * 2 + 2].get<double>(), 0.5, 1e-6);
  EXPECT_EQ(read("out.glb").substr(0, 4), "glTF");
  ASSERT_EQ(run(all + " --no-helpers --backend reference --pose pose.json"), 0) << err_;
  EXPECT_NEAR(json::parse(out_).at("meshes")[0].at("positions")[3 * 5].get<double>(), expected[0], 1e-6);
}

TEST_F(RigCommandLine, FaultsHaveTheirExitCodes) {
  EXPECT_EQ(run("skin --rig rig.json base.obj"), 2);
  EXPECT_NE(err_.find("--weights"), std::string::npos) << err_;
  EXPECT_EQ(run("skin --rig rig.json --weights weights.json base.obj --set 33=1"), 2);
  EXPECT_EQ(run("skin --rig rig.json --weights weights.json base.obj --mesh-scale 0"), 2);
  write("pose.json", R"({"rotations": {"rott": [0, 0, 0, 1]}})");
  EXPECT_EQ(run("skin --rig rig.json --weights weights.json base.obj --pose pose.json"), 3);
  EXPECT_NE(err_.find("'root'"), std::string::npos) << err_;
  write("cut.json", kRig.substr(0, 80));
  EXPECT_EQ(run("inspect cut.json --json"), 3);
  EXPECT_NE(err_.find("cut.json:"), std::string::npos) << err_;
  write("far.json", R"({"weights": {"root": [[6, 1]]}})");
  EXPECT_EQ(run("skin --rig rig.json --weights far.json base.obj"), 3);
  EXPECT_NE(err_.find("far.json, group 'root', entry 0"), std::string::npos) << err_;
}

TEST_F(RigCommandLine, WeightsAreRefittedByARigAndABaseMesh) {
  EXPECT_EQ(run("convert weights.json out.json"), 2);
  EXPECT_NE(err_.find("--rig: is missing"), std::string::npos) << err_;
  EXPECT_EQ(run("convert weights.json out.json --rig rig.json"), 2);
  EXPECT_NE(err_.find("--base-mesh: is missing"), std::string::npos) << err_;
  EXPECT_EQ(run("convert weights.json out.json --rig rig.json --base-mesh base.obj"), 0) << err_;
  EXPECT_EQ(err_.find("[dropped_groups]"), std::string::npos) << err_;
  write("empty.json", R"({"weights": {"root": [], "arm": [[4, 1], [5, 0]]}})");
  EXPECT_EQ(run("convert empty.json out.json --rig rig.json --base-mesh base.obj"), 0) << err_;
  EXPECT_NE(err_.find("1 group is without any weight, and is left out: root. [dropped_groups]"),
            std::string::npos)
      << err_;
  EXPECT_EQ(run("convert rig.json out.glb"), 2) << "JSON is no .glb";
  EXPECT_EQ(run("convert weights.json out.glb --rig rig.json --base-mesh base.obj"), 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.glb"));
  EXPECT_EQ(run("convert rig.json OUT.JSON"), 0) << err_;
}

TEST_F(RigCommandLine, OptionsThatWouldBeLostAreRefused) {
  for (const char* arguments :
       {"convert rig.json out.json --to json", "convert rig.json out.json --rig rig.json",
        "convert rig.json out.json --choose-strategies", "convert rig.json out.json --mesh-up z",
        "inspect rig.json --rig rig.json", "inspect rig.json --mesh-scale 1",
        "inspect weights.json --base-mesh base.obj", "inspect base.obj --lod 1",
        "skin base.obj --weights weights.json", "skin base.obj --no-helpers", "preview --mesh-up z",
        "skin --rig rig.json --weights weights.json base.obj --time 1 --pose pose.json",
        "skin --rig rig.json --weights weights.json base.obj --quantise",
        "skin --rig rig.json --weights weights.json base.obj --mesh-scale nan"}) {
    EXPECT_EQ(run(arguments), 2) << arguments << err_;
    EXPECT_NE(err_.find("--"), std::string::npos) << arguments << err_;
  }
  EXPECT_EQ(run("inspect rig.json --base-mesh base.obj --mesh-up y --mesh-scale 0.1"), 0) << err_;
  EXPECT_EQ(run("convert rig.json out.json --choose-strategies --base-mesh base.obj"), 0) << err_;
}

}  // namespace
}  // namespace mannequin::test
