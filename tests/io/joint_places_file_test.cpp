#include "engine/io/joint_places_file.h"

#include <gtest/gtest.h>

#include "tests/fit/builtin.h"

namespace mannequin::io {
namespace {

Result<std::map<JointIndex, Vec3>> read_places(const std::string& text) {
  return read_joint_places(text, "places.json", builtin().skeleton);
}

TEST(JointPlacesFile, NamesAndPlaces) {
  const auto places = read_places(R"({"joints": {"mElbowLeft": [0.1, 0.2, 0.3], "mHead": [0, 0, 1]}})");
  ASSERT_TRUE(places) << places.error().message();
  ASSERT_EQ(places->size(), 2u);
  EXPECT_EQ(places->at(builtin().skeleton.find("mElbowLeft")), Vec3(0.1, 0.2, 0.3));
}

TEST(JointPlacesFile, WhatTheJointsCommandPrints) {
  const auto places = read_places(
      R"({"schema": 1, "sex": "female", "joints": [{"name": "mHead", "kind": "bone", "scale": [1, 1, 1],
          "world_position": [0, 0, 1.5]}]})");
  ASSERT_TRUE(places) << places.error().message();
  EXPECT_EQ(places->at(builtin().skeleton.find("mHead")), Vec3(0, 0, 1.5));
}

TEST(JointPlacesFile, FaultsNameTheJoint) {
  const auto unknown = read_places(R"({"joints": {"mElbowLfet": [0, 0, 0]}})");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message().find("mElbowLeft"), std::string::npos) << unknown.error().message();
  EXPECT_FALSE(read_places(R"({"joints": {"mHead": [0, 0]}})"));
  EXPECT_FALSE(read_places(R"({"joints": {}})"));
  EXPECT_FALSE(read_places(R"({"places": {}})"));
  EXPECT_FALSE(read_places(R"({"joints": [{"name": "mHead"}]})"));
  EXPECT_FALSE(read_places(R"({"joints": [{"name": "mHead", "world_position": [0, 0, 1]},
                                          {"name": "mHead", "world_position": [0, 0, 2]}]})"));
}

}  // namespace
}  // namespace mannequin::io
