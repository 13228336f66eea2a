// Tape measures of avatars, compared with boxes of known girth.
#include "tools/document/body_measures.h"

#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class BodyMeasuresTest : public DocumentTest {
 protected:
  std::optional<double> measured(Measure measure) {
    document_->update(0.0);
    for (const MeasuredLine& line : measure_body(document_->avatar()))
      if (line.measure == measure) return line.length;
    return std::nullopt;
  }
  void at_rest() { document_->sliders.rest(); }
};

TEST_F(BodyMeasuresTest, OfBoxesAreTheirEdges) {
  ASSERT_TRUE(document_->files.open(write_mesh(test::box_figure(character_.skeleton), "figure.glb"), false));
  at_rest();
  // The figure's boxes: arms 8 x 8 cm, thighs 14 x 12 cm, the chest 20 x 32 cm.
  EXPECT_NEAR(measured(Measure::upper_arm).value(), 0.32, 0.005);
  EXPECT_NEAR(measured(Measure::thigh).value(), 0.52, 0.02);  // the plane is across the bone, which slants
  EXPECT_NEAR(measured(Measure::chest).value(), 1.04, 0.03);  // the same
  const auto joint = [&](const char* name) {
    return document_->avatar().joint_in_world(character_.skeleton.find(name));
  };
  EXPECT_NEAR(measured(Measure::arm).value(),
              glm::distance(joint("mShoulderLeft"), joint("mElbowLeft")) +
                  glm::distance(joint("mElbowLeft"), joint("mWristLeft")),
              1e-9);
  // From the soles of the lower legs' boxes to the top of the head's.
  EXPECT_NEAR(measured(Measure::height).value(),
              joint("mHead").z + 0.09 + 0.11 - (joint("mKneeLeft").z - 0.24 - 0.22), 1e-5);
}

TEST_F(BodyMeasuresTest, FollowTheSlidersAndArePinned) {
  ASSERT_TRUE(document_->stand_in.wear_builtin("mannequin"));
  document_->measures.need(true);
  document_->update(0.0);
  const auto of = [&](Measure measure) {
    for (const MeasuredLine& line : document_->measures.lines())
      if (line.measure == measure) return line.length;
    return 0.0;
  };
  ASSERT_EQ(document_->measures.lines().size(), kMeasures);
  // A woman of 1.8 m or so, as the default avatar is.
  EXPECT_NEAR(of(Measure::height), 1.85, 0.15);
  EXPECT_GT(of(Measure::chest), of(Measure::waist));
  EXPECT_GT(of(Measure::hip), of(Measure::waist));
  EXPECT_GT(of(Measure::thigh), of(Measure::upper_arm));
  EXPECT_LT(of(Measure::thigh), 0.75 * of(Measure::hip)) << "one leg alone";
  const double waist = of(Measure::waist), height = of(Measure::height);
  EXPECT_FALSE(document_->measures.has_pins());
  document_->measures.pin();
  document_->sliders.set(parameter(157), 100.0);  // Belly Size
  document_->update(0.0);
  EXPECT_GT(of(Measure::waist), waist + 0.005);
  EXPECT_EQ(document_->measures.pinned(Measure::waist), waist);
  EXPECT_NEAR(of(Measure::height), height, 0.02);
  document_->measures.unpin();
  EXPECT_EQ(document_->measures.pinned(Measure::waist), std::nullopt);
}

// Viewers reckon another height, which the window calls so.
TEST_F(BodyMeasuresTest, TheBodysIsNotCalledLikeTheViewers) {
  ASSERT_TRUE(document_->stand_in.wear_builtin("mannequin"));
  EXPECT_GT(measured(Measure::height).value(), document_->avatar().state().size.height + 0.1);
  EXPECT_STREQ(measure_name(Measure::height), "Sole to crown");
}

TEST_F(BodyMeasuresTest, AreWrittenInCentimetresAndInches) {
  EXPECT_EQ(centimetres(0.9234), "92.3 cm");
  EXPECT_EQ(inches(0.254), "10.0 in");
}

TEST_F(BodyMeasuresTest, OfNobodyAreNone) {
  document_->update(0.0);
  EXPECT_TRUE(measure_body(document_->avatar()).empty());
}

}  // namespace
}  // namespace mannequin::document
