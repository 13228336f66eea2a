// Output of the program: invalid text, lost output, verdicts about nothing.
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/io/gltf_writer.h"
#include "engine/skinning/agreement.h"
#include "tests/io/asset_files.h"
#include "tests/io/small_meshes.h"
#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

using CommandOutput = ProgramTest;

TEST_F(CommandOutput, JsonIsWrittenOfNamesThatAreNoText) {
  write_body("bad\xff.glb");
  write("bad\xff.llmesh", io::as_text(triangle_asset()));
  write("bad\xff.json", R"({"rotations": {"mHead": [0, 0, 0, 1]}})");
  for (const char* arguments :
       {"inspect --json bad?.glb", "check --json bad?.glb", "inspect --json bad?.llmesh",
        "inspect --json bad?.json", "verify --json --cpu-target scalar bad?.llmesh",
        "joints --json --conflicts --wear bad?.llmesh"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << arguments << outcome.err;
    EXPECT_TRUE(json::accept(outcome.out)) << arguments;
  }
}

TEST_F(CommandOutput, LostOutputIsAFault) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  write("triangle.llmesh", io::as_text(triangle_asset()));
  for (const char* arguments : {"--help", "--version", "skin --help", "joints", "joints --json",
                                "inspect --json triangle.llmesh", "skin --json triangle.llmesh"}) {
    EXPECT_EQ(shell(std::string(MANNEQUIN_PROGRAM) + " " + arguments + " >/dev/full 2>@err"), 3) << arguments;
    EXPECT_NE(read("err").find("cannot write all output"), std::string::npos) << arguments;
  }
  EXPECT_EQ(shell(std::string(MANNEQUIN_PROGRAM) + " convert triangle.llmesh out.glb >/dev/full 2>@err"), 0)
      << "what prints nothing loses nothing";
}

TEST_F(CommandOutput, TheTerminalGetsNoControlCharacters) {
  write("shape.json", R"({"name": "a\u001b[31mb\u009bc", "params": {"33": 0.5}})");
  const Outcome shape = run("inspect shape.json");
  EXPECT_EQ(shape.exit_code, 0) << shape.err;
  EXPECT_NE(shape.out.find("'a?[31mb?c'"), std::string::npos) << shape.out;
  EXPECT_EQ(json::parse(run("inspect --json shape.json").out).at("name"),
            "a\x1b[31mb\xc2\x9b"
            "c");
  write("lines.json", "{\"name\": \"two\\nlines\", \"params\": {\"33\": 0.5}}");
  EXPECT_NE(run("inspect lines.json").out.find("'two lines'"), std::string::npos);
  write("no\x9btext.dae", "<?xml");
  EXPECT_NE(run("inspect no?text.dae").err.find("no?text.dae"), std::string::npos);
  write("a\xcc\x88\xe2\x82\xac.dae", "<?xml");
  EXPECT_NE(run("inspect a*.dae").err.find("a\xcc\x88\xe2\x82\xac.dae"), std::string::npos) << "text stays";
  write("esc\x1b.dae", "<?xml");
  for (const char* arguments : {"check esc?.dae", "inspect esc?.dae"}) {
    const Outcome outcome = run(arguments);
    EXPECT_NE((outcome.out + outcome.err).find("esc?.dae"), std::string::npos) << arguments;
    EXPECT_EQ((outcome.out + outcome.err).find('\x1b'), std::string::npos) << arguments;
  }
}

TEST_F(CommandOutput, ANewlineInANameDoesNotSplitAMessage) {
  for (const char* arguments :
       {"inspect 'no\nmannequin: such.glb'", "joints --shape 'no\nsuch.json'", "joints --set '3\n3=1'",
        "check 'no\nsuch.glb'", "convert 'no\nsuch.glb' out.glb"}) {
    const Outcome outcome = run(arguments);
    EXPECT_NE(outcome.exit_code, 0) << arguments;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }
}

// In words only: scripts get every finding.
TEST_F(CommandOutput, SaysOnceWhatIsSaidOfSeveralMeshes) {
  write("bare.gltf", R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,2]}],
"nodes":[{"mesh":0,"name":"a"},{"mesh":0,"name":"b"},{"mesh":0,"name":"c"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"bare.bin"}]})");
  const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  write("bare.bin", std::string_view(reinterpret_cast<const char*>(corners), sizeof corners));
  const auto count = [](const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  const Outcome once = run("check @bare.gltf");
  EXPECT_EQ(count(once.out, "[not_rigged]"), 1u) << once.out;
  EXPECT_NE(once.out.find("mesh 'a' and 2 more: has no bone weights"), std::string::npos) << once.out;
  EXPECT_EQ(count(run("check @bare.gltf --all").out, "[not_rigged]"), 3u);
  EXPECT_EQ(count(run("check @bare.gltf --json").out, "not_rigged"), 3u);
}

TEST_F(CommandOutput, NothingVerifiedDoesNotAgree) {
  write_body("body.glb");
  ASSERT_EQ(run("convert body.glb bare.glb --no-skin").exit_code, 0);
  for (const char* arguments : {"verify bare.glb", "verify --json bare.glb"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 3) << outcome.out;
    EXPECT_NE(outcome.err.find("bare.glb: has no bone weights"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out.find("agrees"), std::string::npos) << outcome.out;
  }
}

TEST_F(CommandOutput, WhatIsNoNumberIsBeyondEveryLimit) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  std::vector<SkinnedVertex> skinned(2);
  std::vector<ReferenceVertex> reference(2);
  reference[1].position = Vec3(1.0, 0.0, 0.0);
  for (const double bad : {none, infinite}) {
    skinned[1].position = Vec3f(static_cast<float>(bad), 0.0f, 0.0f);
    EXPECT_FALSE(compare_with_reference(skinned, reference).within_limits()) << bad;
    // The reference, too, may run out of numbers: the box has no size then.
    reference[1].position = Vec3(bad, 0.0, 0.0);
    const Agreement both = compare_with_reference(skinned, reference);
    EXPECT_FALSE(both.within_limits()) << bad;
    EXPECT_GT(both.relative, kPositionLimit) << bad;
    reference[1].position = Vec3(1.0, 0.0, 0.0);
  }
  skinned[1].position = Vec3f(1.0f, 0.0f, 0.0f);
  skinned[0].normal = Vec3f(static_cast<float>(none));
  reference[0].normal = Vec3(0.0, 0.0, 1.0);
  EXPECT_FALSE(compare_with_reference(skinned, reference).within_limits());
}

TEST_F(CommandOutput, WhatNoFileCanHoldIsNoResultInTextEither) {
  BoundMeshDesc far = two_joint_strip();
  for (Vec3f& p : far.mesh.positions) p *= 100.0f;
  for (Mat4& bind : far.skin.inverse_binds) bind[1] *= 1e38;  // a number still, but not of the result
  write("far.glb", io::as_text(io::write_glb({&far, 1}, nullptr).value()));
  for (const char* arguments : {"skin far.glb", "skin --json far.glb", "skin far.glb -o out.glb"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 3) << arguments << outcome.out;
    EXPECT_NE(outcome.err.find("not a finite number"), std::string::npos) << arguments << outcome.err;
    EXPECT_TRUE(outcome.out.empty()) << arguments;
  }
  const Outcome verdict = run("verify --json --cpu-target scalar far.glb");
  EXPECT_EQ(verdict.exit_code, 1) << verdict.err;
  EXPECT_FALSE(json::parse(verdict.out).at("backends")[0].at("agrees").get<bool>());
}

}  // namespace
}  // namespace mannequin::test
