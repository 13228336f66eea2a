// Rigid objects on attachment points: worn, moved by shape, offsets and pose, saved, undone, reloaded.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/io/builtin_mesh.h"
#include "engine/wear/bound_mesh.h"
#include "tests/document/document_case.h"
#include "tools/document/attaching.h"
#include "tools/document/body_like.h"
#include "tools/document/worn_findings.h"

namespace mannequin::document {
namespace {

class AttachedObjectTest : public DocumentTest {
 protected:
  std::filesystem::path box(const char* name = "box.glb") { return write_mesh(test::rigid_box(), name); }
  const WornFile& row(std::size_t index = 0) const { return *document_->avatar().worn()[index]; }
  std::size_t rows() const { return document_->avatar().worn().size(); }
  const JointTransform& joint(const char* name) {
    document_->update(0.0);
    return document_->avatar().state().joints[static_cast<std::size_t>(character_.skeleton.find(name))];
  }
  // The largest distance between where a vertex is and where the point carries it: turned, not scaled.
  double error_of_box(std::size_t index, const char* point) {
    const JointTransform at = joint(point);
    const WornMesh& mesh = *row(index).meshes.at(0);
    double worst = 0.0;
    for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
      const Vec3 wanted = at.world_position + at.world_rotation * Vec3(mesh.mesh.positions()[v]);
      worst = std::max(worst, glm::length(skinned_vertex(mesh, v) - wanted));
    }
    return worst;
  }
  const std::string& told() { return document_->messages().list().back().text; }
};

constexpr double kRounding = 1e-6;  // metres, of palettes in single precision

TEST_F(AttachedObjectTest, ItFollowsItsPointThroughShapeOffsetsAndPoseWithoutItsScale) {
  ASSERT_TRUE(document_->files.attach(box(), "Left Hand")) << told();
  ASSERT_EQ(rows(), 1u);
  EXPECT_EQ(row().point, "Left Hand");
  EXPECT_TRUE(row().unrigged.empty());
  const Vec3 start = joint("Left Hand").world_position;
  EXPECT_LT(error_of_box(0, "Left Hand"), kRounding);

  document_->sliders.set(parameter(33), 100.0);   // height
  document_->sliders.set(parameter(693), 100.0);  // arm length
  document_->sliders.set(parameter(675), 100.0);  // hand size: scales the wrist
  const Vec3 tall = joint("Left Hand").world_position;
  EXPECT_GT(glm::length(tall - start), 0.05);
  EXPECT_LT(error_of_box(0, "Left Hand"), kRounding);

  ASSERT_TRUE(document_->files.open(
      write_mesh(test::box_on(character_.skeleton, "mWristLeft", {0.0, 0.1, 0.0}), "wrist.glb"), true));
  const Vec3 moved = joint("Left Hand").world_position;
  EXPECT_GT(glm::length(moved - tall), 0.05);
  EXPECT_LT(error_of_box(0, "Left Hand"), kRounding);

  document_->posing.begin_turn(character_.skeleton.find("mElbowLeft"));
  document_->posing.turn(Vec3(0.0, 0.0, 1.0), 70.0);
  document_->posing.end_turn();
  EXPECT_GT(glm::length(joint("Left Hand").world_position - moved), 0.05);
  EXPECT_LT(error_of_box(0, "Left Hand"), kRounding);
}

TEST_F(AttachedObjectTest, OnlyPointsTakeObjectsAndOnlyOnesWithoutWeights) {
  const Status no_point = document_->files.attach(box(), "mWristLeft");
  ASSERT_FALSE(no_point);
  EXPECT_EQ(no_point.error().code, ErrorCode::bad_argument);
  EXPECT_EQ(rows(), 0u);
  const auto bound = write_mesh(test::box_on(character_.skeleton, "mChest", {}), "bound.glb");
  const Status rigged = document_->files.attach(bound, "Chest");
  ASSERT_FALSE(rigged);
  EXPECT_EQ(rigged.error().code, ErrorCode::bad_data);
  EXPECT_NE(told().find("bone weights"), std::string::npos) << told();
}

// What is dropped on the avatar is worn by its weights if it has any.
TEST_F(AttachedObjectTest, OpenedOverAPointOnlyWhatHasNoWeightsHangsThere) {
  const auto bound = write_mesh(test::box_on(character_.skeleton, "mChest", {}), "bound.glb");
  ASSERT_TRUE(document_->files.open(bound, false, "Skull"));
  EXPECT_EQ(row(0).point, "");
  ASSERT_TRUE(document_->files.open(box(), false, "Skull"));
  EXPECT_EQ(row(1).point, "Skull");
  // One sword for each hand; dropped on the same hand again it is read again.
  ASSERT_TRUE(document_->files.open(box(), false, "Right Hand"));
  ASSERT_EQ(rows(), 3u);
  EXPECT_EQ(row(2).point, "Right Hand");
  ASSERT_TRUE(document_->files.open(box(), false, "Right Hand"));
  EXPECT_EQ(rows(), 3u);
  EXPECT_LT(error_of_box(1, "Skull"), kRounding);
  EXPECT_LT(error_of_box(2, "Right Hand"), kRounding);
}

// Around the bones of the avatar, it is meant to be given weights, and on a point it would float a metre off.
TEST_F(AttachedObjectTest, ClothesWithoutWeightsHangNowhere) {
  for (const char* name : {"top", "trousers", "dress"}) {
    for (const Sex sex : {Sex::female, Sex::male}) {
      io::BoundMeshFile file = io::read_builtin_mesh(name, sex).value();
      EXPECT_TRUE(looks_like_clothing(file, character_.skeleton)) << name;
      BoundMeshDesc& garment = file.meshes.at(0);
      for (Vec3f& p : garment.mesh.positions) p.z -= 1.067f;
      EXPECT_FALSE(looks_like_clothing(file, character_.skeleton)) << name << " about the origin";
    }
  }
  BoundMeshDesc garment = io::read_builtin_mesh("top", Sex::female).value().meshes.at(0);
  garment.skin = {};
  EXPECT_FALSE(document_->files.open(write_mesh(garment, "mine.glb"), false, "Chest"));
  ASSERT_EQ(rows(), 1u);
  EXPECT_TRUE(row().refused());
  EXPECT_EQ(row().point, "");
  EXPECT_NE(row().problem.find("Bind tab"), std::string::npos) << row().problem;
  EXPECT_TRUE(document_->wardrobe.can_attach(0)) << "if it is an object after all";
  // A pole that stands where the spine is lies around nothing.
  io::BoundMeshFile pole;
  pole.meshes.resize(1);
  for (int i = 0; i < 400; ++i)
    pole.meshes[0].mesh.positions.emplace_back(0.02 * std::cos(i), 0.02 * std::sin(i), 0.005 * i);
  EXPECT_FALSE(looks_like_clothing(pole, character_.skeleton));
}

TEST_F(AttachedObjectTest, ARefusedObjectIsAttachedFromItsRowAndUndone) {
  ASSERT_FALSE(document_->files.open(box(), false));
  ASSERT_TRUE(row().refused());
  ASSERT_TRUE(document_->wardrobe.can_attach(0));
  document_->forget_history();
  ASSERT_TRUE(document_->wardrobe.attach(0, "Left Hand")) << told();
  EXPECT_FALSE(row().refused());
  EXPECT_TRUE(row().problem.empty()) << row().problem;
  EXPECT_TRUE(row().on_disk);
  ASSERT_TRUE(document_->wardrobe.attach(0, "Skull"));
  EXPECT_LT(error_of_box(0, "Skull"), kRounding);
  EXPECT_EQ(document_->history().undo_name(), "Attach box.glb to Skull");
  document_->undo();
  EXPECT_EQ(row().point, "Left Hand");
  EXPECT_LT(error_of_box(0, "Left Hand"), kRounding);
  document_->undo();
  EXPECT_TRUE(row().refused());
  document_->redo();
  document_->redo();
  EXPECT_EQ(row().point, "Skull");
  document_->wardrobe.take_off(0);
  EXPECT_EQ(rows(), 0u);
  document_->undo();
  EXPECT_EQ(row().point, "Skull");

  ASSERT_TRUE(
      document_->files.open(write_mesh(test::box_on(character_.skeleton, "mChest", {}), "bound.glb"), false));
  EXPECT_FALSE(document_->wardrobe.can_attach(1)) << "it has weights";
}

// It is no clothing: what the stand-in wears stays.
TEST_F(AttachedObjectTest, TheStandInKeepsItsClothes) {
  ASSERT_TRUE(document_->stand_in.wear_builtin("mannequin"));
  ASSERT_TRUE(document_->stand_in.wear_builtin("top"));
  ASSERT_TRUE(document_->files.attach(box(), "Left Hand"));
  EXPECT_EQ(rows(), 3u);
  document_->wardrobe.take_off(0);
  document_->wardrobe.take_off(0);
  EXPECT_TRUE(document_->stand_in.wears_nothing()) << "an avatar with only a sword is not dressed";
}

TEST_F(AttachedObjectTest, DocumentsKeepIt) {
  ASSERT_TRUE(document_->files.attach(box(), "Left Hand"));
  ASSERT_TRUE(document_->files.attach(box(), "Right Hand"));
  const auto path = folder_ / "armed.mannequin.json";
  ASSERT_TRUE(document_->saved.save(path)) << told();
  document_ = std::make_unique<Document>(character_, AvatarInputs());
  ASSERT_TRUE(document_->files.open(path, false)) << told();
  ASSERT_EQ(rows(), 2u);
  EXPECT_EQ(row(0).point, "Left Hand");
  EXPECT_EQ(row(1).point, "Right Hand");
  EXPECT_LT(error_of_box(1, "Right Hand"), kRounding);

  // A file that is not there for now hangs on its point once it is back, and saving loses nothing.
  std::filesystem::rename(folder_ / "box.glb", folder_ / "away.glb");
  document_ = std::make_unique<Document>(character_, AvatarInputs());
  ASSERT_TRUE(document_->files.open(path, false));
  ASSERT_EQ(rows(), 2u);
  EXPECT_TRUE(row(1).refused());
  EXPECT_EQ(row(1).point, "Right Hand");
  std::filesystem::rename(folder_ / "away.glb", folder_ / "box.glb");
  document_->files.reload_all();
  EXPECT_FALSE(row(1).refused());
  EXPECT_LT(error_of_box(1, "Right Hand"), kRounding);
}

TEST_F(AttachedObjectTest, ReadAgainItHangsWhereItDid) {
  ASSERT_TRUE(document_->files.attach(box(), "Left Hand"));
  BoundMeshDesc longer = test::rigid_box();
  for (Vec3f& p : longer.mesh.positions) p.x *= 2.0f;
  write_mesh(longer, "box.glb");
  document_->files.reload_all();
  EXPECT_EQ(row().point, "Left Hand");
  EXPECT_LT(error_of_box(0, "Left Hand"), kRounding);
  EXPECT_NEAR(row().meshes[0]->mesh.positions()[0].x, longer.mesh.positions[0].x, 1e-6);
  // Another file in its place hangs there, too, unless that has weights.
  ASSERT_TRUE(document_->files.replace_worn(0, box("other.glb")));
  EXPECT_EQ(row().name, "other.glb");
  EXPECT_EQ(row().point, "Left Hand");
  ASSERT_TRUE(document_->files.replace_worn(
      0, write_mesh(test::box_on(character_.skeleton, "mChest", {}), "bound.glb")));
  EXPECT_EQ(row().point, "");
}

TEST_F(AttachedObjectTest, ThatItHasNoWeightsIsNoFinding) {
  ASSERT_TRUE(document_->files.attach(box(), "Left Hand"));
  wait_for_findings();
  ASSERT_TRUE(document_->findings().judged());
  for (const FileFinding& found : document_->findings().list())
    EXPECT_NE(found.finding.code, "not_rigged") << found.text();
}

TEST_F(AttachedObjectTest, APlaceOnTheBodyNamesThePointOfItsBone) {
  const Skeleton& skeleton = character_.skeleton;
  document_->update(0.0);
  const auto point = [&](const char* joint_name) {
    const JointIndex joint = skeleton.find(joint_name);
    const JointIndex at =
        attachment_point_at(document_->avatar(), joint, document_->avatar().joint_in_world(joint));
    return at == kNoJoint ? std::string() : skeleton[at].name;
  };
  EXPECT_EQ(point("mWristLeft"), "Left Hand");
  EXPECT_EQ(point("L_HAND"), "Left Hand") << "a volume's points are its bone's";
  EXPECT_EQ(point("mHandIndex3Left"), "Left Hand") << "the finger has none, nor those above it";
  EXPECT_EQ(point("Skull"), "Skull");
  EXPECT_EQ(attachment_point_at(document_->avatar(), kNoJoint, Vec3(0.0)), kNoJoint);
  // Of the head's own, the one beside the place that was pointed at.
  for (const char* name : {"Left Ear", "Nose", "Skull"}) {
    const JointIndex wanted = skeleton.find(name);
    ASSERT_NE(wanted, kNoJoint);
    EXPECT_EQ(attachment_point_at(document_->avatar(), skeleton.find("mHead"),
                                  document_->avatar().joint_in_world(wanted) + Vec3(0.0, 0.0, 0.01)),
              wanted);
  }
}

}  // namespace
}  // namespace mannequin::document
