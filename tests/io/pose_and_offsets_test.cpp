#include <gtest/gtest.h>

#include "engine/io/offsets_file.h"
#include "engine/io/pose_file.h"

namespace mannequin::io {
namespace pose_and_offsets_test {

Skeleton skeleton() {
  SkeletonDesc desc{"test", {}};
  JointDesc pelvis;
  pelvis.name = "mPelvis";
  pelvis.aliases = {"hip"};
  desc.joints = {pelvis};
  return Skeleton::build(std::move(desc)).value();
}

std::string pose_error(std::string_view text) {
  const auto pose = read_pose(text, "pose.json", skeleton());
  return pose ? "" : pose.error().message();
}

std::string offsets_error(std::string_view text) {
  const auto worn = read_offsets(text, "worn.json");
  return worn ? "" : worn.error().message();
}

TEST(PoseFile, ReadsRotationsPositionsAndRoot) {
  const Pose pose = read_pose(R"({"rotations": {"hip": [0, 0, 2, 0]}, "positions": {"mPelvis": [1, 2, 3]},
                                  "root": {"position": [4, 5, 6], "rotation": [1, 0, 0, 0]}, "name": "any"})",
                              "pose.json", skeleton())
                        .value();
  EXPECT_EQ(*pose.rotations[0], Quat(0, 0, 0, 1));  // made unit
  EXPECT_EQ(*pose.positions[0], Vec3(1, 2, 3));
  EXPECT_EQ(pose.root_position, Vec3(4, 5, 6));
  EXPECT_EQ(pose.root_rotation, Quat(0, 1, 0, 0));
}

TEST(PoseFile, WritesWhatItReads) {
  Pose pose;
  pose.rotations = {Quat(0.5, 0.5, -0.5, 0.5)};
  pose.positions = {Vec3(0.1, 1e-9, -3)};
  pose.root_position = {1.0 / 3.0, 5, 6};
  pose.root_rotation = Quat(0, 1, 0, 0);
  const Pose back = read_pose(write_pose(pose, skeleton()), "pose.json", skeleton()).value();
  EXPECT_EQ(back.rotations, pose.rotations);
  EXPECT_EQ(back.positions, pose.positions);
  EXPECT_EQ(back.root_position, pose.root_position);
  EXPECT_EQ(back.root_rotation, pose.root_rotation);

  const Pose rest = read_pose(write_pose({}, skeleton()), "pose.json", skeleton()).value();
  for (const auto& rotation : rest.rotations) EXPECT_FALSE(rotation);
  for (const auto& position : rest.positions) EXPECT_FALSE(position);
}

TEST(PoseFile, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(pose_error("").find("pose.json"), std::string::npos);
  EXPECT_NE(pose_error("{\n\n  \"rotations\": {").find("pose.json:3"), std::string::npos);
  EXPECT_NE(pose_error("{}").find("is it a pose"), std::string::npos);
  EXPECT_NE(pose_error("[1]").find("object"), std::string::npos);
  EXPECT_NE(pose_error(R"({"rotations": {"mPelvi": [0,0,0,1]}})").find("did you mean 'mPelvis'"),
            std::string::npos);
  EXPECT_NE(pose_error(R"({"rotations": {"mPelvis": [0,0,1]}})").find("rotations.mPelvis"),
            std::string::npos);
  EXPECT_NE(pose_error(R"({"rotations": {"mPelvis": [0,0,0,0]}})").find("length 0"), std::string::npos);
  EXPECT_NE(pose_error(R"({"positions": {"mPelvis": [0,"a",1]}})").find("positions.mPelvis[1]"),
            std::string::npos);
  EXPECT_NE(pose_error(R"({"positions": {"mPelvis": [0,1e300,1]}})").find("million"), std::string::npos);
}

TEST(OffsetsFile, ReadsEveryMesh) {
  const auto worn = read_offsets(R"([{"id": "11111111-1111-1111-1111-111111111111",
                                      "lock_scale_if_joint_position": true, "pelvis_offset": 0.25,
                                      "joints": [["mPelvis", 1, 2, 3], ["nobody", 0, 0, 0]]}])",
                                 "worn.json")
                        .value();
  ASSERT_EQ(worn.size(), 1u);
  EXPECT_TRUE(worn[0].lock_scale);
  EXPECT_EQ(worn[0].pelvis_offset, 0.25);
  ASSERT_EQ(worn[0].joints.size(), 2u);
  EXPECT_EQ(worn[0].joints[0].position, Vec3(1, 2, 3));
}

TEST(OffsetsFile, AListOfAnotherLengthThanTheJointsCountsForNothing) {
  const auto worn = read_offsets(R"([{"id": "11111111-1111-1111-1111-111111111111", "pelvis_offset": 1,
                                      "joints": [["mPelvis", 1, 2, 3]], "extra_alt_inverse_bind_entries": 1}])",
                                 "worn.json")
                        .value();
  EXPECT_TRUE(worn[0].joints.empty());
  EXPECT_EQ(worn[0].pelvis_offset, 0.0);
}

TEST(OffsetsFile, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(offsets_error("{}").find("list"), std::string::npos);
  EXPECT_NE(offsets_error("[1]").find("[0]"), std::string::npos);
  EXPECT_NE(offsets_error(R"([{"joints": []}])").find("\"id\""), std::string::npos);
  EXPECT_NE(offsets_error(R"([{"id": "123", "joints": []}])").find("UUID"), std::string::npos);
  const std::string id = R"([{"id": "11111111-1111-1111-1111-111111111111")";
  EXPECT_NE(offsets_error(id + "}]").find("joints"), std::string::npos);
  EXPECT_NE(offsets_error(id + R"(, "joints": [["mPelvis", 1, 2]]}])").find("joint 0"), std::string::npos);
  EXPECT_NE(offsets_error(id + R"(, "joints": [["mPelvis", 1, 2, null]]}])").find("joint 0"),
            std::string::npos);
}

}  // namespace pose_and_offsets_test
}  // namespace mannequin::io
