// animation.json: the gradual change between two shapes, frame by frame.
#include "engine/appearance/shape_transition.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

constexpr double kAnimationLimit = 5e-6;

class AnimationOracle : public testing::TestWithParam<CharacterSource> {
 protected:
  void SetUp() override {
    MANNEQUIN_NEEDS_SHARED("oracle/animation.json");
    MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
    if (GetParam() == CharacterSource::character_folder)
      MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  }
};

TEST_P(AnimationOracle, EveryFrameOfEveryTransition) {
  const Character& c = character(GetParam());
  const json oracle = read_json(shared_path("oracle/animation.json"));
  const json all_shapes = read_json(shared_path("oracle/shapes.json.gz"));
  std::map<std::string, SliderValues> shapes;
  for (const json& shape : all_shapes.at("shapes"))
    shapes[shape.at("name")] = slider_values(shape.at("inputs"));

  Worst amount(kAnimationLimit), weight(kAnimationLimit), position(kAnimationLimit), scale(kAnimationLimit),
      world(kAnimationLimit);
  std::size_t sex_switches = 0;
  for (const json& transition : oracle.at("transitions")) {
    const std::string from = transition.at("from"), to = transition.at("to");
    ShapeTransition changing(c.appearance, shapes.at(from));
    const Sex sex_before = changing.weights().sex;
    changing.begin(shapes.at(to));
    EXPECT_EQ(changing.weights().sex == Sex::male ? "male" : "female",
              transition.at("sex_after_targets_set").get<std::string>());
    sex_switches += changing.weights().sex != sex_before;
    for (const json& frame : transition.at("frames")) {
      const auto seconds = frame.at("t").get<float>();
      const std::string when = from + " to " + to + " at " + std::to_string(seconds) + " s, ";
      const ParameterWeights& weights = changing.advance_to(seconds);
      EXPECT_EQ(changing.finished(), !frame.contains("morph_amount")) << when;
      if (frame.contains("morph_amount")) amount.compare(changing.amount(), frame.at("morph_amount"), when);
      for (const auto& [id, expected] : frame.at("current_weights").items()) {
        const ParameterIndex p = c.appearance.find(std::stoi(id));
        ASSERT_NE(p, kNoParameter) << id;
        weight.compare(weights.weight[static_cast<std::size_t>(p)], expected, when + "weight " + id);
      }
      const Shape shape = evaluate_shape(c.skeleton, c.appearance, weights);
      std::vector<JointTransform> joints(c.skeleton.size());
      solve_pose(c.skeleton, shape.joints, {}, {}, joints);
      ASSERT_EQ(frame.at("state").size(), joints.size());
      for (std::size_t j = 0; j < joints.size(); ++j) {
        const std::string where = when + c.skeleton.joints()[j].name;
        position.compare(joints[j].position, frame.at("state")[j], 0, where);
        scale.compare(joints[j].scale, frame.at("state")[j], 3, where);
        world.compare(joints[j].world_position, frame.at("state")[j], 6, where);
      }
    }
    EXPECT_TRUE(changing.finished());
  }
  EXPECT_GT(sex_switches, 0u);
  EXPECT_WITHIN_LIMIT(amount);
  EXPECT_WITHIN_LIMIT(weight);
  EXPECT_WITHIN_LIMIT(position);
  EXPECT_WITHIN_LIMIT(scale);
  EXPECT_WITHIN_LIMIT(world);
  for (const auto& [name, worst] : {std::pair{"amount", &amount},
                                    {"weight", &weight},
                                    {"position", &position},
                                    {"scale", &scale},
                                    {"world", &world}})
    RecordProperty(name, std::to_string(worst->value() * 1e6) + "e-6");
}

INSTANTIATE_TEST_SUITE_P(Sources, AnimationOracle,
                         testing::Values(CharacterSource::builtin, CharacterSource::character_folder),
                         [](const auto& source) {
                           return source.param == CharacterSource::builtin ? std::string("Builtin")
                                                                           : std::string("CharacterFolder");
                         });

}  // namespace
}  // namespace mannequin::test
