// mannequin bind, as scripts call it.
#include <nlohmann/json.hpp>

#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

using CommandBind = ProgramTest;

// A box around the left forearm in bind space, 5 cm thick, with Z up.
constexpr const char* kBox =
    "v -0.06 0.42 1.49\nv -0.01 0.42 1.49\nv -0.01 0.42 1.55\nv -0.06 0.42 1.55\n"
    "v -0.06 0.60 1.49\nv -0.01 0.60 1.49\nv -0.01 0.60 1.55\nv -0.06 0.60 1.55\n"
    "f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";

TEST_F(CommandBind, HeatGivesEachVertexOfAnObjItsWeights) {
  write("box.obj", kBox);
  const Outcome outcome = run("bind box.obj --mesh-up z --method heat --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json out = json::parse(outcome.out);
  EXPECT_EQ(out.at("schema"), 1);
  EXPECT_EQ(out.at("method"), "heat");
  ASSERT_EQ(out.at("weights").size(), 8u);
  for (const json& vertex : out.at("weights")) {
    ASSERT_FALSE(vertex.empty());
    double sum = 0.0;
    for (const json& weight : vertex) sum += weight.at(1).get<double>();
    EXPECT_NEAR(sum, 1.0, 1e-6);
  }
  for (const json& group : out.at("groups")) EXPECT_NE(group, "mGroin");
}

TEST_F(CommandBind, BindCheckConvertAndSkinMakeARound) {
  write("box.obj", kBox);
  ASSERT_EQ(run("bind box.obj --mesh-up z --method heat -o box.glb").exit_code, 0) << read("err");
  EXPECT_EQ(run("check box.glb").exit_code, 0) << read("out");
  ASSERT_EQ(run("convert box.glb box.llmesh").exit_code, 0) << read("err");
  const Outcome glb = run("skin box.glb --set 33=1 --json"), asset = run("skin box.llmesh --set 33=1 --json");
  ASSERT_EQ(glb.exit_code, 0) << glb.err;
  ASSERT_EQ(asset.exit_code, 0) << asset.err;
  const auto extent = [](const json& result) {
    double low = 1e9, high = -1e9;
    for (const json& p : result.at("meshes")[0].at("positions")) {
      const double y = p.is_array() ? p[1].get<double>() : 0.0;
      low = std::min(low, y);
      high = std::max(high, y);
    }
    return high - low;
  };
  EXPECT_NEAR(extent(json::parse(glb.out)), extent(json::parse(asset.out)), 1e-4);
}

TEST_F(CommandBind, TransferOntoTheBodyItselfChangesNothing) {
  write_body("body.glb");
  const Outcome moved = run("bind body.glb --json"), kept = run("bind body.glb --method preserve --json");
  ASSERT_EQ(moved.exit_code, 0) << moved.err;
  const json a = json::parse(moved.out), b = json::parse(kept.out);
  ASSERT_EQ(a.at("weights").size(), b.at("weights").size());
  double worst = 0.0;
  for (std::size_t v = 0; v < a.at("weights").size(); ++v) {
    std::map<std::string, double> difference;
    for (const json& w : a.at("weights")[v])
      difference[a.at("groups")[w[0].get<std::size_t>()]] += w[1].get<double>();
    for (const json& w : b.at("weights")[v])
      difference[b.at("groups")[w[0].get<std::size_t>()]] -= w[1].get<double>();
    for (const auto& [name, d] : difference) worst = std::max(worst, std::abs(d));
  }
  EXPECT_LT(worst, 1e-3);
}

TEST_F(CommandBind, WhatCannotBeWeightedIsNamedAndEndsIt) {
  write("box.obj", std::string(kBox) + "v 0 0.5 1.6\nv 0 0.5 1.6\nv 0 0.5 1.6\nf 9 10 11\n");
  const Outcome stopped = run("bind box.obj --mesh-up z --method heat --json -o box.glb");
  EXPECT_EQ(stopped.exit_code, 1) << stopped.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "box.glb"));
  bool named = false;
  const json report = json::parse(stopped.out);
  for (const json& failure : report.at("failures"))
    if (failure.at("code") == "zero_area_triangles") {
      named = true;
      EXPECT_EQ(failure.at("vertices"), (std::vector<int>{8, 9, 10}));
      EXPECT_FALSE(failure.at("remedy").get<std::string>().empty());
    }
  EXPECT_TRUE(named);
  EXPECT_EQ(run("bind box.obj --mesh-up z --method heat --on-failure transfer -o box.glb").exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "box.glb"));
}

TEST_F(CommandBind, WrongUsageIsRefused) {
  write("box.obj", kBox);
  EXPECT_EQ(run("bind box.obj").exit_code, 2);
  EXPECT_EQ(run("bind box.obj --json --joints mElbwLeft").exit_code, 2);
  EXPECT_EQ(run("bind box.obj --json --method melt").exit_code, 2);
  EXPECT_EQ(run("bind box.obj -o box.obj").exit_code, 2);
  EXPECT_EQ(run("bind nothing.obj --json").exit_code, 3);
}

}  // namespace
}  // namespace mannequin::test
