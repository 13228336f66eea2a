// shapes.json.gz and singles.json: every joint of every shape, with the definitions from both sources.
#include <glm/gtc/type_ptr.hpp>

#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

class ShapesOracle : public testing::TestWithParam<CharacterSource> {
 protected:
  void SetUp() override {
    MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
    if (GetParam() == CharacterSource::character_folder)
      MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  }
};

// fresh_no_inputs sets nothing at all, not even the defaults.
AvatarState evaluate_exactly(const Character& character, const SliderValues& inputs) {
  AvatarState state;
  state.shape = evaluate_shape(character.skeleton, character.appearance,
                               evaluate_weights(character.appearance, inputs));
  state.joints.resize(character.skeleton.size());
  solve_pose(character.skeleton, state.shape.joints, {}, {}, state.joints);
  state.size = character.measure(state.joints);
  return state;
}

TEST_P(ShapesOracle, EveryShape) {
  const Character& c = character(GetParam());
  const json oracle = read_json(shared_path("oracle/shapes.json.gz"));
  Worst weight(kWeightLimit), position(kLocalPositionLimit), rotation(kScaleLimit), scale(kScaleLimit),
      world(kWorldLimit), matrix(kScaleLimit), size(kSizeLimit);
  for (const json& shape : oracle.at("shapes")) {
    const std::string name = shape.at("name");
    const AvatarState state = evaluate_exactly(c, slider_values(shape.at("inputs")));
    EXPECT_EQ(state.shape.weights.sex == Sex::male ? "male" : "female", shape.at("sex").get<std::string>())
        << name;
    for (const auto& [id, expected] : shape.at("weights").items()) {
      const ParameterIndex p = c.appearance.find(std::stoi(id));
      ASSERT_NE(p, kNoParameter) << id;
      weight.compare(state.shape.weights.weight[static_cast<std::size_t>(p)], expected,
                     name + " weight " + id);
    }
    for (const auto& [id, expected] : shape.at("effective").items()) {
      const ParameterIndex p = c.appearance.find(std::stoi(id));
      ASSERT_NE(p, kNoParameter) << id;
      weight.compare(state.shape.weights.effective[static_cast<std::size_t>(p)], expected,
                     name + " effective " + id);
    }
    ASSERT_EQ(shape.at("state").size(), c.skeleton.size());
    for (std::size_t j = 0; j < c.skeleton.size(); ++j) {
      const json& row = shape.at("state")[j];
      const JointTransform& joint = state.joints[j];
      const std::string where = name + " " + c.skeleton.joints()[j].name;
      position.compare(joint.position, row, 0, where);
      const double sign = joint.rotation.w * row[6].get<double>() < 0.0 ? -1.0 : 1.0;
      for (int k = 0; k < 4; ++k) {
        const double ours[] = {joint.rotation.x, joint.rotation.y, joint.rotation.z, joint.rotation.w};
        rotation.compare(sign * ours[k], row[static_cast<std::size_t>(3 + k)], where);
      }
      scale.compare(joint.scale, row, 7, where);
      world.compare(joint.world_position, row, 10, where);
      const Mat4 m = joint.world_from_joint();
      for (std::size_t k = 0; k < 16; ++k) matrix.compare(glm::value_ptr(m)[k], row[13 + k], where);
    }
    size.compare(state.size.depth, shape.at("body_size")[0], name);
    size.compare(state.size.width, shape.at("body_size")[1], name);
    size.compare(state.size.height, shape.at("body_size")[2], name);
    size.compare(state.size.pelvis_to_foot, shape.at("pelvis_to_foot"), name);
    size.compare(state.shape.hover, shape.at("avatar_offset")[2], name);
  }
  EXPECT_WITHIN_LIMIT(weight);
  EXPECT_WITHIN_LIMIT(position);
  EXPECT_WITHIN_LIMIT(rotation);
  EXPECT_WITHIN_LIMIT(scale);
  EXPECT_WITHIN_LIMIT(world);
  EXPECT_WITHIN_LIMIT(matrix);
  EXPECT_WITHIN_LIMIT(size);
}

TEST_P(ShapesOracle, EverySingleSlider) {
  MANNEQUIN_NEEDS_SHARED("oracle/singles.json");
  const Character& c = character(GetParam());
  const json shapes = read_json(shared_path("oracle/shapes.json.gz"));
  const json oracle = read_json(shared_path("oracle/singles.json"));
  std::map<std::string, SliderValues> base;
  for (const json& shape : shapes.at("shapes")) base[shape.at("name")] = slider_values(shape.at("inputs"));
  Worst weight(kWeightLimit), position(kLocalPositionLimit), scale(kScaleLimit), world(kWorldLimit),
      size(kSizeLimit), unchanged(0.0);
  for (const json& entry : oracle.at("entries")) {
    const std::string base_name = entry.at("base");
    const std::string where = base_name + " " + entry.dump().substr(0, 60);
    ASSERT_TRUE(base.count(base_name)) << base_name;
    const AvatarState before = evaluate_exactly(c, base[base_name]);
    SliderValues inputs = base[base_name];
    inputs[entry.at(entry.contains("id") ? "id" : "param").get<int>()] = entry.at("weight").get<double>();
    const AvatarState state = evaluate_exactly(c, inputs);
    for (const auto& [id, expected] : entry.at("changed_weights").items())
      weight.compare(state.shape.weights.weight[static_cast<std::size_t>(c.appearance.find(std::stoi(id)))],
                     expected, where + " weight " + id);
    size.compare(state.size.height, entry.at("body_size_z"), where);
    size.compare(state.size.pelvis_to_foot, entry.at("pelvis_to_foot"), where);
    size.compare(state.shape.hover, entry.at("avatar_offset_z"), where);
    const json& changed = entry.at("changed_joints");
    for (std::size_t j = 0; j < c.skeleton.size(); ++j) {
      const JointTransform& joint = state.joints[j];
      const std::string joint_where = where + " " + c.skeleton.joints()[j].name;
      const auto found = changed.find(std::to_string(j));
      if (found == changed.end()) {
        unchanged.compare(glm::length(joint.position - before.joints[j].position), 0.0, joint_where);
        unchanged.compare(glm::length(joint.scale - before.joints[j].scale), 0.0, joint_where);
        // The default's own deltas are summed before and after in another order, so the last bit may move.
        world.compare(joint.world_position,
                      json{before.joints[j].world_position.x, before.joints[j].world_position.y,
                           before.joints[j].world_position.z},
                      0, joint_where);
      } else if (found->size() == 9) {
        position.compare(joint.position, *found, 0, joint_where);
        scale.compare(joint.scale, *found, 3, joint_where);
        world.compare(joint.world_position, *found, 6, joint_where);
      } else {
        world.compare(joint.world_position, *found, 0, joint_where);
      }
    }
  }
  EXPECT_WITHIN_LIMIT(weight);
  EXPECT_WITHIN_LIMIT(position);
  EXPECT_WITHIN_LIMIT(scale);
  EXPECT_WITHIN_LIMIT(world);
  EXPECT_WITHIN_LIMIT(size);
  EXPECT_WITHIN_LIMIT(unchanged);
}

INSTANTIATE_TEST_SUITE_P(Sources, ShapesOracle,
                         testing::Values(CharacterSource::builtin, CharacterSource::character_folder),
                         [](const auto& source) {
                           return source.param == CharacterSource::builtin ? std::string("Builtin")
                                                                           : std::string("CharacterFolder");
                         });

}  // namespace
}  // namespace mannequin::test
