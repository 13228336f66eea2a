#include "engine/io/llm.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/io/pgm.h"
#include "tests/io/small_llm.h"

namespace mannequin::io {
namespace llm_test {

using test::small_llm_mesh;
using test::write_llm;

TEST(Llm, ReadsWhatWasWritten) {
  const BaseMeshDesc written = small_llm_mesh();
  const auto read = read_llm(write_llm(written), "small.llm", LlmKind::full);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->positions, written.positions);
  EXPECT_EQ(read->normals, written.normals);
  EXPECT_EQ(read->binormals, written.binormals);
  EXPECT_EQ(read->uvs, written.uvs);
  EXPECT_EQ(read->weights, written.weights);
  EXPECT_EQ(read->indices, written.indices);
  EXPECT_EQ(read->skin_joints, written.skin_joints);
  EXPECT_EQ(read->position, Vec3f(0, 9, 0));
  ASSERT_EQ(read->morphs.size(), 1u);
  EXPECT_EQ(read->morphs[0].name, "Bump");
  EXPECT_EQ(read->morphs[0].vertices, written.morphs[0].vertices);
  EXPECT_EQ(read->morphs[0].positions, written.morphs[0].positions);
  EXPECT_EQ(read->morphs[0].normals, written.morphs[0].normals);
  EXPECT_EQ(read->morphs[0].binormals, written.morphs[0].binormals);
  EXPECT_EQ(read->morphs[0].uvs, written.morphs[0].uvs);
  ASSERT_EQ(read->remaps.size(), 1u);
  EXPECT_EQ(read->remaps[0].source, 3u);
  EXPECT_EQ(read->remaps[0].destination, 0u);
}

TEST(Llm, ReadsLevelsOfDetailAndWhatStandsBehindThem) {
  Bytes bytes = write_llm(small_llm_mesh(), false);
  bytes.resize(bytes.size() + 7);
  const auto read = read_llm(bytes, "small_1.llm", LlmKind::level_of_detail);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->indices, small_llm_mesh().indices);
  EXPECT_TRUE(read->positions.empty());
  EXPECT_EQ(guess_llm_kind(bytes), LlmKind::level_of_detail);
  EXPECT_EQ(guess_llm_kind(write_llm(small_llm_mesh())), LlmKind::full);
}

TEST(Llm, DerivesTheMorphsOfPhysics) {
  BaseMeshDesc written = small_llm_mesh();
  written.morphs[0].name = "Breast_Female_Cleavage";
  written.morphs[0].positions = {{0.1f, 0.2f, 0.4f}, {0.1f, -0.2f, 0.4f}};
  written.morphs.push_back(written.morphs[0]);
  written.morphs[1].name = "Small_Butt";
  const auto read = read_llm(write_llm(written), "small.llm", LlmKind::full);
  ASSERT_TRUE(read) << read.error().message();
  const BaseMorph* sideways = find_morph(*read, "Breast_Physics_LeftRight_Driven");
  ASSERT_NE(sideways, nullptr);
  EXPECT_NEAR(sideways->positions[0].y, 0.15f, 1e-7f);
  EXPECT_NEAR(sideways->positions[1].y, 0.15f, 1e-7f);
  EXPECT_NEAR(sideways->positions[1].z, 0.3f, 1e-7f);
  EXPECT_NEAR(sideways->normals[1].y, 0.75f, 1e-7f);
  const BaseMorph* copied = find_morph(*read, "Breast_Physics_InOut_Driven");
  ASSERT_NE(copied, nullptr);
  EXPECT_EQ(copied->positions, written.morphs[0].positions);
  const BaseMorph* butt = find_morph(*read, "Butt_Physics_LeftRight_Driven");
  ASSERT_NE(butt, nullptr);
  EXPECT_EQ(butt->positions[1], Vec3f(0, 0.03f, 0));
  EXPECT_EQ(butt->normals[0], Vec3f(0));
  EXPECT_EQ(butt->uvs, written.morphs[1].uvs);
}

TEST(Llm, FindsMorphsByWhatStandsBeforeDriven) {
  BaseMeshDesc mesh = small_llm_mesh();
  EXPECT_EQ(find_morph(mesh, "Bump_Driven"), mesh.morphs.data());
  EXPECT_EQ(find_morph(mesh, "Bump"), mesh.morphs.data());
  EXPECT_EQ(find_morph(mesh, "bump"), nullptr);
  EXPECT_EQ(find_morph(mesh, "Other_Driven"), nullptr);
}

TEST(Llm, AFolderGivesEveryFileOnceAndNothingOutsideOfIt) {
  const auto folder = std::filesystem::temp_directory_path() / ("llm_test_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(write_file(folder / "small.llm", write_llm(small_llm_mesh())));
  ASSERT_TRUE(write_file(folder / "small_1.llm", write_llm(small_llm_mesh(), false)));
  const std::vector<BodyMeshDesc> bodies{{"headMesh", 0, "small.llm", "", 1.0},
                                         {"headMesh", 1, "small_1.llm", "small.llm", 0.0},
                                         {"hairMesh", 0, "small.llm", "", 1.0}};
  const auto read = read_base_meshes(folder, bodies);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->size(), 2u);
  EXPECT_TRUE(read->at("small_1.llm").positions.empty());
  for (const char* file : {"../small.llm", "/etc/passwd", "", "..", "absent.llm"}) {
    const std::vector<BodyMeshDesc> wrong{{"headMesh", 0, file, "", 1.0}};
    EXPECT_FALSE(read_base_meshes(folder, wrong)) << file;
  }
  std::filesystem::remove_all(folder);
}

Result<MaskImage> pgm(const std::string& text) {
  return read_pgm(std::as_bytes(std::span(text)), "mask.pgm");
}

TEST(Pgm, TheBottomRowComesFirst) {
  for (const std::string& text : {std::string("P5\n# grey\n2 3\n255\n\x01\x02\x03\x04\x05\x06"),
                                  std::string("P2 2 3 255 1 2\n3 4 # five\n5 6\n")}) {
    const auto mask = pgm(text);
    ASSERT_TRUE(mask) << mask.error().message();
    EXPECT_EQ(mask->width, 2u);
    EXPECT_EQ(mask->height, 3u);
    EXPECT_EQ(mask->texels, (std::vector<std::uint8_t>{5, 6, 3, 4, 1, 2}));
  }
  const auto scaled = pgm("P2 1 1 15 15");
  ASSERT_TRUE(scaled);
  EXPECT_EQ(scaled->texels[0], 255);
}

TEST(Pgm, RefusesWhatIsNoWholePicture) {
  for (const std::string text : {"", "P6 1 1 255 abc", "P5", "P5 2", "P5 0 1 255 a", "P5 2 2 255\nabc",
                                 "P2 2 2 255 1 2 3", "P2 1 1 255 256", "P2 1 1 65535 1", "P5 99999 1 255 a",
                                 "P5 -1 1 255 a", "P5 8192 8192 255 a", "P2 1 1 255 #", "P2 1 1 0 0"}) {
    const auto mask = pgm(text);
    ASSERT_FALSE(mask) << text;
    EXPECT_FALSE(mask.error().where.empty());
    EXPECT_FALSE(mask.error().what.empty());
  }
}

}  // namespace llm_test
}  // namespace mannequin::io
