#include "engine/rig/rig.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/rig/small_rig.h"

namespace mannequin {
namespace {

using test::bone;
using test::end_at;

std::string error_of(std::vector<BoneDesc> bones) {
  RigDesc desc;
  desc.source = "r.json";
  desc.bones = std::move(bones);
  const auto rig = Rig::build(std::move(desc));
  return rig ? "" : rig.error().message();
}

TEST(Rig, KeepsTheFilesOrderAlsoWhereAParentStandsLater) {
  const Rig rig = test::rig_of({bone("arm", "spine", end_at({0, 0, 0}), end_at({0, 0, 1})),
                                bone("spine", "", end_at({0, 0, 0}), end_at({0, 0, 1}))});
  EXPECT_EQ(rig.bones()[0].name, "arm");
  EXPECT_EQ(rig.parent(0), 1);
  EXPECT_EQ(rig.parent(1), kNoBone);
  EXPECT_EQ(rig.find("spine"), 1);
  EXPECT_EQ(rig.find("Spine"), kNoBone);
}

TEST(Rig, SaysWhatIsWrongAndWhere) {
  const auto plain = [](const char* name, const char* parent) {
    return bone(name, parent, end_at({0, 0, 0}), end_at({0, 0, 1}));
  };
  EXPECT_NE(error_of({}).find("r.json: contains no bones"), std::string::npos);
  EXPECT_NE(error_of({plain("", "")}).find("no name"), std::string::npos);
  EXPECT_NE(error_of({plain("a", ""), plain("a", "")}).find("r.json, bone 'a': is listed twice"),
            std::string::npos);
  EXPECT_NE(error_of({plain("a", "b")}).find("parent 'b', which does not exist"), std::string::npos);
  EXPECT_NE(error_of({plain("a", "a")}).find("its own ancestor"), std::string::npos);
  EXPECT_NE(
      error_of({plain("r", ""), plain("a", "c"), plain("b", "a"), plain("c", "b")}).find("its own ancestor"),
      std::string::npos);
  BoneDesc nan = plain("a", "");
  nan.tail.default_position.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(error_of({nan}).find("not finite"), std::string::npos);
  nan = plain("a", "");
  nan.roll = std::numeric_limits<double>::infinity();
  EXPECT_NE(error_of({nan}).find("not finite"), std::string::npos);
}

}  // namespace
}  // namespace mannequin
