// mannequin fit-shape, as creators call it: finds the shape that a body was saved in.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using ShapeJson = nlohmann::json;

class FitShapeCommand : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("me.json",
          R"({"sex": "female", "params": {"33": 1.2, "105": 0.8, "637": 0.4, "795": 0.9, "692": -0.6}})");
  }
  ShapeJson fit_shape(const std::string& arguments) const {
    const Outcome outcome = run("fit-shape --json " + arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return ShapeJson::parse(outcome.out);
  }
};

// As today's viewers import it, the body is not quite what it was made as, and the other sex's comes nearer
// by the measure that the search goes by: it has other vertices, which need not come to their own places.
TEST_F(FitShapeCommand, FindsTheSexAndShapeOfTheBuiltInBody) {
  write_body("body.glb");
  ASSERT_EQ(run("skin body.glb --shape me.json -o target.obj").exit_code, 0);
  const ShapeJson found = fit_shape("target.obj");
  EXPECT_EQ(found.at("sex"), "female");
  EXPECT_LT(found.at("surface").at("mean"), 0.002);
}

TEST_F(FitShapeCommand, FindsTheShapeOfASkeletonAndNamesWhatItDoesNotDependOn) {
  const Outcome outcome = run("joints --shape me.json --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const ShapeJson all = ShapeJson::parse(outcome.out);
  ShapeJson target = {{"joints", ShapeJson::object()}};
  for (const ShapeJson& joint : all.at("joints"))
    if (joint.at("kind") == "bone")
      target["joints"][joint.at("name").get<std::string>()] = joint.at("world_position");
  write("joints.json", target.dump());
  const ShapeJson found = fit_shape("joints.json");
  EXPECT_EQ(found.at("sex"), "female");
  EXPECT_LT(found.at("largest"), 1e-6);
  for (const ShapeJson& joint : found.at("joints")) EXPECT_LT(joint.at("residual"), 1e-6) << joint;
  const auto is_free = [&](int id) {
    const ShapeJson& free = found.at("free");
    return std::ranges::find(free, ShapeJson(id)) != free.end();
  };
  EXPECT_TRUE(is_free(105)) << "breasts are volumes, which move no bone";
  EXPECT_FALSE(is_free(33)) << "height";
}

}  // namespace
}  // namespace mannequin::test
