#include "engine/mesh/mesh.h"

#include <gtest/gtest.h>

#include <limits>

namespace mannequin {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Two triangles in two faces.
MeshDesc two_faces() {
  MeshDesc desc;
  desc.name = "leaf";
  desc.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  desc.normals.assign(6, {0, 0, 1});
  desc.uvs.assign(6, {0, 0});
  desc.source_indices = {0, 1, 2, 3, 4, 9};
  desc.indices = {0, 1, 2, 3, 4, 5};
  desc.materials = {{"a"}, {"b"}};
  desc.faces = {{0, 0, 3, 0, 3}, {1, 3, 3, 3, 3}};
  return desc;
}

void expect_refused(const MeshDesc& desc, const std::string& part) {
  const auto mesh = Mesh::build(desc);
  ASSERT_FALSE(mesh) << part;
  EXPECT_EQ(mesh.error().code, ErrorCode::bad_data);
  EXPECT_NE(mesh.error().message().find(part), std::string::npos) << mesh.error().message();
  EXPECT_NE(mesh.error().where.find("leaf"), std::string::npos) << mesh.error().where;
}

TEST(MeshBuild, KeepsWhatItIsGiven) {
  const auto mesh = Mesh::build(two_faces());
  ASSERT_TRUE(mesh) << mesh.error().message();
  EXPECT_EQ(mesh->name(), "leaf");
  EXPECT_EQ(mesh->vertex_count(), 6u);
  EXPECT_EQ(mesh->faces().size(), 2u);
  EXPECT_EQ(mesh->source_indices()[5], 9u);
  EXPECT_TRUE(mesh->tangents().empty());
}

TEST(MeshBuild, NumbersTheSourceItselfWhereNoneIsGiven) {
  MeshDesc desc = two_faces();
  desc.source_indices.clear();
  const auto mesh = Mesh::build(desc);
  ASSERT_TRUE(mesh);
  ASSERT_EQ(mesh->source_indices().size(), 6u);
  EXPECT_EQ(mesh->source_indices()[4], 4u);
}

TEST(MeshBuild, AllowsEmptyFacesButNoEmptyMesh) {
  MeshDesc desc = two_faces();
  desc.faces.push_back({0, 6, 0, 6, 0});
  EXPECT_TRUE(Mesh::build(desc));
  expect_refused({.name = "leaf"}, "no triangles");
}

TEST(MeshBuild, RefusesArraysOfUnequalLength) {
  MeshDesc desc = two_faces();
  desc.normals.pop_back();
  expect_refused(desc, "5 normals for 6 positions");
  desc = two_faces();
  desc.uvs.pop_back();
  expect_refused(desc, "5 texture coordinates");
  desc = two_faces();
  desc.tangents.resize(1);
  expect_refused(desc, "1 tangents");
  desc = two_faces();
  desc.source_indices.resize(7);
  expect_refused(desc, "7 source indices");
}

TEST(MeshBuild, RefusesIndicesOutOfRangeAndHalfTriangles) {
  MeshDesc desc = two_faces();
  desc.indices[4] = 6;
  expect_refused(desc, "triangle 1: refers to vertex 6");
  desc = two_faces();
  desc.indices.pop_back();
  expect_refused(desc, "not a multiple of three");
}

TEST(Mesh, MayBeWithoutVerticesByName) {
  const Mesh mesh = Mesh::without_vertices("leaf");
  EXPECT_EQ(mesh.name(), "leaf");
  EXPECT_EQ(mesh.vertex_count(), 0u);
  EXPECT_TRUE(mesh.indices().empty());
}

TEST(MeshBuild, RefusesFacesOutsideTheArrays) {
  MeshDesc desc = two_faces();
  desc.faces[1].vertex_count = 4;
  expect_refused(desc, "face 1");
  desc = two_faces();
  desc.faces[1].first_index = 4;
  expect_refused(desc, "face 1");
  desc = two_faces();
  desc.faces[1].first_index = std::numeric_limits<std::uint32_t>::max();
  expect_refused(desc, "face 1");
  desc = two_faces();
  desc.faces[1].first_index = 0;  // triangles of the other face
  expect_refused(desc, "uses vertex 0, which is not among its own");
  desc = two_faces();
  desc.faces[0].material = 2;
  expect_refused(desc, "face 0: has material 2");
}

TEST(MeshBuild, RefusesNumbersThatAreNotFinite) {
  MeshDesc desc = two_faces();
  desc.positions[2].y = kNan;
  expect_refused(desc, "vertex 2: has a position that is not finite");
  desc = two_faces();
  desc.normals[5].z = std::numeric_limits<float>::infinity();
  expect_refused(desc, "vertex 5: has a normal that is not finite");
}

TEST(MeshBuild, RefusesWhatHasNoMiddleOrSize) {
  MeshDesc desc = two_faces();
  desc.positions[2].y = 3e38f;
  ASSERT_TRUE(Mesh::build(desc));
  desc.positions[3].y = -3e38f;
  expect_refused(desc, "too large or too far away");
  for (Vec3f& position : desc.positions) position.y = 3e38f;
  expect_refused(desc, "too large or too far away");
}

}  // namespace
}  // namespace mannequin
