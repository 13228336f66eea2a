#include "engine/io/bones_file.h"

#include <gtest/gtest.h>

namespace mannequin::test {
namespace {

const std::string kArmBones =
    R"([{"name": "upper", "parent": null, "head": [0, 0.1, 1.5], "tail": [0, 0.4, 1.5]},
 {"name": "lower", "parent": "upper", "head": [0, 0.4, 1.5], "tail": [0, 0.6, 1.5]}])";

TEST(BonesFile, ReadsSegmentsWithTheirParents) {
  const auto bones = io::read_bones(kArmBones, "arm.json");
  ASSERT_TRUE(bones) << bones.error().message();
  ASSERT_EQ(bones->size(), 2u);
  EXPECT_EQ((*bones)[0].parent, "");
  EXPECT_EQ((*bones)[1].parent, "upper");
  EXPECT_EQ((*bones)[1].tail, Vec3(0, 0.6, 1.5));
}

TEST(BonesFile, FaultsAreNamed) {
  for (
      const std::string text :
      {R"([])", R"({})", R"([{"name": "a"}])", R"([{"name": "a", "head": [0, 0], "tail": [0, 0, 1]}])",
       R"([{"name": "a", "parent": "b", "head": [0, 0, 0], "tail": [0, 0, 1]}])",
       R"([{"name": "a", "parent": 3, "head": [0, 0, 0], "tail": [0, 0, 1]}])",
       R"([{"name": "a", "head": [0, 0, 0], "tail": [0, 0, 1]}, {"name": "a", "head": [0, 0, 0], "tail": [0, 0, 1]}])"}) {
    const auto bones = io::read_bones(text, "bad.json");
    ASSERT_FALSE(bones) << text;
    EXPECT_NE(bones.error().where.find("bad.json"), std::string::npos) << text;
    EXPECT_FALSE(bones.error().what.empty()) << text;
  }
  for (std::size_t length = 0; length < kArmBones.size(); ++length)
    EXPECT_FALSE(io::read_bones(kArmBones.substr(0, length), "cut.json")) << length;
}

}  // namespace
}  // namespace mannequin::test
