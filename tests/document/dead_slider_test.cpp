// What the window reports about sliders that move nothing of the meshes actually worn.
#include <chrono>
#include <thread>

#include "tests/document/document_case.h"
#include "tests/shared_files.h"

namespace mannequin::document {
namespace {

class DeadSliderTest : public DocumentTest {
 protected:
  void wear(const BoundMeshDesc& desc, const char* name, bool joint_positions) {
    ASSERT_TRUE(document_->files.open(write_mesh(desc, name), joint_positions));
  }
  const SliderEffect& effect(int id) {
    for (int i = 0; i < 200; ++i) document_->update(0.0);
    EXPECT_TRUE(document_->effects().finished());
    static const SliderEffect kNone;
    const SliderEffect* found = document_->effects().of(id);
    EXPECT_NE(found, nullptr) << id;
    return found == nullptr ? kNone : *found;
  }
};

constexpr int kEyelashLength = 518, kSleeveLength = 800, kShirtWrinkles = 868, kHandSize = 675,
              kBellySize = 157, kEyeSpacing = 196, kTorsoMuscles = 678;

TEST_F(DeadSliderTest, NamesTheMeshAndJointsAsPeopleDo) {
  wear(test::box_figure(character_.skeleton), "jacket.glb", false);
  EXPECT_EQ(
      effect(kEyelashLength).reason,
      "Eyelash Length changes only the system body's surface. Worn meshes cannot follow it, not even in-"
      "world. Nothing is wrong with jacket.glb.");
  EXPECT_EQ(effect(kSleeveLength).reason,
            "Sleeve Length changes only what is painted on the upper body: system clothing, make-up or skin. "
            "It moves "
            "nothing, but decides where loose clothing changes the system body.");
  EXPECT_EQ(effect(kShirtWrinkles).reason,
            "Shirt Wrinkles shapes folds that today's viewers no longer draw. It changes nothing.");
  EXPECT_EQ(effect(kHandSize).reason,
            "Hand Size moves mWristLeft (left hand), mHandMiddle1Left (left middle finger, link 1), "
            "mHandMiddle2Left (left middle finger, link 2) and 31 more, but nothing worn has weights there. "
            "Weight jacket.glb to mWristLeft (left hand) if it should follow.");
  wear(test::box_figure(character_.skeleton), "boots.glb", false);
  EXPECT_TRUE(effect(kEyelashLength).reason.ends_with("Nothing is wrong with jacket.glb and boots.glb."))
      << effect(kEyelashLength).reason;
  EXPECT_NE(effect(kHandSize).reason.find("Weight one of jacket.glb and boots.glb to"), std::string::npos)
      << effect(kHandSize).reason;
  document_->wardrobe.take_off(1);
  document_->wardrobe.take_off(0);
  EXPECT_TRUE(effect(kHandSize).reason.ends_with(", but no mesh is worn.")) << effect(kHandSize).reason;
}

TEST_F(DeadSliderTest, IsNotOfWhatWasWornBeforeWhileAClipPlays) {
  EXPECT_EQ(effect(kBellySize).why, DeadReason::no_weights);
  ASSERT_TRUE(io::write_file(
      folder_ / "turn.bvh",
      std::string_view("HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
                       "Xrotation Zrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 1\n}\n}\n"
                       "MOTION\nFrames: 3\nFrame Time: 0.5\n0 0 0 0 0 0\n0 0 0 9 0 0\n0 0 0 0 0 0\n")));
  ASSERT_TRUE(document_->files.open(folder_ / "turn.bvh", false));
  wear(test::box_figure(character_.skeleton), "body.glb", false);
  ASSERT_TRUE(document_->timeline().playing());
  for (int i = 0; i < 200; ++i) document_->update(0.02);
  EXPECT_TRUE(document_->effects().finished());
  ASSERT_NE(document_->effects().of(kBellySize), nullptr);
  EXPECT_EQ(document_->effects().of(kBellySize)->why, DeadReason::none);
}

TEST_F(DeadSliderTest, OfSeveralTheOneThatIsMovedFarthestIsNamed) {
  constexpr int kHeight = 33;
  wear(test::box_on(character_.skeleton, "mAnkleLeft", {}), "anklet.glb", false);
  EXPECT_GT(effect(kHeight).metres, 0.0);
  EXPECT_EQ(document_->effects().farthest(kHeight), "") << "it is about that one";
  wear(test::box_on(character_.skeleton, "mHead", {}), "hat.glb", false);
  EXPECT_GT(effect(kHeight).metres, 0.0);
  const std::string head = document_->effects().farthest(kHeight);
  document_->wardrobe.take_off(1);
  const double ankle = effect(kHeight).metres;
  document_->undo();
  EXPECT_EQ(head, effect(kHeight).metres > ankle ? "hat.glb" : "anklet.glb");
  EXPECT_EQ(document_->effects().farthest(kEyelashLength), "");
}

TEST_F(DeadSliderTest, NothingIsDeadWhileTheFirstMeshIsRead) {
  document_->files.read_in_background_above(0);
  wear(test::box_figure(character_.skeleton), "figure.glb", false);
  ASSERT_TRUE(document_->files.reading());
  const std::string said = document_->messages().list().back().signed_text();
  EXPECT_TRUE(said.starts_with("\u2026 Reading figure.glb")) << "not done yet: " << said;
  for (int i = 0; i < 2000 && document_->files.reading(); ++i) {
    document_->update(0.0);
    for (const ParameterDesc& each : character_.appearance.parameters())
      if (const SliderEffect* const found = document_->effects().of(each.id)) {
        EXPECT_EQ(found->reason.find("no mesh is worn"), std::string::npos) << found->reason;
      }
    // Nothing is drawn here: without a pause all these steps are over before the other thread begins.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_FALSE(document_->files.reading());
}

// One of several is meant, whatever the others do.
TEST_F(DeadSliderTest, AreAboutTheMeshThatWasChosen) {
  wear(test::box_figure(character_.skeleton), "body.glb", false);
  wear(test::box_on(character_.skeleton, "mWristLeft", {}), "bangle.glb", false);
  EXPECT_EQ(effect(kBellySize).why, DeadReason::none);
  EXPECT_EQ(document_->effects().subject(), "");
  const std::shared_ptr<const WornFile> body = document_->avatar().worn()[0],
                                        bangle = document_->avatar().worn()[1];
  document_->effects().be_about(bangle);
  EXPECT_EQ(effect(kBellySize).why, DeadReason::no_weights);
  EXPECT_EQ(document_->effects().subject(), "bangle.glb");
  EXPECT_NE(effect(kBellySize).reason.find("bangle.glb has no weights there"), std::string::npos)
      << effect(kBellySize).reason;
  EXPECT_EQ(effect(kHandSize).why, DeadReason::none);
  document_->effects().be_about(body);
  EXPECT_EQ(effect(kHandSize).why, DeadReason::no_weights);
  // What is taken off is nobody's concern any more.
  document_->wardrobe.take_off(0);
  EXPECT_EQ(effect(kHandSize).why, DeadReason::none);
}

// As in-world an invisible mesh is: hiding it in the view must not make sliders look dead.
TEST_F(DeadSliderTest, AHiddenMeshIsStillWorn) {
  wear(test::box_figure(character_.skeleton), "jacket.glb", false);
  const double moved = effect(kBellySize).metres;
  EXPECT_GT(moved, 0.001);
  document_->wardrobe.show(0, false);
  EXPECT_EQ(effect(kBellySize).why, DeadReason::none) << effect(kBellySize).reason;
  EXPECT_EQ(effect(kBellySize).metres, moved);
  EXPECT_NE(effect(kHandSize).reason.find("Weight jacket.glb to"), std::string::npos)
      << effect(kHandSize).reason;
}

TEST_F(DeadSliderTest, OfTheOtherSexTheyKeepTheirValue) {
  wear(test::box_figure(character_.skeleton), "jacket.glb", false);
  const SliderEffect& muscles = effect(kTorsoMuscles);
  EXPECT_EQ(muscles.why, DeadReason::other_sex);
  EXPECT_EQ(muscles.reason,
            "Torso Muscles is for male shapes. Its value is kept and returns when you switch.");
  document_->sliders.set_sex(Sex::male);
  EXPECT_NE(effect(kTorsoMuscles).why, DeadReason::other_sex);
}

TEST_F(DeadSliderTest, NamesTheMeshThatFixesAJointAlsoWhileItIsHidden) {
  wear(test::box_on(character_.skeleton, "mEyeLeft", {0.0, 0.0, 0.0}), "eyes.glb", false);
  EXPECT_EQ(effect(kEyeSpacing).why, DeadReason::none);
  wear(test::box_on(character_.skeleton, "mEyeLeft", {0.01, 0.0, 0.0}), "mask.glb", true);
  document_->wardrobe.show(1, false);
  const std::string fixed =
      "Eye Spacing works by moving mEyeLeft (left eye), and mask.glb fixes that joint's position. The length "
      "stays; thickness still changes. Remove the joint from the positions to get the length back.";
  EXPECT_EQ(effect(kEyeSpacing).why, DeadReason::fixed_by_offset);
  EXPECT_EQ(effect(kEyeSpacing).reason, fixed);
  document_->wardrobe.lock_scale(1, true);
  EXPECT_NE(effect(kEyeSpacing).reason.find("thickness stays too, because the scale is locked."),
            std::string::npos)
      << effect(kEyeSpacing).reason;
}

TEST_F(DeadSliderTest, ALockedScaleIsNoLackOfWeights) {
  wear(test::box_on(character_.skeleton, "mWristLeft", {0.01, 0.0, 0.0}), "glove.glb", true);
  EXPECT_EQ(effect(kHandSize).why, DeadReason::none) << effect(kHandSize).reason;
  document_->wardrobe.lock_scale(0, true);
  EXPECT_EQ(effect(kHandSize).why, DeadReason::fixed_by_offset);
  EXPECT_EQ(effect(kHandSize).reason,
            "Hand Size works by scaling mWristLeft (left hand), and glove.glb locks that scale. Turn \"lock "
            "scale\" off to get it back.");
}

// An offset is no reason where nothing would move without it, either.
TEST_F(DeadSliderTest, AnOffsetIsNamedOnlyWhereItMatters) {
  wear(test::box_on(character_.skeleton, "mKneeLeft", {0.0, 0.0, 0.0}), "leg.glb", false);
  // It moves the eye, and has no weights there.
  BoundMeshDesc desc = test::box_on(character_.skeleton, "mKneeRight", {});
  desc.skin.joint_names.push_back("mEyeLeft");
  desc.skin.inverse_binds.push_back(desc.skin.inverse_binds[0]);
  desc.skin.joint_positions.emplace_back(
      character_.skeleton[character_.skeleton.find("mEyeLeft")].default_position + Vec3(0.01, 0.0, 0.0));
  wear(desc, "eyes.glb", true);
  EXPECT_EQ(effect(kEyeSpacing).why, DeadReason::no_weights);
  EXPECT_NE(effect(kEyeSpacing).reason.find("leg.glb"), std::string::npos) << effect(kEyeSpacing).reason;
}

TEST_F(DeadSliderTest, TooLittleSaysWhereTheRestGoes) {
  BoundMeshDesc desc = test::box_on(character_.skeleton, "mTorso", {});
  desc.skin.joint_names.push_back("BELLY");
  desc.skin.inverse_binds.push_back(desc.skin.inverse_binds[0]);
  desc.skin.joint_positions.emplace_back();
  // One vertex in 24 follows the belly, hardly.
  desc.skin.influences[0].weight = 0.9997f;
  desc.skin.influences.insert(desc.skin.influences.begin() + 1, {1, 0.0003f});
  for (std::size_t v = 1; v < desc.skin.influence_begin.size(); ++v) ++desc.skin.influence_begin[v];
  wear(desc, "belt.glb", false);
  const SliderEffect& belly = effect(kBellySize);
  EXPECT_EQ(belly.why, DeadReason::too_little) << belly.metres;
  EXPECT_EQ(
      belly.reason,
      "Belly Size moves belt.glb by 0.03 mm at most, too little to see. Most of its effect goes to BELLY "
      "(volume: belly), where belt.glb has less than 0.1 % weight.");
}

TEST_F(DeadSliderTest, OfARealBodyEveryReasonIsAboutIt) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/Ruth2v4Head.glb");
  ASSERT_TRUE(document_->files.open(test::shared_path("fixtures/gltf/Ruth2v4Head.glb"), true));
  (void)effect(kEyeSpacing);
  std::map<DeadReason, int> counts;
  for (const SectionDesc& section : character_.appearance.sections())
    for (const int id : section.parameters) {
      const SliderEffect* found = document_->effects().of(id);
      if (found == nullptr || found->why == DeadReason::none) continue;
      ++counts[found->why];
      // The morphs of clothing are the system body's, whatever else is worn.
      const bool of_nobody = found->why == DeadReason::texture_only || found->why == DeadReason::other_sex ||
                             found->reason.find("only where the mask") != std::string::npos;
      EXPECT_EQ(found->reason.find("Ruth2v4Head.glb") == std::string::npos, of_nobody) << found->reason;
    }
  for (const DeadReason why : {DeadReason::surface_only, DeadReason::texture_only, DeadReason::no_weights,
                               DeadReason::fixed_by_offset, DeadReason::other_sex})
    EXPECT_GT(counts[why], 0) << static_cast<int>(why);
}

}  // namespace
}  // namespace mannequin::document
