// Weights that tear a mesh in poses are found, and those of sound clothes and bodies are not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <regex>

#include "engine/avatar/avatar.h"
#include "engine/fit/standard_poses.h"
#include "engine/io/bound_mesh.h"
#include "tests/fit/sleeves.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace tear_check_test {

constexpr std::uint32_t kRing = 12, kRings = 25;
constexpr std::uint32_t kShoulder = 0, kElbow = 1, kHip = 2;

struct Told {
  double rest = 0.0, posed = 0.0;  // mm
  std::string pose;
};

Told told(const Finding& finding) {
  static const std::regex kNumbers("(\\d+) mm apart at rest, (\\d+) mm in the pose '([^']+)'");
  std::smatch match;
  if (!std::regex_search(finding.message, match, kNumbers)) {
    ADD_FAILURE() << finding.message;
    return {};
  }
  return {std::stod(match[1]), std::stod(match[2]), match[3]};
}

void add_vertex(BoundMeshDesc& bound, const Vec3& at, std::initializer_list<InfluenceDesc> influences) {
  const auto number = static_cast<std::uint32_t>(bound.mesh.positions.size());
  bound.mesh.positions.emplace_back(at);
  bound.mesh.normals.emplace_back(0, 0, 1);
  bound.mesh.uvs.emplace_back(0, 0);
  bound.mesh.source_indices.push_back(number);
  if (bound.skin.influence_begin.empty()) bound.skin.influence_begin.push_back(0);
  for (const InfluenceDesc& influence : influences)
    if (influence.weight > 0.0f) bound.skin.influences.push_back(influence);
  bound.skin.influence_begin.push_back(static_cast<std::uint32_t>(bound.skin.influences.size()));
}

BoundMeshDesc on_joints(std::vector<std::string> joints) {
  BoundMeshDesc bound;
  bound.mesh.name = "cloth";
  for (const std::string& name : joints) {
    bound.skin.inverse_binds.push_back(glm::inverse(rest(name)));
    bound.skin.joint_positions.push_back(builtin().skeleton[builtin().skeleton.find(name)].default_position);
  }
  bound.skin.joint_names = std::move(joints);
  return bound;
}

void add_face(BoundMeshDesc& bound) {
  bound.mesh.faces = {{0, 0, static_cast<std::uint32_t>(bound.mesh.positions.size()), 0,
                       static_cast<std::uint32_t>(bound.mesh.indices.size())}};
  bound.mesh.materials = {{"cloth", {1, 1, 1, 1}, ""}};
}

// A left sleeve whose weights go from the upper arm to the forearm over 120 mm.
BoundMeshDesc sleeve() {
  BoundMeshDesc bound = on_joints({"mShoulderLeft", "mElbowLeft", "mHipRight"});
  const Vec3 shoulder(rest("mShoulderLeft")[3]), elbow(rest("mElbowLeft")[3]), wrist(rest("mWristLeft")[3]);
  for (std::uint32_t ring = 0; ring < kRings; ++ring)
    for (std::uint32_t k = 0; k < kRing; ++k) {
      const double along = 0.06 + 0.4 * ring / (kRings - 1.0), turn = 2.0 * std::numbers::pi * k / kRing;
      Vec3 at = glm::mix(shoulder, wrist, along / glm::distance(shoulder, wrist));
      const double below = std::clamp((at.y - elbow.y) / 0.12 + 0.5, 0.0, 1.0);
      at += 0.05 * Vec3(std::cos(turn), 0.0, std::sin(turn));
      add_vertex(bound, at,
                 {{kShoulder, 1.0f - static_cast<float>(below)}, {kElbow, static_cast<float>(below)}});
      if (ring + 1 == kRings) continue;
      const std::uint32_t a = ring * kRing + k, b = ring * kRing + (k + 1) % kRing, c = a + kRing,
                          d = b + kRing;
      bound.mesh.indices.insert(bound.mesh.indices.end(), {a, c, b, b, c, d});
    }
  add_face(bound);
  return bound;
}

void follow_alone(BoundMeshDesc& bound, std::uint32_t vertex, std::uint32_t joint) {
  SkinDesc& skin = bound.skin;
  const std::uint32_t begin = skin.influence_begin[vertex], end = skin.influence_begin[vertex + 1];
  skin.influences.erase(skin.influences.begin() + begin + 1, skin.influences.begin() + end);
  skin.influences[begin] = {joint, 1.0f};
  for (std::size_t v = vertex + 1; v < skin.influence_begin.size(); ++v)
    skin.influence_begin[v] -= end - begin - 1;
}

// A sheet before the legs at the height of the knees, `columns` across, half of them on each leg, with
// weights that go from one to the other over `across` columns.
BoundMeshDesc skirt(std::uint32_t columns, double across) {
  BoundMeshDesc bound = on_joints({"mHipLeft", "mHipRight"});
  constexpr std::uint32_t kRows = 6;
  for (std::uint32_t row = 0; row < kRows; ++row)
    for (std::uint32_t column = 0; column < columns; ++column) {
      const double from_middle = column - (columns - 1) / 2.0;
      const auto left = static_cast<float>(std::clamp(from_middle / across + 0.5, 0.0, 1.0));
      add_vertex(bound, {0.08, 0.02 * from_middle, 0.55 + 0.02 * row}, {{0, left}, {1, 1.0f - left}});
      if (row + 1 == kRows || column + 1 == columns) continue;
      const std::uint32_t a = row * columns + column, b = a + 1, c = a + columns, d = c + 1;
      bound.mesh.indices.insert(bound.mesh.indices.end(), {a, c, b, b, c, d});
    }
  add_face(bound);
  return bound;
}

TEST(TearCheck, TriesTwentyPosesAndTheRestFirst) {
  const std::vector<SweepPose> poses = check_poses(builtin().skeleton);
  ASSERT_EQ(poses.size(), kCheckPoses);
  EXPECT_EQ(poses.front().name, "T");
  EXPECT_TRUE(poses.front().pose.rotations.empty());
  for (std::size_t i = 1; i < poses.size(); ++i) EXPECT_FALSE(poses[i].pose.rotations.empty());
}

TEST(TearCheck, SaysNothingOfASmoothSleeve) { EXPECT_EQ(find(check(sleeve()), "torn_weights"), nullptr); }

TEST(TearCheck, NamesTheVertexThePoseAndTheJointsOfATornSleeve) {
  constexpr std::uint32_t kVertex = 20 * kRing + 3;  // on the forearm
  BoundMeshDesc bound = sleeve();
  follow_alone(bound, kVertex, kHip);
  const Findings findings = check(bound);
  const Finding* torn = find(findings, "torn_weights");
  ASSERT_NE(torn, nullptr);
  EXPECT_EQ(torn->severity, Severity::warning);
  EXPECT_FALSE(is_refused(findings));
  EXPECT_EQ(std::ranges::count(findings, "torn_weights", &Finding::code), 1);
  EXPECT_EQ(torn->vertex, kVertex);
  EXPECT_EQ(torn->joint, "mHipRight");
  EXPECT_NE(torn->message.find(fmt::format("vertex {} (mHipRight 100 %)", kVertex)), std::string::npos)
      << torn->message;
  EXPECT_NE(torn->message.find("(mElbowLeft 100 %)"), std::string::npos) << torn->message;
  EXPECT_NE(torn->message.find("near mElbowLeft"), std::string::npos) << torn->message;
  EXPECT_NE(torn->message.find("6 edges are"), std::string::npos) << torn->message;
  EXPECT_NE(torn->remedy.find("--smooth 3"), std::string::npos) << torn->remedy;
  const Told lengths = told(*torn);
  EXPECT_GT(lengths.rest, 10.0);
  EXPECT_LT(lengths.rest, 40.0);
  EXPECT_GT(lengths.posed, 400.0);
  EXPECT_FALSE(lengths.pose.empty());
  EXPECT_EQ(torn->pose, lengths.pose);
}

TEST(TearCheck, MeasuresWhatTheSkinDoesInThePose) {
  constexpr std::uint32_t kVertex = 20 * kRing + 3;
  BoundMeshDesc bound = sleeve();
  follow_alone(bound, kVertex, kHip);
  const Findings findings = check(bound);
  const Finding* torn = find(findings, "torn_weights");
  ASSERT_NE(torn, nullptr);
  const Told lengths = told(*torn);
  static const std::regex kOther("and vertex (\\d+) ");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(torn->message, match, kOther)) << torn->message;
  const auto other = static_cast<std::uint32_t>(std::stoul(match[1]));
  const std::vector<SweepPose> poses = check_poses(builtin().skeleton);
  const auto pose = std::ranges::find(poses, lengths.pose, &SweepPose::name);
  ASSERT_NE(pose, poses.end());
  AvatarInputs inputs;
  inputs.pose = pose->pose;
  const AvatarState state = evaluate_avatar(builtin(), inputs);
  const auto place = [&](std::uint32_t vertex, std::size_t slot) {
    const auto joint = static_cast<std::size_t>(builtin().skeleton.find(bound.skin.joint_names[slot]));
    return Vec3(state.joints[joint].world_from_joint() * bound.skin.inverse_binds[slot] *
                Vec4(Vec3(bound.mesh.positions[vertex]), 1.0));
  };
  EXPECT_NEAR(1000.0 * glm::distance(place(kVertex, kHip), place(other, kElbow)), lengths.posed, 0.6);
}

TEST(TearCheck, FindsASeamThatOpens) {
  // The vertex that another ring's triangles end at, a second time with weights of its own.
  constexpr std::uint32_t kVertex = 12 * kRing + 3;  // at the elbow
  for (const bool same : {true, false}) {
    BoundMeshDesc bound = sleeve();
    const auto begin = bound.skin.influence_begin[kVertex], end = bound.skin.influence_begin[kVertex + 1];
    const std::vector<InfluenceDesc> own(bound.skin.influences.begin() + begin,
                                         bound.skin.influences.begin() + end);
    ASSERT_EQ(own.size(), 2u);
    const Vec3 at(bound.mesh.positions[kVertex]);
    if (same)
      add_vertex(bound, at, {own[0], own[1]});
    else
      add_vertex(bound, at, {{kShoulder, 1.0f}});
    const auto added = static_cast<std::uint32_t>(bound.mesh.positions.size() - 1);
    for (std::size_t i = 6 * kRing * 12; i < bound.mesh.indices.size(); ++i)
      if (bound.mesh.indices[i] == kVertex) bound.mesh.indices[i] = added;
    add_face(bound);
    const Findings findings = check(bound);
    const Finding* torn = find(findings, "torn_weights");
    ASSERT_EQ(torn == nullptr, same);
    if (same) continue;
    EXPECT_NE(torn->message.find("1 pair of vertices in one place is"), std::string::npos) << torn->message;
    EXPECT_TRUE(torn->vertex == kVertex || torn->vertex == added);
    EXPECT_NE(torn->remedy.find("--weld"), std::string::npos) << torn->remedy;
    EXPECT_EQ(told(*torn).rest, 0.0);
    EXPECT_GT(told(*torn).posed, 10.0);
  }
}

TEST(TearCheck, LetsClothBetweenTheLegsStretch) {
  EXPECT_EQ(find(check(skirt(10, 5.0)), "torn_weights"), nullptr);
  const Findings findings = check(skirt(10, 0.1));
  const Finding* torn = find(findings, "torn_weights");
  ASSERT_NE(torn, nullptr) << "cut from top to bottom";
  EXPECT_NEAR(told(*torn).rest, 20.0, 9.0);
  EXPECT_GT(told(*torn).posed, 300.0);
}

TEST(TearCheck, SaysNothingOfOneJointOrOfLongEdges) {
  BoundMeshDesc bound = sleeve();
  for (std::uint32_t v = 0; v < bound.mesh.positions.size(); ++v) follow_alone(bound, v, kHip);
  EXPECT_EQ(find(check(bound), "torn_weights"), nullptr);
  // From one wrist to the other, as a rope or a banner.
  bound = on_joints({"mWristLeft", "mWristRight"});
  const Vec3 left(rest("mWristLeft")[3]), right(rest("mWristRight")[3]);
  add_vertex(bound, left, {{0, 1.0f}});
  add_vertex(bound, left - Vec3(0.0, 0.0, 0.1), {{0, 1.0f}});
  add_vertex(bound, right, {{1, 1.0f}});
  bound.mesh.indices = {0, 1, 2};
  add_face(bound);
  EXPECT_EQ(find(check(bound), "torn_weights"), nullptr);
}

TEST(TearCheck, SaysNothingOfOurClothesAndBodies) {
  std::size_t seen = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "assets")) {
    if (entry.path().extension() != ".glb") continue;
    const auto file = io::read_bound_mesh(entry.path());
    ASSERT_TRUE(file) << file.error().message();
    const Findings findings = check_upload(file->meshes, builtin(), {});
    const Finding* torn = find(findings, "torn_weights");
    EXPECT_EQ(torn, nullptr) << entry.path() << ": " << torn->message;
    ++seen;
  }
  EXPECT_GE(seen, 14u);
}

TEST(TearCheck, SaysNothingOfOthersBodies) {
  for (const char* folder : {"fixtures/ruth2", "fixtures/bento", "fixtures/mesh-asset"}) {
    MANNEQUIN_NEEDS_SHARED(folder);
    for (const auto& entry : std::filesystem::directory_iterator(shared_path(folder)))
      for (const bool positions : {false, true}) {
        const auto file = io::read_bound_mesh(entry.path());
        ASSERT_TRUE(file) << file.error().message();
        const Findings findings = check_upload(file->meshes, builtin(), {positions});
        const Finding* torn = find(findings, "torn_weights");
        EXPECT_EQ(torn, nullptr) << entry.path() << ": " << torn->message;
      }
  }
}

TEST(TearCheck, FindsTheSeamOfASpoiltFile) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/gltf/coincident_vertices_other_weights.glb");
  const auto file =
      io::read_bound_mesh(shared_path("fixtures/spoilt/gltf/coincident_vertices_other_weights.glb"));
  ASSERT_TRUE(file) << file.error().message();
  const Findings findings = check_upload(file->meshes, builtin(), {});
  const Finding* torn = find(findings, "torn_weights");
  ASSERT_NE(torn, nullptr);
  EXPECT_EQ(torn->vertex, 5u);
  EXPECT_NE(torn->message.find("1 pair of vertices in one place"), std::string::npos) << torn->message;
}

TEST(TearCheck, OutlivesWhatNoReaderGives) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                  kInfinity = std::numeric_limits<float>::infinity();
  constexpr std::uint32_t kVertex = 20 * kRing + 3;
  const auto torn_after = [&](auto&& change) {
    BoundMeshDesc bound = sleeve();
    follow_alone(bound, kVertex, kHip);
    change(bound);
    return find(check(bound), "torn_weights") != nullptr;
  };
  EXPECT_TRUE(torn_after([](BoundMeshDesc&) {}));
  EXPECT_FALSE(torn_after([](BoundMeshDesc& b) { b.mesh.indices.clear(); }));
  EXPECT_FALSE(torn_after([](BoundMeshDesc& b) { b.skin.influences.clear(); }));
  EXPECT_FALSE(torn_after([](BoundMeshDesc& b) { b.skin.inverse_binds.pop_back(); }));
  for (const float weight : {kNan, kInfinity, -1.0f})
    EXPECT_FALSE(torn_after(
        [&](BoundMeshDesc& b) { b.skin.influences[b.skin.influence_begin[kVertex]].weight = weight; }));
  for (const float place : {kNan, kInfinity})
    EXPECT_FALSE(torn_after([&](BoundMeshDesc& b) { b.mesh.positions[kVertex].y = place; }));
  EXPECT_FALSE(torn_after(
      [](BoundMeshDesc& b) { b.skin.influences[b.skin.influence_begin[kVertex]].joint = 4'000'000'000u; }));
  // Only these triangles are left out.
  EXPECT_TRUE(torn_after([](BoundMeshDesc& b) { b.mesh.indices[0] = 4'000'000'000u; }));
  EXPECT_TRUE(torn_after([](BoundMeshDesc& b) { b.mesh.indices.pop_back(); }));
}

}  // namespace tear_check_test
}  // namespace mannequin::test
