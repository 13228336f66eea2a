// Weights painted on worn files: seen at once, one undo step for each stroke, saved to a separate file.
#include "tools/document/weight_painting.h"

#include "tests/document/document_case.h"
#include "tools/document/picking.h"
#include "tools/document/vertex_weights.h"

namespace mannequin::document {
namespace {

// What a float32 loses of a weight.
constexpr float kWeightRounding = 1e-6f;

class WeightPaintingTest : public DocumentTest {
 protected:
  void SetUp() override {
    DocumentTest::SetUp();
    wear_figure();
  }
  // Boxes with many vertices, one box for each joint.
  void wear_figure() {
    path_ = write_mesh(test::divided(test::box_figure(character_.skeleton), 3), "figure.glb");
    ASSERT_TRUE(document_->files.open(path_, false));
    document_->forget_history();
    document_->update(0.0);
  }

  WeightPainting& painting() { return document_->painting; }
  const WornFile& row() { return *document_->avatar().worn()[0]; }
  const WornMesh& mesh() { return *row().meshes[0]; }
  JointIndex joint(const char* name) { return character_.skeleton.find(name); }
  std::string last_message() { return document_->messages().list().back().text; }
  Vec3 in_world(std::size_t vertex) {
    return skinned_vertex(mesh(), vertex) + Vec3(0.0, 0.0, document_->avatar().lift());
  }
  // The vertex that is nearest to a place.
  std::size_t nearest(const Vec3& world) {
    std::size_t found = 0;
    for (std::size_t v = 0; v < mesh().mesh.vertex_count(); ++v)
      if (glm::distance(in_world(v), world) < glm::distance(in_world(found), world)) found = v;
    return found;
  }
  // In front on the box of the left upper arm.
  std::size_t on_left_arm() {
    return nearest(document_->avatar().joint_in_world(joint("mShoulderLeft")) + Vec3(0.04, 0.13, 0.0));
  }
  // Opposite of a vertex.
  std::size_t opposite(std::size_t vertex) {
    const Vec3 at = in_world(vertex);
    return nearest({at.x, -at.y, at.z});
  }
  void stroke(std::size_t vertex, const char* name, BrushMode mode = BrushMode::add) {
    ASSERT_TRUE(painting().begin(mesh().id, joint(name), mode)) << last_message();
    painting().dab(in_world(vertex), vertex);
    document_->update(0.0);
    painting().end();
    document_->update(0.0);
  }
  float weight(std::size_t vertex, const char* name) { return weights_on(mesh(), joint(name))[vertex]; }
  // Of all vertices on every joint.
  std::vector<std::vector<float>> all_weights() {
    std::vector<std::vector<float>> all;
    for (std::size_t j = 0; j < character_.skeleton.size(); ++j)
      all.push_back(weights_on(mesh(), static_cast<JointIndex>(j)));
    return all;
  }

  std::filesystem::path path_;
};

TEST_F(WeightPaintingTest, AStrokeIsSeenAtOnceAndIsOneStepOfUndo) {
  const auto on_disk = io::read_file(path_);
  Pose pose;
  pose.rotations.resize(character_.skeleton.size());
  pose.rotations[static_cast<std::size_t>(joint("mElbowLeft"))] = glm::angleAxis(1.0, Vec3(0.0, 0.0, 1.0));
  document_->posing.set("bent", pose);
  document_->forget_history();
  document_->update(0.0);
  const auto before = all_weights();
  const std::uint64_t names = document_->avatar().naming_revision();
  const std::size_t v = on_left_arm(), last = nearest(in_world(v) + Vec3(0.0, 0.02, 0.02));
  const Vec3 place = skinned_vertex(mesh(), v);
  painting().brush.radius = 0.06;
  ASSERT_TRUE(painting().begin(mesh().id, joint("mElbowLeft"), BrushMode::add));
  EXPECT_EQ(document_->history().size(), 0u) << "nothing is changed yet";
  painting().dab(in_world(v), v);
  document_->update(0.0);
  EXPECT_NEAR(weight(v, "mElbowLeft"), 0.5f, kWeightRounding);
  EXPECT_NEAR(weight(v, "mShoulderLeft"), 0.5f, kWeightRounding);
  EXPECT_GT(glm::distance(skinned_vertex(mesh(), v), place), 0.001) << "the pose is live";
  painting().dab(in_world(last), last);
  painting().end();
  document_->update(0.0);
  EXPECT_GT(weight(last, "mElbowLeft"), 0.4f) << "what the last frame did not show";
  EXPECT_EQ(document_->history().size(), 1u);
  EXPECT_EQ(document_->history().undo_name(), "Paint mElbowLeft on figure.glb");
  EXPECT_EQ(document_->binding.unsaved(), std::vector<std::size_t>{0});
  EXPECT_EQ(document_->avatar().choice().pose_name, "bent");
  const auto after = all_weights();

  document_->undo();
  document_->update(0.0);
  EXPECT_TRUE(all_weights() == before);
  EXPECT_TRUE(document_->binding.unsaved().empty());
  document_->redo();
  document_->update(0.0);
  EXPECT_TRUE(all_weights() == after);
  EXPECT_EQ(document_->avatar().naming_revision(), names) << "what is selected stays selected";
  EXPECT_TRUE(*io::read_file(path_) == *on_disk);
}

TEST_F(WeightPaintingTest, EveryStrokeIsAStepOfItsOwn) {
  const std::size_t v = on_left_arm();
  painting().brush.strength = 0.25;
  stroke(v, "mElbowLeft");
  stroke(v, "mElbowLeft");
  EXPECT_NEAR(weight(v, "mElbowLeft"), 0.5f, kWeightRounding);
  stroke(v, "mElbowLeft", BrushMode::subtract);
  stroke(v, "mElbowLeft", BrushMode::smooth);
  EXPECT_EQ(document_->history().size(), 4u);
  EXPECT_EQ(document_->history().undo_name(), "Smooth weights of figure.glb");
  document_->undo();
  document_->undo();
  EXPECT_NEAR(weight(v, "mElbowLeft"), 0.5f, kWeightRounding);
  document_->undo();
  EXPECT_NEAR(weight(v, "mElbowLeft"), 0.25f, kWeightRounding);
}

TEST_F(WeightPaintingTest, WhatWasSavedIsTheSameWhenItIsOpenedAgain) {
  painting().brush.mirror = true;
  const std::size_t left = on_left_arm(), right = opposite(left);
  stroke(left, "mElbowLeft");
  EXPECT_NEAR(weight(left, "mElbowLeft"), 0.5f, kWeightRounding);
  EXPECT_NEAR(weight(right, "mElbowRight"), 0.5f, 1e-3f) << "mirrored";
  const auto painted = all_weights();
  EXPECT_FALSE(document_->binding.save(0, path_)) << "the file it came from is never replaced";
  ASSERT_TRUE(document_->binding.save(0, folder_ / "painted.glb")) << last_message();
  EXPECT_FALSE(row().unsaved);
  EXPECT_EQ(row().path, folder_ / "painted.glb");
  Document other(character_, AvatarInputs());
  ASSERT_TRUE(other.files.open(folder_ / "painted.glb", false));
  other.update(0.0);
  const WornMesh& opened = *other.avatar().worn()[0]->meshes[0];
  for (std::size_t j = 0; j < character_.skeleton.size(); ++j) {
    const std::vector<float> weights = weights_on(opened, static_cast<JointIndex>(j));
    ASSERT_EQ(weights.size(), painted[j].size());
    for (std::size_t v = 0; v < weights.size(); ++v) EXPECT_NEAR(weights[v], painted[j][v], kWeightRounding);
  }
  // And it can be painted on.
  stroke(left, "mWristLeft");
  EXPECT_NEAR(weight(left, "mWristLeft"), 0.5f, kWeightRounding);
}

TEST_F(WeightPaintingTest, WhatIsNotSavedYetIsJudgedByTheUploadersRules) {
  stroke(on_left_arm(), "mElbowLeft");
  ASSERT_TRUE(row().unsaved);
  wait_for_findings();
  EXPECT_NE(document_->findings().verdict().find("would take this"), std::string::npos)
      << document_->findings().verdict();
}

TEST_F(WeightPaintingTest, CancelledAStrokeWasNever) {
  const auto before = all_weights();
  const std::size_t v = on_left_arm();
  ASSERT_TRUE(painting().begin(mesh().id, joint("mElbowLeft"), BrushMode::add));
  painting().dab(in_world(v), v);
  document_->update(0.0);
  EXPECT_GT(weight(v, "mElbowLeft"), 0.0f);
  painting().cancel();
  document_->update(0.0);
  EXPECT_TRUE(all_weights() == before);
  EXPECT_EQ(document_->history().size(), 0u);
  EXPECT_TRUE(document_->binding.unsaved().empty());
  // Nor is one that changes nothing.
  stroke(v, "mElbowLeft", BrushMode::subtract);
  EXPECT_EQ(document_->history().size(), 0u);
}

TEST_F(WeightPaintingTest, LockedJointsKeepTheirWeights) {
  const std::size_t v = on_left_arm();
  painting().locked = {joint("mElbowLeft")};
  EXPECT_FALSE(painting().begin(mesh().id, joint("mElbowLeft"), BrushMode::add));
  EXPECT_EQ(last_message(), "mElbowLeft is locked: nothing changes its weights.");
  EXPECT_FALSE(painting().set_weight(mesh().id, v, joint("mElbowLeft"), 0.5));
  painting().locked = {joint("mShoulderLeft")};
  stroke(v, "mElbowLeft");
  EXPECT_EQ(weight(v, "mShoulderLeft"), 1.0f) << "nothing is left for others";
  EXPECT_FALSE(painting().set_weight(mesh().id, v, joint("mElbowLeft"), 0.5));
  EXPECT_EQ(document_->history().size(), 0u);
}

TEST_F(WeightPaintingTest, ATypedWeightIsAStepAndChangesAllVerticesAtThatPlace) {
  // A corner of the box, which its sides share.
  const std::size_t v =
      nearest(document_->avatar().joint_in_world(joint("mShoulderLeft")) + Vec3(0.04, 0.25, 0.04));
  ASSERT_TRUE(painting().set_weight(mesh().id, v, joint("mElbowLeft"), 0.3)) << last_message();
  document_->update(0.0);
  std::size_t there = 0;
  for (std::size_t other = 0; other < mesh().mesh.vertex_count(); ++other) {
    const bool same = mesh().mesh.positions()[other] == mesh().mesh.positions()[v];
    there += same ? 1 : 0;
    EXPECT_NEAR(weight(other, "mElbowLeft"), same ? 0.3f : 0.0f, kWeightRounding);
  }
  EXPECT_GE(there, 2u);
  EXPECT_NEAR(weight(v, "mShoulderLeft"), 0.7f, kWeightRounding);
  EXPECT_EQ(document_->history().undo_name(), "Weight of mElbowLeft at vertex " + std::to_string(v));
  EXPECT_EQ(document_->history().size(), 1u);
}

TEST_F(WeightPaintingTest, WhatIsTakenOffMeanwhileIsNoLongerPainted) {
  const std::size_t v = on_left_arm();
  const Vec3 at = in_world(v);
  ASSERT_TRUE(painting().begin(mesh().id, joint("mElbowLeft"), BrushMode::add));
  painting().dab(at, v);
  document_->update(0.0);
  document_->wardrobe.take_off(0);
  painting().dab(at, v);
  document_->update(0.0);
  EXPECT_FALSE(painting().painting());
  EXPECT_TRUE(document_->avatar().worn().empty());
}

TEST_F(WeightPaintingTest, TheBuiltInBodyIsNoStandInOnceItIsPainted) {
  document_->stand_in.wear_builtin_body();
  document_->update(0.0);
  const std::shared_ptr<WornFile> body = document_->avatar().worn()[0];
  ASSERT_TRUE(body->stands_in);
  ASSERT_TRUE(painting().set_weight(body->meshes[0]->id, 0, joint("mChest"), 0.5)) << last_message();
  const WornFile& painted = *document_->avatar().worn()[0];
  EXPECT_FALSE(painted.stands_in);
  EXPECT_TRUE(painted.unsaved);
}

TEST_F(WeightPaintingTest, ACopyIsKeptOfWhatNoFileHas) {
  const auto settings = folder_ / "settings";
  document_ = std::make_unique<Document>(character_, AvatarInputs(), Settings(settings));
  wear_figure();
  const std::size_t v = on_left_arm();
  const auto copied = [&]() -> float {
    // Written in the background.
    for (int i = 0; i < 2000; ++i) {
      document_->update(0.0);
      if (const auto file = io::read_bound_mesh(row().kept_copy); file) {
        Document other(character_, AvatarInputs());
        if (other.files.open(row().kept_copy, false) &&
            std::abs(weights_on(*other.avatar().worn()[0]->meshes[0], joint("mElbowLeft"))[v] -
                     weight(v, "mElbowLeft")) < kWeightRounding)
          return weight(v, "mElbowLeft");
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return -1.0f;
  };
  stroke(v, "mElbowLeft");
  EXPECT_NEAR(copied(), 0.5f, kWeightRounding);
  stroke(v, "mElbowLeft");
  EXPECT_NEAR(copied(), 1.0f, kWeightRounding);
  document_->undo();
  EXPECT_NEAR(copied(), 0.5f, kWeightRounding) << "also of what undo brought back";
  // The next session is offered it, although nothing worn is a file.
  EXPECT_FALSE(document_->saved.is_empty());
  document_->kept.end();
  Document next(character_, AvatarInputs(), Settings(settings));
  ASSERT_TRUE(next.kept.offered());
  next.kept.restore();
  for (int i = 0; i < 2000 && next.files.reading(); ++i) {
    next.update(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(next.avatar().worn().size(), 1u);
  EXPECT_NEAR(weights_on(*next.avatar().worn()[0]->meshes[0], joint("mElbowLeft"))[v], 0.5f, kWeightRounding);
  // They still are in no file of the user's.
  const WornFile& restored = *next.avatar().worn()[0];
  EXPECT_EQ(next.binding.unsaved(), std::vector<std::size_t>{0});
  EXPECT_EQ(restored.name, "figure.glb");
  EXPECT_EQ(next.binding.proposed_path(0), folder_ / "figure_bound.glb");
  ASSERT_TRUE(next.binding.save(0, folder_ / "figure_bound.glb"));
  EXPECT_TRUE(std::ranges::none_of(std::filesystem::directory_iterator(settings), [](const auto& file) {
    return file.path().extension() == ".glb";
  })) << "the copy is not needed any more";
}

// The figure's file is saved by another program while its weights are painted here.
class CarriedWeightsTest : public WeightPaintingTest {
 protected:
  void look() {
    for (int i = 0; i < 3; ++i) document_->files.look(now_ += FileWatch::kInterval);
    document_->update(0.0);
  }
  FileWatch::Clock::time_point now_{std::chrono::hours(1)};
};

TEST_F(CarriedWeightsTest, AnotherShapeKeepsThePaintedWeights) {
  stroke(on_left_arm(), "mElbowLeft");
  const auto painted = all_weights();
  look();
  BoundMeshDesc moved = test::divided(test::box_figure(character_.skeleton), 3);
  for (Vec3f& p : moved.mesh.positions) p.x += 0.03f * p.z;
  write_mesh(moved, "figure.glb");
  look();
  EXPECT_EQ(mesh().mesh.positions()[7], moved.mesh.positions[7]);
  EXPECT_TRUE(all_weights() == painted);
  EXPECT_TRUE(row().unsaved) << "no file has them yet";
  EXPECT_NE(last_message().find("It keeps the weights that were made here: "), std::string::npos)
      << last_message();
  EXPECT_NE(last_message().find(" vertices as they were"), std::string::npos) << last_message();
  EXPECT_EQ(last_message().find("guessed"), std::string::npos) << last_message();
  // And they can still be painted and saved.
  stroke(on_left_arm(), "mElbowLeft");
  ASSERT_TRUE(document_->binding.save(0, folder_ / "painted.glb")) << last_message();
  EXPECT_TRUE(row().on_disk);
  EXPECT_TRUE(document_->saved.save(folder_ / "outfit.json")) << last_message();
}

TEST_F(CarriedWeightsTest, OtherVerticesGetTheWeightsOfTheirPlaces) {
  stroke(on_left_arm(), "mElbowLeft");
  const std::vector<float> painted = weights_on(mesh(), joint("mElbowLeft"));
  const std::vector<Vec3f> places(mesh().mesh.positions().begin(), mesh().mesh.positions().end());
  look();
  write_mesh(test::divided(test::box_figure(character_.skeleton), 4), "figure.glb");
  look();
  ASSERT_GT(mesh().mesh.vertex_count(), places.size());
  const std::vector<float> now = weights_on(mesh(), joint("mElbowLeft"));
  std::size_t same = 0;
  for (std::size_t v = 0; v < now.size(); ++v)
    for (std::size_t old = 0; old < places.size(); ++old)
      if (mesh().mesh.positions()[v] == places[old]) {
        EXPECT_NEAR(now[v], painted[old], kWeightRounding);
        ++same;
        break;
      }
  EXPECT_GE(same, places.size());
  EXPECT_NE(last_message().find(" from the old surface there"), std::string::npos) << last_message();
}

TEST_F(CarriedWeightsTest, ABrokenFileLeavesThem) {
  stroke(on_left_arm(), "mElbowLeft");
  const auto painted = all_weights();
  look();
  ASSERT_TRUE(io::write_file(path_, std::string_view("glTF, but not for long")));
  look();
  EXPECT_TRUE(all_weights() == painted);
  EXPECT_TRUE(row().unsaved);
  EXPECT_FALSE(row().problem.empty());
}

// What undo brings back may be older than the file.
TEST_F(CarriedWeightsTest, UndoneItIsWhatTheFileHasNow) {
  const std::size_t v = on_left_arm();
  painting().brush.strength = 0.25;
  stroke(v, "mElbowLeft");
  stroke(v, "mElbowLeft");
  look();
  BoundMeshDesc moved = test::divided(test::box_figure(character_.skeleton), 3);
  for (Vec3f& p : moved.mesh.positions) p.x += 0.03f * p.z;
  write_mesh(moved, "figure.glb");
  look();
  EXPECT_NEAR(weight(v, "mElbowLeft"), 0.5f, kWeightRounding);
  document_->undo();
  document_->update(0.0);
  EXPECT_NEAR(weight(v, "mElbowLeft"), 0.25f, kWeightRounding);
  EXPECT_EQ(mesh().mesh.positions()[7], moved.mesh.positions[7]);
  document_->undo();
  document_->update(0.0);
  EXPECT_EQ(weight(v, "mElbowLeft"), 0.0f);
  EXPECT_EQ(mesh().mesh.positions()[7], moved.mesh.positions[7]);
  EXPECT_TRUE(row().on_disk);
}

TEST_F(WeightPaintingTest, WeightsOfWhatIsTakenOffAreLeftUnlessAFileHasThem) {
  const auto left = [&] { return document_->left_behind().size(); };
  stroke(on_left_arm(), "mElbowLeft", BrushMode::add);
  stroke(on_left_arm(), "mWristLeft", BrushMode::add);
  EXPECT_EQ(left(), 0u);
  document_->wardrobe.take_off(0);
  ASSERT_EQ(left(), 1u);
  EXPECT_EQ(document_->left_behind()[0].what, "the weights of figure.glb");
  document_->jump_in_history(document_->left_behind()[0].done);
  EXPECT_EQ(left(), 0u);
  EXPECT_TRUE(row().unsaved);
  ASSERT_TRUE(document_->binding.save(0, folder_ / "painted.glb")) << last_message();
  document_->wardrobe.take_off(0);
  EXPECT_EQ(left(), 0u);
}

}  // namespace
}  // namespace mannequin::document
