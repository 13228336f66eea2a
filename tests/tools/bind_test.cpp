// mannequin bind, as scripts call it.
#include <cstring>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/bind/rig_names.h"
#include "engine/math/types.h"
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

// Vertices of every mesh that `skin` shows, in its order.
std::vector<Vec3> shown_places(const json& skinned) {
  std::vector<Vec3> places;
  for (const json& mesh : skinned.at("meshes")) {
    const json& numbers = mesh.at("positions");
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
      places.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  EXPECT_FALSE(places.empty());
  return places;
}

double farthest_apart(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0.0;
  for (std::size_t v = 0; v < std::min(a.size(), b.size()); ++v)
    worst = std::max(worst, glm::distance(a[v], b[v]));
  return worst;
}

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

TEST_F(CommandBind, AFileWithoutAMeshIsRefused) {
  write("none.gltf", R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "scene": 0,
                         "nodes": [{"name": "empty"}]})");
  for (const char* method : {"heat", "voxel", "transfer", "preserve"}) {
    const Outcome outcome = run(std::string("bind none.gltf -o none.glb --json --method ") + method);
    EXPECT_EQ(outcome.exit_code, 3) << method;
    EXPECT_NE(outcome.err.find("no mesh"), std::string::npos) << outcome.err;
    EXPECT_TRUE(outcome.out.empty()) << outcome.out;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "none.glb"));
  }
}

TEST_F(CommandBind, ABodyOfAnotherUnitIsNamed) {
  write_body("body.glb");
  ASSERT_EQ(run("convert body.glb body.obj").exit_code, 0) << read("err");
  for (const char* method : {"heat", "copy"})
    for (const double scale : {1.0, 0.1}) {
      const Outcome outcome =
          run("bind body.obj --json --mesh-scale " + std::to_string(scale) + " --method " + method);
      const json out = json::parse(outcome.out);
      std::set<std::string> codes;
      for (const json& fault : out.at("failures")) codes.insert(fault.at("code"));
      EXPECT_EQ(codes.contains("wrong_unit"), scale < 1.0) << method << outcome.err;
    }
}

TEST_F(CommandBind, BindCheckConvertAndSkinMakeARound) {
  write("box.obj", kBox);
  ASSERT_EQ(run("bind box.obj --mesh-up z --method heat -o box.glb").exit_code, 0) << read("err");
  EXPECT_EQ(run("check box.glb").exit_code, 0) << read("out");
  ASSERT_EQ(run("convert box.glb box.llmesh").exit_code, 0) << read("err");
  const Outcome glb = run("skin box.glb --set 33=1 --json"), asset = run("skin box.llmesh --set 33=1 --json");
  ASSERT_EQ(glb.exit_code, 0) << glb.err;
  ASSERT_EQ(asset.exit_code, 0) << asset.err;
  EXPECT_LE(farthest_apart(shown_places(json::parse(glb.out)), shown_places(json::parse(asset.out))), 1e-4);
}

TEST_F(CommandBind, WhatIsCopiedOntoAnotherRigMustBeOfThatRig) {
  write("box.obj", kBox);
  write("rig.json", R"([{"name": "arm", "parent": "", "head": [-0.035, 0.42, 1.52],
                         "tail": [-0.035, 0.6, 1.52]}])");
  // The built-in body has other joints.
  for (const char* method : {"", "--method copy", "--method heat --on-failure transfer"}) {
    const Outcome outcome = run(std::string("bind box.obj --mesh-up z --bones rig.json --json ") + method);
    EXPECT_EQ(outcome.exit_code, 2) << method;
    EXPECT_NE(outcome.err.find("rig.json"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("--from"), std::string::npos) << outcome.err;
  }
  ASSERT_EQ(run("bind box.obj --mesh-up z --bones rig.json --method heat -o arm.glb").exit_code, 0)
      << read("err");
  const Outcome outcome = run("bind box.obj --mesh-up z --bones rig.json --from arm.glb --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out).at("groups"), json::array({"arm"}));
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

TEST_F(CommandBind, PreservedWeightsComeOutAsConvertHasThem) {
  write_body("body.glb");
  for (const std::string importer : {"", " --gltf strict", " --gltf viewer-next"}) {
    ASSERT_EQ(run("bind body.glb --method preserve -o bound.llmesh" + importer).exit_code, 0) << read("err");
    ASSERT_EQ(run("convert body.glb converted.llmesh" + importer).exit_code, 0) << read("err");
    const Outcome ours = run("skin bound.llmesh --set 33=1 --json"),
                  theirs = run("skin converted.llmesh --set 33=1 --json");
    ASSERT_EQ(ours.exit_code, 0) << ours.err;
    EXPECT_LE(farthest_apart(shown_places(json::parse(ours.out)), shown_places(json::parse(theirs.out))),
              1e-6)
        << importer;
  }
}

TEST_F(CommandBind, SeamsTakeTheWeightsOfAnotherFile) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  ASSERT_EQ(run("convert top.glb -o top.obj").exit_code, 0) << read("err");
  const std::string heat = "bind top.obj --method heat --on-failure voxel --json";
  const Outcome alone = run(heat), welded = run(heat + " --weld-to top.glb");
  ASSERT_EQ(welded.exit_code, 0) << welded.err;
  const auto has = [](const Outcome& outcome, const char* group) {
    const json groups = json::parse(outcome.out).at("groups");
    return std::ranges::find(groups, group) != groups.end();
  };
  EXPECT_FALSE(has(alone, "BELLY"));  // heat gives none to volumes
  EXPECT_TRUE(has(welded, "BELLY"));
  write("box.obj", kBox);
  EXPECT_EQ(run("bind top.obj --json --weld-to box.obj").exit_code, 3);
}

// The JSON of a .glb, changed.
std::string with_changed_json(const std::string& glb, const std::function<void(json&)>& change) {
  const auto number_at = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, glb.data() + at, sizeof value);
    return value;
  };
  const std::uint32_t length = number_at(12);
  json document = json::parse(glb.substr(20, length));
  change(document);
  std::string text = document.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string out = glb.substr(0, 12);
  const auto put = [&](std::uint32_t value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  put(static_cast<std::uint32_t>(text.size()));
  out += glb.substr(16, 4) + text + glb.substr(20 + length);
  const auto size = static_cast<std::uint32_t>(out.size());
  std::memcpy(out.data() + 8, &size, sizeof size);
  return out;
}

std::string with_renamed_nodes(const std::string& glb, const std::map<std::string, std::string>& names) {
  return with_changed_json(glb, [&](json& document) {
    for (json& node : document.at("nodes"))
      if (const auto found = names.find(node.value("name", "")); found != names.end())
        node["name"] = found->second;
  });
}

// Normals of their own split a file's vertices where it has none.
TEST_F(CommandBind, AFileWithoutNormalsKeepsItsVertices) {
  const std::string top{io::as_text(embedded_asset("top.glb"))};
  write("top.glb", top);
  write("flat.glb", with_changed_json(top, [](json& document) {
          for (json& mesh : document.at("meshes"))
            for (json& primitive : mesh.at("primitives")) {
              primitive.at("attributes").erase("NORMAL");
              primitive.at("attributes").erase("TANGENT");
            }
        }));
  const Outcome with = run("bind top.glb --method preserve --json"),
                without = run("bind flat.glb --method preserve --json");
  ASSERT_EQ(without.exit_code, 0) << without.err;
  const json expected = json::parse(with.out), found = json::parse(without.out);
  EXPECT_EQ(found.at("groups"), expected.at("groups"));
  EXPECT_EQ(found.at("weights"), expected.at("weights"));
  EXPECT_EQ(found.at("meshes"), expected.at("meshes"));
  const Outcome pruned = run("bind flat.glb --method preserve --prune 0.9 --json");
  EXPECT_EQ(pruned.exit_code, 1);
  const json out = json::parse(pruned.out);
  EXPECT_FALSE(out.at("failures").empty());
  for (const json& failure : out.at("failures"))
    for (const json& vertex : failure.at("vertices"))
      EXPECT_LT(vertex.get<std::size_t>(), expected.at("weights").size());
}

TEST_F(CommandBind, NoMethodWritesVerticesWithoutWeight) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  for (const char* method : {"preserve", "copy", "transfer"}) {
    const Outcome pruned =
        run(std::string("bind top.glb --prune 0.9 --json -o pruned.glb --method ") + method);
    EXPECT_EQ(pruned.exit_code, 1) << method;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "pruned.glb")) << method;
    const json report = json::parse(pruned.out);
    std::size_t named = 0, missing = 0;
    for (const json& failure : report.at("failures"))
      if (failure.at("code") == "all_pruned") {
        named = failure.at("vertices").size();
        EXPECT_NE(failure.at("remedy").get<std::string>().find("--prune"), std::string::npos);
      }
    for (const json& weights : report.at("weights")) missing += weights.empty();
    EXPECT_GT(missing, 0u) << method;
    EXPECT_EQ(named, missing) << method;
    EXPECT_EQ(pruned.err.find("--on-failure"), std::string::npos) << pruned.err;
  }
  EXPECT_EQ(run("bind top.glb --method empty -o empty.glb").exit_code, 0) << read("err");
}

TEST_F(CommandBind, WeightsThatStayAreNoError) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  const Outcome kept = run("bind top.glb --clear off --joints mTorso -o kept.glb");
  EXPECT_EQ(kept.exit_code, 0) << kept.err;
  EXPECT_EQ(kept.err.find("error"), std::string::npos) << kept.err;
  EXPECT_NE(kept.err.find("they keep what they had"), std::string::npos) << kept.err;
}

TEST_F(CommandBind, OneJointIsOne) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  const Outcome limited = run("bind top.glb --limit 1 -o limited.glb");
  ASSERT_EQ(limited.exit_code, 0) << limited.err;
  EXPECT_NE(limited.out.find("limited to 1 joint;"), std::string::npos) << limited.out;
}

TEST_F(CommandBind, KeptBindsThatImportersReadOtherwiseAreMentionedAsByConvert) {
  write_body("body.glb");
  for (const std::string format : {".dae", ".llmesh"}) {
    const Outcome converted = run("convert body.glb converted" + format),
                  kept = run("bind body.glb --method preserve -o kept" + format);
    ASSERT_EQ(kept.exit_code, 0) << kept.err;
    EXPECT_NE(converted.err.find("importer_profile"), std::string::npos) << converted.err;
    EXPECT_NE(kept.err.find("importer_profile"), std::string::npos) << kept.err;
  }
}

TEST_F(CommandBind, ABodyWithMixamosNamesWalks) {
  write_body("body.glb");
  std::map<std::string, std::string> to_mixamo;
  std::string joints;
  const auto rig = known_rig("mixamo");
  ASSERT_TRUE(rig);
  for (const auto& [theirs, ours] : *rig)
    if (to_mixamo.emplace(ours, "mixamorig:" + theirs).second) joints += (joints.empty() ? "" : ",") + ours;
  ASSERT_EQ(run("bind body.glb --joints " + joints + " -o classic.glb").exit_code, 0) << read("err");
  write("mixamo.glb", with_renamed_nodes(read("classic.glb"), to_mixamo));
  const Outcome bound = run("bind mixamo.glb --map mixamo --method preserve -o worn.glb");
  ASSERT_EQ(bound.exit_code, 0) << bound.err;
  write("walk.json", R"({"rotations":{"mHipLeft":[0,-0.2474,0,0.9689],"mHipRight":[0,0.2474,0,0.9689],)"
                     R"("mKneeLeft":[0,0.3827,0,0.9239],"mShoulderLeft":[0,0,-0.2588,0.9659]}})");
  const auto walking = [&](const char* file) {
    const Outcome outcome = run(std::string("skin ") + file + " --pose walk.json --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return shown_places(json::parse(outcome.out));
  };
  const std::vector<Vec3> walks = walking("worn.glb"),
                          stands = shown_places(json::parse(run("skin worn.glb --json").out));
  EXPECT_LE(farthest_apart(walks, walking("classic.glb")), 1e-5);
  EXPECT_GT(farthest_apart(walks, stands), 0.3);
}

TEST_F(CommandBind, WrongUsageIsRefused) {
  write("box.obj", kBox);
  EXPECT_EQ(run("bind box.obj --json --mirror-by topology").exit_code, 2);
  EXPECT_EQ(run("bind box.obj --json --mirror --mirror-by luck").exit_code, 2);
  EXPECT_EQ(run("bind box.obj --mesh-up z --method heat --json --mirror --mirror-from right").exit_code, 0);
  EXPECT_EQ(run("bind box.obj").exit_code, 2);
  EXPECT_EQ(run("bind box.obj --json --joints mElbwLeft").exit_code, 2);
  EXPECT_EQ(run("bind box.obj --json --method melt").exit_code, 2);
  EXPECT_EQ(run("bind box.obj -o box.obj").exit_code, 2);
  EXPECT_EQ(run("bind nothing.obj --json").exit_code, 3);
}

}  // namespace
}  // namespace mannequin::test
