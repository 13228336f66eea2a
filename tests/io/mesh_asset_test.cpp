#include "engine/io/mesh_asset.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/io/definitions.h"
#include "engine/io/mesh_asset_writer.h"
#include "tests/io/asset_files.h"
#include "tests/io/small_meshes.h"

namespace mannequin::io {
namespace mesh_asset_test {

using namespace mannequin::test;  // NOLINT: hand-made parts

Result<MeshAssetFile> read(const Bytes& bytes) { return read_mesh_asset(bytes, "made.llmesh"); }

Result<MeshAssetFile> read_face(Llsd::Map face) {
  return read(asset_bytes({{"skin", Llsd(two_joint_skin())}, {"high_lod", level({std::move(face)})}}));
}

Result<MeshAssetFile> read_skin(Llsd::Map skin) {
  return read(asset_bytes({{"skin", Llsd(std::move(skin))}, {"high_lod", level({triangle_face()})}}));
}

bool noted(const MeshAssetFile& file, std::string_view code) {
  return std::any_of(file.notes.begin(), file.notes.end(),
                     [&](const Note& note) { return note.code == code; });
}

void expect_refused(const Result<MeshAssetFile>& file, std::string_view where, std::string_view what) {
  ASSERT_FALSE(file) << what;
  EXPECT_NE(file.error().where.find(where), std::string::npos) << file.error().message();
  EXPECT_NE(file.error().what.find(what), std::string::npos) << file.error().message();
}

TEST(MeshAssetTest, ReadsWhatTheBytesSay) {
  const auto file = read(triangle_asset());
  ASSERT_TRUE(file) << file.error().message();
  ASSERT_EQ(file->meshes.size(), 1u);
  const MeshAsset& asset = file->meshes[0];
  EXPECT_EQ(asset.name, "made");
  const AssetFace& face = asset.levels[3].at(0);
  EXPECT_EQ(face.positions[0], Vec3f(-0.5f, -0.5f, -0.25f));
  EXPECT_EQ(face.positions[1], Vec3f(0.5f, -0.5f, -0.25f));
  EXPECT_EQ(face.positions[2], Vec3f(0.5f, 0.5f, 0.75f));
  EXPECT_NEAR(face.normals[0].z, 1.0f, 1e-6f);
  EXPECT_NEAR(face.normals[0].x, 0.0f, 2e-5f);
  EXPECT_EQ(face.uvs[2], Vec2f(1.0f, 3.0f));
  EXPECT_EQ(face.indices, (std::vector<std::uint16_t>{0, 1, 2}));
  EXPECT_EQ(face.normalized_scale, Vec3f(2.0f, 3.0f, 4.0f));
  EXPECT_FLOAT_EQ(face.influences[0].weight[0], 0.999f);  // at most that, as in the viewer
  EXPECT_FLOAT_EQ(face.influences[1].weight[0], 0.2f);
  EXPECT_EQ(face.influences[1].joint[1], 1);
  EXPECT_FLOAT_EQ(face.influences[1].weight[1], 0.8f);
  EXPECT_FLOAT_EQ(face.influences[2].weight[0], 0.999f);
  EXPECT_TRUE(noted(*file, "unweighted_vertices"));
  EXPECT_EQ(asset.skin->joint_positions.at(1), Vec3(0.3, 0.25, 0.0));
  EXPECT_EQ(asset.skin->bind_shape[3], Vec4(0.0, 0.0, 1.5, 1.0));
  EXPECT_TRUE(asset.skin->lock_scale);
  EXPECT_EQ(asset.skin->pelvis_offset, 0.125);
}

TEST(MeshAssetTest, BecomesABoundMesh) {
  const auto file = read(triangle_asset());
  ASSERT_TRUE(file);
  const BoundMeshFile bound = bound_meshes(*file, Lod::high);
  EXPECT_TRUE(bound.is_asset);
  const auto mesh = Mesh::build(bound.meshes.at(0).mesh);
  ASSERT_TRUE(mesh) << mesh.error().message();
  EXPECT_NEAR(glm::length(mesh->normals()[0]), 1.0f, 1e-6f);
  const auto skeleton = Skeleton::build(read_builtin_character()->skeleton);
  const auto skin = Skin::build(bound.meshes[0].skin, *mesh, *skeleton);
  ASSERT_TRUE(skin) << skin.error().message();
  EXPECT_FLOAT_EQ(skin->influences()[1].weight[0], 0.8f);
  EXPECT_TRUE(skin->unbound_vertices().empty());
}

TEST(MeshAssetTest, WithoutASkinHasTheSizeItWasMadeIn) {
  const auto file = read(asset_bytes({{"high_lod", level({triangle_face()})}}));
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_TRUE(noted(*file, "weights_without_skin"));
  const BoundMeshDesc bound = bound_mesh(file->meshes[0], Lod::high);
  EXPECT_FALSE(bound.rigged());
  EXPECT_EQ(bound.mesh.positions[2], Vec3f(1.0f, 1.5f, 3.0f));
}

TEST(MeshAssetTest, TheNearestLevelStandsInForAMissingOne) {
  const auto file = read(asset_bytes({{"low_lod", level({triangle_face()})}}));
  ASSERT_TRUE(file) << file.error().message();
  for (const Lod lod : kLods) EXPECT_EQ(bound_mesh(file->meshes[0], lod).mesh.positions.size(), 3u);
  const BoundMeshFile bound = bound_meshes(*file, Lod::high);
  EXPECT_TRUE(std::any_of(bound.notes.begin(), bound.notes.end(),
                          [](const Note& note) { return note.code == "level_missing"; }));
}

TEST(MeshAssetTest, EmptyFacesKeepTheirPlace) {
  Llsd::Map empty;
  empty.emplace_back("NoGeometry", Llsd(false));
  const auto file = read(asset_bytes({{"high_lod", level({empty, without(triangle_face(), "Weights")})}}));
  ASSERT_TRUE(file) << file.error().message();
  const BoundMeshDesc bound = bound_mesh(file->meshes[0], Lod::high);
  ASSERT_EQ(bound.mesh.faces.size(), 2u);
  EXPECT_EQ(bound.mesh.faces[0].vertex_count, 0u);
  EXPECT_EQ(bound.mesh.faces[1].material, 1u);
  EXPECT_TRUE(Mesh::build(bound.mesh));
  expect_refused(read(asset_bytes({{"high_lod", level({empty})}})), "high_lod", "no geometry");
}

// The arrays of triangle_face() one after the other, enough vertices to be read in threads.
Llsd::Map long_face() {
  constexpr std::size_t kTimes = 8'000;
  Llsd::Map face = triangle_face();
  for (auto& [key, value] : face) {
    const Bytes* once = value.as<Bytes>();
    if (once == nullptr) continue;
    Bytes all;
    for (std::size_t i = 0; i < kTimes; ++i) all.insert(all.end(), once->begin(), once->end());
    value = Llsd(std::move(all));
  }
  return face;
}

TEST(MeshAssetTest, LongFacesAreReadAsShortOnes) {
  Llsd::Map unweighted = without(long_face(), "Weights");
  const auto file = read(asset_bytes(
      {{"skin", Llsd(two_joint_skin())}, {"high_lod", level({triangle_face(), long_face(), unweighted})}}));
  ASSERT_TRUE(file) << file.error().message();
  const std::vector<AssetFace>& faces = file->meshes[0].levels[3];
  ASSERT_EQ(faces.size(), 3u);
  for (std::size_t v = 0; v < 24'000; ++v) {
    ASSERT_EQ(faces[1].positions[v], faces[0].positions[v % 3]) << v;
    ASSERT_EQ(faces[1].normals[v], faces[0].normals[v % 3]) << v;
    ASSERT_EQ(faces[1].uvs[v], faces[0].uvs[v % 3]) << v;
    ASSERT_EQ(faces[1].influences[v].weight, faces[0].influences[v % 3].weight) << v;
    ASSERT_EQ(faces[1].indices[v], v % 3) << v;
  }
  std::vector<std::string> where;
  for (const Note& note : file->notes) where.push_back(note.where);
  EXPECT_EQ(where, (std::vector<std::string>{"made.llmesh, high_lod, face 0, vertex 2",
                                             "made.llmesh, high_lod, face 1, vertex 2",
                                             "made.llmesh, high_lod, face 2"}));
  const BoundMeshDesc bound = bound_mesh(file->meshes[0], Lod::high);
  ASSERT_EQ(bound.mesh.positions.size(), 48'003u);
  ASSERT_EQ(bound.skin.influence_begin.size(), 48'004u);
  for (std::size_t v = 0; v < 48'003; ++v) {
    ASSERT_EQ(bound.mesh.positions[v], faces[0].positions[v % 3]) << v;
    const std::uint32_t begin = bound.skin.influence_begin[v],
                        count = bound.skin.influence_begin[v + 1] - begin;
    ASSERT_EQ(count, v >= 24'003 ? 0u : v % 3 == 1 ? 2u : 1u) << v;
    if (count > 0) {
      ASSERT_FLOAT_EQ(bound.skin.influences[begin].weight, v % 3 == 1 ? 0.2f : 0.999f) << v;
    }
  }
  EXPECT_EQ(bound.mesh.indices.back(), 24'005u);
}

TEST(MeshAssetTest, TheFirstFaultIsNamedWhicheverIsFoundFirst) {
  const Llsd::Map bad = without(triangle_face(), "PositionDomain");
  expect_refused(
      read(asset_bytes({{"high_lod", level({long_face(), with(long_face(), "Normal", data({0, 0})), bad})}})),
      "face 1", "Normal has 2 bytes");
}

TEST(MeshAssetTest, MoreVerticesThanPlausibleAreRefusedUnread) {
  const Llsd::Map face = without(without(long_face(), "Normal"), "TexCoord0");
  expect_refused(read(asset_bytes({{"high_lod", level(std::vector<Llsd::Map>(44, face))}})), "high_lod",
                 "more vertices, including the levels below it");
}

TEST(MeshAssetTest, FacesThatDoNotFitTogetherAreRefused) {
  const Llsd::Map face = triangle_face();
  expect_refused(read_face(without(face, "Position")), "made.llmesh, high_lod, face 0", "has no Position");
  expect_refused(read_face(with(face, "Position", data({1, 2, 3}))), "face 0", "a vertex takes 6");
  expect_refused(read_face(with(face, "Position", Llsd(1.0))), "face 0", "is a real, not binary data");
  expect_refused(read_face(without(face, "PositionDomain")), "face 0", "has no PositionDomain");
  expect_refused(read_face(without(face, "TexCoord0Domain")), "face 0", "has no TexCoord0Domain");
  expect_refused(read_face(with(face, "PositionDomain", domain(list({0, 0, 0}), list({1, 1e300, 1})))),
                 "PositionDomain", "not a finite number");
  expect_refused(read_face(with(face, "Normal", data({0, 0, 0, 0, 0, 0}))), "face 0", "Normal has 6 bytes");
  expect_refused(read_face(with(face, "TriangleList", data({0, 0, 1, 0, 3, 0}))), "triangle 0", "vertex 3");
  expect_refused(read_face(without(face, "TriangleList")), "face 0", "no triangles");
  expect_refused(read_face(with(face, "Weights", data({0xFF, 0xFF}))), "vertex 2", "2 bytes for 3 vertices");
  expect_refused(read_face(with(face, "Weights", data({2, 0, 0, 0xFF, 0xFF, 0xFF}))), "vertex 0", "joint 2");
  expect_refused(read_face(with(face, "Weights", data({0xFF, 0xFF, 0xFF, 0xFF}))), "vertex 3",
                 "after the last vertex (1 of its bytes)");
  EXPECT_TRUE(noted(*read_face(without(face, "Normal")), "no_normals"));
  EXPECT_TRUE(noted(*read_face(without(face, "TexCoord0")), "no_uv"));
  EXPECT_TRUE(noted(*read_face(without(face, "Weights")), "no_weights"));
  EXPECT_TRUE(
      noted(*read_face(with(face, "TriangleList", data({0, 0, 1, 0, 2, 0, 7, 7}))), "surplus_indices"));
}

TEST(MeshAssetTest, SkinsThatDoNotFitTogetherAreRefused) {
  const Llsd::Map skin = two_joint_skin();
  expect_refused(read_skin({}), "made.llmesh, skin", "names no joints");
  expect_refused(read_skin(with(skin, "joint_names", Llsd(Llsd::Array{Llsd(true), Llsd(true)}))), "joint 0",
                 "is a truth value");
  expect_refused(read_skin(with(skin, "inverse_bind_matrix", Llsd(Llsd::Array{identity()}))), "skin",
                 "1 inverse binds for 2 joints");
  expect_refused(read_skin(with(skin, "bind_shape_matrix", list({1, 2, 3}))), "bind_shape_matrix",
                 "3 of them");
  expect_refused(read_skin(without(skin, "bind_shape_matrix")), "skin", "no bind_shape_matrix");
  expect_refused(read_skin(with(skin, "pelvis_offset", Llsd(std::string("high")))), "skin",
                 "pelvis_offset is a text");
  const auto other = read_skin(with(skin, "alt_inverse_bind_matrix", Llsd(Llsd::Array{identity()})));
  ASSERT_TRUE(other);
  EXPECT_TRUE(noted(*other, "joint_positions_ignored"));
  EXPECT_TRUE(other->meshes[0].skin->joint_positions.empty());
}

TEST(MeshAssetTest, HullsAndBrokenPhysics) {
  Llsd::Map hulls;
  hulls.emplace_back("HullList", data({1, 1}));
  hulls.emplace_back("Positions", data({0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255}));
  hulls.emplace_back("BoundingVerts", data({0, 0, 255, 255, 0, 0}));
  const Blocks mesh = {{"high_lod", level({without(triangle_face(), "Weights")})}};
  const auto with_physics = [&](Llsd block) {
    Blocks blocks = mesh;
    blocks.emplace_back("physics_convex", std::move(block));
    return read(asset_bytes(blocks));
  };
  const auto file = with_physics(Llsd(hulls));
  ASSERT_TRUE(file) << file.error().message();
  ASSERT_TRUE(file->meshes[0].hulls);
  EXPECT_EQ(file->meshes[0].hulls->hulls.at(1).at(0), Vec3f(0.5f));
  EXPECT_EQ(file->meshes[0].hulls->base_hull.at(0), Vec3f(-0.5f, 0.5f, -0.5f));
  const auto nothing = with_physics(Llsd());
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(nothing->meshes[0].hulls);
  EXPECT_TRUE(nothing->notes.empty());
  const auto broken = with_physics(Llsd(with(hulls, "HullList", data({0, 1}))));
  ASSERT_TRUE(broken) << "a mesh is not worse for its physics";
  EXPECT_TRUE(noted(*broken, "physics_unreadable"));
}

TEST(MeshAssetTest, TheHeaderIsChecked) {
  expect_refused(read(asset_bytes({{"skin", Llsd(two_joint_skin())}})), "header", "no level of detail");
  const Blocks blocks = {{"high_lod", level({without(triangle_face(), "Weights")})}};
  Llsd::Map version;
  version.emplace_back("version", Llsd(std::int32_t{1000}));
  expect_refused(read(asset_bytes(blocks, version)), "header", "version 1000");
  Llsd::Map beyond;
  Llsd::Map entry;
  entry.emplace_back("offset", Llsd(std::int32_t{0x7fffffff}));
  entry.emplace_back("size", Llsd(std::int32_t{0x7fffffff}));
  beyond.emplace_back("skin", Llsd(entry));
  expect_refused(read(asset_bytes(blocks, beyond)), "header, skin", "truncated or damaged");
  // A block of no bytes is a block that is not there.
  entry[1].second = Llsd(std::int32_t{0});
  Llsd::Map absent;
  absent.emplace_back("skin", Llsd(entry));
  const auto file = read(asset_bytes(blocks, absent));
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_FALSE(file->meshes[0].skin);
}

class MeshAssetRoundTrip : public testing::Test {
 protected:
  void SetUp() override {
    auto character = read_builtin_character();
    ASSERT_TRUE(character);
    skeleton_.emplace(Skeleton::build(std::move(character->skeleton)).value());
  }

  std::vector<MeshAsset> make(BoundMeshDesc bound, const MeshAssetOptions& options = {}) {
    const auto mesh = Mesh::build(bound.mesh);
    EXPECT_TRUE(mesh) << mesh.error().message();
    const auto skin = Skin::build(bound.skin, *mesh, *skeleton_);
    EXPECT_TRUE(skin) << skin.error().message();
    return make_mesh_assets(*mesh, &*skin, *skeleton_, options).value();
  }

  std::optional<Skeleton> skeleton_;
};

TEST_F(MeshAssetRoundTrip, LosesNoMoreThanAStep) {
  const BoundMeshDesc strip = two_joint_strip();
  const auto assets = make(strip);
  ASSERT_EQ(assets.size(), 1u);
  const auto bytes = write_mesh_asset(assets[0], AssetNumbers::imported);
  ASSERT_TRUE(bytes) << bytes.error().message();
  const auto file = read(*bytes);
  ASSERT_TRUE(file) << file.error().message();
  const BoundMeshDesc back = bound_mesh(file->meshes[0], Lod::high);
  ASSERT_EQ(back.mesh.positions.size(), strip.mesh.positions.size());
  EXPECT_EQ(back.mesh.indices, strip.mesh.indices);
  EXPECT_EQ(back.skin.joint_names, strip.skin.joint_names);
  for (std::size_t v = 0; v < back.mesh.positions.size(); ++v) {
    const Vec3 ours(back.skin.bind_shape * Vec4(Vec3(back.mesh.positions[v]), 1.0));
    EXPECT_LT(glm::length(ours - Vec3(strip.mesh.positions[v])), 0.6 / 65535.0) << v;
    EXPECT_LT(glm::length(back.mesh.uvs[v] - strip.mesh.uvs[v]), 2.0f / 65535.0f) << v;
  }
}

TEST_F(MeshAssetRoundTrip, JointPositionsGoOnlyWhenAskedForAndMoveNothingUnknown) {
  BoundMeshDesc strip = two_joint_strip();
  strip.skin.joint_positions = {Vec3(0.5, 0.25, 0.125), std::nullopt};
  strip.skin.pelvis_offset = 0.5;
  EXPECT_TRUE(make(strip)[0].skin->joint_positions.empty());
  MeshAssetOptions options;
  options.joint_positions = true;
  options.lock_scale = true;
  const auto bytes = write_mesh_asset(make(strip, options)[0], AssetNumbers::imported);
  const auto file = read(bytes.value());
  ASSERT_TRUE(file);
  const SkinDesc& skin = *file->meshes[0].skin;
  EXPECT_EQ(skin.joint_positions.at(0), Vec3(0.5, 0.25, 0.125));
  const Joint& elbow = (*skeleton_)[skeleton_->find("mElbowLeft")];
  EXPECT_FALSE(is_joint_offset(elbow, *skin.joint_positions.at(1)));
  EXPECT_TRUE(skin.lock_scale);
  EXPECT_EQ(skin.pelvis_offset, 0.5);
}

TEST_F(MeshAssetRoundTrip, MoreThanEightFacesBecomeParts) {
  BoundMeshDesc strip = two_joint_strip();
  strip.mesh.faces.clear();
  strip.mesh.materials.clear();
  for (std::uint32_t f = 0; f < 10; ++f) {
    strip.mesh.faces.push_back({f, f % 2 * 4, 4, f % 2 * 6, 6});
    strip.mesh.materials.push_back({"m" + std::to_string(f)});
  }
  const auto assets = make(strip);
  ASSERT_EQ(assets.size(), 2u);
  EXPECT_EQ(assets[1].name, "stripb");
  EXPECT_EQ(assets[1].submodel_id, 1);
  EXPECT_EQ(assets[0].material_list.size(), 10u);
  EXPECT_EQ(assets[1].levels[3].size(), 2u);
  const auto upload = write_upload(assets, "strip", AssetNumbers::imported);
  ASSERT_TRUE(upload) << upload.error().message();
  const auto file = read(*upload);
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_TRUE(file->slm);
  ASSERT_EQ(file->meshes.size(), 2u);
  EXPECT_EQ(file->meshes[1].submodel_id, 1);
  EXPECT_EQ(file->meshes[1].name, "stripb");
  EXPECT_EQ(file->meshes[0].material_list.at(9), "m9");
  EXPECT_TRUE(file->notes.empty());
}

TEST_F(MeshAssetRoundTrip, NumbersThatNoReaderTakesAreRefusedWithTheJoint) {
  const auto refused_at = [&](auto&& spoil) {
    auto assets = make(two_joint_strip());
    spoil(*assets[0].skin);
    const auto bytes = write_mesh_asset(assets[0], AssetNumbers::imported);
    return bytes ? std::string("written") : bytes.error().where;
  };
  EXPECT_EQ(refused_at([](SkinDesc&) {}), "written");
  EXPECT_EQ(refused_at([](SkinDesc& skin) { skin.inverse_binds[1][3][0] = 1e300; }),
            "mesh 'strip', joint 'mElbowLeft'");
  EXPECT_EQ(refused_at([](SkinDesc& skin) { skin.inverse_binds[0][2] = Vec4(0.0); }),
            "mesh 'strip', joint 'mShoulderLeft'");
  EXPECT_EQ(refused_at([](SkinDesc& skin) { skin.bind_shape[1] = Vec4(0.0); }), "mesh 'strip'");
  EXPECT_EQ(refused_at([](SkinDesc& skin) { skin.joint_positions.assign(2, Vec3(1e300)); }),
            "mesh 'strip', joint 'mShoulderLeft'");
}

TEST_F(MeshAssetRoundTrip, WhatAnAssetCannotHoldIsRefused) {
  BoundMeshDesc strip = two_joint_strip();
  MeshDesc& mesh = strip.mesh;
  mesh.tangents.clear();
  mesh.source_indices.clear();
  mesh.positions.resize(70'000);
  mesh.normals.resize(70'000, Vec3f(0.0f, 0.0f, 1.0f));
  mesh.uvs.resize(70'000);
  mesh.faces = {{0, 0, 70'000, 0, 12}};
  strip.skin = {};
  const auto built = Mesh::build(mesh);
  ASSERT_TRUE(built) << built.error().message();
  const auto assets = make_mesh_assets(*built, nullptr, *skeleton_, {});
  ASSERT_FALSE(assets);
  EXPECT_EQ(assets.error().code, ErrorCode::unsupported);
  EXPECT_FALSE(write_upload({}, "nothing", AssetNumbers::imported)) << "what has no mesh is not read again";
}

}  // namespace mesh_asset_test
}  // namespace mannequin::io
