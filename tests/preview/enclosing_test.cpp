// Which meshes enclose their inside, so that their back faces need not be drawn.
#include "tools/preview/render/enclosing.h"

#include <gtest/gtest.h>

#include "engine/io/builtin_mesh.h"
#include "tests/builtin_character.h"

namespace mannequin::preview {
namespace {

// Tetrahedra, each corner once per triangle as at hard edges, counter-clockwise seen from outside.
struct Shape {
  BoundMeshDesc bound;

  void add(const Vec3f& at, bool inside_out = false) {
    const std::array<Vec3f, 4> corner{at, at + Vec3f(1.0f, 0.0f, 0.0f), at + Vec3f(0.0f, 1.0f, 0.0f),
                                      at + Vec3f(0.0f, 0.0f, 1.0f)};
    for (const std::array<std::size_t, 3>& t :
         {std::array<std::size_t, 3>{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
      for (const std::size_t k : {0u, 1u, 2u}) {
        const auto v = static_cast<std::uint32_t>(bound.mesh.positions.size());
        bound.mesh.positions.push_back(corner[t[inside_out ? 2 - k : k]]);
        bound.mesh.indices.push_back(v);
      }
  }
  // All of one joint, unless `other` follows another one.
  bool encloses(std::uint32_t other = ~0u) {
    MeshDesc& mesh = bound.mesh;
    const auto vertices = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.name = "shape";
    mesh.normals.assign(vertices, Vec3f(0.0f, 0.0f, 1.0f));
    mesh.uvs.assign(vertices, Vec2f(0.0f));
    mesh.source_indices.assign(vertices, 0);
    mesh.materials = {{.name = "plain", .texture = {}}};
    mesh.faces = {{.material = 0,
                   .first_vertex = 0,
                   .vertex_count = vertices,
                   .first_index = 0,
                   .index_count = static_cast<std::uint32_t>(mesh.indices.size())}};
    SkinDesc& skin = bound.skin;
    skin.joint_names = {"mPelvis", "mTorso"};
    skin.inverse_binds.assign(2, Mat4(1.0));
    skin.influence_begin = {0};
    skin.influences.clear();
    for (std::uint32_t v = 0; v < vertices; ++v) {
      skin.influences.push_back({static_cast<std::uint16_t>(v == other), 1.0f});
      skin.influence_begin.push_back(v + 1);
    }
    const auto built = Mesh::build(mesh);
    EXPECT_TRUE(built) << built.error().message();
    const auto bound_skin = Skin::build(skin, *built, test::builtin_character().skeleton);
    EXPECT_TRUE(bound_skin) << bound_skin.error().message();
    return encloses_inside(*built, *bound_skin);
  }
};

TEST(EnclosingTest, ClosedPartsDoThatFaceOutwards) {
  Shape shape;
  shape.add(Vec3f(0.0f));
  EXPECT_TRUE(shape.encloses());
  shape.add(Vec3f(5.0f, 0.0f, 0.0f));
  EXPECT_TRUE(shape.encloses());
  shape.add(Vec3f(9.0f, 0.0f, 0.0f), true);
  EXPECT_FALSE(shape.encloses()) << "the last one is inside out";
}

TEST(EnclosingTest, AMissingOrTurnedTriangleOpensIt) {
  Shape shape;
  shape.add(Vec3f(0.0f));
  std::swap(shape.bound.mesh.indices[0], shape.bound.mesh.indices[1]);
  EXPECT_FALSE(shape.encloses());
  std::swap(shape.bound.mesh.indices[0], shape.bound.mesh.indices[1]);
  shape.bound.mesh.indices.resize(9);
  EXPECT_FALSE(shape.encloses());
}

TEST(EnclosingTest, CornersThatFollowDifferentJointsTearIt) {
  Shape shape;
  shape.add(Vec3f(0.0f));
  EXPECT_FALSE(shape.encloses(4));
}

TEST(EnclosingTest, ABindShapeThatMirrorsTurnsItInsideOut) {
  Shape shape;
  shape.add(Vec3f(0.0f));
  shape.bound.skin.bind_shape = glm::scale(Mat4(1.0), Vec3(1.0, -1.0, 1.0));
  EXPECT_FALSE(shape.encloses());
}

TEST(EnclosingTest, OfTheBuiltInOnesOnlyTheBodiesDo) {
  for (const Sex sex : {Sex::female, Sex::male})
    for (const auto& [name, expected] : {std::pair{"mannequin", true}, {"dress", false}, {"top", false}}) {
      const auto file = io::read_builtin_mesh(name, sex);
      ASSERT_TRUE(file) << file.error().message();
      const auto mesh = Mesh::build(file->meshes.front().mesh);
      ASSERT_TRUE(mesh);
      const auto skin = Skin::build(file->meshes.front().skin, *mesh, test::builtin_character().skeleton);
      ASSERT_TRUE(skin);
      EXPECT_EQ(encloses_inside(*mesh, *skin), expected) << name;
    }
}

}  // namespace
}  // namespace mannequin::preview
