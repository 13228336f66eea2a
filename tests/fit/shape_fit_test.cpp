#include "engine/fit/shape_fit.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/io/file.h"
#include "engine/io/shape_file.h"
#include "tests/fit/builtin.h"
#include "tests/shared_files.h"
#include "tools/scenes/scenes.h"

namespace mannequin {
namespace {

AvatarState state_with(const SliderValues& sliders) {
  AvatarInputs inputs;
  inputs.sliders = sliders;
  return evaluate_avatar(builtin(), inputs);
}

JointPlaces places_of(const AvatarState& state, const Vec3& moved = Vec3(0.0)) {
  JointPlaces places;
  for (std::size_t j = 0; j < state.joints.size(); ++j)
    places[static_cast<JointIndex>(j)] = state.joints[j].world_position + moved;
  return places;
}

// The farthest of an avatar's joints from where they should be, by an evaluation of its own.
double farthest(const ShapeFit& fit, const JointPlaces& places) {
  const AvatarState state = state_with(fit.sliders);
  double worst = 0.0;
  for (const auto& [joint, place] : places)
    worst = std::max(
        worst,
        glm::distance(state.joints[static_cast<std::size_t>(joint)].world_position + fit.moved, place));
  return worst;
}

TEST(ShapeFit, FindsShapesByTheirJoints) {
  for (const Sex sex : {Sex::female, Sex::male})
    for (const std::uint32_t seed : {11u, 12u}) {
      SliderValues shape = scenes::random_shape(builtin().appearance, sex, seed);
      const JointPlaces places = places_of(state_with(shape));
      ShapeFitOptions options;
      options.sex = sex;
      const ShapeFit fit = fit_shape(builtin(), {}, joints_goal(places), options);
      EXPECT_LT(farthest(fit, places), 1e-3) << "seed " << seed;
      EXPECT_EQ(fit.residuals.size(), 3 * places.size());
      for (const FittedSlider& slider : fit.fitted) {
        const ParameterDesc& desc = builtin().appearance[slider.parameter];
        EXPECT_TRUE(Appearance::is_transmitted(desc));
        EXPECT_GE(slider.weight, desc.min);
        EXPECT_LE(slider.weight, desc.max);
      }
    }
}

TEST(ShapeFit, RecordedAvatarsWithinAMillimetre) {
  MANNEQUIN_NEEDS_SHARED("fixtures/shapes/Angela.xml");
  for (const char* name : {"Angela", "Brenda", "Emily"}) {
    const auto bytes =
        io::read_file(test::shared_path(std::string("fixtures/shapes/") + name + ".xml")).value();
    const JointPlaces places =
        places_of(state_with(io::read_shape(bytes, name, builtin().appearance).value().sliders));
    const ShapeFit fit = fit_shape(builtin(), {}, joints_goal(places), {});
    EXPECT_LT(farthest(fit, places), 1e-3) << name;
  }
}

TEST(ShapeFit, MovesTheAvatarAsAWhole) {
  const Vec3 away(0.4, -0.2, 1.1);
  const JointPlaces places =
      places_of(state_with(scenes::random_shape(builtin().appearance, Sex::female, 5)), away);
  ShapeFitOptions options;
  options.movable = true;
  const ShapeFit fit = fit_shape(builtin(), {}, joints_goal(places), options);
  EXPECT_LT(farthest(fit, places), 1e-3);
}

// What a few joints do not show cannot be found by them.
TEST(ShapeFit, SaysWhatItDoesNotDependOn) {
  const AvatarState state = state_with({});
  JointPlaces places;
  for (const char* name : {"mKneeLeft", "mAnkleLeft", "mHipLeft"}) {
    const JointIndex joint = builtin().skeleton.find(name);
    places[joint] = state.joints[static_cast<std::size_t>(joint)].world_position;
  }
  const ShapeFit fit = fit_shape(builtin(), {}, joints_goal(places), {});
  const auto hold_of = [&](int id) {
    const ParameterIndex p = builtin().appearance.find(id);
    const auto found = std::ranges::find(fit.fitted, p, &FittedSlider::parameter);
    return found == fit.fitted.end() ? SliderHold::none : found->hold;
  };
  EXPECT_EQ(hold_of(682), SliderHold::none);  // the head's size
  EXPECT_NE(hold_of(692), SliderHold::none);  // the legs' length
  // Nine numbers cannot hold more sliders than nine.
  EXPECT_LE(std::ranges::count(fit.fitted, SliderHold::held, &FittedSlider::hold), 9);
}

}  // namespace
}  // namespace mannequin
