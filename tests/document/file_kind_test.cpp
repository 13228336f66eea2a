#include "tools/document/file_kind.h"

#include <gtest/gtest.h>

namespace mannequin::document {
namespace {

Result<FileKind> kind(std::string_view text, const std::string& name) {
  return file_kind(std::as_bytes(std::span(text)), name);
}

TEST(FileKind, ByContent) {
  EXPECT_EQ(kind("glTF\2\0\0\0", "a.bin"), FileKind::mesh);
  EXPECT_EQ(kind("<?xml version='1.0'?><COLLADA>", "a.xml"), FileKind::mesh);
  EXPECT_EQ(kind(std::string_view("{\0\0\0\1k", 6), "asset"), FileKind::mesh);
  EXPECT_EQ(kind("<? LLSD/Binary ?>\n{", "asset"), FileKind::mesh);
  EXPECT_EQ(kind("<linden_genepool>", "shape.xml"), FileKind::shape);
  EXPECT_EQ(kind("\xef\xbb\xbf <linden_genepool>", "shape.xml"), FileKind::shape);
  EXPECT_EQ(kind("LLWearable version 22", "shape"), FileKind::shape);
  EXPECT_EQ(kind("{\"sex\": \"female\", \"params\": {}}", "a.json"), FileKind::shape);
  EXPECT_EQ(kind("LLWearable version 22\nNew Shirt\n\ntype 4\nparameters 1\n", "shirt"), FileKind::clothing);
  EXPECT_EQ(kind("LLWearable version 22\nNew Shape\n\ntype 0\r\nparameters 1\n", "shape"), FileKind::shape);
  EXPECT_EQ(kind("{\"schema\": 1, \"sex\": \"male\", \"wearables\": []}", "a.json"), FileKind::clothing);
  EXPECT_EQ(kind("{\"schema\": 1, \"sex\": \"male\", \"items\": []}", "a.json"), FileKind::clothing);
  EXPECT_EQ(kind("{\"schema\": 1, \"type\": \"shirt\"}", "a.json"), FileKind::clothing);
  EXPECT_EQ(kind("{\"rotations\": {}}", "a.json"), FileKind::pose);
  EXPECT_EQ(kind("{\"asset\": {\"version\": \"2.0\"}}", "a.json"), FileKind::mesh);
  EXPECT_EQ(kind("HIERARCHY\nROOT hip", "walk.txt"), FileKind::clip);
  EXPECT_EQ(kind("garbage", "walk.ANIM"), FileKind::clip);
}

TEST(FileKind, BrokenMeshesAreMeshes) {
  // So that the reader, which knows more, reports what is wrong with them.
  EXPECT_EQ(kind("", "a.dae"), FileKind::mesh);
  EXPECT_EQ(kind("garbage", "A.GLB"), FileKind::mesh);
  EXPECT_EQ(kind("garbage", "a.llmesh"), FileKind::mesh);
}

TEST(FileKind, OthersAreRefusedWithWhatIsTaken) {
  for (const char* text : {"", "hello", "{}", "\xff\xff\xff"}) {
    const auto refused = kind(text, "notes.txt");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
    EXPECT_NE(refused.error().what.find(".glb"), std::string::npos);
  }
}

}  // namespace
}  // namespace mannequin::document
