#include "tools/document/file_kind.h"

#include <gtest/gtest.h>

#include "tools/document/reason.h"

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

TEST(FileKind, APlanIsRefusedWithWhatItIsFor) {
  for (const char* plan :
       {R"({"schema":1,"sliders":[33,637,105],"steps":3,"random":4,"seed":1,"sex":"female"})",
        R"({"schema":1,"sliders":[33,637,105],"steps":3,"random":4,"seed":1})"}) {
    const auto refused = kind(plan, "plan.json");
    ASSERT_FALSE(refused) << plan;
    EXPECT_EQ(reason_of(refused.error(), "plan.json"),
              "is a fit plan, not a shape; in the Fit tab, choose a plan file at Plan, and type its path.");
  }
  EXPECT_EQ(kind(R"({"sex": "female"})", "a.json"), FileKind::shape);
  const std::string long_shape = R"({"sex": "female", "name": ")" + std::string(kKindBytes, 'n');
  EXPECT_EQ(kind(std::string_view(long_shape).substr(0, kKindBytes), "a.json"), FileKind::shape)
      << "only its beginning was read";
}

TEST(FileKind, OfJsonThatIsCutOffItSaysSo) {
  for (const char* text : {"{", "{\"pa", "{\"sex\": \"fem", "\xef\xbb\xbf{\n"}) {
    const auto refused = kind(text, "a.json");
    ASSERT_FALSE(refused) << text;
    EXPECT_NE(refused.error().what.find("is not well-formed JSON"), std::string::npos)
        << refused.error().what;
    EXPECT_NE(refused.error().what.find("cut off"), std::string::npos) << refused.error().what;
  }
  // Nothing is known of what a long file's end is like.
  const std::string long_text = "{\"other\": \"" + std::string(kKindBytes, 'n');
  const auto refused = kind(std::string_view(long_text).substr(0, kKindBytes), "a.json");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace mannequin::document
