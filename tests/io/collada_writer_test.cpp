#include "engine/io/collada_writer.h"

#include <gtest/gtest.h>

#include "engine/io/bound_mesh.h"
#include "engine/io/builtin_mesh.h"
#include "tests/io/small_meshes.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::io {
namespace collada_writer_test {

const Skeleton& avatar() { return test::character(test::CharacterSource::builtin).skeleton; }

BoundMeshFile written_and_read(std::span<const BoundMeshDesc> meshes) {
  const Result<std::string> text = write_collada(meshes, &avatar());
  EXPECT_TRUE(text) << text.error().message();
  auto file = read_collada(std::as_bytes(std::span(*text)), "written.dae");
  EXPECT_TRUE(file) << file.error().message();
  return file ? std::move(*file) : BoundMeshFile{};
}

// Weights above 0 of a vertex, by joint name.
std::map<std::string, float> weights_at(const SkinDesc& skin, std::size_t vertex) {
  std::map<std::string, float> out;
  for (std::uint32_t i = skin.influence_begin[vertex]; i < skin.influence_begin[vertex + 1]; ++i)
    if (skin.influences[i].weight > 0.0f)
      out[skin.joint_names[skin.influences[i].joint]] += skin.influences[i].weight;
  return out;
}

void expect_equal(const BoundMeshDesc& ours, const BoundMeshDesc& back) {
  EXPECT_EQ(back.mesh.name, ours.mesh.name);
  EXPECT_EQ(back.mesh.positions, ours.mesh.positions);
  // The reader makes them unit again, which may change their last bit.
  ASSERT_EQ(back.mesh.normals.size(), ours.mesh.normals.size());
  for (std::size_t v = 0; v < ours.mesh.normals.size(); ++v)
    EXPECT_LT(glm::distance(back.mesh.normals[v], ours.mesh.normals[v]), 2e-7f) << v;
  EXPECT_EQ(back.mesh.uvs, ours.mesh.uvs);
  EXPECT_EQ(back.mesh.indices, ours.mesh.indices);
  ASSERT_EQ(back.mesh.faces.size(), ours.mesh.faces.size());
  EXPECT_EQ(back.skin.joint_names, ours.skin.joint_names);
  EXPECT_EQ(back.skin.inverse_binds, ours.skin.inverse_binds);
  EXPECT_EQ(back.skin.bind_shape, ours.skin.bind_shape);
  ASSERT_EQ(back.skin.influence_begin.size(), ours.skin.influence_begin.size());
  for (std::size_t v = 0; v < ours.mesh.positions.size(); ++v)
    EXPECT_EQ(weights_at(back.skin, v), weights_at(ours.skin, v)) << v;
}

TEST(ColladaWriter, ReadsBackEqual) {
  BoundMeshDesc strip = test::two_joint_strip();
  strip.skin.bind_shape[3] = Vec4(0.1, 0.0, 0.025, 1.0);
  const BoundMeshFile back = written_and_read({&strip, 1});
  ASSERT_EQ(back.meshes.size(), 1u);
  expect_equal(strip, back.meshes[0]);
  const auto& materials = back.meshes[0].mesh.materials;
  ASSERT_EQ(materials.size(), 2u);
  EXPECT_EQ(materials[0].name, "cloth");
  EXPECT_EQ(materials[0].base_color, strip.mesh.materials[0].base_color);
  EXPECT_EQ(materials[1].texture, "trim 1.png");
  for (const Note& note : back.notes)
    EXPECT_EQ(note.severity, Severity::info) << note.code << ": " << note.what;
  ASSERT_EQ(back.meshes[0].skin.joint_positions.size(), 2u);
  EXPECT_EQ(back.meshes[0].skin.joint_positions[1], avatar()[avatar().find("mElbowLeft")].default_position);
}

TEST(ColladaWriter, JointPositionsAndAnyNumberOfWeightsStay) {
  BoundMeshDesc strip = test::two_joint_strip();
  strip.skin.joint_names = {"mShoulderLeft", "mElbowLeft", "mWristLeft", "mChest", "BELLY", "mTorso"};
  strip.skin.inverse_binds.resize(6, Mat4(1.0));
  strip.skin.joint_positions = {std::nullopt, Vec3(0.0, 0.3, 0.01), std::nullopt,
                                std::nullopt, std::nullopt,         std::nullopt};
  strip.skin.influences.clear();
  strip.skin.influence_begin = {0};
  for (std::size_t v = 0; v < 8; ++v) {
    for (std::uint32_t j = 0; j < 6; ++j)
      strip.skin.influences.push_back({j, 0.1f + 0.01f * static_cast<float>(v % 4)});
    strip.skin.influence_begin.push_back(static_cast<std::uint32_t>(strip.skin.influences.size()));
  }
  const BoundMeshFile back = written_and_read({&strip, 1});
  ASSERT_EQ(back.meshes.size(), 1u);
  expect_equal(strip, back.meshes[0]);
  EXPECT_EQ(back.meshes[0].skin.joint_positions[1], Vec3(0.0, 0.3, 0.01));
}

TEST(ColladaWriter, BuiltinClothesComeBackWithoutNewNotes) {
  for (const char* name : {"top", "mannequin"}) {
    BoundMeshFile file = read_builtin_mesh(name, Sex::female).value();
    for (BoundMeshDesc& mesh : file.meshes) mesh.skin.joint_rests.clear();
    const BoundMeshFile back = written_and_read(file.meshes);
    ASSERT_EQ(back.meshes.size(), file.meshes.size());
    ASSERT_EQ(back.meshes[0].mesh.positions.size(), file.meshes[0].mesh.positions.size()) << name;
    // Vertices come in the order in which triangles use them.
    const MeshDesc &ours = file.meshes[0].mesh, &theirs = back.meshes[0].mesh;
    ASSERT_EQ(theirs.indices.size(), ours.indices.size());
    for (std::size_t i = 0; i < ours.indices.size(); ++i) {
      const std::uint32_t a = ours.indices[i], b = theirs.indices[i];
      ASSERT_EQ(theirs.positions[b], ours.positions[a]) << i;
      ASSERT_EQ(theirs.uvs[b], ours.uvs[a]) << i;
      ASSERT_EQ(weights_at(back.meshes[0].skin, b), weights_at(file.meshes[0].skin, a)) << i;
    }
    for (const Note& note : back.notes)
      EXPECT_EQ(note.severity, Severity::info) << note.code << ": " << note.what;
  }
}

TEST(ColladaWriter, OddNamesDoNotBreakTheFile) {
  BoundMeshDesc strip = test::two_joint_strip();
  strip.mesh.name = "a \"b\" <c> & \x01\xff";
  strip.mesh.materials[0].name = strip.mesh.materials[1].name = "same <name>";
  strip.skin.joint_names = {"my bone", "mElbowLeft"};
  const std::vector<BoundMeshDesc> meshes = {strip, strip};
  const BoundMeshFile back = written_and_read(meshes);
  ASSERT_EQ(back.meshes.size(), 2u);
  EXPECT_EQ(back.meshes[0].mesh.materials.size(), 2u);
  EXPECT_EQ(back.meshes[1].skin.joint_names[0], "my_bone");
  EXPECT_EQ(back.meshes[1].mesh.positions, strip.mesh.positions);
}

TEST(ColladaWriter, RefusesWhatIsBroken) {
  const auto refused = [](auto spoil) {
    BoundMeshDesc strip = test::two_joint_strip();
    spoil(strip);
    return !write_collada({&strip, 1}, nullptr).has_value();
  };
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.normals.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.indices[0] = 99; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.influences[0].joint = 7; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.inverse_binds.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.inverse_binds[0][0][0] = std::nan(""); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.influence_begin.back() = 1000; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.faces.clear(); }));
}

// What the reader would refuse is not written.
TEST(ColladaWriter, RefusesMoreThanIsRead) {
  BoundMeshDesc strip = test::two_joint_strip();
  for (int j = 2; j < 110; ++j) strip.skin.joint_names.push_back("joint" + std::to_string(j));
  strip.skin.inverse_binds.resize(110, Mat4(1.0));
  const auto joints = write_collada(std::vector(1819, strip), nullptr);
  ASSERT_FALSE(joints);
  EXPECT_NE(joints.error().message().find("200090 joints"), std::string::npos) << joints.error().message();

  strip.skin = {};
  strip.mesh.materials.resize(200, strip.mesh.materials[1]);
  const auto marks = write_collada(std::vector(1000, strip), nullptr);
  ASSERT_FALSE(marks);
  EXPECT_NE(marks.error().message().find("XML elements"), std::string::npos) << marks.error().message();
}

TEST(ColladaWriter, UnriggedMeshesStayWhereTheyAre) {
  BoundMeshDesc strip = test::two_joint_strip();
  strip.skin = {};
  const BoundMeshFile back = written_and_read({&strip, 1});
  ASSERT_EQ(back.meshes.size(), 1u);
  EXPECT_FALSE(back.meshes[0].rigged());
  EXPECT_EQ(back.meshes[0].mesh.positions, strip.mesh.positions);
}

}  // namespace collada_writer_test
}  // namespace mannequin::io
