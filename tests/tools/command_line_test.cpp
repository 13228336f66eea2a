// The program as used by scripts: exit codes, keys of the JSON, messages that name file, place and remedy.
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/fit/standard_poses.h"
#include "engine/fit/upload_check.h"
#include "engine/io/anim_file.h"
#include "engine/io/file.h"
#include "tests/io/asset_files.h"
#include "tests/io/small_clips.h"
#include "tests/shared_files.h"
#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

class CommandLine : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write_body("body.glb");
  }
};

TEST_F(CommandLine, HelpAndVersionWorkEverywhere) {
  for (const char* subcommand :
       {"", "joints", "skin", "verify", "preview", "inspect", "check", "sliders", "convert"}) {
    EXPECT_EQ(run(std::string(subcommand) + " --help").exit_code, 0) << subcommand;
    EXPECT_EQ(run(std::string(subcommand) + " --version").exit_code, 0) << subcommand;
  }
}

TEST_F(CommandLine, WrongUsageIsTwo) {
  for (const char* arguments :
       {"", "joint", "joints --nonsense", "joints --sex other", "skin", "joints --joint-positions maybe",
        "joints --set 33", "joints --set hight=1", "joints --set 33=tall", "skin @body.glb -o @out.fbx",
        "skin @body.glb --backend quantum", "preview --screenshot @x.png --size large",
        "preview --screenshot @x.png --outfit top,hat", "convert @body.glb", "convert @body.glb @out.fbx",
        "convert @body.glb @out.glb --to json", "joints --limit 1"})
    EXPECT_EQ(run(arguments).exit_code, 2) << arguments;
}

TEST_F(CommandLine, CheckTakesTheBuiltInBodyAndHasTheKeysOfTheContract) {
  const Outcome outcome = run("check --json @body.glb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result.at("schema"), 1);
  EXPECT_EQ(result.at("verdict"), "accepted");
  for (const json& finding : result.at("findings")) {
    for (const char* key : {"severity", "code", "mesh", "joint", "vertex", "message", "remedy"})
      EXPECT_TRUE(finding.contains(key)) << key;
    EXPECT_NE(finding.at("severity"), "error") << finding;
  }
  const json& sliders = result.at("stats").at("sliders");
  EXPECT_GE(sliders.size(), 120u);
  for (const json& slider : sliders)
    EXPECT_EQ(slider.at("dead"), !slider.at("why").get<std::string>().empty());
}

TEST_F(CommandLine, CheckSaysWhatItLookedAt) {
  const std::string extent =
      ": " + std::to_string(upload_rules().size()) + " rules, " + std::to_string(kCheckPoses) + " poses.\n";
  EXPECT_NE(run("check --no-sliders @body.glb").out.find(extent), std::string::npos);
  ASSERT_EQ(run("convert @body.glb @body.dae --gltf viewer-next").exit_code, 0);
  const std::string sound = run("check --no-sliders @body.dae").out;
  EXPECT_NE(sound.find("(0 errors, 0 warnings, 0 notes)\nNo problems found in 1 mesh" + extent),
            std::string::npos)
      << sound;
}

TEST_F(CommandLine, CheckRefusesWithOneAndAFileThatIsNotThereWithThree) {
  write("cut.dae", "<?xml version=\"1.0\"?><COLLADA><library_geo");
  const Outcome cut = run("check @cut.dae");
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_NE(cut.out.find("would reject"), std::string::npos) << cut.out;
  EXPECT_NE(cut.out.find("cut.dae:1"), std::string::npos) << cut.out;
  EXPECT_EQ(run("check @nowhere.dae").exit_code, 3);
}

TEST_F(CommandLine, JointsHasTheKeysOfTheContract) {
  const Outcome outcome = run("joints --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.substr(0, 11), "{\"schema\":1");
  const json joints = json::parse(outcome.out);
  for (const char* key : {"sex", "body_size", "pelvis_to_foot", "avatar_offset", "weights", "joints"})
    EXPECT_TRUE(joints.contains(key)) << key;
  ASSERT_EQ(joints.at("joints").size(), 206u);
  for (const char* key : {"name", "kind", "parent", "position", "rotation", "scale", "world_position",
                          "world_matrix", "offset_by"})
    EXPECT_TRUE(joints.at("joints")[0].contains(key)) << key;
  EXPECT_EQ(joints.at("joints")[0].at("parent"), "mRoot");
  EXPECT_EQ(joints.at("joints")[205].at("kind"), "attachment");
  EXPECT_TRUE(joints.at("joints")[0].at("offset_by").is_null());
}

TEST_F(CommandLine, ShapesSetAndSexWinInTheirOrder) {
  write("a.json", R"({"sex": "male", "params": {"33": 1.0, "34": 0.5}})");
  write("b.json", R"({"params": {"33": -1.0}})");
  const json weights = json::parse(
      run("joints --json --shape @a.json --shape @b.json --set 34=0.25 --set \"Body Fat=40%\"").out);
  EXPECT_EQ(weights.at("sex"), "male");
  EXPECT_EQ(weights.at("weights").at("33"), -1.0);
  EXPECT_EQ(weights.at("weights").at("34"), 0.25);
  EXPECT_NEAR(weights.at("weights").at("637").get<double>(), 0.4, 1e-9);
  EXPECT_EQ(json::parse(run("joints --json --shape @a.json --sex female").out).at("sex"), "female");
}

TEST_F(CommandLine, OffsetsAndPoseTakePart) {
  write("worn.json",
        R"([{"id": "22222222-2222-2222-2222-222222222222", "joints": [["mElbowLeft", 0, 0.3, 0]]}])");
  write("pose.json", R"({"root": {"position": [1, 2, 3]}})");
  const json joints =
      json::parse(run("joints --json --offsets @worn.json --pose @pose.json").out).at("joints");
  for (const json& joint : joints)
    if (joint.at("name") == "mElbowLeft") {
      EXPECT_EQ(joint.at("position")[1], 0.3);
      EXPECT_EQ(joint.at("offset_by"), "22222222-2222-2222-2222-222222222222");
    }
  EXPECT_EQ(joints[0].at("world_position")[2], 3.0);
}

TEST_F(CommandLine, ClipsPoseTheAvatarAtTheirTime) {
  const io::Bytes anim = io::write_anim(small_anim());
  write("nod.anim", std::string(io::as_text(anim)));
  write("walk.bvh", small_bvh());
  const auto pelvis = [&](const std::string& arguments) {
    const Outcome outcome = run("joints --json --pose " + arguments);
    EXPECT_EQ(outcome.exit_code, 0) << arguments << outcome.err;
    return json::parse(outcome.out).at("joints")[0];
  };
  // At its start it has no weight; half a second on it is ten inches up.
  EXPECT_EQ(pelvis("@walk.bvh --time 0").at("position")[2], 0.0);
  EXPECT_NEAR(pelvis("@walk.bvh --time 0.5").at("position")[2].get<double>(), 0.254, 4e-4);
  EXPECT_NEAR(pelvis("@walk.bvh --time 99").at("position")[0].get<double>(), 0.254, 4e-4);
  EXPECT_EQ(run("joints --pose @nod.anim --time 1").exit_code, 0);
  EXPECT_NE(run("joints --pose @nod.anim").err.find("mFaceJaw"), std::string::npos);
  write("pose.json", R"({"root": {"position": [1, 2, 3]}})");
  EXPECT_EQ(run("joints --pose @pose.json --time 1").exit_code, 2);
  EXPECT_EQ(run("joints --time 1").exit_code, 2);
  EXPECT_EQ(run("joints --pose @walk.bvh --time soon").exit_code, 2);
  write("cut.anim", std::string(io::as_text(anim)).substr(0, 60));
  const Outcome cut = run("joints --pose @cut.anim");
  EXPECT_EQ(cut.exit_code, 3);
  EXPECT_NE(cut.err.find("cut.anim, byte "), std::string::npos) << cut.err;
}

TEST_F(CommandLine, InspectSaysWhatIsInAClip) {
  write("nod.anim", std::string(io::as_text(io::write_anim(small_anim()))));
  write("walk.bvh", small_bvh());
  const json clip = json::parse(run("inspect --json @nod.anim").out);
  EXPECT_EQ(clip.at("kind"), "clip");
  EXPECT_EQ(clip.at("version"), "1.0");
  EXPECT_EQ(clip.at("duration"), 2.0);
  EXPECT_EQ(clip.at("loop"), true);
  EXPECT_EQ(clip.at("joints")[0].at("name"), "mChest");
  EXPECT_EQ(clip.at("joints")[1].at("effective_priority"), 5);
  EXPECT_EQ(clip.at("constraints")[0].at("source"), "CHEST");
  EXPECT_EQ(clip.at("position_fights")[0].at("joint"), "mFaceJaw");
  EXPECT_EQ(json::parse(run("inspect --json @walk.bvh").out).at("version"), "bvh");
  EXPECT_NE(run("inspect @nod.anim").out.find("mFaceJaw"), std::string::npos);
}

TEST_F(CommandLine, SkinWritesEveryFormatAndTheSameFromEveryBackend) {
  const Outcome outcome = run("skin @body.glb --json -o @out.glb --set Height=100%");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json skinned = json::parse(outcome.out);
  EXPECT_EQ(skinned.at("schema"), 1);
  EXPECT_EQ(skinned.at("backend"), "cpu");
  const json& mesh = skinned.at("meshes")[0];
  EXPECT_EQ(mesh.at("positions").size(), mesh.at("normals").size());
  EXPECT_EQ(mesh.at("positions").size(), mesh.at("source_indices").size() * 3);
  EXPECT_EQ(read("out.glb").substr(0, 4), "glTF");
  EXPECT_EQ(run("skin @body.glb -o @out.obj").exit_code, 0);
  EXPECT_NE(read("out.obj").find("\nv "), std::string::npos);
  const json reference = json::parse(run("skin @body.glb --json --backend reference --set Height=100%").out);
  const json& expected = reference.at("meshes")[0].at("positions");
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_NEAR(mesh.at("positions")[i].get<double>(), expected[i].get<double>(), 5e-6);
}

TEST_F(CommandLine, WhatCannotBeReadIsThreeAndNamesFileAndPlace) {
  write("empty.dae", "");
  write("cut.dae", "<?xml version=\"1.0\"?>\n<COLLADA>\n<library");
  write("cut.glb", read("body.glb").substr(0, 5000));
  write("latin1.json", "{\"sex\": \"\xe9\"}");
  write("cut.json", "{\n\"params\": {");
  write("other.txt", "hello");
  write("brace.json", "{");
  write("plan.json", R"({"schema": 1, "sliders": [33], "random": 4})");
  write("sexed_plan.json", R"({"schema": 1, "sliders": [33], "random": 4, "sex": "female"})");
  write("asset.mesh", std::string("{\0\0\0\1", 5));
  for (const auto& [arguments, place] : {std::pair{"skin @absent.dae", "absent.dae"},
                                         {"skin @empty.dae", "empty.dae"},
                                         {"skin @cut.dae", "cut.dae:3"},
                                         {"skin @cut.glb", "cut.glb"},
                                         {"inspect @other.txt", "other.txt"},
                                         {"inspect @brace.json", "brace.json:1: is not well-formed JSON"},
                                         {"inspect @plan.json", "is a fit plan"},
                                         {"inspect @sexed_plan.json", "is a fit plan"},
                                         {"joints --shape @sexed_plan.json", "is a fit plan"},
                                         {"joints --shape @latin1.json", "latin1.json:1"},
                                         {"joints --shape @cut.json", "cut.json:2"},
                                         {"joints --pose @cut.json", "cut.json:2"},
                                         {"joints --offsets @cut.json", "cut.json:2"},
                                         {"joints --character @", "avatar_skeleton.xml"},
                                         {"skin @body.glb -o @no/such/folder.glb", "folder.glb"},
                                         {"inspect @asset.mesh", "asset.mesh, header, byte"},
                                         {"convert @other.txt @out.json", "other.txt"},
                                         {"convert @cut.json @out.xml", "cut.json"},
                                         {"joints --against @cut.json", "cut.json:1"},
                                         {"convert @body.glb @no/such/folder.glb", "folder.glb"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 3) << arguments << outcome.err;
    EXPECT_NE(outcome.err.find(place), std::string::npos) << arguments << ": " << outcome.err;
    EXPECT_TRUE(outcome.out.empty()) << arguments;
  }
}

TEST_F(CommandLine, AMissingBackendIsFour) {
  // A driver list that names nothing: as on a machine without Vulkan.
  setenv("VK_ICD_FILENAMES", "/nowhere/driver.json", 1);
  setenv("VK_DRIVER_FILES", "/nowhere/driver.json", 1);
  EXPECT_EQ(run("verify @body.glb --require vulkan").exit_code, 4);
  EXPECT_EQ(run("skin @body.glb --backend vulkan").exit_code, 4);
  unsetenv("VK_ICD_FILENAMES");
  unsetenv("VK_DRIVER_FILES");
}

TEST_F(CommandLine, TheCpuCanBeHeldAtAnInstructionSet) {
  const json held = json::parse(run("skin @body.glb --json --cpu-target scalar --set 33=1").out);
  EXPECT_NE(held.at("device").get<std::string>().find("scalar"), std::string::npos);
  const json best = json::parse(run("skin @body.glb --json --set 33=1").out);
  const json& a = held.at("meshes")[0].at("positions");
  const json& b = best.at("meshes")[0].at("positions");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); i += 997) EXPECT_NEAR(a[i].get<double>(), b[i].get<double>(), 1e-5);
  EXPECT_EQ(run("skin @body.glb --json --cpu-target mmx").exit_code, 2);
}

TEST_F(CommandLine, VerifyComparesEveryFormatAndInstructionSet) {
  const Outcome outcome = run("verify --json --cpu-target scalar");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::set<std::string> formats;
  const json verdict = json::parse(outcome.out);
  for (const json& entry : verdict.at("backends")) {
    if (entry.contains("skipped")) continue;
    formats.insert(entry.at("backend").get<std::string>() + " " + entry.at("format").get<std::string>());
    EXPECT_TRUE(entry.at("agrees").get<bool>()) << entry.dump();
    EXPECT_GT(entry.at("comparisons").get<int>(), 100);
    EXPECT_GT(entry.at("position_error").get<double>(), 0.0) << "nothing is that exact";
  }
  for (const char* wanted : {"reference full", "cpu full", "cpu packed"})
    EXPECT_TRUE(formats.count(wanted)) << wanted;
}

TEST_F(CommandLine, InspectSaysWhatAMeshCosts) {
  const json memory = json::parse(run("inspect --json @body.glb").out).at("memory");
  ASSERT_GE(memory.size(), 2u);
  const auto bytes = [&](std::size_t i, const char* key) {
    return memory[i].at("meshes")[0].at(key).get<double>();
  };
  EXPECT_EQ(memory[0].at("backend"), "cpu");
  EXPECT_EQ(memory[1].at("format"), "packed");
  // 14,898 vertices, in blocks of 16: results of 24 or 16 bytes each, and a palette of 111 matrices.
  EXPECT_NEAR(bytes(0, "avatar_bytes"), 14912 * 24 + 111 * 48, 500);
  EXPECT_NEAR(bytes(1, "avatar_bytes"), 14912 * 16 + 111 * 48, 500);
  EXPECT_LT(bytes(1, "mesh_bytes"), bytes(0, "mesh_bytes"));
}

TEST_F(CommandLine, InspectTellsKindsApart) {
  write("shape.json", R"({"params": {"33": 0.5}})");
  EXPECT_EQ(json::parse(run("inspect --json @shape.json").out).at("kind"), "shape");
  const json mesh = json::parse(run("inspect --json @body.glb").out);
  EXPECT_EQ(mesh.at("kind"), "bound_mesh");
  EXPECT_GT(mesh.at("meshes")[0].at("joints").size(), 20u);
}

TEST_F(CommandLine, ConvertsShapesRoundAndSaysWhatStaysBehind) {
  write("in.json", R"({"name": "Ann", "sex": "male", "params": {"33": 0.123456, "198": 0.5, "20001": 0.5}})");
  const Outcome xml = run("convert @in.json @a.xml");
  ASSERT_EQ(xml.exit_code, 0) << xml.err;
  EXPECT_NE(xml.err.find("20001"), std::string::npos) << "driven parameters have no place there";
  EXPECT_NE(read("a.xml").find("archetype name=\"Ann\""), std::string::npos);
  const Outcome asset = run("convert @a.xml @b.txt");
  ASSERT_EQ(asset.exit_code, 0) << asset.err;
  EXPECT_NE(asset.err.find("198 Heel Height"), std::string::npos) << asset.err;
  EXPECT_EQ(read("b.txt").substr(0, 26), "LLWearable version 22\nAnn\n");
  ASSERT_EQ(run("convert @b.txt @c --to json --name Bob").exit_code, 0);
  const json back = json::parse(read("c"));
  EXPECT_EQ(back.at("name"), "Bob");
  EXPECT_EQ(back.at("sex"), "male");
  EXPECT_EQ(back.at("params").at("33").at("weight"), 0.12);
  EXPECT_EQ(run("convert @in.json @out.dae").exit_code, 2);
  write("none.json", R"({"params": {}})");
  EXPECT_EQ(run("convert @none.json @out.xml").exit_code, 3);
}

TEST_F(CommandLine, QuantiseIsWhatOthersSee) {
  const auto height = [&](const std::string& arguments) {
    return json::parse(run("joints --json " + arguments).out).at("weights").at("33").get<double>();
  };
  EXPECT_EQ(height("--set 33=1"), 1.0);
  // 195.7 of 255 steps, rounded down.
  EXPECT_NEAR(height("--set 33=1 --quantise"), -2.3 + 4.3 * 195.0 / 255.0, 1e-6);
  EXPECT_EQ(height("--quantise"), 0.0);
  write("in.json", R"({"params": {"33": 1}})");
  ASSERT_EQ(run("convert @in.json @out.json --quantise").exit_code, 0);
  const json seen = json::parse(read("out.json")).at("params");
  EXPECT_NEAR(seen.at("33").at("weight").get<double>(), -2.3 + 4.3 * 195.0 / 255.0, 1e-6);
  EXPECT_GT(seen.size(), 200u) << "all of them, as a message has";
}

TEST_F(CommandLine, ConvertsMeshesWithTheirWeights) {
  const Outcome glb = run("convert @body.glb @out.glb");
  ASSERT_EQ(glb.exit_code, 0) << glb.err;
  const json before = json::parse(run("inspect --json @body.glb").out).at("meshes");
  const json after = json::parse(run("inspect --json @out.glb").out).at("meshes");
  ASSERT_EQ(after.size(), before.size());
  EXPECT_EQ(after[0].at("vertices"), before[0].at("vertices"));
  EXPECT_EQ(after[0].at("joints").size(), before[0].at("joints").size());
  EXPECT_EQ(after[0].at("influences"), before[0].at("influences"));
  EXPECT_EQ(run("convert @body.glb @out.obj").exit_code, 0);
  EXPECT_NE(read("out.obj").find("\nv "), std::string::npos);
}

TEST_F(CommandLine, AgainstADumpNamesWhatStandsElsewhere) {
  // What is there stands in the file as this program has it, but for one joint that is 5 mm off.
  const json joints = json::parse(run("joints --json --set 33=1").out).at("joints");
  const auto dump = [&](double shift) {
    std::string text =
        "<linden_genepool version=\"1.0\"><archetype name=\"x\">\n<param id=\"33\" value=\"1\"/>\n";
    for (const json& joint : joints) {
      const bool moved = joint.at("name") == "mNeck" || joint.at("name") == "mPelvis";
      const json& p = joint.at("position");
      const json& s = joint.at("scale");
      text += "<bone name=\"" + joint.at("name").get<std::string>() + "\" position=\"" + p[0].dump() + " " +
              p[1].dump() + " " + std::to_string(p[2].get<double>() + (moved ? shift : 0.0)) + "\" scale=\"" +
              s[0].dump() + " " + s[1].dump() + " " + s[2].dump() + "\"/>\n";
    }
    return text +
           "<bone name=\"Center 2\" position=\"0 0 0\" scale=\"1 1 1\"/></archetype></linden_genepool>\n";
  };
  write("same.xml", dump(0.0));
  write("moved.xml", dump(0.005));
  const Outcome same = run("joints --against @same.xml --json");
  EXPECT_EQ(same.exit_code, 0) << same.out << same.err;
  EXPECT_EQ(json::parse(same.out).at("compared"), 206);
  EXPECT_TRUE(json::parse(same.out).at("differences").empty()) << same.out;
  const Outcome moved = run("joints --against @moved.xml --json");
  EXPECT_EQ(moved.exit_code, 1) << moved.err;
  const json verdict = json::parse(moved.out);
  EXPECT_EQ(verdict.at("over_limit"), 1);
  ASSERT_EQ(verdict.at("differences").size(), 2u) << "mPelvis is reported, but not judged";
  EXPECT_TRUE(verdict.at("differences")[0].at("animated"));
  EXPECT_EQ(verdict.at("differences")[1].at("name"), "mNeck");
  EXPECT_NEAR(verdict.at("differences")[1].at("position_mm").get<double>(), 5.0, 1e-3);
  EXPECT_EQ(verdict.at("not_in_skeleton")[0], "Center 2");
  EXPECT_EQ(run("joints --against @moved.xml --limit 6").exit_code, 0);
  EXPECT_NE(run("joints --against @moved.xml").out.find("mNeck"), std::string::npos);
  EXPECT_EQ(run("joints --against @same.xml --set 33=0.5").exit_code, 1)
      << "what is given changes the dump's shape";
}

TEST_F(CommandLine, InspectTellsWhatAShapeHolds) {
  write("in.json",
        R"({"name": "Ann", "sex": "male", "params": {"33": 0.5, "34": 0, "198": 0.5, "99999": 1}})");
  const json shape = json::parse(run("inspect --json @in.json").out);
  EXPECT_EQ(shape.at("kind"), "shape");
  EXPECT_EQ(shape.at("format"), "json");
  EXPECT_EQ(shape.at("name"), "Ann");
  EXPECT_EQ(shape.at("sex"), "male");
  EXPECT_EQ(shape.at("sliders"), 4);
  EXPECT_EQ(shape.at("unknown"), json::parse("[99999]"));
  EXPECT_EQ(shape.at("sections")[0], json::parse(R"({"name": "Body", "sliders": 2, "moved": 1})"));
  EXPECT_TRUE(shape.at("params").contains("33"));
  EXPECT_NE(run("inspect @in.json").out.find("'Ann', male"), std::string::npos);
}

TEST_F(CommandLine, MeshAssetsGoWhereverMeshesGo) {
  write("triangle.llmesh", std::string(io::as_text(triangle_asset())));
  const json asset = json::parse(run("inspect --json @triangle.llmesh").out);
  EXPECT_EQ(asset.at("kind"), "bound_mesh");
  EXPECT_EQ(asset.at("meshes")[0].at("name"), "triangle");
  const json& details = asset.at("assets")[0];
  EXPECT_EQ(details.at("levels").at("high_lod").at("triangles"), 1);
  EXPECT_EQ(details.at("blocks").size(), 2u);
  EXPECT_EQ(details.at("skin").at("lock_scale_if_joint_position"), true);
  EXPECT_EQ(details.at("skin").at("pelvis_offset"), 0.125);
  EXPECT_EQ(asset.at("notes")[0].at("code"), "unweighted_vertices");
  EXPECT_NE(run("inspect @triangle.llmesh").out.find("block high_lod"), std::string::npos);
  const json skinned = json::parse(run("skin --json @triangle.llmesh").out);
  EXPECT_EQ(skinned.at("meshes")[0].at("positions").size(), 9u);
  const json nearest = json::parse(run("skin --json --lod low @triangle.llmesh").out);
  EXPECT_EQ(nearest.at("meshes")[0].at("positions").size(), 9u) << "the nearest level there is";
  EXPECT_EQ(run("skin --json --lod lower @triangle.llmesh").exit_code, 2);
  // Its joint positions count without being asked for.
  EXPECT_NE(run("check @triangle.llmesh").out.find("[joint_offset]"), std::string::npos);
  const json skeleton = json::parse(run("joints --json --wear @triangle.llmesh").out);
  for (const json& joint : skeleton.at("joints"))
    EXPECT_EQ(!joint.at("offset_by").is_null(),
              joint.at("name") == "mElbowLeft" || joint.at("name") == "mShoulderLeft")
        << joint.at("name");
}

TEST_F(CommandLine, ConflictsSayWhoMovesAJointAndWhatWouldChange) {
  write("triangle.llmesh", std::string(io::as_text(triangle_asset())));
  write("worn.json",
        R"([{"id": "22222222-2222-2222-2222-222222222222", "joints": [["mElbowLeft", 0, 0.3, 0]]}])");
  const std::string arguments = "joints --wear @triangle.llmesh --offsets @worn.json --conflicts";
  const json conflicts = json::parse(run(arguments + " --json").out).at("conflicts");
  ASSERT_EQ(conflicts.at("worn").size(), 2u);
  std::size_t contested = 0;
  for (const json& joint : conflicts.at("joints")) {
    if (!joint.at("contested").get<bool>()) continue;
    ++contested;
    EXPECT_EQ(joint.at("joint"), "mElbowLeft");
    EXPECT_EQ(joint.at("winner"), "22222222-2222-2222-2222-222222222222");
    EXPECT_EQ(joint.at("positions").size(), 2u);
    EXPECT_NEAR(joint.at("positions")[1].at("apart_mm").get<double>(), std::hypot(300.0, 50.0), 1e-3);
  }
  EXPECT_EQ(contested, 1u);
  const json& off = conflicts.at("if_taken_off");
  ASSERT_EQ(off.size(), 2u);
  ASSERT_EQ(off[0].at("joints").size(), 1u) << "without the first the mesh has the elbow";
  EXPECT_EQ(off[0].at("joints")[0].at("position").at("value")[0], 0.3);
  EXPECT_EQ(off[1].at("joints").size(), 2u)
      << "without the mesh nobody moves the shoulder or locks the elbow";
  EXPECT_EQ(off[1].at("pelvis_offset"), 0.0);
  const Outcome text = run(arguments);
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_NE(text.out.find("mElbowLeft"), std::string::npos);
  EXPECT_NE(text.out.find("triangle.llmesh"), std::string::npos);
  EXPECT_FALSE(json::parse(run("joints --json").out).contains("conflicts"));
  // A file named by its asset's id has that id.
  write("33333333-3333-3333-3333-333333333333.mesh", std::string(io::as_text(triangle_asset())));
  const json named = json::parse(
      run("joints --wear @33333333-3333-3333-3333-333333333333.mesh --offsets @worn.json --conflicts --json")
          .out);
  EXPECT_EQ(named.at("conflicts").at("joints")[0].at("winner"), "33333333-3333-3333-3333-333333333333");
}

TEST_F(CommandLine, OutputIsTheSameEveryTime) {
  for (const char* arguments : {"joints --json --set 33=1", "skin @body.glb --json", "sliders --json"})
    EXPECT_EQ(run(arguments).out, run(arguments).out) << arguments;
}

TEST_F(CommandLine, TheSystemAvatarNeedsItsFolder) {
  const Outcome outcome = run("skin system-avatar --json");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("--character"), std::string::npos);
  EXPECT_EQ(run("verify system-avatar").exit_code, 2);
  EXPECT_EQ(run("skin system-avatar --hair maybe").exit_code, 2);
}

TEST_F(CommandLine, SkinsTheSystemAvatarPartByPart) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_head.llm");
  const std::string folder = " --character " + shared_path("viewer-character").string();
  const Outcome outcome = run("skin system-avatar --json --set 33=1.5" + folder);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::set<std::string> names;
  const json out = json::parse(outcome.out);
  for (const json& mesh : out.at("meshes")) {
    names.insert(mesh.at("name").get<std::string>());
    for (const char* key : {"normals", "morphed_positions", "morphed_normals"})
      EXPECT_EQ(mesh.at(key).size(), mesh.at("positions").size());
    EXPECT_EQ(mesh.at("source_indices").size() * 3, mesh.at("positions").size());
  }
  EXPECT_EQ(names, (std::set<std::string>{"avatar_hair.llm", "avatar_head.llm", "avatar_eyelashes.llm",
                                          "avatar_upper_body.llm", "avatar_lower_body.llm", "avatar_eye.llm",
                                          "avatar_eye.llm#right", "avatar_skirt.llm"}));
  const Outcome fewer = run("skin system-avatar --json --hair off --skirt off --lod 2" + folder);
  ASSERT_EQ(fewer.exit_code, 0) << fewer.err;
  EXPECT_EQ(json::parse(fewer.out).at("meshes").size(), 6u);
  EXPECT_NE(fewer.out.find("avatar_head_2.llm"), std::string::npos);
  write("mask.pgm", "P2 2 2 255 255 255 255 255");
  const Outcome masked = run("skin system-avatar --json --set 840=1 --mask upper_body=@mask.pgm" + folder);
  ASSERT_EQ(masked.exit_code, 0) << masked.err;
  EXPECT_NE(masked.out, run("skin system-avatar --json --set 840=1" + folder).out);
  EXPECT_EQ(run("skin system-avatar --json --mask tail=@mask.pgm" + folder).exit_code, 2);
  EXPECT_EQ(run("skin system-avatar --json --mask head=@absent.pgm" + folder).exit_code, 3);
  for (const char* file : {"avatar_head.llm", "avatar_head_1.llm"}) {
    const Outcome inspected = run("inspect --json " + shared_path("viewer-character").string() + "/" + file);
    ASSERT_EQ(inspected.exit_code, 0) << inspected.err;
    EXPECT_EQ(json::parse(inspected.out).at("kind"), "base_mesh");
  }
}

}  // namespace
}  // namespace mannequin::test
