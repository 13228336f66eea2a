// mannequin rebase, unbind, freeze, joints -o and skin --keep-weights, as scripts call them.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/io/bound_mesh.h"
#include "engine/math/types.h"
#include "tests/shared_files.h"
#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using RebaseJson = nlohmann::json;
using CommandRebase = ProgramTest;

std::vector<Vec3> places_in(const std::string& skin_json) {
  std::vector<Vec3> places;
  const RebaseJson report = RebaseJson::parse(skin_json);
  for (const RebaseJson& mesh : report.at("meshes")) {
    const RebaseJson& numbers = mesh.at("positions");
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i].is_array())
        places.emplace_back(numbers[i][0], numbers[i][1], numbers[i][2]);
      else if (i % 3 == 0)
        places.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  return places;
}

double farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0.0;
  for (std::size_t v = 0; v < std::min(a.size(), b.size()); ++v)
    worst = std::max(worst, glm::distance(a[v], b[v]));
  return worst;
}

constexpr const char* kShape = "--set \"Body Fat=80%\" --set Height=10% --set \"Leg Muscles=70%\"";

TEST_F(CommandRebase, TheShapeGivesBackTheModel) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  const io::BoundMeshFile top = io::read_bound_mesh(folder_ / "top.glb").value();
  std::vector<Vec3> model;
  for (const Vec3f& p : top.meshes[0].mesh.positions) model.push_back(Vec3(p) - Vec3(0.0, 0.0, 1.067));
  for (const char* out : {"out.glb", "out.dae"}) {
    const Outcome rebased = run(std::string("rebase top.glb ") + kShape + " --json -o " + out);
    ASSERT_EQ(rebased.exit_code, 0) << rebased.err;
    const RebaseJson report = RebaseJson::parse(rebased.out);
    EXPECT_EQ(report.at("schema"), 1);
    EXPECT_LE(report.at("residual").get<double>(), 1e-5);
    EXPECT_TRUE(report.at("poorly_conditioned").is_array());
    EXPECT_EQ(run(std::string("check ") + out).exit_code, 0) << read("out");
    if (std::string_view(out) == "out.dae") continue;  // its vertices come in another order
    const Outcome skinned = run(std::string("skin ") + out + " --json " + kShape);
    ASSERT_EQ(skinned.exit_code, 0) << skinned.err;
    EXPECT_LE(farthest(places_in(skinned.out), model), 1e-5);
  }
}

// Writers reorder vertices, and for a file of another format other joint positions count.
TEST_F(CommandRebase, InWhateverFormatTheShapeGivesBackTheModel) {
  struct Case {
    const char *in, *out, *options;
    double limit;  // assets have 16 bits for a coordinate and a weight
  };
  const Case cases[] = {
      {"gltf/Ruth2v4FeetFlat.glb", "out.dae", "", 1e-6},
      {"gltf/Ruth2v4FeetFlat.glb", "out.llmesh", "", 5e-5},
      {"gltf/Ruth2v4FeetFlat.glb", "out.llmesh", "--joint-positions on", 5e-5},
      {"mesh-asset/Ruth2v4FeetFlat.skin_joints_lock_pelvis.llmesh", "out.dae", "", 1e-6},
      {"mesh-asset/Ruth2v4FeetFlat.skin_joints_lock_pelvis.llmesh", "out.glb", "", 1e-6},
      {"mesh-asset/Ruth2v4FeetFlat.skin_joints_lock_pelvis.llmesh", "out.llmesh", "", 5e-5}};
  for (const Case& each : cases) {
    MANNEQUIN_NEEDS_SHARED(std::string("fixtures/") + each.in);
    SCOPED_TRACE(std::string(each.in) + " to " + each.out + " " + each.options);
    const std::string in = shared_path(std::string("fixtures/") + each.in).string(),
                      options = std::string(each.options) + " " + kShape;
    const io::BoundMeshFile modelled = io::read_bound_mesh(in).value();
    std::vector<Vec3> model;
    for (const Vec3f& p : modelled.meshes[0].mesh.positions)
      model.push_back(Vec3(modelled.meshes[0].skin.bind_shape * Vec4(Vec3(p), 1.0)) - Vec3(0.0, 0.0, 1.067));
    const Outcome rebased = run("rebase \"" + in + "\" " + options + " --json -o " + each.out);
    ASSERT_EQ(rebased.exit_code, 0) << rebased.err;
    EXPECT_LE(RebaseJson::parse(rebased.out).at("residual").get<double>(), each.limit);
    double worst = 0.0;
    for (const Vec3& place : places_in(run(std::string("skin ") + each.out + " --json " + options).out)) {
      double nearest = 1.0;
      for (const Vec3& p : model) nearest = std::min(nearest, glm::distance(p, place));
      worst = std::max(worst, nearest);
    }
    EXPECT_LE(worst, each.limit);
  }
}

TEST_F(CommandRebase, FromOneBodyToAnotherAndBack) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  write("a.json", R"({"sex":"female","params":{"33":1.5,"637":0.5}})");
  write("b.json", R"({"sex":"female","params":{"33":-1.5,"637":0.1}})");
  ASSERT_EQ(run("rebase top.glb --from-shape a.json --to-shape b.json -o b.glb").exit_code, 0) << read("err");
  ASSERT_EQ(run("rebase b.glb --from-shape b.json --shape a.json -o back.glb").exit_code, 0) << read("err");
  EXPECT_LE(farthest(places_in(run("skin back.glb --json").out), places_in(run("skin top.glb --json").out)),
            2e-5);
  EXPECT_GT(farthest(places_in(run("skin b.glb --json").out), places_in(run("skin top.glb --json").out)),
            0.01);
  EXPECT_EQ(run("rebase top.glb --to-shape b.json -o b.glb").exit_code, 2);
  EXPECT_EQ(run("rebase top.glb --shape rest -o x.obj").exit_code, 2);
}

TEST_F(CommandRebase, UnbindAndRebindKeepTheVertices) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  const std::vector<Vec3> before = places_in(run(std::string("skin top.glb --json ") + kShape).out);
  ASSERT_EQ(run(std::string("unbind top.glb --apply-pose --keep-weights -o loose.glb ") + kShape).exit_code,
            0)
      << read("err");
  ASSERT_EQ(run("bind loose.glb --method preserve -o bound.glb").exit_code, 0) << read("err");
  EXPECT_LE(farthest(places_in(run(std::string("skin bound.glb --json ") + kShape).out), before), 1e-5);

  ASSERT_EQ(run("unbind top.glb --keep-weights -o kept.glb").exit_code, 0) << read("err");
  EXPECT_LE(farthest(places_in(run(std::string("skin kept.glb --json ") + kShape).out), before), 1e-5);
  ASSERT_EQ(run("unbind top.glb -o plain.glb").exit_code, 0) << read("err");
  EXPECT_FALSE(io::read_bound_mesh(folder_ / "plain.glb").value().meshes[0].rigged());
}

TEST_F(CommandRebase, FreezeIsWhatSkinShows) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  const Outcome skinned = run(std::string("skin top.glb --json --backend reference ") + kShape);
  ASSERT_EQ(run(std::string("freeze top.glb --name statue -o statue.glb ") + kShape).exit_code, 0)
      << read("err");
  const io::BoundMeshFile statue = io::read_bound_mesh(folder_ / "statue.glb").value();
  EXPECT_EQ(statue.meshes[0].mesh.name, "statue");
  EXPECT_FALSE(statue.meshes[0].rigged());
  EXPECT_FALSE(statue.meshes[0].mesh.materials.empty());
  std::vector<Vec3> places;
  for (const Vec3f& p : statue.meshes[0].mesh.positions) places.emplace_back(p);
  EXPECT_LE(farthest(places, places_in(skinned.out)), 1e-6);
}

TEST_F(CommandRebase, SkinKeepsWeightsIfAsked) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  const std::vector<Vec3> before = places_in(run(std::string("skin top.glb --json ") + kShape).out);
  for (const char* out : {"posed.glb", "posed.dae"}) {
    ASSERT_EQ(run(std::string("skin top.glb --keep-weights ") + kShape + " -o " + out).exit_code, 0)
        << read("err");
    EXPECT_TRUE(io::read_bound_mesh(folder_ / out).value().meshes[0].rigged());
  }
  EXPECT_LE(farthest(places_in(run(std::string("skin posed.glb --json ") + kShape).out), before), 1e-5);
  EXPECT_EQ(run("skin top.glb --keep-weights -o posed.obj").exit_code, 2);
}

// Joint nodes of a .glb with the matrices of all above them, in the avatar's frame.
std::map<std::string, Vec3> joint_places(const std::string& glb) {
  std::uint32_t length = 0;
  std::memcpy(&length, glb.data() + 12, sizeof length);
  const RebaseJson document = RebaseJson::parse(glb.substr(20, length));
  std::map<std::string, Vec3> out;
  const auto local = [](const RebaseJson& node) {
    Mat4 m(1.0);
    if (node.contains("matrix")) {
      for (int i = 0; i < 16; ++i) m[i / 4][i % 4] = node.at("matrix")[static_cast<std::size_t>(i)];
    } else if (node.contains("translation")) {
      for (int i = 0; i < 3; ++i) m[3][i] = node.at("translation")[static_cast<std::size_t>(i)];
    }
    return m;
  };
  const std::function<void(std::size_t, const Mat4&)> walk = [&](std::size_t at, const Mat4& above) {
    const RebaseJson& node = document.at("nodes")[at];
    const Mat4 world = above * local(node);
    out[node.at("name")] = Vec3(world[3].x, -world[3].z, world[3].y);
    if (node.contains("children"))
      for (const RebaseJson& child : node.at("children")) walk(child, world);
  };
  for (const RebaseJson& root : document.at("scenes")[0].at("nodes")) walk(root, Mat4(1.0));
  return out;
}

TEST_F(CommandRebase, TheSkeletonToModelOnIsTheShapes) {
  for (const std::string& shape : {std::string(kShape), std::string("--shape rest")}) {
    const Outcome joints = run("joints --json -o rig.glb " + shape);
    ASSERT_EQ(joints.exit_code, 0) << joints.err;
    const std::map<std::string, Vec3> places = joint_places(read("rig.glb"));
    std::size_t compared = 0;
    const RebaseJson report = RebaseJson::parse(joints.out);
    for (const RebaseJson& joint : report.at("joints")) {
      if (joint.at("kind") == "attachment") continue;
      const RebaseJson& p = joint.at("world_position");
      const auto found = places.find(joint.at("name"));
      ASSERT_NE(found, places.end()) << joint.at("name");
      EXPECT_LE(glm::distance(found->second, Vec3(p[0], p[1], p[2].get<double>() + 1.067)), 1e-6)
          << joint.at("name");
      ++compared;
    }
    EXPECT_EQ(compared, 159u);
    ASSERT_EQ(run("joints -o rig.dae " + shape).exit_code, 0) << read("err");
    EXPECT_NE(read("rig.dae").find("sid=\"mElbowLeft\" type=\"JOINT\""), std::string::npos);
  }
  EXPECT_EQ(run("joints -o rig.obj").exit_code, 2);
  EXPECT_EQ(run("joints --shape rest --set 33=1").exit_code, 2);
}

TEST_F(CommandRebase, ACreatorsRoundTrip) {
  write("top.glb", io::as_text(embedded_asset("top.glb")));
  ASSERT_EQ(run("convert top.glb plain.obj").exit_code, 0) << read("err");
  // The .obj has a vertex for each side of a seam; an upload has one list of weights for each place.
  ASSERT_EQ(run("bind plain.obj --mesh-up z --weld 0.00001 -o bound.glb").exit_code, 0) << read("err");
  EXPECT_EQ(run("check bound.glb").exit_code, 0) << read("out");
  ASSERT_EQ(run("convert bound.glb bound.dae").exit_code, 0) << read("err");
  EXPECT_EQ(run("check bound.dae").exit_code, 0) << read("out");
  ASSERT_EQ(run("convert bound.glb bound.llmesh --gltf strict").exit_code, 0) << read("err");
  const auto shaped = [&](const char* file) {
    return places_in(run(std::string("skin ") + file + " --gltf strict --json " + kShape).out);
  };
  // Formats order their vertices as they need it; each has one where the other has one.
  const auto farthest_from = [](const std::vector<Vec3>& all, const std::vector<Vec3>& others) {
    double worst = 0.0;
    for (const Vec3& p : all) {
      double nearest = 1e9;
      for (const Vec3& q : others) nearest = std::min(nearest, glm::distance(p, q));
      worst = std::max(worst, nearest);
    }
    return worst;
  };
  const std::vector<Vec3> glb = shaped("bound.glb"), dae = shaped("bound.dae"),
                          asset = shaped("bound.llmesh");
  ASSERT_GT(glb.size(), 1000u);
  EXPECT_LE(farthest_from(glb, dae), 1e-5);
  EXPECT_LE(farthest_from(dae, glb), 1e-5);
  EXPECT_LE(farthest_from(glb, asset), 1e-4);  // positions of 16 bits
  EXPECT_LE(farthest_from(asset, glb), 1e-4);
}

}  // namespace
}  // namespace mannequin::test
