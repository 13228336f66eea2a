#include "engine/io/gltf_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>
#include <nlohmann/json.hpp>

#include "engine/io/bound_mesh.h"
#include "engine/io/definitions.h"
#include "tests/io/gltf_files.h"
#include "tests/io/small_meshes.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace gltf_writer_test {

using Json = nlohmann::json;

std::uint32_t u32_at(const Bytes& bytes, std::size_t offset) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

Json json_chunk(const Bytes& bytes) { return Json::parse(as_text(bytes).substr(20, u32_at(bytes, 12))); }

// What the specification asks of container and accessors, as far as a program can see it.
void expect_sound(const Bytes& bytes) {
  ASSERT_GE(bytes.size(), 20u);
  EXPECT_EQ(as_text(bytes).substr(0, 4), "glTF");
  EXPECT_EQ(u32_at(bytes, 4), 2u);
  EXPECT_EQ(u32_at(bytes, 8), bytes.size());
  const std::size_t json_length = u32_at(bytes, 12);
  EXPECT_EQ(json_length % 4, 0u);
  const std::size_t bin = 20 + json_length;
  ASSERT_LE(bin + 8, bytes.size());
  EXPECT_EQ(u32_at(bytes, bin) % 4, 0u);
  EXPECT_EQ(bin + 8 + u32_at(bytes, bin), bytes.size());

  const Json json = json_chunk(bytes);
  EXPECT_EQ(json.at("asset").at("version"), "2.0");
  EXPECT_EQ(json.at("buffers").at(0).at("byteLength"), u32_at(bytes, bin));
  const std::map<std::string, std::size_t> parts{
      {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
  const std::map<int, std::size_t> sizes{{5121, 1}, {5123, 2}, {5125, 4}, {5126, 4}};
  for (const Json& accessor : json.at("accessors")) {
    const Json& view = json.at("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
    const std::size_t length = accessor.at("count").get<std::size_t>() * parts.at(accessor.at("type")) *
                               sizes.at(accessor.at("componentType"));
    EXPECT_GT(length, 0u);
    EXPECT_EQ(view.at("byteLength"), length);
    EXPECT_EQ(view.at("byteOffset").get<std::size_t>() % 4, 0u);
    EXPECT_LE(view.at("byteOffset").get<std::size_t>() + length, u32_at(bytes, bin));
  }
  for (const Json& mesh : json.at("meshes"))
    for (const Json& primitive : mesh.at("primitives")) {
      const Json& position =
          json.at("accessors").at(primitive.at("attributes").at("POSITION").get<std::size_t>());
      EXPECT_EQ(position.at("min").size(), 3u);
      EXPECT_EQ(position.at("max").size(), 3u);
      for (const auto& [name, accessor] : primitive.at("attributes").items())
        EXPECT_EQ(json.at("accessors").at(accessor.get<std::size_t>()).at("count"), position.at("count"))
            << name;
    }
}

TEST(GltfWriter, WritesASoundContainer) {
  const std::vector<BoundMeshDesc> meshes{test::two_joint_strip(), test::two_joint_strip()};
  const auto bytes = write_glb(meshes, nullptr);
  ASSERT_TRUE(bytes) << bytes.error().message();
  expect_sound(*bytes);
  const Json json = json_chunk(*bytes);
  EXPECT_EQ(json.at("skins").size(), 2u);
  EXPECT_EQ(json.at("skins").at(0).at("joints").size(), 2u);
  EXPECT_EQ(json.at("skins").at(0).at("joints"), json.at("skins").at(1).at("joints"));
  EXPECT_EQ(json.at("materials").size(), 2u);
}

TEST(GltfWriter, KeepsVertexColoursWithin16Bits) {
  const std::vector<BoundMeshDesc> meshes{test::two_joint_strip()};
  MeshLook look;
  for (std::size_t v = 0; v < meshes[0].mesh.positions.size(); ++v)
    look.vertex_colors.emplace_back(0.1f * static_cast<float>(v % 11), 1.0f / 3.0f, 0.0f, 1.0f);
  const auto bytes = write_glb(meshes, nullptr, std::span(&look, 1));
  ASSERT_TRUE(bytes) << bytes.error().message();
  expect_sound(*bytes);
  const auto file = read_gltf(*bytes, "strip.glb", {});
  ASSERT_TRUE(file) << file.error().message();
  const std::vector<Vec4f>& read = file->looks.at(0).vertex_colors;
  ASSERT_EQ(read.size(), look.vertex_colors.size());
  for (std::size_t v = 0; v < read.size(); ++v)
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(read[v][i], look.vertex_colors[v][i], 0.5 / 65535.0 + 1e-7) << v;
}

TEST(GltfWriter, IsDeterministic) {
  const std::vector<BoundMeshDesc> meshes{test::two_joint_strip()};
  EXPECT_EQ(*write_glb(meshes, nullptr), *write_glb(meshes, nullptr));
}

TEST(GltfWriter, SaysWhichVertexIsNotFinite) {
  std::vector<BoundMeshDesc> meshes{test::two_joint_strip()};
  meshes[0].mesh.positions[3].y = std::numeric_limits<float>::quiet_NaN();
  const auto bytes = write_glb(meshes, nullptr);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::bad_data);
  EXPECT_EQ(bytes.error().where, "mesh 'strip', vertex 3");
}

// The chain of joints above those of the skin gets binds of its own, which must be readable, too.
TEST(GltfWriter, SaysWhichJointIsInfinitelyFarAway) {
  auto character = read_builtin_character();
  ASSERT_TRUE(character) << character.error().message();
  const auto skeleton = Skeleton::build(std::move(character->skeleton));
  ASSERT_TRUE(skeleton) << skeleton.error().message();
  BoundMeshDesc bound = test::two_joint_strip();
  bound.skin.joint_names = {"mPelvis", "mTorso"};
  bound.skin.joint_rests = {{"mPelvis", glm::translate(Mat4(1.0), Vec3(1e300, 0.0, 1.067))},
                            {"mTorso", glm::translate(Mat4(1.0), Vec3(1e300, 0.0, 1.151))}};
  const auto bytes = write_glb(std::span(&bound, 1), &*skeleton);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::bad_data);
  EXPECT_EQ(bytes.error().where.substr(0, 7), "joint '") << bytes.error().message();
}

TEST(GltfWriter, RefusesWhatDoesNotFitTogether) {
  const auto refused = [](auto&& spoil) {
    std::vector<BoundMeshDesc> meshes{test::two_joint_strip()};
    spoil(meshes[0]);
    const auto bytes = write_glb(meshes, nullptr);
    return !bytes && bytes.error().code == ErrorCode::bad_data;
  };
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.normals.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.uvs.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.tangents.resize(1); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.indices[0] = 7; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.faces[0].index_count = 4000; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.faces[1].first_vertex = 4000; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.faces.clear(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.inverse_binds.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.influence_begin.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.influences[0].joint = 2; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.inverse_binds[1][0][0] = INFINITY; }));
  // What the reader refuses: matrices that flatten space, vertices beyond any place.
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.inverse_binds[1][0] = Vec4(0.0); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.positions[2].x = 2e38f; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.uvs[2].x = INFINITY; }));
}

// What the reader would refuse is not written.
TEST(GltfWriter, RefusesMoreThanIsRead) {
  BoundMeshDesc many_joints = test::two_joint_strip();
  many_joints.skin.joint_names.clear();
  for (int j = 0; j < 65; ++j) many_joints.skin.joint_names.push_back("joint" + std::to_string(j));
  many_joints.skin.inverse_binds.resize(65, Mat4(1.0));
  many_joints.skin.influences.clear();
  for (std::uint32_t j = 0; j < 65; ++j) many_joints.skin.influences.push_back({j, 1.0f / 65.0f});
  std::fill(many_joints.skin.influence_begin.begin() + 1, many_joints.skin.influence_begin.end(), 65u);
  const auto bytes = write_glb(std::span(&many_joints, 1), nullptr);
  ASSERT_FALSE(bytes);
  EXPECT_NE(bytes.error().message().find("more than 64 joints"), std::string::npos)
      << bytes.error().message();

  BoundMeshDesc many_faces = test::two_joint_strip();
  many_faces.mesh.faces.assign(25'001, many_faces.mesh.faces[0]);  // each with four accessors
  const PosedMesh posed = test::view(many_faces.mesh);
  const auto faces = write_glb(std::span(&posed, 1));
  ASSERT_FALSE(faces);
  EXPECT_NE(faces.error().message().find("100004 accessors"), std::string::npos) << faces.error().message();

  BoundMeshDesc many_morphs = test::two_joint_strip();
  many_morphs.mesh.faces.resize(1);
  many_morphs.mesh.morphs.assign(45'000, MorphTarget{"morph", {0}, {Vec3f(0.1f)}, {}});
  const auto morphs = write_glb(std::span(&many_morphs, 1), nullptr);
  ASSERT_FALSE(morphs);
  EXPECT_NE(morphs.error().message().find("JSON values"), std::string::npos) << morphs.error().message();
}

TEST(GltfWriter, WritesPosedMeshesWithoutSkin) {
  const BoundMeshDesc bound = test::two_joint_strip();
  const PosedMesh posed = test::view(bound.mesh);
  const auto bytes = write_glb(std::span(&posed, 1));
  ASSERT_TRUE(bytes) << bytes.error().message();
  expect_sound(*bytes);
  const Json json = json_chunk(*bytes);
  EXPECT_FALSE(json.contains("skins"));
  EXPECT_EQ(json.at("nodes").size(), 1u);
  EXPECT_EQ(json.at("nodes").at(0).at("name"), "strip");
  EXPECT_EQ(json.at("meshes").at(0).at("primitives").size(), 2u);
}

BoundMeshFile read_back(const std::vector<BoundMeshDesc>& meshes, const Skeleton* skeleton) {
  const auto bytes = write_glb(meshes, skeleton);
  if (!bytes) throw std::runtime_error(bytes.error().message());
  auto file = read_gltf(*bytes, "written.glb", "");
  if (!file) throw std::runtime_error(file.error().message());
  return *file;
}

void expect_same(const BoundMeshDesc& got, const BoundMeshDesc& wanted) {
  EXPECT_EQ(got.mesh.name, wanted.mesh.name);
  EXPECT_EQ(got.mesh.positions, wanted.mesh.positions);
  EXPECT_EQ(got.mesh.normals, wanted.mesh.normals);
  EXPECT_EQ(got.mesh.tangents, wanted.mesh.tangents);
  EXPECT_EQ(got.mesh.indices, wanted.mesh.indices);
  ASSERT_EQ(got.mesh.uvs.size(), wanted.mesh.uvs.size());
  for (std::size_t v = 0; v < got.mesh.uvs.size(); ++v) {
    EXPECT_EQ(got.mesh.uvs[v].x, wanted.mesh.uvs[v].x);
    EXPECT_NEAR(got.mesh.uvs[v].y, wanted.mesh.uvs[v].y, 6e-8f);  // turned over, 1 - v, and back
  }
  ASSERT_EQ(got.mesh.faces.size(), wanted.mesh.faces.size());
  for (std::size_t f = 0; f < got.mesh.faces.size(); ++f) {
    const FaceDesc &a = got.mesh.faces[f], &b = wanted.mesh.faces[f];
    EXPECT_EQ(a.first_vertex, b.first_vertex);
    EXPECT_EQ(a.vertex_count, b.vertex_count);
    EXPECT_EQ(a.first_index, b.first_index);
    EXPECT_EQ(a.index_count, b.index_count);
    const MaterialDesc &ma = got.mesh.materials[a.material], &mb = wanted.mesh.materials[b.material];
    EXPECT_EQ(ma.name, mb.name);
    EXPECT_EQ(ma.base_color, mb.base_color);
    EXPECT_EQ(ma.texture, mb.texture);
  }
  EXPECT_EQ(got.skin.joint_names, wanted.skin.joint_names);
  EXPECT_EQ(got.skin.bind_shape, Mat4(1.0));
  EXPECT_EQ(got.skin.influence_begin, wanted.skin.influence_begin);
  ASSERT_EQ(got.skin.influences.size(), wanted.skin.influences.size());
  for (std::size_t i = 0; i < got.skin.influences.size(); ++i) {
    EXPECT_EQ(got.skin.influences[i].joint, wanted.skin.influences[i].joint);
    EXPECT_EQ(got.skin.influences[i].weight, wanted.skin.influences[i].weight);
  }
  for (std::size_t j = 0; j < got.skin.inverse_binds.size(); ++j)
    EXPECT_EQ(Mat4f(got.skin.inverse_binds[j]), Mat4f(wanted.skin.inverse_binds[j]))
        << got.skin.joint_names[j];
}

TEST(GltfWriter, ReadsBackEqual) {
  BoundMeshDesc other = test::two_joint_strip();
  other.mesh.name = "other";
  other.mesh.tangents.clear();
  std::swap(other.skin.joint_names[0], other.skin.joint_names[1]);
  std::swap(other.skin.inverse_binds[0], other.skin.inverse_binds[1]);
  const std::vector<BoundMeshDesc> meshes{test::two_joint_strip(), other};
  const BoundMeshFile file = read_back(meshes, nullptr);
  ASSERT_EQ(file.meshes.size(), 2u);
  expect_same(file.meshes[0], meshes[0]);
  expect_same(file.meshes[1], meshes[1]);
}

TEST(GltfWriter, ReadsBackEqualAfterReadingRealFiles) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/female_2016_08_05.glb");
  const auto bytes = read_file(test::shared_path("fixtures/gltf/female_2016_08_05.glb"));
  ASSERT_TRUE(bytes);
  const auto first = read_gltf(*bytes, "female.glb", "");
  ASSERT_TRUE(first) << first.error().message();
  const BoundMeshFile second = read_back(first->meshes, nullptr);
  ASSERT_EQ(second.meshes.size(), first->meshes.size());
  for (std::size_t m = 0; m < second.meshes.size(); ++m) {
    EXPECT_EQ(second.meshes[m].mesh.positions, first->meshes[m].mesh.positions);
    EXPECT_EQ(second.meshes[m].mesh.indices, first->meshes[m].mesh.indices);
    EXPECT_EQ(second.meshes[m].skin.joint_names, first->meshes[m].skin.joint_names);
    EXPECT_EQ(second.meshes[m].skin.inverse_binds, first->meshes[m].skin.inverse_binds);
    // Joints are where their binds put them, here as in Blender's file.
    for (const std::string& joint : second.meshes[m].skin.joint_names)
      EXPECT_LT(glm::length(Vec3(test::rest_of(second.meshes[m].skin, joint)[3] -
                                 test::rest_of(first->meshes[m].skin, joint)[3])),
                2e-6);
  }
}

// Five influences in a vertex, a sum of 2, a joint named twice, a negative weight, a vertex without any.
TEST(GltfWriter, CleansWeights) {
  BoundMeshDesc bound = test::two_joint_strip();
  SkinDesc& skin = bound.skin;
  for (const char* name : {"mWristLeft", "mChest", "mNeck", "mHead"}) {
    skin.joint_names.push_back(name);
    skin.inverse_binds.push_back(Mat4(1.0));
  }
  skin.influences = {{0, 0.5f},  {1, 0.5f},  {2, 0.5f},  {3, 0.25f}, {4, 0.25f},
                     {5, 0.25f}, {0, 0.25f}, {1, -1.0f}, {0, 0.0f},  {1, 0.25f}};
  skin.influence_begin = {0, 7, 9, 10, 10, 10, 10, 10, 10};
  const BoundMeshFile file = read_back({bound}, nullptr);
  const SkinDesc& got = file.meshes.at(0).skin;
  EXPECT_EQ(got.influence_begin, (std::vector<std::uint32_t>{0, 6, 6, 7, 7, 7, 7, 7, 7}));
  const std::vector<float> weights{0.3f, 0.2f, 0.2f, 0.1f, 0.1f, 0.1f, 1.0f};
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_NEAR(got.influences[i].weight, weights[i], 1e-7f);
  EXPECT_EQ(got.influences[5].joint, 5u);
}

TEST(GltfWriter, WorksABindShapeIntoTheVertices) {
  BoundMeshDesc bound = test::two_joint_strip();
  bound.skin.bind_shape = Mat4(Vec4(0, 2, 0, 0), Vec4(-2, 0, 0, 0), Vec4(0, 0, 2, 0), Vec4(1, 2, 3, 1));
  const BoundMeshFile file = read_back({bound}, nullptr);
  const BoundMeshDesc& got = file.meshes.at(0);
  for (std::size_t v = 0; v < 8; ++v) {
    const Vec3f p = bound.mesh.positions[v], n = bound.mesh.normals[v];
    EXPECT_LT(glm::length(got.mesh.positions[v] - Vec3f(1 - 2 * p.y, 2 + 2 * p.x, 3 + 2 * p.z)), 1e-6f);
    EXPECT_LT(glm::length(got.mesh.normals[v] - Vec3f(-n.y, n.x, n.z)), 1e-6f);
  }
  for (std::size_t j = 0; j < 2; ++j)
    EXPECT_EQ(Mat4f(got.skin.inverse_binds[j]), Mat4f(bound.skin.inverse_binds[j]));
}

// The joints of the avatar by their canonical names, standing where the avatar's do; ancestors come along.
TEST(GltfWriter, PlacesTheJointsOfTheSkeleton) {
  auto character = read_builtin_character();
  ASSERT_TRUE(character) << character.error().message();
  const auto skeleton = Skeleton::build(std::move(character->skeleton));
  ASSERT_TRUE(skeleton) << skeleton.error().message();
  BoundMeshDesc bound = test::two_joint_strip();
  bound.skin.joint_names = {"avatar_mElbowLeft", "L_UPPER_ARM"};
  const auto bytes = write_glb(std::span(&bound, 1), &*skeleton);
  ASSERT_TRUE(bytes) << bytes.error().message();
  const auto file = read_gltf(*bytes, "written.glb", "");
  ASSERT_TRUE(file) << file.error().message();
  const SkinDesc& skin = file->meshes.at(0).skin;
  // Its own joints first, then the chain above them, which the viewer's importer needs.
  ASSERT_GE(skin.joint_names.size(), 2u);
  EXPECT_EQ(skin.joint_names[0], "mElbowLeft");
  EXPECT_EQ(skin.joint_names[1], "L_UPPER_ARM");
  EXPECT_EQ(std::ranges::count(skin.joint_names, "mPelvis"), 1);
  EXPECT_TRUE(file->viewer_notes.empty()) << file->viewer_notes.front().what;
  for (const InfluenceDesc& influence : skin.influences) EXPECT_LT(influence.joint, 2u);
  for (std::size_t j = 2; j < skin.joint_names.size(); ++j) {
    const Mat4 rest = test::rest_of(skin, skin.joint_names[j]) * skin.inverse_binds[j];
    for (int c = 0; c < 4; ++c) EXPECT_LT(glm::length(rest[c] - Mat4(1.0)[c]), 1e-6) << skin.joint_names[j];
  }
  for (std::size_t j = 0; j < 2; ++j) {
    // The default places, parent by parent; mPelvis at its default height.
    Vec3 place(0.0);
    for (JointIndex joint = skeleton->find(skin.joint_names[j]); joint != kNoJoint;
         joint = (*skeleton)[joint].parent)
      place += (*skeleton)[joint].default_position;
    const Joint& joint = (*skeleton)[skeleton->find(skin.joint_names[j])];
    EXPECT_LT(glm::length(Vec3(test::rest_of(skin, skin.joint_names[j])[3]) - place), 1e-12);
    const Mat3 wanted = Mat3(glm::mat4_cast(joint.rest_rotation)) *
                        Mat3(joint.rest_scale.x, 0, 0, 0, joint.rest_scale.y, 0, 0, 0, joint.rest_scale.z);
    for (int c = 0; c < 3; ++c)
      EXPECT_LT(glm::length(Mat3(test::rest_of(skin, skin.joint_names[j]))[c] - wanted[c]), 1e-12);
  }
  const Json json = json_chunk(*bytes);
  std::vector<std::string> names;
  for (const Json& node : json.at("nodes")) names.push_back(node.at("name"));
  EXPECT_EQ(names.front(), "strip");
  for (const char* ancestor : {"avatar", "mPelvis", "mTorso", "mChest", "mCollarLeft", "mShoulderLeft"})
    EXPECT_EQ(std::count(names.begin(), names.end(), ancestor), 1) << ancestor;
  EXPECT_EQ(std::count(names.begin(), names.end(), "mHipLeft"), 0);
}

// From shoulders with other axes the viewer guesses that a model faces another way, by the first skin of the
// file.
TEST(GltfWriter, LetsTheViewerGuessNoTurn) {
  auto character = read_builtin_character();
  ASSERT_TRUE(character) << character.error().message();
  const auto skeleton = Skeleton::build(std::move(character->skeleton));
  ASSERT_TRUE(skeleton) << skeleton.error().message();
  for (const double angle : {0.0, 1.0471975511965976}) {
    BoundMeshDesc bound = test::two_joint_strip();
    bound.skin.joint_names = {"mShoulderLeft", "mShoulderRight"};
    // As files have them that were made with Y up.
    const Mat4 turn = glm::rotate(Mat4(1.0), 1.5707963267948966, Vec3(1, 0, 0)) *
                      glm::rotate(Mat4(1.0), angle, glm::normalize(Vec3(1.0)));
    for (std::size_t j = 0; j < 2; ++j) {
      const Mat4 rest = glm::translate(Mat4(1.0), Vec3(0.0, j == 0 ? 0.2 : -0.2, 1.5)) * turn;
      bound.skin.joint_rests.push_back({bound.skin.joint_names[j], rest});
      bound.skin.inverse_binds[j] = glm::inverse(rest);
    }
    const auto bytes = write_glb(std::span(&bound, 1), &*skeleton);
    ASSERT_TRUE(bytes) << bytes.error().message();
    const auto file = read_gltf(*bytes, "written.glb", "");
    ASSERT_TRUE(file) << file.error().message();
    for (const Note& note : file->viewer_notes) EXPECT_NE(note.code, "viewer_quarter_turn");
    // A skin before it tells the viewer so, where it has to.
    const Json json = json_chunk(*bytes);
    EXPECT_EQ(json.at("skins").size(), angle == 0.0 ? 1u : 2u);
    EXPECT_EQ(json.at("nodes").at(0).at("skin"), angle == 0.0 ? 0 : 1);
    const SkinDesc& skin = file->meshes.at(0).skin;
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_EQ(skin.joint_names[j], bound.skin.joint_names[j]);
      for (int c = 0; c < 4; ++c)
        EXPECT_LT(glm::length(skin.inverse_binds[j][c] - bound.skin.inverse_binds[j][c]), 1e-6);
    }
  }
}

TEST(GltfWriter, JointsThatAreThereTwiceGetTwoNodes) {
  BoundMeshDesc bound = test::two_joint_strip();
  bound.skin.joint_names = {"mElbowLeft", "mElbowLeft"};
  const auto bytes = write_glb(std::span(&bound, 1), nullptr);
  ASSERT_TRUE(bytes) << bytes.error().message();
  const Json joints = json_chunk(*bytes).at("skins").at(0).at("joints");
  ASSERT_EQ(joints.size(), 2u);
  EXPECT_NE(joints[0], joints[1]);
  expect_same(read_back({bound}, nullptr).meshes.at(0), bound);
}

TEST(GltfWriter, LargeMeshesGetWideIndices) {
  BoundMeshDesc bound;
  bound.mesh.name = "large";
  for (std::uint32_t v = 0; v < 65'537; ++v) {
    bound.mesh.positions.push_back({static_cast<float>(v), static_cast<float>(v % 7), 0.0f});
    bound.mesh.normals.push_back({0, 0, 1});
  }
  bound.mesh.uvs.resize(65'537);
  bound.mesh.indices = {0, 1, 65'536, 2, 3, 65'535};
  bound.mesh.faces = {{0, 0, 65'537, 0, 6}};
  bound.mesh.materials.emplace_back();
  const BoundMeshFile file = read_back({bound}, nullptr);
  EXPECT_EQ(file.meshes.at(0).mesh.indices, bound.mesh.indices);
  EXPECT_FALSE(file.meshes.at(0).rigged());
}

}  // namespace gltf_writer_test
}  // namespace mannequin::io
