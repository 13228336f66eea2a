// MakeHuman's own rigs, weights and base mesh: read, written, fitted and skinned. Expected values are
// computed here from the files, independently of the engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/io/file.h"
#include "engine/io/mpfb/rig_file.h"
#include "engine/io/mpfb/vertex_groups.h"
#include "engine/io/mpfb/weights_file.h"
#include "engine/io/obj_reader.h"
#include "engine/mesh/skin.h"
#include "engine/rig/rigged_mesh.h"
#include "engine/rig/strategy.h"
#include "engine/skeleton/solve.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/shared_files.h"

namespace mannequin {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* kRigs[] = {"rig.default.json", "rig.game_engine.json", "rig.mixamo.json"};

std::string text_of(const std::string& name) {
  std::ifstream file(test::shared_path("fixtures/mpfb") / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The file's vertices and the vertices of each group, read line by line.
struct PlainObj {
  std::vector<Vec3> vertices;  // Blender's frame, metres
  std::map<std::string, std::set<std::size_t>> groups;
};

PlainObj plain_obj() {
  PlainObj obj;
  std::istringstream lines(text_of("base.obj"));
  std::string group, word;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    words >> word;
    if (word == "v") {
      double x, y, z;
      words >> x >> y >> z;
      obj.vertices.emplace_back(0.1 * x, -0.1 * z, 0.1 * y);
    } else if (word == "g") {
      words >> group;
    } else if (word == "f") {
      while (words >> word) obj.groups[group].insert(std::stoul(word) - 1);
    }
  }
  return obj;
}

// Where a strategy says that an end is.
Vec3 expected_place(const json& end, const PlainObj& obj) {
  const std::string strategy = end.at("strategy");
  if (strategy == "VERTEX") return obj.vertices.at(end.at("vertex_index"));
  Vec3 sum(0.0);
  std::size_t count = 0;
  const auto take = [&](std::size_t v) {
    sum += obj.vertices.at(v);
    ++count;
  };
  if (strategy == "CUBE")
    for (const std::size_t v : obj.groups.at(end.at("cube_name"))) take(v);
  else
    for (const std::size_t v : end.at("vertex_indices")) take(v);
  return sum / static_cast<double>(count);
}

// Wider, taller, and bent forward with the height.
Vec3 changed(const Vec3& p) {
  const double bend = 0.4 * (p.z + 1.0);
  const Vec3 scaled(1.2 * p.x, 0.9 * p.y, 1.35 * p.z);
  return {scaled.x, scaled.y * std::cos(bend) - scaled.z * std::sin(bend),
          scaled.y * std::sin(bend) + scaled.z * std::cos(bend)};
}

TEST(MpfbFixtures, ComeBackFromAReadAndAWriteAsTheyWere) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mpfb");
  for (const char* name : kRigs) {
    const auto file = io::read_mpfb_rig(text_of(name), name);
    ASSERT_TRUE(file) << file.error().message();
    EXPECT_TRUE(file->notes.empty());
    ASSERT_TRUE(Rig::build(file->rig));
    const auto written = io::write_mpfb_rig(*file);
    ASSERT_TRUE(written) << written.error().message();
    EXPECT_EQ(ordered_json::parse(*written).dump(), ordered_json::parse(text_of(name)).dump()) << name;
    EXPECT_EQ(io::read_mpfb_rig(*written, name).value().rig.bones, file->rig.bones) << name;
    // Also from the bones alone, with nothing to start from.
    io::MpfbRigFile bare;
    bare.rig = file->rig;
    bare.flat = file->flat;
    EXPECT_EQ(io::read_mpfb_rig(io::write_mpfb_rig(bare).value(), name).value().rig.bones, file->rig.bones)
        << name;
  }
  const std::string weights = text_of("weights.game_engine.json");
  const auto written = io::write_mpfb_weights(io::read_mpfb_weights(weights, "w.json").value());
  EXPECT_TRUE(ordered_json::parse(*written) == ordered_json::parse(weights));
}

TEST(MpfbFixtures, TheBaseMeshHasTheGroupsOfTheListBesideIt) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mpfb");
  const BaseMesh mesh = io::read_obj(text_of("base.obj"), "base.obj").value();
  EXPECT_EQ(mesh.positions.size(), 19158u);
  EXPECT_EQ(mesh.polygon_count(), 18486u);
  EXPECT_EQ(mesh.uvs.size(), 21334u);
  BaseMesh listed = mesh;
  listed.groups.clear();
  const auto status = io::read_mpfb_vertex_groups(text_of("basemesh_vertex_groups.json"), "g.json", listed);
  ASSERT_TRUE(status) << status.error().message();
  for (const auto& [name, vertices] : mesh.groups) EXPECT_EQ(listed.groups.at(name), vertices) << name;
  EXPECT_EQ(listed.groups.size(), mesh.groups.size() + 5);  // halves, and unions of others
}

TEST(MpfbFixtures, RigsFollowTheMesh) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mpfb");
  for (const bool is_changed : {false, true}) {
    PlainObj obj = plain_obj();
    BaseMesh mesh = io::read_obj(text_of("base.obj"), "base.obj").value();
    if (is_changed) {
      for (Vec3& p : obj.vertices) p = changed(p);
      for (Vec3& p : mesh.positions) p = changed(p);
    }
    for (const char* name : kRigs) {
      const json document = json::parse(text_of(name));
      const json& bones = document.contains("bones") ? document.at("bones") : document;
      const Rig rig = Rig::build(io::read_mpfb_rig(text_of(name), name).value().rig).value();
      const RigFit fit = fit_rig(rig, mesh).value();
      double worst = 0.0;
      for (std::size_t i = 0; i < rig.bones().size(); ++i) {
        const json& bone = bones.at(rig.bones()[i].name);
        EXPECT_TRUE(fit.bones[i].head_found && fit.bones[i].tail_found) << rig.bones()[i].name;
        worst = std::max({worst, glm::length(fit.bones[i].head - expected_place(bone.at("head"), obj)),
                          glm::length(fit.bones[i].tail - expected_place(bone.at("tail"), obj))});
        // The rest frame: at the head, Y to the tail, and turned by the roll from the shortest turn out of Y.
        const Mat4& m = fit.bones[i].world_from_bone;
        const Vec3 along = glm::normalize(fit.bones[i].tail - fit.bones[i].head);
        EXPECT_LT(glm::length(Vec3(m[1]) - along), 1e-9) << rig.bones()[i].name;
        const Quat shortest =
            glm::angleAxis(std::acos(along.y), glm::normalize(glm::cross(Vec3(0, 1, 0), along)));
        const Vec3 x = glm::angleAxis(bone.at("roll").get<double>(), along) * (shortest * Vec3(1, 0, 0));
        EXPECT_LT(glm::length(Vec3(m[0]) - x), 1e-7) << rig.bones()[i].name;
      }
      EXPECT_LT(worst, 1e-9) << name;
      // Saved and read again, it is where it was, with the strategies it had.
      io::MpfbRigFile file = io::read_mpfb_rig(text_of(name), name).value();
      file.rig = saved_rig(rig, fit, mesh, nullptr, StrategySaving::keep);
      const Rig again =
          Rig::build(io::read_mpfb_rig(io::write_mpfb_rig(file).value(), name).value().rig).value();
      const RigFit refit = fit_rig(again, mesh).value();
      for (std::size_t i = 0; i < rig.bones().size(); ++i) {
        EXPECT_EQ(again.bones()[i].head.strategy, rig.bones()[i].head.strategy);
        EXPECT_EQ(again.bones()[i].head.default_position, fit.bones[i].head);
        EXPECT_EQ(again.bones()[i].tail.default_position, fit.bones[i].tail);
        EXPECT_EQ(refit.bones[i].world_from_bone, fit.bones[i].world_from_bone);
      }
    }
  }
}

TEST(MpfbFixtures, StrategiesChosenAnewAreTheRigsOwn) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mpfb");
  const BaseMesh mesh = io::read_obj(text_of("base.obj"), "base.obj").value();
  std::size_t cubes = 0, same_cubes = 0, other = 0, far = 0;
  for (const char* name : kRigs) {
    const Rig rig = Rig::build(io::read_mpfb_rig(text_of(name), name).value().rig).value();
    const RigFit fit = fit_rig(rig, mesh).value();
    const RigDesc chosen = saved_rig(rig, fit, mesh, nullptr, StrategySaving::choose);
    const RigFit refit = fit_rig(Rig::build(chosen).value(), mesh).value();
    for (std::size_t i = 0; i < rig.bones().size(); ++i)
      for (const bool head : {true, false}) {
        const BoneEnd& before = head ? rig.bones()[i].head : rig.bones()[i].tail;
        const BoneEnd& after = head ? chosen.bones[i].head : chosen.bones[i].tail;
        const Vec3 moved =
            head ? refit.bones[i].head - fit.bones[i].head : refit.bones[i].tail - fit.bones[i].tail;
        far = glm::length(moved) > 0.001 ? far + 1 : far;
        if (before.strategy == EndStrategy::cube) {
          ++cubes;
          same_cubes += after.strategy == EndStrategy::cube ? 1 : 0;
          // Of two cubes at one place either will do.
          EXPECT_LT(glm::length(moved), 1e-9)
              << rig.bones()[i].name << ' ' << before.cube << ' ' << after.cube;
        } else {
          ++other;
          EXPECT_LT(glm::length(moved), 0.0101) << rig.bones()[i].name;
        }
      }
  }
  EXPECT_EQ(same_cubes, cubes);
  EXPECT_GT(other, 100u);
  EXPECT_LT(far, other / 2);
}

TEST(MpfbFixtures, TheGameRigIsSkinned) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mpfb");
  const BaseMesh base = io::read_obj(text_of("base.obj"), "base.obj").value();
  const Rig rig =
      Rig::build(io::read_mpfb_rig(text_of("rig.game_engine.json"), "r.json").value().rig).value();
  const auto weights = io::read_mpfb_weights(text_of("weights.game_engine.json"), "w.json").value();
  for (const GroupTarget& target : match_groups(rig, weights.weights))
    EXPECT_EQ(target.kind, GroupTarget::Kind::bone);
  const RigFit fit = fit_rig(rig, base).value();
  const RiggedMesh rigged = make_rigged_mesh(rig, fit, base, weights.weights, BaseMeshPart::all).value();
  EXPECT_EQ(rigged.loss.vertices, 981u);
  EXPECT_EQ(rigged.loss.most, 7u);
  EXPECT_EQ(rigged.unweighted, 0u);
  const Skeleton skeleton = Skeleton::build(make_skeleton_desc(rig, fit)).value();
  const Mesh mesh = Mesh::build(rigged.bound.mesh).value();
  const Skin skin = Skin::build(rigged.bound.skin, mesh, skeleton).value();

  // The left elbow bent by 50 degrees about its own X.
  const JointIndex elbow = skeleton.find("lowerarm_l");
  ASSERT_NE(elbow, kNoJoint);
  const Quat turn = glm::angleAxis(glm::radians(50.0), Vec3(1, 0, 0));
  Pose pose;
  pose.set_rotation(skeleton, elbow, skeleton[elbow].rest_rotation * turn);
  std::vector<JointTransform> joints(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, pose, joints);
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, joints, std::span<Mat4>(palette));

  // By hand: the elbow's descendants move by rest x turn x rest^-1, everything else stays; Blender's frame.
  std::set<std::string> moving = {"lowerarm_l"};
  for (std::size_t round = 0; round < 5; ++round)
    for (const BoneDesc& bone : rig.bones())
      if (moving.contains(bone.parent)) moving.insert(bone.name);
  EXPECT_EQ(moving.size(), 17u);
  const Mat4 rest = fit.bones[static_cast<std::size_t>(rig.find("lowerarm_l"))].world_from_bone;
  const Mat4 moved = rest * Mat4(glm::mat3_cast(turn)) * glm::inverse(rest);
  std::vector<std::vector<std::pair<double, bool>>> by_vertex(base.positions.size());  // weight, moves
  const json document = json::parse(text_of("weights.game_engine.json"));
  for (const auto& [name, list] : document.at("weights").items())
    for (const json& entry : list) by_vertex[entry[0]].emplace_back(entry[1], moving.contains(name));
  double worst = 0.0;
  std::size_t compared = 0, moved_far = 0;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    auto& influences = by_vertex[mesh.source_indices()[v]];
    std::ranges::sort(influences, std::greater());
    // Which of equally great ones are kept is not the point here.
    if (influences.size() > 4 && influences[3].first == influences[4].first) continue;
    ASSERT_FALSE(influences.empty());
    double still = 0.0, with = 0.0;
    for (std::size_t k = 0; k < std::min<std::size_t>(4, influences.size()); ++k)
      (influences[k].second ? with : still) += influences[k].first;
    const Vec3 p = base.positions[mesh.source_indices()[v]];
    const Vec3 expected = (still * p + with * Vec3(moved * Vec4(p, 1.0))) / (still + with);
    Mat4 blended(0.0);
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      blended += static_cast<double>(skin.influences()[v].weight[k]) * palette[skin.influences()[v].joint[k]];
    const Vec3 got = Vec3(blended * Vec4(Vec3(mesh.positions()[v]), 1.0));
    worst = std::max(worst, glm::length(got - Vec3(-expected.y, expected.x, expected.z)));
    ++compared;
    moved_far += glm::length(expected - p) > 0.05 ? 1 : 0;
  }
  EXPECT_GT(compared, 19000u);
  EXPECT_GT(moved_far, 300u);
  EXPECT_LT(worst, 1e-6);
}

}  // namespace
}  // namespace mannequin
