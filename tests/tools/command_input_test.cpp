// Inputs of the program: pipes, empty values, options that do not apply, numbers, names.
#include <nlohmann/json.hpp>

#include "tests/io/asset_files.h"
#include "tests/io/small_clips.h"
#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

constexpr const char* kDump =
    "<linden_genepool version=\"1.0\"><archetype name=\"Ann\">\n<param id=\"33\" value=\"1\"/>\n"
    "<bone name=\"mNeck\" position=\"-0.01 0 0.251\" scale=\"1 1 1\"/></archetype></linden_genepool>\n";

class CommandInput : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write_body("body.glb");
    write("ann.xml", kDump);
    write("walk.bvh", small_bvh());
    write("triangle.llmesh", io::as_text(triangle_asset()));
  }

  // It is refused as wrong usage, and the message says this.
  void expect_refused(const std::string& arguments, const std::string& said) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find(said), std::string::npos) << arguments << "\n" << outcome.err;
    EXPECT_TRUE(outcome.out.empty()) << arguments;
  }
};

TEST_F(CommandInput, APipeGivesWhatTheFileGives) {
  for (const auto& [before, file, after] : {std::array{"check --json ", "body.glb", ""},
                                            {"inspect --json ", "body.glb", ""},
                                            {"inspect --json ", "ann.xml", ""},
                                            {"joints --json --wear ", "triangle.llmesh", ""},
                                            {"joints --json --limit 1e6 --against ", "ann.xml", ""},
                                            {"joints --json --pose ", "walk.bvh", " --time 0.5"}}) {
    const Outcome named = run(std::string(before) + file + after);
    Outcome piped = run(std::string(before) + "/dev/stdin" + after, file);
    EXPECT_EQ(named.exit_code, 0) << before << named.err;
    EXPECT_EQ(piped.exit_code, 0) << before << piped.err;
    for (std::size_t at; (at = piped.out.find("stdin")) != std::string::npos;) piped.out.replace(at, 5, file);
    EXPECT_EQ(piped.out, named.out) << before;
  }
  EXPECT_EQ(run("skin --json --lod low /dev/stdin", "triangle.llmesh").exit_code, 0);
  for (const auto& [out, file] : {std::pair{"out.json", "ann.xml"},
                                  {"out.anim", "walk.bvh"},
                                  {"out.obj", "body.glb"},
                                  {"out.llmesh", "triangle.llmesh"}}) {
    const Outcome piped = run(std::string("convert /dev/stdin ") + out, file);
    EXPECT_EQ(piped.exit_code, 0) << out << piped.err;
    EXPECT_FALSE(read(out).empty()) << out;
  }
}

TEST_F(CommandInput, TheWindowWantsFilesThatCanBeReadAgain) {
  const Outcome outcome = run("preview /dev/stdin --screenshot x.png", "body.glb");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("/dev/stdin: is a pipe"), std::string::npos) << outcome.err;
}

TEST_F(CommandInput, AnEmptyValueIsNotNoValue) {
  for (const char* arguments :
       {"skin body.glb -o", "skin body.glb --pose", "skin body.glb --rig", "joints --character",
        "joints --against", "joints --shape", "joints --wear", "joints --set", "preview --screenshot",
        "preview --outfit", "verify --require", "convert ann.xml out.xml --name"})
    expect_refused(std::string(arguments) + " \"\"", "the value is empty");
  expect_refused("inspect \"\"", "FILE: the value is empty");
  expect_refused("skin --pose= body.glb", "--pose: the value is empty");
}

TEST_F(CommandInput, OneValueDoesNotTakeTheNextArgument) {
  EXPECT_EQ(run("verify --cpu-target scalar --require cpu,reference triangle.llmesh").exit_code, 0);
  const Outcome file = run("preview --screenshot x.png --outfit top,boots nowhere.dae");
  EXPECT_NE(file.err.find("nowhere.dae"), std::string::npos) << file.err;
  EXPECT_EQ(file.err.find("--outfit"), std::string::npos) << file.err;
}

TEST_F(CommandInput, AFileMayBeCalledAsAList) {
  write("[x]", io::as_text(triangle_asset()));
  EXPECT_EQ(run("verify --cpu-target scalar '[x]'").exit_code, 0);
}

TEST_F(CommandInput, OptionsThatWouldBeLostAreRefused) {
  for (const auto& [arguments, option] :
       {std::pair{"convert body.glb o.glb --choose-strategies --base-mesh no.obj", "--choose-strategies"},
        {"convert body.glb o.glb --rig no.json", "--rig"},
        {"convert body.glb o.glb --mesh-scale 1", "--mesh-scale"},
        {"convert body.glb o.glb --pelvis-offset 0.1", "--pelvis-offset"},
        {"convert body.glb o.glb --lock-scale on", "--lock-scale"},
        {"convert body.glb o.llmesh --pelvis-offset 0.1", "--pelvis-offset"},
        {"convert triangle.llmesh o.mesh --joint-positions off --lock-scale on", "--lock-scale"},
        {"convert triangle.llmesh o.obj --joint-positions on", "--joint-positions"},
        {"convert walk.bvh o.anim --mesh x", "--mesh"},
        {"convert ann.xml o.json --loop true", "--loop"},
        {"inspect body.glb --rig no.json", "--rig"},
        {"inspect body.glb --base-mesh no.obj", "--base-mesh"},
        {"inspect ann.xml --lod 1", "--lod"},
        {"skin body.glb --mask upper_body=no.pgm", "--mask"},
        {"skin body.glb --hair off", "--hair"},
        {"skin body.glb --backend reference --cpu-target scalar", "--cpu-target"},
        {"verify body.glb --lod 2", "--lod"},
        {"preview --screenshot x.png --skirt on", "--skirt"},
        {"joints --against ann.xml --conflicts", "--conflicts"}})
    expect_refused(arguments, std::string(option) + ": ");
  EXPECT_EQ(run("convert triangle.llmesh o.llmesh --lock-scale on --pelvis-offset 0.1").exit_code, 0);
}

// The same avatar as by the options that say the same, and the options change it.
TEST_F(CommandInput, ADocumentIsTheAvatarThatItsFilesAre) {
  write(
      "my.mannequin.json",
      R"({"mannequin_document": 1, "worn": [{"builtin": "top"}, {"file": "body.glb", "joint_positions": true},)"
      R"( {"file": "triangle.llmesh"}], "shape": {"file": "ann.xml"},)"
      R"( "clip": {"file": "walk.bvh", "seconds": 0.0}})");
  const Outcome named =
      run("joints --json --shape ann.xml --wear body.glb --wear triangle.llmesh "
          "--joint-positions on --pose walk.bvh");
  const Outcome opened = run("joints --json --document my.mannequin.json");
  EXPECT_EQ(opened.exit_code, 0) << opened.err;
  EXPECT_EQ(named.exit_code, 0) << named.err;
  EXPECT_EQ(opened.out, named.out);
  const Outcome taller = run("joints --json --document my.mannequin.json --set 33=2");
  EXPECT_EQ(taller.exit_code, 0) << taller.err;
  EXPECT_NE(taller.out, opened.out);
  for (const char* command : {"skin --json triangle.llmesh", "check --json triangle.llmesh"}) {
    const Outcome outcome = run(std::string(command) + " --document my.mannequin.json");
    EXPECT_EQ(outcome.exit_code, run(command).exit_code) << command << outcome.err;
  }
}

TEST_F(CommandInput, ADocumentThatCannotBeUsedIsNamedWithPlaceAndRemedy) {
  const auto expect = [&](const std::string& text, const std::string& said) {
    write("bad.json", text);
    const Outcome outcome = run("joints --document bad.json");
    EXPECT_EQ(outcome.exit_code, 3) << text << outcome.err;
    EXPECT_NE(outcome.err.find("bad.json"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
  };
  expect(R"({"mannequin_document": 1, "worn": [{"file": "gone.glb"}]})", "put it there, or correct its path");
  expect(R"({"mannequin_document": 1, "worn": [{"file": "../body.glb"}]})", "worn[0]");
  expect(R"({"mannequin_document": 1, "worn": [{"fil": "body.glb"}]})", "needs exactly one of");
  expect(R"({"mannequin_document": 1, "worn": [)", "bad.json:1");
  expect(R"({"params": {}})", "mannequin_document");
}

TEST_F(CommandInput, WhatIsNoNumberIsInNoRange) {
  for (const char* value : {"nan", "inf", "-inf", "1e300"}) {
    expect_refused(std::string("joints --against ann.xml --limit ") + value, value);
    expect_refused(std::string("joints --pose walk.bvh --time ") + value, value);
    expect_refused(std::string("convert triangle.llmesh o.llmesh --pelvis-offset ") + value, value);
  }
}

TEST_F(CommandInput, EndingsCountInEitherCaseAndOthersAreRefused) {
  EXPECT_EQ(run("skin triangle.llmesh -o out.GLB").exit_code, 0);
  EXPECT_EQ(run("convert ann.xml out.JSON").exit_code, 0);
  EXPECT_EQ(run("convert walk.bvh out.ANIM").exit_code, 0);
  expect_refused("preview --screenshot out.jpg", "out.jpg");
  expect_refused("preview --contact-sheet out.webp", "out.webp");
  expect_refused("preview --screenshot one.mp4", "--pictures");
}

TEST_F(CommandInput, AWrongSubcommandIsNamed) {
  expect_refused("bogus", "'bogus'");
  expect_refused("bogus", "joints");
}

TEST_F(CommandInput, InspectTellsWhatAPoseHolds) {
  write(
      "pose.json",
      R"({"rotations": {"mHead": [0.7071067811865476, 0, 0, 0.7071067811865476]}, "root": {"position": [1, 2, 3]}})");
  const json pose = json::parse(run("inspect --json pose.json").out);
  EXPECT_EQ(pose.at("kind"), "pose");
  EXPECT_EQ(pose.at("root").at("position"), json({1.0, 2.0, 3.0}));
  ASSERT_EQ(pose.at("joints").size(), 1u);
  EXPECT_EQ(pose.at("joints")[0].at("name"), "mHead");
  EXPECT_NEAR(pose.at("joints")[0].at("degrees").get<double>(), 90.0, 1e-6);
  EXPECT_NE(run("inspect pose.json").out.find("mHead"), std::string::npos);
}

TEST_F(CommandInput, AnUnknownJointAmongOffsetsIsTold) {
  write(
      "worn.json",
      R"([{"id": "22222222-2222-2222-2222-222222222222", "joints": [["mElbowLeft", 0, 0.3, 0], ["mElbow", 0, 0, 0]]}])");
  const Outcome outcome = run("joints --offsets worn.json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("no joint 'mElbow',"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("mElbowLeft"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace mannequin::test
