// Limbs whose joints are displaced in the file but not in-world: the drawing matches the finding.
#include "tools/document/displaced_chain.h"

#include "engine/wear/file_findings.h"
#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class DisplacedChainTest : public DocumentTest {
 protected:
  struct Moved {
    const char* joint;
    Vec3 by;
  };

  // Wears a box on one joint of the left arm, whose file has these joints of it, one below the other.
  void wear(const char* weighted, const std::vector<const char*>& names, const std::vector<Moved>& moved) {
    const Skeleton& skeleton = character_.skeleton;
    auto file = std::make_shared<io::BoundMeshFile>();
    file->source = "sleeve.dae";
    file->meshes.push_back(test::box_on(skeleton, weighted, {}));
    JointIndex above = kNoJoint;
    for (const char* name : names) {
      const JointIndex joint = skeleton.find(name);
      Vec3 position(0.0);
      for (JointIndex j = joint; j != above; j = skeleton[j].parent) position += skeleton[j].default_position;
      for (const Moved& other : moved)
        if (std::string_view(other.joint) == name) position += other.by;
      file->joints.push_back({name, static_cast<std::int32_t>(file->joints.size()) - 1, true, position});
      above = joint;
    }
    UploadOptions options;
    options.joint_positions = true;
    for (const Finding& finding : file_findings(*file, character_, options))
      findings_.push_back({"sleeve.dae", finding});
    auto worn = make_worn_file(std::move(file), "sleeve.dae", skeleton);
    ASSERT_TRUE(worn);
    WearSettings how;
    how.joint_positions = true;
    avatar_.wear(std::move(*worn), how);
    avatar_.update();
  }
  const JointTransform& state(const char* joint) {
    return avatar_.state().joints[static_cast<std::size_t>(character_.skeleton.find(joint))];
  }
  std::string message(const std::string& joint) {
    for (const FileFinding& found : findings_)
      if (found.finding.code == "displaced_joint" && found.finding.joint == joint)
        return found.finding.message;
    return "none";
  }

  DressedAvatar avatar_{character_, {}};
  std::vector<FileFinding> findings_;
};

TEST_F(DisplacedChainTest, GoesFromTheJointAboveToTheLastOneWithWeights) {
  wear("mWristLeft",
       {"mPelvis", "mTorso", "mChest", "mCollarLeft", "mShoulderLeft", "mElbowLeft", "mWristLeft"},
       {{"mElbowLeft", {0.0, 0.1, 0.0}}});
  EXPECT_NE(message("mElbowLeft").find("'mWristLeft' ends 100.0 mm"), std::string::npos)
      << message("mElbowLeft");
  const auto chains = displaced_chains(avatar_, findings_);
  ASSERT_EQ(chains.size(), 1u);
  EXPECT_EQ(chains[0].joint, "mElbowLeft");
  ASSERT_EQ(chains[0].worn.size(), 3u);  // shoulder, elbow, wrist
  ASSERT_EQ(chains[0].modelled.size(), 3u);
  const Vec3 moved(0.0, 0.1 * state("mShoulderLeft").scale.y, 0.0);
  EXPECT_EQ(chains[0].worn[2], avatar_.joint_in_world(character_.skeleton.find("mWristLeft")));
  EXPECT_LT(glm::distance(chains[0].modelled[0], chains[0].worn[0]), 1e-12);
  for (const std::size_t link : {1u, 2u})
    EXPECT_LT(glm::distance(chains[0].modelled[link], chains[0].worn[link] + moved), 1e-9) << link;
}

// The elbow's position counts from the collar then, 165 mm further in, which is no displacement.
TEST_F(DisplacedChainTest, CountsFromTheJointAboveThatTheFileHas) {
  wear("mWristLeft", {"mPelvis", "mTorso", "mChest", "mCollarLeft", "mElbowLeft", "mWristLeft"},
       {{"mElbowLeft", {0.0, 0.1, 0.0}}});
  EXPECT_NE(message("mElbowLeft").find("'mWristLeft' ends 100.0 mm"), std::string::npos)
      << message("mElbowLeft");
  const auto chains = displaced_chains(avatar_, findings_);
  ASSERT_EQ(chains.size(), 1u);
  EXPECT_NEAR(glm::distance(chains[0].modelled.back(), chains[0].worn.back()),
              0.1 * state("mShoulderLeft").scale.y, 1e-9);
}

TEST_F(DisplacedChainTest, OneChainOfSeveralJointsAddsUp) {
  wear("mHandMiddle1Left",
       {"mPelvis", "mTorso", "mChest", "mCollarLeft", "mShoulderLeft", "mElbowLeft", "mWristLeft",
        "mHandMiddle1Left"},
       {{"mElbowLeft", {0.0, 0.1, 0.0}}, {"mWristLeft", {0.0, 0.0, 0.05}}});
  EXPECT_NE(message("mElbowLeft").find("ends 111.8 mm"), std::string::npos) << message("mElbowLeft");
  const auto chains = displaced_chains(avatar_, findings_);
  ASSERT_EQ(chains.size(), 1u);
  const Vec3 whole = Vec3(0.0, 0.1 * state("mShoulderLeft").scale.y, 0.05 * state("mElbowLeft").scale.z);
  EXPECT_LT(glm::distance(chains[0].modelled.back(), chains[0].worn.back() + whole), 1e-9);
}

TEST_F(DisplacedChainTest, NothingIsDrawnWithoutTheFinding) {
  wear("mWristLeft",
       {"mPelvis", "mTorso", "mChest", "mCollarLeft", "mShoulderLeft", "mElbowLeft", "mWristLeft"}, {});
  EXPECT_EQ(message("mElbowLeft"), "none");
  EXPECT_TRUE(displaced_chains(avatar_, findings_).empty());
}

}  // namespace
}  // namespace mannequin::document
